import type {Dialect} from './dialects.ts'

/** What of paths is kept: the words of descriptions. Everything else becomes a placeholder. */
export interface Vocabulary {
  /** The segments of templates and base paths without parameters. */
  readonly literals: readonly string[]
  /** The segments with a parameter and other text, without its name: `{}.json`. */
  readonly patterns: readonly string[]
  /** The number of segments of the longest template. */
  readonly depth: number
  /** Prefixes of a proxy, without a slash at the end. */
  readonly prefixes: readonly string[]
}

/** Columns of the aggregation, in order. */
export const ROW_COLUMNS = [
  ...['source', 'day', 'hours', 'method', 'shape', 'caller', 'agent', 'status', 'calls', 'first', 'last']
] as const

/** Placeholder for a segment that no description has. */
export const PLACEHOLDER = '{}'
/** What a shape ends with if its path has more segments than any template. */
export const DEEPER = '/…'
/** Before each pattern that a segment fits. */
export const FITS = '|'

/** Segments of an unknown prefix that may come before a path. */
const UNKNOWN_PREFIX = 4

const METHODS = '^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT|QUERY)$'
/** A method that no description has. A line without a method has none, and may be of any. */
export const OTHER_METHOD = 'OTHER'
/** What isn't part of the path: scheme and host, query, fragment, and parameters of segments. */
const NO_PATH = '^[a-zA-Z][a-zA-Z0-9+.-]*://[^/?#]*|[?#].*$|;[^/?#]*'
/** Several slashes, and segments that are a dot. */
const SLASHES = '(/[.]?)*/([.]$)?'
/** The name of a user agent, without its version. */
const AGENT = '^[^/ (]+'

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A regular expression for the values of a segment with parameters. */
export const segmentPattern = (segment: string): string =>
  `^${segment.split(PLACEHOLDER).map(escapePattern).join('.+')}$`

/**
 * SELECT that counts calls by source, day, method, shape of the path, caller, agent, and class of the status. `calls` is
 * a SELECT with the columns `source`, `moment` (a timestamp in UTC), `method`, `target`, `status`, `caller`, and `agent`,
 * and with `also`, which are kept.
 */
export function aggregate(calls: string, vocabulary: Vocabulary, sql: Dialect, also: readonly string[] = []): string {
  const depth = vocabulary.depth + UNKNOWN_PREFIX + 1
  const positions = Array.from({length: depth}, (_, at) => at + 1)
  const segment = (at: number): string => {
    // The first item is before the first slash.
    const text = sql.item('segments', at + 1)
    return `CASE WHEN encoded THEN ${sql.decode(text)} ELSE ${text} END AS s${at}`
  }
  const kept = ['source', 'moment', 'method', 'status', 'caller', 'agent', ...also].join(', ')
  const extra = also.map(each => `, ${each}`).join('')
  const lines = [
    ['calls', calls],
    ...pathSteps(kept, vocabulary.prefixes, sql),
    ['parts', `SELECT ${kept},\n  ${positions.map(segment).join(',\n  ')}\nFROM paths`],
    [
      'shapes',
      `SELECT source${extra}, moment, ${sql.dayStart('moment')} AS started, method,
  ${sql.concat(...positions.map(at => (at === depth ? `CASE WHEN s${at} <> '' THEN '${DEEPER}' ELSE '' END` : shapeOf(`s${at}`, vocabulary, sql))))} AS shape,
  CASE WHEN caller IS NULL THEN '' ELSE caller END AS caller,
  CASE WHEN (caller IS NULL OR caller = '') AND agent IS NOT NULL THEN ${kindOfAgent(sql)} ELSE '' END AS agent,
  ${CLASS} AS status
FROM parts`
    ],
    // What is formatted after grouping is formatted for fewer rows.
    [
      'counts',
      `SELECT source${extra}, started, method, shape, caller, agent, status, count(*) AS calls, ${sql.orHours(sql.hour('moment'))} AS hours, min(moment) AS earliest, max(moment) AS latest
FROM shapes
GROUP BY source${extra}, started, method, shape, caller, agent, status`
    ]
  ]
  return `WITH ${lines.map(([name, select]) => `${name} AS (\n${select}\n)`).join(', ')}
SELECT source, ${sql.day('started')} AS day, hours,
  CASE WHEN ${sql.matches('upper(method)', METHODS)} THEN upper(method) WHEN ${sql.matches('method', '^[A-Za-z]+$')} THEN '${OTHER_METHOD}' ELSE '' END AS method, shape, caller, agent, status,
  calls, ${sql.clock('earliest')} AS first, ${sql.clock('latest')} AS last${extra}
FROM counts`
}

/** The status of calls that were answered with 404 or 410. Of others, only the class is kept. */
export const GONE = 404

const CLASS = `CASE WHEN status = ${GONE} OR status = 410 THEN ${GONE} ${[5, 4, 3, 2, 1].map(each => `WHEN status >= ${each}00 THEN ${each}`).join(' ')} ELSE 0 END`

/** An agent without a name is none. */
const kindOfAgent = (sql: Dialect): string => `coalesce(${sql.extract('agent', AGENT)}, '')`

/** The steps from a target to its segments. Few targets need the replacements. */
function pathSteps(
  kept: string,
  prefixes: readonly string[],
  sql: Dialect
): (readonly [name: string, select: string])[] {
  const change = (from: string, column: string, pattern: string, changed: string): string =>
    `SELECT ${kept}, CASE WHEN ${sql.matches(column, pattern)} THEN ${changed} ELSE ${column} END AS path FROM ${from}`
  const alternatives = prefixes.toSorted((a, b) => b.length - a.length).map(escapePattern)
  const prefix = `^(${alternatives.join('|')})(/|$)`
  const cleaned = sql.replace(sql.concat("'/'", 'path'), SLASHES, '/')
  return [
    ['targets', change('calls', 'target', '[?#;]|^[a-zA-Z]', sql.replace('target', NO_PATH, ''))],
    ['cleaned', change('targets', 'path', '//|/[.]/|/[.]$|^[^/]', cleaned)],
    ...(alternatives.length === 0
      ? []
      : [['prefixless', change('cleaned', 'path', prefix, sql.replace('path', prefix, '/'))] as const]),
    [
      'paths',
      `SELECT ${kept}, ${sql.split('path')} AS segments, ${sql.matches('path', '%')} AS encoded FROM ${alternatives.length === 0 ? 'cleaned' : 'prefixless'}`
    ]
  ]
}

/** The segment as it stands in the shape, with a slash before it; empty after the last one. */
function shapeOf(segment: string, {literals, patterns}: Vocabulary, sql: Dialect): string {
  const isLiteral =
    literals.length === 0 ? '' : `WHEN ${sql.isWord(segment, literals)} THEN ${sql.concat("'/'", segment)} `
  const fits = patterns.map(
    each => `CASE WHEN ${sql.matches(segment, segmentPattern(each))} THEN ${sql.literal(`${FITS}${each}`)} ELSE '' END`
  )
  const anyPattern = patterns.map(segmentPattern).join('|')
  const isPattern =
    patterns.length === 0 ? '' : `WHEN ${sql.matches(segment, anyPattern)} THEN ${sql.concat("'/'", ...fits)} `
  return `CASE WHEN ${segment} IS NULL OR ${segment} = '' THEN '' ${isLiteral}${isPattern}ELSE '/${PLACEHOLDER}' END`
}
