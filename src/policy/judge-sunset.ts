import type {History} from '../model/lifecycle/history.ts'
import {type EndOfSupport, type Lifecycle, latestTenureOf, type Tenure} from '../model/lifecycle/lifecycle.ts'
import {type Sunset, sunsetRelease} from '../model/lifecycle/sunsets.ts'
import type {Day} from '../model/time/date-range.ts'
import {type Moment, NEXT, type TimelineEntry} from '../model/time/timeline.ts'
import type {Judgment} from '../model/verdict/judgment.ts'
import type {Policy} from '../model/verdict/policy.ts'
import {type EarliestEndOfSupport, earliestEndOfSupport} from './earliest-end-of-support.ts'
import {judgeEnd} from './judge-end-of-support.ts'

/** An upcoming sunset, judged as if it were reached as announced. */
export interface JudgedSunset {
  readonly sunset: Sunset
  readonly judgment: Judgment
  /** The earliest end of support, computed without the sunset itself. */
  readonly earliestEnd: EarliestEndOfSupport
}

/**
 * Judges an upcoming sunset; `undefined` if there is none, or if support has ended or is about to end. For a plan, `from`
 * is the first day that is considered.
 */
export function judgeSunset(
  lifecycle: Lifecycle,
  policy: Policy,
  history: History,
  from?: Day
): JudgedSunset | undefined {
  const {sunset, ...tenure} = latestTenureOf(lifecycle)
  if (!sunset || tenure.end || tenure.endWithTarget || tenure.announcements.length === 0) return undefined
  const {moment, extended} = extendTimeline(sunset.moment, history)
  const end: EndOfSupport = {kind: 'sunset', event: sunset.event, moment, isOwn: true, pending: true}
  const judgment = judgeEnd(lifecycle, {...tenure, end}, policy, extended)
  if (!judgment) return undefined
  const open: Lifecycle = {...lifecycle, tenures: [...lifecycle.tenures.slice(0, -1), withoutSunset(tenure)]}
  return {sunset, judgment, earliestEnd: earliestEndOfSupport(open, policy, history, from)}
}

const withoutSunset = ({sunset: _, otherwise, ...tenure}: Tenure): Tenure => ({
  ...tenure,
  ...(otherwise ? {otherwise: otherwise.map(withoutSunset)} : {})
})

/**
 * Extends the timeline with a sunset release that isn't listed yet, after all other releases. Unlisted releases may
 * come before it, and before a planned release; `next` is the first upcoming one.
 */
function extendTimeline(moment: Moment, history: History): {moment: Moment; extended: History} {
  const {entries} = history.timeline
  const name = sunsetRelease(moment, history.timeline)
  const planned = moment.entry === undefined ? undefined : entries[moment.entry]
  if (planned?.pending && planned.name !== NEXT) {
    const open = entries.map(each => (each === planned ? {...each, open: true as const} : each))
    return {moment, extended: {...history, timeline: {...history.timeline, entries: open}}}
  }
  if (planned || name === undefined) return {moment, extended: history}
  const entry: TimelineEntry = {
    kind: 'release',
    name,
    when: moment.when,
    index: entries.length,
    place: {source: history.source},
    pending: true,
    open: true
  }
  return {
    moment: {...moment, entry: entries.length},
    extended: {...history, timeline: {...history.timeline, entries: [...entries, entry]}}
  }
}
