import {pointerKey} from '../model/place.ts'
import {isLarge, isWritten, write} from '../schema/written.ts'
import type {Position} from './positions.ts'

interface Large {
  readonly holder: object
  readonly key: string
  readonly value: number
  readonly pointer: string
}

/** A key, if there is one, and the number behind it. */
const NUMBER = /(?:(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s:{}[\],"']+)\s*:\s*|-[ \t]+)?([-+]?\d+)(?![\w.]|[ \t]*:)/y

/**
 * Keeps how whole numbers are written that are too large for a double. They are rare, and looked for in the text where
 * they were met in what was read; of one that an alias stands for nothing is kept.
 */
export function keepWritten(
  root: unknown,
  text: string,
  locate: (pointers: readonly string[]) => Map<string, Position>
): void {
  const all = largeIn(root)
  if (all.length === 0) return
  const places = locate(all.map(({pointer}) => pointer))
  const startOf = lineStarts(text)
  for (const {holder, key, value, pointer} of all) {
    const place = places.get(pointer)
    const start = place && startOf(place.line)
    if (!place || start === undefined) continue
    NUMBER.lastIndex = start + place.column - 1
    const [, written] = NUMBER.exec(text) ?? []
    if (written !== undefined && Number(written) === value) write(holder, key, written.replace('+', ''))
  }
}

/** In the order of the text: an alias comes after what it stands for. */
function largeIn(root: unknown): Large[] {
  const found: Large[] = []
  const seen = new Set<object>()
  const open: {readonly value: unknown; readonly pointer: string}[] = [{value: root, pointer: ''}]
  for (let next = open.pop(); next; next = open.pop()) {
    const {value, pointer} = next
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    const below: (typeof next)[] = []
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'object' && inner !== null)
        below.push({value: inner, pointer: `${pointer}/${pointerKey(key)}`})
      else if (isLarge(inner) && Number.isFinite(inner) && !isWritten(value, key))
        found.push({holder: value, key, value: inner, pointer: `${pointer}/${pointerKey(key)}`})
    }
    for (let at = below.length - 1; at >= 0; at--) open.push(below[at] as typeof next)
  }
  return found
}

/** Where lines start, asked for in any order. */
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
