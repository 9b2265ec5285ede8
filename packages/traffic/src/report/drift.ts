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
    gone: findGone(texts, table, days, isThere)
      .filter(({last}) => last >= window.from)
      .toSorted(byCalls(({operation}) => operation))
  }
}

const rowsOf = (texts: ReadonlyMap<string, string>, day: Day): readonly DriftRow[] => {
  const text = texts.get(driftFile(day))
  return text === undefined ? [] : parseDrift(text, driftFile(day))
}

/** The operations whose calls were all answered with 404 or 410 since some day. */
function findGone(
  texts: ReadonlyMap<string, string>,
  table: Table,
  days: readonly Day[],
  isThere: (target: Target) => boolean
): GoneOperation[] {
  const found = new Map<string, GoneOperation>()
  for (const day of days) {
    const gone = new Map(
      rowsOf(texts, day).flatMap(({kind, request, calls}) => (kind === 'gone' ? [[request, calls] as const] : []))
    )
    // Without such an answer on this day or before, the day ends nothing.
    if (gone.size === 0 && found.size === 0) continue
    const called = new Map<string, {target: Target; calls: number}>()
    for (const {operation, target, calls} of table.callsOf(day))
      called.set(operation, {target, calls: (called.get(operation)?.calls ?? 0) + calls})
    for (const [operation, {target, calls}] of called) {
      if (calls === 0) continue
      const old = found.get(operation)
      if (gone.get(operation) !== calls || !isThere(target)) found.delete(operation)
      else found.set(operation, {operation, since: old?.since ?? day, calls: (old?.calls ?? 0) + calls, last: day})
    }
  }
  return [...found.values()]
}

const byCalls =
  <Each extends {readonly calls: number}>(nameOf: (each: Each) => string) =>
  (a: Each, b: Each): number =>
    b.calls - a.calls || (nameOf(a) < nameOf(b) ? -1 : 1)
