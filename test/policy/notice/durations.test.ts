import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {parseLength, QUARTER_STARTS} from '../../../src/inputs/config/policy-format.ts'
import type {Day} from '../../../src/model/time/date-range.ts'
import type {CalendarUnit, Length} from '../../../src/model/verdict/policy.ts'
import {
  addUnits,
  dueDay,
  isZeroLength,
  latestStart,
  nextListedDay,
  previousListedDay
} from '../../../src/policy/notice/durations.ts'
import {tries} from '../../tier.ts'

/** Parses a length such as `6 months`. */
function length(text: string): Length {
  const parsed = parseLength(text)
  if (parsed === undefined) throw new Error(`Unexpected length \`${text}\`, expected one that can be read`)
  return parsed
}

const next = (day: Day): Day => addUnits(day, 1, 'days')

describe('the due day', () => {
  it.each([
    ['2024-01-01', '180 days', '2024-06-29'],
    ['2023-12-25', '2 weeks', '2024-01-08'],
    ['2022-03-30', '24 months', '2024-03-30'],
    ['2023-03-01', '12 months', '2024-03-01'],
    ['2023-03-01', '365 days', '2024-02-29'],
    ['2025-11-20', '13 months', '2026-12-20'],
    ['2026-12-20', '0 days', '2026-12-20']
  ])('of %s + %s is %s', (day, lengthText, due) => {
    expect(dueDay(day, length(lengthText))).toBe(due)
  })

  it.each([
    ['2023-01-31', '1 month', '2023-02-28'],
    ['2024-01-31', '1 month', '2024-02-29'],
    ['2024-01-31', '2 months', '2024-03-31'],
    ['2024-03-31', '1 month', '2024-04-30'],
    ['2023-08-31', '6 months', '2024-02-29'],
    ['2022-08-31', '6 months', '2023-02-28'],
    ['2024-02-29', '12 months', '2025-02-28'],
    ['2024-02-29', '1 year', '2025-02-28'],
    ['2024-02-29', '4 years', '2028-02-29'],
    ['2096-02-29', '4 years', '2100-02-28'],
    ['2024-02-28', '12 months', '2025-02-28']
  ])('stays in the month: %s + %s is %s', (day, lengthText, due) => {
    expect(dueDay(day, length(lengthText))).toBe(due)
  })

  it.each([
    ['2022-08-23', '9 months or 39 weeks, whichever is longer', '2023-05-23'],
    ['2022-08-23', '9 months or 39 weeks, whichever is shorter', '2023-05-23'],
    ['2023-02-01', '1 month or 30 days, whichever is longer', '2023-03-03'],
    ['2023-02-01', '1 month or 30 days, whichever is shorter', '2023-03-01'],
    ['2023-01-31', '1 month or 30 days, whichever is longer', '2023-03-02']
  ])('of combined lengths: %s + %s is %s', (day, lengthText, due) => {
    expect(dueDay(day, length(lengthText))).toBe(due)
  })

  it('of consecutive lengths starts each one where the one before ends', () => {
    const half = length('6 months')
    expect(dueDay('2022-03-10', {consecutive: [half, half]})).toBe('2023-03-10')
    expect(dueDay('2022-08-31', {consecutive: [half, half]})).toBe('2023-08-28')
    expect(dueDay('2022-08-31', {consecutive: []})).toBe('2022-08-31')
  })

  it.each(['3 releases', '3 major releases', 'unstated', '9 months or 3 releases, whichever is longer'])(
    'is unknown for a length in releases: %s',
    lengthText => {
      expect(dueDay('2022-08-23', length(lengthText))).toBeUndefined()
    }
  )

  it('is at most the last day of the year 9999', () => {
    expect(dueDay('2026-01-01', length('9999 years'))).toBe('9999-12-31')
    expect(addUnits('0000-01-01', -1, 'days')).toBe('0000-01-01')
  })
})

describe('the latest start', () => {
  it.each([
    ['2020-07-01', '3 months', '2020-04-01'],
    ['2024-03-30', '24 months', '2022-03-30'],
    ['2024-06-29', '180 days', '2024-01-01'],
    ['2023-02-28', '1 month', '2023-01-31'],
    ['2024-02-28', '1 month', '2024-01-28'],
    ['2024-02-29', '1 month', '2024-01-31'],
    ['2024-03-30', '1 month', '2024-02-29'],
    ['2025-02-27', '1 year', '2024-02-27'],
    ['2025-02-28', '1 year', '2024-02-29'],
    ['2026-12-20', '0 days', '2026-12-20']
  ])('for an end on %s with %s is %s', (end, lengthText, start) => {
    expect(latestStart(end, length(lengthText))).toBe(start)
  })

  it.each(['3 releases', 'unstated'])('is unknown for a length in releases: %s', lengthText => {
    expect(latestStart('2022-08-23', length(lengthText))).toBeUndefined()
  })
})

const days = fc
  .date({min: new Date('1970-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true})
  .map((date): Day => date.toISOString().slice(0, 10))

const LONGEST: Readonly<Record<CalendarUnit, number>> = {days: 4000, weeks: 600, months: 150, years: 12}
const plain = fc
  .constantFrom('days', 'weeks', 'months', 'years')
  .chain(unit => fc.integer({min: 0, max: LONGEST[unit]}).map((count): Length => ({count, unit})))
const several = fc.array(plain, {minLength: 2, maxLength: 3})
const lengths = fc.oneof(
  plain,
  several.map((longest): Length => ({longest})),
  several.map((shortest): Length => ({shortest})),
  several.map((consecutive): Length => ({consecutive}))
)

describe('for any day and length', () => {
  const holds = (law: (day: Day, length: Length) => void): void => {
    fc.assert(fc.property(days, lengths, law), {numRuns: tries(500)})
  }

  it('the due day is not before the start, and equals it for a zero length', () => {
    holds((day, length) => {
      const due = dueDay(day, length) ?? ''
      expect(due >= day).toBe(true)
      if (isZeroLength(length)) expect(due).toBe(day)
    })
  })

  it('a later start never has an earlier due day', () => {
    fc.assert(
      fc.property(days, days, lengths, (one, other, length) => {
        const [first, second] = [one, other].toSorted()
        expect((dueDay(first ?? '', length) ?? '') <= (dueDay(second ?? '', length) ?? '')).toBe(true)
      }),
      {numRuns: tries(500)}
    )
  })

  it('the latest start is due by the end, and a day later is not', () => {
    holds((end, length) => {
      const start = latestStart(end, length) ?? ''
      expect((dueDay(start, length) ?? '') <= end).toBe(true)
      expect((dueDay(next(start), length) ?? '') > end).toBe(true)
    })
  })

  it('the latest start for a due day has this due day, and is not before the original start', () => {
    holds((day, length) => {
      const due = dueDay(day, length) ?? ''
      const start = latestStart(due, length) ?? ''
      expect(start >= day).toBe(true)
      expect(dueDay(start, length)).toBe(due)
    })
  })

  it('the longest length has the latest due day, and the shortest the earliest', () => {
    fc.assert(
      fc.property(days, several, (day, parts) => {
        const dues = parts.map(part => dueDay(day, part) ?? '').toSorted()
        expect(dueDay(day, {longest: parts})).toBe(dues.at(-1))
        expect(dueDay(day, {shortest: parts})).toBe(dues[0])
      })
    )
  })
})

describe('a zero length', () => {
  it.each([
    ['0 days', true],
    ['0 releases', true],
    ['1 day', false],
    ['0 days or 1 month, whichever is longer', false],
    ['0 days or 1 month, whichever is shorter', true],
    ['unstated', false]
  ])('%s: %s', (lengthText, isZero) => {
    expect(isZeroLength(length(lengthText))).toBe(isZero)
  })
})

describe('listed days of the year', () => {
  const FIFTEENTHS = ['01-15', '04-15', '07-15', '10-15']

  it.each([
    ['2020-04-15', QUARTER_STARTS, '2020-04-01', '2020-07-01'],
    ['2020-04-01', QUARTER_STARTS, '2020-04-01', '2020-04-01'],
    ['2020-12-31', QUARTER_STARTS, '2020-10-01', '2021-01-01'],
    ['2021-01-01', QUARTER_STARTS, '2021-01-01', '2021-01-01'],
    ['2024-01-14', FIFTEENTHS, '2023-10-15', '2024-01-15'],
    ['2024-06-30', FIFTEENTHS.toReversed(), '2024-04-15', '2024-07-15'],
    ['2024-02-29', ['02-29'], '2024-02-29', '2024-02-29'],
    ['2025-02-28', ['02-29'], '2024-02-29', '2028-02-29'],
    ['2097-01-01', ['02-29'], '2096-02-29', '2104-02-29'],
    ['2103-12-31', ['02-29'], '2096-02-29', '2104-02-29'],
    ['2024-05-01', ['02-29', '06-01'], '2024-02-29', '2024-06-01']
  ])('around %s in %j are %s and %s', (day, listed, before, after) => {
    expect(previousListedDay(day, listed)).toBe(before)
    expect(nextListedDay(day, listed)).toBe(after)
  })

  it('have none between the previous and the next one', () => {
    const months = fc.integer({min: 1, max: 12}).map(month => String(month).padStart(2, '0'))
    const monthDays = fc.integer({min: 1, max: 28}).map(day => String(day).padStart(2, '0'))
    const listed = fc.array(
      fc.tuple(months, monthDays).map(parts => parts.join('-')),
      {minLength: 1, maxLength: 6}
    )
    fc.assert(
      fc.property(days, listed, (day, list) => {
        const before = previousListedDay(day, list) ?? ''
        const after = nextListedDay(day, list) ?? ''
        expect(before <= day && day <= after).toBe(true)
        expect(list).toContain(before.slice(5))
        expect(list).toContain(after.slice(5))
        for (let between = next(before); between < after; between = next(between)) {
          if (between !== day) expect(list).not.toContain(between.slice(5))
        }
      }),
      {numRuns: tries(100)}
    )
  })
})
