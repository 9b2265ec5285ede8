import type ts from 'typescript'

/**
 * A limit on work, counted in steps and not in time, so that the result is the same on every machine. The owner reports
 * it when the budget is used up.
 */
export class Budget {
  /** Node at which the budget was used up, if known. Use `isSpent` to check whether it was. */
  end: ts.Node | undefined
  #left: number

  constructor(steps: number) {
    this.#left = steps
  }

  get isSpent(): boolean {
    return this.#left < 0
  }

  /** Spends steps for the work at a node. Returns whether the work can be done. */
  spend(node?: ts.Node, steps = 1): boolean {
    if (this.#left >= 0) {
      this.#left -= steps
      if (this.#left < 0) this.end = node
    }
    return !this.isSpent
  }
}
