import type ts from 'typescript'
import type {Meaning, Names} from '../import-resolution.ts'
import type {Call, Callable, ClassValue, External, Scope, Thing, Value} from './values.ts'

/** What a framework knows of its own package. */
export interface Framework {
  /** What an export of a package, or a part of it, is worth. */
  readonly valueOf: (external: External, engine: Engine) => Value | undefined
  /** What stands for a parameter of this type, which whoever calls the entry would hand in. */
  readonly handedIn?: (type: string, node: ts.Node) => Value | undefined
  /** Something of the framework's goes to code that cannot be seen: that of a package, if it is known. */
  readonly escaped?: (it: object, node: ts.Node, from?: string) => void
}

/** Follows a program: what expressions, statements and frameworks ask of each other. */
export interface Engine {
  readonly checker: ts.TypeChecker
  readonly names: Names
  /** Above zero while code runs of which it cannot be told whether it does. */
  conditional: number
  /** What each call was handed, the last time. */
  readonly argsOf: WeakMap<ts.Node, readonly Value[]>
  /** Whether another step may be gone, or as many as what stands at the place takes. */
  step(node?: ts.Node, steps?: number): boolean
  /** One of several values. Of too many nothing is known, but that those which are code may run. */
  oneOf(values: readonly Value[], node: ts.Node): Value
  /** What a name in an expression refers to. */
  symbolOf(name: ts.Identifier): ts.Symbol | undefined
  evaluate(node: ts.Expression, scope: Scope): Value
  apply(callee: Value, args: readonly Value[], node: Call['node'] | ts.Node, self?: Value): Value
  invoke(callee: Callable, args: readonly Value[], self?: Value): Value
  instantiate(of: ClassValue, args: readonly Value[], node: ts.Node): Value
  construct(of: ClassValue, self: Thing, args: readonly Value[]): void
  /** A method or an accessor, in the class or in those that it extends. */
  memberOf(of: ClassValue, name: string, self: Value, isStaticOne: boolean): Value | undefined
  get(value: Value, name: string, node: ts.Node): Value
  valueOf(symbol: ts.Symbol, scope?: Scope): Value
  meant(meaning: Meaning, scope?: Scope): Value
  external(module: string, path: readonly string[]): Value
  exportsOf(file: ts.SourceFile): Value
  /** What `module.exports` of a file is. */
  commonExports(file: ts.SourceFile): Value
  replaceExports(file: ts.SourceFile, value: Value): void
  run(file: ts.SourceFile): void
}
