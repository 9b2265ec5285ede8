import {parseDateRange} from './date-range.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Converts a date in one of the formats of specifications and headers to `YYYY-MM-DD`. Other text is returned
 * unchanged.
 */
export function normalizeDay(written: string): string {
  const text = written.trim()
  return timestamp(text) ?? httpDate(text) ?? structuredDate(text) ?? text
}

/** The UTC day of a timestamp of RFC 3339, as in `2026-12-20T12:00:00Z`, or of XML Schema, as in `2026-12-20Z`. */
function timestamp(text: string): string | undefined {
  const [, day = '', time, offset] =
    /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-4]):\d\d(?::\d\d(?:\.\d+)?)?))?\s?(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i.exec(
      text
    ) ?? []
  return dayInUtc(day, time, offset)
}

/**
 * The UTC day of an HTTP date (RFC 9110), as in `Sun, 20 Dec 2026 00:00:00 GMT`, or a mail date (RFC 5322), as in
 * `20 Dec 2026 00:00 +0100`.
 */
function httpDate(text: string): string | undefined {
  const [, day = '', name = '', year = '', time, offset] =
    /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?(\d\d?) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d(?::\d\d)?) (GMT|UTC|Z|[+-]\d{4})$/.exec(
      text
    ) ?? []
  const month = String(MONTHS.indexOf(name) + 1).padStart(2, '0')
  return dayInUtc(`${year}-${month}-${day.padStart(2, '0')}`, time, offset)
}

/** The day in UTC of a time with an offset; without one, the day as written. `undefined` if there is no such day. */
function dayInUtc(day: string, time: string | undefined, offset: string | undefined): string | undefined {
  if (!parseDateRange(day)) return undefined
  return time !== undefined && offset !== undefined && /\d/.test(offset)
    ? dayAt(Date.parse(`${day}T${time}${offset}`))
    : day
}

/** The UTC day of a `Deprecation` date (RFC 9745), as in `@1797724800`, in seconds since 1970. */
function structuredDate(text: string): string | undefined {
  const [, seconds] = /^@(-?\d{1,11})$/.exec(text) ?? []
  return seconds === undefined ? undefined : dayAt(Number(seconds) * 1000)
}

function dayAt(milliseconds: number): string | undefined {
  const instant = new Date(milliseconds)
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString().slice(0, 10)
}
