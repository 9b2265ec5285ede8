import {compareMoments, type Moment, type Timeline} from '../time/timeline.ts'
import type {Lifecycle, Tenure} from './lifecycle.ts'

/** State of a subject at a moment, using only certain events. */
export type StateAtTime = 'absent' | 'live' | 'deprecated' | 'gone'

const isReached = (timeline: Timeline, a: Moment, b: Moment): boolean =>
  ['before', 'same'].includes(compareMoments(timeline, a, b) ?? '')

/** The tenure of a subject at a moment: the last one that had begun, or `undefined`. */
export const tenureAt = ({tenures}: Lifecycle, moment: Moment, timeline: Timeline): Tenure | undefined =>
  tenures.findLast(({introduced}) => !introduced || compareMoments(timeline, introduced.moment, moment) !== 'after')

export function stateAtTime(lifecycle: Lifecycle, moment: Moment, timeline: Timeline): StateAtTime {
  const tenure = tenureAt(lifecycle, moment, timeline)
  if (!tenure) return 'absent'
  if (tenure.end && isReached(timeline, tenure.end.moment, moment)) return 'gone'
  return tenure.announcements.some(each => isReached(timeline, each.moment, moment)) ? 'deprecated' : 'live'
}
