import {type DateRange, parseDateRange, UNKNOWN_DATE} from '../../src/model/time/date-range.ts'
import {buildTimeline, type Timeline, type WrittenEntry} from '../../src/model/time/timeline.ts'

/** A timeline from lines such as `2.0 2025-01-10`, `2.1`, `on 2025-02`, as of a day. */
export function timeline(lines: readonly string[], asOf = '2030-01-01'): Timeline {
  return buildTimeline(
    lines.map((line, index): WrittenEntry => {
      const [name = '', date] = line.split(' ')
      const place = {source: 'history.yaml', pointer: `/releases/${index}`}
      if (name === 'on')
        return {kind: 'announcement', name: date ?? '', stated: parseDateRange(date ?? '') ?? UNKNOWN_DATE, place}
      const stated = date === undefined ? UNKNOWN_DATE : (parseDateRange(date) ?? UNKNOWN_DATE)
      return {kind: 'release', name, stated, place, ...(date === undefined ? {} : {date})}
    }),
    asOf
  )
}

/** `2025-03-01…2025-03-31`; a side that isn't known is left out. */
export const formatRange = ({earliest, latest}: DateRange): string =>
  earliest !== undefined && earliest === latest ? earliest : `${earliest ?? ''}…${latest ?? ''}`
