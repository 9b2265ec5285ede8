import {isAscii} from 'node:buffer'

const BACKSLASH = 92
const CHUNK = 1 << 16
/** Where so few chunks of a text are not ASCII, it is worth escaping what is not. */
const FEW = 1 / 8

/**
 * The text of bytes that are UTF-8, for who parses it as JSON: one character beyond Latin doubles the size of a text, and
 * the time to make it and to parse it, so where such characters are rare they are escaped. Within the strings of JSON that
 * is the same, and elsewhere they are wrong either way.
 */
export function plainText(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  const ends: number[] = []
  for (let end = CHUNK; end < bytes.length + CHUNK; end += CHUNK) {
    let here = Math.min(end, bytes.length)
    // Not within a character.
    while (here < bytes.length && isContinued(bytes[here] as number)) here++
    ends.push(here)
  }
  let text = ''
  let left = Math.ceil(ends.length * FEW)
  for (const [at, end] of ends.entries()) {
    const start = ends[at - 1] ?? 0
    const chunk = bytes.subarray(start, end)
    if (isAscii(chunk)) {
      text += chunk.toString('latin1')
      continue
    }
    const written = chunk.toString('utf8')
    // Behind a backslash the escape would be none.
    if (--left < 0 || HELD.test(written) || bytes[start - 1] === BACKSLASH) return bytes.toString('utf8')
    text += written.replaceAll(BEYOND, escaped)
  }
  return text
}

const isContinued = (byte: number): boolean => (byte & 0xc0) === 0x80

const BEYOND = /[^\0-\x7f]/g
const HELD = /\\[^\0-\x7f]/

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
