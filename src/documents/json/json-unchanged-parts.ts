import {escapePointerKey, formatPointer} from '../../model/location.ts'
import {COMPONENTS_KEY, LARGE_MAP_KEYS, type PartSpan} from '../parsing/parts.ts'

const RETURN = 13
const FEED = 10
const TAB = 9
const SPACE = 32
const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN_MAP = 123
const CLOSE_MAP = 125

/** Checks whether the bytes at an offset equal a cached part. */
type Recognize<Known> = (pointer: string, start: number) => {readonly known: Known; readonly end: number} | undefined

/**
 * Splits a JSON description into parts by brackets and quotes alone, without validating it, so the result is unreliable
 * for malformed JSON. `undefined` if it isn't an object or doesn't end. With `byLines`, a part that begins a line ends
 * at the first line with a closing bracket at the same indentation, which is found much faster; parsing the part shows
 * whether that was right.
 */
export function splitJson<Known>(
  bytes: Buffer,
  recognize: Recognize<Known>,
  byLines: boolean
): PartSpan<Known>[] | undefined {
  const scanner = new Scanner(bytes)
  const parts: PartSpan<Known>[] = []
  const takeMembers = (...keys: readonly string[]): void => {
    const map = {keys, pointer: formatPointer(keys)}
    scanner.members((key, at) => {
      const start = scanner.at
      if (!scanner.isAtMap) return scanner.skip()
      const pointer = `${map.pointer}/${escapePointerKey(key)}`
      const found = recognize(pointer, start)
      if (found) scanner.at = found.end
      else if (!byLines || !scanner.skipLines(at)) scanner.skip()
      parts.push({holder: map, key, pointer, at, start, end: scanner.at, known: found?.known})
    })
  }
  const takeGroups = (): void =>
    scanner.members(key => {
      if (scanner.isAtMap) takeMembers(COMPONENTS_KEY, key)
      else scanner.skip()
    })
  scanner.blanks()
  if (!scanner.isAtMap) return undefined
  scanner.members(key => {
    if (!scanner.isAtMap) scanner.skip()
    else if (LARGE_MAP_KEYS.has(key)) takeMembers(key)
    else if (key === COMPONENTS_KEY) takeGroups()
    else scanner.skip()
  })
  return scanner.at > bytes.length ? undefined : parts
}

/** Scans bytes that should be JSON, from the offset `at`. It never moves beyond the end of the bytes. */
class Scanner {
  readonly #bytes: Buffer
  #closing = Buffer.alloc(0)
  at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtMap(): boolean {
    return this.#bytes[this.at] === OPEN_MAP
  }

  blanks(): void {
    for (let byte = this.#bytes[this.at]; isBlank(byte); byte = this.#bytes[++this.at]);
  }

  /**
   * Calls `visit` for each member of the map at the current offset, and moves to after the map. `visit` must move to
   * after the value.
   */
  members(visit: (key: string, at: number) => void): void {
    const bytes = this.#bytes
    this.at++
    for (;;) {
      this.blanks()
      const byte = bytes[this.at]
      if (byte === COMMA) {
        this.at++
        continue
      }
      if (byte !== QUOTE) {
        this.at = byte === CLOSE_MAP ? this.at + 1 : bytes.length + 1
        return
      }
      const start = this.at
      this.#text()
      const key = bytes.toString('utf8', start + 1, this.at - 1)
      this.blanks()
      if (bytes[this.at] !== COLON) {
        this.at = bytes.length + 1
        return
      }
      this.at++
      this.blanks()
      visit(key, start)
    }
  }

  /** Moves to after the string that begins here. */
  #text(): void {
    const bytes = this.#bytes
    let at = this.at + 1
    for (let byte = bytes[at]; byte !== QUOTE && byte !== undefined; byte = bytes[++at]) if (byte === BACKSLASH) at++
    this.at = at + 1
  }

  /**
   * Moves to after the map that begins here and whose key is at `key`, if the text has one line per member. Otherwise
   * returns `false` and doesn't move.
   */
  skipLines(key: number): boolean {
    const bytes = this.#bytes
    // If everything is on one line, searching for the line start would scan all of it for each member.
    let line = key - 1
    while (bytes[line] !== FEED && isBlank(bytes[line])) line--
    const isFirst = bytes[this.at + 1] === FEED || (bytes[this.at + 1] === RETURN && bytes[this.at + 2] === FEED)
    if (bytes[line] !== FEED || !isFirst) return false
    const closing = this.#closingAfter(line, key)
    const end = bytes.indexOf(closing, this.at)
    if (end === -1) return false
    this.at = end + closing.length
    return true
  }

  /** A closing bracket at the indentation of the key. Cached, because most keys are indented like the one before. */
  #closingAfter(line: number, key: number): Buffer {
    const length = key - line
    if (this.#closing.length !== length + 1 || this.#bytes.compare(this.#closing, 0, length, line, key) !== 0)
      this.#closing = Buffer.concat([this.#bytes.subarray(line, key), Buffer.of(CLOSE_MAP)])
    return this.#closing
  }

  /** Moves to after the value that begins here. */
  skip(): void {
    const bytes = this.#bytes
    let [at, depth] = [this.at, 0]
    for (;;) {
      const byte = bytes[at]
      if (byte === QUOTE) {
        for (let next = bytes[++at]; next !== QUOTE && next !== undefined; next = bytes[++at])
          if (next === BACKSLASH) at++
        at++
        if (depth === 0) break
      } else if (byte === OPEN_MAP || byte === OPEN_LIST) {
        depth++
        at++
      } else if (byte === CLOSE_MAP || byte === CLOSE_LIST) {
        // A value without brackets ends at the closing bracket of its container.
        if (depth === 0) break
        at++
        if (--depth === 0) break
      } else if (byte === undefined) {
        at = bytes.length + 1
        break
      } else if (depth === 0 && (byte === COMMA || isBlank(byte))) break
      else at++
    }
    this.at = at
  }
}

const isBlank = (byte: number | undefined): boolean =>
  byte === SPACE || byte === FEED || byte === RETURN || byte === TAB
