import {pointerKey, pointerTo} from '../../model/location.ts'
import {GROUPS, LARGE, type Part} from '../parsing/parts.ts'

const FEED = 10
const TAB = 9
const RETURN = 13
const SPACE = 32
const HASH = 35

/** Tells whether what stands behind a key that is indented so far is, letter by letter, what was read before. */
type Recognise<Known> = (
  pointer: string,
  start: number,
  indent: number
) => {readonly known: Known; readonly end: number} | undefined

/**
 * Takes a description in YAML apart, by its lines and how far they are indented. Nobody has read it yet: where a text, or
 * a list in brackets, goes on further left than it may, this says what is not so. Nothing, where it is written in another
 * way than most are.
 */
export function partsInYaml<Known>(text: string, recognise: Recognise<Known>): readonly Part<Known>[] | undefined {
  const lines = new Lines(text)
  const parts: Part<Known>[] = []
  const takeMembers = (above: number, ...keys: readonly string[]): void => {
    const holder = {keys, pointer: pointerTo(keys)}
    lines.members(above, (key, at, indent) => {
      const start = lines.at
      if (key === undefined) return lines.skip(indent)
      const pointer = `${holder.pointer}/${pointerKey(key)}`
      const found = recognise(pointer, start, indent)
      const known = found && lines.endsAt(found.end, indent) ? found.known : undefined
      if (found && known !== undefined) lines.at = found.end
      else lines.skip(indent)
      parts.push({holder, key, pointer, at, start, end: lines.at, known})
    })
  }
  const takeGroups = (above: number): void =>
    lines.members(above, (key, _, indent) => {
      if (key !== undefined && lines.isAtEndOfLine) takeMembers(indent, GROUPS, key)
      else lines.skip(indent)
    })
  lines.members(-1, (key, at, indent) => {
    // What a directive says holds for all below.
    if (text[at] === '%') lines.isLost = true
    if (key === undefined || !lines.isAtEndOfLine) lines.skip(indent)
    else if (LARGE.has(key)) takeMembers(indent, key)
    else if (key === GROUPS) takeGroups(indent)
    else lines.skip(indent)
  })
  return lines.isLost || lines.at < text.length ? undefined : parts
}

/** A plain key without spaces, or one in quotes that holds no escapes; behind its colon a space, or nothing. */
const KEY = /(?:"([^"\\\n]*)"|'([^'\n]*)'|([^\s"'#&*!|>%@`,[\]{}?:-]\S*?)) *:(?=[ \r\n]|$)/y
const REST_OF_LINE = /[ ]*(?:[ ]#[^\n]*|\r)?(?:\n|$)/y

/** Goes along lines that should be YAML in block style. */
class Lines {
  readonly #text: string
  at = 0
  /** It is written in a way of which the indentation tells too little. */
  isLost = false

  constructor(text: string) {
    this.#text = text
  }

  /** Whether nothing more than a comment stands in the line from here on. */
  get isAtEndOfLine(): boolean {
    REST_OF_LINE.lastIndex = this.at
    return REST_OF_LINE.test(this.#text)
  }

  /**
   * Visits the members of a map that is indented further than what holds it, each behind the colon of its key; the
   * visitor has to pass what belongs to it. Behind the map, the next line is one that belongs to something else.
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
      // The visitor has come to an end of something else than this map.
      if (this.isLost) return
    }
    // Further right than what holds it, and further left than its members: no map of block style is like that.
    if (this.at < this.#text.length && this.#indent() > above) this.isLost = true
  }

  /** At the rest of a line: goes to the next line that says something, unless one has been reached. */
  skipLine(above: number): void {
    if (above >= 0 || this.at > 0) this.at = this.#next(this.at)
    while (this.at < this.#text.length && this.#saysNothing(this.at)) this.at = this.#next(this.at)
    if (this.at < this.#text.length && this.#text.charCodeAt(this.at + this.#indent()) === TAB) this.isLost = true
  }

  /** Goes to the next line that says something and is indented no further. */
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

  /** Whether a value may end there: a line begins that says something, and is indented no further. */
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

  /** An empty line, or one with a comment alone. */
  #saysNothing(at: number): boolean {
    let next = at
    while (this.#text.charCodeAt(next) === SPACE) next++
    const code = this.#text.charCodeAt(next)
    return code === FEED || code === HASH || code === RETURN || Number.isNaN(code)
  }
}
