/** What differs between the engines that count log lines. Texts are SQL expressions; patterns are plain regular ones. */
export interface Dialect {
  /** Whether its statement is run in our tests. */
  readonly isTested: boolean
  /** Statements before the SELECT. */
  readonly prelude?: string
  /** What follows the SELECT. */
  readonly suffix?: string
  readonly literal: (text: string) => string
  /** Replaces every match. */
  readonly replace: (text: string, pattern: string, by: string) => string
  readonly matches: (text: string, pattern: string) => string
  /** Statement that must run before `isWord`. */
  readonly defineWords?: (words: readonly string[]) => string
  readonly isWord: (text: string, words: readonly string[]) => string
  /** The first match; NULL or empty without one. */
  readonly extract: (text: string, pattern: string) => string
  readonly split: (text: string) => string
  /** The segment at a position from 1; NULL or empty after the last one. */
  readonly item: (list: string, at: number) => string
  /** Decodes percent-encoding, and keeps what can't be decoded. */
  readonly decode: (text: string) => string
  readonly concat: (...parts: readonly string[]) => string
  /** The start of the day of a timestamp. */
  readonly dayStart: (time: string) => string
  /** Aggregates hours into a mask of bits, the first hour lowest. */
  readonly orHours: (hour: string) => string
  /** Parts of a timestamp in UTC: `YYYY-MM-DD`, the hour as an integer, and `HH:MM:SS`. */
  readonly day: (time: string) => string
  readonly hour: (time: string) => string
  readonly clock: (time: string) => string
  readonly integer: (text: string) => string
  readonly text: (value: string) => string
}

const doubled = (text: string): string => `'${text.replaceAll("'", "''")}'`
const escaped = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const pipes = (...parts: readonly string[]): string => parts.join(' || ')
const call = (...parts: readonly string[]): string => `concat(${parts.join(', ')})`
const isAmong =
  (literal: (text: string) => string) =>
  (text: string, words: readonly string[]): string =>
    `${text} IN (${words.map(literal).join(', ')})`
const keepPlus = (text: string): string => `replace(${text}, '+', '%2B')`

export const DIALECTS = {
  duckdb: {
    isTested: true,
    literal: doubled,
    replace: (text, pattern, by) => `regexp_replace(${text}, ${doubled(pattern)}, ${doubled(by)}, 'g')`,
    matches: (text, pattern) => `regexp_matches(${text}, ${doubled(pattern)})`,
    // A list of many words after IN takes five times as long.
    defineWords: words => `CREATE TYPE traffic_word AS ENUM (${words.map(doubled).join(', ')});`,
    isWord: text => `TRY_CAST(${text} AS traffic_word) IS NOT NULL`,
    extract: (text, pattern) => `regexp_extract(${text}, ${doubled(pattern)})`,
    split: text => `string_split(${text}, '/')`,
    item: (list, at) => `${list}[${at}]`,
    decode: text => `coalesce(try(url_decode(${text})), ${text})`,
    concat: pipes,
    dayStart: time => `date_trunc('day', ${time})`,
    orHours: hour => `bit_or(CAST(1 AS INTEGER) << ${hour})`,
    day: time => `strftime(${time}, '%Y-%m-%d')`,
    hour: time => `CAST(hour(${time}) AS INTEGER)`,
    clock: time => `strftime(${time}, '%H:%M:%S')`,
    integer: text => `TRY_CAST(${text} AS INTEGER)`,
    text: value => `CAST(${value} AS VARCHAR)`
  },
  spark: {
    isTested: true,
    prelude: 'SET spark.sql.session.timeZone = UTC;',
    literal: escaped,
    replace: (text, pattern, by) => `regexp_replace(${text}, ${escaped(pattern)}, ${escaped(by)})`,
    matches: (text, pattern) => `(${text} RLIKE ${escaped(pattern)})`,
    isWord: isAmong(escaped),
    extract: (text, pattern) => `regexp_extract(${text}, ${escaped(pattern)}, 0)`,
    split: text => `split(${text}, '/')`,
    item: (list, at) => `get(${list}, ${at - 1})`,
    decode: text => `coalesce(try_url_decode(${keepPlus(text)}), ${text})`,
    concat: pipes,
    dayStart: time => `date_trunc('DAY', ${time})`,
    orHours: hour => `bit_or(shiftleft(1, ${hour}))`,
    day: time => `date_format(${time}, 'yyyy-MM-dd')`,
    hour: time => `hour(${time})`,
    clock: time => `date_format(${time}, 'HH:mm:ss')`,
    integer: text => `TRY_CAST(${text} AS INT)`,
    text: value => `CAST(${value} AS STRING)`
  },
  bigquery: {
    isTested: false,
    prelude: `CREATE TEMP FUNCTION decode_segment(x STRING) RETURNS STRING LANGUAGE js AS r"""
  try { return decodeURIComponent(x) } catch (e) { return x }
""";`,
    literal: escaped,
    replace: (text, pattern, by) => `REGEXP_REPLACE(${text}, ${escaped(pattern)}, ${escaped(by)})`,
    matches: (text, pattern) => `REGEXP_CONTAINS(${text}, ${escaped(pattern)})`,
    isWord: isAmong(escaped),
    extract: (text, pattern) => `REGEXP_EXTRACT(${text}, ${escaped(pattern)})`,
    split: text => `SPLIT(${text}, '/')`,
    item: (list, at) => `${list}[SAFE_OFFSET(${at - 1})]`,
    decode: text => `decode_segment(${text})`,
    concat: pipes,
    dayStart: time => `TIMESTAMP_TRUNC(${time}, DAY)`,
    orHours: hour => `BIT_OR(1 << ${hour})`,
    day: time => `FORMAT_TIMESTAMP('%F', ${time}, 'UTC')`,
    hour: time => `CAST(FORMAT_TIMESTAMP('%H', ${time}, 'UTC') AS INT64)`,
    clock: time => `FORMAT_TIMESTAMP('%T', ${time}, 'UTC')`,
    integer: text => `SAFE_CAST(${text} AS INT64)`,
    text: value => `CAST(${value} AS STRING)`
  },
  clickhouse: {
    isTested: false,
    suffix: 'SETTINGS prefer_column_name_to_alias = 1',
    literal: escaped,
    replace: (text, pattern, by) => `replaceRegexpAll(${text}, ${escaped(pattern)}, ${escaped(by)})`,
    matches: (text, pattern) => `match(${text}, ${escaped(pattern)})`,
    isWord: isAmong(escaped),
    extract: (text, pattern) => `extract(${text}, ${escaped(`(${pattern})`)})`,
    split: text => `splitByChar('/', ${text})`,
    item: (list, at) => `${list}[${at}]`,
    decode: text => `decodeURLComponent(${text})`,
    concat: call,
    dayStart: time => `toStartOfDay(${time}, 'UTC')`,
    orHours: hour => `groupBitOr(bitShiftLeft(toUInt32(1), ${hour}))`,
    day: time => `formatDateTime(${time}, '%Y-%m-%d', 'UTC')`,
    hour: time => `toHour(${time}, 'UTC')`,
    clock: time => `formatDateTime(${time}, '%H:%i:%S', 'UTC')`,
    integer: text => `toInt32OrNull(toString(${text}))`,
    text: value => `toString(${value})`
  },
  athena: {
    isTested: false,
    literal: doubled,
    replace: (text, pattern, by) => `regexp_replace(${text}, ${doubled(pattern)}, ${doubled(by)})`,
    matches: (text, pattern) => `regexp_like(${text}, ${doubled(pattern)})`,
    isWord: isAmong(doubled),
    extract: (text, pattern) => `regexp_extract(${text}, ${doubled(pattern)})`,
    split: text => `split(${text}, '/')`,
    item: (list, at) => `element_at(${list}, ${at})`,
    decode: text => `coalesce(try(url_decode(${keepPlus(text)})), ${text})`,
    concat: pipes,
    dayStart: time => `date_trunc('day', ${time})`,
    orHours: hour => `bitwise_or_agg(bitwise_left_shift(1, ${hour}))`,
    day: time => `date_format(${time}, '%Y-%m-%d')`,
    hour: time => `hour(${time})`,
    clock: time => `date_format(${time}, '%H:%i:%s')`,
    integer: text => `TRY_CAST(${text} AS INTEGER)`,
    text: value => `CAST(${value} AS VARCHAR)`
  }
} as const satisfies Readonly<Record<string, Dialect>>

/** The path of a file for DuckDB, which would take some characters for a pattern. */
export const duckDbPath = (path: string): string => doubled(path.replace(/[[*?]/g, '[$&]'))

export type DialectName = keyof typeof DIALECTS
export const DIALECT_NAMES = Object.keys(DIALECTS) as readonly DialectName[]
