/** A value that is computed on first use. The function that computes it is released afterwards. */
export class LazyValue<Value> {
  #make: (() => Value) | undefined
  #value: Value | undefined
  readonly #meanwhile: Value

  /** `meanwhile` is the result of a recursive access while the value is being computed. */
  constructor(make: () => Value, meanwhile: Value) {
    this.#make = make
    this.#meanwhile = meanwhile
    this.#value = meanwhile
  }

  /** Releases the computation. The value stays what it is by now. */
  drop(): void {
    this.#make = undefined
  }

  get(): Value {
    const make = this.#make
    if (make) {
      this.#make = undefined
      this.#value = make()
    }
    return this.#value ?? this.#meanwhile
  }
}
