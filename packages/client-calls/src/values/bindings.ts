import {memoize} from '@tenure/core/model/memoize'
import type ts from 'typescript'
import type {FileContext} from '../file-context.ts'
import {nullishFallback} from './map-deferred.ts'
import {getMember} from './members.ts'
import {type StaticValue, unresolvedValue} from './value.ts'

/** The declaration behind a name. */
export type Binding =
  | {readonly kind: 'variable'; readonly node: ts.VariableDeclaration; readonly holder: ts.Node}
  /** An element of a destructured variable or parameter: `{a: {b}}`. */
  | {readonly kind: 'element'; readonly node: ts.BindingElement; readonly holder: ts.Node}
  | {readonly kind: 'param'; readonly node: ts.ParameterDeclaration; readonly holder: ts.Node}
  | {readonly kind: 'function'; readonly node: ts.FunctionDeclaration | ts.FunctionExpression}
  | {readonly kind: 'class'; readonly node: ts.ClassLikeDeclaration}
  | {readonly kind: 'enum'; readonly node: ts.EnumDeclaration}
  | {readonly kind: 'import'; readonly from: string; readonly name: string}
  | {readonly kind: 'other'}

type Table = ReadonlyMap<string, Binding>

/** Name lookup within one file. The table of a scope is built on first use. */
export class Bindings {
  readonly #ts: typeof ts
  /** Kinds of nodes that open a scope. */
  readonly #scopeKinds: ReadonlySet<ts.SyntaxKind>
  readonly #tables = new Map<ts.Node, Table | undefined>()

  constructor(compiler: typeof ts) {
    this.#ts = compiler
    this.#scopeKinds = scopeKindsOf(compiler)
  }

  find(name: string, from: ts.Node): Binding | undefined {
    for (let at: ts.Node | undefined = from; at; at = at.parent) {
      if (!this.#scopeKinds.has(at.kind)) continue
      const found = this.scopeTableOf(at)?.get(name)
      if (found) return found
    }
    return undefined
  }

  scopeTableOf(node: ts.Node): Table | undefined {
    if (this.#tables.has(node)) return this.#tables.get(node)
    const table = this.#make(node)
    this.#tables.set(node, table)
    return table
  }

  #make(node: ts.Node): Table | undefined {
    const {SyntaxKind} = this.#ts
    const table = new Map<string, Binding>()
    switch (node.kind) {
      case SyntaxKind.SourceFile:
      case SyntaxKind.Block:
      case SyntaxKind.ModuleBlock:
        this.#statements((node as ts.Block).statements, node, table)
        return table
      case SyntaxKind.CaseBlock:
        for (const clause of (node as ts.CaseBlock).clauses) this.#statements(clause.statements, node, table)
        return table
      case SyntaxKind.ForStatement:
      case SyntaxKind.ForOfStatement:
      case SyntaxKind.ForInStatement: {
        const {initializer} = node as ts.ForStatement
        if (initializer && this.#ts.isVariableDeclarationList(initializer)) this.#list(initializer, node, table)
        return table
      }
      case SyntaxKind.CatchClause: {
        const {variableDeclaration} = node as ts.CatchClause
        if (variableDeclaration) this.#pattern(variableDeclaration, node, table)
        return table
      }
      case SyntaxKind.ClassExpression: {
        const named = node as ts.ClassExpression
        if (named.name) table.set(named.name.text, {kind: 'class', node: named})
        return table
      }
      default:
        return this.#ts.isFunctionLike(node) && 'parameters' in node ? this.#function(node, table) : undefined
    }
  }

  #function(node: ts.SignatureDeclaration, table: Map<string, Binding>): Table {
    if (this.#ts.isFunctionExpression(node) && node.name) table.set(node.name.text, {kind: 'function', node})
    for (const parameter of node.parameters) this.#pattern(parameter, node, table)
    return table
  }

  #statements(statements: readonly ts.Statement[], scope: ts.Node, table: Map<string, Binding>): void {
    for (const statement of statements) {
      if (this.#ts.isVariableStatement(statement)) this.#list(statement.declarationList, scope, table)
      else if (this.#ts.isFunctionDeclaration(statement) && statement.name) {
        if (statement.body || !table.has(statement.name.text))
          table.set(statement.name.text, {kind: 'function', node: statement})
      } else if (this.#ts.isClassDeclaration(statement) && statement.name)
        table.set(statement.name.text, {kind: 'class', node: statement})
      else if (this.#ts.isEnumDeclaration(statement)) table.set(statement.name.text, {kind: 'enum', node: statement})
      else if (this.#ts.isImportDeclaration(statement)) this.#import(statement, table)
      else if (this.#ts.isImportEqualsDeclaration(statement)) this.#importEquals(statement, table)
      else this.#hoisted(statement, scope, table)
    }
  }

  /** A `var` in a nested block belongs to the whole function. */
  #hoisted(node: ts.Node, scope: ts.Node, table: Map<string, Binding>): void {
    if (this.#ts.isFunctionLike(node) || this.#ts.isClassLike(node) || this.#ts.isExpressionStatement(node)) return
    if (this.#ts.isVariableDeclarationList(node)) {
      if (!(node.flags & this.#ts.NodeFlags.BlockScoped)) this.#list(node, scope, table)
      return
    }
    if (this.#ts.isStatement(node) || this.#ts.isCatchClause(node) || this.#ts.isCaseOrDefaultClause(node))
      this.#ts.forEachChild(node, child => this.#hoisted(child, scope, table))
  }

  #list(list: ts.VariableDeclarationList, scope: ts.Node, table: Map<string, Binding>): void {
    for (const declaration of list.declarations) this.#pattern(declaration, scope, table)
  }

  #pattern(
    node: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement,
    scope: ts.Node,
    table: Map<string, Binding>
  ): void {
    const {name} = node
    if (this.#ts.isIdentifier(name)) {
      if (table.has(name.text) && this.#ts.isVariableDeclaration(node) && !node.initializer) return
      if (this.#ts.isVariableDeclaration(node)) table.set(name.text, {kind: 'variable', node, holder: scope})
      else if (this.#ts.isParameter(node)) table.set(name.text, {kind: 'param', node, holder: scope})
      else table.set(name.text, {kind: 'element', node, holder: scope})
      return
    }
    for (const element of name.elements) if (this.#ts.isBindingElement(element)) this.#pattern(element, scope, table)
  }

  #import({moduleSpecifier, importClause}: ts.ImportDeclaration, table: Map<string, Binding>): void {
    if (!importClause || !this.#ts.isStringLiteral(moduleSpecifier)) return
    const from = moduleSpecifier.text
    if (importClause.name) table.set(importClause.name.text, {kind: 'import', from, name: 'default'})
    const named = importClause.namedBindings
    if (named && this.#ts.isNamespaceImport(named)) table.set(named.name.text, {kind: 'import', from, name: '*'})
    else if (named)
      for (const {name, propertyName} of named.elements)
        table.set(name.text, {kind: 'import', from, name: (propertyName ?? name).text})
  }

  #importEquals({name, moduleReference}: ts.ImportEqualsDeclaration, table: Map<string, Binding>): void {
    const {isExternalModuleReference, isStringLiteral} = this.#ts
    const from = isExternalModuleReference(moduleReference) ? moduleReference.expression : undefined
    table.set(name.text, from && isStringLiteral(from) ? {kind: 'import', from: from.text, name: '='} : {kind: 'other'})
  }
}

const scopeKindsOf = memoize(
  ({SyntaxKind}: typeof ts): ReadonlySet<ts.SyntaxKind> =>
    new Set([
      SyntaxKind.SourceFile,
      SyntaxKind.Block,
      SyntaxKind.ModuleBlock,
      SyntaxKind.CaseBlock,
      SyntaxKind.ForStatement,
      SyntaxKind.ForOfStatement,
      SyntaxKind.ForInStatement,
      SyntaxKind.CatchClause,
      SyntaxKind.ClassExpression,
      SyntaxKind.ArrowFunction,
      SyntaxKind.FunctionExpression,
      SyntaxKind.FunctionDeclaration,
      SyntaxKind.MethodDeclaration,
      SyntaxKind.Constructor,
      SyntaxKind.GetAccessor,
      SyntaxKind.SetAccessor
    ])
)

/** Value of a destructured element: `{a: {b = 1}}`, `[first]`. */
export function evaluateElement(
  element: ts.BindingElement,
  {ts, evaluate}: FileContext,
  whole: () => StaticValue
): StaticValue {
  const key = elementKey(element, ts)
  if (key === undefined || element.dotDotDotToken) return unresolvedValue('…')
  const part = getMember(whole(), key)
  return element.initializer ? nullishFallback(part, evaluate(element.initializer)) : part
}

function elementKey(element: ts.BindingElement, compiler: FileContext['ts']): string | undefined {
  const {parent, propertyName, name} = element
  if (compiler.isArrayBindingPattern(parent)) return String(parent.elements.indexOf(element))
  const key = propertyName ?? name
  return compiler.isIdentifier(key) || compiler.isStringLiteral(key) ? key.text : undefined
}
