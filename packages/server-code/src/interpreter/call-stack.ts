import type ts from 'typescript'
import {type AbstractValue, UNKNOWN_VALUE} from './values.ts'

const MAX_DEPTH = 120
const IS_NO_WALK = (): boolean => false
/** Maximum depth of folders that a function walks through. */
const MAX_FOLDERS = 8

/** The stack of functions that are being evaluated, with limits on depth and recursion. */
export class CallStack {
  readonly #stack: ts.Node[] = []
  /** For each function on the stack, whether it was called to walk through a folder. */
  readonly #walks: (() => boolean)[] = []
  /** How often each function is on the stack. */
  readonly #counts = new Map<ts.Node, number>()

  get last(): ts.Node | undefined {
    return this.#stack.at(-1)
  }

  /**
   * Runs `work` as a call of the function `node`. A recursive function is entered at most once more, because a second
   * round registers nothing new, unless it walks through folders; beyond that, the result is unknown.
   */
  enter(node: ts.Node, work: () => AbstractValue, isFolderWalk = IS_NO_WALK): AbstractValue {
    const open = this.#counts.get(node) ?? 0
    const isWalk = (): boolean => isFolderWalk() || this.#walks.some(each => each())
    if (this.#stack.length > MAX_DEPTH || open > MAX_FOLDERS || (open > 1 && !isWalk())) return UNKNOWN_VALUE
    this.#stack.push(node)
    this.#walks.push(isFolderWalk)
    this.#counts.set(node, open + 1)
    try {
      return work()
    } finally {
      this.#counts.set(node, open)
      this.#stack.pop()
      this.#walks.pop()
    }
  }
}

/** A function on the way of a request, with the call that leads to it from the function above. */
export interface RequestFrame {
  readonly fn: ts.FunctionLikeDeclaration
  readonly call?: ts.CallExpression
  readonly above?: RequestFrame
}
