import {join} from 'node:path'
import type {Config} from '@tenure/core/inputs/config/file'
import {DEFAULT_TABLE} from '@tenure/core/inputs/config/traffic-settings'
import {defined} from '@tenure/core/model/defined'
import {InputError} from '@tenure/core/model/input-error'
import type {TrafficOfApi} from '@tenure/core/model/lifecycle/traffic-of-api'
import {once} from '@tenure/core/model/memoize'
import type {Files} from '@tenure/core/stores/files/files'
import {NotInClone} from '@tenure/core/stores/git/not-in-clone'
import {compareWithLimit, findRecentUsage} from './judge-usage.ts'
import {readTraffic, type Table} from './read-traffic.ts'
import {listDifferences} from './report/drift.ts'

/** The folder of the table of an API. */
export const tableFolder = (config: Config | undefined): string =>
  config?.traffic?.table ?? join(config?.folder ?? '.', DEFAULT_TABLE)

/**
 * Who calls an API, as the table in a folder says, or why none does. It is read as questions are asked. A table on disk that
 * isn't valid is an `InputError`; for one in a commit, that is why it says nothing.
 */
export function openTable(
  files: Files,
  config: Config | undefined,
  service: string,
  folder = tableFolder(config)
): TrafficOfApi {
  const open = once(() => readTable(files, config, service, folder))
  const ask = <Answer>(question: (table: Table) => Answer): Answer => {
    try {
      return question(open())
    } catch (error) {
      if (!(error instanceof InputError) || error instanceof NotInClone) throw error
      if (files.areOnDisk) throw inFolder(error, folder)
      return question(withoutTable(`the table of traffic can't be read (${error.problems[0]?.message})`))
    }
  }
  return toTraffic(ask, files.relative('', folder))
}

/** A table as conditions ask for it. */
export const toTraffic = (ask: <Answer>(question: (table: Table) => Answer) => Answer, folder = ''): TrafficOfApi => ({
  usage: (subjects, window) => ask(table => table.usage(subjects, window)),
  judge: (limit, lifecycle, at, names) => ask(table => compareWithLimit(limit, lifecycle, at, names, table)),
  differences: history =>
    ask(table =>
      table.lacks === undefined ? {served: listDifferences(history, table, folder)} : {lacks: table.lacks}
    ),
  recent: (lifecycle, names) => ask(table => findRecentUsage(lifecycle, names, table))
})

const withoutTable = (lacks: string): Table => ({
  lacks,
  days: [],
  callsOf: () => [],
  driftOn: () => [],
  showsNames: () => false,
  usage: () => ({calls: 0, errors: 0, callers: [], unnamed: 0, coverage: 0, missing: [], maybe: 0})
})

/** Opens the table in a folder; an empty path names none. */
function readTable(files: Files, config: Config | undefined, service: string, folder: string): Table {
  if (folder === '' || !files.isFile(join(folder, 'table.json'))) return withoutTable('there is no table of traffic')
  const days = join(folder, 'days')
  const names = files.isFolder(days) ? files.listFolder(days).filter(name => name.endsWith('.csv')) : []
  const paths = new Set(['table.json', ...names.map(name => `days/${name}`)])
  const {sources, key} = config?.traffic ?? {}
  return readTraffic(
    {keys: () => paths.values(), get: path => (paths.has(path) ? files.readText(join(folder, path)) : undefined)},
    {api: service, ...defined({sources, key})}
  )
}

/** The error with places from the working directory. */
function inFolder(error: InputError, folder: string): InputError {
  const problems = error.problems.map(({place, ...problem}) =>
    defined({...problem, place: place && {...place, source: join(folder, place.source)}})
  )
  return new InputError(problems, {cause: error})
}
