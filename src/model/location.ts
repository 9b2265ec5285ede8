/**
 * Where something is written: a source (a path as the user gave it, or `rev:path`) and a JSON pointer into it, or a
 * line and column, both from 1. Lines of YAML and JSON are looked up only for what is shown.
 */
export interface Place {
  readonly source: string
  readonly pointer?: string
  readonly line?: number
  readonly column?: number
}

/** Escapes one key of a JSON pointer (RFC 6901). */
export function pointerKey(key: string | number): string {
  const step = String(key)
  return /[~/]/.test(step) ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step
}

export const pointerTo = (path: readonly PropertyKey[]): string =>
  path.map(key => `/${pointerKey(typeof key === 'number' ? key : String(key))}`).join('')

/** The keys of a JSON pointer. */
export const pathOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(key => (key.includes('~') ? key.replaceAll('~1', '/').replaceAll('~0', '~') : key))

/** Fills in the line and column of a place, where they can be known. */
export type Locate = (place: Place) => Place
