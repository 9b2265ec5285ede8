import ts from 'typescript'

/** `module` and `exports` of a file in the old way, and not names that somebody chose. */
export const isCommon = (symbol: ts.Symbol | undefined): boolean =>
  !symbol?.valueDeclaration ||
  ts.isSourceFile(symbol.valueDeclaration) ||
  symbol.valueDeclaration.getSourceFile().isDeclarationFile
