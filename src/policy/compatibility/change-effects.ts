import {effectiveKindOf, kindOf} from '../../languages/kinds.ts'
import type {AffectedOperation, Change, ChangeKind, Effect, Proof} from '../../model/api/change.ts'
import type {Event} from '../../model/lifecycle/event.ts'
import {memoize} from '../../model/memoize.ts'
import {type Direction, PART_KINDS, type Subject, type SubjectPart} from '../../model/subject/subject.ts'
import type {EffectMap, Policy, PolicyRevision} from '../../model/verdict/policy.ts'
import {findMarker, resolveStability, stabilityOfTarget, stabilityRank} from '../notice/stability.ts'
import {EFFECTS_BY_SEVERITY, effectOfKind, isHarmless, isHarmlessByDefault} from './default-effects.ts'

/** The stability level that affected clients rely on, if it is known. */
export interface StabilityContext {
  readonly policy: Policy
  readonly stability?: string | undefined
  /** The language that the descriptions were seen to have. */
  readonly language?: string | undefined
}

export interface EffectAssessment {
  readonly effect: Effect
  /** Whether a proof decided it rather than the effect map. */
  readonly proven: boolean
  /** Whether the effect could be proved neither way. */
  readonly open: boolean
}

/**
 * Determines the effect of a change on the clients of one side. Schema containment decides where it can: if it holds,
 * the change is compatible whatever its kind. If it doesn't hold, the policy can still tolerate the change; otherwise
 * the change is breaking even if its kind only looks harmless. For kinds that containment doesn't cover, the effect map
 * alone decides.
 */
export function assessEffect(
  change: Change,
  side: Direction,
  {effects}: PolicyRevision,
  context: StabilityContext
): EffectAssessment {
  const {proofs} = change
  const kind = effectiveKindOf(change, side)
  const effect = worstEffectOf([kind, kindOf(kind).isAlso?.(change, side)], side, effects)
  const decided = effect === 'review' ? effectOfValues(change, kind, context) : undefined
  if (decided) return {effect: decided, proven: false, open: false}
  const {proof: isProven, addsFields} = kindOf(kind)
  const proof: Proof | undefined = isProven ? proofs[side] : undefined
  if (proof?.is === 'keeps') return {effect: 'compatible', proven: effect !== 'compatible', open: false}
  const isOverruled = effect === 'compatible' && isHarmlessByDefault(kind, side, effects)
  // If a policy forbids a kind of change that is usually harmless and can rarely be proved, no proof is needed.
  const isForbidden = effect === 'breaking' && isProven === 'sometimes' && isHarmless(kind, side)
  if (proof?.is === 'undetermined' && !isForbidden && (effect !== 'compatible' || isOverruled))
    return {effect: 'review', proven: false, open: true}
  // New response fields break only clients that validate against a schema without additional properties, so an author
  // must review them, unless the policy says what they are.
  const isUnasked = effectOfKind(kind, side, effects, false) === undefined
  if (proofs[side]?.is === 'breaks' && side === 'response' && addsFields && isUnasked)
    return {effect: 'review', proven: false, open: false}
  if (proof?.is === 'breaks' && isOverruled) return {effect: 'breaking', proven: false, open: false}
  return {effect, proven: false, open: false}
}

/** The worst effect of the kinds that a change is. */
function worstEffectOf(kinds: readonly (ChangeKind | undefined)[], side: Direction, effects: EffectMap): Effect {
  const found = kinds.map(kind => kind && (effectOfKind(kind, side, effects) ?? effectOfKind(kind, undefined, effects)))
  return EFFECTS_BY_SEVERITY.find(effect => found.includes(effect)) ?? 'review'
}

/**
 * The effect on clients of the newer description at servers of the older one, of a change that was found the other way
 * round. Unlike old clients, these know what is optional, so they are fine wherever schema containment holds, and with a
 * status that never comes. What a server does with parameters that it doesn't know isn't described.
 */
export function assessForwardEffect(
  change: Change,
  side: Direction,
  revision: PolicyRevision,
  context: StabilityContext
): EffectAssessment {
  const {kind, proofs} = change
  const isHandled = side === 'response' && /^(?:status|error-code)-removed$/.test(kind)
  if (isHandled || proofs[side]?.is === 'keeps') return {effect: 'compatible', proven: !isHandled, open: false}
  if (/^(?:parameter|header)-removed$/.test(kind)) return {effect: 'review', proven: false, open: false}
  return assessEffect(change, side, revision, context)
}

/**
 * The effect of a stability change, by the order of the policy's stability levels. An unstated level is the one known
 * before, or the one that the path implies.
 */
function stabilityChangeEffect(
  {old, new: fresh, subject}: Change,
  {policy, stability, language}: StabilityContext
): Effect {
  const rank = (stated: unknown, unstated: string | undefined): number => {
    const name = typeof stated === 'string' ? resolveStability(stated, policy) : unstated
    return name === undefined ? -1 : stabilityRank(name, policy)
  }
  const was = rank(old, stability)
  const is = rank(fresh, stabilityOfTarget(subject.target, policy, language))
  return was < 0 || is < 0 ? 'review' : is < was ? 'breaking' : 'compatible'
}

/** The effect that the old and the new value of a change decide; `undefined` for most kinds. */
function effectOfValues(change: Change, kind: ChangeKind, context: StabilityContext): Effect | undefined {
  if (kind === 'stability-changed') return stabilityChangeEffect(change, context)
  const isMove = kind === 'base-path-changed' && change.proofs.request === undefined
  return isMove && leavesVersion(change, context.policy) ? 'breaking' : undefined
}

/**
 * Whether a base path now names another version. A minor version of the same major version is none. Whether a more stable
 * version may replace one is left open, because the change is judged by the stronger guarantee of the two.
 */
function leavesVersion({old, new: fresh}: Change, policy: Policy): boolean {
  const markers = [old, fresh].map(path => findMarker(String(path), policy))
  const [was, is] = markers.map(marker => marker?.text.toLowerCase())
  if (was === undefined || is === undefined || was === is) return false
  const [from, to] = markers.map(marker => stabilityRank(marker?.form?.stability ?? '', policy)) as [number, number]
  const [before, after] = [was, is].map(text => /^(v\d+)\.[\d.]+$/.exec(text)?.[1])
  return to <= from && (before === undefined || before !== after)
}

/**
 * The sides on which a change affects clients: those of the affected operations, otherwise all sides on which its kind
 * can occur.
 */
export function affectedSidesOf({kind, subject, reaches}: Change): readonly Direction[] {
  if (reaches.length > 0) return sidesOf(reaches)
  const all = kindOf(kind).sides
  const sides = all.filter(side => subject.part?.in === undefined || subject.part.in === side)
  return sides.length > 0 ? sides : all
}

// The sides are computed once for each list, because hundreds of changes share one list of affected operations.
const sidesOf = memoize((reaches: readonly AffectedOperation[]) => [...new Set(reaches.map(({side}) => side))])

/** The effect of a change on clients, on the worse of its sides. */
export function effectOfChange(
  change: Change,
  revision: PolicyRevision,
  context: StabilityContext,
  sides = affectedSidesOf(change)
): Effect {
  const effects = sides.map(side => assessEffect(change, side, revision, context).effect)
  return EFFECTS_BY_SEVERITY.find(effect => effects.includes(effect)) ?? 'compatible'
}

/**
 * The effect of the end of a part: that of its removal as observed in snapshots, or, if it ended by its sunset, what the
 * removal of such a part means on its sides. If nothing was observed, or the policy leaves it open, the author's claim
 * decides. The end of a whole target is always breaking.
 */
export function effectOfRemoval(
  {kind, observed, breaking}: Event,
  {part}: Subject,
  revision: PolicyRevision,
  context: StabilityContext
): Effect {
  if (!part) return 'breaking'
  if (kind !== 'removed' && observed) return effectOfSunset(part, affectedSidesOf(observed), revision)
  if (!observed) return breaking === false ? 'compatible' : 'breaking'
  const sides = affectedSidesOf(observed).filter(side => kindOf(observed.kind).endsOn.includes(side))
  const effect = effectOfChange(observed, revision, context, sides)
  return effect === 'review' && breaking === false ? 'compatible' : effect
}

/** The effect of the removal of such a part on these sides, on which alone it can end. */
function effectOfSunset(part: SubjectPart, sides: readonly Direction[], {effects}: PolicyRevision): Effect {
  const name = PART_KINDS.find(each => part[each] !== undefined)
  if (name === undefined) return 'breaking'
  const {endsOn} = kindOf(`${name}-removed`)
  const found = sides
    .filter(side => endsOn.includes(side) && (part.in === undefined || part.in === side))
    .map(side => effectOfKind(`${name}-removed`, side, effects))
  return EFFECTS_BY_SEVERITY.find(effect => found.includes(effect)) ?? 'compatible'
}
