import ts from 'typescript'
import {isStatic, propertyNameOf} from '../syntax.ts'
import {forgetAssigned} from './assignments.ts'
import type {Engine} from './framework-contract.ts'
import {
  type AbstractValue,
  type ClassValue,
  constantValue,
  listValue,
  objectValue,
  truthinessOf,
  UNDEFINED_VALUE,
  UNKNOWN_VALUE,
  type VariableScope
} from './values.ts'

/** Evaluates the statements of one function or module and collects the returned values. */
class BodyRun {
  readonly returns: AbstractValue[] = []
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Evaluates statements until one certainly leaves the block. Returns whether one does. */
  all(statements: readonly ts.Statement[], scope: VariableScope): boolean {
    hoist(this.#engine, statements, scope)
    for (const each of statements) {
      if (!this.#engine.step(each)) return true
      if (this.#statement(each, scope)) return true
    }
    return false
  }

  #maybe(work: () => boolean): boolean {
    this.#engine.conditionalDepth++
    const left = work()
    this.#engine.conditionalDepth--
    return left
  }

  #statement(node: ts.Statement, scope: VariableScope): boolean {
    const engine = this.#engine
    if (ts.isVariableStatement(node)) this.#declare(node.declarationList, scope)
    else if (ts.isExpressionStatement(node)) engine.evaluate(node.expression, scope)
    else if (ts.isReturnStatement(node)) {
      this.returns.push(node.expression ? engine.evaluate(node.expression, scope) : UNDEFINED_VALUE)
      return true
    } else if (ts.isThrowStatement(node)) return true
    else if (ts.isBlock(node)) return this.all(node.statements, scope)
    else if (ts.isIfStatement(node)) return this.#branch(node, scope)
    else if (ts.isIterationStatement(node, false)) this.#loop(node, scope)
    else if (ts.isLabeledStatement(node)) return this.#statement(node.statement, scope)
    else if (ts.isTryStatement(node)) return this.#try(node, scope)
    else if (ts.isSwitchStatement(node)) this.#switch(node, scope)
    else if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) this.#import(node)
    else if (ts.isExportAssignment(node)) this.#export(node, scope)
    return false
  }

  #loop(node: ts.IterationStatement, scope: VariableScope): void {
    if (ts.isForOfStatement(node)) this.#forOf(node, scope)
    else if (ts.isForInStatement(node)) this.#forIn(node, scope)
    else {
      const engine = this.#engine
      if (ts.isForStatement(node)) {
        if (node.initializer && ts.isVariableDeclarationList(node.initializer))
          this.#declare(node.initializer, scope, true)
        forgetAssigned(engine, node.incrementor, scope)
      } else forgetAssigned(engine, node, scope)
      this.#maybe(() => this.#statement(node.statement, scope))
    }
  }

  #export(node: ts.ExportAssignment, scope: VariableScope): void {
    const {symbol} = node as {symbol?: ts.Symbol}
    const value = this.#engine.evaluate(node.expression, scope)
    if (symbol) scope.names.set(symbol, value)
    if (node.isExportEquals) this.#engine.replaceExports(node.getSourceFile(), value)
  }

  #import({moduleSpecifier, ...node}: ts.ImportDeclaration | ts.ExportDeclaration): void {
    if ('importClause' in node && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return
    if ('isTypeOnly' in node && node.isTypeOnly) return
    const file = moduleSpecifier && this.#engine.imports.fileOf(moduleSpecifier)
    if (file) this.#engine.runFile(file)
  }

  #declare(list: ts.VariableDeclarationList, scope: VariableScope, isUnknown = false): void {
    for (const {name, initializer} of list.declarations) {
      if (initializer)
        bind(this.#engine, name, isUnknown ? UNKNOWN_VALUE : this.#engine.evaluate(initializer, scope), scope)
    }
  }

  #branch({expression, thenStatement, elseStatement}: ts.IfStatement, scope: VariableScope): boolean {
    const holds = truthinessOf(this.#engine.evaluate(expression, scope))
    if (holds === true) return this.#statement(thenStatement, scope)
    if (holds === false) return elseStatement ? this.#statement(elseStatement, scope) : false
    const left = this.#maybe(() => this.#statement(thenStatement, scope))
    const other = elseStatement ? this.#maybe(() => this.#statement(elseStatement, scope)) : false
    return left && other
  }

  #forOf({expression, initializer, statement}: ts.ForOfStatement, scope: VariableScope): void {
    const over = this.#engine.evaluate(expression, scope)
    const once = (item: AbstractValue): void => {
      // Each iteration has its own scope, because closures keep it.
      const inner: VariableScope = {...scope, names: new Map(), above: scope}
      if (ts.isVariableDeclarationList(initializer)) {
        const [first] = initializer.declarations
        if (first) bind(this.#engine, first.name, item, inner)
      }
      this.#statement(statement, inner)
    }
    if (over.kind === 'list') for (const item of over.items) once(item)
    if (over.kind === 'list' && !over.isOpen) return
    this.#maybe(() => {
      once(over.kind === 'unknown' ? over : UNKNOWN_VALUE)
      return false
    })
  }

  #forIn({expression, initializer, statement}: ts.ForInStatement, scope: VariableScope): void {
    const over = this.#engine.evaluate(expression, scope)
    const keys = over.kind === 'object' ? [...over.fields.keys()].map(each => constantValue(each)) : [UNKNOWN_VALUE]
    for (const key of keys) {
      const inner: VariableScope = {...scope, names: new Map(), above: scope}
      const [first] = ts.isVariableDeclarationList(initializer) ? initializer.declarations : []
      if (first) bind(this.#engine, first.name, key, inner)
      this.#statement(statement, inner)
    }
  }

  #try({tryBlock, catchClause, finallyBlock}: ts.TryStatement, scope: VariableScope): boolean {
    const left = this.all(tryBlock.statements, scope)
    if (catchClause) this.#maybe(() => this.all(catchClause.block.statements, scope))
    if (finallyBlock) this.all(finallyBlock.statements, scope)
    return left
  }

  #switch({expression, caseBlock}: ts.SwitchStatement, scope: VariableScope): void {
    const over = this.#engine.evaluate(expression, scope)
    const {clauses} = caseBlock
    const values = clauses.map(each =>
      ts.isCaseClause(each) ? this.#engine.evaluate(each.expression, scope) : undefined
    )
    const isKnown = over.kind === 'constant' && values.every(each => !each || each.kind === 'constant')
    if (!isKnown) {
      for (const {statements} of clauses) this.#maybe(() => this.all(statements, scope))
      return
    }
    const found = values.findIndex(each => each?.kind === 'constant' && each.value === over.value)
    const from = found === -1 ? values.indexOf(undefined) : found
    for (const {statements} of from === -1 ? [] : clauses.slice(from)) {
      if (this.all(statements, scope) || statements.some(ts.isBreakStatement)) return
    }
  }
}

/** Declares functions, and classes as far as possible, before the first statement is evaluated. */
function hoist(engine: Engine, statements: readonly ts.Statement[], scope: VariableScope): void {
  for (const node of statements) {
    if (ts.isFunctionDeclaration(node) && node.body) {
      const symbol =
        (node.name && engine.checker.getSymbolAtLocation(node.name)) ?? (node as {symbol?: ts.Symbol}).symbol
      if (symbol) scope.names.set(symbol, {kind: 'function', node, scope})
    } else if (ts.isClassDeclaration(node)) {
      const symbol =
        (node.name && engine.checker.getSymbolAtLocation(node.name)) ?? (node as {symbol?: ts.Symbol}).symbol
      if (symbol && !scope.names.has(symbol))
        createClassValue(engine, node, scope, made => scope.names.set(symbol, made))
    }
  }
}

/** Value of a class. Calls `named` before the static members are evaluated, so that they can refer to the class. */
export function createClassValue(
  engine: Engine,
  node: ts.ClassLikeDeclaration,
  scope: VariableScope,
  named: (made: ClassValue) => void = () => {}
): ClassValue {
  const parent = node.heritageClauses?.find(({token}) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]
  const base = parent && engine.evaluate(parent.expression, scope)
  const made: ClassValue = {kind: 'class', node, scope, statics: new Map(), ...(base ? {base} : {})}
  named(made)
  for (const member of node.members) {
    if (!ts.isPropertyDeclaration(member) || !isStatic(member) || !member.initializer) continue
    const name = propertyNameOf(member.name)
    if (name !== undefined) made.statics.set(name, engine.evaluate(member.initializer, {...scope, self: made}))
  }
  return made
}

export function runModule(engine: Engine, file: ts.SourceFile, scope: VariableScope): void {
  new BodyRun(engine).all(file.statements, scope)
}

export function runBody(engine: Engine, body: ts.Block, scope: VariableScope): AbstractValue {
  const run = new BodyRun(engine)
  const left = run.all(body.statements, scope)
  return engine.oneOf(left || run.returns.length === 0 ? run.returns : [...run.returns, UNDEFINED_VALUE], body)
}

export function bindParameters(
  engine: Engine,
  parameters: readonly ts.ParameterDeclaration[],
  args: readonly AbstractValue[],
  scope: VariableScope
): void {
  for (const [at, {name, initializer, dotDotDotToken: rest}] of parameters.entries()) {
    if (rest) {
      bind(engine, name, listValue(args.slice(at)), scope)
      continue
    }
    const given = args[at] ?? UNDEFINED_VALUE
    const isMissing = given.kind === 'constant' && given.value === undefined
    bind(engine, name, isMissing && initializer ? engine.evaluate(initializer, scope) : given, scope)
  }
}

/** Binds the names of an identifier or a destructuring pattern to a value. */
function bind(engine: Engine, name: ts.BindingName, value: AbstractValue, scope: VariableScope): void {
  if (ts.isIdentifier(name)) {
    const symbol = engine.symbolOf(name)
    if (symbol) scope.names.set(symbol, value)
    return
  }
  const taken = new Set<string>()
  for (const [at, element] of name.elements.entries()) {
    if (ts.isOmittedExpression(element)) continue
    const key = ts.isArrayBindingPattern(name) ? String(at) : propertyNameOf(element.propertyName ?? element.name)
    let part: AbstractValue = UNKNOWN_VALUE
    if (element.dotDotDotToken) part = restElement(value, at, taken)
    else if (key !== undefined)
      part =
        ts.isArrayBindingPattern(name) && value.kind === 'list'
          ? (value.items[at] ?? (value.isOpen ? UNKNOWN_VALUE : UNDEFINED_VALUE))
          : engine.get(value, key, element)
    taken.add(key ?? '')
    const isMissing = part.kind === 'constant' && part.value === undefined
    bind(
      engine,
      element.name,
      isMissing && element.initializer ? engine.evaluate(element.initializer, scope) : part,
      scope
    )
  }
}

function restElement(value: AbstractValue, at: number, taken: ReadonlySet<string>): AbstractValue {
  if (value.kind === 'list') return listValue(value.items.slice(at), value.isOpen)
  if (value.kind !== 'object') return UNKNOWN_VALUE
  return objectValue(
    [...value.fields].filter(([key]) => !taken.has(key)),
    value.isOpen
  )
}
