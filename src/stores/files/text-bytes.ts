import {isAscii, isUtf8, transcode} from 'node:buffer'
import {InputError, inputError} from '../../model/input-error.ts'

/** Decodes UTF-8 without its byte order mark. Throws an `InputError` for other encodings. */
export function decodeUtf8(bytes: Buffer, source: string): string {
  if (isUtf16(bytes)) {
    throw inputError('The file is encoded in UTF-16. Save it as UTF-8.', {source, line: 1, column: 1})
  }
  if (!isUtf8(bytes)) {
    throw inputError("These bytes aren't valid UTF-8. Save the file as UTF-8.", {source, ...firstInvalid(bytes)})
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

/** Describes a file system error in words. */
export const describeFileError = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'no such file or folder',
    EEXIST: 'a file of this name exists',
    EACCES: 'no permission to read it',
    EPERM: 'no permission',
    EISDIR: 'a folder',
    ENOTDIR: 'a file where a folder is needed',
    ELOOP: 'links that lead in a circle',
    ENAMETOOLONG: 'too long a name',
    ENOSPC: 'no space left',
    EROFS: 'a read-only file system'
  }
  return known[code] ?? (error instanceof Error ? error.message : String(error))
}

/** The error for something that can't be done with a file or folder: `read`, or `create the folder`. */
export function createFileError(what: string, path: string, cause: unknown): InputError {
  const message = `Can't ${what} \`${path}\`: ${describeFileError(cause)}.`
  return new InputError([{message, place: {source: path}}], {cause})
}

const FEED = 10
const RETURN = 13

/**
 * Replaces each carriage return that ends a line by itself (a line break in YAML 1.2) with a line feed, so that lines
 * can be counted by line feeds. JSON treats both as white space. Offsets don't change.
 */
export function convertToLineFeeds(bytes: Buffer): Buffer {
  let copy: Buffer | undefined
  for (let at = bytes.indexOf(RETURN); at !== -1 && at < bytes.length; at++) {
    if (bytes[at] !== RETURN || bytes[at + 1] === FEED) continue
    copy ??= Buffer.from(bytes)
    copy[at] = FEED
  }
  return copy ?? bytes
}

/** Whether two texts differ at most in their line ends: git can check out LF as CRLF, and YAML and JSON treat both alike. */
export const isSameText = (first: Buffer, second: Buffer): boolean =>
  first.equals(second) || normalizeLineEnds(first) === normalizeLineEnds(second)

const normalizeLineEnds = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\r\n', '\n')
