import type {Event} from '../../model/lifecycle/event.ts'
import type {History} from '../../model/lifecycle/history.ts'
import {hasEnded, type Lifecycle, latestTenureOf} from '../../model/lifecycle/lifecycle.ts'
import {isPrefix, subjectKey} from '../../model/subject/subject.ts'
import {compareMoments, type Moment, momentAt} from '../../model/time/timeline.ts'
import type {MissingFact} from '../../model/verdict/judgment.ts'
import type {Policy, PolicyRevision} from '../../model/verdict/policy.ts'
import {factsToChooseRevision, mayBeInForce, revisionStartOf} from '../notice/revisions.ts'
import {stabilityOf} from '../notice/stability.ts'
import {findWeakenedGuarantees, type WeakenedGuarantee} from '../notice/weakened-guarantees.ts'

/** A subject with stronger guarantees under an older revision, and the event that shows it. */
interface AffectedSubject {
  readonly lifecycle: Lifecycle
  readonly event: Event
  readonly moment: Moment
}

/** The guarantees that a revision weakens for one stability level, and the affected subjects that still exist. */
export interface GuaranteeLoss {
  readonly revision: PolicyRevision
  readonly older: PolicyRevision
  readonly stability: string
  readonly weakenings: readonly WeakenedGuarantee[]
  /**
   * `announced`: the end of support was announced under the older revision, which applies. `unknown`: it may have been.
   * `living`: the subjects existed before the revision, and no end was announced.
   */
  readonly matters: 'announced' | 'unknown' | 'living'
  readonly subjects: readonly [AffectedSubject, ...AffectedSubject[]]
  readonly missing: readonly MissingFact[]
}

export const findGuaranteeLosses = (policy: Policy, history: History): GuaranteeLoss[] =>
  policy.revisions.flatMap((revision, index) => {
    const older = policy.revisions[index - 1]
    return older
      ? policy.stabilities.flatMap(each => findGuaranteeLoss(revision, older, each, policy, history) ?? [])
      : []
  })

function findGuaranteeLoss(
  revision: PolicyRevision,
  older: PolicyRevision,
  stability: string,
  policy: Policy,
  history: History
): GuaranteeLoss | undefined {
  const [before, after] = [older.guarantees[stability], revision.guarantees[stability]]
  const weakened = before && after ? findWeakenedGuarantees(before, after) : []
  if (weakened.length === 0) return undefined
  const {timeline} = history
  const living = history.lifecycles.filter(
    life =>
      !life.subject.part && !hasEnded(latestTenureOf(life)) && stabilityOf(life.subject, policy, history) === stability
  )
  const announced = living.flatMap(lifecycle => findOwnAnnouncement(lifecycle) ?? [])
  const inForce = ({moment}: AffectedSubject): PolicyRevision[] =>
    policy.revisions.filter(each => mayBeInForce(policy, each, moment, timeline))
  const certain = announced.filter(each => inForce(each).every(one => one === older))
  const uncertain = announced.filter(each => inForce(each).includes(older))
  const start = revisionStartOf(policy, revision, timeline)
  const existing = living.flatMap(lifecycle => (start && findEventBefore(start, lifecycle, history)) ?? [])
  const base = {revision, older, stability, weakenings: weakened, missing: []}
  if (isNonEmpty(certain)) return {...base, matters: 'announced', subjects: certain}
  if (isNonEmpty(uncertain)) {
    const missing = factsToChooseRevision(policy, [older, revision], uncertain[0].moment, timeline)
    return {...base, matters: 'unknown', subjects: uncertain, missing}
  }
  return isNonEmpty(existing) ? {...base, matters: 'living', subjects: existing} : undefined
}

const isNonEmpty = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0

const isOwn = ({subject}: Lifecycle, event: Event): boolean => subjectKey(event.subject) === subjectKey(subject)

/** The announcement of the subject's own end; announcements for a prefix are reported with the prefix. */
function findOwnAnnouncement(lifecycle: Lifecycle): AffectedSubject | undefined {
  const first = lifecycle.tenures.at(-1)?.announcements[0]
  return first && isOwn(lifecycle, first.event) ? {lifecycle, event: first.event, moment: first.moment} : undefined
}

/**
 * The first known event of a subject that existed before the revision and has no announcement; otherwise `undefined`.
 */
function findEventBefore(start: Moment, lifecycle: Lifecycle, {timeline}: History): AffectedSubject | undefined {
  const tenure = lifecycle.tenures.at(-1)
  const event = tenure?.introduced?.event ?? lifecycle.events.find(each => isOwn(lifecycle, each))
  if (!event || isPrefix(lifecycle.subject.target) || tenure?.announcements.length !== 0) return undefined
  const moment = momentAt(timeline, event.entry)
  return compareMoments(timeline, moment, start) === 'before' ? {lifecycle, event, moment} : undefined
}
