import type {DocumentPart} from '@tenure/core/documents/parsing/document-part'
import {FLAG_STABILITY} from '@tenure/core/languages/language'
import {defined} from '@tenure/core/model/defined'
import {groupBy} from '@tenure/core/model/group-by'
import {formatPointer, type SourceLocation} from '@tenure/core/model/location'
import {normalizeDay} from '@tenure/core/model/time/normalize-day'
import type {Node} from '@tenure/json-schema/document/node'
import {isRecord, own} from '@tenure/json-schema/json'
import {EXTENSIONS} from '../extensions.ts'
import type {LifecycleMarks, LocatedValue} from '../snapshot.ts'
import type {DescriptionReader} from './reader.ts'

/** The top-level keys that mark a deprecation or sunset. */
const MARK_KEYS: ReadonlySet<string> = new Set(
  [...EXTENSIONS.mark, ...EXTENSIONS.since, ...EXTENSIONS.sunset].map(spelling => spelling.split(' ')[0] ?? '')
)

type FactName = keyof typeof EXTENSIONS
type Found = {[Key in FactName]?: (LocatedValue<unknown> & {readonly rank: number}) | undefined}

interface ExtensionPath {
  readonly name: FactName
  readonly rank: number
  readonly path: readonly string[]
}

/** The extensions by their top-level key, because most objects have none, and checking for them must be cheap. */
const PATHS_BY_KEY: ReadonlyMap<string, readonly ExtensionPath[]> = groupBy(
  (Object.keys(EXTENSIONS) as FactName[]).flatMap(name =>
    EXTENSIONS[name].map((spelling, rank): ExtensionPath => ({name, rank, path: spelling.split(' ')}))
  ),
  ({path: [key = '']}) => key
)

/** Whether a key holds a lifecycle mark, or one of a part of its value. */
export const isMarkKey = (key: string): boolean => PATHS_BY_KEY.has(key)

/** The lifecycle that an operation, parameter, header, schema, or document states. */
export function readLifecycle(raw: unknown, place: SourceLocation): LifecycleMarks {
  const found = isRecord(raw) ? findFacts(raw, place) : undefined
  if (!found) return EMPTY_LIFECYCLE
  const state = stateOf(found.state)
  const deprecated = markOf(found.mark) ?? state.deprecated
  const stability = textOf(found.stability) ?? betaOf(found.beta) ?? state.stability
  const since = dayOf(found.since)
  const sunset = dayOf(found.sunset)
  const replacement = textOf(found.replacement)
  const added = textOf(found.added)
  return defined({
    deprecated,
    since,
    sunset,
    stability: stability && {...stability, value: stability.value.toLowerCase()},
    replacement,
    added,
    decommissioned: state.decommissioned
  })
}

/** The lifecycle that the part at a node states. A mark of the wrong type counts, and is reported. */
export function readMarks(reading: DescriptionReader, node: Node): LifecycleMarks {
  reading.flag(node, 'deprecated')
  return readLifecycle(node.raw, reading.place(node))
}

/** For each fact, the first extension in order of precedence that has a value; `undefined` if there is none. */
function findFacts(raw: Readonly<Record<string, unknown>>, place: SourceLocation): Found | undefined {
  let found: Found | undefined
  for (const key of Object.keys(raw)) {
    for (const {name, rank, path} of PATHS_BY_KEY.get(key) ?? []) {
      let value: unknown = raw
      for (const step of path) value = isRecord(value) ? own(value, step) : undefined
      if (value === undefined || value === null || (name !== 'mark' && isWithoutContent(name, value))) continue
      found ??= {}
      const other = found[name]
      if (other && other.rank < rank) continue
      found[name] = {value, rank, place: {...place, pointer: `${place.pointer ?? ''}${formatPointer(path)}`}}
    }
  }
  return found
}

function isWithoutContent(name: FactName, value: unknown): boolean {
  if (name === 'beta') return NEGATIONS.has(value)
  const isEmpty = wordsOf(value) === ''
  return name === 'since' || name === 'sunset'
    ? isEmpty && (typeof value === 'string' || NEGATIONS.has(value))
    : isEmpty
}

/** Values that deny a mark. YAML reads a quoted `no` or `false` as a string. */
const NEGATIONS: ReadonlySet<unknown> = new Set([false, '', 'false', 'no'])

const EMPTY_LIFECYCLE: LifecycleMarks = Object.freeze({})

/** The deprecation mark. Any value other than a negation marks, such as a reason or an object with dates. */
const markOf = (fact: LocatedValue<unknown> | undefined): LocatedValue<boolean> | undefined =>
  fact && {value: !NEGATIONS.has(fact.value), place: fact.place}

/** The stability level that a key such as `x-beta` states, whatever its value is. */
const betaOf = (fact: LocatedValue<unknown> | undefined): LocatedValue<string> | undefined =>
  fact && {value: FLAG_STABILITY, place: fact.place}

/** Maps `x-sap-stateInfo`. `Active` is the default and states nothing. */
function stateOf(
  stated: LocatedValue<unknown> | undefined
): Pick<LifecycleMarks, 'deprecated' | 'stability' | 'decommissioned'> {
  const fact = textOf(stated)
  const state = fact?.value.toLowerCase()
  if (!fact || state === 'active') return {}
  if (state !== 'deprecated' && state !== 'decommissioned') return {stability: fact}
  const deprecated = {...fact, value: true}
  return state === 'deprecated' ? {deprecated} : {deprecated, decommissioned: deprecated}
}

const dayOf = (stated: LocatedValue<unknown> | undefined): LocatedValue<string> | undefined => {
  const fact = textOf(stated)
  // A value in another form, such as an object, isn't read, but must not look as if there were none.
  const value = fact?.value === '' ? JSON.stringify(stated?.value) : fact?.value
  return fact && value !== undefined ? {...fact, value: normalizeDay(value)} : undefined
}

const textOf = (fact: LocatedValue<unknown> | undefined): LocatedValue<string> | undefined =>
  fact && {value: wordsOf(fact.value), place: fact.place}

/** The text of a value that is a text, a number, or a list of them. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.flat().map(wordOf).filter(Boolean).join(', ')
  return wordOf(value)
}

const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

/** Keys of examples and other data, in which a key such as `deprecated` marks nothing. */
export const DATA_KEYS: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Caches whether a part contains marks, because the description of the next release often contains the same part. */
const markedParts = new WeakMap<object, boolean>()

/**
 * Whether a description contains any deprecation or sunset. If it does, the absence of a mark elsewhere is meaningful.
 * `parts`: those that were parsed separately.
 */
export function containsMarks(root: unknown, parts: ReadonlyMap<string, DocumentPart> = new Map()): boolean {
  if (hasDeprecatedOperation(root)) return true
  const values = new Set<object>()
  for (const {value} of parts.values()) values.add(value)
  return hasMarks(root, value => {
    if (!values.has(value)) return undefined
    const known = markedParts.get(value) ?? hasMarks(value, () => undefined)
    markedParts.set(value, known)
    return known
  })
}

/** Whether a value contains marks. `ofPart` returns whether a part does, and `undefined` for anything else. */
function hasMarks(start: unknown, ofPart: (value: object) => boolean | undefined): boolean {
  const seen = new Set<object>()
  const waiting: unknown[] = [start]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    const known = ofPart(value)
    if (known) return true
    if (known === false) continue
    seen.add(value)
    if (Array.isArray(value)) {
      for (const each of value) waiting.push(each)
      continue
    }
    for (const key in value) {
      const inner = (value as Readonly<Record<string, unknown>>)[key]
      if (inner === true ? MARK_KEYS.has(key) : key.startsWith('x-') && MARK_KEYS.has(key) && isSet(inner)) return true
      if (typeof inner === 'object' && inner !== null && !DATA_KEYS.has(key)) waiting.push(inner)
    }
  }
  return false
}

const isSet = (value: unknown): boolean => value !== null && value !== false && value !== ''

/** Whether an operation is deprecated. Checked first, because it's fast and true for most descriptions with marks. */
function hasDeprecatedOperation(root: unknown): boolean {
  const paths = isRecord(root) && isRecord(root.paths) ? root.paths : {}
  for (const path in paths) {
    const item = paths[path]
    if (!isRecord(item)) continue
    for (const key in item) {
      const each = item[key]
      if (isRecord(each) && each.deprecated === true) return true
    }
  }
  return false
}
