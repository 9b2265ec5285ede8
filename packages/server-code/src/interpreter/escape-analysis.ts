import ts from 'typescript'
import {propertyNameOf} from '../syntax.ts'
import type {Engine, FrameworkModel} from './framework-contract.ts'
import {
  type AbstractValue,
  COMPUTED_MODULE,
  type FunctionClosure,
  type ObjectValue,
  UNKNOWN_VALUE,
  type VariableScope
} from './values.ts'

/** Maximum depth to which values returned by functions are followed. */
const MAX_DEPTH = 4
/**
 * Maximum number of calls of one function that is passed on repeatedly. Two or three are enough to see the routes that
 * it registers.
 */
const MAX_CALLS = 8

/**
 * Follows values that are passed to code that can't be seen. That code might call functions and methods of objects, and
 * also receives what they return. A router that is passed on can be mounted anywhere.
 */
export class EscapeAnalysis {
  readonly #engine: Engine
  readonly #frameworks: readonly FrameworkModel[]
  readonly #followed = new WeakSet<ObjectValue>()
  /** Places where a function was passed on more often than it is called. */
  readonly callLimitPlaces = new Set<ts.Node>()
  /** Number of functions that are evaluated as unseen code would call them. */
  depth = 0
  /** Number of calls of each function, by enclosing scope. */
  readonly #callCounts = new WeakMap<VariableScope, Map<ts.Node, number>>()

  constructor(engine: Engine, frameworks: readonly FrameworkModel[]) {
    this.#engine = engine
    this.#frameworks = frameworks
  }

  /** Follows a value that is passed on at `node`. `from` is the package that receives it, if known. */
  follow(value: AbstractValue, node: ts.Node, from?: string, depth = 0): void {
    if (depth > MAX_DEPTH || !this.#engine.step(node)) return
    if (value.kind === 'function') this.#followFunction(value, node, from, depth)
    else if (value.kind === 'native') {
      if (value.it) for (const each of this.#frameworks) each.escaped?.(value.it, node, from)
    } else if (value.kind === 'object' && value.of) this.#followMethods(value, node, from, depth)
    else if (value.kind === 'object')
      for (const inner of value.fields.values()) this.follow(inner, node, from, depth + 1)
    else if (value.kind === 'list') for (const inner of value.items) this.follow(inner, node, from, depth + 1)
    else if (value.kind === 'choice') for (const inner of value.options) this.follow(inner, node, from, depth + 1)
  }

  #followFunction(value: FunctionClosure, node: ts.Node, from: string | undefined, depth: number): void {
    const around = this.#callCounts.get(value.scope) ?? new Map<ts.Node, number>()
    const before = around.get(value.node) ?? 0
    // The enclosing scope can differ between calls, for example the current item of a loop.
    if (before >= MAX_CALLS) this.callLimitPlaces.add(node)
    if (before >= MAX_CALLS || (before > 0 && depth > 0)) return
    this.#callCounts.set(value.scope, around.set(value.node, before + 1))
    const isLoaded = from === COMPUTED_MODULE
    const given = value.node.parameters.map((): AbstractValue => (isLoaded ? {kind: 'unknown', from} : UNKNOWN_VALUE))
    this.depth++
    const made = this.#engine.invoke(value, given)
    this.depth--
    this.follow(made, node, isLoaded ? undefined : from, depth + 1)
  }

  #followMethods(self: ObjectValue, node: ts.Node, from: string | undefined, depth: number): void {
    if (this.#followed.has(self)) return
    this.#followed.add(self)
    for (let of: AbstractValue | undefined = self.of; of?.kind === 'class'; of = of.base) {
      for (const member of of.node.members) {
        const name = ts.isMethodDeclaration(member) ? propertyNameOf(member.name) : undefined
        const method = name === undefined ? undefined : this.#engine.memberOf(of, name, self, false)
        if (method?.kind === 'function') this.follow(method, node, from, depth + 1)
      }
    }
  }
}
