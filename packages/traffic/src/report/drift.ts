import {join} from 'node:path'
import {parseTarget} from '@tenure/core/languages/languages'
import {groupBy} from '@tenure/core/model/group-by'
import {findLifecycles, type History} from '@tenure/core/model/lifecycle/history'
import type {Lifecycle} from '@tenure/core/model/lifecycle/lifecycle'
import type {ServedDifference, UnansweredCalls} from '@tenure/core/model/lifecycle/served'
import {covers, type Target, targetKey} from '@tenure/core/model/subject/subject'
import type {Day} from '@tenure/core/model/time/date-range'
import type {Table} from '../read-traffic.ts'
import {windowBefore} from '../table/days.ts'
import {driftFile} from '../table/files.ts'

/** Where calls and descriptions differ. */
export interface TrafficDrift {
  /** Calls that match no operation and were answered, most calls first. Segments that no description has are placeholders. */
  readonly undocumented: readonly UndocumentedCalls[]
  /** Further calls that match no operation, and were answered with 404 or 410. */
  readonly missing: number
  /** Documented operations that answer every call with 404 or 410, most calls first. */
  readonly gone: readonly GoneOperation[]
}

type Lifecycles = Pick<History, 'bySubject' | 'lifecycles'>

interface UndocumentedCalls {
  readonly request: string
  readonly calls: number
  readonly last: Day
}

export interface GoneOperation {
  readonly operation: string
  /** The first day of such answers, of those since the last other one. */
  readonly since: Day
  readonly calls: number
  readonly last: Day
}

interface DriftOptions {
  /** Whether the operation is still there. */
  readonly isThere: (target: Target) => boolean
  readonly withUndocumented: boolean
}

/** The days whose calls are compared with the history. */
const WINDOW_DAYS = 30

/** Where the calls of the last days differ from a history, with the places of the table in `folder`. */
export function listDifferences(
  history: Lifecycles & Pick<History, 'timeline'>,
  table: Table,
  folder: string
): ServedDifference[] {
  const window = windowBefore(history.timeline.asOf, WINDOW_DAYS)
  const isThere = (target: Target): boolean => isServed(target, history)
  const {undocumented, gone} = findDrift(table, window, {isThere, withUndocumented: true})
  const placeOn = (day: Day) => ({source: join(folder, driftFile(day))})
  return [
    ...undocumented.map(each => ({...each, kind: 'undocumented' as const, place: placeOn(each.last)})),
    ...gone.flatMap(({operation, since, calls, last}): UnansweredCalls[] => {
      const target = parseTarget(operation)
      if (!target) return []
      const place = findLifecycleOf(target, history)?.events.at(-1)?.place ?? placeOn(last)
      return [{kind: 'gone', subject: {target}, since, calls, place}]
    })
  ]
}

/** The lifecycle of an operation, or of what covers it. */
export const findLifecycleOf = (target: Target, history: Lifecycles): Lifecycle | undefined =>
  findLifecycles({target}, history).find(
    each => targetKey(each.subject.target) === targetKey(target) || covers(each.subject, {target})
  )

/** Whether an operation isn't removed. One that only the description has is served, too. */
export function isServed(target: Target, history: Lifecycles): boolean {
  const lifecycle = findLifecycleOf(target, history)
  return lifecycle === undefined || !wasRemoved(lifecycle)
}

/** A sunset endpoint that still answers isn't removed. */
export function wasRemoved({tenures}: Lifecycle): boolean {
  const {end, endWithTarget} = tenures.at(-1) ?? {}
  const last = end ?? endWithTarget
  return last?.kind === 'removed' || last?.removal !== undefined
}

/** The drift of a window. Since when an operation is gone is asked of all days of the table before its end. */
export function findDrift(
  table: Table,
  window: {readonly from: Day; readonly to: Day},
  {isThere, withUndocumented}: DriftOptions
): TrafficDrift {
  const days = table.days.filter(day => day <= window.to)
  const undocumented = new Map<string, UndocumentedCalls>()
  let missing = 0
  for (const day of withUndocumented ? days.filter(each => each >= window.from) : []) {
    for (const {kind, request, calls} of table.driftOn(day)) {
      if (kind === 'missing') missing += calls
      if (kind !== 'undocumented') continue
      undocumented.set(request, {request, calls: (undocumented.get(request)?.calls ?? 0) + calls, last: day})
    }
  }
  return {
    undocumented: [...undocumented.values()].toSorted(byCalls(({request}) => request)),
    missing,
    gone: findGone(table, days, window.from, isThere).toSorted(byCalls(({operation}) => operation))
  }
}

/**
 * The operations that answered all calls so since some day. Days are read from the last one back, and those before the window
 * only as long as an operation has given no other answer.
 */
function findGone(
  table: Table,
  days: readonly Day[],
  from: Day,
  isThere: (target: Target) => boolean
): GoneOperation[] {
  const [found, ended] = [new Map<string, GoneOperation>(), new Set<string>()]
  for (const day of days.toReversed()) {
    if (day < from && [...found.keys()].every(each => ended.has(each))) break
    const gone = new Map(
      table.driftOn(day).flatMap(({kind, request, calls}) => (kind === 'gone' ? [[request, calls] as const] : []))
    )
    for (const [operation, rows] of groupBy(table.callsOf(day), each => each.operation)) {
      const calls = rows.reduce((sum, row) => sum + row.calls, 0)
      const old = found.get(operation)
      if (calls === 0 || ended.has(operation) || (old === undefined && day < from)) continue
      const isGone = gone.get(operation) === calls && rows.every(({target}) => isThere(target))
      if (!isGone) ended.add(operation)
      else found.set(operation, {operation, since: day, calls: calls + (old?.calls ?? 0), last: old?.last ?? day})
    }
  }
  return [...found.values()]
}

const byCalls =
  <Each extends {readonly calls: number}>(nameOf: (each: Each) => string) =>
  (a: Each, b: Each): number =>
    b.calls - a.calls || (nameOf(a) < nameOf(b) ? -1 : 1)
