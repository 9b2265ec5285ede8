import {CHANGE_KINDS, type ChangeKind, type Effect, isChangeKind, WIDER_KIND} from '../model/change.ts'
import type {Event} from '../model/event.ts'
import type {DutyJudgement} from '../model/judgement.ts'
import type {EffectMap, Promised, Revision} from '../model/policy.ts'
import {type Direction, formatSubject, kindOf} from '../model/subject.ts'
import {type Moment, order} from '../model/timeline.ts'
import {clauseOf, type Trial, windowDuty} from './duties.ts'
import {isNothing} from './lengths.ts'
import {lengthMet} from './terms.ts'

/**
 * What a kind of change does to a client, where the policy does not say otherwise. Read from containment (design §4):
 * a request must keep accepting what it accepted, a response must stay within what it promised.
 */
export const DEFAULT_EFFECTS = {
  'operation-added': {request: 'tolerated'},
  'operation-removed': {request: 'breaking'},
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
  'status-added': {response: 'ask'},
  'status-removed': {response: 'breaking'},
  'error-code-added': {response: 'tolerated'},
  'error-code-removed': {response: 'ask'},
  'media-type-added': {request: 'tolerated', response: 'tolerated'},
  'media-type-removed': {request: 'breaking', response: 'breaking'},
  'security-stricter': {request: 'breaking'},
  'security-looser': {request: 'tolerated'},
  'security-changed': {request: 'ask'},
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

/** The worst first. */
export const HEAVIEST: readonly Effect[] = ['breaking', 'ask', 'tolerated']

/** What the kind of change does on that side, or on the worse of its sides where the side is not known. */
export function effectOf(
  kind: ChangeKind,
  side: Direction | undefined,
  map: EffectMap,
  defaults = true
): Effect | undefined {
  const sides = side ? [side] : CHANGE_KINDS[kind]
  const fallback: {readonly [Side in Direction]?: Effect} = defaults ? DEFAULT_EFFECTS[kind] : {}
  const wider = WIDER_KIND[kind]
  const effects = sides.map(each => map[kind]?.[each] ?? (wider && map[wider]?.[each]) ?? fallback[each])
  return HEAVIEST.find(effect => effects.includes(effect))
}

/**
 * Whether a recorded change breaks: by the author's word, else by its kind. What was added is compatible unless it is
 * required or the policy says that additions of that kind break. `undefined`: nobody said.
 */
export function claimOf(event: Event, {effects}: Revision): boolean | undefined {
  if (event.breaking !== undefined) return event.breaking
  const side = event.subject.part?.in
  if (event.kind === 'introduced') {
    if (event.required) return true
    const effect = addedEffect(event, side, effects)
    return effect === 'ask' ? undefined : effect === 'breaking'
  }
  if (!event.change) return undefined
  const effect = effectOf(event.change, side, effects)
  return effect === 'ask' || effect === undefined ? undefined : effect === 'breaking'
}

function addedEffect(event: Event, side: Direction | undefined, map: EffectMap): Effect | undefined {
  const kind = event.change ?? `${kindOf(event.subject).replace('resource-', '')}-added`
  return isChangeKind(kind) ? effectOf(kind, side, map, event.change !== undefined) : undefined
}

/** A break of what is supported: forbidden, or lawful after a notice that the policy gives it. */
export function changeDuty(promised: Promised, event: Event, at: Moment, trial: Omit<Trial, 'end'>): DutyJudgement[] {
  const {change} = promised
  const {revision, history, policy, lifecycle} = trial
  const base = {aspect: 'change', clause: clauseOf(trial, change.pointer)} as const
  const claim = claimOf(event, revision)
  const unclaimed = {fact: 'breaking', of: formatSubject(lifecycle.subject)}
  if (change.kind !== 'notice') {
    return [{...base, verdict: claim ? 'broken' : 'undetermined', missing: claim ? [] : [unclaimed]}]
  }
  const announced = event.announced?.kind === 'at' ? event.announced.moment : undefined
  const context = {
    timeline: history.timeline,
    complete: history.complete,
    countPatches: policy.countPatches,
    source: `policy ${policy.name}`
  }
  // Whatever the dates are, what comes with its own announcement has had no notice.
  const place = announced && !isNothing(change.length) ? order(history.timeline, announced, at) : undefined
  const given =
    announced && place !== 'same' && place !== 'after'
      ? lengthMet(change.length, announced, at, context)
      : announced || history.complete || event.announced?.kind === 'never'
        ? {met: 'broken' as const, missing: []}
        : {met: 'undetermined' as const, missing: [{fact: 'announcement', of: formatSubject(lifecycle.subject)}]}
  const start = announced ? {start: {...announced, clock: 'announcement' as const}} : {unstarted: true}
  const window = windowDuty(promised.window, at, trial)
  if (claim || given.met === 'kept')
    return [{...base, ...start, verdict: given.met, missing: given.missing, length: change.length}, ...window]
  return [{...base, ...start, verdict: 'undetermined', missing: [unclaimed, ...given.missing], length: change.length}]
}
