import type {Missing} from '../model/judgement.ts'
import type {Policy, Revision} from '../model/policy.ts'
import {type Moment, momentOf, order, releaseAtOrAfter, type Timeline} from '../model/timeline.ts'
import {isExact} from '../model/when.ts'

/** When a revision came into force; `undefined` where it always was. */
export function startOf(revision: Revision, timeline: Timeline): Moment | undefined {
  const {start} = revision
  const stated = `revision ${revision.name}`
  if (start.kind === 'always') return undefined
  // Nobody writes down a text that is not yet in force without saying from when it will be.
  if (start.kind === 'unknown') return {when: {latest: timeline.asOf}, stated}
  if (start.kind === 'date') return {when: start.when, stated}
  const entry = releaseAtOrAfter(timeline, start.name, -1)
  return entry ? momentOf(entry) : {when: {earliest: timeline.asOf}, stated: `release ${start.name}`}
}

/** Whether the revision may have been in force at the moment. A revision is in force from its own first day on. */
export function mayBeInForce(policy: Policy, revision: Revision, at: Moment, timeline: Timeline): boolean {
  const next = policy.revisions[policy.revisions.indexOf(revision) + 1]
  const start = startOf(revision, timeline)
  const end = next && startOf(next, timeline)
  if (start && order(timeline, at, start) === 'before') return false
  return !(end && hasCome(end, at, timeline))
}

function hasCome(start: Moment, at: Moment, timeline: Timeline): boolean {
  const {earliest} = at.when
  const {latest} = start.when
  return (
    (earliest !== undefined && latest !== undefined && latest <= earliest) ||
    ['after', 'same'].includes(order(timeline, at, start) ?? '')
  )
}

/** The facts that would tell which of the revisions was in force. */
export function missingToChoose(revisions: readonly Revision[], at: Moment, timeline: Timeline): Missing[] {
  const starts = revisions.slice(1).flatMap((revision): Missing[] => {
    const start = startOf(revision, timeline)
    return start && !isExact(start.when) ? [{fact: 'start', of: `revision ${revision.name}`}] : []
  })
  if (starts.length > 0) return starts
  return isExact(at.when) ? [] : [{fact: 'date', of: at.stated}]
}
