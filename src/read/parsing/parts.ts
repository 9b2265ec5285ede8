/** One of the large maps of a description. */
export interface Holder {
  /** The keys that lead to it. */
  readonly keys: readonly string[]
  readonly pointer: string
}

/**
 * A member of one of the large maps of a description, whose value is an object. Offsets are in bytes of JSON, and in
 * characters of YAML.
 */
export interface Part<Known> {
  readonly holder: Holder
  /** As it is written. */
  readonly key: string
  /** Where it leads to, as a JSON pointer. */
  readonly pointer: string
  /** Where its key is written, with its quotes. */
  readonly at: number
  /** Its value: in JSON with its brackets, in YAML all that stands behind the colon, up to the next key. */
  readonly start: number
  readonly end: number
  /** What it was recognised as. */
  readonly known: Known | undefined
}

/** Paths that are told apart by their queries: an extension of AutoRest, as all clients of Azure are made with. */
export const OVERLOADED = 'x-ms-paths'

/** In these maps a description has most of what it says, member by member; in the last one, in maps of maps. */
export const LARGE: ReadonlySet<string> = new Set([
  ...['paths', OVERLOADED, 'webhooks', 'x-webhooks'],
  ...['definitions', 'parameters', 'responses']
])
export const GROUPS = 'components'
