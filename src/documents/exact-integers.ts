import {escapePointerKey} from '../model/location.ts'
import type {Position} from '../stores/files/positions.ts'
import {hasWrittenDigits, isBeyondDouble, storeWrittenDigits} from './written-digits.ts'

interface LargeInteger {
  readonly holder: object
  readonly key: string
  readonly value: number
  readonly pointer: string
}

/** White space and comments up to the end of a line. The pattern is unambiguous, so it can't backtrack. */
const BLANK = String.raw`\s*(?:#[^\n\r]*[\n\r]\s*)*`
/** An optional key or list dash, with the anchor and tag of the value. */
const BEFORE = String.raw`(?:(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s:{}[\],"'#&!*-][^\s:{}[\],"']*)\s*:${BLANK}|-(?=\s)${BLANK})?(?:[&!][^\s,[\]{}]*(?=\s)${BLANK})*`
const NUMBER = new RegExp(
  String.raw`${BEFORE}([-+]?(?:0x[\da-fA-F]+|0o[0-7]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?))(?![\w.]|[ \t]*:)`,
  'y'
)
const ALIAS = new RegExp(String.raw`${BEFORE}\*([^\s,[\]{}]+)`, 'y')
/** Numbers with more digits than this aren't converted exactly. */
const MAX_DIGITS = 400

/**
 * Keeps the exact digits of integers that are too large for a double. They are rare, so only their positions are looked
 * up in the text.
 */
export function keepExactIntegers(
  root: unknown,
  text: string,
  locate: (pointers: readonly string[]) => Map<string, Position>
): void {
  const all = findLargeIntegers(root)
  if (all.length === 0) return
  const places = locate(all.map(({pointer}) => pointer))
  const startOf = lineStarts(text)
  for (const {holder, key, value, pointer} of all) {
    const place = places.get(pointer)
    const start = place && startOf(place.line)
    if (!place || start === undefined) continue
    const written = exactDigits(numberAt(text, start + place.column - 1) ?? '')
    if (written !== undefined && Number(written) === value) storeWrittenDigits(holder, key, written)
  }
}

/** The number at an offset, or that of the anchor if there is an alias; `undefined` if it can't be found. */
function numberAt(text: string, at: number): string | undefined {
  NUMBER.lastIndex = at
  const [, written] = NUMBER.exec(text) ?? []
  if (written !== undefined) return written
  ALIAS.lastIndex = at
  const [, name] = ALIAS.exec(text) ?? []
  if (name === undefined) return undefined
  // An alias refers to the last anchor of its name before it.
  for (let from = at; from > 0; from--) {
    from = text.lastIndexOf(`&${name}`, from - 1)
    if (from < 0) return undefined
    NUMBER.lastIndex = from
    const [, behind] = NUMBER.exec(text) ?? []
    if (behind !== undefined && /\s/.test(text[from + name.length + 1] ?? '')) return behind
  }
  return undefined
}

/** The decimal digits of an integer in any notation; `undefined` if it isn't an integer. */
function exactDigits(written: string): string | undefined {
  const sign = written.startsWith('-') ? '-' : ''
  const bare = written.replace(/^[-+]/, '')
  if (/^0[xo]/.test(bare)) return sign + BigInt(bare)
  const [, whole = '', part = '', exponent = '0'] = /^(\d+)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(bare) ?? []
  const fraction = part.replace(/0+$/, '')
  const zeros = Number(exponent) - fraction.length
  if (whole === '' || zeros < 0 || whole.length + zeros > MAX_DIGITS) return undefined
  return sign + BigInt(whole + fraction + '0'.repeat(zeros))
}

/** Large integers in text order, so that an alias comes after its anchor. */
function findLargeIntegers(root: unknown): LargeInteger[] {
  const found: LargeInteger[] = []
  const seen = new Set<object>()
  const open: {readonly value: unknown; readonly pointer: string}[] = [{value: root, pointer: ''}]
  for (let next = open.pop(); next; next = open.pop()) {
    const {value, pointer} = next
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    const below: (typeof next)[] = []
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'object' && inner !== null)
        below.push({value: inner, pointer: `${pointer}/${escapePointerKey(key)}`})
      else if (isBeyondDouble(inner) && Number.isFinite(inner) && !hasWrittenDigits(value, key))
        found.push({holder: value, key, value: inner, pointer: `${pointer}/${escapePointerKey(key)}`})
    }
    for (let at = below.length - 1; at >= 0; at--) open.push(below[at] as typeof next)
  }
  return found
}

/** Returns a function that finds the offset of a line, scanning the text only as far as needed. */
function lineStarts(text: string): (line: number) => number | undefined {
  const starts = [0]
  return line => {
    for (let end = 0; starts.length < line && end !== -1; ) {
      end = text.indexOf('\n', starts.at(-1))
      if (end !== -1) starts.push(end + 1)
    }
    return starts[line - 1]
  }
}
