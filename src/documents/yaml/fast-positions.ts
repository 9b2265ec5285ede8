import type {KeyTrail} from '../parsing/key-trail.ts'

/** A line of the text: its offset, the offset and column of its first character, and the offset of the next line. */
interface Line {
  readonly start: number
  readonly at: number
  readonly column: number
  readonly next: number
}

/** A plain or quoted key, up to and including its colon. */
const KEY =
  /(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\n]|'')*)'|([^\s#&*!|>%@`"'[\]{},?:-][^\n]*?|[?:-][^\s][^\n]*?))\s*:(?=[ \t\r\n]|$)/y
const BLOCK = /[ \t]*(?:&\S+[ \t]*)?(?:!\S*[ \t]*)?(?:#[^\n]*)?\r?$/

/** Handles a flow collection that begins at `start`. */
export type FlowHandler = (start: number, trail: KeyTrail) => void

/**
 * Fills in the offsets of a trail from lines and indentation alone, which is many times faster than the parser. Flow
 * collections are passed to `readOn`; anything behind an alias or merge key, or in an unusual form, is left for the
 * parser. What certainly doesn't exist is marked as absent.
 */
export function locateInLines(text: string, root: KeyTrail, readOn: FlowHandler): void {
  const first = lineAt(text, 0)
  if (!first) return
  root.offset = first.at
  new LineWalker(text, readOn).walk(first, root)
}

/**
 * The first line with content at or after the line start `offset`, with at most `rightmost` columns of indentation;
 * `undefined` if there is none.
 */
function lineAt(text: string, offset: number, rightmost = Number.POSITIVE_INFINITY): Line | undefined {
  for (let start = offset; start < text.length; ) {
    const end = text.indexOf('\n', start)
    const next = end === -1 ? text.length : end + 1
    let at = start
    while (text.charCodeAt(at) === 32 || (start === 0 && text.charCodeAt(at) === 0xfeff)) at++
    if (at - start > rightmost) {
      start = next
      continue
    }
    const code = text.charCodeAt(at)
    const isEmpty = at >= next - 1 && end !== -1 ? true : Number.isNaN(code)
    const isAside = code === 35 || code === 13 || (at === start && (code === 37 || text.startsWith('---', at)))
    if (!isEmpty && !isAside) return {start, at, column: at - start, next}
    start = next
  }
  return undefined
}

const isItem = (text: string, at: number): boolean =>
  text[at] === '-' && (text[at + 1] === ' ' || text[at + 1] === '\n' || text[at + 1] === '\r')

class LineWalker {
  readonly #text: string
  readonly #readOn: FlowHandler

  constructor(text: string, readOn: FlowHandler) {
    this.#text = text
    this.#readOn = readOn
  }

  walk(line: Line, trail: KeyTrail): void {
    if (isItem(this.#text, line.at)) this.#inList(line, trail)
    else this.#inMap(line, trail)
  }

  #inMap(first: Line, trail: KeyTrail): void {
    const text = this.#text
    const {column} = first
    const wanted = new Set(trail.below.keys())
    for (let line: Line | undefined = first; line && line.column >= column; line = lineAt(text, line.next, column)) {
      if (isItem(text, line.at)) continue
      KEY.lastIndex = line.at
      const match = KEY.exec(text)
      // Anything but a map in its usual form is left for the parser.
      if (!match || match.index !== line.at) return
      const key = match[3] ?? (match[1] === undefined ? match[2]?.replaceAll("''", "'") : unescapeJson(match[1]))
      if (key === undefined || key === '<<') return
      const below = trail.below.get(key)
      if (!below) continue
      below.offset = line.at
      wanted.delete(key)
      if (below.below.size > 0) this.#goDown(line, line.at + match[0].length, below)
      if (wanted.size === 0) return
    }
    // The map was read completely, so missing keys don't exist.
    for (const key of wanted) (trail.below.get(key) as KeyTrail).isAbsent = true
  }

  /** Searches the value of a key, if it begins on a line of its own. */
  #goDown(line: Line, from: number, trail: KeyTrail): void {
    const text = this.#text
    if (!BLOCK.test(text.slice(from, line.next).replace(/\n$/, ''))) {
      let start = from
      while (text[start] === ' ') start++
      if (isInBrackets(text, start)) this.#readOn(start, trail)
      return
    }
    const inner = lineAt(text, line.next)
    if (!inner || inner.column < line.column || (inner.column === line.column && !isItem(text, inner.at))) return
    if (isInBrackets(text, inner.at)) this.#readOn(inner.at, trail)
    else this.walk(inner, trail)
  }

  #inList(first: Line, trail: KeyTrail): void {
    const text = this.#text
    const {column} = first
    let index = -1
    let left = trail.below.size
    for (let line: Line | undefined = first; line && line.column >= column; line = lineAt(text, line.next, column)) {
      if (!isItem(text, line.at)) return
      index++
      const below = trail.below.get(String(index))
      if (!below) continue
      let at = line.at + 1
      while (text[at] === ' ') at++
      // An item that begins on a later line is left for the parser.
      if (at >= line.next - 1 || text[at] === '\r' || text[at] === '#' || isItem(text, at)) return
      below.offset = at
      left--
      if (below.below.size > 0) {
        if (isInBrackets(text, at)) this.#readOn(at, below)
        else this.#inMap({...line, at, column: at - line.start}, below)
      }
      if (left === 0) return
    }
  }
}

const isInBrackets = (text: string, at: number): boolean => text[at] === '{' || text[at] === '['

function unescapeJson(text: string): string | undefined {
  if (!text.includes('\\')) return text
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return undefined
  }
}
