import type {KeyTrail} from '../parsing/key-trail.ts'
import {findClosingQuote, isJsonWhitespace} from './json-key-scan.ts'

const QUOTE = 34
const COMMA = 44
const OPEN_LIST = 91
const CLOSE_LIST = 93
const OPEN_MAP = 123
const CLOSE_MAP = 125

interface Level {
  readonly trail: KeyTrail
  /** The index of the next list item; omitted for a map. */
  index?: number
  /** The number of keys still to be found in this level. At zero, the rest of the level is skipped. */
  left: number
}

/** Fills in the offsets of a trail in well-formed JSON. */
export function locateInJson(text: string, root: KeyTrail): void {
  const levels: Level[] = []
  let at = 0
  /** The number of keys still to be found in total. */
  let wanted = root.below.size
  const skip = (): void => {
    while (isJsonWhitespace(text.charCodeAt(at))) at++
  }
  /** Enters the value at the current offset if something below it is looked for, and skips it otherwise. */
  const take = (trail: KeyTrail | undefined): void => {
    const code = text.charCodeAt(at)
    if (trail && trail.below.size > 0 && (code === OPEN_MAP || code === OPEN_LIST)) {
      if (trail !== root) wanted += trail.below.size
      levels.push({trail, left: trail.below.size, ...(code === OPEN_LIST ? {index: 0} : {})})
      at++
    } else at = endOf(text, at)
  }
  /** Leaves a level; keys that weren't found in it don't exist. */
  const leave = (): void => {
    wanted -= levels.pop()?.left ?? 0
  }
  skip()
  root.offset = at
  take(root)
  for (let level = levels.at(-1); level && wanted > 0; level = levels.at(-1)) {
    skip()
    const code = text.charCodeAt(at)
    if (code === COMMA) at++
    else if (code === CLOSE_MAP || code === CLOSE_LIST) {
      at++
      leave()
    } else if (level.left === 0) {
      at = endOfLevel(text, at, 1)
      leave()
    } else {
      const start = at
      let key: string
      if (level.index === undefined) {
        at = findClosingQuote(text, start) + 1
        key = text.slice(start + 1, at - 1)
        if (key.includes('\\')) key = JSON.parse(`"${key}"`) as string
        skip()
        at++
        skip()
      } else key = String(level.index++)
      const next = level.trail.below.get(key)
      if (next && next.offset === undefined) {
        next.offset = start
        level.left--
        wanted--
      }
      take(next)
    }
  }
}

/** The offset after the value that begins at `start`. */
function endOf(text: string, start: number): number {
  const code = text.charCodeAt(start)
  if (code === QUOTE) return findClosingQuote(text, start) + 1
  if (code === OPEN_MAP || code === OPEN_LIST) return endOfLevel(text, start + 1, 1)
  for (let at = start + 1; at < text.length; at++) {
    const next = text.charCodeAt(at)
    if (next === COMMA || next === CLOSE_MAP || next === CLOSE_LIST || isJsonWhitespace(next)) return at
  }
  return text.length
}

/** The offset after the closing bracket of `depth` open levels. */
function endOfLevel(text: string, start: number, depth: number): number {
  let open = depth
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = findClosingQuote(text, at)
    else if (code === OPEN_MAP || code === OPEN_LIST) open++
    else if ((code === CLOSE_MAP || code === CLOSE_LIST) && --open === 0) return at + 1
  }
  return text.length
}
