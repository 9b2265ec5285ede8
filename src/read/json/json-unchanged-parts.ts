import {pointerKey, pointerTo} from '../../model/location.ts'
import {GROUPS, LARGE, type Part} from '../parsing/parts.ts'

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

/** Tells whether what begins at an offset is, byte by byte, an object that was read before. */
type Recognise<Known> = (pointer: string, start: number) => {readonly known: Known; readonly end: number} | undefined

/**
 * Takes a description in JSON apart, by its brackets and quotes alone. Nobody has read it yet: of what is not
 * well-formed it may say anything. Nothing, where it is no object, or comes to no end. `byLines`: a part that begins a
 * line ends where a bracket begins one at the same indentation, which is found much sooner; whether it is so shows when
 * the part is parsed by itself.
 */
export function partsIn<Known>(
  bytes: Buffer,
  recognise: Recognise<Known>,
  byLines: boolean
): Part<Known>[] | undefined {
  const scanner = new Scanner(bytes)
  const parts: Part<Known>[] = []
  const takeMembers = (...keys: readonly string[]): void => {
    const holder = {keys, pointer: pointerTo(keys)}
    scanner.members((key, at) => {
      const start = scanner.at
      if (!scanner.isAtMap) return scanner.skip()
      const pointer = `${holder.pointer}/${pointerKey(key)}`
      const found = recognise(pointer, start)
      if (found) scanner.at = found.end
      else if (!byLines || !scanner.skipLines(at)) scanner.skip()
      parts.push({holder, key, pointer, at, start, end: scanner.at, known: found?.known})
    })
  }
  const takeGroups = (): void =>
    scanner.members(key => {
      if (scanner.isAtMap) takeMembers(GROUPS, key)
      else scanner.skip()
    })
  scanner.blanks()
  if (!scanner.isAtMap) return undefined
  scanner.members(key => {
    if (!scanner.isAtMap) scanner.skip()
    else if (LARGE.has(key)) takeMembers(key)
    else if (key === GROUPS) takeGroups()
    else scanner.skip()
  })
  return scanner.at > bytes.length ? undefined : parts
}

/** Goes along bytes that should be JSON. Beyond their end there is nothing, and it stays there. */
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

  /** At a map: visits the value of each member, which the visitor has to pass; then it is behind the map. */
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

  /** Goes behind the text that begins here. */
  #text(): void {
    const bytes = this.#bytes
    let at = this.at + 1
    for (let byte = bytes[at]; byte !== QUOTE && byte !== undefined; byte = bytes[++at]) if (byte === BACKSLASH) at++
    this.at = at + 1
  }

  /**
   * Goes behind the map that begins here, whose key is written at `key`, where both stand as in a text with a line for
   * each member. Else it stays where it is.
   */
  skipLines(key: number): boolean {
    const bytes = this.#bytes
    // Where all stands on one line, a search for its start would go through all of it for each member.
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

  /** A bracket at the indentation of a key. Most keys are indented as the one before. */
  #closingAfter(line: number, key: number): Buffer {
    const length = key - line
    if (this.#closing.length !== length + 1 || this.#bytes.compare(this.#closing, 0, length, line, key) !== 0)
      this.#closing = Buffer.concat([this.#bytes.subarray(line, key), Buffer.of(CLOSE_MAP)])
    return this.#closing
  }

  /** Goes behind the value that begins here. */
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
        // Without a bracket of its own a value ends where what holds it does.
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
