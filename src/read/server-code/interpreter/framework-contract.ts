import type ts from 'typescript'
import type {Meaning, Names} from '../import-resolution.ts'
import type {Call, Callable, ClassValue, External, Scope, Thing, Value} from './values.ts'

/** A model of a web framework: values for the exports of its packages. */
export interface Framework {
  /** Value of an export of a package, or of a property of it. `undefined` if the framework doesn't know it. */
  readonly valueOf: (external: External, engine: Engine) => Value | undefined
  /**
   * Value for a parameter of this type, as a caller of the entry's exports would pass it. `undefined` if the type isn't
   * one of the framework.
   */
  readonly handedIn?: (type: string, node: ts.Node) => Value | undefined
  /**
   * Called when an object of the framework is passed to code that can't be seen. `from` is the package of that code, if
   * known.
   */
  readonly escaped?: (it: object, node: ts.Node, from?: string) => void
}

/** The interpreter as expressions, statements, and framework models see it. */
export interface Engine {
  readonly checker: ts.TypeChecker
  readonly names: Names
  /** Greater than zero while code is evaluated that might not run. */
  conditional: number
  /** Arguments of each call, as last evaluated. */
  readonly argsOf: WeakMap<ts.Node, readonly Value[]>
  /** Spends steps of the budget. Returns `false` if the budget is used up. */
  step(node?: ts.Node, steps?: number): boolean
  /**
   * Combines possible values into one. If there are too many, the result is unknown and the values are treated as
   * passed to unseen code.
   */
  oneOf(values: readonly Value[], node: ts.Node): Value
  /** The symbol that an identifier refers to. `undefined` if it can't be resolved. */
  symbolOf(name: ts.Identifier): ts.Symbol | undefined
  evaluate(node: ts.Expression, scope: Scope): Value
  apply(callee: Value, args: readonly Value[], node: Call['node'] | ts.Node, self?: Value): Value
  invoke(callee: Callable, args: readonly Value[], self?: Value): Value
  instantiate(of: ClassValue, args: readonly Value[], node: ts.Node): Value
  construct(of: ClassValue, self: Thing, args: readonly Value[]): void
  /** Method or getter value by name, looked up in a class and its base classes. `undefined` if there is none. */
  memberOf(of: ClassValue, name: string, self: Value, isStaticOne: boolean): Value | undefined
  get(value: Value, name: string, node: ts.Node): Value
  valueOf(symbol: ts.Symbol, scope?: Scope): Value
  meant(meaning: Meaning, scope?: Scope): Value
  external(module: string, path: readonly string[]): Value
  exportsOf(file: ts.SourceFile): Value
  /** Value of `module.exports` of a file. */
  commonExports(file: ts.SourceFile): Value
  replaceExports(file: ts.SourceFile, value: Value): void
  run(file: ts.SourceFile): void
}
