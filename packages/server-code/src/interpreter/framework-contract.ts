import type ts from 'typescript'
import type {ImportResolver, ImportTarget} from '../import-resolution.ts'
import type {RunTimeFiles} from './run-time-files.ts'
import type {
  AbstractValue,
  CallWithArguments,
  ClassValue,
  ExternalValue,
  FunctionClosure,
  ObjectValue,
  VariableScope
} from './values.ts'

/** A model of a web framework: values for the exports of its packages. */
export interface FrameworkModel {
  /** Value of an export of a package, or of a property of it. `undefined` if the framework doesn't know it. */
  readonly valueOf: (external: ExternalValue, engine: Engine) => AbstractValue | undefined
  /**
   * Value for a parameter of this type, as a caller of the entry's exports would pass it. `undefined` if the type isn't
   * one of the framework.
   */
  readonly handedIn?: (type: string, node: ts.Node) => AbstractValue | undefined
  /**
   * Called when an object of the framework is passed to code that can't be seen. `from` is the package of that code, if
   * known.
   */
  readonly escaped?: (it: object, node: ts.Node, from?: string) => void
}

/** The interpreter as expressions, statements, and framework models see it. */
export interface Engine {
  readonly checker: ts.TypeChecker
  readonly imports: ImportResolver
  readonly files: RunTimeFiles
  /** Greater than zero while code is evaluated that might not run. */
  conditionalDepth: number
  /** Whether a function is evaluated that was passed to code that can't be seen, such as the handler of a signal. */
  readonly isCallback: boolean
  /** Arguments of each call, as last evaluated. */
  readonly argumentsByCall: WeakMap<ts.Node, readonly AbstractValue[]>
  /** Spends steps of the budget. Returns `false` if the budget is used up. */
  step(node?: ts.Node, steps?: number): boolean
  /**
   * Combines possible values into one. If there are too many, the result is unknown and the values are treated as
   * passed to unseen code.
   */
  oneOf(values: readonly AbstractValue[], node: ts.Node): AbstractValue
  /** The symbol that an identifier refers to. `undefined` if it can't be resolved. */
  symbolOf(name: ts.Identifier): ts.Symbol | undefined
  evaluate(node: ts.Expression, scope: VariableScope): AbstractValue
  apply(
    callee: AbstractValue,
    args: readonly AbstractValue[],
    node: CallWithArguments['node'] | ts.Node,
    self?: AbstractValue
  ): AbstractValue
  invoke(callee: FunctionClosure, args: readonly AbstractValue[], self?: AbstractValue): AbstractValue
  instantiate(of: ClassValue, args: readonly AbstractValue[], node: ts.Node): AbstractValue
  construct(of: ClassValue, self: ObjectValue, args: readonly AbstractValue[]): void
  /** Method or getter value by name, looked up in a class and its base classes. `undefined` if there is none. */
  memberOf(of: ClassValue, name: string, self: AbstractValue, isStaticOne: boolean): AbstractValue | undefined
  get(value: AbstractValue, name: string, node: ts.Node): AbstractValue
  valueOf(symbol: ts.Symbol, scope?: VariableScope): AbstractValue
  targetValue(meaning: ImportTarget, scope?: VariableScope): AbstractValue
  externalValue(module: string, path: readonly string[]): AbstractValue
  exportsOf(file: ts.SourceFile): AbstractValue
  /** Value of `module.exports` of a file. */
  commonJsExports(file: ts.SourceFile): AbstractValue
  replaceExports(file: ts.SourceFile, value: AbstractValue): void
  runFile(file: ts.SourceFile): void
}
