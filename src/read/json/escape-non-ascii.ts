import {isAscii} from 'node:buffer'

const BACKSLASH = 92
const CHUNK = 1 << 12
/** Escaping is worthwhile up to this share of chunks that aren't ASCII. */
const MAX_SHARE = 1 / 8

/**
 * Decodes UTF-8 for `JSON.parse`. Rare non-ASCII characters are escaped, because a single one beyond Latin-1 makes V8
 * store two bytes per character. Within JSON strings the escape is equivalent; elsewhere, the character is invalid
 * anyway.
 */
export function decodeEscaped(bytes: Buffer): string {
  let remaining = Math.ceil((bytes.length / CHUNK) * MAX_SHARE)
  let text = ''
  /** Everything from here to the current chunk is ASCII. */
  let start = 0
  for (let at = 0; at < bytes.length; ) {
    const end = chunkEnd(bytes, at)
    const chunk = bytes.subarray(at, end)
    if (!isAscii(chunk)) {
      const written = chunk.toString('utf8')
      // After a backslash, the character can't be replaced by an escape.
      if (--remaining < 0 || ESCAPED_NON_ASCII.test(written) || bytes[at - 1] === BACKSLASH)
        return bytes.toString('utf8')
      text += bytes.toString('latin1', start, at) + written.replaceAll(NON_ASCII, escapeCharacter)
      start = end
    }
    at = end
  }
  return text + bytes.toString('latin1', start)
}

/** The end of a chunk, without splitting a character. */
function chunkEnd(bytes: Buffer, start: number): number {
  let end = Math.min(start + CHUNK, bytes.length)
  while (end < bytes.length && isContinued(bytes[end] as number)) end++
  return end
}

const isContinued = (byte: number): boolean => (byte & 0xc0) === 0x80

const NON_ASCII = /[^\0-\x7f]/g
const ESCAPED_NON_ASCII = /\\[^\0-\x7f]/

const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
