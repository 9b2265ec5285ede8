import type {Subject} from './subject/subject.ts'
import type {Day} from './time/date-range.ts'

/** Who called an API, by operation and day. */
export interface Traffic {
  /** Calls of any of the subjects on the days of a window, both included. */
  usage(subjects: readonly Subject[], window: {readonly from: Day; readonly to: Day}): Usage
}

export interface Usage {
  readonly calls: number
  /** Calls that were answered with a status of 400 or more. */
  readonly errors: number
  /** Named callers, most calls first. */
  readonly callers: readonly {readonly id: string; readonly calls: number; readonly last: Day}[]
  /** Calls whose caller has no name. */
  readonly unnamed: number
  /** Day of the last call. Missing without calls. */
  readonly last?: Day
  /** Share of the window that the table knows, from 0 to 1. */
  readonly coverage: number
  /** Days with hours without lines, by source. */
  readonly missing: readonly {readonly source: string; readonly days: readonly Day[]}[]
  /** Calls that match several operations, so that they might be of the subjects. */
  readonly maybe: number
}

export interface UsageInWindow extends Usage {
  readonly from: Day
  readonly to: Day
}
