import {type Moment, order, type Timeline} from '../time/timeline.ts'
import type {Lifecycle, Tenure} from './lifecycle.ts'

/** How a subject stands at a moment, as far as the record is certain of it. */
export type Presence = 'absent' | 'live' | 'deprecated' | 'gone'

const isOver = (timeline: Timeline, a: Moment, b: Moment): boolean =>
  ['before', 'same'].includes(order(timeline, a, b) ?? '')

/** The tenure that a subject is in at a moment: the last that had begun. */
export const tenureAt = ({tenures}: Lifecycle, moment: Moment, timeline: Timeline): Tenure | undefined =>
  tenures.findLast(({introduced}) => !introduced || order(timeline, introduced.moment, moment) !== 'after')

export function presenceAt(lifecycle: Lifecycle, moment: Moment, timeline: Timeline): Presence {
  const tenure = tenureAt(lifecycle, moment, timeline)
  if (!tenure) return 'absent'
  if (tenure.end && isOver(timeline, tenure.end.moment, moment)) return 'gone'
  return tenure.announcements.some(each => isOver(timeline, each.moment, moment)) ? 'deprecated' : 'live'
}
