import {isAscii, isUtf8} from 'node:buffer'
import {isRecord} from '../../schema/json.ts'
import type {Position} from '../files/positions.ts'
import {type Assembly, assemble, keep, type Piece, type Pieced, type Shared} from '../parsing/incremental-parse.ts'
import type {Part} from '../parsing/parts.ts'
import {plainText} from './escape-non-ascii.ts'
import {keysAtMost, keysWritten} from './json-key-scan.ts'
import {partsIn} from './json-unchanged-parts.ts'
import {placesInParts} from './part-positions.ts'

interface PiecedJson extends Pieced {
  readonly locate: (pointers: readonly string[]) => Map<string, Position>
}

/**
 * Reads JSON but for what was read before, part by part: where parts stand `null` is in the text that is parsed around
 * them, and they are set in their place then. Where all these texts are well-formed, so is the whole. Nothing where one is
 * not, where a key is written twice, or where there are no parts: then it is to be read as a whole, by who can say what
 * is wrong with it.
 */
export function readPieces(bytes: Buffer, path: string, shared: Shared): PiecedJson | undefined {
  if (!isUtf8(bytes)) return undefined
  const before = shared.json(path)
  const recognise = (pointer: string, start: number) => {
    const kept = before.get(pointer)
    if (!kept) return undefined
    const end = start + kept.end - kept.start
    const isSame = end <= bytes.length && kept.text.compare(bytes, start, end, kept.start, kept.end) === 0
    return isSame ? {known: kept.piece, end} : undefined
  }
  for (const byLines of [true, false]) {
    const parts = partsIn<Piece>(bytes, recognise, byLines)
    const assembled = parts && parts.length > 0 ? assembleParts(bytes, parts) : undefined
    if (!assembled) continue
    const {pieces, value, survey} = assembled
    keep(before, parts ?? [], ({start, end}, at) => ({piece: pieces[at] as Piece, text: bytes, start, end}))
    return {value, survey, parts: assembled.parts, locate: pointers => placesInParts(bytes, parts ?? [], pointers)}
  }
  return undefined
}

function assembleParts(bytes: Buffer, parts: readonly Part<Piece>[]): Assembly | undefined {
  const isPlain = isAscii(bytes)
  const textOf = (start: number, end: number): string =>
    isPlain ? bytes.toString('latin1', start, end) : plainText(bytes.subarray(start, end))
  const most: number[] = []
  const values: (object | undefined)[] = []
  for (const {known, start, end} of parts) {
    const text = known ? '' : textOf(start, end)
    const value = known ? undefined : parsed(text)
    if (!known && !isRecord(value)) return undefined
    values.push(value as object | undefined)
    most.push(keysAtMost(text))
  }
  const text = textAround(parts, bytes.length, textOf)
  const assembled = assemble(parsed(text), parts, values)
  // Of a key that is written twice one was parsed.
  const isWhole =
    assembled?.around.keys === keysWritten(text) &&
    parts.every(({known, start, end}, at) => {
      const keys = assembled.pieces[at]?.look.keys
      return known || keys === most[at] || keys === keysWritten(textOf(start, end))
    })
  return isWhole ? assembled : undefined
}

/** The text with `null` in the place of the parts. */
function textAround(
  parts: readonly Part<unknown>[],
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
