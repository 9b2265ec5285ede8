import type {LogFormat, TrafficSettings} from '@tenure/core/inputs/config/traffic-settings'
import {inputError} from '@tenure/core/model/input-error'
import type {Day} from '@tenure/core/model/time/date-range'
import {suggestChoices} from '@tenure/core/text/format-choices'
import {aggregate, ROW_COLUMNS, type Vocabulary} from '../sql/aggregate.ts'
import {DIALECTS, duckDbPath} from '../sql/dialects.ts'
import type {Database} from './database.ts'
import type {LogFile} from './log-files.ts'
import {CLOUDFRONT_COLUMNS, candidatesOf, LOG_MACROS, linesOf, selectLog} from './log-sql.ts'

const {literal} = DIALECTS.duckdb

/** How files are read. */
export interface CountOptions {
  readonly format: LogFormat
  readonly columns: TrafficSettings['columns']
  /** The hosts of the API; any if it's missing. */
  readonly hosts: readonly string[] | undefined
  /** The source of lines that name none. */
  readonly source: string | undefined
  readonly vocabulary: Vocabulary
  /** Lines of later days are unreadable. */
  readonly today: Day
}

/** Why a line can't be read. */
export const UNREADABLE_KINDS = [
  ...(['form', 'time', 'request', 'status', 'source', 'encoding', 'length', 'truncated'] as const)
] as const
export type UnreadableKind = (typeof UNREADABLE_KINDS)[number]

/** Unreadable lines of one kind: how many, on which day, and where the first is. */
export interface UnreadableLines {
  readonly kind: UnreadableKind
  readonly source: string
  /** Missing if nothing tells the day. */
  readonly day?: Day
  readonly count: number
  readonly file: string
  readonly line?: number
}

/** The days and the lines of one source in a file. */
export interface FileRange {
  readonly source: string
  readonly from: Day
  readonly to: Day
  readonly lines: number
}

export interface FileCounts {
  readonly ranges: readonly FileRange[]
  readonly unreadable: readonly UnreadableLines[]
}

/** The kind of lines that are of another API. They show that their source was there. */
export const OTHER_HOST = 'host'
/** Kinds of lines that can be read. */
export const READABLE_LINES = `('', '${OTHER_HOST}')`
/** Days before this one are errors of a clock. */
const FIRST_DAY = '2000-01-01'
const SOURCE = '^[A-Za-z0-9_.:/-]{1,64}$'

/** Creates the table `counted`, to which files add their rows. */
export async function createCounted(database: Database, {literals}: Vocabulary): Promise<void> {
  await database.run(LOG_MACROS)
  if (literals.length > 0) await database.run(DIALECTS.duckdb.defineWords(literals))
  await database.run(
    'CREATE TEMP TABLE counted (file INTEGER, source VARCHAR, day VARCHAR, hours INTEGER, method VARCHAR, shape VARCHAR, caller VARCHAR, ' +
      'agent VARCHAR, status INTEGER, calls BIGINT, first VARCHAR, last VARCHAR, kind VARCHAR)'
  )
}

/** Counts the lines of a file into `counted`. Returns the days of each source, and the lines that can't be read. */
export async function countFile(
  database: Database,
  file: LogFile,
  index: number,
  options: CountOptions
): Promise<FileCounts> {
  if (options.format === 'aggregated') await addAggregated(database, file, index)
  else await addLines(database, file, index, options)
  const ranges = await database.rows(
    `SELECT source, min(day) AS "from", max(day) AS "to", sum(calls)::DOUBLE AS lines FROM counted
     WHERE file = ${index} AND kind IN ${READABLE_LINES} GROUP BY source ORDER BY source`
  )
  const bad = await database.rows(
    `SELECT kind, source, day, sum(calls)::DOUBLE AS n FROM counted WHERE file = ${index} AND kind NOT IN ${READABLE_LINES} GROUP BY ALL ORDER BY ALL`
  )
  const rejected = options.format === 'aggregated' || options.format === 'har' ? [] : await takeRejected(database)
  const isBad = bad.length > 0 || rejected.length > 0 || file.isTruncated
  const places =
    isBad && options.format !== 'aggregated' && options.format !== 'har'
      ? await findPlaces(database, await selectCalls(database, file, options))
      : NO_PLACES
  if (isBad) await takeRejected(database)
  const sources = ranges.map(({source}) => String(source))
  const known = sources.length > 0 ? sources : [options.source ?? '']
  const unreadable = [
    ...bad.flatMap(({kind, source, day, n}): UnreadableLines[] => {
      const line = places.first.get(String(kind))
      const own = {kind: kind as UnreadableKind, file: file.name, ...(line === undefined ? {} : {line})}
      const all = source === null || source === '' ? known : [String(source)]
      if (day !== null) return all.map(each => ({...own, source: each, day: String(day), count: Number(n)}))
      const days = places.undated.get(String(kind)) ?? new Map([[places.last, Number(n)]])
      return all.flatMap(each => [...days].map(([on, count]) => ({...own, source: each, count, ...dayOf(on)})))
    }),
    ...rejected.flatMap(({kind, line}) =>
      known.map(source => ({kind, source, count: 1, file: file.name, line, ...dayOf(places.dayAt(line))}))
    ),
    ...(file.isTruncated
      ? known.map(source => ({kind: 'truncated' as const, source, count: 1, file: file.name, ...dayOf(places.last)}))
      : [])
  ]
  return {
    ranges: ranges.map(each => ({
      source: String(each.source),
      from: String(each.from),
      to: String(each.to),
      lines: Number(each.lines)
    })),
    unreadable
  }
}

const dayOf = (day: Day | undefined): {day?: Day} => (day === undefined ? {} : {day})

/** Where unreadable lines are: the first of each kind, and the days around those that have none. */
interface Places {
  readonly first: ReadonlyMap<string, number>
  readonly undated: ReadonlyMap<string, ReadonlyMap<Day | undefined, number>>
  /** The day of the lines around one. */
  dayAt(line: number): Day | undefined
  readonly last: Day | undefined
}

const NO_PLACES: Places = {first: new Map(), undated: new Map(), dayAt: () => undefined, last: undefined}

/** Numbers the lines once more. Empty lines don't count. */
async function findPlaces(database: Database, calls: string): Promise<Places> {
  const rows = await database.rows(
    `SELECT kind, strftime(moment, '%Y-%m-%d') AS day, min(n)::DOUBLE AS first, to_json(list(n) FILTER (kind NOT IN ${READABLE_LINES} AND moment IS NULL))::VARCHAR AS undated
     FROM (SELECT kind, moment, row_number() OVER () AS n FROM (${calls})) GROUP BY ALL`
  )
  const starts = rows
    .flatMap(({kind, day, first}) =>
      (kind === '' || kind === OTHER_HOST) && day !== null ? [{day: String(day), first: Number(first)}] : []
    )
    .toSorted((a, b) => a.first - b.first)
  const dayAt = (line: number): Day | undefined => (starts.findLast(({first}) => first <= line) ?? starts[0])?.day
  const first = new Map<string, number>()
  const undated = new Map<string, Map<Day | undefined, number>>()
  for (const row of rows) {
    const kind = String(row.kind)
    if (kind === '' || kind === OTHER_HOST) continue
    first.set(kind, Math.min(first.get(kind) ?? Number.POSITIVE_INFINITY, Number(row.first)))
    if (row.undated === null) continue
    const days = undated.get(kind) ?? new Map<Day | undefined, number>()
    for (const line of JSON.parse(String(row.undated)) as number[])
      days.set(dayAt(line), (days.get(dayAt(line)) ?? 0) + 1)
    undated.set(kind, days)
  }
  return {first, undated, dayAt, last: starts.at(-1)?.day}
}

/** The lines that DuckDB couldn't read, which are forgotten. */
async function takeRejected(database: Database): Promise<{kind: UnreadableKind; line: number}[]> {
  const tables = await database.rows("SELECT 1 AS n FROM duckdb_tables() WHERE table_name = 'reject_errors'")
  if (tables.length === 0) return []
  const rows = await database.rows(
    'SELECT line::DOUBLE AS line, error_type::VARCHAR AS kind FROM reject_errors ORDER BY 1'
  )
  await database.run('DROP TABLE reject_errors; DROP TABLE reject_scans')
  const kinds: Readonly<Record<string, UnreadableKind>> = {
    'INVALID ENCODING': 'encoding',
    'LINE SIZE OVER MAXIMUM': 'length'
  }
  return rows.map(({line, kind}) => ({line: Number(line), kind: kinds[String(kind)] ?? 'form'}))
}

async function addLines(database: Database, file: LogFile, index: number, options: CountOptions): Promise<void> {
  const calls = await selectCalls(database, file, options)
  const select =
    options.format === 'graphql'
      ? aggregateQueries(calls)
      : aggregate(calls, options.vocabulary, DIALECTS.duckdb, ['kind'])
  await database.run(`INSERT INTO counted SELECT ${index}, * FROM (${select})`)
}

/** Counts by document in place of the shape of a path. A row can stand for several calls. */
const aggregateQueries = (calls: string): string => {
  const {day, hour, orHours, clock} = DIALECTS.duckdb
  return `SELECT source, ${day('moment')} AS day, ${orHours(hour('moment'))} AS hours, '' AS method, coalesce(target, '') AS shape,
  coalesce(caller, '') AS caller, CASE WHEN caller IS NULL THEN coalesce(regexp_extract(agent, '^[^/ (]+'), '') ELSE '' END AS agent,
  CASE WHEN status >= 400 THEN 4 ELSE 2 END AS status, sum(greatest(coalesce(TRY_CAST(count_text AS BIGINT), 1), 0)) AS calls,
  min(${clock('moment')}) AS first, max(${clock('moment')}) AS last, kind FROM (${calls}) GROUP BY ALL`
}

/** SELECT of the calls of a file. Unreadable lines have a kind, and of their values only the source and the day. */
async function selectCalls(database: Database, file: LogFile, options: CountOptions): Promise<string> {
  const {format, columns, today} = options
  if (format === 'aggregated') return ''
  const header = format === 'cloudfront' ? await findHeader(database, file) : undefined
  const found = await checkColumns(database, file, options)
  const {sql} = selectLog(file, format, columns, {header, found})
  const usual = options.source === undefined ? 'NULL' : literal(options.source)
  const inRange = (time: string): string =>
    `${time} >= TIMESTAMP '${FIRST_DAY}' AND ${time} < TIMESTAMP '${today}' + INTERVAL 1 DAY`
  const statusText = `coalesce(nullif(status, '-'), '0')`
  const kind = `CASE WHEN broken THEN 'form' WHEN moment IS NULL OR NOT (${inRange('moment')}) THEN 'time'
    WHEN target IS NULL THEN 'request' WHEN TRY_CAST(${statusText} AS INTEGER) IS NULL OR TRY_CAST(${statusText} AS INTEGER) NOT BETWEEN 0 AND 599 THEN 'status'
    WHEN source IS NULL OR NOT regexp_matches(source, '${SOURCE}') THEN 'source'
    ${options.hosts === undefined ? '' : `WHEN ${CALLED_HOST} NOT IN (${options.hosts.map(each => hostIn(literal(each))).join(', ')}) THEN '${OTHER_HOST}'`} ELSE '' END`
  return `SELECT kind, CASE WHEN regexp_matches(source, '${SOURCE}') THEN source END AS source,
  CASE WHEN kind IN ('form', 'time') THEN (CASE WHEN ${inRange('written')} THEN written END) ELSE moment END AS moment,
  ${['method', 'target', 'caller', 'agent', 'count_text'].map(each => `CASE WHEN kind = '' THEN ${each} END AS ${each}`).join(', ')},
  CASE WHEN kind = '' THEN TRY_CAST(${statusText} AS INTEGER) END AS status
FROM (SELECT *, ${kind} AS kind, CASE WHEN kind IN ('form', 'time') THEN ${writtenDay('line')} END AS written
  FROM (SELECT * REPLACE (coalesce(source, ${usual}) AS source) FROM (${sql})))`
}

/** The host in a text: of a URL or an authority, without its user, port, and the brackets of IPv6. */
const hostIn = (text: string): string => {
  const authority = `regexp_replace(regexp_replace(lower(trim(${text})), '^[a-z][a-z0-9+.-]*://', ''), '[/?#].*$|^[^/?#@]*@', '', 'g')`
  return `regexp_replace(CASE WHEN starts_with(${authority}, '[') THEN regexp_extract(${authority}, '[0-9a-f:.%]+')
    WHEN regexp_matches(${authority}, '^[^:]*:[0-9]*$') THEN split_part(${authority}, ':', 1) ELSE ${authority} END, '[.]$', '')`
}

/** The host that a line names: that of a URL, which counts more than the one of the connection. NULL if it names none. */
const CALLED_HOST = hostIn(
  "coalesce(nullif(regexp_extract(target, '^[a-zA-Z][a-zA-Z0-9+.-]*://[^/?#]*'), ''), nullif(nullif(trim(host), ''), '-'))"
)

/** The first day in the text of a line. */
const writtenDay = (line: string): string =>
  `coalesce(TRY_CAST(nullif(regexp_extract(${line}, '\\d{4}-\\d{2}-\\d{2}'), '') AS TIMESTAMP), ` +
  `try_strptime(nullif(regexp_extract(${line}, '\\d{2}/[A-Z][a-z]{2}/\\d{4}'), ''), '%d/%b/%Y'))`

/** The columns that the header of a CloudFront file names. */
async function findHeader(database: Database, file: LogFile): Promise<readonly string[]> {
  const rows = await database.rows(`SELECT line FROM (${linesOf(file)}) LIMIT 2`)
  const fields = rows.map(({line}) => /^#Fields:\s*(.*)$/.exec(String(line))?.[1]).find(each => each !== undefined)
  return fields?.trim().split(/\s+/) ?? CLOUDFRONT_COLUMNS
}

const SAMPLE = 1000

/**
 * The columns of a JSON log; `undefined` for others. Throws an `InputError` with them if a mapped or a needed one isn't among
 * them.
 */
async function checkColumns(
  database: Database,
  file: LogFile,
  {format, columns}: CountOptions
): Promise<ReadonlySet<string> | undefined> {
  if (!['json-lines', 'nginx-json', 'envoy-json', 'graphql'].includes(format)) return undefined
  const lines = await database.rows(`SELECT line FROM (${linesOf(file)}) LIMIT ${SAMPLE}`)
  const found = new Set<string>()
  for (const {line} of lines) for (const name of namesIn(String(line))) found.add(name)
  if (found.size === 0) return undefined
  const all = candidatesOf(format as Parameters<typeof candidatesOf>[0], columns)
  const needed = (
    format === 'graphql' ? ['time', 'path'] : ['time', 'method', 'path', 'status']
  ) as (keyof typeof all)[]
  const mapped = (['caller', 'agent', 'source', 'host'] as const).filter(name => columns?.[name] !== undefined)
  for (const name of [...needed, ...mapped]) {
    const names = all[name] ?? []
    if (names.some(each => found.has(each)) || (name === 'method' && names.length > 0 && found.has('request'))) continue
    if (name === 'status' && columns?.status === undefined && format === 'graphql') continue
    const key = format === 'graphql' && name === 'path' ? 'query' : name
    const what = names.map(each => `\`${each}\``).join(', ')
    throw inputError(
      `\`${file.name}\` has no column ${what} for \`${key}\`.${suggestChoices(names[0] ?? '', [...found].toSorted(), 'Columns')} ` +
        'Map it with `columns` in `traffic`.',
      {source: file.name}
    )
  }
  return found
}

/** The names in a JSON object, and in objects in it as paths with dots. */
function namesIn(line: string): string[] {
  try {
    return Object.entries(JSON.parse(line) as object).flatMap(([name, value]) => [
      name,
      ...(typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.keys(value).map(inner => `${name}.${inner}`)
        : [])
    ])
  } catch {
    return []
  }
}

/** Adds the rows of an aggregation that ran elsewhere. Rows without a day or a method are unreadable lines. */
async function addAggregated(database: Database, file: LogFile, index: number): Promise<void> {
  const [head] = await database.rows(`SELECT line FROM (${linesOf(file)}) LIMIT 1`)
  const found = String(head?.line ?? '')
    .split(',')
    .map(each => each.replaceAll('"', ''))
  if (found.join(',') !== ROW_COLUMNS.join(','))
    throw inputError(
      `\`${file.name}\` isn't the result of \`tenure traffic sql\`: its columns are \`${found.join(', ')}\`.`,
      {source: file.name, line: 1, column: 1}
    )
  const types = ROW_COLUMNS.map(each => `'${each}': 'VARCHAR'`).join(', ')
  const cell = (name: string): string => `coalesce(${name}, '')`
  await database.run(
    `INSERT INTO counted SELECT ${index}, ${cell('source')}, nullif(day, ''), TRY_CAST(hours AS INTEGER), ${cell('method')}, ${cell('shape')},
     ${cell('caller')}, ${cell('agent')}, TRY_CAST(status AS INTEGER), TRY_CAST(calls AS BIGINT), first, last,
     CASE WHEN TRY_CAST(day AS DATE) IS NULL OR TRY_CAST(hours AS INTEGER) NOT BETWEEN 1 AND 16777215 THEN 'time'
       WHEN NOT regexp_matches(${cell('source')}, '${SOURCE}') THEN 'source'
       WHEN TRY_CAST(calls AS BIGINT) IS NULL OR TRY_CAST(status AS INTEGER) IS NULL THEN 'form' ELSE '' END
     FROM read_csv(${duckDbPath(file.path)}, columns = {${types}}, header = true, auto_detect = false, delim = ',', quote = '"',
       escape = '"', compression = '${file.compression}')`
  )
}
