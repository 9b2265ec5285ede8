import type ts from 'typescript'
import {UNKNOWN, type Value} from './values.ts'

const DEEPEST = 120

/** The functions that are being followed, each called by the one before. */
export class Calls {
  readonly #stack: ts.Node[] = []
  /** How often each is on the stack. */
  readonly #open = new Map<ts.Node, number>()

  get last(): ts.Node | undefined {
    return this.#stack.at(-1)
  }

  /** Who calls himself is gone into once: the second time nothing new is registered. */
  into(node: ts.Node, work: () => Value): Value {
    const open = this.#open.get(node) ?? 0
    if (this.#stack.length > DEEPEST || open > 1) return UNKNOWN
    this.#stack.push(node)
    this.#open.set(node, open + 1)
    try {
      return work()
    } finally {
      this.#open.set(node, open)
      this.#stack.pop()
    }
  }
}
