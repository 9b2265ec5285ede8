import {isUtf8} from 'node:buffer'
import {partsIn} from './json-parts.ts'
import {plainText} from './json-plain.ts'
import type {Position} from './positions.ts'
import {placesInParts} from './spec-part-places.ts'
import type {Part} from './spec-parts.ts'
import {assemble, keep, type Piece, type Pieced, type Shared} from './spec-pieces.ts'

interface PiecedJson extends Pieced {
  readonly locate: (pointers: readonly string[]) => Map<string, Position>
}

/**
 * Reads JSON but for what was read before: that stands as `null` in the text that is parsed, and is set in its place
 * then. Where such a text is well-formed, so is the whole. Nothing where it is not, where a key is written twice, or
 * where there are no parts: then it is to be read as a whole, by who can say what is wrong with it.
 */
export function readPieces(bytes: Buffer, path: string, shared: Shared): PiecedJson | undefined {
  if (!isUtf8(bytes)) return undefined
  const before = shared.json(path)
  const found = partsIn<Piece>(bytes, (pointer, start) => {
    const kept = before.get(pointer)
    if (!kept) return undefined
    const end = start + kept.end - kept.start
    const isSame = end <= bytes.length && kept.text.compare(bytes, start, end, kept.start, kept.end) === 0
    return isSame ? {known: kept.piece, end} : undefined
  })
  if (!found || found.parts.length === 0) return undefined
  const {parts} = found
  const assembled = assemble(parsed(plainText(bytesWithout(bytes, parts))), parts)
  // Of a key that is written twice one was parsed.
  if (assembled?.keys !== found.keys) return undefined
  const {pieces, value, survey} = assembled
  keep(before, parts, ({start, end}, at) => ({piece: pieces[at] as Piece, text: bytes, start, end}))
  return {value, survey, parts: assembled.parts, locate: pointers => placesInParts(bytes, parts, pointers)}
}

const NULL = Buffer.from('null')

/** The bytes with `null` in the place of what is known. */
function bytesWithout(bytes: Buffer, parts: readonly Part<unknown>[]): Buffer {
  // `{}` is shorter than `null`.
  const without = Buffer.allocUnsafe(bytes.length + NULL.length * parts.length)
  let from = 0
  let length = 0
  for (const {known, start, end} of parts) {
    if (!known) continue
    length += bytes.copy(without, length, from, start)
    length += NULL.copy(without, length)
    from = end
  }
  return from === 0 ? bytes : without.subarray(0, length + bytes.copy(without, length, from))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
