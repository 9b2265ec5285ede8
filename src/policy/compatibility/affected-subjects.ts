import type {Event} from '../../model/lifecycle/event.ts'
import type {History} from '../../model/lifecycle/history.ts'
import type {Lifecycle} from '../../model/lifecycle/lifecycle.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import {type Moment, momentAt, order} from '../../model/time/timeline.ts'
import type {Missing} from '../../model/verdict/judgement.ts'
import type {Policy, Revision} from '../../model/verdict/policy.ts'
import {mayBeInForce, missingToChoose, startOf} from '../notice/revisions.ts'
import {stabilityOf} from '../notice/stability.ts'
import {type Weakening, weakenings} from '../notice/weakened-guarantees.ts'

/** Somebody to whom more was promised, and by what that is known. */
interface Promisee {
  readonly lifecycle: Lifecycle
  readonly event: Event
  readonly moment: Moment
}

/** What a revision gives less of to one stability, and to which of the living that matters. */
export interface Loss {
  readonly revision: Revision
  readonly older: Revision
  readonly stability: string
  readonly weakenings: readonly Weakening[]
  /**
   * `announced`: their end was announced under the older revision, which binds. `unknown`: it may have been. `living`:
   * they were there before the revision, and nothing was announced.
   */
  readonly matters: 'announced' | 'unknown' | 'living'
  readonly promisees: readonly [Promisee, ...Promisee[]]
  readonly missing: readonly Missing[]
}

export const lossesOf = (policy: Policy, history: History): Loss[] =>
  policy.revisions.flatMap((revision, index) => {
    const older = policy.revisions[index - 1]
    return older ? policy.stabilities.flatMap(each => lossOf(revision, older, each, policy, history) ?? []) : []
  })

function lossOf(
  revision: Revision,
  older: Revision,
  stability: string,
  policy: Policy,
  history: History
): Loss | undefined {
  const [before, after] = [older.promises[stability], revision.promises[stability]]
  const lost = before && after ? weakenings(before, after) : []
  if (lost.length === 0) return undefined
  const {timeline} = history
  const living = history.lifecycles.filter(
    ({subject, tenures}) =>
      !subject.part && (tenures.at(-1)?.end?.pending ?? true) && stabilityOf(subject, policy, history) === stability
  )
  const announced = living.flatMap(lifecycle => announcementOf(lifecycle) ?? [])
  const inForce = ({moment}: Promisee): Revision[] =>
    policy.revisions.filter(each => mayBeInForce(policy, each, moment, timeline))
  const sure = announced.filter(each => inForce(each).every(one => one === older))
  const unsure = announced.filter(each => inForce(each).includes(older))
  const start = startOf(policy, revision, timeline)
  const there = living.flatMap(lifecycle => (start && sightingBefore(start, lifecycle, history)) ?? [])
  const base = {revision, older, stability, weakenings: lost, missing: []}
  if (isSome(sure)) return {...base, matters: 'announced', promisees: sure}
  if (isSome(unsure)) {
    const missing = missingToChoose(policy, [older, revision], unsure[0].moment, timeline)
    return {...base, matters: 'unknown', promisees: unsure, missing}
  }
  return isSome(there) ? {...base, matters: 'living', promisees: there} : undefined
}

const isSome = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0

const isOwn = ({subject}: Lifecycle, event: Event): boolean => subjectKey(event.subject) === subjectKey(subject)

/** The announcement of its own end: what a prefix says is told with the prefix. */
function announcementOf(lifecycle: Lifecycle): Promisee | undefined {
  const first = lifecycle.tenures.at(-1)?.announcements[0]
  return first && isOwn(lifecycle, first.event) ? {lifecycle, event: first.event, moment: first.moment} : undefined
}

/** The first that is known of what was there before the revision, and whose end nobody has announced. */
function sightingBefore(start: Moment, lifecycle: Lifecycle, {timeline}: History): Promisee | undefined {
  const tenure = lifecycle.tenures.at(-1)
  const event = tenure?.introduced?.event ?? lifecycle.events.find(each => isOwn(lifecycle, each))
  if (!event || lifecycle.subject.target.kind === 'prefix' || tenure?.announcements.length !== 0) return undefined
  const moment = momentAt(timeline, event.entry)
  return order(timeline, moment, start) === 'before' ? {lifecycle, event, moment} : undefined
}
