import {groupBy} from '../../model/group-by.ts'
import {formatSubject, type Subject} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import {truncate} from '../../phrases/values.ts'
import {formatCount, formatFew} from '../../text/format-values.ts'
import {anyFailing, findFailing} from './findings.ts'
import {
  countResults,
  OUTCOMES,
  type Outcome,
  outcomeOf,
  type ResultCounts,
  sayCondition,
  sayCounts,
  sayOtherResults,
  sayViolations
} from './headline.ts'
import type {InputErrorReport} from './input-errors.ts'
import type {Report} from './report.ts'
import {SIGNS} from './report-text.ts'
import {plainText} from './sanitize-text.ts'

/** The next end of support of an API that was announced. */
export interface NextEnd {
  readonly subject: Subject
  /** The sunset or the first allowed day. It is past if the end is overdue, or allowed since that day. */
  readonly day: Day
  readonly state: 'overdue' | 'now' | 'coming'
}

/** What is known of an API besides the answer of a command. */
export interface ApiFacts {
  /** Missing if nothing says so. */
  readonly owners?: readonly string[]
  /** Missing if its written history announces no end of support, or none with a day. */
  readonly nextEnd?: NextEnd
}

/** A row of the table of all APIs. Empty cells stand for what isn't known. */
export interface ApiRow {
  readonly name: string
  readonly result: string
  readonly owners: string
  readonly nextEnd: string
}

/** The titles of the table, in the order of its columns. */
export const API_COLUMNS = {
  name: 'API',
  result: 'Result',
  owners: 'Owner',
  nextEnd: 'Next end of support'
} as const satisfies Record<keyof ApiRow, string>

/** The columns of a table that have anything to say. */
export const filledColumns = (rows: readonly ApiRow[]): (keyof ApiRow)[] =>
  (Object.keys(API_COLUMNS) as (keyof ApiRow)[]).filter(key => rows.some(row => row[key] !== ''))

const MAX_CELL = 60

/** The table of all APIs as lines of text, each with a line break. */
export function apiTable(rows: readonly ApiRow[]): string {
  const columns = filledColumns(rows)
  return textTable([API_COLUMNS, ...rows].map(row => columns.map(key => truncate(row[key], MAX_CELL))))
}

/** Rows of cells as lines of text with columns, each with a line break. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map(row => row.map(plainText))
  const widths = cells[0]?.map((_, at) => Math.max(...cells.map(row => row[at]?.length ?? 0))) ?? []
  return cells
    .map(row => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
    .map(line => `${line}\n`)
    .join('')
}

/** `2027-01-31: GET /v1/loans`, or `overdue since 2026-01-31: GET /v1/loans`. Empty without an announced end. */
function sayNextEnd(next: NextEnd | undefined): string {
  if (!next) return ''
  const {subject, day, state} = next
  const since = state === 'overdue' ? 'overdue since ' : state === 'now' ? 'removable since ' : ''
  return `${since}${day}: ${formatSubject(subject)}`
}

/** Maximum number of owners in a row. */
const MOST_OWNERS = 3

/** The row of an API. */
export const toApiRow = (name: string, result: string, {owners = [], nextEnd}: ApiFacts): ApiRow => ({
  name,
  result,
  owners: owners.length > MOST_OWNERS ? formatFew(owners) : owners.join(', '),
  nextEnd: sayNextEnd(nextEnd)
})

/** The row of an API whose report says more. */
export const apiRowOf = ({name, result, facts}: ApiReport): ApiRow =>
  'problems' in result
    ? toApiRow(name, `${SIGNS.violation} not checked`, {})
    : toApiRow(name, `${SIGNS[outcomeOf(result)]} ${sayCounts(result)}`, facts?.() ?? {})

/** Report of one of several APIs, or the errors that prevented it. */
export interface ApiReport {
  readonly name: string
  /** Reads what else is known of the API. Missing if nothing is. */
  readonly facts?: () => ApiFacts
  readonly result: Report | InputErrorReport
}

/** The reports of several APIs, in the order of display. */
export interface SeveralApis {
  readonly outcome: Outcome
  /** The result of all: `7 violations in 2 of 55 APIs`. */
  readonly headline: string
  /** What a change does to the policies of APIs, each once. */
  readonly policyChanges: readonly string[]
  /** APIs with something to say, those that fail first, without the remarks that several of them share. */
  readonly listed: readonly ApiReport[]
  /** The shared remarks, each with its APIs. */
  readonly remarks: readonly string[]
  /** Names of the APIs without changes and without findings. */
  readonly quiet: readonly string[]
}

/** Sums up several APIs. `isWhole`: APIs with nothing to say are listed, too. */
export function sumUpApis(parts: readonly ApiReport[], isWhole = false): SeveralApis {
  const outcomes = new Map(
    parts.map(part => [part, 'problems' in part.result ? 'violation' : outcomeOf(part.result)] as const)
  )
  const listed = parts.filter(({result}) => isWhole || 'problems' in result || !isQuiet(result))
  const placeOf = (part: ApiReport): number => OUTCOMES.indexOf(outcomes.get(part) ?? 'compliant')
  const shared = findSharedRemarks(listed)
  return {
    outcome: OUTCOMES.find(each => [...outcomes.values()].includes(each)) ?? 'compliant',
    headline: sayResults(parts),
    policyChanges: namesByText(parts, ({policyChange}) => [policyChange]).map(([text, names]) =>
      names.length === parts.length ? text : `${sayApis(names, parts.length)}: ${text}`
    ),
    listed: mergeUnread(listed.toSorted((a, b) => placeOf(a) - placeOf(b))).map(part => withoutRemarks(part, shared)),
    remarks: [...shared].map(([remark, names]) => `${sayApis(names, parts.length)}: ${remark}`),
    quiet: parts.filter(part => !listed.includes(part)).map(({name}) => name)
  }
}

/** Texts of reports, each with the names of its APIs. */
function namesByText(
  parts: readonly ApiReport[],
  textsOf: (report: Report) => readonly (string | undefined)[]
): [string, readonly string[]][] {
  const all = parts.flatMap(({name, result}) =>
    'problems' in result ? [] : textsOf(result).flatMap(text => (text === undefined ? [] : [{name, text}]))
  )
  return [...groupBy(all, ({text}) => text)].map(([text, own]) => [text, own.map(({name}) => name)])
}

/** The APIs, with those that couldn't be checked for the same reason as one. */
function mergeUnread(parts: readonly ApiReport[]): ApiReport[] {
  const reasonOf = (part: ApiReport): unknown =>
    'problems' in part.result ? JSON.stringify(part.result.problems) : part
  return [...groupBy(parts, reasonOf).values()].map(([first, ...others]) => {
    const name = formatFew([first, ...others].map(part => part.name))
    return others.length === 0 ? first : {name, result: {...first.result, api: name}}
  })
}

/** The remarks of several reports, with the names of their APIs. */
const findSharedRemarks = (parts: readonly ApiReport[]): Map<string, readonly string[]> =>
  new Map(
    namesByText(parts, ({remarks, uncompared, policyChange}) =>
      remarks.filter(each => each !== uncompared?.text && each !== policyChange)
    ).filter(([, names]) => names.length > 1)
  )

function withoutRemarks(part: ApiReport, shared: ReadonlyMap<string, unknown>): ApiReport {
  const {result} = part
  if ('problems' in result) return part
  const remarks = result.remarks.filter(each => !shared.has(each) && each !== result.policyChange)
  return {...part, result: {...result, remarks}}
}

/** Whether a report has no changes and no results, so that its API needs no section. */
const isQuiet = (report: Report): boolean =>
  outcomeOf(report) === 'compliant' && !report.changes?.length && sayCounts(report) === NOTHING

const NOTHING = 'No policy violations'

/** The reports of the APIs that could be checked. */
export const reportsOf = (parts: readonly ApiReport[]): Report[] =>
  parts.flatMap(({result}) => ('problems' in result ? [] : [result]))

/** The verdict of all APIs that were judged, and the sums of their counts. Without a verdict if none was. */
export function sumUpResults(parts: readonly ApiReport[]) {
  const all = reportsOf(parts)
  const outcomes = all.map(outcomeOf)
  return {
    verdict: OUTCOMES.find(each => outcomes.includes(each)),
    summary: {
      apis: parts.length,
      notChecked: parts.length - all.length,
      ...all.map(countResults).reduce(addCounts, NO_RESULTS)
    }
  }
}

/** `7 violations, 1 warning in 2 of 55 APIs; 1 couldn't be checked`. */
function sayResults(parts: readonly ApiReport[]): string {
  const all = reportsOf(parts)
  const counts = all.map(countResults)
  const {summary: total} = sumUpResults(parts)
  const others = sayOtherResults(total)
  const affected = counts.filter(each => Object.values(each).some(count => count > 0)).length
  const unchecked = total.notChecked
  if (all.length === 0) return `${formatCount(unchecked, 'API')} couldn't be checked`
  const isUnsure = all.some(each => outcomeOf(each) !== 'compliant')
  const failsOtherwise = total.violations === 0 && total.errors > 0
  const first = failsOtherwise ? [] : [sayViolations(total, others.length === 0 && unchecked === 0 && !isUnsure)]
  const where = affected === 0 ? formatCount(all.length, 'API') : `${affected} of ${formatCount(parts.length, 'API')}`
  const open = all.filter(({uncompared, source}) => source.partial || (uncompared && !uncompared.isHistoryOnly)).length
  const left = [
    ...(unchecked > 0 ? [`${unchecked} couldn't be checked`] : []),
    ...(open > 0 ? [`${open} couldn't be compared in full`] : [])
  ]
  return [`${[...first, ...others].join(', ')} in ${where}`, ...sayReported(all), ...left].join('; ')
}

/** `2 would fail from 2027-01-31 on`, with the findings of the APIs that only report them. */
function sayReported(all: readonly Report[]): string[] {
  const byDay = groupBy(
    all.filter(each => each.reportOnly && anyFailing(each)),
    ({reportOnly}) => sayCondition(reportOnly)
  )
  const count = (reports: readonly Report[]): number => reports.reduce((sum, each) => sum + findFailing(each).length, 0)
  return [...byDay].map(([condition, reports]) => `${count(reports)} would fail ${condition}`)
}

const NO_RESULTS: ResultCounts = {violations: 0, errors: 0, undetermined: 0, waived: 0, warnings: 0, notes: 0}

const addCounts = (sum: ResultCounts, each: ResultCounts): ResultCounts => ({
  violations: sum.violations + each.violations,
  errors: sum.errors + each.errors,
  undetermined: sum.undetermined + each.undetermined,
  waived: sum.waived + each.waived,
  warnings: sum.warnings + each.warnings,
  notes: sum.notes + each.notes
})

/** `53 APIs without changes and findings: loans, fees, and 51 more.` Empty if there are none. */
export const sayQuietApis = ({quiet}: SeveralApis): string[] => sayNames(quiet, 'without changes and findings')

/** The APIs that something applies to: `30 APIs` if it's all of them, otherwise their names unless they are many. */
export const sayApis = (names: readonly string[], all: number): string =>
  names.length > 1 && names.length === all ? formatCount(all, 'API') : formatFew(names)

/** The number of APIs without something, and their names unless they are many. Empty if there are none. */
export function sayNames(names: readonly string[], what: string): string[] {
  if (names.length === 0) return []
  const list = formatFew(names.map(name => `\`${name}\``))
  return [`${formatCount(names.length, 'API')} ${what}: ${list}.`]
}
