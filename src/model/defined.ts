/** The type of an object whose members that may be `undefined` are optional instead. */
type Defined<T> = {[Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key]} & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>
}

/** The object without members that are `undefined`, in the same order, because a missing member means absent. */
export function defined<const T extends object>(members: T): Defined<T> {
  const present: Record<string, unknown> = {}
  for (const key of Object.keys(members)) {
    const value = (members as Record<string, unknown>)[key]
    if (value !== undefined) present[key] = value
  }
  return present as Defined<T>
}
