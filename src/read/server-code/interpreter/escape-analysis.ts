import ts from 'typescript'
import {nameOf} from '../syntax.ts'
import type {Engine, Framework} from './framework-contract.ts'
import {type Scope, type Thing, UNKNOWN, type Value} from './values.ts'

/** How far what comes back from functions is followed. */
const DEEPEST = 4
/** How often a function is called that is handed on again and again: for routes of its own twice or thrice would do. */
const MOST_CALLS = 8

/**
 * What goes to code that cannot be seen. Functions may be called there, and methods of objects; what comes back from them
 * goes there too. Who takes a router may do anything with it.
 */
export class Escape {
  readonly #engine: Engine
  readonly #frameworks: readonly Framework[]
  readonly #gone = new WeakSet<Thing>()
  /** Where a function was handed on once too often to be called again. */
  readonly unrepeated = new Set<ts.Node>()
  /** How often functions were called, by what is around them. */
  readonly #called = new WeakMap<Scope, Map<ts.Node, number>>()

  constructor(engine: Engine, frameworks: readonly Framework[]) {
    this.#engine = engine
    this.#frameworks = frameworks
  }

  /** `from` is the package that the code is of, if that is known. */
  of(value: Value, node: ts.Node, from?: string, depth = 0): void {
    if (depth > DEEPEST || !this.#engine.step(node)) return
    if (value.kind === 'function') {
      const around = this.#called.get(value.scope) ?? new Map<ts.Node, number>()
      const before = around.get(value.node) ?? 0
      // What is around it may have changed in between, as a list has that it goes through.
      if (before >= MOST_CALLS) this.unrepeated.add(node)
      if (before >= MOST_CALLS || (before > 0 && depth > 0)) return
      this.#called.set(value.scope, around.set(value.node, before + 1))
      const given = value.node.parameters.map(() => UNKNOWN)
      this.of(this.#engine.invoke(value, given), node, from, depth + 1)
    } else if (value.kind === 'native') {
      if (value.it) for (const each of this.#frameworks) each.escaped?.(value.it, node, from)
    } else if (value.kind === 'object' && value.of) this.#instance(value, node, from, depth)
    else if (value.kind === 'object') for (const inner of value.fields.values()) this.of(inner, node, from, depth + 1)
    else if (value.kind === 'list') for (const inner of value.items) this.of(inner, node, from, depth + 1)
    else if (value.kind === 'choice') for (const inner of value.options) this.of(inner, node, from, depth + 1)
  }

  #instance(self: Thing, node: ts.Node, from: string | undefined, depth: number): void {
    if (this.#gone.has(self)) return
    this.#gone.add(self)
    for (let of: Value | undefined = self.of; of?.kind === 'class'; of = of.base) {
      for (const member of of.node.members) {
        const name = ts.isMethodDeclaration(member) ? nameOf(member.name) : undefined
        const method = name === undefined ? undefined : this.#engine.memberOf(of, name, self, false)
        if (method?.kind === 'function') this.of(method, node, from, depth + 1)
      }
    }
  }
}
