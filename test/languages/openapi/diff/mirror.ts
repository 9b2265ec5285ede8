// What a change looks like from the other end: the newer document compared with the older one.

import {canonicalText} from '../../../../packages/json-schema/src/json.ts'
import type {Change, ChangeKind, Proof} from '../../../../src/model/api/change.ts'
import {reached} from './comparing.ts'

/** Kinds that are told apart by their way round only, each under one name. */
const BOTH_WAYS: readonly (readonly [string, readonly ChangeKind[], readonly ChangeKind[]])[] = [
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

/** Of these no one can tell which way round they are: shut out on both sides, or set where nothing was. */
const EITHER: {readonly [Kind in ChangeKind]?: string} = {
  'default-added': 'default',
  'default-changed': 'default',
  'security-stricter': 'security',
  'security-looser': 'security'
}

/** What `about` names is the same from both ends; of others it is a word of the newer side. */
const NAMED = new Set([
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

function wayOf(kind: ChangeKind): {name: string; way: number} {
  for (const [name, there, back] of BOTH_WAYS) {
    if (there.includes(kind)) return {name, way: 1}
    if (back.includes(kind)) return {name, way: -1}
  }
  return {name: EITHER[kind] ?? kind, way: 0}
}

/**
 * What has no mirror. A choice that broke only as a whole is told only where it breaks, and so is a type that is said in
 * another place. Of what is written for people, what is the same in several places is told once, and which places those
 * are differs from end to end. That a scope can be had now that was asked for all along is no change, and where a list
 * comes whole again it is told that its parameter is gone.
 */
const isOneWay = ({kind, old, new: fresh}: Change): boolean =>
  kind === 'documentation-changed' ||
  kind === 'security-changed' ||
  kind === 'pagination-added' ||
  (kind === 'composition-changed' && old === undefined && fresh === undefined) ||
  (kind === 'type-changed' && old !== undefined && String(old) === String(fresh))

/** A bound is told in the words of the newer side, exclusive or not. */
const wordOf = (text: string): string => text.replace(/exclusiveM(?=[a-z]+$)/, 'm')

/** A field that was one of the many of a map: from the other end, it only went. */
const wasInMap = ({kind, old, new: fresh}: Change): boolean =>
  kind === 'constraint-changed' && old === undefined && fresh === undefined

/** One text for a change and its mirror: `end` 1 for how it was found, -1 for what is expected from the other end. */
function keyFrom(change: Change, end: 1 | -1): string {
  const {name, way} = wayOf(wasInMap(change) ? 'field-added' : change.kind)
  const places = [change.where.old, change.where.new].map(place => wordOf(place?.pointer ?? ''))
  const values = [change.old ?? null, change.new ?? null]
  const isSaid = !['security', 'serialization-changed'].includes(name)
  return canonicalText([
    name,
    way * end,
    NAMED.has(name) ? wordOf(change.about ?? '') : '',
    end === 1 ? places : places.toReversed(),
    isSaid ? (end === 1 ? values : values.toReversed()) : []
  ])
}

/**
 * One way round a default may be told of parameters and of bodies apart, and an end of operations that were told of it and
 * of others; the other way round it is one change.
 */
function joined(changes: readonly Change[]): Change[] {
  const apart = new Map<string, Change>()
  const others = changes.filter(change => {
    const isApart = wayOf(change.kind).name === 'default' || change.kind.endsWith('-removed')
    if (!isApart) return !isOneWay(change)
    const key = keyFrom(change, 1)
    const known = apart.get(key)
    apart.set(key, {...change, reaches: [...(known?.reaches ?? []), ...change.reaches]})
    return false
  })
  return [...others, ...apart.values()]
}

export interface Mirrored {
  /** What only one of the ends tells. */
  readonly lost: readonly string[]
  /** What both ends tell, and prove or reach otherwise. */
  readonly torn: readonly string[]
}

const isBroken = ({proofs}: Change): boolean => proofs.request?.is === 'breaks' || proofs.response?.is === 'breaks'

/** How what is found from one end differs from what is found from the other. */
export function mirrored(there: readonly Change[], back: readonly Change[]): Mirrored {
  const lost: string[] = []
  const torn: string[] = []
  const open = new Map<string, Change[]>()
  for (const change of joined(back)) {
    const key = keyFrom(change, -1)
    open.set(key, [...(open.get(key) ?? []), change])
  }
  for (const change of joined(there)) {
    const key = keyFrom(change, 1)
    const all = open.get(key) ?? []
    // Of several that are alike in all but who meets them, the one that the same operations meet.
    const met = reached(change).join()
    const at = Math.max(
      0,
      all.findIndex(each => reached(each).join() === met)
    )
    const [other] = all.splice(at, 1)
    if (!other) {
      lost.push(`there ${key} ${change.about ?? ''}`)
      continue
    }
    // What one alternative no longer accepts another one may: who meets a break is told more narrowly.
    if (!isBroken(change) && !isBroken(other) && reached(other).join() !== met)
      torn.push(`reach ${key}: ${met} / ${reached(other)}`)
    const [one, two] = [change.proofs, other.proofs]
    // What only the service writes and what only the caller does are left out by direction: that does not swap.
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
        torn.push(`proof ${key}: ${from.is} / ${to.is}`)
    }
  }
  for (const [key, all] of open) for (const {about} of all) lost.push(`back ${key} ${about ?? ''}`)
  return {lost, torn}
}
