import {kindOf} from '../../languages/kinds.ts'
import type {AffectedOperation, Change, Effect} from '../../model/api/change.ts'
import {defined} from '../../model/defined.ts'
import {groupBy} from '../../model/group-by.ts'
import {type Direction, formatSubject, type Subject} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import type {Moment} from '../../model/time/timeline.ts'
import type {ComparedVersions} from '../../model/verdict/compatibility-direction.ts'
import {breaksOf, type ChangeRuling, type JudgedChange} from '../../model/verdict/judged-change.ts'
import type {MissingFact, PolicyClause} from '../../model/verdict/judgment.ts'
import type {Policy, PolicyRevision} from '../../model/verdict/policy.ts'
import {revisionAnchorOf} from '../judge-end-of-support-in-diff.ts'
import {momentOfDay} from '../notice/durations.ts'
import {factsToChooseRevision, mayBeInForce} from '../notice/revisions.ts'
import {findMarker, resolveStability} from '../notice/stability.ts'
import {uniqueFacts} from '../requirements.ts'
import {affectedSidesOf, assessEffect, assessForwardEffect} from './change-effects.ts'
import {EFFECTS_BY_SEVERITY} from './default-effects.ts'
import {mostSevereRuling, ruleOnObservedChange, VERDICTS_BY_SEVERITY} from './judge-observed-change.ts'

/** The context for judging the changes between two snapshots. */
export interface JudgingContext {
  readonly policy: Policy
  readonly asOf: Day
  /** The base paths of both snapshots: their version marker gives the stability level of paths without one. */
  readonly bases?: {readonly old: string; readonly new: string}
  /** Returns the stability level that the older snapshot states for an operation, or `undefined`. */
  readonly stated?: (operation: Subject) => string | undefined
  /** Whether the changes were found the other way round, so that no notice allows them. */
  readonly isForward?: boolean | undefined
}

/** The revisions that may be in force on the day; exactly one if all their starts are known. */
const findRevisions = (policy: Policy, at: Moment, asOf: Day): readonly PolicyRevision[] =>
  policy.revisions.filter(revision => mayBeInForce(policy, revision, at, {entries: [], asOf}))

export const revisionToday = ({policy, asOf}: Pick<JudgingContext, 'policy' | 'asOf'>): PolicyRevision | undefined => {
  const [only, ...others] = findRevisions(policy, momentOfDay(asOf), asOf)
  return others.length === 0 ? only : undefined
}

/** Judges each change for all affected operations by the guarantees of their stability levels. */
export function judgeChanges(changes: readonly Change[], judging: JudgingContext): JudgedChange[] {
  const known = {old: new Map<Subject, string | undefined>(), new: new Map<Subject, string | undefined>()}
  const stabilityAt: StabilityAt = (subject, isNew) => {
    const side = isNew ? known.new : known.old
    const found = side.get(subject)
    if (found !== undefined || side.has(subject)) return found
    const stability = stabilityIn(subject, isNew, judging)
    side.set(subject, stability)
    return stability
  }
  return changes.map(change => judgeSingleChange(change, judging, stabilityAt))
}

/**
 * Judges what clients of the newer version meet at servers of the older one, from the changes that a comparison of the
 * newer one with the older one found. What is compatible is left out.
 */
export function judgeForward(
  reverse: readonly Change[],
  forward: ComparedVersions,
  judging: JudgingContext
): JudgedChange[] {
  return judgeChanges(reverse, {...judging, isForward: true})
    .filter(({breaks}) => breaks !== 'no')
    .map(({change, ...judged}) => ({...judged, change: turnAround(change), forward}))
}

/** The change with its places and values where they are: the older ones in the older version. */
function turnAround({old, new: fresh, where, announced: _, possibleName: __, ...change}: Change): Change {
  return {...change, ...defined({old: fresh, new: old}), where: defined({old: where.new, new: where.old})}
}

/**
 * The stability level of a subject: as stated, else by the marker of the path, else by the marker of the base path,
 * else the policy's default.
 */
function stabilityIn(subject: Subject, isNew: boolean, {policy, bases, stated}: JudgingContext): string | undefined {
  const statedLevel = stated?.({target: subject.target})
  if (statedLevel !== undefined) return resolveStability(statedLevel, policy)
  const {target} = subject
  const own = target.path !== undefined ? findMarker(target.path, policy) : undefined
  const base = isNew ? bases?.new : bases?.old
  const marker = own ?? (base === undefined ? undefined : findMarker(base, policy))
  return marker ? marker.form?.stability : policy.defaultStability
}

/** Affected operations that share a side and a stability level. Empty if no affected operation is known. */
interface AffectedGroup {
  readonly side: Direction
  readonly stability: string | undefined
  readonly reaches: AffectedOperation[]
}

type StabilityAt = (subject: Subject, isNew: boolean) => string | undefined

/**
 * Groups affected operations. It avoids allocating objects for each operation, because thousands of changes may affect
 * the same thousand operations.
 */
function groupAffected(change: Change, {stated}: JudgingContext, stabilityAt: StabilityAt): AffectedGroup[] {
  // A field with a stability of its own has it wherever it is returned or sent.
  const own = stated?.({target: change.subject.target}) === undefined ? undefined : change.subject
  // An added operation has a stability level only in the newer snapshot.
  const isNew = kindOf(change.kind).adds === 'target'
  const groups: AffectedGroup[] = []
  const groupOf = (side: Direction, stability: string | undefined): AffectedGroup => {
    const known = groups.find(group => group.side === side && group.stability === stability)
    if (known) return known
    const group = {side, stability, reaches: []}
    groups.push(group)
    return group
  }
  if (change.reaches.length === 0)
    for (const side of affectedSidesOf(change)) groupOf(side, stabilityAt(change.subject, isNew))
  for (const reach of change.reaches)
    groupOf(reach.side, stabilityAt(own ?? reach.operation, isNew)).reaches.push(reach)
  return groups
}

function judgeSingleChange(change: Change, judging: JudgingContext, stabilityAt: StabilityAt): JudgedChange {
  const {policy, asOf} = judging
  const {event, countsAs} = kindOf(change.kind)
  const anchor = event === 'removed' || countsAs ? revisionAnchorOf(change, asOf) : momentOfDay(asOf)
  const revisions = findRevisions(policy, anchor, asOf)
  const affectedGroups = groupAffected(change, judging, stabilityAt)
  const groupRulings = affectedGroups.map(group => ruleOnGroup(change, group, {...judging, anchor, revisions}))
  const effects = new Map<Direction, Effect>()
  const assess = judging.isForward ? assessForwardEffect : assessEffect
  for (const {side, stability} of affectedGroups) {
    const found = revisions.map(each => assess(change, side, each, {policy, stability}).effect)
    effects.set(side, mostSevereEffect([...found, ...(effects.has(side) ? [effects.get(side) as Effect] : [])]))
  }
  const rulings = mergeRulings(groupRulings)
  return {
    change,
    breaks: breaksOf([...effects.values()]),
    verdict: rulings[0].verdict,
    effects: Object.fromEntries(effects),
    rulings
  }
}

const mostSevereEffect = (effects: readonly Effect[]): Effect =>
  EFFECTS_BY_SEVERITY.find(effect => effects.includes(effect)) ?? 'review'

/** Merges rulings that differ only in their affected operations and missing facts. */
function mergeRulings(rulings: readonly ChangeRuling[]): JudgedChange['rulings'] {
  const [only, ...others] = rulings
  if (only && others.length === 0) return [only]
  const same = groupBy(rulings, ({reaches: _, missing: __, ...ruling}) => JSON.stringify(ruling))
  const mergedRulings = [...same.values()].map(all => ({
    ...all[0],
    missing: uniqueFacts(all.flatMap(each => each.missing)),
    reaches: all.flatMap(each => each.reaches)
  }))
  const weight = ({verdict}: ChangeRuling): number => VERDICTS_BY_SEVERITY.indexOf(verdict)
  const [worst, ...rest] = mergedRulings.toSorted((a, b) => weight(a) - weight(b))
  if (!worst) throw new Error('The change has no side.')
  return [worst, ...rest]
}

interface GroupContext extends JudgingContext {
  readonly anchor: Moment
  readonly revisions: readonly PolicyRevision[]
}

/**
 * Rules on a group of affected operations. If the revision or stability level is unknown, all possible ones are tried.
 */
function ruleOnGroup(change: Change, group: AffectedGroup, context: GroupContext): ChangeRuling {
  const {policy, revisions, anchor, asOf, isForward} = context
  const {side, stability, reaches} = group
  const base = {...(stability === undefined ? {} : {stability}), reaches}
  const stabilities = stability === undefined ? policy.stabilities : [stability]
  const drafts = revisions.flatMap(revision =>
    stabilities.map(each => ({
      revision,
      stability: each,
      ...ruleOnObservedChange(change, side, {policy, revision, asOf, stability: each, isForward})
    }))
  )
  const [first] = drafts
  const lead = mostSevereRuling(drafts)
  if (!first || !lead) {
    const clause: PolicyClause = {policy: policy.name, revision: policy.revisions[0]?.name ?? '', pointer: '/revisions'}
    const missing = [{fact: 'revision', of: `the policy in force on ${anchor.stated}`}]
    return {...base, verdict: 'undetermined', ground: 'open', clause, missing}
  }
  const agreed = drafts.every(({verdict}) => verdict === lead.verdict)
  // Compliant or exempt at every possible stability level isn't undetermined, because no requirement is violated.
  const harmless =
    revisions.length === 1 && drafts.every(({verdict}) => verdict === 'compliant' || verdict === 'exempt')
  if (agreed || harmless) {
    const {
      revision: _,
      stability: __,
      ...draft
    } = agreed ? lead : (drafts.find(({verdict}) => verdict === 'compliant') ?? lead)
    const missing = draft.verdict === 'undetermined' ? uniqueFacts(drafts.flatMap(each => each.missing)) : []
    return {...base, ...draft, missing}
  }
  const differ = (one: (typeof drafts)[number]) => (other: (typeof drafts)[number]) => one.verdict !== other.verdict
  const byStability = drafts.some(one => drafts.filter(({revision}) => revision === one.revision).some(differ(one)))
  const byRevision = drafts.some(one => drafts.filter(each => each.stability === one.stability).some(differ(one)))
  const operations = reaches.length > 0 ? reaches.map(({operation}) => operation) : [change.subject]
  const missing: MissingFact[] = [
    ...drafts.flatMap(each => each.missing),
    ...(byStability ? operations.map(each => ({fact: 'stability', of: formatSubject(each)})) : []),
    ...(byRevision ? factsToChooseRevision(policy, revisions, anchor, {entries: [], asOf}) : [])
  ]
  return {...base, verdict: 'undetermined', ground: 'open', clause: lead.clause, missing: uniqueFacts(missing)}
}
