import ts from 'typescript'

/** `module` and `exports` of a file in the old way, and not names that somebody chose. */
export function isCommon(symbol: ts.Symbol | undefined): boolean {
  const declaration = symbol?.valueDeclaration
  if (!declaration || declaration.getSourceFile().isDeclarationFile) return true
  const isChosen =
    ts.isVariableDeclaration(declaration) ||
    ts.isParameter(declaration) ||
    ts.isBindingElement(declaration) ||
    ts.isFunctionDeclaration(declaration)
  return !isChosen
}
