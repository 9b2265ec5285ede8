import type {Day} from '@tenure/core/model/time/date-range'
import type {FleetSection} from './pages/format.ts'
import {DEPARTED} from './query.ts'

/** Maximum number of years that have a column of their own, the latest ones. */
const YEARS = 6

/** A section of the report before its query is run. */
export type SectionQuery = Pick<FleetSection, 'id' | 'title' | 'none' | 'sql'>

/** What a report is about. */
export interface ReportScope {
  /** Last day on which removals are due. */
  readonly until: Day
  /** Only what this owner has. */
  readonly owner?: string | undefined
}

/** Queries of the report, in order. `years` are those with violations, from the earliest. */
export const sectionQueries = (scope: ReportScope, years: readonly number[]): SectionQuery[] => [
  {
    id: 'owners',
    title: 'Violations by owner and year',
    none: 'No API has violations.',
    sql: ownersSql(years, scope.owner)
  },
  {
    id: 'due',
    title: `Removals due by ${scope.until}, by owner`,
    none: 'No removals are due.',
    sql: dueSql(scope)
  },
  {
    id: 'unannounced',
    title: 'APIs that announced none of their removals',
    none: 'Every API that removed something announced at least one removal.',
    sql: `SELECT api, owner, count(*) AS removals, min(ended_earliest) AS first, max(ended_latest) AS last
FROM judgments JOIN listed USING (api)
WHERE kind = 'end'${andOwner(scope.owner)}
GROUP BY ALL
HAVING count_if(is_announced) = 0
ORDER BY removals DESC, api`
  },
  {
    id: 'slowest',
    title: 'Longest from deprecation to removal',
    none: 'Nothing that was deprecated has been removed on a known day.',
    sql: `SELECT api, owner, announced_latest AS deprecated, removed_earliest AS removed,
  date_diff('day', announced_latest, removed_earliest) AS days,
  count(*) AS subjects, min(subject) AS example
FROM lifecycles JOIN listed USING (api)
WHERE announced_latest < removed_earliest${andOwner(scope.owner)}
GROUP BY ALL
ORDER BY days DESC, api, deprecated`
  },
  {
    id: 'waiting',
    title: 'Deprecated for longest, not removed',
    none: 'Nothing is deprecated.',
    sql: `SELECT api, owner, announced_latest AS deprecated,
  date_diff('day', announced_latest, as_of) AS days,
  count(*) AS subjects, min(subject) AS example
FROM lifecycles JOIN listed USING (api)
WHERE status IN ('deprecated', 'sunset') AND announced_latest <= as_of${andOwner(scope.owner)}
GROUP BY ALL
ORDER BY days DESC, api`
  },
  {
    id: 'errors',
    title: "APIs that couldn't be read",
    none: 'Every API could be read.',
    sql: `SELECT api, message, source, line
FROM errors
WHERE api NOT IN (${DEPARTED})
ORDER BY api`
  },
  {
    id: 'listings',
    title: 'APIs that joined or left the list',
    none: 'No run has recorded what joined or left.',
    sql: `SELECT as_of AS day, event, count(*) AS apis,
  array_to_string(list(api ORDER BY api)[1:5], ', ') || if(count(*) > 5, ', …', '') AS names
FROM listings
GROUP BY ALL
ORDER BY day DESC, event`
  }
]

/** Query of the removals that are due. The owner of a subject can be another one than that of its API. */
export const dueSql = ({until, owner}: ReportScope): string =>
  `SELECT coalesce(due_owner, owner) AS owner, api, subject, due, due_on, sunset_latest AS sunset, replacement, callers, calls,
  CASE WHEN covered < 100 THEN covered || '%' END AS covered
FROM lifecycles JOIN listed USING (api)
WHERE due_on <= DATE '${until}'${andOwner(owner, 'coalesce(due_owner, owner)')}
ORDER BY 1, due_on, api, subject`

/** Condition that an owner is among those of a column. Empty without one. */
export const isOwnedBy = (owner: string, column = 'owner'): string =>
  `list_contains(string_split(${column}, ', '), '${owner.replaceAll("'", "''")}')`

const andOwner = (owner: string | undefined, column?: string): string =>
  owner === undefined ? '' : ` AND ${isOwnedBy(owner, column)}`

/** Year of a violation. Null if it may have been in more than one. */
export const YEAR = 'CASE WHEN year(ended_earliest) = year(ended_latest) THEN year(ended_latest) END'

/** A row for each owner, with a column for each of the latest years. */
function ownersSql(years: readonly number[], owner: string | undefined): string {
  const [first, ...more] = years.slice(-YEARS)
  const counts = [
    ...(first === undefined || years.length <= YEARS ? [] : [`count_if(year < ${first}) AS "before ${first}"`]),
    ...(first === undefined ? [] : [first, ...more]).map(year => `count_if(year = ${year}) AS "${year}"`),
    'count_if(year IS NULL) AS "no date"'
  ]
  return `SELECT owner, count(DISTINCT api) AS apis, count(*) AS violations,
  ${counts.join(', ')}
FROM (
  SELECT api, owner, ${YEAR} AS year
  FROM judgments JOIN listed USING (api)
  WHERE verdict = 'violation'${andOwner(owner)}
)
GROUP BY owner
ORDER BY violations DESC, owner`
}
