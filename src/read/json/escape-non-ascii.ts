import {isAscii} from 'node:buffer'

const BACKSLASH = 92
const CHUNK = 1 << 12
/** Where so few chunks of a text are not ASCII, it is worth escaping what is not. */
const FEW = 1 / 8

/**
 * The text of bytes that are UTF-8, for who parses it as JSON: one character beyond Latin doubles the size of a text, and
 * the time to make it and to parse it, so where such characters are rare they are escaped. Within the strings of JSON that
 * is the same, and elsewhere they are wrong either way.
 */
export function plainText(bytes: Buffer): string {
  let left = Math.ceil((bytes.length / CHUNK) * FEW)
  let text = ''
  /** From here on all was ASCII. */
  let start = 0
  for (let at = 0; at < bytes.length; ) {
    const end = chunkEnd(bytes, at)
    const chunk = bytes.subarray(at, end)
    if (!isAscii(chunk)) {
      const written = chunk.toString('utf8')
      // Behind a backslash the escape would be none.
      if (--left < 0 || HELD.test(written) || bytes[at - 1] === BACKSLASH) return bytes.toString('utf8')
      text += bytes.toString('latin1', start, at) + written.replaceAll(BEYOND, escaped)
      start = end
    }
    at = end
  }
  return text + bytes.toString('latin1', start)
}

/** Not within a character. */
function chunkEnd(bytes: Buffer, start: number): number {
  let end = Math.min(start + CHUNK, bytes.length)
  while (end < bytes.length && isContinued(bytes[end] as number)) end++
  return end
}

const isContinued = (byte: number): boolean => (byte & 0xc0) === 0x80

const BEYOND = /[^\0-\x7f]/g
const HELD = /\\[^\0-\x7f]/

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
