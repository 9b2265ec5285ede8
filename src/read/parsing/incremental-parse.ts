import {isRecord} from '../../schema/json.ts'
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

/** A part with the text that it was parsed from. */
export interface CachedPart<Text> {
  readonly piece: ParsedPart
  readonly text: Text
  readonly start: number
  readonly end: number
}

/** The maximum number of warnings about the indentation of a file; further ones are dropped. */
export const MAX_WARNINGS = 10

export interface CachedYamlPart extends CachedPart<string> {
  /** The indentation of its key. */
  readonly indent: number
  /** The offsets of lines with too little indentation, relative to its start. */
  readonly outdented: readonly number[]
}

/**
 * A cache of parsed parts. A part with the same path and text in the next description becomes the same object, so it is
 * parsed once and comparing it is trivial.
 */
export class PartCache {
  readonly #json = new Map<string, Map<string, CachedPart<Buffer>>>()
  readonly #yaml = new Map<string, Map<string, CachedYamlPart>>()

  /** The cached parts of a JSON file, by JSON pointer. */
  json(path: string): Map<string, CachedPart<Buffer>> {
    return partsOf(path, this.#json)
  }

  yaml(path: string): Map<string, CachedYamlPart> {
    return partsOf(path, this.#yaml)
  }
}

function partsOf<Any>(path: string, files: Map<string, Map<string, Any>>): Map<string, Any> {
  const known = files.get(path) ?? new Map<string, Any>()
  files.set(path, known)
  return known
}

export interface IncrementalParse {
  readonly value: object
  readonly survey: Survey
  /** The parts that were parsed separately, by JSON pointer. */
  readonly parts: ReadonlyMap<string, DocumentPart>
}

export interface AssembledDocument extends IncrementalParse {
  readonly pieces: readonly ParsedPart[]
  /** The survey of everything outside the parts. */
  readonly around: PartSurvey
}

/**
 * Inserts cached or separately parsed parts in place of the `null` placeholders, and surveys the rest. `undefined` if a
 * part isn't where it should be.
 */
export function assembleDocument(
  root: unknown,
  parts: readonly PartSpan<ParsedPart>[],
  read: readonly (object | undefined)[] = []
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

/** Replaces the cached parts of a file. Parts that no longer exist are dropped, together with their text. */
export function cacheParts<Any>(
  before: Map<string, Any>,
  parts: readonly PartSpan<ParsedPart>[],
  keptAt: (part: PartSpan<ParsedPart>, at: number) => Any
): void {
  const cached = parts.map((part, at): [string, Any] => [part.pointer, keptAt(part, at)])
  before.clear()
  for (const [pointer, each] of cached) before.set(pointer, each)
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

/** The value of a part in the parsed tree; `undefined` if it isn't there. */
export const findPartValue = (root: object, {holder, key}: PartSpan<unknown>): unknown => {
  const map = mapAt(root, holder)
  return map && Object.hasOwn(map, key) ? map[key] : undefined
}

function mapAt(root: object, {keys}: LargeMap): Record<string, unknown> | undefined {
  let map: unknown = root
  for (const key of keys) map = isRecord(map) && Object.hasOwn(map, key) ? map[key] : undefined
  return isRecord(map) ? (map as Record<string, unknown>) : undefined
}
