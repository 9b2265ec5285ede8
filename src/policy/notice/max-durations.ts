import type {DateRange} from '../../model/time/date-range.ts'
import type {Moment} from '../../model/time/timeline.ts'
import type {Length} from '../../model/verdict/policy.ts'
import {addUnits} from './durations.ts'
import {judgeLength, type RequirementOutcome, worstRequirementVerdict} from './notice-verdict.ts'

type Context = Parameters<typeof judgeLength>[3]

/**
 * Judges a maximum length. The due day itself is still allowed, so it is exceeded from the day after. The longer of two
 * lengths is exceeded only when both are.
 */
export function judgeMaxDuration(limit: Length, start: Moment, end: Moment, context: Context): RequirementOutcome {
  if (limit !== 'unstated' && ('longest' in limit || 'shortest' in limit)) {
    const longest = 'longest' in limit
    const parts = (longest ? limit.longest : limit.shortest).map(part => judgeMaxDuration(part, start, end, context))
    // Staying within either of two limits means staying within the longer one.
    const met = longest
      ? invert(worstRequirementVerdict(parts.map(part => invert(part.met))))
      : worstRequirementVerdict(parts.map(part => part.met))
    return {met, missing: met === 'undetermined' ? parts.flatMap(part => part.missing) : []}
  }
  const inReleases = limit !== 'unstated' && 'unit' in limit && limit.unit === 'releases'
  const {met, missing} = inReleases
    ? judgeLength({...limit, count: limit.count + 1}, start, end, context)
    : judgeLength(limit, start, {...end, when: dayBefore(end.when)}, context)
  return {met: invert(met), missing}
}

const invert = (met: RequirementOutcome['met']): RequirementOutcome['met'] =>
  met === 'kept' ? 'broken' : met === 'broken' ? 'kept' : 'undetermined'

const dayBefore = ({earliest, latest}: DateRange): DateRange => ({
  ...(earliest === undefined ? {} : {earliest: addUnits(earliest, -1, 'days')}),
  ...(latest === undefined ? {} : {latest: addUnits(latest, -1, 'days')})
})
