import {escapePointerKey, formatPointer} from '../../model/location.ts'
import {COMPONENTS_KEY, LARGE_MAP_KEYS, type PartSpan} from '../parsing/parts.ts'

const FEED = 10
const TAB = 9
const RETURN = 13
const SPACE = 32
const HASH = 35

/** Checks whether the text after a key at this indentation equals a cached part. */
type Recognize<Known> = (
  pointer: string,
  start: number,
  indent: number
) => {readonly known: Known; readonly end: number} | undefined

/**
 * Splits a YAML description into parts by lines and indentation alone, without validating it. If a block scalar or flow
 * collection has too little indentation, the result is wrong. `undefined` if the file has an unusual layout.
 */
export function splitYaml<Known>(text: string, recognize: Recognize<Known>): readonly PartSpan<Known>[] | undefined {
  const lines = new LineScanner(text)
  const parts: PartSpan<Known>[] = []
  const takeMembers = (above: number, ...keys: readonly string[]): void => {
    const map = {keys, pointer: formatPointer(keys)}
    lines.members(above, (key, at, indent) => {
      const start = lines.at
      if (key === undefined) return lines.skip(indent)
      const pointer = `${map.pointer}/${escapePointerKey(key)}`
      const found = recognize(pointer, start, indent)
      const known = found && lines.endsAt(found.end, indent) ? found.known : undefined
      if (found && known !== undefined) lines.at = found.end
      else lines.skip(indent)
      parts.push({holder: map, key, pointer, at, start, end: lines.at, known})
    })
  }
  const takeGroups = (above: number): void =>
    lines.members(above, (key, _, indent) => {
      if (key !== undefined && lines.isAtEndOfLine) takeMembers(indent, COMPONENTS_KEY, key)
      else lines.skip(indent)
    })
  lines.members(-1, (key, at, indent) => {
    // A directive affects everything after it.
    if (text[at] === '%') lines.isLost = true
    if (key === undefined || !lines.isAtEndOfLine) lines.skip(indent)
    else if (LARGE_MAP_KEYS.has(key)) takeMembers(indent, key)
    else if (key === COMPONENTS_KEY) takeGroups(indent)
    else lines.skip(indent)
  })
  return lines.isLost || lines.at < text.length ? undefined : parts
}

/** A plain key without spaces or a quoted key without escapes, followed by a colon and white space. */
const KEY = /(?:"([^"\\\n]*)"|'([^'\n]*)'|([^\s"'#&*!|>%@`,[\]{}?:-]\S*?)) *:(?=[ \r\n]|$)/y
const REST_OF_LINE = /[ ]*(?:[ ]#[^\n]*|\r)?(?:\n|$)/y

/** Scans lines that should be block-style YAML. */
class LineScanner {
  readonly #text: string
  at = 0
  /** Set if the layout is too unusual to be split by indentation. */
  isLost = false

  constructor(text: string) {
    this.#text = text
  }

  /** Whether the rest of the line contains at most a comment. */
  get isAtEndOfLine(): boolean {
    REST_OF_LINE.lastIndex = this.at
    return REST_OF_LINE.test(this.#text)
  }

  /**
   * Calls `visit` for each member of a map that is indented further than its container, at the colon of the key.
   * `visit` must move to after the value. Afterward, the scanner is at the next line outside the map.
   */
  members(above: number, visit: (key: string | undefined, at: number, indent: number) => void): void {
    this.skipLine(above)
    const indent = this.#indent()
    if (indent <= above) return
    while (this.at < this.#text.length && this.#indent() === indent) {
      const at = this.at + indent
      KEY.lastIndex = at
      const [all, double, single, plain] = KEY.exec(this.#text) ?? []
      this.at = at + (all?.length ?? 0)
      visit(double ?? single ?? plain, at, indent)
      // The layout turned out to be unusual while visiting the value.
      if (this.isLost) return
    }
    // Indented further than the container but less than the members: not a valid block map.
    if (this.at < this.#text.length && this.#indent() > above) this.isLost = true
  }

  /** Moves from the rest of a line to the next line with content. */
  skipLine(above: number): void {
    if (above >= 0 || this.at > 0) this.at = this.#next(this.at)
    while (this.at < this.#text.length && this.#saysNothing(this.at)) this.at = this.#next(this.at)
    if (this.at < this.#text.length && this.#text.charCodeAt(this.at + this.#indent()) === TAB) this.isLost = true
  }

  /** Moves to the next line with content that isn't indented further. */
  skip(indent: number): void {
    const text = this.#text
    for (this.at = this.#next(this.at); this.at < text.length; this.at = this.#next(this.at)) {
      let column = 0
      while (column <= indent && text.charCodeAt(this.at + column) === SPACE) column++
      if (column > indent || this.#saysNothing(this.at)) continue
      if (text.charCodeAt(this.at + column) === TAB) this.isLost = true
      return
    }
  }

  /** Whether a value can end at an offset: the next line has content and isn't indented further. */
  endsAt(at: number, indent: number): boolean {
    if (at >= this.#text.length) return at === this.#text.length && this.#text.charCodeAt(at - 1) === FEED
    let column = 0
    while (column <= indent && this.#text.charCodeAt(at + column) === SPACE) column++
    const isFurther = column > indent || this.#text.charCodeAt(at + column) === TAB
    return this.#text.charCodeAt(at - 1) === FEED && !isFurther && !this.#saysNothing(at)
  }

  #indent(): number {
    let column = 0
    while (this.#text.charCodeAt(this.at + column) === SPACE) column++
    return column
  }

  #next(at: number): number {
    const end = this.#text.indexOf('\n', at)
    return end === -1 ? this.#text.length : end + 1
  }

  /** Whether a line is empty or only a comment. */
  #saysNothing(at: number): boolean {
    let next = at
    while (this.#text.charCodeAt(next) === SPACE) next++
    const code = this.#text.charCodeAt(next)
    return code === FEED || code === HASH || code === RETURN || Number.isNaN(code)
  }
}
