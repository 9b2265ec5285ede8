import ts from 'typescript'
import {ImportResolver, type ImportTarget} from '../import-resolution.ts'
import type {ServerProgram} from '../typescript-program.ts'
import {CallStack} from './call-stack.ts'
import {findClassMember, functionMethod, nativeMethod, runConstructor} from './classes.ts'
import {EscapeAnalysis} from './escape-analysis.ts'
import {evaluateExpression} from './expressions.ts'
import type {Engine, FrameworkModel} from './framework-contract.ts'
import {builtinFunction, builtinMethod, enumObject} from './literals.ts'
import {RunTimeFiles} from './run-time-files.ts'
import {bindParameters, runBody, runModule} from './statements.ts'
import {WorkBudget} from './step-budget.ts'
import {
  type AbstractValue,
  type CallWithArguments,
  type ClassValue,
  combineValues,
  constantValue,
  type ExternalValue,
  type FunctionClosure,
  lookUp,
  nativeFunction,
  type ObjectValue,
  objectValue,
  stepCostOf,
  stringOf,
  UNDEFINED_VALUE,
  UNKNOWN_VALUE,
  type VariableScope
} from './values.ts'

/** Maximum number of evaluation steps, which takes some seconds. A bundle of 34,000 lines took 3.8 million steps. */
const MAX_STEPS = 6_000_000
/** Maximum number of alternatives of one value. Each `if (…) x = x.then(…)` doubles the number. */
const MAX_ALTERNATIVES = 64

interface Module {
  readonly scope: VariableScope
  /** The object behind `module.exports` and `exports`. */
  readonly exports: ObjectValue
  replaced?: AbstractValue
}

/**
 * Interprets a program abstractly, starting at its entries: evaluates the top-level statements of modules and the
 * functions that they call, in order, with arguments as far as they are known. No code of the program is executed.
 */
export class Interpreter implements Engine {
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
  readonly imports: ImportResolver
  readonly files: RunTimeFiles
  readonly isOwn: (file: ts.SourceFile) => boolean
  /** Greater than zero while code is evaluated that might not run. */
  conditionalDepth = 0
  /** Arguments of each call, as last evaluated. */
  readonly argumentsByCall = new WeakMap<ts.Node, readonly AbstractValue[]>()
  /** Functions and classes that the program called. */
  readonly called = new Set<ts.Node>()
  readonly #frameworks: readonly FrameworkModel[]
  readonly #modules = new Map<ts.SourceFile, Module>()
  readonly #externals = new Map<string, AbstractValue>()
  readonly #symbols = new Map<ts.Identifier, ts.Symbol | undefined>()
  readonly #calls = new CallStack()
  readonly #escape: EscapeAnalysis
  readonly budget = new WorkBudget(MAX_STEPS)

  constructor(opened: ServerProgram, frameworks: readonly FrameworkModel[]) {
    const {program, pathOf} = opened
    this.files = new RunTimeFiles(opened)
    this.program = program
    this.checker = program.getTypeChecker()
    this.isOwn = file => !file.isDeclarationFile && pathOf(file) !== undefined
    this.imports = new ImportResolver(program, this.isOwn)
    this.#frameworks = frameworks
    this.#escape = new EscapeAnalysis(this, frameworks)
  }

  /** Places where a function was passed to unseen code more often than it is followed. */
  get callLimitPlaces(): ReadonlySet<ts.Node> {
    return this.#escape.callLimitPlaces
  }

  step(node?: ts.Node, steps = 1): boolean {
    return this.budget.spend(node ?? this.#calls.last, steps)
  }

  oneOf(values: readonly AbstractValue[], node: ts.Node): AbstractValue {
    const made = combineValues(values)
    return made.kind === 'choice' && made.options.length > MAX_ALTERNATIVES ? this.escape(made.options, node) : made
  }

  runFile(file: ts.SourceFile): void {
    this.#moduleOf(file)
  }

  /** Evaluates a module on first use. */
  #moduleOf(file: ts.SourceFile): Module {
    const known = this.#modules.get(file)
    if (known) return known
    const module: Module = {scope: {names: new Map()}, exports: objectValue()}
    this.#modules.set(file, module)
    // A module is evaluated unconditionally, even if its first import is conditional.
    const before = this.conditionalDepth
    this.conditionalDepth = 0
    runModule(this, file, module.scope)
    this.conditionalDepth = before
    return module
  }

  /** All exports of a module as an object, or the value that replaces `module.exports`. */
  exportsOf(file: ts.SourceFile): AbstractValue {
    const module = this.#moduleOf(file)
    if (module.replaced) return module.replaced
    const all = objectValue(module.exports.fields)
    for (const symbol of this.imports.exportsOf(file)) {
      if (symbol.flags & (ts.SymbolFlags.Value | ts.SymbolFlags.Alias) && !all.fields.has(symbol.name)) {
        all.fields.set(symbol.name, this.valueOf(symbol))
      }
    }
    return all
  }

  /** Handles `module.exports = …`. */
  replaceExports(file: ts.SourceFile, value: AbstractValue): void {
    const module = this.#modules.get(file)
    if (module) module.replaced = value
  }

  commonJsExports(file: ts.SourceFile): AbstractValue {
    const module = this.#moduleOf(file)
    return module.replaced ?? module.exports
  }

  /**
   * The symbol of a name; `undefined` if it can't be resolved. Cached, because the compiler resolves names again on
   * every call.
   */
  symbolOf(name: ts.Identifier): ts.Symbol | undefined {
    if (this.#symbols.has(name)) return this.#symbols.get(name)
    const symbol = ts.isShorthandPropertyAssignment(name.parent)
      ? this.checker.getShorthandAssignmentValueSymbol(name.parent)
      : this.checker.getSymbolAtLocation(name)
    this.#symbols.set(name, symbol)
    return symbol
  }

  /** Value of a symbol in a scope, or of the declaration that it resolves to. */
  valueOf(symbol: ts.Symbol, scope?: VariableScope): AbstractValue {
    return lookUp(symbol, scope) ?? this.targetValue(this.imports.targetOf(symbol), scope)
  }

  targetValue(meaning: ImportTarget, scope?: VariableScope): AbstractValue {
    if ('module' in meaning) return this.externalValue(meaning.module, meaning.path)
    if ('file' in meaning) return this.exportsOf(meaning.file)
    const {symbol} = meaning
    const known = lookUp(symbol, scope)
    if (known) return known
    const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0]
    if (!declaration) return UNKNOWN_VALUE
    if (ts.isEnumDeclaration(declaration)) return enumObject(declaration, this.checker)
    if (ts.isEnumMember(declaration)) return constantValue(this.checker.getConstantValue(declaration))
    const file = declaration.getSourceFile()
    if (!this.isOwn(file)) return file.isDeclarationFile ? this.externalValue('', [symbol.name]) : UNKNOWN_VALUE
    const module = this.#moduleOf(file)
    if (ts.isSourceFile(declaration)) return this.exportsOf(declaration)
    return (
      module.scope.names.get(symbol) ??
      (symbol.name === 'export=' ? (module.replaced ?? UNKNOWN_VALUE) : this.#commonJsExport(module, symbol))
    )
  }

  /** Value of an export that JavaScript code assigns to `exports`, because such an assignment has a symbol, too. */
  #commonJsExport(module: Module, symbol: ts.Symbol): AbstractValue {
    return (
      (module.replaced?.kind === 'object' ? module.replaced : module.exports).fields.get(symbol.name) ?? UNKNOWN_VALUE
    )
  }

  /** Value of an export of a package. Cached, so that the same path is always the same value. */
  externalValue(module: string, path: readonly string[]): AbstractValue {
    const key = [module, ...path].join('\0')
    const known = this.#externals.get(key)
    if (known) return known
    const external: ExternalValue = {kind: 'external', module, path}
    const found = this.#frameworks.map(each => each.valueOf(external, this)).find(Boolean) ?? external
    this.#externals.set(key, found)
    return found
  }

  evaluate(node: ts.Expression, scope: VariableScope): AbstractValue {
    return evaluateExpression(this, node, scope)
  }

  /** Calls a value with arguments as far as they are known. */
  apply(
    called: AbstractValue,
    args: readonly AbstractValue[],
    node: CallWithArguments['node'] | ts.Node,
    self?: AbstractValue
  ): AbstractValue {
    const known = called.kind === 'external' && called.module === '' ? builtinFunction(called.path, this) : undefined
    const callee = known ?? called
    if (callee.kind === 'choice') {
      if (!this.step(node, callee.options.length)) return UNKNOWN_VALUE
      this.conditionalDepth++
      const made = callee.options.map(each => this.apply(each, args, node, self))
      this.conditionalDepth--
      return this.oneOf(made, node)
    }
    if (callee.kind === 'function') return this.invoke(callee, args, self)
    if (callee.kind === 'native') {
      const made =
        callee.call?.({node: node as CallWithArguments['node'], args, ...(self ? {self} : {})}) ?? UNKNOWN_VALUE
      return this.step(node, stepCostOf(made)) ? made : UNKNOWN_VALUE
    }
    return this.escape(
      args,
      node,
      callee.kind === 'external' ? callee.module : callee.kind === 'unknown' ? callee.from : undefined
    )
  }

  get isCallback(): boolean {
    return this.#escape.depth > 0
  }

  /** Passes values to code that can't be seen and returns an unknown value. */
  escape(args: readonly AbstractValue[], node: ts.Node, from?: string): AbstractValue {
    for (const arg of args) this.#escape.follow(arg, node, from)
    return {kind: 'unknown', node, ...(from ? {from} : {})}
  }

  invoke(callee: FunctionClosure, args: readonly AbstractValue[], self?: AbstractValue): AbstractValue {
    const {node, scope} = callee
    const {body} = node
    if (!body || !this.step(node)) return UNKNOWN_VALUE
    this.called.add(node)
    const me = ts.isArrowFunction(node) ? scope.self : (callee.self ?? self)
    const inner: VariableScope = {
      names: new Map(),
      above: scope,
      ...(me ? {self: me} : {}),
      ...(scope.within ? {within: scope.within} : {})
    }
    const isFolderWalk = (): boolean => args.some(each => this.files.wasListed(stringOf(each) ?? ''))
    const work = (): AbstractValue => {
      bindParameters(this, node.parameters, args, inner)
      return ts.isBlock(body) ? runBody(this, body, inner) : this.evaluate(body, inner)
    }
    return this.#calls.enter(node, work, isFolderWalk)
  }

  enterCall(node: ts.Node, work: () => AbstractValue): AbstractValue {
    return this.#calls.enter(node, work)
  }

  instantiate(of: ClassValue, args: readonly AbstractValue[], node: ts.Node): AbstractValue {
    this.called.add(of.node)
    const self: ObjectValue = {kind: 'object', fields: new Map(), isOpen: false, of, node}
    this.construct(of, self, args)
    return self
  }

  construct(of: ClassValue, self: ObjectValue, args: readonly AbstractValue[]): void {
    this.enterCall(of.node, () => {
      runConstructor(this, of, self, args)
      return UNDEFINED_VALUE
    })
  }

  memberOf(of: ClassValue, name: string, self: AbstractValue, isStaticOne: boolean): AbstractValue | undefined {
    return findClassMember(this, of, name, {self, isStatic: isStaticOne})
  }

  /** Property of a value. Unknown if it can't be determined. */
  get(value: AbstractValue, name: string, node: ts.Node): AbstractValue {
    const own = this.#property(value, name, node)
    if (own && !(own.kind === 'unknown' && PROMISE_METHODS.has(name))) return own
    if (PROMISE_METHODS.has(name)) return this.#promiseMethod(value, name)
    return value.kind === 'unknown' && value.from ? {kind: 'unknown', node, from: value.from} : {kind: 'unknown', node}
  }

  #property(value: AbstractValue, name: string, node: ts.Node): AbstractValue | undefined {
    if (value.kind === 'choice') {
      if (!this.step(node, value.options.length)) return UNKNOWN_VALUE
      return this.oneOf(
        value.options.map(each => this.get(each, name, node)),
        node
      )
    }
    if (value.kind === 'native') return value.get?.(name, node) ?? nativeMethod(value, name)
    if (value.kind === 'external')
      return PROMISE_METHODS.has(name) ? undefined : this.externalValue(value.module, [...value.path, name])
    if (value.kind === 'function') return functionMethod(this, value, name)
    if (value.kind === 'class') return this.memberOf(value, name, value, true)
    // Packages return the application that they were given under this name: `expressWs(app).app`.
    if (value.kind === 'unknown' && name === 'app' && value.node)
      return this.argumentsByCall.get(value.node)?.find(each => each.kind === 'native' && each.it !== undefined)
    if (value.kind === 'object') {
      const field = value.fields.get(name) ?? (value.of ? this.memberOf(value.of, name, value, false) : undefined)
      if (field || value.isOpen || PROMISE_METHODS.has(name)) return field
    }
    return builtinMethod(value, name, this) ?? (value.kind === 'object' ? UNDEFINED_VALUE : undefined)
  }

  /**
   * Models `then`, `catch`, and `finally`: a `Promise` and the value that it resolves to are treated as the same value.
   */
  #promiseMethod(value: AbstractValue, name: string): AbstractValue {
    return nativeFunction(({args: [callback], node}) => {
      const given = callback ? this.apply(callback, [name === 'then' ? value : UNKNOWN_VALUE], node) : UNKNOWN_VALUE
      return name === 'then' ? given : value
    })
  }
}

const PROMISE_METHODS: ReadonlySet<string> = new Set(['then', 'catch', 'finally'])
