import type ts from 'typescript'

/**
 * Work that may be done, in steps and never in time: a program is read just as far on any machine. What is left out when
 * it is used up is for its owner to tell.
 */
export class Budget {
  /** Where it was used up, if that is known. Whether it was, only `isSpent` tells. */
  end: ts.Node | undefined
  #left: number

  constructor(steps: number) {
    this.#left = steps
  }

  get isSpent(): boolean {
    return this.#left < 0
  }

  /** Takes steps for the work at a place. Says whether it may be done. */
  spend(node?: ts.Node, steps = 1): boolean {
    if (this.#left >= 0) {
      this.#left -= steps
      if (this.#left < 0) this.end = node
    }
    return !this.isSpent
  }
}
