import {inputError} from '@tenure/core/model/input-error'
import type {Day} from '@tenure/core/model/time/date-range'
import {DRIFT_COLUMNS, formatCsv, parseCsv, readCount} from './files.ts'

/**
 * Where calls and descriptions differ: calls that match no operation, those of them that were answered with 404 or 410
 * (`missing`), and calls of operations that were answered so (`gone`).
 */
export const DRIFT_KINDS = ['undocumented', 'missing', 'gone'] as const
export type DriftKind = (typeof DRIFT_KINDS)[number]

/** Calls of a day by kind. `request` is an operation, or a method and a path in which only words of descriptions are kept. */
export interface DriftRow {
  readonly kind: DriftKind
  readonly request: string
  readonly calls: number
}

/** What an import adds on a day. */
export interface AddedDrift extends DriftRow {
  readonly day: Day
}

/** The text of a file of drift with what was added. `text` is that of the file, if there is one. */
export function addDrift(text: string | undefined, added: readonly DriftRow[], source: string): string {
  const rows = new Map<string, DriftRow>()
  for (const {kind, request, calls} of [...(text === undefined ? [] : parseDrift(text, source)), ...added]) {
    const key = `${kind} ${request}`
    rows.set(key, {kind, request, calls: (rows.get(key)?.calls ?? 0) + calls})
  }
  const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return formatCsv(
    DRIFT_COLUMNS,
    sorted.map(([, {kind, request, calls}]) => [kind, request, calls])
  )
}

/** Reads a file of drift. Throws an `InputError` for one that isn't valid. */
export const parseDrift = (text: string, source: string): DriftRow[] =>
  parseCsv(text, DRIFT_COLUMNS, source).map(placed => {
    const {kind: written, request} = placed.cells
    const kind = DRIFT_KINDS.find(each => each === written)
    if (kind === undefined) throw inputError(`\`${written}\` isn't a kind of drift.`, placed.place)
    return {kind, request, calls: readCount(placed, 'calls')}
  })
