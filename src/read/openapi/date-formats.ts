import {parseDateRange} from '../../model/time/date-range.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Converts a date in one of the formats of specifications and headers to `YYYY-MM-DD`. Other text is returned
 * unchanged.
 */
export function normalizeDay(written: string): string {
  const text = written.trim()
  return timestamp(text) ?? httpDate(text) ?? structuredDate(text) ?? text
}

/** RFC 3339, as in `2026-12-20T12:00:00Z`; the day is in UTC. */
function timestamp(text: string): string | undefined {
  const [, day, offset] =
    /^(\d{4}-\d\d-\d\d)[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?$/i.exec(text) ?? []
  if (day === undefined || !parseDateRange(day)) return undefined
  if (offset === undefined || /^Z$/i.test(offset)) return day
  return dayAt(Date.parse(text.replace(/[t ]/, 'T').replace(/\s/, '')))
}

/** RFC 8594 and RFC 9110, as in `Sun, 20 Dec 2026 00:00:00 GMT`. */
function httpDate(text: string): string | undefined {
  const [, day = '', name = '', year = ''] =
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) ([A-Z][a-z]{2}) (\d{4}) \d\d:\d\d:\d\d GMT$/.exec(text) ?? []
  const month = MONTHS.indexOf(name) + 1
  const written = `${year}-${String(month).padStart(2, '0')}-${day}`
  return month > 0 && parseDateRange(written) ? written : undefined
}

/** RFC 9745 and RFC 9651, as in `@1797724800`, in seconds since 1970. */
function structuredDate(text: string): string | undefined {
  const [, seconds] = /^@(-?\d{1,11})$/.exec(text) ?? []
  return seconds === undefined ? undefined : dayAt(Number(seconds) * 1000)
}

function dayAt(milliseconds: number): string | undefined {
  const instant = new Date(milliseconds)
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString().slice(0, 10)
}
