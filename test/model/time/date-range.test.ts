import {describe, expect, it} from 'vitest'
import {
  type DateRange,
  dayOfInstant,
  earlierRange,
  intersectRanges,
  isBefore,
  isExactDate,
  isOnOrBefore,
  laterRange,
  looksLikeDate,
  parseDateRange,
  singleDay,
  UNKNOWN_DATE
} from '../../../src/model/time/date-range.ts'
import {formatRange} from '../timelines.ts'

/** Parses `2025-03-01…2025-03-31`; a side that isn't known is left out. */
const rangeOf = (text: string): DateRange => {
  const [earliest, latest] = text.split('…')
  if (latest === undefined) return singleDay(text)
  return {...(earliest ? {earliest} : {}), ...(latest ? {latest} : {})}
}

describe('a date', () => {
  it.each([
    ['2025-03-02', '2025-03-02'],
    ['2024-02-29', '2024-02-29'],
    ['2000-02-29', '2000-02-29'],
    ['2025-03', '2025-03-01…2025-03-31'],
    ['2025-04', '2025-04-01…2025-04-30'],
    ['2024-02', '2024-02-01…2024-02-29'],
    ['2100-02', '2100-02-01…2100-02-28'],
    ['2025', '2025-01-01…2025-12-31'],
    ['0001', '0001-01-01…0001-12-31']
  ])('is parsed: %s is %s', (text, expected) => {
    expect(parseDateRange(text)).toEqual(rangeOf(expected))
  })

  it.each([
    '2025-02-29',
    '1900-02-29',
    '2025-04-31',
    '2025-13',
    '2025-00',
    '2025-01-00',
    '2025-1-1',
    '25-01-01',
    '2025-01-01T00:00Z',
    ' 2025',
    'next',
    ''
  ])('is not parsed from %j', text => {
    expect(parseDateRange(text)).toBeUndefined()
  })
})

it.each([
  ['2025-02-30', true],
  ['2025-1', true],
  ['2025', true],
  ['2.10', false],
  ['2025-01-01-rc', false],
  ['v2025', false]
])('the text %s looks like a date: %s', (text, expected) => {
  expect(looksLikeDate(text)).toBe(expected)
})

describe('the intersection', () => {
  it.each([
    ['2025-01-01…2025-12-31', '2025-03-01…', '2025-03-01…2025-12-31'],
    ['2025-01-01…2025-12-31', '…2025-03-01', '2025-01-01…2025-03-01'],
    ['…', '2025-03-01…', '2025-03-01…'],
    ['…', '…', '…'],
    ['2025-03-01', '2025-01-01…2025-12-31', '2025-03-01'],
    // A contradiction leaves the first range unchanged.
    ['2025-03-01', '2025-04-01…', '2025-03-01'],
    ['…2025-03-01', '2025-04-01', '…2025-03-01']
  ])('of %s and %s is %s', (a, b, expected) => {
    expect(intersectRanges(rangeOf(a), rangeOf(b))).toEqual(rangeOf(expected))
  })
})

describe('the earlier and the later range', () => {
  it.each([
    // a, b, the earlier, the later
    ['2025-01-01', '2025-02-01', '2025-01-01', '2025-02-01'],
    ['2025-01-01…2025-06-30', '2025-03-01', '2025-01-01…2025-03-01', '2025-03-01…2025-06-30'],
    ['…2025-06-30', '2025-03-01', '…2025-03-01', '2025-03-01…2025-06-30'],
    ['2025-01-01…', '2025-03-01', '2025-01-01…2025-03-01', '2025-03-01…'],
    ['…', '2025-03-01', '…2025-03-01', '2025-03-01…'],
    ['…', '…', '…', '…']
  ])('of %s and %s', (a, b, first, last) => {
    for (const [one, other] of [
      [a, b],
      [b, a]
    ] as const) {
      expect(earlierRange(rangeOf(one), rangeOf(other))).toEqual(rangeOf(first))
      expect(laterRange(rangeOf(one), rangeOf(other))).toEqual(rangeOf(last))
    }
  })
})

describe('a range', () => {
  it.each([
    ['2025-01-01', '2025-01-02', true],
    ['2025-01-01', '2025-01-01', false],
    ['2025-01-01…2025-01-31', '2025-02-01…', true],
    ['2025-01-01…2025-02-01', '2025-02-01', false],
    ['…2025-01-01', '2025-02-01…', true],
    ['2025-01-01…', '2025-02-01', false],
    ['…', '…', false]
  ])('is before another: %s before %s is %s', (a, b, expected) => {
    expect(isBefore(rangeOf(a), rangeOf(b))).toBe(expected)
  })
})

it.each([
  ['2025-01-01', '2025-01-01', true],
  ['2025-01-02', '2025-01-01', false],
  ['…2025-01-01', '2025-01-01', true],
  ['2024-01-01…', '2025-01-01', false],
  ['…', '2025-01-01', false]
])('%s is on or before %s: %s', (a, day, expected) => {
  expect(isOnOrBefore(rangeOf(a), day)).toBe(expected)
})

it.each([
  ['2025-01-01', true],
  ['2025-01-01…2025-01-02', false],
  ['2025-01-01…', false],
  ['…', false]
])('%s is an exact date: %s', (a, expected) => {
  expect(isExactDate(rangeOf(a))).toBe(expected)
  expect(isExactDate(UNKNOWN_DATE)).toBe(false)
})

it.each([
  ['2025-03-01T23:30:00Z', 'UTC', '2025-03-01'],
  ['2025-03-01T23:30:00Z', 'Pacific/Auckland', '2025-03-02'],
  ['2025-03-01T00:30:00Z', 'America/Los_Angeles', '2025-02-28'],
  ['2024-12-31T23:59:59Z', 'Asia/Bangkok', '2025-01-01']
])('the day of %s in %s is %s', (instant, zone, expected) => {
  expect(dayOfInstant(new Date(instant), zone)).toBe(expected)
})

it.each<[a: string, b: string, both: string]>([
  ['2025-03', '2025-03-10', '2025-03-10'],
  ['2025-03-10', '2025-03', '2025-03-10'],
  ['2025', '2025-03', '2025-03-01…2025-03-31'],
  ['2025-03', '2025-03-31', '2025-03-31'],
  ['2025-03', '2025-03-01', '2025-03-01'],
  // Facts that contradict each other: the first one stays.
  ['2025-03', '2025-04', '2025-03-01…2025-03-31'],
  ['2025-03-10', '2025-03-11', '2025-03-10']
])('%s and %s of one thing: %s', (a, b, both) => {
  const [first = {}, second = {}] = [a, b].map(parseDateRange)
  expect(formatRange(intersectRanges(first, second))).toBe(both)
})

it('facts with a bound each meet on one day', () => {
  expect(intersectRanges({latest: '2025-03-10'}, {earliest: '2025-03-10'})).toEqual(singleDay('2025-03-10'))
  expect(intersectRanges({earliest: '2025-03-10'}, {latest: '2025-03-10'})).toEqual(singleDay('2025-03-10'))
})
