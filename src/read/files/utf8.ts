import {isAscii, isUtf8, transcode} from 'node:buffer'
import {inputError} from '../../model/input-error.ts'

/** Decodes UTF-8 without its byte order mark. Throws an `InputError` for other encodings. */
export function decodeUtf8(bytes: Buffer, source: string): string {
  if (isUtf16(bytes)) {
    throw inputError('Unexpected text in UTF-16, expected a text in UTF-8', {source, line: 1, column: 1})
  }
  if (!isUtf8(bytes)) {
    throw inputError('Unexpected bytes that are not UTF-8, expected a text in UTF-8', {source, ...firstInvalid(bytes)})
  }
  const text = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
  // `toString('utf8')` takes twice as long if a large file has a single non-ASCII character.
  return isAscii(text) ? text.toString('latin1') : transcode(text, 'utf8', 'utf16le').toString('utf16le')
}

/** Detects UTF-16 by its byte order mark, or by a zero in every other of the first four bytes. */
function isUtf16([first, second, third, fourth]: Uint8Array): boolean {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true
  return (first === 0 && third === 0 && !!second && !!fourth) || (second === 0 && fourth === 0 && !!first && !!third)
}

/**
 * The first position that isn't UTF-8. No multi-byte character contains a line feed, so lines can be checked one by
 * one.
 */
function firstInvalid(bytes: Buffer): {line: number; column: number} {
  let start = 0
  for (let line = 1; ; line++) {
    const end = bytes.indexOf(10, start)
    const inLine = bytes.subarray(start, end === -1 ? bytes.length : end)
    const text = inLine.toString('utf8')
    if (end === -1 || !Buffer.from(text).equals(inLine)) return {line, column: text.indexOf('\ufffd') + 1}
    start = end + 1
  }
}
