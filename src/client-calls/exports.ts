import type ts from 'typescript'
import type {Compiler, Reader} from './file-context.ts'
import type {Bindings} from './values/bindings.ts'
import type {Evaluator} from './values/evaluate.ts'
import {Lazy} from './values/lazy.ts'
import {memberOf} from './values/members.ts'
import {ABSENT, unknown, type Value} from './values/value.ts'

/** The exports of a file. `=` is the whole `module.exports`. */
export interface Exports {
  readonly names: ReadonlyMap<string, Lazy<Value>>
  /** Module specifiers of `export * from`. */
  readonly stars: readonly string[]
}

export function exportsOf(file: ts.SourceFile, evaluator: Evaluator, read: Reader): Exports {
  const {ts} = read
  const {bindings} = evaluator
  const names = new Map<string, Lazy<Value>>()
  const stars: string[] = []
  const give = (name: string, make: () => Value): void => void names.set(name, new Lazy(make, unknown(name)))
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
        const binding = bindings.tableOf(file)?.get(name)
        if (binding) give(isDefault ? 'default' : name, () => evaluator.declared(binding))
      }
    }
  }
  return {names, stars}
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

type AddExport = (name: string, make: () => Value) => void

/** Adds re-exports: `export {a as b}`, `export * from`. */
function addReexports(
  {exportClause, moduleSpecifier}: ts.ExportDeclaration,
  {ts, imported}: Reader,
  bindings: Bindings,
  evaluator: Evaluator,
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
      return binding ? evaluator.declared(binding) : unknown(own)
    })
  }
}

/** Adds CommonJS exports: `module.exports = …`, `exports.a = …`. */
function addCommonJsExport(
  {expression}: ts.ExpressionStatement,
  {ts, evaluate}: Reader,
  names: ReadonlyMap<string, Lazy<Value>>,
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
export function given({names}: Exports, name: string): Value | undefined {
  const whole = names.get('=')?.get()
  if (name === '*' || name === '=') return whole ?? {kind: 'record', entries: names, spread: []}
  const own = names.get(name)?.get()
  if (own || !whole) return own
  if (name === 'default') return whole
  const part = memberOf(whole, name)
  return part === ABSENT ? undefined : part
}
