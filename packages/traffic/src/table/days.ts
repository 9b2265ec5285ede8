import type {Day} from '@tenure/core/model/time/date-range'

const DAY = 24 * 60 * 60 * 1000

/** The days of a window, both included. */
export function listDays(from: Day, to: Day): Day[] {
  const days: Day[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY) days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
