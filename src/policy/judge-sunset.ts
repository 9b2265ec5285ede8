import type {History} from '../model/lifecycle/history.ts'
import type {End, Lifecycle, Tenure} from '../model/lifecycle/lifecycle.ts'
import {releaseOf, type Sunset} from '../model/lifecycle/sunsets.ts'
import {type Entry, type Moment, NEXT} from '../model/time/timeline.ts'
import type {Judgement} from '../model/verdict/judgement.ts'
import type {Policy} from '../model/verdict/policy.ts'
import {earliestLawfulEnd, type LawfulEnd} from './earliest-end-of-support.ts'
import {judgeEnd} from './judge-end-of-support.ts'

/** An upcoming sunset, judged as if it were reached as announced. */
export interface PromisedEnd {
  readonly sunset: Sunset
  readonly judgement: Judgement
  /** The earliest end of support, computed without the sunset itself. */
  readonly lawful: LawfulEnd
}

/** Judges an upcoming sunset; `undefined` if there is none, or if support has ended or is about to end. */
export function judgePromisedEnd(lifecycle: Lifecycle, policy: Policy, history: History): PromisedEnd | undefined {
  const {sunset, ...tenure} = lifecycle.tenures.at(-1) ?? emptyTenure
  if (!sunset || tenure.end || tenure.announcements.length === 0) return undefined
  const {moment, extended} = extendTimeline(sunset.moment, history)
  const end: End = {kind: 'sunset', event: sunset.event, moment, own: true, pending: true}
  const judgement = judgeEnd(lifecycle, {...tenure, end}, policy, extended)
  if (!judgement) return undefined
  const open: Lifecycle = {...lifecycle, tenures: [...lifecycle.tenures.slice(0, -1), withoutSunset(tenure)]}
  return {sunset, judgement, lawful: earliestLawfulEnd(open, policy, history)}
}

const withoutSunset = ({sunset: _, otherwise, ...tenure}: Tenure): Tenure => ({
  ...tenure,
  ...(otherwise ? {otherwise: otherwise.map(withoutSunset)} : {})
})

const emptyTenure: Tenure = {announcements: [], changes: [], successors: []}

/**
 * Extends the timeline with a sunset release that isn't listed yet, after all other releases. Unlisted releases may
 * come before it, and before a planned release; `next` is the first upcoming one.
 */
function extendTimeline(moment: Moment, history: History): {moment: Moment; extended: History} {
  const {entries} = history.timeline
  const name = releaseOf(moment, history.timeline)
  const planned = moment.entry === undefined ? undefined : entries[moment.entry]
  if (planned?.pending && planned.name !== NEXT) {
    const open = entries.map(each => (each === planned ? {...each, open: true as const} : each))
    return {moment, extended: {...history, timeline: {...history.timeline, entries: open}}}
  }
  if (planned || name === undefined) return {moment, extended: history}
  const entry: Entry = {
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
