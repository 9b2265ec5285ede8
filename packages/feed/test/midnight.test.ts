import {dayOfInstant} from '@tenure/core/model/time/date-range'
import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {tries} from '../../../test/tier.ts'
import {midnightOf} from '../src/midnight.ts'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'America/St_Johns'
]

describe('the first instant of a day', () => {
  it.each([
    ['2026-03-31', 'Europe/Berlin', '2026-03-31T00:00:00+02:00'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T00:00:00+01:00'],
    ['2026-01-01', 'UTC', '2026-01-01T00:00:00Z'],
    ['2026-01-01', 'America/New_York', '2026-01-01T00:00:00-05:00'],
    ['2026-01-01', 'Asia/Kathmandu', '2026-01-01T00:00:00+05:45'],
    // Summer time began at midnight, so that the day began at one o’clock.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T01:00:00-02:00'],
    // Summer time ended at midnight, so that the last hour of the day before came twice.
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T00:00:00-03:00']
  ])('%s in %s is %s', (day, zone, text) => expect(midnightOf(day, zone).text).toBe(text))

  it('is of that day, and the millisecond before isn’t', () => {
    const days = fc.date({min: new Date('1990-01-01'), max: new Date('2037-12-31'), noInvalidDate: true})
    fc.assert(
      fc.property(days, fc.constantFrom(...ZONES), (date, zone) => {
        const day = dayOfInstant(date, zone)
        const {instant, text} = midnightOf(day, zone)
        expect(dayOfInstant(instant, zone)).toBe(day)
        expect(dayOfInstant(new Date(instant.getTime() - 1), zone) < day).toBe(true)
        expect(new Date(text).getTime()).toBe(instant.getTime())
        expect(text.startsWith(day)).toBe(true)
      }),
      {numRuns: tries(3000)}
    )
  })
})
