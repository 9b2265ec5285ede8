import type {When} from '../../model/time/date-range.ts'
import type {Moment} from '../../model/time/timeline.ts'
import type {Length} from '../../model/verdict/policy.ts'
import {addUnits} from './durations.ts'
import {lengthMet, type Outcome, worst} from './notice-verdict.ts'

type Context = Parameters<typeof lengthMet>[3]

/**
 * Judges a maximum length. The due day itself is still allowed, so it is exceeded from the day after. The longer of two
 * lengths is exceeded only when both are.
 */
export function limitKept(limit: Length, start: Moment, end: Moment, context: Context): Outcome {
  if (limit !== 'unstated' && ('longest' in limit || 'shortest' in limit)) {
    const longest = 'longest' in limit
    const parts = (longest ? limit.longest : limit.shortest).map(part => limitKept(part, start, end, context))
    // Staying within either of two limits means staying within the longer one.
    const met = longest ? invert(worst(parts.map(part => invert(part.met)))) : worst(parts.map(part => part.met))
    return {met, missing: met === 'undetermined' ? parts.flatMap(part => part.missing) : []}
  }
  const inReleases = limit !== 'unstated' && 'unit' in limit && limit.unit === 'releases'
  const {met, missing} = inReleases
    ? lengthMet({...limit, count: limit.count + 1}, start, end, context)
    : lengthMet(limit, start, {...end, when: dayBefore(end.when)}, context)
  return {met: invert(met), missing}
}

const invert = (met: Outcome['met']): Outcome['met'] =>
  met === 'kept' ? 'broken' : met === 'broken' ? 'kept' : 'undetermined'

const dayBefore = ({earliest, latest}: When): When => ({
  ...(earliest === undefined ? {} : {earliest: addUnits(earliest, -1, 'days')}),
  ...(latest === undefined ? {} : {latest: addUnits(latest, -1, 'days')})
})
