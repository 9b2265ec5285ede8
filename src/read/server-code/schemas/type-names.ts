import ts from 'typescript'

/** Component name of a type, including its type arguments. `undefined` if the type has no name of its own. */
export function componentNameOf(type: ts.Type, checker: ts.TypeChecker): string | undefined {
  const symbol = type.aliasSymbol ?? (isNamed(type) ? type.symbol : undefined)
  if (!symbol || symbol.name.startsWith('__') || !/^[\w$]+$/.test(symbol.name)) return undefined
  // Utility types of the language and of packages, such as `Omit<…>`, aren't names of the API.
  const declaration = symbol.declarations?.[0]
  if (!declaration || isLibraryFile(declaration.getSourceFile())) return undefined
  const args = type.aliasSymbol ? type.aliasTypeArguments : typeArgumentsOf(type, checker)
  const suffix = (args ?? [])
    .map(each => componentNameOf(each, checker) ?? checker.typeToString(each).replaceAll(/\W+/g, '_'))
    .join('_')
  return suffix === '' ? symbol.name : `${symbol.name}_${suffix}`.slice(0, 80).replace(/_+$/, '')
}

function typeArgumentsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  const isReference = (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference
  if (!isReference) return []
  const {typeParameters = []} = (type as ts.TypeReference).target as ts.InterfaceType
  return checker.getTypeArguments(type as ts.TypeReference).slice(0, typeParameters.length)
}

const isNamed = ({symbol}: ts.Type): boolean =>
  symbol !== undefined && (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.Enum)) !== 0

export const isLibraryFile = (file: ts.SourceFile | undefined): boolean =>
  file === undefined || (file.isDeclarationFile && /[/\\]node_modules[/\\]/.test(file.fileName))
