import {endOfPeriod} from '@tenure/core/app/end-of-period'
import {assertKnownOwner} from '@tenure/core/app/owner-filter'
import type {Context} from '@tenure/core/context/context'
import {defined} from '@tenure/core/model/defined'
import type {Day} from '@tenure/core/model/time/date-range'
import {writeRows} from '@tenure/core/outputs/report/rows'
import {formatCount} from '@tenure/core/text/format-values'
import type {FleetReport, FleetSection} from './pages/format.ts'
import {type Facts, openFacts, type QueryValue, readAll} from './query.ts'
import {dueSql, isOwnedBy, type SectionQuery, sectionQueries, YEAR} from './report-sections.ts'

/** Maximum number of rows of a section, because a page about thousands of APIs couldn't show all. */
const MOST_ROWS = 20

export interface FleetReportOptions {
  /** How far to look ahead, such as `90d`. */
  readonly within: string
  /** Only what this owner has. */
  readonly owner?: string | undefined
}

/**
 * Answers across all APIs whose facts are in a folder: violations, what is due within a period, and what couldn't be
 * read.
 */
export async function reportFleet(
  folder: string,
  {within, owner}: FleetReportOptions,
  context: Context
): Promise<FleetReport> {
  const facts = await openFacts(context.files, folder, false)
  try {
    await requireOwner(facts, owner)
    await loadTables(facts, owner)
    const days = await daysOf(facts)
    const asOf = days.last ?? context.today('UTC')
    const until = endOfPeriod(within, asOf)
    const years = await ask(
      facts,
      `SELECT DISTINCT ${YEAR} AS year FROM judgments JOIN listed USING (api) WHERE verdict = 'violation' ORDER BY year`
    )
    const known = years.flatMap(({year}) => (year === null ? [] : [Number(year)]))
    const sections: FleetSection[] = []
    for (const section of sectionQueries({until, owner}, known)) sections.push(await fillSection(facts, section))
    const total = (id: FleetSection['id']): number => sections.find(each => each.id === id)?.total ?? 0
    const counts = await countVerdicts(facts, {due: total('due'), unread: total('errors')})
    const policies = await ask(
      facts,
      'SELECT policy AS name, count(*) AS apis FROM listed GROUP BY policy ORDER BY apis DESC, name'
    )
    return {
      ...{format: 1, command: 'report', ...defined({owner}), asOf, until, answer: sayAnswer(counts, until), counts},
      policies: policies.map(({name, apis}) => ({name: String(name ?? ''), apis: Number(apis)})),
      remarks: [
        ...(days.first === days.last ? [] : [`APIs were judged on different days, from ${days.first} to ${asOf}.`]),
        ...(counts.partial === 0
          ? []
          : [
              `${formatCount(counts.partial, 'API')} ${counts.partial === 1 ? 'was' : 'were'} read only in part, so more may have changed.`
            ])
      ],
      sections
    }
  } finally {
    facts.close()
  }
}

/** Writes the removals that are due within a period as CSV. */
export async function* writeDueRows(
  folder: string,
  {within, owner}: FleetReportOptions,
  context: Context
): AsyncGenerator<string> {
  const facts = await openFacts(context.files, folder)
  try {
    await requireOwner(facts, owner)
    const {last} = await daysOf(facts)
    const until = endOfPeriod(within, last ?? context.today('UTC'))
    yield* writeRows(await facts.query(dueSql({until, owner})), 'csv')
  } finally {
    facts.close()
  }
}

/** The first and the last day on which an API was judged. Missing if none was. */
async function daysOf(facts: Facts): Promise<{readonly first?: Day; readonly last?: Day}> {
  const [{first, last} = {}] = await ask(facts, 'SELECT min(as_of) AS first, max(as_of) AS last FROM listed')
  return typeof first === 'string' && typeof last === 'string' ? {first, last} : {}
}

/** Throws an `InputError` if nothing belongs to the owner. */
async function requireOwner(facts: Facts, owner: string | undefined): Promise<void> {
  if (owner === undefined) return
  const found = await ask(
    facts,
    `SELECT DISTINCT unnest(string_split(names, ', ')) AS name
FROM (SELECT owner AS names FROM listed UNION SELECT due_owner FROM lifecycles WHERE api IN (SELECT api FROM listed))
ORDER BY name`
  )
  assertKnownOwner(
    owner,
    found.map(({name}) => String(name))
  )
}

/**
 * Reads the columns that the queries of the report use into memory, because opening thousands of files for each query
 * would take minutes.
 */
async function loadTables(facts: Facts, owner: string | undefined): Promise<void> {
  const isOwn = owner === undefined ? 'true' : isOwnedBy(owner)
  const hasOwn =
    owner === undefined
      ? 'true'
      : `${isOwn} OR api IN (FROM lifecycles SELECT api WHERE ${isOwnedBy(owner, 'due_owner')})`
  await facts.load('listed', ['api', 'owner', 'policy', 'as_of', 'is_partial'], hasOwn)
  await facts.load(
    'judgments',
    ['api', 'kind', 'verdict', 'is_announced', 'ended_earliest', 'ended_latest'],
    `api IN (FROM listed SELECT api WHERE ${isOwn})`
  )
  await facts.load(
    'lifecycles',
    [
      ...['api', 'subject', 'status', 'due', 'due_on', 'due_owner', 'replacement', 'callers', 'calls', 'covered'],
      ...['announced_latest', 'sunset_latest', 'removed_earliest']
    ],
    "due_on IS NOT NULL OR removed_earliest IS NOT NULL OR status IN ('deprecated', 'sunset')"
  )
}

const ask = async (facts: Facts, sql: string): Promise<Readonly<Record<string, QueryValue>>[]> =>
  readAll(await facts.query(sql))

async function fillSection(facts: Facts, section: SectionQuery): Promise<FleetSection> {
  const {columns, rows} = await facts.query(section.sql)
  const shown: Record<string, QueryValue>[] = []
  let total = 0
  for await (const row of rows) {
    total++
    if (total <= MOST_ROWS) shown.push(Object.fromEntries(columns.map(({name}, at) => [name, row[at] ?? null])))
  }
  return {...section, total, columns: [...columns], rows: shown}
}

type Counts = FleetReport['counts']

async function countVerdicts(facts: Facts, known: Pick<Counts, 'due' | 'unread'>): Promise<Counts> {
  const [apis] = await ask(facts, 'SELECT count(*) AS all, count_if(is_partial) AS partial FROM listed')
  const verdicts = await ask(
    facts,
    'SELECT verdict, count(*) AS times, count(DISTINCT api) AS apis FROM judgments JOIN listed USING (api) GROUP BY verdict'
  )
  const of = (name: string, what: 'times' | 'apis'): number =>
    Number(verdicts.find(({verdict}) => verdict === name)?.[what] ?? 0)
  return {
    apis: Number(apis?.all) + known.unread,
    violating: of('violation', 'apis'),
    violations: of('violation', 'times'),
    undetermined: of('undetermined', 'times'),
    exempt: of('exempt', 'times'),
    compliant: of('compliant', 'times'),
    ...known,
    partial: Number(apis?.partial)
  }
}

/** `214 violations in 31 of 200 APIs, 40 undetermined; 12 removals are due by 2027-02-24; 1 API couldn't be read.` */
function sayAnswer({apis, violating, violations, undetermined, due, unread}: Counts, until: Day): string {
  const found =
    violations === 0
      ? `No violations in ${formatCount(apis, 'API')}`
      : `${formatCount(violations, 'violation')} in ${violating} of ${formatCount(apis, 'API')}`
  const unsure = undetermined === 0 ? '' : `, ${undetermined} undetermined`
  const removals = due === 0 ? 'no removals are' : due === 1 ? '1 removal is' : `${formatCount(due, 'removal')} are`
  const missing = unread === 0 ? '' : `; ${formatCount(unread, 'API')} couldn't be read`
  return `${found}${unsure}; ${removals} due by ${until}${missing}.`
}
