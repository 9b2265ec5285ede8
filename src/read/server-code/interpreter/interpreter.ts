import ts from 'typescript'
import {type Meaning, Names} from '../import-resolution.ts'
import type {ServerProgram} from '../typescript-program.ts'
import {Calls} from './call-stack.ts'
import {boundNative, boundOf, construct, memberOf} from './classes.ts'
import {Escape} from './escape-analysis.ts'
import {evaluateExpression} from './expressions.ts'
import type {Engine, Framework} from './framework-contract.ts'
import {enumOf, methodOf} from './literals.ts'
import {bindParameters, runBody, runModule} from './statements.ts'
import {Budget} from './step-budget.ts'
import {
  act,
  type Call,
  type Callable,
  type ClassValue,
  choiceOf,
  constant,
  type External,
  NOTHING,
  type Scope,
  sizeOf,
  type Thing,
  thing,
  UNKNOWN,
  type Value
} from './values.ts'

/** Maximum number of evaluation steps, which takes some seconds. A bundle of 34,000 lines took 3.8 million steps. */
const MAX_STEPS = 6_000_000
/** Maximum number of alternatives of one value. Each `if (…) x = x.then(…)` doubles the number. */
const MAX_ALTERNATIVES = 64

interface Module {
  readonly scope: Scope
  /** The object behind `module.exports` and `exports`. */
  readonly exports: Thing
  replaced?: Value
}

/**
 * Interprets a program abstractly, starting at its entries: evaluates the top-level statements of modules and the
 * functions that they call, in order, with arguments as far as they are known. No code of the program is executed.
 */
export class Machine implements Engine {
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
  readonly names: Names
  readonly isOwn: (file: ts.SourceFile) => boolean
  /** Greater than zero while code is evaluated that might not run. */
  conditional = 0
  /** Arguments of each call, as last evaluated. */
  readonly argsOf = new WeakMap<ts.Node, readonly Value[]>()
  readonly #frameworks: readonly Framework[]
  readonly #modules = new Map<ts.SourceFile, Module>()
  readonly #externals = new Map<string, Value>()
  readonly #symbols = new Map<ts.Identifier, ts.Symbol | undefined>()
  readonly #calls = new Calls()
  readonly #escape: Escape
  readonly budget = new Budget(MAX_STEPS)

  constructor({program, pathOf}: ServerProgram, frameworks: readonly Framework[]) {
    this.program = program
    this.checker = program.getTypeChecker()
    this.isOwn = file => !file.isDeclarationFile && pathOf(file) !== undefined
    this.names = new Names(program, this.isOwn)
    this.#frameworks = frameworks
    this.#escape = new Escape(this, frameworks)
  }

  /** Places where a function was passed to unseen code more often than it is followed. */
  get unrepeated(): ReadonlySet<ts.Node> {
    return this.#escape.unrepeated
  }

  step(node?: ts.Node, steps = 1): boolean {
    return this.budget.spend(node ?? this.#calls.last, steps)
  }

  oneOf(values: readonly Value[], node: ts.Node): Value {
    const made = choiceOf(values)
    return made.kind === 'choice' && made.options.length > MAX_ALTERNATIVES ? this.escape(made.options, node) : made
  }

  run(file: ts.SourceFile): void {
    this.#moduleOf(file)
  }

  /** Evaluates a module on first use. */
  #moduleOf(file: ts.SourceFile): Module {
    const known = this.#modules.get(file)
    if (known) return known
    const module: Module = {scope: {names: new Map()}, exports: thing()}
    this.#modules.set(file, module)
    // A module is evaluated unconditionally, even if its first import is conditional.
    const before = this.conditional
    this.conditional = 0
    runModule(this, file, module.scope)
    this.conditional = before
    return module
  }

  /** All exports of a module as an object, or the value that replaces `module.exports`. */
  exportsOf(file: ts.SourceFile): Value {
    const module = this.#moduleOf(file)
    if (module.replaced) return module.replaced
    const all = thing(module.exports.fields)
    for (const symbol of this.names.exportsOf(file)) {
      if (symbol.flags & (ts.SymbolFlags.Value | ts.SymbolFlags.Alias) && !all.fields.has(symbol.name)) {
        all.fields.set(symbol.name, this.valueOf(symbol))
      }
    }
    return all
  }

  /** Handles `module.exports = …`. */
  replaceExports(file: ts.SourceFile, value: Value): void {
    const module = this.#modules.get(file)
    if (module) module.replaced = value
  }

  commonExports(file: ts.SourceFile): Value {
    const module = this.#moduleOf(file)
    return module.replaced ?? module.exports
  }

  /** Cached, because the compiler resolves names again on every call. */
  symbolOf(name: ts.Identifier): ts.Symbol | undefined {
    if (this.#symbols.has(name)) return this.#symbols.get(name)
    const symbol = ts.isShorthandPropertyAssignment(name.parent)
      ? this.checker.getShorthandAssignmentValueSymbol(name.parent)
      : this.checker.getSymbolAtLocation(name)
    this.#symbols.set(name, symbol)
    return symbol
  }

  /** Value of a symbol in a scope, or of the declaration that it resolves to. */
  valueOf(symbol: ts.Symbol, scope?: Scope): Value {
    for (let here = scope; here; here = here.above) {
      const known = here.names.get(symbol)
      if (known) return known
    }
    return this.meant(this.names.meaningOf(symbol), scope)
  }

  meant(meaning: Meaning, scope?: Scope): Value {
    if ('module' in meaning) return this.external(meaning.module, meaning.path)
    if ('file' in meaning) return this.exportsOf(meaning.file)
    const {symbol} = meaning
    for (let here = scope; here; here = here.above) {
      const known = here.names.get(symbol)
      if (known) return known
    }
    const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0]
    if (!declaration) return UNKNOWN
    if (ts.isEnumDeclaration(declaration)) return enumOf(declaration, this.checker)
    if (ts.isEnumMember(declaration)) return constant(this.checker.getConstantValue(declaration))
    const file = declaration.getSourceFile()
    if (!this.isOwn(file)) return file.isDeclarationFile ? this.external('', [symbol.name]) : UNKNOWN
    const module = this.#moduleOf(file)
    if (ts.isSourceFile(declaration)) return this.exportsOf(declaration)
    return (
      module.scope.names.get(symbol) ??
      (symbol.name === 'export=' ? (module.replaced ?? UNKNOWN) : this.#commonJsExport(module, symbol))
    )
  }

  /** JavaScript assignments to `exports` have symbols too. */
  #commonJsExport(module: Module, symbol: ts.Symbol): Value {
    return (module.replaced?.kind === 'object' ? module.replaced : module.exports).fields.get(symbol.name) ?? UNKNOWN
  }

  /** Value of an export of a package. Cached, so that the same path is always the same value. */
  external(module: string, path: readonly string[]): Value {
    const key = [module, ...path].join('\0')
    const known = this.#externals.get(key)
    if (known) return known
    const external: External = {kind: 'external', module, path}
    const found = this.#frameworks.map(each => each.valueOf(external, this)).find(Boolean) ?? external
    this.#externals.set(key, found)
    return found
  }

  evaluate(node: ts.Expression, scope: Scope): Value {
    return evaluateExpression(this, node, scope)
  }

  /** Calls a value with arguments as far as they are known. */
  apply(callee: Value, args: readonly Value[], node: Call['node'] | ts.Node, self?: Value): Value {
    if (callee.kind === 'choice') {
      if (!this.step(node, callee.options.length)) return UNKNOWN
      this.conditional++
      const made = callee.options.map(each => this.apply(each, args, node, self))
      this.conditional--
      return this.oneOf(made, node)
    }
    if (callee.kind === 'function') return this.invoke(callee, args, self)
    if (callee.kind === 'native') {
      const made = callee.call?.({node: node as Call['node'], args, ...(self ? {self} : {})}) ?? UNKNOWN
      return this.step(node, sizeOf(made)) ? made : UNKNOWN
    }
    return this.escape(
      args,
      node,
      callee.kind === 'external' ? callee.module : callee.kind === 'unknown' ? callee.from : undefined
    )
  }

  /** Passes values to code that can't be seen and returns an unknown value. */
  escape(args: readonly Value[], node: ts.Node, from?: string): Value {
    for (const arg of args) this.#escape.of(arg, node, from)
    return {kind: 'unknown', node, ...(from ? {from} : {})}
  }

  invoke(callee: Callable, args: readonly Value[], self?: Value): Value {
    const {node, scope} = callee
    const {body} = node
    if (!body || !this.step(node)) return UNKNOWN
    const me = ts.isArrowFunction(node) ? scope.self : (callee.self ?? self)
    const inner: Scope = {
      names: new Map(),
      above: scope,
      ...(me ? {self: me} : {}),
      ...(scope.within ? {within: scope.within} : {})
    }
    return this.deeper(node, () => {
      bindParameters(this, node.parameters, args, inner)
      return ts.isBlock(body) ? runBody(this, body, inner) : this.evaluate(body, inner)
    })
  }

  deeper(node: ts.Node, work: () => Value): Value {
    return this.#calls.into(node, work)
  }

  instantiate(of: ClassValue, args: readonly Value[], node: ts.Node): Value {
    const self: Thing = {kind: 'object', fields: new Map(), isOpen: false, of, node}
    this.construct(of, self, args)
    return self
  }

  construct(of: ClassValue, self: Thing, args: readonly Value[]): void {
    this.deeper(of.node, () => {
      construct(this, of, self, args)
      return NOTHING
    })
  }

  memberOf(of: ClassValue, name: string, self: Value, isStaticOne: boolean): Value | undefined {
    return memberOf(this, of, name, {self, isStatic: isStaticOne})
  }

  /** Property of a value. Unknown if it can't be determined. */
  get(value: Value, name: string, node: ts.Node): Value {
    const own = this.#property(value, name, node)
    if (own && !(own.kind === 'unknown' && PROMISE_METHODS.has(name))) return own
    if (PROMISE_METHODS.has(name)) return this.#promiseMethod(value, name)
    return value.kind === 'unknown' && value.from ? {kind: 'unknown', node, from: value.from} : {kind: 'unknown', node}
  }

  #property(value: Value, name: string, node: ts.Node): Value | undefined {
    if (value.kind === 'choice') {
      if (!this.step(node, value.options.length)) return UNKNOWN
      return this.oneOf(
        value.options.map(each => this.get(each, name, node)),
        node
      )
    }
    if (value.kind === 'native') return value.get?.(name, node) ?? boundNative(value, name)
    if (value.kind === 'external')
      return PROMISE_METHODS.has(name) ? undefined : this.external(value.module, [...value.path, name])
    if (value.kind === 'function') return boundOf(this, value, name)
    if (value.kind === 'class') return this.memberOf(value, name, value, true)
    if (value.kind === 'object') {
      const field = value.fields.get(name) ?? (value.of ? this.memberOf(value.of, name, value, false) : undefined)
      if (field || value.isOpen || PROMISE_METHODS.has(name)) return field
    }
    return (
      methodOf(value, name, (callee, args, at) => this.apply(callee, args, at)) ??
      (value.kind === 'object' ? NOTHING : undefined)
    )
  }

  /**
   * Models `then`, `catch`, and `finally`: a promise and the value that it resolves to are treated as the same value.
   */
  #promiseMethod(value: Value, name: string): Value {
    return act(({args: [callback], node}) => {
      const given = callback ? this.apply(callback, [name === 'then' ? value : UNKNOWN], node) : UNKNOWN
      return name === 'then' ? given : value
    })
  }
}

const PROMISE_METHODS: ReadonlySet<string> = new Set(['then', 'catch', 'finally'])
