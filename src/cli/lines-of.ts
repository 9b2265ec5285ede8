import type {Place} from '../model/place.ts'
import {InputError} from '../model/problem.ts'
import {decode} from '../read/disk.ts'
import {shelfOf} from '../read/spec-shelf.ts'

/** Finds the line of a file that a place is in, for what is shown: of files, and of revisions as `rev:path`. */
export function linesOf(): (place: Place) => string | undefined {
  const known = new Map<string, readonly string[]>()
  return ({source, line}) => {
    if (line === undefined || source === '-') return undefined
    const lines = known.get(source) ?? read(source)
    known.set(source, lines)
    return lines[line - 1]
  }
}

/** What cannot be read any more is shown by its place alone. */
function read(source: string): readonly string[] {
  try {
    const shelf = shelfOf(source, () => Buffer.alloc(0))
    return decode(shelf.read(shelf.path), source).split(/\r?\n/)
  } catch (error) {
    if (error instanceof InputError) return []
    throw error
  }
}
