import {findFileTree} from '../documents/file-tree.ts'
import {ignoreInputErrors} from '../model/input-error.ts'
import type {SourceLocation} from '../model/location.ts'
import {convertToLineFeeds, decodeUtf8} from '../stores/files/text-bytes.ts'
import type {Workspace} from '../stores/files/workspace.ts'

const LINE_FEED = 10

/** Creates a function that finds the source line of a location, in a file or in a git revision (`rev:path`). */
export function createLineReader(workspace: Workspace): (place: SourceLocation) => string | undefined {
  const known = new Map<string, Lines>()
  return ({source, line}) => {
    if (line === undefined || source === '-') return undefined
    const lines = known.get(source) ?? new Lines(readBytes(workspace, source))
    known.set(source, lines)
    return lines.at(line, source)
  }
}

/**
 * Finds single lines of a file by counting line feeds only up to the requested line, because most of a large file is
 * never shown.
 */
class Lines {
  readonly #bytes: Buffer
  /** Byte offsets of the lines counted so far. */
  readonly #starts = [0]

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  at(line: number, source: string): string | undefined {
    for (let next = this.#starts.length; next <= line; next++) {
      const end = this.#bytes.indexOf(LINE_FEED, this.#starts[next - 1])
      if (end === -1) break
      this.#starts.push(end + 1)
    }
    const start = this.#starts[line - 1]
    if (start === undefined) return undefined
    const end = (this.#starts[line] ?? this.#bytes.length + 1) - 1
    return decodeUtf8(this.#bytes.subarray(start, end), source).replace(/\r$/, '')
  }
}

/** Reads a file. Empty if it can't be read any more, so only its location is shown. */
function readBytes(workspace: Workspace, source: string): Buffer {
  return ignoreInputErrors(() => {
    const tree = findFileTree(workspace, source, () => Buffer.alloc(0))
    return convertToLineFeeds(tree.read(tree.path))
  }, Buffer.alloc(0))
}
