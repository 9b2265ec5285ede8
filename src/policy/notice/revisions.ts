import {type DateRange, isExactDate, UNKNOWN_DATE} from '../../model/time/date-range.ts'
import {
  compareMoments,
  inexactDay,
  type Moment,
  momentOfEntry,
  releaseAtOrAfter,
  type Timeline
} from '../../model/time/timeline.ts'
import type {MissingFact, PolicyClause} from '../../model/verdict/judgment.ts'
import type {Guarantee, Policy, PolicyRevision} from '../../model/verdict/policy.ts'
import {missingDates} from './notice-verdict.ts'

/** When a revision came into force; `undefined` if it always was. */
export function revisionStartOf(policy: Policy, revision: PolicyRevision, timeline: Timeline): Moment | undefined {
  const {start} = revision
  if (start.kind === 'always') return undefined
  const stated = `revision ${revision.name}`
  if (start.kind === 'date') return {when: start.when, stated, ...inexactDay(stated, start.stated)}
  if (start.kind === 'release') {
    const entry = releaseAtOrAfter(timeline, start.name, -1)
    return entry ? momentOfEntry(entry) : {when: {earliest: timeline.asOf}, stated: `release ${start.name}`}
  }
  return {when: unknownStart(policy, revision, timeline), stated}
}

/**
 * The date range of an unknown start: between the starts of the neighboring revisions and not in the future, because a
 * future revision would be written with its start.
 */
function unknownStart({revisions}: Policy, revision: PolicyRevision, {asOf}: Timeline): DateRange {
  const place = revisions.indexOf(revision)
  const dated = (each: PolicyRevision): DateRange => (each.start.kind === 'date' ? each.start.when : UNKNOWN_DATE)
  const floor = revisions.slice(0, place).findLast(each => dated(each).earliest !== undefined)
  const ceiling = revisions.slice(place + 1).find(each => dated(each).latest !== undefined)
  const after = floor && dated(floor).earliest
  const by = ceiling && dated(ceiling).latest
  return {...(after === undefined ? {} : {earliest: after}), latest: by !== undefined && by < asOf ? by : asOf}
}

/** Whether the revision may have been in force at the moment. A revision is in force from its own first day on. */
export function mayBeInForce(policy: Policy, revision: PolicyRevision, at: Moment, timeline: Timeline): boolean {
  const next = policy.revisions[policy.revisions.indexOf(revision) + 1]
  const start = revisionStartOf(policy, revision, timeline)
  const end = next && revisionStartOf(policy, next, timeline)
  if (start && compareMoments(timeline, at, start) === 'before') return false
  return !(end && hasStarted(end, at, timeline))
}

/** A reading of a case under one revision, with the announcement as that revision defines it. */
interface AnchoredReading {
  readonly revision: PolicyRevision
  readonly stability: string
  readonly anchor: Moment
}

/**
 * The readings whose revision may have been in force when the end was announced. If revisions define announcements
 * differently, the first one during which there was an announcement applies; an announcement made before a revision
 * began counts from its beginning.
 */
export function filterByRevisionInForce<Reading extends AnchoredReading>(
  readings: readonly Reading[],
  policy: Policy,
  timeline: Timeline
): Reading[] {
  const places = new Map(policy.revisions.map((revision, place) => [revision, place]))
  const placed = readings.map(reading => {
    const place = places.get(reading.revision) ?? -1
    const next = policy.revisions[place + 1]
    return {reading, place, end: next && revisionStartOf(policy, next, timeline)}
  })
  /** The place of the first revision during which there was an announcement, by stability. */
  const first = new Map<string, number>()
  for (const {reading, place, end} of placed)
    if (end && compareMoments(timeline, reading.anchor, end) === 'before')
      first.set(reading.stability, Math.min(place, first.get(reading.stability) ?? place))
  return placed.flatMap(({reading, place, end}) => {
    const isOver = end !== undefined && hasStarted(end, reading.anchor, timeline)
    return isOver || (first.get(reading.stability) ?? place) < place ? [] : [reading]
  })
}

/**
 * Whether a revision had started at a moment. Positions decide if they can: a revision that begins with a release isn't
 * in force in earlier releases.
 */
function hasStarted(start: Moment, at: Moment, timeline: Timeline): boolean {
  const place = compareMoments(timeline, at, start)
  if (place) return place !== 'before'
  const {earliest} = at.when
  const {latest} = start.when
  if (earliest === undefined || latest === undefined) return false
  // On the day of a release, the moment may still be before the release.
  return start.entry === undefined ? latest <= earliest : latest < earliest
}

/** The facts that would decide which of the revisions was in force. */
export function factsToChooseRevision(
  policy: Policy,
  revisions: readonly PolicyRevision[],
  at: Moment,
  timeline: Timeline
): MissingFact[] {
  const starts = revisions.slice(1).flatMap((revision): MissingFact[] => {
    const start = revisionStartOf(policy, revision, timeline)
    return start && !isExactDate(start.when) ? [{fact: 'start', of: `revision ${revision.name}`, ...start.inexact}] : []
  })
  if (starts.length > 0) return starts
  return missingDates(at)
}

/** All guarantees of the clause's revision, including those for particular kinds of subject. */
function guaranteesOf({revision}: PolicyClause, policy: Policy): Guarantee[] {
  const found = policy.revisions.find(({name}) => name === revision)
  return Object.values(found?.guarantees ?? {}).flatMap(guarantee => [guarantee, ...Object.values(guarantee.kinds)])
}

/** The notice, lifetime, or overlap requirement that a clause points to, or `undefined`. */
export const timeRequirementAt = (clause: PolicyClause, policy: Policy): Guarantee['terms'][number] | undefined =>
  guaranteesOf(clause, policy)
    .flatMap(({terms}) => terms)
    .find(({pointer}) => pointer === clause.pointer)

/** The end window that a clause points to; `undefined` if there is none or any moment is allowed. */
export const endWindowAt = (clause: PolicyClause, policy: Policy): Guarantee['endWindow'] | undefined =>
  guaranteesOf(clause, policy).find(({endWindow: window}) => window.pointer === clause.pointer && window.kind !== 'any')
    ?.endWindow

/** The successor requirement that a clause points to, or `undefined`. */
export const successorRequirementAt = (clause: PolicyClause, policy: Policy): Guarantee['successor'] =>
  guaranteesOf(clause, policy).find(({successor}) => successor?.pointer === clause.pointer)?.successor
