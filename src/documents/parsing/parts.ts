/** One of the large maps of a description. */
export interface LargeMap {
  /** The keys that lead to it. */
  readonly keys: readonly string[]
  readonly pointer: string
}

/** A member of a large map, whose value is an object. Offsets are in bytes. */
export interface PartSpan<Known> {
  readonly holder: LargeMap
  /** The key as written. */
  readonly key: string
  /** The JSON pointer of the member. */
  readonly pointer: string
  /** The offset of the key, including its quotes. */
  readonly at: number
  /** The range of the value, including its brackets. */
  readonly start: number
  readonly end: number
  /** The cached part with the same bytes; `undefined` if there is none. */
  readonly known: Known | undefined
}

/** AutoRest's extension for paths that differ only in their query. Azure's descriptions use it. */
export const QUERY_PATHS_KEY = 'x-ms-paths'

/** Top-level maps whose members make up most of a description. `GROUPS` contains maps of such maps. */
export const LARGE_MAP_KEYS: ReadonlySet<string> = new Set([
  ...['paths', QUERY_PATHS_KEY, 'webhooks', 'x-webhooks'],
  ...['definitions', 'parameters', 'responses']
])
export const COMPONENTS_KEY = 'components'
