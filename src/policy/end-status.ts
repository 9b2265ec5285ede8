import type {Use} from '../model/api/client-call.ts'
import type {History} from '../model/lifecycle/history.ts'
import type {Lifecycle} from '../model/lifecycle/lifecycle.ts'
import {pointerIn} from '../model/lifecycle/replacement.ts'
import {chainFrom} from '../model/lifecycle/replacement-chain.ts'
import type {Subject} from '../model/subject/subject.ts'
import {type Day, onDay} from '../model/time/date-range.ts'
import type {Moment} from '../model/time/timeline.ts'
import type {Missing} from '../model/verdict/judgement.ts'
import type {Policy} from '../model/verdict/policy.ts'
import {earliestLawfulEnd, knownEnd} from './earliest-end-of-support.ts'

/** How a subject leaves, as of the day by which all is judged. */
export type Leaving =
  | {readonly kind: 'ended'; readonly at: Moment}
  /** It is deprecated, or its removal waits. The day is the last on which it is promised, as far as it is known. */
  | {
      readonly kind: 'ending'
      /** The promised end, or the release that removes it; left out where none is named. */
      readonly at?: Moment
      /** The first day on which it may be gone; left out where nobody can tell. */
      readonly day?: Day
      /** Why there is no day. */
      readonly missing: readonly Missing[]
    }

/** An endpoint that is gone or going, and where clients still call it. */
export interface LeavingUses {
  readonly subject: Subject
  readonly leaving: Leaving
  /** What stays, and is to be used instead. */
  readonly replacement?: Subject
  readonly uses: readonly Use[]
}

/**
 * Whether a subject is gone or going. Where no end is promised, the earliest lawful one counts: from then on it may be
 * gone. `undefined`: it stays.
 */
export function leavingOf(lifecycle: Lifecycle, policy: Policy, history: History): Leaving | undefined {
  const tenure = lifecycle.tenures.at(-1)
  if (!tenure) return undefined
  const {end, sunset, announcements} = tenure
  const {asOf} = history.timeline
  if (end && !end.pending) return {kind: 'ended', at: end.moment}
  const isAnnounced = announcements.some(({moment}) => (moment.when.earliest ?? asOf) <= asOf)
  if (!isAnnounced && !end) return undefined
  const at = sunset?.moment ?? end?.moment
  const day = at?.when.earliest
  if (at && day !== undefined) return {kind: 'ending', at, day, missing: []}
  const lawful = earliestLawfulEnd(lifecycle, policy, history)
  const known = lawful.kind === 'any' ? asOf : knownEnd(lawful)
  return {
    kind: 'ending',
    ...(at ? {at} : {}),
    ...(known === undefined ? {} : {day: known}),
    missing: known === undefined ? (lawful.earlier?.missing ?? lawful.missing) : []
  }
}

/** What is to be used instead: replacements are followed to the one that stays; else the successor of the lineage. */
export function insteadOf({subject, tenures}: Lifecycle, history: History): Subject | undefined {
  const tenure = tenures.at(-1)
  const naming = tenure && pointerIn(subject, tenure, history)
  const {asOf} = history.timeline
  if (naming) {
    const chain = chainFrom(subject, naming, {when: onDay(asOf), stated: asOf}, history)
    return chain.kind === 'stays' ? chain.subject : undefined
  }
  return tenure?.successors.at(-1)?.subject
}

/** Whole days from one day to another. */
export const daysUntil = (day: Day, from: Day): number => Math.round((Date.parse(day) - Date.parse(from)) / 86_400_000)
