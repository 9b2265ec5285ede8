import type {Day} from '@tenure/core/model/time/date-range'
import {addUnits} from '@tenure/core/policy/notice/durations'

const DAY = 24 * 60 * 60 * 1000

/** The days of a window, both included. */
export function listDays(from: Day, to: Day): Day[] {
  const days: Day[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY) days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

/** The days before a day, the last of them that before it. */
export const windowBefore = (day: Day, days: number): {readonly from: Day; readonly to: Day} => ({
  from: addUnits(day, -days, 'days'),
  to: addUnits(day, -1, 'days')
})
