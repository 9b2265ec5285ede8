import {isUtf8} from 'node:buffer'
import type {DocumentPart} from '../model/snapshot.ts'
import {isRecord} from '../schema/json.ts'
import {type Holder, type Part, partsIn} from './json-parts.ts'
import {plainText} from './json-plain.ts'
import type {Position} from './positions.ts'
import {placesInParts} from './spec-part-places.ts'
import {joined, type Look, lookAround, type Survey} from './spec-survey.ts'

/** A part of a description, read. */
interface Piece {
  readonly value: object
  readonly look: Look
  readonly part: DocumentPart
}

interface Kept {
  readonly piece: Piece
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
}

/**
 * What was read before, part by part. A part that stands at the same place of the next description in the same words is
 * the same object there: it is read once, and who compares sees at a glance that nothing differs in it.
 */
export class Shared {
  readonly #files = new Map<string, Map<string, Kept>>()

  /** What was read in a file, by the ways that lead there. */
  of(path: string): Map<string, Kept> {
    const known = this.#files.get(path) ?? new Map<string, Kept>()
    this.#files.set(path, known)
    return known
  }
}

export interface Pieced {
  readonly value: object
  readonly survey: Survey
  /** What was read by itself, by JSON pointers. */
  readonly parts: ReadonlyMap<string, DocumentPart>
  readonly locate: (pointers: readonly string[]) => Map<string, Position>
}

/**
 * Reads JSON but for what was read before: that stands as `null` in the text that is parsed, and is set in its place
 * then. Where such a text is well-formed, so is the whole. Nothing where it is not, where a key is written twice, or
 * where there are no parts: then it is to be read as a whole, by who can say what is wrong with it.
 */
export function readPieces(bytes: Buffer, path: string, shared: Shared): Pieced | undefined {
  if (!isUtf8(bytes)) return undefined
  const before = shared.of(path)
  const found = partsIn<Piece>(bytes, (pointer, start) => {
    const kept = before.get(pointer)
    if (!kept) return undefined
    const end = start + kept.end - kept.start
    const isSame = end <= bytes.length && kept.bytes.compare(bytes, start, end, kept.start, kept.end) === 0
    return isSame ? {known: kept.piece, end} : undefined
  })
  if (!found || found.parts.length === 0) return undefined
  const {parts} = found
  const value = parsed(plainText(bytesWithout(bytes, parts)))
  if (!isRecord(value)) return undefined
  const values = valuesOf(value, parts)
  if (!values) return undefined
  const {around, at: lookAt} = lookAround(value, new Set(values))
  const pieces = parts.map(({holder, key, known}, at): Piece => {
    const inner = values[at] as object
    return known ?? pieceOf(inner, lookAt(inner, holder, key))
  })
  const keys = pieces.reduce((sum, piece, at) => sum + (parts[at]?.known ? 0 : piece.look.keys), around.keys)
  // Of a key that is written twice one was parsed.
  if (keys !== found.keys) return undefined
  // What is gone is let go, and the bytes that it was read from with it.
  before.clear()
  for (const [at, {pointer, start, end}] of parts.entries())
    before.set(pointer, {piece: pieces[at] as Piece, bytes, start, end})
  return {
    value,
    survey: joined([around, ...pieces.map(({look}) => look)]),
    parts: new Map(parts.map(({pointer}, at): [string, DocumentPart] => [pointer, (pieces[at] as Piece).part])),
    locate: pointers => placesInParts(bytes, parts, pointers)
  }
}

const pieceOf = (value: object, look: Look): Piece => ({
  value,
  look,
  part: {value, refs: look.quoted.length > 0 ? [...look.refs, ...look.quoted] : look.refs}
})

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

/** What stands where the parts do: what was parsed, or what was known, which is set there. Nothing where any is not there. */
function valuesOf(root: object, parts: readonly Part<Piece>[]): object[] | undefined {
  const maps = new Map<Holder, Record<string, unknown>>()
  const values: object[] = []
  for (const {holder, key, known} of parts) {
    const map = maps.get(holder) ?? mapAt(root, holder)
    if (!map || !Object.hasOwn(map, key)) return undefined
    maps.set(holder, map)
    const value = map[key]
    if (known ? value !== null : !isRecord(value)) return undefined
    // Of `__proto__` too: it is there, as a property like any other.
    if (known) map[key] = known.value
    values.push(known ? known.value : (value as object))
  }
  return values
}

function mapAt(root: object, {keys}: Holder): Record<string, unknown> | undefined {
  let map: unknown = root
  for (const key of keys) map = isRecord(map) && Object.hasOwn(map, key) ? map[key] : undefined
  return isRecord(map) ? (map as Record<string, unknown>) : undefined
}
