/** Worked out when it is first asked for; what it was worked out from is let go. */
export class Lazy<Value> {
  #make: (() => Value) | undefined
  #value: Value | undefined
  readonly #meanwhile: Value

  /** `meanwhile` is the answer to who asks while it is being worked out: what leads back to itself tells no more. */
  constructor(make: () => Value, meanwhile: Value) {
    this.#make = make
    this.#meanwhile = meanwhile
    this.#value = meanwhile
  }

  /** Lets go of it: who asks later is told no more than is known by now. */
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
