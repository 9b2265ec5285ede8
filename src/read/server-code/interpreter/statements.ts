import ts from 'typescript'
import {isStatic, nameOf} from '../syntax.ts'
import {forgetAssigned} from './assignments.ts'
import type {Engine} from './framework-contract.ts'
import {type ClassValue, constant, listOf, NOTHING, type Scope, thing, truth, UNKNOWN, type Value} from './values.ts'

/** Evaluates the statements of one function or module and collects the returned values. */
class BodyRun {
  readonly returns: Value[] = []
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Evaluates statements until one certainly leaves the block. Returns whether one does. */
  all(statements: readonly ts.Statement[], scope: Scope): boolean {
    hoist(this.#engine, statements, scope)
    for (const each of statements) {
      if (!this.#engine.step(each)) return true
      if (this.#statement(each, scope)) return true
    }
    return false
  }

  #maybe(work: () => boolean): boolean {
    this.#engine.conditional++
    const left = work()
    this.#engine.conditional--
    return left
  }

  #statement(node: ts.Statement, scope: Scope): boolean {
    const engine = this.#engine
    if (ts.isVariableStatement(node)) this.#declare(node.declarationList, scope)
    else if (ts.isExpressionStatement(node)) engine.evaluate(node.expression, scope)
    else if (ts.isReturnStatement(node)) {
      this.returns.push(node.expression ? engine.evaluate(node.expression, scope) : NOTHING)
      return true
    } else if (ts.isThrowStatement(node)) return true
    else if (ts.isBlock(node)) return this.all(node.statements, scope)
    else if (ts.isIfStatement(node)) return this.#branch(node, scope)
    else if (ts.isForOfStatement(node)) this.#forOf(node, scope)
    else if (ts.isForInStatement(node)) this.#forIn(node, scope)
    else if (ts.isForStatement(node)) {
      if (node.initializer && ts.isVariableDeclarationList(node.initializer))
        this.#declare(node.initializer, scope, true)
      forgetAssigned(engine, node.incrementor, scope)
      this.#maybe(() => this.#statement(node.statement, scope))
    } else if (ts.isWhileStatement(node) || ts.isDoStatement(node)) {
      forgetAssigned(engine, node, scope)
      this.#maybe(() => this.#statement(node.statement, scope))
    } else if (ts.isLabeledStatement(node)) return this.#statement(node.statement, scope)
    else if (ts.isTryStatement(node)) return this.#try(node, scope)
    else if (ts.isSwitchStatement(node)) this.#switch(node, scope)
    else if (ts.isImportDeclaration(node)) this.#import(node)
    else if (ts.isExportDeclaration(node)) this.#import(node)
    else if (ts.isExportAssignment(node)) {
      const symbol = (node as {symbol?: ts.Symbol}).symbol
      const value = engine.evaluate(node.expression, scope)
      if (symbol) scope.names.set(symbol, value)
      if (node.isExportEquals) engine.replaceExports(node.getSourceFile(), value)
    }
    return false
  }

  #import({moduleSpecifier, ...node}: ts.ImportDeclaration | ts.ExportDeclaration): void {
    if ('importClause' in node && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return
    if ('isTypeOnly' in node && node.isTypeOnly) return
    const file = moduleSpecifier && this.#engine.names.fileOf(moduleSpecifier)
    if (file) this.#engine.run(file)
  }

  #declare(list: ts.VariableDeclarationList, scope: Scope, isUnknown = false): void {
    for (const {name, initializer} of list.declarations) {
      if (initializer) bind(this.#engine, name, isUnknown ? UNKNOWN : this.#engine.evaluate(initializer, scope), scope)
    }
  }

  #branch({expression, thenStatement, elseStatement}: ts.IfStatement, scope: Scope): boolean {
    const holds = truth(this.#engine.evaluate(expression, scope))
    if (holds === true) return this.#statement(thenStatement, scope)
    if (holds === false) return elseStatement ? this.#statement(elseStatement, scope) : false
    const left = this.#maybe(() => this.#statement(thenStatement, scope))
    const other = elseStatement ? this.#maybe(() => this.#statement(elseStatement, scope)) : false
    return left && other
  }

  #forOf({expression, initializer, statement}: ts.ForOfStatement, scope: Scope): void {
    const over = this.#engine.evaluate(expression, scope)
    const once = (item: Value): void => {
      // Each iteration has its own scope, because closures keep it.
      const inner: Scope = {...scope, names: new Map(), above: scope}
      if (ts.isVariableDeclarationList(initializer)) {
        const [first] = initializer.declarations
        if (first) bind(this.#engine, first.name, item, inner)
      }
      this.#statement(statement, inner)
    }
    if (over.kind === 'list') for (const item of over.items) once(item)
    if (over.kind === 'list' && !over.isOpen) return
    this.#maybe(() => {
      once(UNKNOWN)
      return false
    })
  }

  #forIn({expression, initializer, statement}: ts.ForInStatement, scope: Scope): void {
    const over = this.#engine.evaluate(expression, scope)
    const keys = over.kind === 'object' ? [...over.fields.keys()].map(each => constant(each)) : [UNKNOWN]
    for (const key of keys) {
      const inner: Scope = {...scope, names: new Map(), above: scope}
      const [first] = ts.isVariableDeclarationList(initializer) ? initializer.declarations : []
      if (first) bind(this.#engine, first.name, key, inner)
      this.#statement(statement, inner)
    }
  }

  #try({tryBlock, catchClause, finallyBlock}: ts.TryStatement, scope: Scope): boolean {
    const left = this.all(tryBlock.statements, scope)
    if (catchClause) this.#maybe(() => this.all(catchClause.block.statements, scope))
    if (finallyBlock) this.all(finallyBlock.statements, scope)
    return left
  }

  #switch({expression, caseBlock}: ts.SwitchStatement, scope: Scope): void {
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
function hoist(engine: Engine, statements: readonly ts.Statement[], scope: Scope): void {
  for (const node of statements) {
    if (ts.isFunctionDeclaration(node) && node.body) {
      const symbol =
        (node.name && engine.checker.getSymbolAtLocation(node.name)) ?? (node as {symbol?: ts.Symbol}).symbol
      if (symbol) scope.names.set(symbol, {kind: 'function', node, scope})
    } else if (ts.isClassDeclaration(node)) {
      const symbol =
        (node.name && engine.checker.getSymbolAtLocation(node.name)) ?? (node as {symbol?: ts.Symbol}).symbol
      if (symbol && !scope.names.has(symbol)) classOf(engine, node, scope, made => scope.names.set(symbol, made))
    }
  }
}

/** Value of a class. Calls `named` before the static members are evaluated, so that they can refer to the class. */
export function classOf(
  engine: Engine,
  node: ts.ClassLikeDeclaration,
  scope: Scope,
  named: (made: ClassValue) => void = () => {}
): ClassValue {
  const parent = node.heritageClauses?.find(({token}) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]
  const base = parent && engine.evaluate(parent.expression, scope)
  const made: ClassValue = {kind: 'class', node, scope, statics: new Map(), ...(base ? {base} : {})}
  named(made)
  for (const member of node.members) {
    if (!ts.isPropertyDeclaration(member) || !isStatic(member) || !member.initializer) continue
    const name = nameOf(member.name)
    if (name !== undefined) made.statics.set(name, engine.evaluate(member.initializer, {...scope, self: made}))
  }
  return made
}

export function runModule(engine: Engine, file: ts.SourceFile, scope: Scope): void {
  new BodyRun(engine).all(file.statements, scope)
}

export function runBody(engine: Engine, body: ts.Block, scope: Scope): Value {
  const run = new BodyRun(engine)
  const left = run.all(body.statements, scope)
  return engine.oneOf(left || run.returns.length === 0 ? run.returns : [...run.returns, NOTHING], body)
}

export function bindParameters(
  engine: Engine,
  parameters: readonly ts.ParameterDeclaration[],
  args: readonly Value[],
  scope: Scope
): void {
  for (const [at, {name, initializer, dotDotDotToken: rest}] of parameters.entries()) {
    if (rest) {
      bind(engine, name, listOf(args.slice(at)), scope)
      continue
    }
    const given = args[at] ?? NOTHING
    const isMissing = given.kind === 'constant' && given.value === undefined
    bind(engine, name, isMissing && initializer ? engine.evaluate(initializer, scope) : given, scope)
  }
}

/** Binds the names of an identifier or a destructuring pattern to a value. */
function bind(engine: Engine, name: ts.BindingName, value: Value, scope: Scope): void {
  if (ts.isIdentifier(name)) {
    const symbol = engine.symbolOf(name)
    if (symbol) scope.names.set(symbol, value)
    return
  }
  const taken = new Set<string>()
  for (const [at, element] of name.elements.entries()) {
    if (ts.isOmittedExpression(element)) continue
    const key = ts.isArrayBindingPattern(name) ? String(at) : nameOf(element.propertyName ?? element.name)
    let part: Value = UNKNOWN
    if (element.dotDotDotToken) part = restElement(value, at, taken)
    else if (key !== undefined)
      part =
        ts.isArrayBindingPattern(name) && value.kind === 'list'
          ? (value.items[at] ?? (value.isOpen ? UNKNOWN : NOTHING))
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

function restElement(value: Value, at: number, taken: ReadonlySet<string>): Value {
  if (value.kind === 'list') return listOf(value.items.slice(at), value.isOpen)
  if (value.kind !== 'object') return UNKNOWN
  return thing(
    [...value.fields].filter(([key]) => !taken.has(key)),
    value.isOpen
  )
}
