import ts from 'typescript'

/**
 * Whether a symbol is the `module` or `exports` of a CommonJS file, and not a variable that the program declares under
 * that name.
 */
export function isCommonJsGlobal(symbol: ts.Symbol | undefined): boolean {
  const declaration = symbol?.valueDeclaration
  if (!declaration || declaration.getSourceFile().isDeclarationFile) return true
  const isChosen =
    ts.isVariableDeclaration(declaration) ||
    ts.isParameter(declaration) ||
    ts.isBindingElement(declaration) ||
    ts.isFunctionDeclaration(declaration)
  return !isChosen
}
