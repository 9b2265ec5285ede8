import {UTCDateMini} from '@date-fns/utc/date/mini'
import {addDays} from 'date-fns/addDays'
import {addMonths} from 'date-fns/addMonths'
import {addWeeks} from 'date-fns/addWeeks'
import {addYears} from 'date-fns/addYears'
import {type Day, parseDateRange, singleDay} from '../../model/time/date-range.ts'
import type {Moment} from '../../model/time/timeline.ts'
import {type CalendarUnit, type DayOfYear, isReleaseUnit, type Length} from '../../model/verdict/policy.ts'

// Dates are computed in UTC, because a local midnight may not exist where clocks or calendars jump. The mini class is
// used because the full one also sets up formatters.
const STEPS = {days: addDays, weeks: addWeeks, months: addMonths, years: addYears} as const

const utc = (value: Date | number | string): Date => new UTCDateMini(+new Date(value))

const FIRST_DAY: Day = '0000-01-01'
const LAST_DAY: Day = '9999-12-31'

/**
 * The calendar day `count` units after the day. The end of a month is clamped: January 31 + 1 month is February 28.
 * Years have four digits; results beyond that are clamped to the first or last day that can be written.
 */
export function addUnits(day: Day, count: number, unit: CalendarUnit): Day {
  const reached = STEPS[unit](day, count, {in: utc})
  const year = reached.getUTCFullYear()
  return year < 0 ? FIRST_DAY : year <= 9999 ? reached.toISOString().slice(0, 10) : LAST_DAY
}

export const daysBetween = (from: Day, until: Day): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000)

/**
 * The first day on which a length that began on the given day is over; support may end on that day. `undefined` if the
 * calendar alone doesn't decide (releases, an unstated length).
 */
export function dueDay(day: Day, length: Length): Day | undefined {
  if (length === 'unstated') return undefined
  if ('unit' in length) return isReleaseUnit(length.unit) ? undefined : addUnits(day, length.count, length.unit)
  if ('consecutive' in length) {
    return length.consecutive.reduce<Day | undefined>((reached, step) => reached && dueDay(reached, step), day)
  }
  const parts = 'longest' in length ? length.longest : length.shortest
  const days = parts.map(part => dueDay(day, part))
  if (days.some(part => part === undefined)) return undefined
  const sorted = days.filter(part => part !== undefined).toSorted()
  return 'longest' in length ? sorted.at(-1) : sorted[0]
}

/**
 * The last day on which a length can begin so that it is over by `end`; `undefined` if the calendar alone doesn't
 * decide. Because months have different lengths, each candidate is checked forward instead of counting back.
 */
export function latestStart(end: Day, length: Length): Day | undefined {
  const span = dueDay(end, length)
  if (span === undefined) return undefined
  const days = daysBetween(end, span)
  let candidate = addUnits(end, 31 - days, 'days')
  for (let tries = 0; tries < 400; tries++) {
    const due = dueDay(candidate, length)
    if (due !== undefined && due <= end) return candidate
    candidate = addUnits(candidate, -1, 'days')
  }
  return undefined
}

/** Whether the length is zero. */
export function isZeroLength(length: Length): boolean {
  if (length === 'unstated') return false
  if ('unit' in length) return length.count === 0
  if ('consecutive' in length) return length.consecutive.every(isZeroLength)
  return 'longest' in length ? length.longest.every(isZeroLength) : length.shortest.some(isZeroLength)
}

/** The first listed day of the year on or after the given day; `undefined` if the list has no valid day. */
export function nextListedDay(day: Day, listed: readonly DayOfYear[]): Day | undefined {
  return listedDays(day, listed, 1)
    .filter(candidate => candidate >= day)
    .toSorted()[0]
}

/** The last listed day of the year on or before the given day; `undefined` if the list has no valid day. */
export function previousListedDay(day: Day, listed: readonly DayOfYear[]): Day | undefined {
  return listedDays(day, listed, -1)
    .filter(candidate => candidate <= day)
    .toSorted()
    .at(-1)
}

/**
 * The listed days in the given day's year and the eight years after or before it, because February 29 can be that far
 * away.
 */
function listedDays(day: Day, listed: readonly DayOfYear[], step: 1 | -1): Day[] {
  const year = Number(day.slice(0, 4))
  return Array.from({length: 9}, (_, index) => year + index * step)
    .filter(each => each >= 0)
    .flatMap(each => listed.map(monthDay => `${String(each).padStart(4, '0')}-${monthDay}`))
    .filter(candidate => parseDateRange(candidate) !== undefined)
}

/** A day as a moment that isn't tied to a release or a statement. */
export const momentOfDay = (day: Day): Moment => ({when: singleDay(day), stated: day})
