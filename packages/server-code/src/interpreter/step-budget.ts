import type ts from 'typescript'

/**
 * A limit on work, counted in steps and not in time, so that the result is the same on every machine. The owner reports
 * it when the budget is used up.
 */
export class WorkBudget {
  /** Node at which the budget was used up, if known. Use `isExhausted` to check whether it was. */
  exhaustedAt: ts.Node | undefined
  #remaining: number

  constructor(steps: number) {
    this.#remaining = steps
  }

  get isExhausted(): boolean {
    return this.#remaining < 0
  }

  /** Spends steps for the work at a node. Returns whether the work can be done. */
  spend(node?: ts.Node, steps = 1): boolean {
    if (this.#remaining >= 0) {
      this.#remaining -= steps
      if (this.#remaining < 0) this.exhaustedAt = node
    }
    return !this.isExhausted
  }
}
