import type {Moment, Timeline} from '../time/timeline.ts'
import type {Traffic, UsageInWindow} from '../traffic.ts'
import type {EndOfSupport, Lifecycle} from './lifecycle.ts'
import type {ServedDifference} from './served.ts'

/** How much a subject may still be called, which the traffic of its API answers. */
export interface UsageLimit {
  /** What there must be fewer of. */
  readonly of: 'callers' | 'calls'
  readonly below: number
  /** The days before the one that counts. */
  readonly days: number
  /** The share of them that must be known, from 0 to 1. */
  readonly coverage: number
  /** `30 days without callers`. */
  readonly text: string
}

/** What traffic says about a limit. What is called too often is a violation, however little is known. */
export interface UsageAnswer {
  readonly met: 'compliant' | 'violation' | 'undetermined'
  /** Who called, or why it isn't known, as a clause. */
  readonly why: string
  /** The same in a few words. */
  readonly brief?: string
  readonly found?: UsageInWindow
}

/** The subjects of a history, and its day. */
interface Names {
  readonly timeline: Timeline
  readonly bySubject: ReadonlyMap<string, Lifecycle>
}

/** The traffic of an API as conditions ask for it: of subjects under all of their names. */
export interface TrafficOfApi extends Traffic {
  /** Compares the usage before an end or a moment, or else before today, with a limit. */
  judge(limit: UsageLimit, lifecycle: Lifecycle, at: EndOfSupport | Moment | undefined, names: Names): UsageAnswer
  /** Where the calls of the last 30 days differ from the history, or why there's no table of the API, as a clause. */
  differences(
    names: Names & {readonly lifecycles: readonly Lifecycle[]}
  ): {readonly served: readonly ServedDifference[]} | {readonly lacks: string}
  /** The usage of the last 30 days, and a clause about it; `undefined` if there's no table of the API. */
  recent(lifecycle: Lifecycle, names: Names): {readonly usage: UsageInWindow; readonly text: string} | undefined
}
