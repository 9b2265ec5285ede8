import type {DocumentPart} from '../../model/api/snapshot.ts'
import {isRecord} from '../../schema/json.ts'
import {type Look, lookAround} from './marked-locations.ts'
import type {Holder, Part} from './parts.ts'
import {joined, type Survey} from './reference-survey.ts'

/** A part of a description, read. */
export interface Piece {
  readonly value: object
  readonly look: Look
  readonly part: DocumentPart
}

/** A piece, and where it was read. */
export interface Kept<Text> {
  readonly piece: Piece
  readonly text: Text
  readonly start: number
  readonly end: number
}

export interface KeptYaml extends Kept<string> {
  /** How far its key is indented. */
  readonly indent: number
  /** Where lines in it stand too far left, from its start on. */
  readonly outdented: readonly number[]
}

/**
 * What was read before, part by part. A part that stands at the same place of the next description in the same words is
 * the same object there: it is read once, and who compares sees at a glance that nothing differs in it.
 */
export class Shared {
  readonly #json = new Map<string, Map<string, Kept<Buffer>>>()
  readonly #yaml = new Map<string, Map<string, KeptYaml>>()

  /** What was read in a file of JSON, by the ways that lead there. */
  json(path: string): Map<string, Kept<Buffer>> {
    return of(path, this.#json)
  }

  yaml(path: string): Map<string, KeptYaml> {
    return of(path, this.#yaml)
  }
}

function of<Any>(path: string, files: Map<string, Map<string, Any>>): Map<string, Any> {
  const known = files.get(path) ?? new Map<string, Any>()
  files.set(path, known)
  return known
}

export interface Pieced {
  readonly value: object
  readonly survey: Survey
  /** What was read by itself, by JSON pointers. */
  readonly parts: ReadonlyMap<string, DocumentPart>
}

export interface Assembly extends Pieced {
  readonly pieces: readonly Piece[]
  /** What stands in no part. */
  readonly around: Look
}

/**
 * Sets what was known, or read by itself, in its place, where `null` was read, and looks at all else. Nothing where any
 * part is not there as it should be.
 */
export function assemble(
  root: unknown,
  parts: readonly Part<Piece>[],
  read: readonly (object | undefined)[] = []
): Assembly | undefined {
  if (!isRecord(root)) return undefined
  const values = valuesOf(root, parts, read)
  if (!values) return undefined
  const {around, at: lookAt} = lookAround(root, new Set(values))
  const pieces = parts.map(({holder, key, known}, at): Piece => {
    if (known) return known
    const inner = values[at] as object
    return pieceOf(inner, lookAt(inner, holder, key))
  })
  return {
    value: root,
    survey: joined([around, ...pieces.map(({look}) => look)]),
    parts: new Map(parts.map(({pointer}, at): [string, DocumentPart] => [pointer, (pieces[at] as Piece).part])),
    pieces,
    around
  }
}

/** What is gone is let go, and the text that it was read from with it. */
export function keep<Any>(
  before: Map<string, Any>,
  parts: readonly Part<Piece>[],
  keptAt: (part: Part<Piece>, at: number) => Any
): void {
  const kept = parts.map((part, at): [string, Any] => [part.pointer, keptAt(part, at)])
  before.clear()
  for (const [pointer, each] of kept) before.set(pointer, each)
}

const NONE: readonly string[] = []

const pieceOf = (value: object, look: Look): Piece => ({
  value,
  look,
  part: {
    value,
    refs: look.quoted.length > 0 ? [...look.refs, ...look.quoted] : look.refs,
    forms: look.hasDiscriminator ? formsIn(value) : NONE
  }
})

/** The schemas that discriminator mappings name, at any depth. */
function formsIn(start: object): string[] {
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
 * What stands where the parts do: what was parsed there, or what was known or read by itself, which is set there. Nothing
 * where any is not there.
 */
function valuesOf(
  root: object,
  parts: readonly Part<Piece>[],
  read: readonly (object | undefined)[]
): object[] | undefined {
  const maps = new Map<Holder, Record<string, unknown>>()
  const values: object[] = []
  for (const [at, {holder, key, known}] of parts.entries()) {
    const map = maps.get(holder) ?? mapAt(root, holder)
    if (!map || !Object.hasOwn(map, key)) return undefined
    maps.set(holder, map)
    const value = map[key]
    const own = known?.value ?? read[at]
    if (own ? value !== null : !isRecord(value)) return undefined
    // Of `__proto__` too: it is there, as a property like any other.
    if (own) map[key] = own
    values.push(own ?? (value as object))
  }
  return values
}

/** What a member of one of the large maps is. */
export const valueAt = (root: object, {holder, key}: Part<unknown>): unknown => {
  const map = mapAt(root, holder)
  return map && Object.hasOwn(map, key) ? map[key] : undefined
}

function mapAt(root: object, {keys}: Holder): Record<string, unknown> | undefined {
  let map: unknown = root
  for (const key of keys) map = isRecord(map) && Object.hasOwn(map, key) ? map[key] : undefined
  return isRecord(map) ? (map as Record<string, unknown>) : undefined
}
