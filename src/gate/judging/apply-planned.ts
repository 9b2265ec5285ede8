import {endAtSunset} from '../../history/build-lifecycle.ts'
import type {History} from '../../model/lifecycle/history.ts'
import type {EndOfSupport, Lifecycle, Tenure} from '../../model/lifecycle/lifecycle.ts'
import {memoize} from '../../model/memoize.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import {isOnOrBefore} from '../../model/time/date-range.ts'
import {compareMoments, type Moment, type Timeline} from '../../model/time/timeline.ts'

/**
 * The history as it will be after everything planned has shipped: subjects with a sunset in a listed but unreleased
 * version end there, even without a recorded removal.
 */
export function applyPlanned(history: History): History {
  const lifecycles = history.lifecycles.map(life => applyToLifecycle(life, history.timeline))
  return {
    ...history,
    lifecycles,
    bySubject: new Map(lifecycles.map(lifecycle => [subjectKey(lifecycle.subject), lifecycle]))
  }
}

function applyToLifecycle(lifecycle: Lifecycle, timeline: Timeline): Lifecycle {
  const {subject, tenures} = lifecycle
  const withUpcomingEnd = (tenure: Tenure): Tenure => {
    const end = findUpcomingEnd(tenure, subjectKey(subject), subject.part !== undefined, timeline)
    const {otherwise} = tenure
    return end ? {...tenure, end, ...(otherwise ? {otherwise: otherwise.map(withUpcomingEnd)} : {})} : tenure
  }
  const last = tenures.at(-1)
  const updated = last && withUpcomingEnd(last)
  return updated && updated !== last ? {...lifecycle, tenures: [...tenures.slice(0, -1), updated]} : lifecycle
}

/** The upcoming end of a tenure, or `undefined`. A sunset takes precedence over a later planned removal. */
function findUpcomingEnd(
  {sunset, end}: Tenure,
  key: string,
  isPart: boolean,
  timeline: Timeline
): EndOfSupport | undefined {
  if (!sunset) return undefined
  const planned = endAtSunset(sunset, key, isPart, true)
  if (!end) return isUpcoming(sunset.moment, timeline) ? planned : undefined
  const isLater =
    end.kind === 'removed' && end.removal && compareMoments(timeline, sunset.moment, end.removal) === 'before'
  return planned && isLater && !end.perhaps ? {...end, kind: 'sunset', moment: sunset.moment} : undefined
}

/** Whether the moment comes with a planned release, or on a day that has passed when a planned release ships. */
function isUpcoming(moment: Moment, timeline: Timeline): boolean {
  if (moment.entry !== undefined) return timeline.entries[moment.entry]?.pending === true
  return (
    !isOnOrBefore(moment.when, timeline.asOf) &&
    daysOfPlannedReleases(timeline).some(earliest => isOnOrBefore(moment.when, earliest))
  )
}

const daysOfPlannedReleases = memoize(({entries}: Timeline) => [
  ...new Set(entries.flatMap(({kind, pending, when}) => (kind === 'release' && pending ? (when.earliest ?? []) : [])))
])
