// Compares the changes between two documents with those in the other direction.

import {canonicalText} from '../../../../packages/json-schema/src/json.ts'
import type {Change, ChangeKind, Proof} from '../../../../src/model/api/change.ts'
import {affectedOperations} from './comparing.ts'

/** Opposite kinds of change, under one name: first those of one direction, then their reverse. */
const OPPOSITES: readonly (readonly [string, readonly ChangeKind[], readonly ChangeKind[]])[] = [
  ['operation', ['operation-added'], ['operation-removed']],
  ['webhook', ['webhook-added'], ['webhook-removed']],
  ['parameter', ['parameter-added', 'required-parameter-added'], ['parameter-removed']],
  ['parameter required', ['parameter-required'], ['parameter-optional']],
  ['body', ['body-added', 'required-body-added'], ['body-removed']],
  ['body required', ['body-required'], ['body-optional']],
  ['field', ['field-added', 'required-field-added'], ['field-removed']],
  ['field required', ['field-required'], ['field-optional']],
  ['header', ['header-added'], ['header-removed']],
  ['header required', ['header-required'], ['header-optional']],
  ['value', ['value-added'], ['value-removed']],
  ['null', ['null-allowed'], ['null-refused']],
  ['constraint', ['constraint-loosened'], ['constraint-tightened']],
  ['closed', ['object-opened'], ['object-closed']],
  ['alternative', ['alternative-added'], ['alternative-removed']],
  ['status', ['status-added'], ['status-removed']],
  ['error', ['error-code-added'], ['error-code-removed']],
  ['media type', ['media-type-added'], ['media-type-removed']],
  ['server', ['server-added'], ['server-removed']],
  ['deprecated', ['deprecated'], ['deprecation-withdrawn']],
  ['sunset', ['sunset-set'], ['sunset-dropped']],
  ['sunset moved', ['sunset-moved-later'], ['sunset-moved-earlier']]
]

/** Kinds whose reverse is of the same group of kinds: a change that breaks both sides, or a default that was not set. */
const UNDIRECTED: {readonly [Kind in ChangeKind]?: string} = {
  'default-added': 'default',
  'default-changed': 'default',
  'security-stricter': 'security',
  'security-looser': 'security'
}

/** Kinds whose `about` is the same in both directions. For other kinds it depends on the newer side. */
const SYMMETRIC = new Set([
  'parameter',
  'field',
  'field required',
  'header',
  'value',
  'status',
  'error',
  'media type',
  'server',
  'constraint'
])

function directionOf(kind: ChangeKind): {name: string; direction: number} {
  for (const [name, forward, reverse] of OPPOSITES) {
    if (forward.includes(kind)) return {name, direction: 1}
    if (reverse.includes(kind)) return {name, direction: -1}
  }
  return {name: UNDIRECTED[kind] ?? kind, direction: 0}
}

/**
 * Whether a change has no reverse. A choice that only breaks as a whole is reported only where it breaks, and so is a type
 * that moved to another keyword. Equal documentation changes are reported once, at places that depend on the direction. A
 * scope that becomes available although it was already required is no change, and an endpoint that stops using pages
 * loses the parameter.
 */
const isOneWay = ({kind, old, new: newer}: Change): boolean =>
  kind === 'documentation-changed' ||
  kind === 'security-changed' ||
  kind === 'pagination-added' ||
  (kind === 'composition-changed' && old === undefined && newer === undefined) ||
  (kind === 'type-changed' && old !== undefined && String(old) === String(newer))

/** The name of a constraint without `exclusive`, which only the reports of one direction may use. */
const withoutExclusive = (text: string): string => text.replace(/exclusiveM(?=[a-z]+$)/, 'm')

/** Whether a field was one of many in a map. In the other direction, it is only removed. */
const wasInMap = ({kind, old, new: newer}: Change): boolean =>
  kind === 'constraint-changed' && old === undefined && newer === undefined

/** A key for a change and its reverse: `end` is 1 for a change, and -1 for its expected reverse. */
function keyFrom(change: Change, end: 1 | -1): string {
  const {name, direction} = directionOf(wasInMap(change) ? 'field-added' : change.kind)
  const places = [change.where.old, change.where.new].map(place => withoutExclusive(place?.pointer ?? ''))
  const values = [change.old ?? null, change.new ?? null]
  const hasValues = !['security', 'serialization-changed'].includes(name)
  return canonicalText([
    name,
    direction * end,
    SYMMETRIC.has(name) ? withoutExclusive(change.about ?? '') : '',
    end === 1 ? places : places.toReversed(),
    hasValues ? (end === 1 ? values : values.toReversed()) : []
  ])
}

/**
 * Merges changes that may be reported separately in one direction only: a default for parameters and for bodies, and a
 * removal from announced and from other operations.
 */
function mergeSplit(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change>()
  const others = changes.filter(change => {
    const isSplit = directionOf(change.kind).name === 'default' || change.kind.endsWith('-removed')
    if (!isSplit) return !isOneWay(change)
    const key = keyFrom(change, 1)
    const known = merged.get(key)
    merged.set(key, {...change, reaches: [...(known?.reaches ?? []), ...change.reaches]})
    return false
  })
  return [...others, ...merged.values()]
}

export interface Asymmetry {
  /** Changes that are reported in only one direction. */
  readonly unmatched: readonly string[]
  /** Changes that have different proofs or operations in each direction. */
  readonly contradictory: readonly string[]
}

const isBreaking = ({proofs}: Change): boolean => proofs.request?.is === 'breaks' || proofs.response?.is === 'breaks'

/** Leaves out what comes with a deprecation and goes with it without a change of its own. */
function withoutCompanions(changes: readonly Change[]): Change[] {
  const placeOf = ({where}: Change): string => (where.new ?? where.old)?.pointer?.replace(/\/[^/]*$/, '') ?? ''
  const deprecated = new Set(changes.filter(({kind}) => kind === 'deprecated').map(placeOf))
  return changes.filter(
    change =>
      !(['sunset-set', 'replacement-changed'].includes(change.kind) && change.old === undefined) ||
      !deprecated.has(placeOf(change))
  )
}

/** How the changes of one direction differ from those of the other. */
export function findAsymmetry(forward: readonly Change[], reverse: readonly Change[]): Asymmetry {
  const unmatched: string[] = []
  const contradictory: string[] = []
  const expected = new Map<string, Change[]>()
  for (const change of mergeSplit(withoutCompanions(reverse))) {
    const key = keyFrom(change, -1)
    expected.set(key, [...(expected.get(key) ?? []), change])
  }
  for (const change of mergeSplit(withoutCompanions(forward))) {
    const key = keyFrom(change, 1)
    const all = expected.get(key) ?? []
    // Of several similar changes, the one that affects the same operations.
    const affected = affectedOperations(change).join()
    const at = Math.max(
      0,
      all.findIndex(each => affectedOperations(each).join() === affected)
    )
    const [other] = all.splice(at, 1)
    if (!other) {
      unmatched.push(`forward ${key} ${change.about ?? ''}`)
      continue
    }
    // Another alternative may accept a value that one no longer accepts, so a break may affect fewer operations.
    if (!isBreaking(change) && !isBreaking(other) && affectedOperations(other).join() !== affected)
      contradictory.push(`reach ${key}: ${affected} / ${affectedOperations(other)}`)
    const [one, two] = [change.proofs, other.proofs]
    // A property of one direction is left out by that direction, so its proofs aren't swapped.
    const isSwapped =
      change.kind !== 'field-access-changed' && one.request && one.response && two.request && two.response
    const sides: [Proof | undefined, Proof | undefined][] = isSwapped
      ? [
          [one.request, two.response],
          [one.response, two.request]
        ]
      : []
    for (const [from, to] of sides) {
      if (from && to && from.is !== to.is && from.is !== 'undetermined' && to.is !== 'undetermined')
        contradictory.push(`proof ${key}: ${from.is} / ${to.is}`)
    }
  }
  for (const [key, all] of expected) for (const {about} of all) unmatched.push(`reverse ${key} ${about ?? ''}`)
  return {unmatched, contradictory}
}
