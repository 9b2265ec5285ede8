import {isAscii, isUtf8} from 'node:buffer'
import {isRecord} from '../../model/json.ts'
import type {Position} from '../../stores/files/positions.ts'
import {
  type AssembledDocument,
  assembleDocument,
  type IncrementalParse,
  type ParsedPart,
  type PartCache
} from '../parsing/incremental-parse.ts'
import type {PartSpan} from '../parsing/parts.ts'
import {countKeys, countKeysAtMost} from './json-key-scan.ts'
import {splitJson} from './json-unchanged-parts.ts'
import {findPositionsInParts} from './part-positions.ts'

interface IncrementalJson extends IncrementalParse {
  readonly locate: (pointers: readonly string[]) => Map<string, Position>
}

/**
 * Parses JSON incrementally. Each part is replaced with `null`, the text around the parts is parsed, and the cached or
 * newly parsed parts are inserted. If all these texts are well-formed, so is the whole. `undefined` if one of them
 * isn't, if a key is duplicated, or if there are no parts; the caller then parses the whole text, to report what is
 * wrong.
 */
export function parseJsonIncrementally(bytes: Buffer, path: string, shared: PartCache): IncrementalJson | undefined {
  if (!isUtf8(bytes)) return undefined
  const before = shared.of(path)
  const recognize = (pointer: string, start: number) => {
    const cached = before.get(pointer)
    if (!cached) return undefined
    const end = start + cached.end - cached.start
    const isSame = end <= bytes.length && cached.bytes.compare(bytes, start, end, cached.start, cached.end) === 0
    return isSame ? {known: cached.piece, end} : undefined
  }
  for (const byLines of [true, false]) {
    const parts = splitJson<ParsedPart>(bytes, recognize, byLines)
    const assembled = parts && parts.length > 0 ? assembleParts(bytes, parts) : undefined
    if (!assembled) continue
    const {pieces, value, survey} = assembled
    // Parts that no longer exist are dropped, together with their bytes.
    before.clear()
    for (const [at, {pointer, start, end}] of (parts ?? []).entries())
      before.set(pointer, {piece: pieces[at] as ParsedPart, bytes, start, end})
    return {
      value,
      survey,
      parts: assembled.parts,
      locate: pointers => findPositionsInParts(bytes, parts ?? [], pointers)
    }
  }
  return undefined
}

function assembleParts(bytes: Buffer, parts: readonly PartSpan<ParsedPart>[]): AssembledDocument | undefined {
  const isPlain = isAscii(bytes)
  const textOf = (start: number, end: number): string =>
    isPlain ? bytes.toString('latin1', start, end) : decodeEscaped(bytes.subarray(start, end))
  const most: number[] = []
  const values: (object | undefined)[] = []
  for (const {known, start, end} of parts) {
    const text = known ? '' : textOf(start, end)
    const value = known ? undefined : tryParse(text)
    if (!known && !isRecord(value)) return undefined
    values.push(value as object | undefined)
    most.push(countKeysAtMost(text))
  }
  const text = textAround(parts, bytes.length, textOf)
  const assembled = assembleDocument(tryParse(text), parts, values)
  // `JSON.parse` keeps only one of two duplicate keys.
  const isWhole =
    assembled?.around.keys === countKeys(text) &&
    parts.every(({known, start, end}, at) => {
      const keys = assembled.pieces[at]?.look.keys
      return known || keys === most[at] || keys === countKeys(textOf(start, end))
    })
  return isWhole ? assembled : undefined
}

/** The text with `null` in place of each part. */
function textAround(
  parts: readonly PartSpan<unknown>[],
  length: number,
  textOf: (start: number, end: number) => string
): string {
  let text = ''
  let from = 0
  for (const {start, end} of parts) {
    text += `${textOf(from, start)}null`
    from = end
  }
  return text + textOf(from, length)
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const BACKSLASH = 92
const CHUNK = 1 << 12
/** The share of chunks with non-ASCII characters up to which escaping them is faster. */
const MAX_SHARE = 1 / 8

/**
 * Decodes UTF-8 for `JSON.parse`. Rare non-ASCII characters are escaped, because a single one beyond Latin-1 makes V8
 * store two bytes per character. Within JSON strings the escape is equivalent; elsewhere, the character is invalid
 * anyway.
 */
export function decodeEscaped(bytes: Buffer): string {
  let remaining = Math.ceil((bytes.length / CHUNK) * MAX_SHARE)
  let text = ''
  /** The offset after the last escaped chunk; all bytes from it to the current chunk are ASCII. */
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
