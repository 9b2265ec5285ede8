import {defined} from '../defined.ts'

/** A calendar day as `YYYY-MM-DD`. Strings of this form sort by date. */
export type Day = string

/**
 * What is known about a day: it lies between `earliest` and `latest`, both inclusive. A missing bound is unknown; `{}`
 * is an unknown day. Days are in the policy's time zone.
 */
export interface DateRange {
  readonly earliest?: Day
  readonly latest?: Day
}

export const UNKNOWN_DATE: DateRange = {}

export const singleDay = (day: Day): DateRange => ({earliest: day, latest: day})

export const isExactDate = (when: DateRange): when is {earliest: Day; latest: Day} =>
  when.earliest !== undefined && when.earliest === when.latest

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const daysIn = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

/** Whether the text has the form of a day, a month, or a year. The day need not exist. */
export const looksLikeDate = (text: string): boolean => /^\d{4}(-\d{1,2}){0,2}$/.test(text)

/** Parses `2026-03-02`, `2026-03`, or `2026`; `undefined` for any other text and for days that don't exist. */
export function parseDateRange(text: string): DateRange | undefined {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text)
  if (!match) return undefined
  const [, year = '', month, day] = match
  if (month === undefined) return {earliest: `${year}-01-01`, latest: `${year}-12-31`}
  if (Number(month) < 1 || Number(month) > 12) return undefined
  const last = daysIn(Number(year), Number(month))
  if (day === undefined) return {earliest: `${year}-${month}-01`, latest: `${year}-${month}-${last}`}
  return Number(day) >= 1 && Number(day) <= last ? singleDay(text) : undefined
}

const pickDay = (a: Day | undefined, b: Day | undefined, pick: 'later' | 'earlier'): Day | undefined => {
  if (a === undefined) return b
  if (b === undefined) return a
  return a > b === (pick === 'later') ? a : b
}

/** The intersection of two ranges that describe the same day. If they contradict each other, the first is returned. */
export function intersectRanges(a: DateRange, b: DateRange): DateRange {
  const earliest = pickDay(a.earliest, b.earliest, 'later')
  const latest = pickDay(a.latest, b.latest, 'earlier')
  return earliest !== undefined && latest !== undefined && earliest > latest ? a : defined({earliest, latest})
}

/** The range in which the earlier of two inexact days lies. */
export const earlierRange = (a: DateRange, b: DateRange): DateRange =>
  defined({
    earliest:
      a.earliest === undefined || b.earliest === undefined ? undefined : pickDay(a.earliest, b.earliest, 'earlier'),
    latest: pickDay(a.latest, b.latest, 'earlier')
  })

/** The range in which the later of two inexact days lies. */
export const laterRange = (a: DateRange, b: DateRange): DateRange =>
  defined({
    earliest: pickDay(a.earliest, b.earliest, 'later'),
    latest: a.latest === undefined || b.latest === undefined ? undefined : pickDay(a.latest, b.latest, 'later')
  })

/** Whether one day is certainly earlier than the other. */
export const isBefore = (a: DateRange, b: DateRange): boolean =>
  a.latest !== undefined && b.earliest !== undefined && a.latest < b.earliest

/** Whether a date is certainly on or before the day. */
export const isOnOrBefore = (when: DateRange, day: Day): boolean => when.latest !== undefined && when.latest <= day

/** The calendar day of an instant in a time zone, independent of the locale. */
export function dayOfInstant(instant: Date, timezone: string): Day {
  // Creating an `Intl.DateTimeFormat` takes as long as reading a small file.
  if (timezone === 'UTC') return instant.toISOString().slice(0, 10)
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    calendar: 'gregory',
    numberingSystem: 'latn'
  }).formatToParts(instant)
  const of = (type: string): string => parts.find(part => part.type === type)?.value ?? ''
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`
}
