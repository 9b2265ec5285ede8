import {InputError} from '../model/input-error.ts'
import type {Place} from '../model/location.ts'
import {shelfOf} from '../read/document/file-tree.ts'
import {withLineFeeds} from '../read/files/line-endings.ts'
import {decode} from '../read/files/utf8.ts'

const FEED = 10

/** Finds the line of a file that a place is in, for what is shown: of files, and of revisions as `rev:path`. */
export function linesOf(): (place: Place) => string | undefined {
  const known = new Map<string, Lines>()
  return ({source, line}) => {
    if (line === undefined || source === '-') return undefined
    const lines = known.get(source) ?? new Lines(read(source))
    known.set(source, lines)
    return lines.at(line, source)
  }
}

/** Most of a large file is never shown: its lines are only counted, and only as far as somebody asks. */
class Lines {
  readonly #bytes: Buffer
  /** Where the lines begin that were counted so far. */
  readonly #starts = [0]

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  at(line: number, source: string): string | undefined {
    for (let next = this.#starts.length; next <= line; next++) {
      const end = this.#bytes.indexOf(FEED, this.#starts[next - 1])
      if (end === -1) break
      this.#starts.push(end + 1)
    }
    const start = this.#starts[line - 1]
    if (start === undefined) return undefined
    const end = (this.#starts[line] ?? this.#bytes.length + 1) - 1
    return decode(this.#bytes.subarray(start, end), source).replace(/\r$/, '')
  }
}

/** What cannot be read any more is shown by its place alone. */
function read(source: string): Buffer {
  try {
    const shelf = shelfOf(source, () => Buffer.alloc(0))
    return withLineFeeds(shelf.read(shelf.path))
  } catch (error) {
    if (error instanceof InputError) return Buffer.alloc(0)
    throw error
  }
}
