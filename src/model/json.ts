export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value if it is an object; otherwise one without properties. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

/** Own property of an object, never an inherited one; `undefined` if there is none. */
export const own = (record: object, name: string): unknown =>
  Object.hasOwn(record, name) ? (record as Readonly<Record<string, unknown>>)[name] : undefined

/** The value that own properties lead to, one inside the other; `undefined` if one is missing. */
export const ownAt = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((here, key) => (isRecord(here) ? own(here, key) : undefined), value)

/** Sets an own property, even if it is called `__proto__`: an assignment would call the inherited setter instead. */
export function setOwn(record: object, name: string, value: unknown): void {
  Object.defineProperty(record, name, {value, enumerable: true, configurable: true, writable: true})
}

/** Reference in place of a schema that can't be read from code. It resolves to nothing. */
export const UNKNOWN_SCHEMA = '#/x-unknown'
