import {memoizeTexts} from '../memoize.ts'

/**
 * Alternative of a simple pattern. Simple patterns are those that most people write: characters, classes, groups,
 * alternatives, and repeats, with `^` and `$` at the ends. Questions about these can be answered without an automaton.
 */
export interface SimpleAlternative {
  readonly pieces: readonly SimplePart[]
  /** Whether `^` anchors its start, and in `ends` whether `$` anchors its end. */
  readonly starts: boolean
  readonly ends: boolean
}

/** A character of a set, or one of several alternatives, repeated from `least` to `most` times. */
export interface SimplePart {
  readonly of: CharSet | readonly SimpleAlternative[]
  readonly least: number
  readonly most: number
}

/** Set of code points, as ranges. */
export interface CharSet {
  readonly ranges: readonly Range[]
}
export type Range = readonly [number, number]

export const isCharSet = (of: SimplePart['of']): of is CharSet => 'ranges' in of

const LAST = 0x10ffff
const code = (char: string): number => char.codePointAt(0) as number
const range = (text: string): Range => [code(text), code(text.slice(-1))]

const DIGITS: readonly Range[] = [range('09')]
const LETTERS: readonly Range[] = [...DIGITS, range('AZ'), range('__'), range('az')]
const LINE_ENDS: readonly Range[] = [range('\n\n'), range('\r\r'), [0x2028, 0x2029]]
const SPACES: readonly Range[] = [
  ...[range('\t\r'), range('  '), range('\u00a0\u00a0'), range('\u1680\u1680'), range('\u2000\u200a')],
  ...[range('\u2028\u2029'), range('\u202f\u202f'), range('\u205f\u205f'), range('\u3000\u3000')],
  range('\ufeff\ufeff')
]
const CLASSES: Readonly<Record<string, readonly Range[]>> = {d: DIGITS, w: LETTERS, s: SPACES}
const CONTROLS: Readonly<Record<string, number>> = {t: 9, n: 10, v: 11, f: 12, r: 13}

/** Thrown if a pattern is not simple. */
class NotSimple extends Error {}

/** Alternatives of a simple pattern; `undefined` if it is not simple. The pattern must be valid. */
export const parseSimplePattern = memoizeTexts((pattern): readonly SimpleAlternative[] | undefined => {
  try {
    return new Parser(pattern).all()
  } catch (error) {
    if (error instanceof NotSimple) return undefined
    throw error
  }
}, 2000)

class Parser {
  readonly #chars: readonly string[]
  #at = 0

  constructor(pattern: string) {
    this.#chars = [...pattern]
  }

  all(): SimpleAlternative[] {
    const rows = this.#rows(true)
    if (this.#at < this.#chars.length) throw new NotSimple()
    return rows
  }

  #accept(char: string): boolean {
    if (this.#chars[this.#at] !== char) return false
    this.#at++
    return true
  }

  #take(): string {
    const char = this.#chars[this.#at++]
    if (char === undefined) throw new NotSimple()
    return char
  }

  #rows(isOutermost: boolean): SimpleAlternative[] {
    const rows = [this.#row(isOutermost)]
    while (this.#accept('|')) rows.push(this.#row(isOutermost))
    return rows
  }

  #row(isOutermost: boolean): SimpleAlternative {
    const starts = isOutermost && this.#accept('^')
    const pieces: SimplePart[] = []
    for (let next = this.#chars[this.#at]; next !== undefined && !'|)$'.includes(next); next = this.#chars[this.#at]) {
      pieces.push({of: this.#atom(), ...this.#repeat()})
    }
    return {pieces, starts, ends: isOutermost && this.#accept('$')}
  }

  #atom(): SimplePart['of'] {
    const char = this.#take()
    if (char === '(') {
      if (this.#accept('?') && !this.#accept(':')) throw new NotSimple()
      const rows = this.#rows(false)
      if (!this.#accept(')')) throw new NotSimple()
      return rows
    }
    if (char === '[') return this.#class()
    if (char === '.') return {ranges: complement(LINE_ENDS)}
    if (char === '\\') return {ranges: this.#escaped()}
    if ('^$*+?{}]'.includes(char)) throw new NotSimple()
    return {ranges: [range(char)]}
  }

  #class(): CharSet {
    const isOther = this.#accept('^')
    const ranges: Range[] = []
    while (!this.#accept(']')) {
      const [first, ...more] = this.#part()
      if (!first) throw new NotSimple()
      const isRange = this.#chars[this.#at] === '-' && this.#chars[this.#at + 1] !== ']'
      if (!isRange) ranges.push(first, ...more)
      else {
        this.#at++
        const [last, ...others] = this.#part()
        if (!last || more.length + others.length > 0) throw new NotSimple()
        ranges.push([first[0], last[1]])
      }
    }
    return {ranges: isOther ? complement(ranges) : ranges}
  }

  #part(): readonly Range[] {
    const char = this.#take()
    return char === '\\' ? this.#escaped() : [range(char)]
  }

  #escaped(): readonly Range[] {
    const char = this.#take()
    const set = CLASSES[char.toLowerCase()]
    if (set) return char === char.toLowerCase() ? set : complement(set)
    const control = CONTROLS[char]
    if (control !== undefined) return [[control, control]]
    if (char === 'x') return this.#hex(2)
    if (char === 'u') return this.#accept('{') ? this.#hexInBraces() : this.#unit()
    if (char === '0' && !/\d/.test(this.#chars[this.#at] ?? '')) return [[0, 0]]
    if (/[\dA-Za-z]/.test(char)) throw new NotSimple()
    return [range(char)]
  }

  #hex(length: number): readonly Range[] {
    const digits = Array.from({length}, () => this.#take()).join('')
    if (!/^[\da-f]+$/i.test(digits)) throw new NotSimple()
    const number = Number.parseInt(digits, 16)
    return [[number, number]]
  }

  #hexInBraces(): readonly Range[] {
    let digits = ''
    while (!this.#accept('}')) digits += this.#take()
    const number = Number.parseInt(digits, 16)
    return [[number, number]]
  }

  /**
   * A code point of four hexadecimal digits. Half of a surrogate pair isn't a character of its own, so it isn't simple.
   */
  #unit(): readonly Range[] {
    const [code] = this.#hex(4)
    if (!code || (code[0] >= 0xd800 && code[0] <= 0xdfff)) throw new NotSimple()
    return [code]
  }

  #repeat(): {least: number; most: number} {
    const {least, most} = this.#times()
    // Laziness decides which part of a text matches, not whether the text matches.
    if (least !== 1 || most !== 1) this.#accept('?')
    return {least, most}
  }

  #times(): {least: number; most: number} {
    if (this.#accept('*')) return {least: 0, most: Number.POSITIVE_INFINITY}
    if (this.#accept('+')) return {least: 1, most: Number.POSITIVE_INFINITY}
    if (this.#accept('?')) return {least: 0, most: 1}
    if (!this.#accept('{')) return {least: 1, most: 1}
    let text = ''
    while (!this.#accept('}')) text += this.#take()
    // Only without the `u` flag are other braces plain characters.
    if (!/^\d+(?:,\d*)?$/.test(text)) throw new NotSimple()
    const [least = '', most = least] = text.split(',')
    return {least: Number(least), most: most === '' ? Number.POSITIVE_INFINITY : Number(most)}
  }
}

/** All code points except these. */
function complement(ranges: readonly Range[]): Range[] {
  const left: Range[] = []
  let from = 0
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    if (first > from) left.push([from, first - 1])
    from = Math.max(from, last + 1)
  }
  return from > LAST ? left : [...left, [from, LAST]]
}
