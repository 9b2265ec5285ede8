import {join} from 'node:path'
import type {Day} from '@tenure/core/model/time/date-range'
import type {Files} from '@tenure/core/stores/files/files'
import type {Database} from '../logs/database.ts'
import {duckDbPath} from '../sql/dialects.ts'
import {AGENT_PREFIX, CALLS_COLUMNS, callsFile, csvLine} from './files.ts'

/**
 * The new files of calls, by day: what is counted, added to what the table has. `tableCallerOf` gives what the table has for
 * a caller.
 */
export async function mergeCalls(
  database: Database,
  files: Files,
  folder: string,
  tableCallerOf: (caller: string, agent: string) => string
): Promise<{readonly texts: ReadonlyMap<Day, string>; readonly callers: number; readonly operations: number}> {
  await database.run('CREATE TEMP TABLE ids (caller VARCHAR, agent VARCHAR, id VARCHAR)')
  const ids: string[][] = []
  for await (const {caller, agent} of database.stream("SELECT DISTINCT caller, agent FROM counted WHERE kind = ''"))
    ids.push([String(caller), String(agent), tableCallerOf(String(caller), String(agent))])
  await database.append('ids', ids)
  await database.run(
    `CREATE TEMP TABLE fresh AS SELECT day, operation, id AS caller, sum(CASE WHEN certain = 'yes' THEN calls ELSE 0 END)::BIGINT AS calls,
     sum(CASE WHEN certain = 'yes' AND status >= 4 THEN calls ELSE 0 END)::BIGINT AS errors,
     sum(CASE WHEN certain = 'yes' THEN 0 ELSE calls END)::BIGINT AS maybe, min(first) AS first, max(last) AS last
     FROM counted JOIN matched USING (day, method, shape) JOIN ids USING (caller, agent) WHERE kind = '' GROUP BY ALL`
  )
  const [count] = await database.rows(
    `SELECT count(DISTINCT operation)::DOUBLE AS operations,
     count(DISTINCT caller) FILTER (caller <> '' AND NOT starts_with(caller, '${AGENT_PREFIX}'))::DOUBLE AS callers FROM fresh WHERE calls > 0`
  )
  const days = (await database.rows('SELECT DISTINCT day FROM fresh')).map(({day}) => String(day))
  const known = days.map(day => join(files.resolve(folder), callsFile(day))).filter(path => files.isFile(path))
  // A cell of the table can need quotes: an operation, and a caller that is stored as it is.
  await database.run(
    `CREATE TEMP MACRO csvCell(x) AS CASE WHEN regexp_matches(x, '[",\r\n]') THEN '"' || replace(x, '"', '""') || '"' ELSE x END`
  )
  const line = CALLS_COLUMNS.map(each => (each === 'operation' || each === 'caller' ? `csvCell(${each})` : each)).join(
    ", ',', "
  )
  const merged = await database.rows(
    `SELECT day, string_agg(line, chr(10) ORDER BY line) AS lines FROM (
       SELECT day, concat(${line}) AS line FROM (${known.length === 0 ? 'FROM fresh' : addTo(known)})
     ) GROUP BY day`
  )
  return {
    texts: new Map(merged.map(({day, lines}) => [String(day), `${csvLine(CALLS_COLUMNS)}${lines}\n`])),
    callers: Number(count?.callers ?? 0),
    operations: Number(count?.operations ?? 0)
  }
}

/** SELECT of the fresh rows and those of files, by day, operation, and caller. */
function addTo(paths: readonly string[]): string {
  const types = CALLS_COLUMNS.map(
    each => `'${each}': '${['calls', 'errors', 'maybe'].includes(each) ? 'BIGINT' : 'VARCHAR'}'`
  )
  return `SELECT day, operation, caller, sum(calls)::BIGINT AS calls, sum(errors)::BIGINT AS errors, sum(maybe)::BIGINT AS maybe,
    min(first) AS first, max(last) AS last FROM (
      SELECT * FROM fresh UNION ALL SELECT regexp_extract(filename, '(\\d{4}-\\d{2}-\\d{2})[.]calls[.]csv$', 1) AS day,
        coalesce(operation, '') AS operation, coalesce(caller, '') AS caller, calls, errors, maybe, first, last
      FROM read_csv([${paths.map(duckDbPath).join(', ')}], columns = {${types.join(', ')}}, header = true,
        auto_detect = false, delim = ',', quote = '"', escape = '"', filename = true)
    ) GROUP BY day, operation, caller`
}
