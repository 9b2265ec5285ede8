import type ts from 'typescript'
import type {Compiler, FileContext} from './file-context.ts'
import type {Bindings} from './values/bindings.ts'
import type {FileEvaluator} from './values/evaluate.ts'
import {getMember} from './values/members.ts'
import {ABSENT_VALUE, LazyValue, type StaticValue, unresolvedValue} from './values/value.ts'

/** The exports of a file by name; the name `=` stands for the whole `module.exports`. */
export interface FileExports {
  readonly names: ReadonlyMap<string, LazyValue<StaticValue>>
  /** Module specifiers of `export * from`. */
  readonly starExports: readonly string[]
}

export function readExports(file: ts.SourceFile, evaluator: FileEvaluator, read: FileContext): FileExports {
  const {ts} = read
  const {bindings} = evaluator
  const names = new Map<string, LazyValue<StaticValue>>()
  const stars: string[] = []
  const give = (name: string, make: () => StaticValue): void =>
    void names.set(name, new LazyValue(make, unresolvedValue(name)))
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement)) addReexports(statement, read, bindings, evaluator, give, stars)
    else if (ts.isExportAssignment(statement)) {
      give(statement.isExportEquals ? '=' : 'default', () => evaluator.evaluate(statement.expression))
    } else if (ts.isExpressionStatement(statement)) addCommonJsExport(statement, read, names, give)
    else if (ts.canHaveModifiers(statement)) {
      const kinds = (ts.getModifiers(statement) ?? []).map(({kind}) => kind)
      if (!kinds.includes(ts.SyntaxKind.ExportKeyword)) continue
      const isDefault = kinds.includes(ts.SyntaxKind.DefaultKeyword)
      for (const name of declaredNames(statement, ts)) {
        const binding = bindings.scopeTableOf(file)?.get(name)
        if (binding) give(isDefault ? 'default' : name, () => evaluator.evaluateBinding(binding))
      }
    }
  }
  return {names, starExports: stars}
}

function declaredNames(statement: ts.Statement, compiler: Compiler): string[] {
  if (compiler.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({name}) => boundNames(name, compiler))
  const {name} = statement as ts.DeclarationStatement
  return name && compiler.isIdentifier(name) ? [name.text] : []
}

function boundNames(name: ts.BindingName, compiler: Compiler): string[] {
  if (compiler.isIdentifier(name)) return [name.text]
  return name.elements.flatMap(each => (compiler.isBindingElement(each) ? boundNames(each.name, compiler) : []))
}

type AddExport = (name: string, make: () => StaticValue) => void

/** Adds re-exports: `export {a as b}`, `export * from`. */
function addReexports(
  {exportClause, moduleSpecifier}: ts.ExportDeclaration,
  {ts, importedValue: imported}: FileContext,
  bindings: Bindings,
  evaluator: FileEvaluator,
  give: AddExport,
  stars: string[]
): void {
  const from = moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined
  if (!exportClause) {
    if (from !== undefined) stars.push(from)
    return
  }
  if (ts.isNamespaceExport(exportClause)) {
    if (from !== undefined) give(exportClause.name.text, () => imported(from, '*'))
    return
  }
  for (const {name, propertyName} of exportClause.elements) {
    const own = (propertyName ?? name).text
    give(name.text, () => {
      if (from !== undefined) return imported(from, own)
      const binding = bindings.find(own, exportClause)
      return binding ? evaluator.evaluateBinding(binding) : unresolvedValue(own)
    })
  }
}

/** Adds CommonJS exports: `module.exports = …`, `exports.a = …`. */
function addCommonJsExport(
  {expression}: ts.ExpressionStatement,
  {ts, evaluate}: FileContext,
  names: ReadonlyMap<string, LazyValue<StaticValue>>,
  give: AddExport
): void {
  if (!ts.isBinaryExpression(expression) || expression.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return
  const {left, right} = expression
  if (!ts.isPropertyAccessExpression(left)) return
  const words = left.getText()
  if (words === 'module.exports') {
    give('=', () => evaluate(right))
    return
  }
  const name = /^(?:module\.)?exports\.([\w$]+)$/.exec(words)?.[1]
  if (name !== undefined && !names.has(name)) give(name, () => evaluate(right))
}

/**
 * Value of an export; `*` and `=` stand for the whole module. `undefined` if the file doesn't export the name itself.
 */
export function findExport({names}: FileExports, name: string): StaticValue | undefined {
  const whole = names.get('=')?.get()
  if (name === '*' || name === '=') return whole ?? {kind: 'record', entries: names, spread: []}
  const own = names.get(name)?.get()
  if (own || !whole) return own
  if (name === 'default') return whole
  const part = getMember(whole, name)
  return part === ABSENT_VALUE ? undefined : part
}
