import {type Place, pointerTo} from '../model/place.ts'
import type {Fact, Life} from '../model/snapshot.ts'
import {isRecord, own} from '../schema/json.ts'
import {dayOrText} from './openapi-days.ts'

/** Keys from the outside in: `['x-github', 'removalDate']`. */
type Spelling = readonly string[]

/**
 * How vendors spell the facts of a life; of several that are there the first counts. `x-github` is GitHub's,
 * `x-ms-deprecation` Microsoft's (OpenAPI.NET), `x-sap-stateInfo` SAP's (github.com/SAP/openapi-specification),
 * `x-…InVersion` Adyen's, `x-unstable` and `x-deprecated` Datadog's, `x-oaiMeta` and `x-oai-beta` OpenAI's.
 */
const SINCE: readonly Spelling[] = [
  ['x-deprecated-since'],
  ['x-deprecation-date'],
  ['x-deprecated-at'],
  ['x-github', 'deprecationDate'],
  ['x-ms-deprecation', 'date'],
  ['x-sap-stateInfo', 'deprecationDate'],
  ['x-deprecatedInVersion'],
  ['x-deprecated-in']
]
const SUNSET: readonly Spelling[] = [
  ['x-sunset'],
  ['x-sunset-date'],
  ['x-removal-date'],
  ['x-github', 'removalDate'],
  ['x-ms-deprecation', 'removalDate'],
  ['x-sap-stateInfo', 'decommissionedDate'],
  ['x-sap-stateInfo', 'decomissionedDate'],
  ['x-removedInVersion'],
  ['x-removed-in']
]
const STABILITY: readonly Spelling[] = [['x-stability-level'], ['x-stability'], ['x-state']]
const BETA: readonly Spelling[] = [
  ['x-beta'],
  ['x-unstable'],
  ['x-oai-beta'],
  ['x-oaiMeta', 'beta'],
  ['oaiMeta', 'beta']
]
const REPLACEMENT: readonly Spelling[] = [
  ['x-replaced-by'],
  ['x-replacement'],
  ['x-replacedBy'],
  ['x-deprecated-replacement'],
  ['x-sap-stateInfo', 'successorApi']
]
const ADDED: readonly Spelling[] = [['x-addedInVersion'], ['x-added-in'], ['x-since']]
const MARKS: readonly Spelling[] = [['deprecated'], ['x-deprecated'], ['x-oai-deprecated'], ['x-ms-deprecation']]

/** What all spellings begin with: most of what is asked says nothing of its life. */
const SAYS = /^(x-|deprecated$|oaiMeta$)/

/** What an operation, a parameter, a header, a schema or a document says of how long it will be there. */
export function lifeOf(raw: unknown, place: Place): Life {
  if (!isRecord(raw) || !Object.keys(raw).some(key => SAYS.test(key))) return NOTHING
  const state = stateOf(raw, place)
  const deprecated = markOf(raw, place) ?? state.deprecated
  const stability = textFact(raw, STABILITY, place) ?? betaOf(raw, place) ?? state.stability
  const since = dayFact(raw, SINCE, place)
  const sunset = dayFact(raw, SUNSET, place)
  const replacement = textFact(raw, REPLACEMENT, place)
  const added = textFact(raw, ADDED, place)
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

const NOTHING: Life = Object.freeze({})

/** What YAML makes of a no in quotes is a text. */
const NO: ReadonlySet<unknown> = new Set([false, '', 'false', 'no'])

/** The mark itself. Where one spelling says no and another yes, the plain one counts. */
function markOf(raw: object, place: Place): Fact<boolean> | undefined {
  for (const spelling of MARKS) {
    const fact = factAt(raw, spelling, place)
    if (typeof fact?.value === 'boolean') return {...fact, value: fact.value}
    // A text says why, an object when: both mark.
    if (fact && !NO.has(fact.value)) return {...fact, value: true}
  }
  return undefined
}

/** `true`, or a text that says in which way. */
function betaOf(raw: object, place: Place): Fact<string> | undefined {
  for (const spelling of BETA) {
    const fact = factAt(raw, spelling, place)
    if (fact && !NO.has(fact.value)) return {...fact, value: 'beta'}
  }
  return undefined
}

/** `x-sap-stateInfo`: `Active` is what all are that say nothing. */
function stateOf(raw: object, place: Place): Pick<Life, 'deprecated' | 'stability' | 'decommissioned'> {
  const fact = factAt(raw, ['x-sap-stateInfo', 'state'], place)
  const state = typeof fact?.value === 'string' ? fact.value.trim().toLowerCase() : ''
  if (!fact || state === '' || state === 'active') return {}
  if (state !== 'deprecated' && state !== 'decommissioned') return {stability: {...fact, value: state}}
  const deprecated = {...fact, value: true}
  return state === 'deprecated' ? {deprecated} : {deprecated, decommissioned: deprecated}
}

function dayFact(raw: object, spellings: readonly Spelling[], place: Place): Fact<string> | undefined {
  const fact = textFact(raw, spellings, place)
  return fact && {...fact, value: dayOrText(fact.value)}
}

function textFact(raw: object, spellings: readonly Spelling[], place: Place): Fact<string> | undefined {
  for (const spelling of spellings) {
    const fact = factAt(raw, spelling, place)
    const text = fact && wordsOf(fact.value)
    if (fact && text) return {...fact, value: text}
  }
  return undefined
}

/** Text, a number that was meant as text, or a list of them. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function factAt(raw: object, spelling: Spelling, place: Place): Fact<unknown> | undefined {
  let value: unknown = raw
  for (const key of spelling) value = isRecord(value) ? own(value, key) : undefined
  if (value === undefined || value === null) return undefined
  return {value, place: {...place, pointer: `${place.pointer ?? ''}${pointerTo(spelling)}`}}
}
