import {
  CHANGE_KINDS,
  type Change,
  type ChangeKind,
  type Effect,
  mustNowBeSent,
  PROVEN_KINDS,
  type Proof,
  SELDOM_PROVEN_KINDS
} from '../../model/api/change.ts'
import type {Event} from '../../model/lifecycle/event.ts'
import type {Direction, Subject} from '../../model/subject/subject.ts'
import type {Policy, Revision} from '../../model/verdict/policy.ts'
import {rankOf, stabilityOfTarget} from '../notice/stability.ts'
import {statedIn} from '../notice/stability-labels.ts'
import {effectOf, HEAVIEST, isHarmless, isHarmlessByDefault} from './default-effects.ts'

/** Kinds that end what may be announced before it ends, each with the sides on which they do. */
export const ENDS: {readonly [Kind in ChangeKind]?: readonly Direction[]} = {
  'operation-removed': ['request'],
  'webhook-removed': ['request', 'response'],
  'parameter-removed': ['request', 'response'],
  'field-removed': ['request', 'response'],
  'header-removed': ['request', 'response'],
  'value-removed': ['request']
}

const NEW_FIELDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>(['field-added', 'required-field-added'])

/** The stability that those who meet a change rely on, where it is known. */
export interface Held {
  readonly policy: Policy
  readonly stability?: string | undefined
}

export interface Meaning {
  readonly effect: Effect
  /** A proof, and not the map, says so. */
  readonly proven: boolean
  /** Nothing could be shown either way. */
  readonly open: boolean
}

/**
 * What a change does to those who meet it on one side. Containment decides where it can: what holds breaks nothing
 * whatever the kind, and what does not is the policy's to tolerate, or breaks where no policy says so of a kind that only
 * seems harmless. Of kinds that it cannot see the map alone speaks.
 */
export function meaningOf(change: Change, side: Direction, {effects}: Revision, {policy, stability}: Held): Meaning {
  const {proofs} = change
  const kind = judgedAs(change, side)
  const effect = effectOf(kind, side, effects) ?? effectOf(kind, undefined, effects) ?? 'ask'
  if (kind === 'stability-changed' && effect === 'ask')
    return {effect: steppedTo(change, {policy, stability}), proven: false, open: false}
  const proof: Proof | undefined = PROVEN_KINDS.has(kind) || SELDOM_PROVEN_KINDS.has(kind) ? proofs[side] : undefined
  if (proof?.is === 'keeps') return {effect: 'tolerated', proven: effect !== 'tolerated', open: false}
  const isOverruled = effect === 'tolerated' && isHarmlessByDefault(kind, side, effects)
  // Who forbids what is seldom proven, and mostly harmless, need not see it shown.
  const isForbidden = effect === 'breaking' && SELDOM_PROVEN_KINDS.has(kind) && isHarmless(kind, side)
  if (proof?.is === 'undetermined' && !isForbidden && (effect !== 'tolerated' || isOverruled))
    return {effect: 'ask', proven: false, open: true}
  // Who reads may overlook what is new, unless they hold the answer against a schema that had no room for it.
  const isUnasked = effectOf(kind, side, effects, false) === undefined
  if (proofs[side]?.is === 'breaks' && side === 'response' && NEW_FIELDS.has(kind) && isUnasked)
    return {effect: 'ask', proven: false, open: false}
  if (proof?.is === 'breaks' && isOverruled) return {effect: 'breaking', proven: false, open: false}
  return {effect, proven: false, open: false}
}

/**
 * A field that no longer goes one way is gone from it, whatever else an object leaves room for; one that could only be
 * read and must be sent now is a new one to who sends.
 */
export function judgedAs(change: Change, side: Direction): ChangeKind {
  const {kind, new: access} = change
  if (side === 'request' && mustNowBeSent(change)) return 'required-field-added'
  const isWithdrawn = kind === 'field-access-changed' && access === (side === 'response' ? 'writeOnly' : 'readOnly')
  return isWithdrawn ? 'field-removed' : kind
}

/** Which of two stabilities promises more is the policy's to say; what nobody states is as it was held, or as the path says. */
function steppedTo({old, new: fresh, subject}: Change, {policy, stability}: Held): Effect {
  const rank = (stated: unknown, unstated: string | undefined): number => {
    const name = typeof stated === 'string' ? statedIn(stated, policy) : unstated
    return name === undefined ? -1 : rankOf(name, policy)
  }
  const was = rank(old, stability)
  const is = rank(fresh, stabilityOfTarget(subject.target, policy))
  return was < 0 || is < 0 ? 'ask' : is < was ? 'breaking' : 'tolerated'
}

/** The sides on which a change is met: those of what it reaches, else all on which its kind can be seen. */
export function sidesMet({kind, subject, reaches}: Change): readonly Direction[] {
  if (reaches.length > 0) return [...new Set(reaches.map(({side}) => side))]
  const sides = CHANGE_KINDS[kind].filter(
    (side: Direction) => subject.part?.in === undefined || subject.part.in === side
  )
  return sides.length > 0 ? sides : CHANGE_KINDS[kind]
}

/** What a change does to those who meet it, on the worse of its sides. */
export function effectOn(change: Change, revision: Revision, held: Held, sides = sidesMet(change)): Effect {
  const effects = sides.map(side => meaningOf(change, side, revision, held).effect)
  return HEAVIEST.find(effect => effects.includes(effect)) ?? 'tolerated'
}

/**
 * What the end of a part does to those who meet it: as snapshots show it, else, or where the policy asks, as the author
 * claims. All else that ends is missed.
 */
export function harmOfEnd({observed, breaking}: Event, {part}: Subject, revision: Revision, held: Held): Effect {
  if (!part) return 'breaking'
  if (!observed) return breaking === false ? 'tolerated' : 'breaking'
  const sides = sidesMet(observed).filter(side => ENDS[observed.kind]?.includes(side))
  const effect = effectOn(observed, revision, held, sides)
  return effect === 'ask' && breaking === false ? 'tolerated' : effect
}
