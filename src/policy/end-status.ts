import type {EndpointUsage} from '../model/api/client-call.ts'
import {defined} from '../model/defined.ts'
import type {History} from '../model/lifecycle/history.ts'
import {type Lifecycle, reachedEnd} from '../model/lifecycle/lifecycle.ts'
import {findUsableReplacement, followReplacements} from '../model/lifecycle/replacement.ts'
import type {Subject} from '../model/subject/subject.ts'
import type {Day} from '../model/time/date-range.ts'
import type {Moment} from '../model/time/timeline.ts'
import type {MissingFact} from '../model/verdict/judgment.ts'
import type {Policy} from '../model/verdict/policy.ts'
import {earliestEndOfSupport, exactEarliestEnd} from './earliest-end-of-support.ts'
import {momentOfDay} from './notice/durations.ts'

/** The status of a subject whose support has ended or is ending, as of the as-of day. */
export type EndStatus =
  | {readonly kind: 'ended'; readonly at: Moment}
  /** Deprecated, or with a pending removal. `day` is the end of support as far as it is known. */
  | {
      readonly kind: 'ending'
      /** The sunset, or the release that removes the subject; `undefined` if neither is named. */
      readonly at?: Moment
      /** The first day on which it may be removed; `undefined` if it can't be determined. */
      readonly day?: Day
      /** The facts missing to determine the day. */
      readonly missing: readonly MissingFact[]
    }

/** An endpoint whose support has ended or is ending, and the client code that still calls it. */
export interface EndingEndpointCalls {
  readonly subject: Subject
  readonly leaving: EndStatus
  /** The supported replacement. */
  readonly replacement?: Subject
  readonly uses: readonly EndpointUsage[]
}

/**
 * Determines whether the support of a subject has ended or is ending; `undefined` if neither. Without a sunset, the
 * earliest end of support counts, because the subject may be removed from then on.
 */
export function endStatusOf(lifecycle: Lifecycle, policy: Policy, history: History): EndStatus | undefined {
  const tenure = lifecycle.tenures.at(-1)
  if (!tenure) return undefined
  const {sunset, announcements} = tenure
  const {asOf} = history.timeline
  const reached = reachedEnd(tenure)
  if (reached) return {kind: 'ended', at: reached.moment}
  const end = tenure.end ?? tenure.endWithTarget
  const isAnnounced = announcements.some(({moment}) => (moment.when.earliest ?? asOf) <= asOf)
  if (!isAnnounced && !end) return undefined
  const at = sunset?.moment ?? end?.moment
  const day = at?.when.earliest
  if (at && day !== undefined) return {kind: 'ending', at, day, missing: []}
  const earliest = earliestEndOfSupport(lifecycle, policy, history, asOf)
  const known = earliest.kind === 'any' ? asOf : exactEarliestEnd(earliest)
  return {
    kind: 'ending',
    ...defined({at, day: known}),
    missing: known === undefined ? (earliest.earlier?.missing ?? earliest.missing) : []
  }
}

/**
 * The replacement to use: replacements are followed to one that is still supported; without one, the next endpoint
 * version. `undefined` if there is neither.
 */
export function findSupportedReplacement({subject, tenures}: Lifecycle, history: History): Subject | undefined {
  const tenure = tenures.at(-1)
  const naming = tenure && findUsableReplacement(subject, tenure, history)
  const {asOf} = history.timeline
  if (naming) {
    const chain = followReplacements(subject, naming, momentOfDay(asOf), history)
    return chain.kind === 'stays' ? chain.subject : undefined
  }
  return tenure?.successors.at(-1)?.subject
}

/** The number of whole days from one day to another. */
export const daysUntil = (day: Day, from: Day): number => Math.round((Date.parse(day) - Date.parse(from)) / 86_400_000)
