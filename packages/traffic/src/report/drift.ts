import {groupBy} from '@tenure/core/model/group-by'
import type {Target} from '@tenure/core/model/subject/subject'
import type {Day} from '@tenure/core/model/time/date-range'
import type {Table} from '../read-traffic.ts'
import {type DriftRow, parseDrift} from '../table/drift.ts'
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

/** The drift of a window. Since when an operation is gone is asked of all days of the table before its end. */
export function findDrift(
  texts: ReadonlyMap<string, string>,
  table: Table,
  window: {readonly from: Day; readonly to: Day},
  {isThere, withUndocumented}: DriftOptions
): TrafficDrift {
  const days = table.days.filter(day => day <= window.to)
  const undocumented = new Map<string, UndocumentedCalls>()
  let missing = 0
  for (const day of withUndocumented ? days.filter(each => each >= window.from) : []) {
    for (const {kind, request, calls} of rowsOf(texts, day)) {
      if (kind === 'missing') missing += calls
      if (kind !== 'undocumented') continue
      undocumented.set(request, {request, calls: (undocumented.get(request)?.calls ?? 0) + calls, last: day})
    }
  }
  return {
    undocumented: [...undocumented.values()].toSorted(byCalls(({request}) => request)),
    missing,
    gone: findGone(texts, table, days, window.from, isThere).toSorted(byCalls(({operation}) => operation))
  }
}

const rowsOf = (texts: ReadonlyMap<string, string>, day: Day): readonly DriftRow[] => {
  const text = texts.get(driftFile(day))
  return text === undefined ? [] : parseDrift(text, driftFile(day))
}

/**
 * The operations that answered all calls so since some day. Days are read from the last one back, and those before the window
 * only as long as an operation has given no other answer.
 */
function findGone(
  texts: ReadonlyMap<string, string>,
  table: Table,
  days: readonly Day[],
  from: Day,
  isThere: (target: Target) => boolean
): GoneOperation[] {
  const [found, ended] = [new Map<string, GoneOperation>(), new Set<string>()]
  for (const day of days.toReversed()) {
    if (day < from && [...found.keys()].every(each => ended.has(each))) break
    const gone = new Map(
      rowsOf(texts, day).flatMap(({kind, request, calls}) => (kind === 'gone' ? [[request, calls] as const] : []))
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
