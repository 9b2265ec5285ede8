import {mkdtempSync, readFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {Context} from '@tenure/core/context/context'
import {openPlace} from '@tenure/core/stores/files/workspace'
import {folder, GIT_ENV, pathsIn, startGit} from '../../../test/cli/run.ts'
import {CONTEXT} from '../../../test/here.ts'
import {type ImportSummary, importLogs, type LogImportOptions} from '../src/import.ts'

export const KEY = 'a key that is long enough'

/** The context of a command in a folder, on November 29, 2026, with the key of callers. */
export const contextIn = (cwd: string): Context => ({
  ...CONTEXT,
  ...openPlace({cwd, env: GIT_ENV}, startGit),
  env: {TENURE_TRAFFIC_KEY: KEY},
  today: () => '2026-11-29'
})

/** Imports logs in this process. */
export const importHere = (cwd: string, options: Partial<LogImportOptions>): Promise<ImportSummary> =>
  importLogs({files: [], ...options}, mkdtempSync(join(tmpdir(), 'tenure-traffic-')), contextIn(cwd))

/** A folder with an API whose callers are stored as they are. */
export const plainApi = (
  operations: readonly string[],
  settings: string,
  more: Readonly<Record<string, string | Uint8Array>> = {}
): string =>
  folder({
    'tenure.yaml': `format: 1\nhistory: history.yaml\ntraffic: {callers: plain, ${settings}}\n`,
    'history.yaml': `format: 1\nservice: Lending\nreleases:\n  - {release: "1.0", date: 2023-01-10, changes: [${operations
      .map(each => `{added: "${each}"}`)
      .join(', ')}]}\n`,
    ...more
  })

/** The files of the table with days, by path. */
export const daysIn = (cwd: string): Record<string, string> =>
  Object.fromEntries(
    pathsIn(join(cwd, 'api-traffic'))
      .filter(path => path.endsWith('.csv') && path !== 'imports.csv')
      .map(path => [path, readFileSync(join(cwd, 'api-traffic', path), 'utf8')])
  )

/** The rows of calls on a day, without the header. */
export const callsOn = (cwd: string, day: string): string[] =>
  (daysIn(cwd)[`days/${day}.calls.csv`] ?? '').trim().split('\n').slice(1)
