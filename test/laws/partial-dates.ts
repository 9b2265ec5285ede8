import fc from 'fast-check'
import type {Day} from '../../src/model/time/date-range.ts'
import {addUnits} from '../../src/policy/notice/durations.ts'

/** A day, and how much of it a history states: all of it, its month, its year, or nothing. */
export interface PartialDate {
  readonly day: Day
  readonly precision: 'day' | 'month' | 'year' | 'none'
}

/** How much of the dates is written: what is recorded, everything, or everything for half of the days. */
export type Detail = 'recorded' | 'half' | 'all'

const LETTERS = {day: 10, month: 7, year: 4, none: 0} as const

/**
 * The date as written, or `undefined` if it has no precision. With `half`, days with an odd last digit are written in
 * full.
 */
export function writeDate({day, precision}: PartialDate, detail: Detail): string | undefined {
  const all = detail === 'all' || (detail === 'half' && Number(day.slice(-1)) % 2 === 1)
  return (all ? day : day.slice(0, LETTERS[precision])) || undefined
}

export const FIRST: Day = '2020-01-10'
export const AS_OF: Day = '2026-07-01'

export const later = (day: Day, days: number): Day => addUnits(day, days, 'days')

export const precision = fc.constantFrom<PartialDate['precision']>('day', 'day', 'month', 'year', 'none')

/** Any day within the span of a history, known at least by its year. */
export const partialDate: fc.Arbitrary<PartialDate> = fc
  .tuple(fc.integer({min: 0, max: 2600}), precision)
  .map(([days, each]): PartialDate => ({day: later(FIRST, days), precision: each === 'none' ? 'year' : each}))

/** A value or `undefined`; the higher the odds, the rarer the value. */
export const maybe = <T>(arbitrary: fc.Arbitrary<T>, odds = 2): fc.Arbitrary<T | undefined> =>
  fc.tuple(fc.nat({max: odds}), arbitrary).map(([chance, value]) => (chance === odds ? value : undefined))
