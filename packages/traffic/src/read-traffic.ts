import {parseTarget} from '@tenure/core/languages/languages'
import {defined} from '@tenure/core/model/defined'
import {groupBy} from '@tenure/core/model/group-by'
import {inputError} from '@tenure/core/model/input-error'
import {memoizeTexts} from '@tenure/core/model/memoize'
import {covers, type Subject, type Target} from '@tenure/core/model/subject/subject'
import {type Day, isExactDate, parseDateRange} from '@tenure/core/model/time/date-range'
import type {Traffic, Usage} from '@tenure/core/model/traffic'
import {listDays} from './table/days.ts'
import {type DriftRow, parseDrift} from './table/drift.ts'
import {AGENT_PREFIX, callsFile, driftFile, parseHead, TABLE_FILE, type TableHead} from './table/files.ts'
import {type CallsRow, type CoverageRow, readCalls, readCoverage} from './table/rows.ts'

/** What a configuration says about a table. */
export interface TableOptions {
  /** Sources that lines are expected of. Missing for every source that the table has seen. */
  readonly sources?: readonly string[]
  /** Name of the API. */
  readonly api: string
  /** Fingerprint of the key that callers are hashed with. Any if it's missing. */
  readonly key?: string
}

/** The calls of an operation by one caller on a day. */
export interface TableRow extends CallsRow {
  readonly target: Target
}

/** A table, and what it can say. */
export interface Table extends Traffic {
  /** Why it says nothing about the API, as a clause: `the table of traffic is empty`. Missing if it fits. */
  readonly lacks?: string
  /** The first and the last day that it knows something of. Missing if there's none. */
  readonly known?: {readonly from: Day; readonly to: Day}
  /** The days that it has calls or coverage of, in order. */
  readonly days: readonly Day[]
  /** The calls of a day, with the operations. */
  readonly callsOf: (day: Day) => readonly TableRow[]
  /** Where the calls of a day differ from descriptions. */
  readonly driftOn: (day: Day) => readonly DriftRow[]
  /** Whether it counts what has no path, such as fields, on any of these days. Logs of HTTP requests don't. */
  readonly showsNames: (window: DayWindow) => boolean
}

/** The texts of files by their paths, which may be read as they are asked for. */
type Texts = Pick<ReadonlyMap<string, string>, 'keys' | 'get'>

type DayWindow = Parameters<Traffic['usage']>[1]

/** An operation of a day, with its rows. */
interface Operation {
  readonly subject: Subject
  readonly rows: readonly CallsRow[]
}

const DAY_FILE = /^days\/(.+)\.(calls|coverage)\.csv$/
const HOURS = 24

/**
 * Reads a table of traffic. `texts` are those of its files, by their paths in its folder. Throws an `InputError` with a
 * place if one isn't valid: for the calls of a day, when they are asked for.
 */
export function readTraffic(texts: Texts, options: TableOptions): Table {
  const head = parseHead(texts.get(TABLE_FILE), TABLE_FILE)
  const coverage = new Map<Day, readonly CoverageRow[]>()
  const all = new Set<Day>()
  for (const path of texts.keys()) {
    const [, day = '', kind] = DAY_FILE.exec(path) ?? []
    if (kind === undefined) continue
    if (!isExactDate(parseDateRange(day) ?? {})) throw inputError(`\`${day}\` isn't a day.`, {source: path})
    all.add(day)
    if (kind === 'coverage') coverage.set(day, readCoverage(texts.get(path) ?? '', path))
  }
  const targets = memoizeTexts(parseTarget)
  const operationsOn = memoizeTexts((day): readonly Operation[] => {
    const path = callsFile(day)
    const text = texts.get(path)
    const rows = text === undefined ? [] : readCalls(text, path, head.callers === 'hashed')
    return [...groupBy(rows, ({operation}) => operation)].map(([operation, own]) => {
      const target = targets(operation)
      if (!target) throw inputError(`\`${operation}\` isn't an operation.`, {source: path})
      return {subject: {target}, rows: own}
    })
  })
  const days = [...coverage].flatMap(([day, rows]) => (rows.some(isKnown) ? [day] : [])).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  return defined({
    lacks: findLack(head, days.length > 0, options),
    known: from === undefined || to === undefined ? undefined : {from, to},
    days: [...all].toSorted(),
    callsOf: (day: Day) =>
      operationsOn(day).flatMap(({subject: {target}, rows}) => rows.map(row => ({...row, target}))),
    driftOn: memoizeTexts((day: Day): readonly DriftRow[] => {
      const text = texts.get(driftFile(day))
      return text === undefined ? [] : parseDrift(text, driftFile(day))
    }),
    showsNames: (window: DayWindow) => listDays(window.from, window.to).some(day => operationsOn(day).some(isNameOnly)),
    usage: createUsage(operationsOn, coverage, options.sources)
  })
}

function findLack(head: TableHead, hasDays: boolean, {api, key}: TableOptions): string | undefined {
  if (head.api !== api) return `the table of traffic is of another API, \`${head.api}\``
  if (key !== undefined && head.key !== key)
    return head.key === undefined
      ? "the callers of the table of traffic aren't hashed"
      : `the table of traffic has another key, \`${head.key}\``
  return hasDays ? undefined : 'the table of traffic is empty'
}

const isKnown = ({hours, idle}: CoverageRow): boolean => (hours | idle) !== 0

function createUsage(
  operationsOn: (day: Day) => readonly Operation[],
  coverage: ReadonlyMap<Day, readonly CoverageRow[]>,
  expected: readonly string[] | undefined
): Traffic['usage'] {
  const seen = [...coverage.values()].flatMap(rows => rows.flatMap(each => (isKnown(each) ? [each.source] : [])))
  const sources = [...new Set(expected ?? seen)].toSorted()
  return (subjects, window): Usage => {
    const days = listDays(window.from, window.to)
    const isOf = ({subject}: Operation): boolean => subjects.some(each => covers(each, subject))
    // Of some calls, only a prefix is known.
    const mayBeOf = (each: Operation): boolean => !isOf(each) && subjects.some(subject => covers(each.subject, subject))
    const rowsOf = (isWanted: (operation: Operation) => boolean) =>
      days.flatMap(day =>
        operationsOn(day)
          .filter(isWanted)
          .flatMap(each => each.rows.map(row => ({day, ...row})))
      )
    const [dated, vague] = [rowsOf(isOf), rowsOf(mayBeOf)]
    const calls = sum(dated.map(row => row.calls))
    const maybe = sum([...dated.map(row => row.maybe), ...vague.map(row => row.calls + row.maybe)])
    const rows = days.flatMap(day => coverage.get(day) ?? [])
    const [lines, unreadable] = [sum(rows.map(row => row.lines)), sum(rows.map(row => row.unreadable))]
    const hoursOf = (source: string, day: Day): number =>
      countHours(coverage.get(day)?.find(row => row.source === source))
    const hours = sum(sources.flatMap(source => days.map(day => hoursOf(source, day))))
    // Logs of requests don't show what has no path: on days on which none was counted, nothing is known of them.
    const isShown =
      subjects.every(({target}) => target.path !== undefined) || days.some(day => operationsOn(day).some(isNameOnly))
    return defined({
      calls,
      errors: sum(dated.map(row => row.errors)),
      callers: countByCaller(dated.filter(({caller}) => isNamed(caller))),
      unnamed: sum(dated.map(row => (isNamed(row.caller) ? 0 : row.calls))),
      last: dated
        .flatMap(({day, calls: count}) => (count > 0 ? [day] : []))
        .toSorted()
        .at(-1),
      coverage: isShown
        ? floor(
            share(hours, HOURS * days.length * sources.length, 0) *
              share(lines, lines + unreadable, 1) *
              share(calls, calls + maybe, 1)
          )
        : 0,
      missing: sources.flatMap(source => {
        const missing = days.filter(day => hoursOf(source, day) < HOURS)
        return missing.length === 0 ? [] : [{source, days: missing}]
      }),
      maybe
    })
  }
}

/** Whether an operation has a name and no path, such as a member of a type. */
const isNameOnly = ({subject}: Operation): boolean => subject.target.path === undefined

/** A share of a whole; `empty` of nothing. */
const share = (part: number, whole: number, empty: number): number => (whole === 0 ? empty : part / whole)

/** To four digits, and never more than it is. */
const floor = (number: number): number => Math.floor(number * 10_000 + 1e-9) / 10_000

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** Whether a caller is more than a program. */
const isNamed = (caller: string): boolean => caller !== '' && !caller.startsWith(AGENT_PREFIX)

function countHours(row: CoverageRow | undefined): number {
  let [mask, count] = [row ? row.hours | row.idle : 0, 0]
  for (; mask !== 0; mask &= mask - 1) count++
  return count
}

function countByCaller(rows: readonly (CallsRow & {readonly day: Day})[]): Usage['callers'] {
  const byCaller = new Map<string, {id: string; calls: number; last: Day}>()
  for (const {caller: id, calls, day} of rows) {
    if (calls === 0) continue
    const known = byCaller.get(id)
    const last = known && known.last > day ? known.last : day
    byCaller.set(id, {id, calls: calls + (known?.calls ?? 0), last})
  }
  return [...byCaller.values()].toSorted((a, b) => b.calls - a.calls || (a.id < b.id ? -1 : 1))
}
