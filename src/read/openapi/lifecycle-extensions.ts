import type {Fact, Life} from '../../model/api/snapshot.ts'
import {groupBy} from '../../model/group-by.ts'
import {type Place, pointerTo} from '../../model/location.ts'
import {isRecord, own} from '../../schema/json.ts'
import {dayOrText} from './date-formats.ts'

/**
 * How vendors spell the facts of a life, keys from the outside in; of several that are there the first counts.
 * `x-github` is GitHub's, `x-ms-deprecation` Microsoft's (OpenAPI.NET), `x-sap-stateInfo` SAP's
 * (github.com/SAP/openapi-specification), `x-…InVersion` Adyen's, `x-unstable` and `x-deprecated` Datadog's,
 * `x-oaiMeta` and `x-oai-beta` OpenAI's.
 */
const SPELLINGS = {
  mark: ['deprecated', 'x-deprecated', 'x-oai-deprecated', 'x-ms-deprecation'],
  since: [
    'x-deprecated-since',
    'x-deprecation-date',
    'x-deprecated-at',
    'x-github deprecationDate',
    'x-ms-deprecation date',
    'x-sap-stateInfo deprecationDate',
    'x-deprecatedInVersion',
    'x-deprecated-in'
  ],
  sunset: [
    'x-sunset',
    'x-sunset-date',
    'x-removal-date',
    'x-github removalDate',
    'x-ms-deprecation removalDate',
    'x-sap-stateInfo decommissionedDate',
    'x-sap-stateInfo decomissionedDate',
    'x-removedInVersion',
    'x-removed-in'
  ],
  stability: ['x-stability-level', 'x-stability', 'x-state'],
  beta: ['x-beta', 'x-unstable', 'x-oai-beta', 'x-oaiMeta beta', 'oaiMeta beta'],
  state: ['x-sap-stateInfo state'],
  replacement: [
    'x-replaced-by',
    'x-replacement',
    'x-replacedBy',
    'x-deprecated-replacement',
    'x-sap-stateInfo successorApi'
  ],
  added: ['x-addedInVersion', 'x-added-in', 'x-since']
} as const

/** The outermost keys of what tells of an end to come. */
export const MARKS: ReadonlySet<string> = new Set(
  [...SPELLINGS.mark, ...SPELLINGS.since, ...SPELLINGS.sunset].map(spelling => spelling.split(' ')[0] ?? '')
)

const outermost = (spellings: readonly string[]): readonly string[] => [
  ...new Set(spellings.map(spelling => spelling.split(' ')[0] ?? '').filter(key => key.startsWith('x-')))
]

/** The extensions that tell how stable something is: those that say it, and those that are there where it is `beta`. */
export const STABILITY_EXTENSIONS = {words: outermost(SPELLINGS.stability), flags: outermost(SPELLINGS.beta)} as const

/** What an extension that is only there or not states. */
export const FLAGGED = 'beta'

type Said = keyof typeof SPELLINGS
type Found = {[Key in Said]?: (Fact<unknown> & {readonly rank: number}) | undefined}

interface Spelling {
  readonly said: Said
  readonly rank: number
  readonly path: readonly string[]
}

/** By their outermost key: most of what is asked says nothing of its life, and that must cost next to nothing. */
const BY_KEY: ReadonlyMap<string, readonly Spelling[]> = groupBy(
  (Object.keys(SPELLINGS) as Said[]).flatMap(said =>
    SPELLINGS[said].map((spelling, rank): Spelling => ({said, rank, path: spelling.split(' ')}))
  ),
  ({path: [key = '']}) => key
)

/** What an operation, a parameter, a header, a schema or a document says of how long it will be there. */
export function lifeOf(raw: unknown, place: Place): Life {
  const found = isRecord(raw) ? spelt(raw, place) : undefined
  if (!found) return NOTHING
  const state = stateOf(found.state)
  const deprecated = markOf(found.mark) ?? state.deprecated
  const stability = textOf(found.stability) ?? betaOf(found.beta) ?? state.stability
  const since = dayOf(found.since)
  const sunset = dayOf(found.sunset)
  const replacement = textOf(found.replacement)
  const added = textOf(found.added)
  return {
    ...(deprecated ? {deprecated} : {}),
    ...(since ? {since} : {}),
    ...(sunset ? {sunset} : {}),
    ...(stability ? {stability: {...stability, value: stability.value.toLowerCase()}} : {}),
    ...(replacement ? {replacement} : {}),
    ...(added ? {added} : {}),
    ...(state.decommissioned ? {decommissioned: state.decommissioned} : {})
  }
}

/** The best spelling of each fact that is there and says something. */
function spelt(raw: Readonly<Record<string, unknown>>, place: Place): Found | undefined {
  let found: Found | undefined
  for (const key of Object.keys(raw)) {
    for (const {said, rank, path} of BY_KEY.get(key) ?? []) {
      let value: unknown = raw
      for (const step of path) value = isRecord(value) ? own(value, step) : undefined
      if (value === undefined || value === null || (said !== 'mark' && isSilent(said, value))) continue
      found ??= {}
      const other = found[said]
      if (other && other.rank < rank) continue
      found[said] = {value, rank, place: {...place, pointer: `${place.pointer ?? ''}${pointerTo(path)}`}}
    }
  }
  return found
}

const isSilent = (said: Said, value: unknown): boolean => (said === 'beta' ? NO.has(value) : wordsOf(value) === '')

/** What YAML makes of a no in quotes is a text. */
const NO: ReadonlySet<unknown> = new Set([false, '', 'false', 'no'])

const NOTHING: Life = Object.freeze({})

/** The mark itself. A text says why, an object when: both mark. */
const markOf = (fact: Fact<unknown> | undefined): Fact<boolean> | undefined =>
  fact && {value: !NO.has(fact.value), place: fact.place}

/** `true`, or a text that says in which way. */
const betaOf = (fact: Fact<unknown> | undefined): Fact<string> | undefined =>
  fact && {value: FLAGGED, place: fact.place}

/** `x-sap-stateInfo`: `Active` is what all are that say nothing. */
function stateOf(said: Fact<unknown> | undefined): Pick<Life, 'deprecated' | 'stability' | 'decommissioned'> {
  const fact = textOf(said)
  const state = fact?.value.toLowerCase()
  if (!fact || state === 'active') return {}
  if (state !== 'deprecated' && state !== 'decommissioned') return {stability: fact}
  const deprecated = {...fact, value: true}
  return state === 'deprecated' ? {deprecated} : {deprecated, decommissioned: deprecated}
}

const dayOf = (said: Fact<unknown> | undefined): Fact<string> | undefined => {
  const fact = textOf(said)
  return fact && {...fact, value: dayOrText(fact.value)}
}

const textOf = (fact: Fact<unknown> | undefined): Fact<string> | undefined =>
  fact && {value: wordsOf(fact.value), place: fact.place}

/** Text, a number that was meant as text, or a list of them. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.flat().map(wordOf).filter(Boolean).join(', ')
  return wordOf(value)
}

const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
