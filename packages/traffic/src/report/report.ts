import {createOwnerFilter} from '@tenure/core/app/owner-filter'
import type {SourceSession} from '@tenure/core/app/session/open-source'
import type {Context} from '@tenure/core/context/context'
import {defined} from '@tenure/core/model/defined'
import {inputError} from '@tenure/core/model/input-error'
import type {History} from '@tenure/core/model/lifecycle/history'
import type {Lifecycle} from '@tenure/core/model/lifecycle/lifecycle'
import {once} from '@tenure/core/model/memoize'
import {formatSubject, type Subject, type Target} from '@tenure/core/model/subject/subject'
import type {Day} from '@tenure/core/model/time/date-range'
import {type EndStatus, endStatusOf, findSupportedReplacement} from '@tenure/core/policy/end-status'
import {addUnits} from '@tenure/core/policy/notice/durations'
import {createStepFinder} from '@tenure/pages/commands/steps-of-operation'
import {openCallerIds} from '../callers.ts'
import {readTraffic, type Table, type TableRow} from '../read-traffic.ts'
import {type OpenedTraffic, openTraffic, type TrafficCommand} from '../settings.ts'
import {listDays, windowBefore} from '../table/days.ts'
import {AGENT_PREFIX, parseHead, TABLE_FILE} from '../table/files.ts'
import {readTableTexts} from '../table/write-table.ts'
import {type Contact, readContacts} from './contacts.ts'
import {findDrift, findLifecycleOf, isServed, type TrafficDrift, wasRemoved} from './drift.ts'

export interface CallerReportOptions extends TrafficCommand {
  /** CSV file with the columns `caller`, `name`, and `contact`. */
  readonly contacts?: string | undefined
  /** Only operations of this owner. */
  readonly owner?: string | undefined
}

/** Calls of one operation by one caller in the window. */
export interface ReportedCall {
  readonly operation: string
  readonly calls: number
  readonly last: Day
  /** `ok` if nothing is known of an end of support. */
  readonly state: CallerState
  /** The first day without support, if it is known. */
  readonly ends?: Day
  readonly replacement?: string
  /** The release that brought the replacement, if it is known. */
  readonly since?: string
  /** What to do, as `tenure upgrade --uses` says it. */
  readonly steps?: readonly string[]
}

export type CallerState = 'removed' | 'fix' | 'ok'

/** A caller with what it has to do, the worst of its operations. */
export interface ReportedCaller extends Partial<Contact> {
  readonly id: string
  readonly state: CallerState
  readonly ends?: Day
  readonly calls: readonly ReportedCall[]
}

/** An operation whose support ends or has ended, and who still calls it. */
export interface ReportedSunset {
  readonly operation: string
  readonly state: CallerState
  readonly ends?: Day
  readonly replacement?: string
  readonly callers: readonly string[]
  /** Calls without a named caller in the window. */
  readonly unnamed: number
  /** The last weeks, each with its first day. */
  readonly weeks: readonly {readonly from: Day; readonly callers: number; readonly calls: number}[]
}

/** Who calls the API, and who has to change something. */
export interface CallerReport {
  readonly api: string
  readonly asOf: Day
  /** The days of the calls, both included. */
  readonly window: {readonly from: Day; readonly to: Day}
  readonly callers: readonly ReportedCaller[]
  readonly sunsets: readonly ReportedSunset[]
  /** Callers in the list of contacts that call nothing. */
  readonly silent: number
  readonly drift: TrafficDrift
}

const WINDOW_DAYS = 30
const WEEKS = 12
const STATES: readonly CallerState[] = ['removed', 'fix', 'ok']

/** Joins the table with the history and with a list of contacts. */
export async function reportCallers(options: CallerReportOptions, context: Context): Promise<CallerReport> {
  const opened = await openTraffic(options, context)
  const {api, settings, table: folder, shownTable} = opened
  const texts = readTableTexts(context.files, folder)
  if (!texts.has(TABLE_FILE))
    throw inputError(`There is no table in \`${shownTable}\`. Write one with \`tenure traffic import\`.`, {
      source: shownTable
    })
  const contacts = openContacts(options, texts.get(TABLE_FILE) ?? '', opened, context)
  const {sources, key} = settings
  const table = readTraffic(texts, defined({api: api.name, sources, key}))
  if (table.lacks !== undefined)
    throw inputError(`Nothing is known of the callers: ${table.lacks}.`, {source: shownTable})
  const asOf = api.session?.history.timeline.asOf ?? opened.today
  const window = windowBefore(asOf, WINDOW_DAYS)
  const statuses = new StatusIndex(api.session)
  const isOwned = await createOwnerFilter(options.owner, options, context, api.session)
  const isShown = ({operation, target}: TableRow): boolean =>
    isOwned({target}) || statuses.of(operation, target) === undefined
  const callers = listCallers(table, window, statuses, isShown, contacts)
  const known = new Set(callers.map(({id}) => id))
  return {
    ...{api: api.name, asOf, window, callers},
    sunsets: listSunsets(table, asOf, window, statuses, isOwned),
    silent: [...contacts.keys()].filter(id => !known.has(id)).length,
    drift: findDrift(table, window, {
      isThere: target => statuses.isThere(target) && isOwned({target}),
      withUndocumented: options.owner === undefined
    })
  }
}

/** The contacts by caller of the table. Empty without a list. */
function openContacts(
  {contacts}: CallerReportOptions,
  head: string,
  {shownTable}: OpenedTraffic,
  context: Context
): ReadonlyMap<string, Contact> {
  if (contacts === undefined) return new Map()
  const {callers, key} = parseHead(head, TABLE_FILE)
  const ids = openCallerIds(context, callers)
  if (ids.key === key) return readContacts(context.files, contacts, ids.idOf)
  throw inputError(`The callers in \`${shownTable}\` are hashed with another key than \`TENURE_TRAFFIC_KEY\`.`, {
    source: shownTable
  })
}

type OperationStatus = Pick<ReportedCall, 'state' | 'ends' | 'replacement' | 'since' | 'steps'>

/** The state of operations, each found once. */
class StatusIndex {
  readonly #session: SourceSession | undefined
  readonly #stepsOf: () => (lifecycle: Lifecycle) => string[]
  readonly #known = new Map<string, OperationStatus | undefined>()

  constructor(session: SourceSession | undefined) {
    this.#session = session
    this.#stepsOf = once(() => (session ? createStepFinder(session) : () => []))
  }

  /** `undefined` if support of the operation doesn't end. */
  of(operation: string, target: Target | undefined): OperationStatus | undefined {
    if (!this.#known.has(operation)) this.#known.set(operation, target && this.#find(target))
    return this.#known.get(operation)
  }

  #find(target: Target): OperationStatus | undefined {
    if (!this.#session) return undefined
    const {history, policy} = this.#session
    const lifecycle = findLifecycleOf(target, history)
    const status = lifecycle && endStatusOf(lifecycle, policy, history)
    if (!lifecycle || !status) return undefined
    const replacement = findSupportedReplacement(lifecycle, history)
    const steps = this.#stepsOf()(lifecycle)
    return defined({
      state: status.kind === 'ended' && wasRemoved(lifecycle) ? ('removed' as const) : ('fix' as const),
      ends: dayOfEnd(status),
      replacement: replacement && formatSubject(replacement),
      since: replacement && releaseWith(replacement, history),
      steps: steps.length > 0 ? steps : undefined
    })
  }

  /** Whether the operation isn't removed. One that only the description has is there, too. */
  isThere(target: Target): boolean {
    return this.#session === undefined || isServed(target, this.#session.history)
  }
}

/** The release that brought a subject last. */
function releaseWith({target}: Subject, history: History): string | undefined {
  const {entry} = findLifecycleOf(target, history)?.tenures.at(-1)?.introduced?.moment ?? {}
  const found = entry === undefined ? undefined : history.timeline.entries[entry]
  return found?.kind === 'release' ? found.name : undefined
}

const dayOfEnd = (status: EndStatus): Day | undefined =>
  status.kind === 'ended' ? (status.at.when.latest ?? status.at.when.earliest) : status.day

function listCallers(
  table: Table,
  window: CallerReport['window'],
  statuses: StatusIndex,
  isShown: (row: TableRow) => boolean,
  contacts: ReadonlyMap<string, Contact>
): ReportedCaller[] {
  const callers = new Map<string, Map<string, ReportedCall>>()
  for (const day of listDays(window.from, window.to)) {
    for (const row of table.callsOf(day)) {
      if (!isNamed(row) || row.calls === 0 || !isShown(row)) continue
      const own = callers.get(row.caller) ?? new Map<string, ReportedCall>()
      const status = statuses.of(row.operation, row.target)
      const calls = (own.get(row.operation)?.calls ?? 0) + row.calls
      own.set(row.operation, {state: 'ok', ...status, operation: row.operation, calls, last: day})
      callers.set(row.caller, own)
    }
  }
  return [...callers]
    .map(([id, own]): ReportedCaller => {
      const calls = [...own.values()].toSorted(byUrgency)
      const {state, ends} = calls[0] ?? {state: 'ok' as const}
      return defined({id, ...contacts.get(id), state, ends, calls})
    })
    .toSorted((a, b) => byUrgency(a, b) || (a.id < b.id ? -1 : 1))
}

const isNamed = ({caller}: TableRow): boolean => caller !== '' && !caller.startsWith(AGENT_PREFIX)

/** The worst first, then those whose support ends first. */
function byUrgency(
  a: {readonly state: CallerState; readonly ends?: Day; readonly operation?: string},
  b: {readonly state: CallerState; readonly ends?: Day; readonly operation?: string}
): number {
  const keyOf = ({state, ends, operation}: typeof a): string =>
    `${STATES.indexOf(state)} ${ends ?? '9999'} ${operation ?? ''}`
  return keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0
}

function listSunsets(
  table: Table,
  asOf: Day,
  window: CallerReport['window'],
  statuses: StatusIndex,
  isOwned: (subject: Subject) => boolean
): ReportedSunset[] {
  const starts = Array.from({length: WEEKS}, (_, at) => addUnits(asOf, -7 * (WEEKS - at), 'days'))
  interface Found extends OperationStatus {
    readonly operation: string
    readonly callers: Set<string>
    readonly weeks: {readonly from: Day; readonly callers: Set<string>; calls: number}[]
    unnamed: number
  }
  const sunsets = new Map<string, Found>()
  const from = starts[0] !== undefined && starts[0] < window.from ? starts[0] : window.from
  for (const day of listDays(from, window.to)) {
    for (const row of table.callsOf(day)) {
      const status = statuses.of(row.operation, row.target)
      if (row.calls === 0 || !status || !isOwned({target: row.target})) continue
      const own: Found = sunsets.get(row.operation) ?? {
        ...{...status, operation: row.operation, callers: new Set(), unnamed: 0},
        weeks: starts.map(start => ({from: start, callers: new Set(), calls: 0}))
      }
      sunsets.set(row.operation, own)
      const week = own.weeks.findLast(each => each.from <= day)
      if (week) week.calls += row.calls
      if (isNamed(row)) week?.callers.add(row.caller)
      if (day < window.from) continue
      if (isNamed(row)) own.callers.add(row.caller)
      else own.unnamed += row.calls
    }
  }
  return [...sunsets.values()].toSorted(byUrgency).map(({callers, weeks, ...own}) => ({
    ...own,
    callers: [...callers].toSorted(),
    weeks: weeks.map(week => ({...week, callers: week.callers.size}))
  }))
}
