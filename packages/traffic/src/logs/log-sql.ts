import type {LogFormat, TrafficSettings} from '@tenure/core/inputs/config/traffic-settings'
import {DIALECTS, duckDbPath} from '../sql/dialects.ts'
import type {LogFile} from './log-files.ts'

const {literal} = DIALECTS.duckdb

type Columns = NonNullable<TrafficSettings['columns']>
type ColumnName = Exclude<keyof Columns, 'caller'>

/** Names of columns that a JSON log usually has, and the first that has a value counts. */
export const USUAL_COLUMNS: Readonly<Record<'json-lines' | 'nginx-json' | 'envoy-json' | 'graphql', Candidates>> = {
  'json-lines': {
    time: ['time', 'timestamp', '@timestamp', 'ts'],
    method: ['method', 'request_method', 'http_method'],
    path: ['path', 'uri', 'url', 'request_uri'],
    status: ['status', 'status_code', 'response_code'],
    caller: ['client_id', 'key_id', 'api_key_id', 'consumer'],
    agent: ['user_agent', 'agent', 'http_user_agent'],
    source: []
  },
  'nginx-json': {
    time: ['time_iso8601', 'msec', 'time_local', 'time', 'timestamp'],
    method: ['request_method', 'method'],
    path: ['request_uri', 'uri', 'request'],
    status: ['status'],
    caller: ['client_id', 'key_id', 'remote_user'],
    agent: ['http_user_agent', 'user_agent'],
    source: []
  },
  'envoy-json': {
    time: ['start_time', 'timestamp', 'time'],
    method: ['method', 'x-envoy-original-method'],
    path: ['x-envoy-original-path', 'path'],
    status: ['response_code', 'status'],
    caller: ['client_id', 'key_id'],
    agent: ['user_agent'],
    source: []
  },
  graphql: {
    time: ['time', 'timestamp', '@timestamp', 'ts'],
    method: [],
    path: ['query', 'document'],
    status: ['status'],
    caller: ['caller', 'client_id', 'key_id', 'client'],
    agent: ['user_agent', 'agent'],
    source: []
  }
}

/** Names of columns for each value. A log shows a value under one of them. */
export interface Candidates {
  readonly time: readonly string[]
  readonly method: readonly string[]
  readonly path: readonly string[]
  readonly status: readonly string[]
  readonly caller: readonly string[]
  readonly agent: readonly string[]
  readonly source: readonly string[]
  /** Logs often name the machine `host`, so there's no usual column. */
  readonly host?: readonly string[]
  readonly count?: readonly string[]
}

/** The columns to read: those that the configuration maps, otherwise the usual ones of the format. */
export function candidatesOf(format: keyof typeof USUAL_COLUMNS, columns: Columns = {}): Candidates {
  const usual = USUAL_COLUMNS[format]
  const chosen = (name: ColumnName, otherwise: readonly string[]): readonly string[] => {
    const column = columns[name]
    return column === undefined ? otherwise : [column]
  }
  return {
    time: chosen('time', usual.time),
    method: chosen('method', usual.method),
    path: format === 'graphql' ? chosen('query', usual.path) : chosen('path', usual.path),
    status: chosen('status', usual.status),
    caller: columns.caller === undefined ? usual.caller : [columns.caller].flat(),
    agent: chosen('agent', usual.agent),
    source: chosen('source', usual.source),
    host: chosen('host', []),
    count: chosen('count', ['count'])
  }
}

/** A batch of spans is one line. */
const LONGEST_LINE = {'otlp-json': 16_000_000} as const

/** SELECT of the lines of a file. Lines that aren't UTF-8 or too long go to `reject_errors`. Empty lines are skipped. */
export const linesOf = ({path, compression}: Pick<LogFile, 'path' | 'compression'>, longest = 2_000_000): string =>
  `SELECT line FROM read_csv(${duckDbPath(path)}, columns = {'line': 'VARCHAR'}, header = false, auto_detect = false, ` +
  `delim = '\u0001', quote = '', escape = '', comment = '', nullstr = '\u0002', strict_mode = false, ` +
  `store_rejects = true, max_line_size = ${longest}, compression = '${compression}') WHERE line IS NOT NULL`

/** JSON paths of a column: its name as it stands, and as a path if it has dots. */
const pathsOf = (column: string): string[] => {
  const quoted = (name: string): string => `"${name.replaceAll('"', '')}"`
  return column.includes('.')
    ? [`$.${quoted(column)}`, `$.${column.split('.').map(quoted).join('.')}`]
    : [`$.${quoted(column)}`]
}

const NUMBER = "'^[0-9]{9,19}([.][0-9]+)?$'"

/** A timestamp in UTC of ISO 8601, or of seconds, milliseconds, microseconds, or nanoseconds since 1970; NULL otherwise. */
const isoTime = (text: string): string =>
  `coalesce(timezone('UTC', TRY_CAST(${text} AS TIMESTAMPTZ)), otherTime(${text}))`

/** Statements that must run before logs are read. */
export const LOG_MACROS = `CREATE TEMP MACRO otherTime(x) AS CASE WHEN regexp_matches(x, ${NUMBER})
  THEN make_timestamp(CAST(floor(CAST(x AS DOUBLE) * CASE WHEN CAST(x AS DOUBLE) < 1e11 THEN 1e6 WHEN CAST(x AS DOUBLE) < 1e14 THEN 1e3
    WHEN CAST(x AS DOUBLE) < 1e17 THEN 1 ELSE 1e-3 END) AS BIGINT))
  ELSE timezone('UTC', try_strptime(x, '%d/%b/%Y:%H:%M:%S %z')) END`

/** The time of Apache's and nginx's logs: `10/Oct/2025:13:55:36 -0700`. */
const commonLogTime = (text: string): string => `timezone('UTC', try_strptime(${text}, '%d/%b/%Y:%H:%M:%S %z'))`

/** The first of the values that isn't empty or `-`. */
const first = (values: readonly string[]): string =>
  values.length === 0 ? 'NULL' : `coalesce(${values.map(each => `nullif(nullif(${each}, ''), '-')`).join(', ')})`

/** How the lines of a format are read. */
export interface LogSelect {
  /** SELECT of `line` with the columns of a call, and `broken` if the line isn't of the format. */
  readonly sql: string
  /** Whether lines follow each other, so that bad ones have a number. */
  readonly hasLines: boolean
}

/** SELECT of the calls in JSON objects of a relation with the column `line`. */
function selectJson(lines: string, columns: Candidates): string {
  const paths: string[] = []
  const columnOf = (names: readonly string[]): string =>
    first(
      names.flatMap(pathsOf).map(path => {
        if (!paths.includes(path)) paths.push(path)
        return `f[${paths.indexOf(path) + 1}]`
      })
    )
  const call = {
    moment: isoTime('time_text'),
    method: 'method',
    target: 'target',
    status: 'status_text',
    caller: columnOf(columns.caller),
    agent: columnOf(columns.agent),
    source: columnOf(columns.source)
  }
  const texts = `${columnOf(columns.time)} AS time_text, ${columnOf(columns.method)} AS method, ${columnOf(columns.path)} AS target, ${columnOf(columns.status)} AS status_text, ${columnOf(columns.count ?? [])} AS count_text, ${columnOf(columns.host ?? [])} AS host`
  const object = "json_valid(line) AND left(ltrim(line), 1) = '{'"
  return `SELECT line, f IS NULL AS broken, ${call.moment} AS moment, ${splitRequest('method', 'target')}, status_text AS status,
  caller, agent, source, count_text, host FROM (
    SELECT line, f, ${texts}, ${call.caller} AS caller, ${call.agent} AS agent, ${call.source} AS source FROM (
      SELECT line, CASE WHEN ${object} THEN json_extract_string(line, [${paths.map(literal).join(', ')}]) END AS f FROM (${lines})))`
}

/** A log can have the request line in place of method and target: `GET /v1/loans HTTP/1.1`. */
const splitRequest = (method: string, target: string): string => {
  const request = `contains(${target}, ' ') AND regexp_matches(${target}, '^[A-Za-z]+ [^ ]+ HTTP/[0-9.]+$')`
  return (
    `CASE WHEN ${request} THEN split_part(${target}, ' ', 1) ELSE ${method} END AS method, ` +
    `CASE WHEN ${request} THEN split_part(${target}, ' ', 2) ELSE ${target} END AS target`
  )
}

/** SELECT of lines that fit a regular expression, whose groups are named. */
function selectPattern(
  lines: string,
  pattern: string,
  groups: readonly string[],
  values: Readonly<Record<string, string>>
): string {
  return `SELECT line, g.${groups[0]} IS NULL OR g.${groups[0]} = '' AS broken, ${Object.entries(values)
    .map(([name, value]) => `${value} AS ${name}`)
    .join(', ')}, NULL AS count_text, NULL AS host FROM (
  SELECT line, regexp_extract(line, ${literal(pattern)}, [${groups.map(literal).join(', ')}]) AS g FROM (${lines}))`
}

const QUOTED = '"((?:[^"\\\\]|\\\\.)*)"'
const COMBINED = `^\\S+ \\S+ (.*?) \\[([^\\]]+)\\] ${QUOTED} (\\d{3}|-) \\S+(?: ${QUOTED} ${QUOTED})?`
const ALB = `^(?:https?|h2|grpcs|wss?) (\\S+) (\\S+) (?:\\S+ ){5}(\\d{3}|-) (?:\\S+ ){3}${QUOTED} ${QUOTED}`

/** Columns of CloudFront's standard log, where a file has no header that says otherwise. */
export const CLOUDFRONT_COLUMNS = [
  ...['date', 'time', 'x-edge-location', 'sc-bytes', 'c-ip', 'cs-method', 'cs(Host)', 'cs-uri-stem', 'sc-status'],
  ...['cs(Referer)', 'cs(User-Agent)', 'cs-uri-query']
]

function selectCloudFront(lines: string, header: readonly string[], columns: Columns = {}): string {
  const field = (name: string): string => {
    const at = header.indexOf(name)
    return at < 0 ? 'NULL' : `f[${at + 1}]`
  }
  const callers = [columns.caller ?? []].flat().map(field)
  return `SELECT line, len(f) < ${CLOUDFRONT_COLUMNS.indexOf('sc-status') + 1} AS broken,
  TRY_CAST(${field('date')} || ' ' || ${field('time')} AS TIMESTAMP) AS moment, ${field('cs-method')} AS method,
  ${field('cs-uri-stem')} AS target, nullif(${field('sc-status')}, '-') AS status, ${first(callers)} AS caller,
  ${first([`coalesce(try(url_decode(${field('cs(User-Agent)')})), ${field('cs(User-Agent)')})`])} AS agent, NULL AS source, NULL AS count_text,
  ${first([field(columns.host ?? 'x-host-header')])} AS host
FROM (SELECT line, string_split(line, '\t') AS f FROM (${lines}) WHERE left(line, 1) <> '#')`
}

/** Attributes of a span, the current name of each first. */
const SPAN = {
  method: ['http.request.method', 'http.method'],
  target: ['url.path', 'http.target', 'url.full', 'http.url'],
  status: ['http.response.status_code', 'http.status_code'],
  caller: ['client.id', 'enduser.id'],
  agent: ['user_agent.original', 'http.user_agent']
}

/** SELECT of the server's spans in OTLP JSON, one request for each line, or one for the file. */
function selectSpans(documents: string, columns: Columns = {}): string {
  const attribute = (names: readonly string[]): string => first(names.map(name => `a[${literal(name)}]`))
  const value = (text: string): string =>
    `coalesce(${['stringValue', 'intValue', 'doubleValue', 'boolValue'].map(each => `json_extract_string(${text}, '$.value.${each}')`).join(', ')}, '')`
  const callers = columns.caller === undefined ? SPAN.caller : [columns.caller].flat()
  const source = columns.source === undefined ? 'NULL' : attribute([columns.source])
  const spans = "json_extract(line, '$.resourceSpans[*].scopeSpans[*].spans[*]')"
  return `SELECT span AS line, span IS NULL AS broken,
  ${isoTime("json_extract_string(span, '$.startTimeUnixNano')")} AS moment, ${attribute(SPAN.method)} AS method,
  ${attribute(SPAN.target)} AS target, ${attribute(SPAN.status)} AS status, ${attribute(callers)} AS caller,
  ${attribute(columns.agent === undefined ? SPAN.agent : [columns.agent])} AS agent, ${source} AS source, NULL AS count_text,
  ${columns.host === undefined ? 'NULL' : attribute([columns.host])} AS host
FROM (
  SELECT span, map_from_entries(list_transform(
    list_distinct(list_transform(json_extract(span, '$.attributes[*]'), x -> json_extract_string(x, '$.key'))),
    k -> {'k': k, 'v': list_transform(list_filter(json_extract(span, '$.attributes[*]'), y -> json_extract_string(y, '$.key') = k), z -> ${value('z')})[1]}
  )) AS a FROM (
    SELECT unnest(CASE WHEN json_valid(line) THEN ${spans} ELSE [NULL] END) AS span FROM (${documents})))
WHERE span IS NULL OR json_extract_string(span, '$.kind') IN ('2', 'SPAN_KIND_SERVER')`
}

/** SELECT of the entries of a HAR file. */
function selectEntries(documents: string, columns: Columns = {}): string {
  const header = (name: string): string =>
    `list_transform(list_filter(json_extract(entry, '$.request.headers[*]'), x -> lower(json_extract_string(x, '$.name')) = ${literal(name.toLowerCase())}), y -> json_extract_string(y, '$.value'))[1]`
  return `SELECT entry AS line, entry IS NULL AS broken, ${isoTime("json_extract_string(entry, '$.startedDateTime')")} AS moment,
  json_extract_string(entry, '$.request.method') AS method, json_extract_string(entry, '$.request.url') AS target,
  json_extract_string(entry, '$.response.status') AS status, ${first([columns.caller ?? []].flat().map(header))} AS caller,
  ${first([header(columns.agent ?? 'user-agent')])} AS agent, NULL AS source, NULL AS count_text, NULL AS host
FROM (SELECT unnest(CASE WHEN json_valid(line) THEN json_extract(line, '$.log.entries[*]') ELSE [NULL] END) AS entry FROM (${documents}))`
}

const documentOf = ({path, compression}: LogFile): string =>
  `SELECT CAST(json AS VARCHAR) AS line FROM read_json_objects(${duckDbPath(path)}, format = 'unstructured', ` +
  `maximum_object_size = 200000000, compression = '${compression === 'none' ? 'uncompressed' : compression}')`

/** What the beginning of a file shows. */
interface LogHead {
  /** The columns of a CloudFront file. */
  readonly header?: readonly string[] | undefined
  /** The columns of a JSON log. */
  readonly found?: ReadonlySet<string> | undefined
}

/** How the calls of a log file are selected. */
export function selectLog(
  file: LogFile,
  format: Exclude<LogFormat, 'aggregated'>,
  columns: Columns | undefined,
  {header = CLOUDFRONT_COLUMNS, found}: LogHead = {}
): LogSelect {
  const lines = linesOf(file)
  if (format === 'har') return {sql: selectEntries(documentOf(file), columns), hasLines: false}
  if (format === 'otlp-json') return {sql: selectSpans(linesOf(file, LONGEST_LINE[format]), columns), hasLines: true}
  if (format === 'cloudfront') return {sql: selectCloudFront(lines, header, columns), hasLines: true}
  if (format === 'combined' || format === 'alb') return {sql: selectText(lines, format), hasLines: true}
  const candidates = candidatesOf(format, columns)
  return {sql: selectJson(lines, found ? narrow(candidates, found) : candidates), hasLines: true}
}

/** Leaves out usual columns that a log doesn't have, because each takes time. Callers and rewritten paths can be
 * missing in many lines. */
const narrow = (all: Candidates, found: ReadonlySet<string>): Candidates => ({
  ...(Object.fromEntries(Object.entries(all).map(([name, names]) => [name, keepFound(names, found)])) as Record<
    keyof Candidates,
    string[]
  >),
  caller: all.caller,
  path: all.path
})

const keepFound = (names: readonly string[], found: ReadonlySet<string>): readonly string[] =>
  names.some(name => found.has(name)) ? names.filter(name => found.has(name)) : names

function selectText(lines: string, format: 'combined' | 'alb'): string {
  const request = {method: "split_part(g.request, ' ', 1)", target: "split_part(g.request, ' ', 2)"}
  const common = {status: "nullif(g.status, '-')", agent: first(['g.agent']), source: 'NULL', ...request}
  return format === 'combined'
    ? selectPattern(lines, COMBINED, ['caller', 'moment', 'request', 'status', 'referrer', 'agent'], {
        moment: commonLogTime('g.moment'),
        caller: first(['g.caller']),
        ...common
      })
    : selectPattern(lines, ALB, ['moment', 'balancer', 'status', 'request', 'agent'], {
        moment: isoTime('g.moment'),
        caller: 'NULL',
        ...common
      })
}
