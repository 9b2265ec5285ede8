import {isUtf8} from 'node:buffer'
import {pointerTo} from '../model/place.ts'
import type {DocumentPart} from '../model/snapshot.ts'
import {isRecord} from '../schema/json.ts'
import {type Part, partsIn} from './json-parts.ts'
import {plainText} from './json-plain.ts'
import type {Position} from './positions.ts'
import {placesInParts} from './spec-part-places.ts'
import {joined, type Survey, surveyParts} from './spec-survey.ts'

/** A part of a description, read. */
interface Piece {
  readonly value: object
  readonly survey: Survey
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
  const found = partsIn<Piece>(bytes, (way, start) => {
    const kept = before.get(way)
    if (!kept) return undefined
    const end = start + kept.end - kept.start
    const isSame = end <= bytes.length && kept.bytes.compare(bytes, start, end, kept.start, kept.end) === 0
    return isSame ? {known: kept.piece, end} : undefined
  })
  if (!found || found.parts.length === 0) return undefined
  const {parts} = found
  const value = parsed(
    textWithout(
      bytes,
      parts.filter(({known}) => known)
    )
  )
  if (!isRecord(value)) return undefined
  const values = parts.flatMap(part => valueAt(value, part) ?? [])
  if (values.length < parts.length) return undefined
  const look = surveyParts(value, new Set(values))
  const {around} = look
  const pieces = parts.map(({way, known}, at): Piece => {
    const inner = values[at] as object
    return known ?? {value: inner, survey: look.of(inner, way.split('\n'))}
  })
  const keys = pieces.reduce((sum, piece, at) => sum + (parts[at]?.known ? 0 : piece.survey.keys), around.keys)
  // Of a key that is written twice one was parsed.
  if (keys !== found.keys) return undefined
  // What is gone is let go, and the bytes that it was read from with it.
  before.clear()
  for (const [at, {way, start, end}] of parts.entries())
    before.set(way, {piece: pieces[at] as Piece, bytes, start, end})
  return {
    value,
    survey: joined([around, ...pieces.map(piece => piece.survey)]),
    parts: new Map(
      parts.map(({way}, at): [string, DocumentPart] => {
        const {value: inner, survey} = pieces[at] as Piece
        return [pointerTo(way.split('\n')), {value: inner, refs: [...survey.refs.keys(), ...survey.quoted]}]
      })
    ),
    locate: pointers => placesInParts(bytes, parts, pointers)
  }
}

/** The text with `null` in the place of these parts. */
function textWithout(bytes: Buffer, parts: readonly Part<unknown>[]): string {
  let from = 0
  let text = ''
  for (const {start, end} of parts) {
    text += `${plainText(bytes.subarray(from, start))}null`
    from = end
  }
  return text + plainText(bytes.subarray(from))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** What stands at the end of a way: what was parsed, or what was known, which is set there. */
function valueAt(root: object, {way, known}: Part<Piece>): object | undefined {
  let map: unknown = root
  let value: unknown
  const keys = way.split('\n')
  for (const [at, key] of keys.entries()) {
    if (at > 0) map = value
    if (!isRecord(map) || !Object.hasOwn(map, key)) return undefined
    value = map[key]
  }
  if (!known) return isRecord(value) ? value : undefined
  // Of `__proto__` too: it is there, as a property like any other.
  if (value === null) (map as Record<string, unknown>)[keys.at(-1) as string] = known.value
  return value === null ? known.value : undefined
}
