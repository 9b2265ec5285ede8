import {memoizeTexts} from '@tenure/core/model/memoize'
import {type Day, dayOfInstant} from '@tenure/core/model/time/date-range'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** No place is more than 14 hours from UTC. */
const FARTHEST = 14 * HOUR

/** The first instant of a day in a time zone. */
export interface Midnight {
  readonly instant: Date
  /** With the offset from UTC, as RFC 3339 writes it: `2026-03-31T00:00:00+02:00`. */
  readonly text: string
}

/** Finds the first instant of a day in a time zone. Where summer time skips midnight, the day begins later. */
export const midnightOf = (day: Day, timezone: string): Midnight => startOf(`${day} ${timezone}`)

const startOf = memoizeTexts((dayAndZone): Midnight => {
  const [day = '', timezone = 'UTC'] = dayAndZone.split(' ')
  const utc = Date.parse(`${day}T00:00:00Z`)
  const offsets = [utc - FARTHEST, utc + FARTHEST].map(instant => offsetAt(instant, timezone))
  const starts = offsets.map(offset => utc - offset).toSorted((a, b) => a - b)
  const time = starts.find(each => dayOfInstant(new Date(each), timezone) === day) ?? utc
  const offset = offsetAt(time, timezone)
  const local = new Date(time + offset).toISOString().slice(0, 19)
  return {instant: new Date(time), text: `${local}${formatOffset(offset)}`}
})

function formatOffset(offset: number): string {
  if (offset === 0) return 'Z'
  const minutes = Math.abs(offset) / MINUTE
  const twoDigits = (number: number): string => String(Math.floor(number)).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`
}

/** How far local time is ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timezone: string): number {
  if (timezone === 'UTC') return 0
  const parts = new Intl.DateTimeFormat('en', {timeZone: timezone, timeZoneName: 'longOffset'}).formatToParts(instant)
  const name = parts.find(({type}) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE)
}
