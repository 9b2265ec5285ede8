import {appendFileSync} from 'node:fs'
import process from 'node:process'

/** Whether all tests run at full size, as in CI (`npm run test:all`), or only the quick ones for developers. */
export const isFullRun = process.env.TESTS === 'all'

/** The number of runs of a property test: half in CI, fewer in quick runs. Sweeps run more (`npm run test:sweep`). */
export const tries = (full: number, quick = Math.ceil(full / 12)): number => (isFullRun ? Math.ceil(full / 2) : quick)

/**
 * The rows of a table that run: all in full runs, otherwise the first of each five. For tables whose rows are forms of
 * one kind, so that the others test what another row has tested.
 */
export function sample<Rows extends readonly unknown[]>(rows: Rows): Rows {
  if (isFullRun) return rows
  const kept = rows.filter((_, at) => at % 5 === 0)
  noteLeftOut(rows.length - kept.length)
  return kept as readonly unknown[] as Rows
}

/** The file to which workers write how many rows they left out. */
export const LEFT_OUT = 'TESTS_LEFT_OUT'

function noteLeftOut(count: number): void {
  const file = process.env[LEFT_OUT]
  if (file !== undefined) appendFileSync(file, `${count}\n`)
}
