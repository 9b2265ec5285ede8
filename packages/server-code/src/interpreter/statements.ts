import ts from 'typescript'
import {isStatic, propertyNameOf} from '../syntax.ts'
import {forgetAssigned} from './assignments.ts'
import type {Engine} from './framework-contract.ts'
import {mapEntries} from './literals.ts'
import {
  type AbstractValue,
  type ClassValue,
  constantValue,
  evaluateForItem,
  isOptional,
  listValue,
  objectValue,
  optionalValue,
  truthinessOf,
  UNDEFINED_VALUE,
  UNKNOWN_VALUE,
  type VariableScope
} from './values.ts'

/** Where the program might go on after a statement: a statement that it leaves, or `undefined` for the next one. */
type Outcome = ReadonlySet<ts.Node | undefined>

const NEXT: Outcome = new Set([undefined])

/** Makes leaving a statement the same as going on after it. */
const endOf = (left: ts.Node, outcome: Outcome): Outcome =>
  new Set([...outcome].map(each => (each === left ? undefined : each)))

/** The statement that `break` or `continue` leaves: for `continue`, the body of the loop. */
function jumpTarget({kind, label, parent}: ts.BreakOrContinueStatement): ts.Node | undefined {
  const isContinue = kind === ts.SyntaxKind.ContinueStatement
  const target = ts.findAncestor(parent, each =>
    label
      ? ts.isLabeledStatement(each.parent) && each.parent.label.text === label.text
      : ts.isIterationStatement(each, false) || (!isContinue && ts.isSwitchStatement(each))
  )
  return isContinue ? (target as ts.IterationStatement | undefined)?.statement : target
}

/** Evaluates the statements of one function or module and collects the returned values. */
class BodyRun {
  readonly returns: AbstractValue[] = []
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Evaluates statements until one certainly leaves the block. */
  all(statements: readonly ts.Statement[], scope: VariableScope): Outcome {
    hoist(this.#engine, statements, scope)
    return this.#each(statements, each => (this.#engine.step(each) ? this.#statement(each, scope) : new Set()))
  }

  /** Evaluates code for each part. After a part that might leave it, the rest is conditional. */
  #each<T>(parts: Iterable<T>, work: (part: T) => Outcome): Outcome {
    const before = this.#engine.conditionalDepth
    let whole = NEXT
    for (const part of parts) {
      const outcome = work(part)
      whole = new Set([...[...whole].filter(Boolean), ...outcome])
      if (!outcome.has(undefined)) break
      if (whole.size > 1) this.#engine.conditionalDepth = before + 1
    }
    this.#engine.conditionalDepth = before
    return whole
  }

  #maybe(work: () => Outcome): Outcome {
    this.#engine.conditionalDepth++
    const outcome = work()
    this.#engine.conditionalDepth--
    return outcome
  }

  #statement(node: ts.Statement, scope: VariableScope): Outcome {
    const engine = this.#engine
    if (ts.isVariableStatement(node)) this.#declare(node.declarationList, scope)
    else if (ts.isExpressionStatement(node)) engine.evaluate(node.expression, scope)
    else if (ts.isReturnStatement(node)) {
      this.returns.push(node.expression ? engine.evaluate(node.expression, scope) : UNDEFINED_VALUE)
      return new Set([node])
    } else if (ts.isThrowStatement(node)) return new Set()
    else if (ts.isBreakOrContinueStatement(node)) return new Set([jumpTarget(node)])
    else if (ts.isBlock(node)) return this.all(node.statements, scope)
    else if (ts.isIfStatement(node)) return this.#branch(node, scope)
    else if (ts.isIterationStatement(node, false)) return endOf(node, this.#loop(node, scope))
    else if (ts.isLabeledStatement(node)) return endOf(node.statement, this.#statement(node.statement, scope))
    else if (ts.isTryStatement(node)) return this.#try(node, scope)
    else if (ts.isSwitchStatement(node)) return endOf(node, this.#switch(node, scope))
    else if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) this.#import(node)
    else if (ts.isExportAssignment(node)) this.#export(node, scope)
    return NEXT
  }

  #loop(node: ts.IterationStatement, scope: VariableScope): Outcome {
    const engine = this.#engine
    if (ts.isForOfStatement(node) || ts.isForInStatement(node)) {
      const over = engine.evaluate(node.expression, scope)
      return this.#forEach(node, ts.isForInStatement(node) ? mapEntries(over, key => constantValue(key)) : over, scope)
    }
    if (ts.isForStatement(node)) {
      if (node.initializer && ts.isVariableDeclarationList(node.initializer))
        this.#declare(node.initializer, scope, true)
      forgetAssigned(engine, node.incrementor, scope)
    } else forgetAssigned(engine, node, scope)
    const outcome = this.#maybe(() => this.#statement(node.statement, scope))
    return new Set([...NEXT, ...endOf(node.statement, outcome)])
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
    for (const declaration of list.declarations) {
      const {name, initializer} = declaration
      if (initializer)
        bind(this.#engine, name, isUnknown ? UNKNOWN_VALUE : this.#engine.evaluate(initializer, scope), scope)
      else if (!isUnknown && !(ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Ambient))
        this.#declareUnset(name, scope)
    }
  }

  #declareUnset(name: ts.BindingName, {names}: VariableScope): void {
    const symbol = ts.isIdentifier(name) ? this.#engine.symbolOf(name) : undefined
    if (symbol && !names.has(symbol)) names.set(symbol, UNDEFINED_VALUE)
  }

  #branch({expression, thenStatement, elseStatement}: ts.IfStatement, scope: VariableScope): Outcome {
    const holds = truthinessOf(this.#engine.evaluate(expression, scope))
    if (holds === true) return this.#statement(thenStatement, scope)
    if (holds === false) return elseStatement ? this.#statement(elseStatement, scope) : NEXT
    const outcome = this.#maybe(() => this.#statement(thenStatement, scope))
    // A callback that returns at an error registers nothing because the server failed, as if it threw.
    const left = ts.isIdentifier(expression) && /^err(?:or)?$/.test(expression.text) ? NEXT : outcome
    const other = elseStatement ? this.#maybe(() => this.#statement(elseStatement, scope)) : NEXT
    return new Set([...left, ...other])
  }

  #forEach({initializer, statement}: ts.ForInOrOfStatement, over: AbstractValue, scope: VariableScope) {
    const once = (item: AbstractValue): Outcome => {
      // Each iteration has its own scope, because closures keep it.
      const inner: VariableScope = {...scope, names: new Map(), above: scope}
      if (ts.isVariableDeclarationList(initializer)) {
        const [first] = initializer.declarations
        if (first) bind(this.#engine, first.name, item, inner)
      }
      return endOf(statement, this.#statement(statement, inner))
    }
    const rest = optionalValue(over.kind === 'unknown' ? over : UNKNOWN_VALUE)
    const items = over.kind === 'list' ? [...over.items, ...(over.isOpen ? [rest] : [])] : [rest]
    return this.#each(items, item => {
      const outcome = evaluateForItem(this.#engine, item, once)
      return isOptional(item) ? new Set([...NEXT, ...outcome]) : outcome
    })
  }

  #try({tryBlock, catchClause, finallyBlock}: ts.TryStatement, scope: VariableScope): Outcome {
    const left = this.all(tryBlock.statements, scope)
    if (catchClause) this.#maybe(() => this.all(catchClause.block.statements, scope))
    if (finallyBlock) this.all(finallyBlock.statements, scope)
    return left
  }

  #switch({expression, caseBlock}: ts.SwitchStatement, scope: VariableScope): Outcome {
    const over = this.#engine.evaluate(expression, scope)
    const {clauses} = caseBlock
    const values = clauses.map(each =>
      ts.isCaseClause(each) ? this.#engine.evaluate(each.expression, scope) : undefined
    )
    const isKnown = over.kind === 'constant' && values.every(each => !each || each.kind === 'constant')
    if (!isKnown) {
      const outcomes = clauses.flatMap(({statements}) => [...this.#maybe(() => this.all(statements, scope))])
      return new Set([...NEXT, ...outcomes])
    }
    const found = values.findIndex(each => each?.kind === 'constant' && each.value === over.value)
    const from = found === -1 ? values.indexOf(undefined) : found
    return this.#each(from === -1 ? [] : clauses.slice(from), ({statements}) => this.all(statements, scope))
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
  const outcome = run.all(body.statements, scope)
  return engine.oneOf(
    !outcome.has(undefined) || run.returns.length === 0 ? run.returns : [...run.returns, UNDEFINED_VALUE],
    body
  )
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
