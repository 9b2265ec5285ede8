import {CHANGE_KINDS, type ChangeKind, type Effect, WIDER_KIND} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import type {EffectMap} from '../../model/verdict/policy.ts'

/**
 * The effect of each kind of change on clients, unless the policy overrides it. It follows from containment (design
 * §4): a request must still accept what it accepted, and a response must stay within what it could contain.
 */
export const DEFAULT_EFFECTS = {
  'operation-added': {request: 'compatible'},
  'operation-removed': {request: 'breaking'},
  'operation-id-changed': {request: 'compatible'},
  'webhook-added': {request: 'compatible', response: 'compatible'},
  'webhook-removed': {request: 'breaking', response: 'breaking'},
  'parameter-added': {request: 'compatible', response: 'compatible'},
  'required-parameter-added': {request: 'breaking', response: 'compatible'},
  'parameter-required': {request: 'breaking', response: 'compatible'},
  'parameter-optional': {request: 'compatible', response: 'breaking'},
  'parameter-removed': {request: 'breaking', response: 'breaking'},
  'body-added': {request: 'compatible', response: 'compatible'},
  'required-body-added': {request: 'breaking', response: 'compatible'},
  'body-required': {request: 'breaking', response: 'compatible'},
  'body-optional': {request: 'compatible', response: 'breaking'},
  'body-removed': {request: 'breaking', response: 'breaking'},
  'field-added': {request: 'compatible', response: 'compatible'},
  'required-field-added': {request: 'breaking', response: 'compatible'},
  'field-required': {request: 'breaking', response: 'compatible'},
  'field-optional': {request: 'compatible', response: 'breaking'},
  'field-removed': {request: 'breaking', response: 'breaking'},
  'field-access-changed': {request: 'breaking', response: 'breaking'},
  'field-writable-added': {response: 'compatible'},
  'header-added': {request: 'compatible', response: 'compatible'},
  'header-required': {response: 'compatible'},
  'header-optional': {response: 'breaking'},
  'header-removed': {request: 'breaking', response: 'breaking'},
  'value-added': {request: 'compatible', response: 'review'},
  'value-removed': {request: 'breaking', response: 'compatible'},
  'type-changed': {request: 'breaking', response: 'breaking'},
  'null-allowed': {request: 'compatible', response: 'breaking'},
  'null-refused': {request: 'breaking', response: 'compatible'},
  'format-changed': {request: 'breaking', response: 'breaking'},
  'opaque-format-changed': {request: 'review', response: 'review'},
  'default-added': {request: 'compatible', response: 'compatible'},
  'default-changed': {request: 'breaking', response: 'review'},
  'constraint-tightened': {request: 'breaking', response: 'compatible'},
  'constraint-loosened': {request: 'compatible', response: 'breaking'},
  'constraint-changed': {request: 'breaking', response: 'breaking'},
  'object-closed': {request: 'breaking', response: 'compatible'},
  'object-opened': {request: 'compatible', response: 'compatible'},
  'alternative-added': {request: 'compatible', response: 'breaking'},
  'alternative-removed': {request: 'breaking', response: 'compatible'},
  'composition-changed': {request: 'breaking', response: 'breaking'},
  'discriminator-changed': {request: 'review', response: 'review'},
  renamed: {request: 'breaking', response: 'breaking'},
  moved: {request: 'breaking', response: 'breaking'},
  'serialization-changed': {request: 'breaking', response: 'breaking'},
  'order-changed': {response: 'compatible'},
  'status-added': {request: 'compatible', response: 'review'},
  'status-removed': {request: 'breaking', response: 'breaking'},
  'error-code-added': {request: 'compatible', response: 'compatible'},
  'error-code-removed': {request: 'review', response: 'review'},
  'media-type-added': {request: 'compatible', response: 'compatible'},
  'media-type-removed': {request: 'breaking', response: 'breaking'},
  'security-stricter': {request: 'breaking', response: 'compatible'},
  'security-looser': {request: 'compatible', response: 'breaking'},
  'security-changed': {request: 'review', response: 'review'},
  'server-added': {request: 'compatible'},
  'server-removed': {request: 'review'},
  'base-path-changed': {request: 'review'},
  'rate-limit-stricter': {request: 'review'},
  'pagination-added': {response: 'breaking'},
  'behavior-changed': {request: 'review', response: 'review'},
  deprecated: {request: 'compatible', response: 'compatible'},
  'deprecation-withdrawn': {request: 'compatible', response: 'compatible'},
  'sunset-set': {request: 'compatible', response: 'compatible'},
  'sunset-moved-later': {request: 'compatible', response: 'compatible'},
  'sunset-moved-earlier': {request: 'review', response: 'review'},
  'sunset-dropped': {request: 'review', response: 'review'},
  'stability-changed': {request: 'review', response: 'review'},
  'replacement-changed': {request: 'compatible', response: 'compatible'},
  'documentation-changed': {request: 'compatible', response: 'compatible'}
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
export const EFFECTS_BY_SEVERITY: readonly Effect[] = ['breaking', 'review', 'compatible']

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
