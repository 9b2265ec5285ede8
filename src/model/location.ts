/**
 * A position in an input: a source (a path as the user gave it, or `rev:path`) and a JSON pointer into it, or a line
 * and column, both counted from 1. Lines and columns of YAML and JSON are looked up only for positions that are
 * printed.
 */
export interface SourceLocation {
  readonly source: string
  readonly pointer?: string
  readonly line?: number
  readonly column?: number
}

/** Escapes one key of a JSON pointer (RFC 6901). */
export function escapePointerKey(key: string | number): string {
  const step = String(key)
  return /[~/]/.test(step) ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step
}

export const formatPointer = (path: readonly PropertyKey[]): string =>
  path.map(key => `/${escapePointerKey(typeof key === 'number' ? key : String(key))}`).join('')

/** Splits a JSON pointer into its unescaped keys. */
export const parsePointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(key => (key.includes('~') ? key.replaceAll('~1', '/').replaceAll('~0', '~') : key))

/** A function that adds the line and column to a location, if they can be determined. */
export type LocateSource = (place: SourceLocation) => SourceLocation

/** The name of a file without its ending. */
export const nameOfFile = (address: string): string =>
  decodeURIComponent(
    address
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? ''
  )

/** Whether a file is server code, by its extension. Code states in comments what a description states in keys. */
export const isCode = (source: string): boolean => /\.[cm]?[jt]sx?$/i.test(source)
