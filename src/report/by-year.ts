import type {DateRange} from '../model/time/date-range.ts'
import type {Judgement} from '../model/verdict/judgement.ts'
import type {Summary} from './report.ts'
import {summarize} from './report.ts'

/** Verdicts on the ends of support and breaking changes of one year, or of all without a known year. */
export interface YearSummary extends Omit<Summary, 'notes'> {
  readonly year?: string
}

/** Year of a moment. `undefined` if more than one year is possible. */
function yearOf({earliest, latest}: DateRange): string | undefined {
  const year = earliest?.slice(0, 4)
  return year !== undefined && year === latest?.slice(0, 4) ? year : undefined
}

/** Years in order, those without a known year last. */
export function groupByYear(judgements: readonly Judgement[]): YearSummary[] {
  const years = [...new Set(judgements.map(({end}) => yearOf(end.when)))].toSorted((a, b) =>
    (a ?? '9999+') < (b ?? '9999+') ? -1 : 1
  )
  return years.map(year => {
    const {notes: _, ...summary} = summarize(
      judgements.filter(({end}) => yearOf(end.when) === year),
      []
    )
    return {...(year === undefined ? {} : {year}), ...summary}
  })
}

export const YEAR_COLUMNS = ['kept', 'broken', 'exempt by policy', 'exempt by waiver', 'undetermined', 'all'] as const

/** Cells of a year's row, in column order. */
export function yearCells({kept, broken, exempt, undetermined}: YearSummary): number[] {
  const each = [kept, broken, exempt.policy, exempt.waiver, undetermined]
  return [...each, each.reduce((sum, number) => sum + number, 0)]
}

export const sayYear = ({year}: YearSummary): string => year ?? 'no date'
