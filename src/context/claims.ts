/**
 * Shares the items of a list among threads, so that each item is claimed once. A thread claims the item after its last
 * one, because consecutive items have much in common; if that is taken, it takes the middle of the longest unclaimed
 * run, so that all threads finish at about the same time.
 */
export class Claims {
  readonly #taken: Int32Array

  constructor(shared: SharedArrayBuffer) {
    this.#taken = new Int32Array(shared)
  }

  static create(count: number): SharedArrayBuffer {
    return new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT)
  }

  /** Claims an item for the calling thread, which last claimed `last`. `undefined` if all are claimed. */
  claim(last?: number): number | undefined {
    for (;;) {
      const next = last !== undefined && this.#isFree(last + 1) ? last + 1 : this.#findMiddle()
      if (next === undefined || Atomics.compareExchange(this.#taken, next, 0, 1) === 0) return next
    }
  }

  /** Number of items that no thread has claimed yet. */
  get left(): number {
    return this.#taken.reduce((count, _, at) => count + (this.#isFree(at) ? 1 : 0), 0)
  }

  #isFree(at: number): boolean {
    return at < this.#taken.length && Atomics.load(this.#taken, at) === 0
  }

  /** Middle of the longest run of free items, or its start if it's the start of the list. */
  #findMiddle(): number | undefined {
    let [start, length] = [0, 0]
    for (let at = 0, from = 0; at < this.#taken.length; at++) {
      if (!this.#isFree(at)) from = at + 1
      else if (at + 1 - from > length) [start, length] = [from, at + 1 - from]
    }
    return length === 0 ? undefined : start === 0 ? 0 : start + (length >> 1)
  }
}
