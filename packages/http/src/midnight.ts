import {type Day, dayOfInstant} from '@tenure/core/model/time/date-range'

const HOUR = 3600

/** The first second of a day in a time zone, from 1970. Clocks that are set at midnight can make it another time than 0:00. */
export function firstSecondOf(day: Day, timezone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`) / 1000
  // No place is further from UTC.
  let [before, from] = [utc - 16 * HOUR, utc + 14 * HOUR]
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayOfInstant(new Date(middle * 1000), timezone) < day) before = middle
    else from = middle
  }
  return from
}
