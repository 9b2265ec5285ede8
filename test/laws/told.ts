import fc from 'fast-check'
import type {Day} from '../../src/model/time/date-range.ts'
import {addUnits} from '../../src/policy/notice/durations.ts'

/** A day, and how much of it the record tells: all of it, its month, its year or nothing. */
export interface Told {
  readonly day: Day
  readonly tells: 'day' | 'month' | 'year' | 'nothing'
}

/** How much is written down: as much as is told, all, or a part of what is not told besides. */
export type Knowing = 'told' | 'half' | 'all'

const LETTERS = {day: 10, month: 7, year: 4, nothing: 0} as const

/** What is written for the day; `undefined` where nothing is. Whoever knows half knows the days that are odd. */
export function shown({day, tells}: Told, knowing: Knowing): string | undefined {
  const all = knowing === 'all' || (knowing === 'half' && Number(day.slice(-1)) % 2 === 1)
  return (all ? day : day.slice(0, LETTERS[tells])) || undefined
}

export const FIRST: Day = '2020-01-10'
export const AS_OF: Day = '2026-07-01'

export const later = (day: Day, days: number): Day => addUnits(day, days, 'days')

export const tells = fc.constantFrom<Told['tells']>('day', 'day', 'month', 'year', 'nothing')

/** Any day of the years that a record covers, told at least by its year. */
export const told: fc.Arbitrary<Told> = fc
  .tuple(fc.integer({min: 0, max: 2600}), tells)
  .map(([days, each]): Told => ({day: later(FIRST, days), tells: each === 'nothing' ? 'year' : each}))

/** A value or none, more often none the higher the odds. */
export const maybe = <T>(arbitrary: fc.Arbitrary<T>, odds = 2): fc.Arbitrary<T | undefined> =>
  fc.tuple(fc.nat({max: odds}), arbitrary).map(([chance, value]) => (chance === odds ? value : undefined))
