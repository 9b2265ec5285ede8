import ts from 'typescript'

/** What people call a type: with what it is made for, where it takes types. Nothing, where nobody named it. */
export function nameOf(type: ts.Type, checker: ts.TypeChecker): string | undefined {
  const symbol = type.aliasSymbol ?? (isNamed(type) ? type.symbol : undefined)
  if (!symbol || symbol.name.startsWith('__') || !/^[\w$]+$/.test(symbol.name)) return undefined
  // Types of the language and of packages (`Omit<…>`) are ways to say something, not something said.
  const declaration = symbol.declarations?.[0]
  if (!declaration || isLibrary(declaration.getSourceFile())) return undefined
  const args = type.aliasSymbol ? type.aliasTypeArguments : argumentsOf(type, checker)
  const suffix = (args ?? [])
    .map(each => nameOf(each, checker) ?? checker.typeToString(each).replaceAll(/\W+/g, '_'))
    .join('_')
  return suffix === '' ? symbol.name : `${symbol.name}_${suffix}`.slice(0, 80).replace(/_+$/, '')
}

function argumentsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  const isReference = (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference
  if (!isReference) return []
  const {typeParameters = []} = (type as ts.TypeReference).target as ts.InterfaceType
  return checker.getTypeArguments(type as ts.TypeReference).slice(0, typeParameters.length)
}

const isNamed = ({symbol}: ts.Type): boolean =>
  symbol !== undefined && (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.Enum)) !== 0

export const isLibrary = (file: ts.SourceFile | undefined): boolean =>
  file === undefined || (file.isDeclarationFile && /[/\\]node_modules[/\\]/.test(file.fileName))
