import type {Day} from '@tenure/core/model/time/date-range'
import {compareDays, type PlannedRemoval} from './api-removals.ts'

/** Removals of the same time: overdue ones, those of a quarter, and so on. */
export interface RemovalPeriod {
  readonly id: string
  readonly title: string
}

/** Number of quarters with a period of their own, with the current one. */
const QUARTERS = 4

const OVERDUE = {id: 'overdue', title: 'Overdue'} as const
const NOW = {id: 'now', title: 'Can be removed now'} as const
const LATER = {id: 'later', title: 'Later'} as const
const UNDATED = {id: 'undated', title: 'Without a day'} as const

/** The quarter of a day as a number that counts on. */
const quarterOf = (day: Day): number => Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3)

function toPeriod(quarter: number): RemovalPeriod {
  const [year, part] = [Math.floor(quarter / 4), (quarter % 4) + 1]
  return {id: `${year}-q${part}`, title: `Q${part} ${year}`}
}

/** The periods of removals as of a day, in order: the quarter of the day and the next ones are calendar quarters. */
export const periodsFrom = (asOf: Day): RemovalPeriod[] => [
  OVERDUE,
  NOW,
  ...Array.from({length: QUARTERS}, (_, at) => toPeriod(quarterOf(asOf) + at)),
  LATER,
  UNDATED
]

/** The ID of the period of a removal. */
export function periodOf({state, day}: PlannedRemoval, asOf: Day): string {
  if (state === 'overdue') return OVERDUE.id
  if (day === undefined) return UNDATED.id
  if (state === 'now') return NOW.id
  const quarter = Math.max(quarterOf(day), quarterOf(asOf))
  return quarter < quarterOf(asOf) + QUARTERS ? toPeriod(quarter).id : LATER.id
}

/** The next removal that has a day. `undefined` if none has. */
export const findNextRemoval = (removals: readonly PlannedRemoval[]): PlannedRemoval | undefined =>
  removals.filter(({state, day}) => state === 'coming' && day !== undefined).toSorted(compareDays)[0]
