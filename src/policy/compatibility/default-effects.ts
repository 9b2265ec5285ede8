import {CHANGE_KINDS, type ChangeKind, type Effect, WIDER_KIND} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import type {EffectMap} from '../../model/verdict/policy.ts'

/**
 * The effect of each kind of change on clients, unless the policy overrides it. It follows from containment (design
 * §4): a request must still accept what it accepted, and a response must stay within what it could contain.
 */
export const DEFAULT_EFFECTS = {
  'operation-added': {request: 'tolerated'},
  'operation-removed': {request: 'breaking'},
  'operation-id-changed': {request: 'tolerated'},
  'webhook-added': {request: 'tolerated', response: 'tolerated'},
  'webhook-removed': {request: 'breaking', response: 'breaking'},
  'parameter-added': {request: 'tolerated', response: 'tolerated'},
  'required-parameter-added': {request: 'breaking', response: 'tolerated'},
  'parameter-required': {request: 'breaking', response: 'tolerated'},
  'parameter-optional': {request: 'tolerated', response: 'breaking'},
  'parameter-removed': {request: 'breaking', response: 'breaking'},
  'body-added': {request: 'tolerated', response: 'tolerated'},
  'required-body-added': {request: 'breaking', response: 'tolerated'},
  'body-required': {request: 'breaking', response: 'tolerated'},
  'body-optional': {request: 'tolerated', response: 'breaking'},
  'body-removed': {request: 'breaking', response: 'breaking'},
  'field-added': {request: 'tolerated', response: 'tolerated'},
  'required-field-added': {request: 'breaking', response: 'tolerated'},
  'field-required': {request: 'breaking', response: 'tolerated'},
  'field-optional': {request: 'tolerated', response: 'breaking'},
  'field-removed': {request: 'breaking', response: 'breaking'},
  'field-access-changed': {request: 'breaking', response: 'breaking'},
  'field-writable-added': {response: 'tolerated'},
  'header-added': {request: 'tolerated', response: 'tolerated'},
  'header-required': {response: 'tolerated'},
  'header-optional': {response: 'breaking'},
  'header-removed': {request: 'breaking', response: 'breaking'},
  'value-added': {request: 'tolerated', response: 'ask'},
  'value-removed': {request: 'breaking', response: 'tolerated'},
  'type-changed': {request: 'breaking', response: 'breaking'},
  'null-allowed': {request: 'tolerated', response: 'breaking'},
  'null-refused': {request: 'breaking', response: 'tolerated'},
  'format-changed': {request: 'breaking', response: 'breaking'},
  'opaque-format-changed': {request: 'ask', response: 'ask'},
  'default-added': {request: 'tolerated', response: 'tolerated'},
  'default-changed': {request: 'breaking', response: 'ask'},
  'constraint-tightened': {request: 'breaking', response: 'tolerated'},
  'constraint-loosened': {request: 'tolerated', response: 'breaking'},
  'constraint-changed': {request: 'breaking', response: 'breaking'},
  'object-closed': {request: 'breaking', response: 'tolerated'},
  'object-opened': {request: 'tolerated', response: 'tolerated'},
  'alternative-added': {request: 'tolerated', response: 'breaking'},
  'alternative-removed': {request: 'breaking', response: 'tolerated'},
  'composition-changed': {request: 'breaking', response: 'breaking'},
  'discriminator-changed': {request: 'ask', response: 'ask'},
  renamed: {request: 'breaking', response: 'breaking'},
  moved: {request: 'breaking', response: 'breaking'},
  'serialization-changed': {request: 'breaking', response: 'breaking'},
  'order-changed': {response: 'tolerated'},
  'status-added': {request: 'tolerated', response: 'ask'},
  'status-removed': {request: 'breaking', response: 'breaking'},
  'error-code-added': {request: 'tolerated', response: 'tolerated'},
  'error-code-removed': {request: 'ask', response: 'ask'},
  'media-type-added': {request: 'tolerated', response: 'tolerated'},
  'media-type-removed': {request: 'breaking', response: 'breaking'},
  'security-stricter': {request: 'breaking', response: 'tolerated'},
  'security-looser': {request: 'tolerated', response: 'breaking'},
  'security-changed': {request: 'ask', response: 'ask'},
  'server-added': {request: 'tolerated'},
  'server-removed': {request: 'ask'},
  'base-path-changed': {request: 'ask'},
  'rate-limit-stricter': {request: 'ask'},
  'pagination-added': {response: 'breaking'},
  'behaviour-changed': {request: 'ask', response: 'ask'},
  deprecated: {request: 'tolerated', response: 'tolerated'},
  'deprecation-withdrawn': {request: 'tolerated', response: 'tolerated'},
  'sunset-set': {request: 'tolerated', response: 'tolerated'},
  'sunset-moved-later': {request: 'tolerated', response: 'tolerated'},
  'sunset-moved-earlier': {request: 'ask', response: 'ask'},
  'sunset-dropped': {request: 'ask', response: 'ask'},
  'stability-changed': {request: 'ask', response: 'ask'},
  'replacement-changed': {request: 'tolerated', response: 'tolerated'},
  'documentation-changed': {request: 'tolerated', response: 'tolerated'}
} as const satisfies Record<ChangeKind, {readonly [Side in Direction]?: Effect}>

/**
 * The side on which a kind accepts more than before or returns less, so it is harmless there. If a proof shows
 * otherwise (`oneOf` accepts a value that matches exactly one alternative, `not` inverts everything), the proof
 * overrides the default but not the policy.
 */
const HARMLESS_SIDE: {readonly [Kind in ChangeKind]?: Direction} = {
  'field-optional': 'request',
  'field-required': 'response',
  'value-added': 'request',
  'value-removed': 'response',
  'null-allowed': 'request',
  'null-refused': 'response',
  'constraint-loosened': 'request',
  'constraint-tightened': 'response',
  'object-opened': 'request',
  'object-closed': 'response',
  'alternative-added': 'request',
  'alternative-removed': 'response',
  'media-type-added': 'request'
}

/** Whether a kind of change is harmless on a side. */
export const isHarmless = (kind: ChangeKind, side: Direction): boolean => HARMLESS_SIDE[kind] === side

/** Whether a kind is compatible on a side by default, without an entry in the policy. */
export const isHarmlessByDefault = (kind: ChangeKind, side: Direction, map: EffectMap): boolean =>
  isHarmless(kind, side) && effectOfKind(kind, side, map, false) === undefined

/** Effects, most severe first. */
export const EFFECTS_BY_SEVERITY: readonly Effect[] = ['breaking', 'ask', 'tolerated']

/**
 * The effect of a kind of change on a side, or on the worse of its sides if `side` is `undefined`. `undefined` if
 * `defaults` is `false` and the policy has no entry.
 */
export function effectOfKind(
  kind: ChangeKind,
  side: Direction | undefined,
  map: EffectMap,
  defaults = true
): Effect | undefined {
  const sides = side ? [side] : CHANGE_KINDS[kind]
  const fallback: {readonly [Side in Direction]?: Effect} = defaults ? DEFAULT_EFFECTS[kind] : {}
  const wider = WIDER_KIND[kind]
  const effects = sides.map(each => map[kind]?.[each] ?? (wider && map[wider]?.[each]) ?? fallback[each])
  return EFFECTS_BY_SEVERITY.find(effect => effects.includes(effect))
}
