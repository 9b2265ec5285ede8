import {isRecord} from '../../model/json.ts'
import type {DocumentPart} from './document-part.ts'
import {type PartSurvey, surveyAround} from './marked-locations.ts'
import type {LargeMap, PartSpan} from './parts.ts'
import {mergeSurveys, type Survey} from './reference-survey.ts'

/** A parsed part of a description. */
export interface ParsedPart {
  readonly value: object
  readonly look: PartSurvey
  readonly part: DocumentPart
}

/** A part with the bytes of the file that it was parsed from. */
export interface CachedPart {
  readonly piece: ParsedPart
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
}

/**
 * A cache of parsed parts. A part with the same path and bytes in the next description becomes the same object, so it is
 * parsed once and comparing it is trivial.
 */
export class PartCache {
  readonly #files = new Map<string, Map<string, CachedPart>>()

  /** The cached parts of a file, by JSON pointer. */
  of(path: string): Map<string, CachedPart> {
    const known = this.#files.get(path) ?? new Map<string, CachedPart>()
    this.#files.set(path, known)
    return known
  }
}

export interface IncrementalParse {
  readonly value: object
  readonly survey: Survey
  /** The parts that were parsed separately, by JSON pointer. */
  readonly parts: ReadonlyMap<string, DocumentPart>
}

export interface AssembledDocument extends IncrementalParse {
  readonly pieces: readonly ParsedPart[]
  /** The survey of the document without the parts. */
  readonly around: PartSurvey
}

/**
 * Inserts cached or separately parsed parts in place of the `null` placeholders, and surveys the rest. `undefined` if a
 * part isn't where it should be.
 */
export function assembleDocument(
  root: unknown,
  parts: readonly PartSpan<ParsedPart>[],
  read: readonly (object | undefined)[]
): AssembledDocument | undefined {
  if (!isRecord(root)) return undefined
  const values = valuesOf(root, parts, read)
  if (!values) return undefined
  const {around, at: lookAt} = surveyAround(root, new Set(values))
  const pieces = parts.map(({holder, key, known}, at): ParsedPart => {
    if (known) return known
    const inner = values[at] as object
    return createPiece(inner, lookAt(inner, holder, key))
  })
  return {
    value: root,
    survey: mergeSurveys([around, ...pieces.map(({look}) => look)]),
    parts: new Map(parts.map(({pointer}, at): [string, DocumentPart] => [pointer, (pieces[at] as ParsedPart).part])),
    pieces,
    around
  }
}

const NONE: readonly string[] = []

const createPiece = (value: object, look: PartSurvey): ParsedPart => ({
  value,
  look,
  part: {
    value,
    refs: look.quoted.length > 0 ? [...look.refs, ...look.quoted] : look.refs,
    mappedSchemas: look.hasDiscriminator ? findMappedSchemas(value) : NONE
  }
})

/** The schemas named in discriminator mappings, at any depth. */
function findMappedSchemas(start: object): string[] {
  const forms: string[] = []
  const open: unknown[] = [start]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (isRecord(value) && isRecord(value.discriminator) && isRecord(value.discriminator.mapping))
      for (const form of Object.values(value.discriminator.mapping)) if (typeof form === 'string') forms.push(form)
    for (const inner of Object.values(value)) if (typeof inner === 'object') open.push(inner)
  }
  return forms
}

/**
 * The value of each part. Cached or separately parsed values are inserted into the tree. `undefined` if one of them
 * isn't where it should be.
 */
function valuesOf(
  root: object,
  parts: readonly PartSpan<ParsedPart>[],
  read: readonly (object | undefined)[]
): object[] | undefined {
  const maps = new Map<LargeMap, Record<string, unknown>>()
  const values: object[] = []
  for (const [at, {holder, key, known}] of parts.entries()) {
    const map = maps.get(holder) ?? mapAt(root, holder)
    if (!map || !Object.hasOwn(map, key)) return undefined
    maps.set(holder, map)
    const value = map[key]
    const own = known?.value ?? read[at]
    if (own ? value !== null : !isRecord(value)) return undefined
    // Also safe for `__proto__`, which exists here as an own property.
    if (own) map[key] = own
    values.push(own ?? (value as object))
  }
  return values
}

function mapAt(root: object, {keys}: LargeMap): Record<string, unknown> | undefined {
  let map: unknown = root
  for (const key of keys) map = isRecord(map) && Object.hasOwn(map, key) ? map[key] : undefined
  return isRecord(map) ? (map as Record<string, unknown>) : undefined
}
