import ts from 'typescript'
import {resolvedModule} from './missing-packages.ts'

/** Target of an imported name: a declaration of the program, a whole module of it, or an export of a package. */
export type ImportTarget =
  | {readonly symbol: ts.Symbol}
  | {readonly file: ts.SourceFile}
  | {readonly module: string; readonly path: readonly string[]}

/** Follows imports and exports through the program to the declaration. */
export class ImportResolver {
  readonly #checker: ts.TypeChecker
  readonly #program: ts.Program
  readonly #isOwn: (file: ts.SourceFile) => boolean

  constructor(program: ts.Program, isOwn: (file: ts.SourceFile) => boolean) {
    this.#program = program
    this.#checker = program.getTypeChecker()
    this.#isOwn = isOwn
  }

  /** The file of the program that a module specifier resolves to. `undefined` if it belongs to a package. */
  fileOf(specifier: ts.Expression): ts.SourceFile | undefined {
    const symbol = this.#checker.getSymbolAtLocation(specifier)
    const file = symbol?.declarations?.find(ts.isSourceFile) ?? this.#resolveModule(specifier)
    return file && this.#isOwn(file) ? file : undefined
  }

  /** The file by the program's module resolution, because the checker has no symbol for a file without exports. */
  #resolveModule(specifier: ts.Expression): ts.SourceFile | undefined {
    if (!ts.isStringLiteralLike(specifier)) return undefined
    const name = resolvedModule(this.#program, specifier)?.resolvedFileName
    return name === undefined ? undefined : this.#program.getSourceFile(name)
  }

  targetOf(start: ts.Symbol): ImportTarget {
    let symbol = start
    for (let hops = 0; hops < 50 && symbol.flags & ts.SymbolFlags.Alias; hops++) {
      const declaration = symbol.declarations?.[0]
      if (!declaration) break
      const specifier = findSpecifier(declaration)
      if (specifier) {
        const file = this.fileOf(specifier)
        if (!file) return {module: specifier.text, path: exportPath(declaration)}
        if (
          ts.isNamespaceImport(declaration) ||
          ts.isNamespaceExport(declaration) ||
          ts.isImportEqualsDeclaration(declaration)
        )
          return {file}
      }
      const next = this.#checker.getImmediateAliasedSymbol(symbol)
      if (!next || next === symbol) break
      if (next.flags & ts.SymbolFlags.ValueModule) {
        const file = next.declarations?.find(ts.isSourceFile)
        if (file && this.#isOwn(file)) return {file}
      }
      symbol = next
    }
    return {symbol}
  }

  exportsOf(file: ts.SourceFile): readonly ts.Symbol[] {
    const symbol = this.#checker.getSymbolAtLocation(file)
    return symbol ? this.#checker.getExportsOfModule(symbol) : []
  }
}

function findSpecifier(node: ts.Declaration): ts.StringLiteral | undefined {
  for (let here: ts.Node = node; here && !ts.isSourceFile(here); here = here.parent) {
    if (ts.isImportDeclaration(here) || ts.isExportDeclaration(here)) {
      return here.moduleSpecifier && ts.isStringLiteral(here.moduleSpecifier) ? here.moduleSpecifier : undefined
    }
    if (ts.isImportEqualsDeclaration(here)) {
      const {moduleReference: reference} = here
      return ts.isExternalModuleReference(reference) && ts.isStringLiteral(reference.expression)
        ? reference.expression
        : undefined
    }
  }
  return undefined
}

function exportPath(node: ts.Declaration): readonly string[] {
  if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) return [(node.propertyName ?? node.name).text]
  if (ts.isImportClause(node)) return ['default']
  return []
}

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
