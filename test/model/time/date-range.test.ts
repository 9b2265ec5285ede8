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

/** `2025-03-01…2025-03-31`, with a side left out where it is not known. */
const when = (text: string): DateRange => {
  const [earliest, latest] = text.split('…')
  if (latest === undefined) return singleDay(text)
  return {...(earliest ? {earliest} : {}), ...(latest ? {latest} : {})}
}

describe('parseWhen', () => {
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
  ])('reads %s as %s', (text, expected) => {
    expect(parseDateRange(text)).toEqual(when(expected))
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
  ])('does not read %j', text => {
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
])('looksDated(%s) is %s', (text, expected) => {
  expect(looksLikeDate(text)).toBe(expected)
})

describe('both', () => {
  it.each([
    ['2025-01-01…2025-12-31', '2025-03-01…', '2025-03-01…2025-12-31'],
    ['2025-01-01…2025-12-31', '…2025-03-01', '2025-01-01…2025-03-01'],
    ['…', '2025-03-01…', '2025-03-01…'],
    ['…', '…', '…'],
    ['2025-03-01', '2025-01-01…2025-12-31', '2025-03-01'],
    // What contradicts itself leaves the first as it was.
    ['2025-03-01', '2025-04-01…', '2025-03-01'],
    ['…2025-03-01', '2025-04-01', '…2025-03-01']
  ])('%s and %s is %s', (a, b, expected) => {
    expect(intersectRanges(when(a), when(b))).toEqual(when(expected))
  })
})

describe('which comes first and last', () => {
  it.each([
    // a, b, first of them, last of them
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
      expect(earlierRange(when(one), when(other))).toEqual(when(first))
      expect(laterRange(when(one), when(other))).toEqual(when(last))
    }
  })
})

describe('isBefore', () => {
  it.each([
    ['2025-01-01', '2025-01-02', true],
    ['2025-01-01', '2025-01-01', false],
    ['2025-01-01…2025-01-31', '2025-02-01…', true],
    ['2025-01-01…2025-02-01', '2025-02-01', false],
    ['…2025-01-01', '2025-02-01…', true],
    ['2025-01-01…', '2025-02-01', false],
    ['…', '…', false]
  ])('%s before %s: %s', (a, b, expected) => {
    expect(isBefore(when(a), when(b))).toBe(expected)
  })
})

it.each([
  ['2025-01-01', '2025-01-01', true],
  ['2025-01-02', '2025-01-01', false],
  ['…2025-01-01', '2025-01-01', true],
  ['2024-01-01…', '2025-01-01', false],
  ['…', '2025-01-01', false]
])('isBy(%s, %s) is %s', (a, day, expected) => {
  expect(isOnOrBefore(when(a), day)).toBe(expected)
})

it.each([
  ['2025-01-01', true],
  ['2025-01-01…2025-01-02', false],
  ['2025-01-01…', false],
  ['…', false]
])('isExact(%s) is %s', (a, expected) => {
  expect(isExactDate(when(a))).toBe(expected)
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
