import {endOfPeriod} from '@tenure/core/app/end-of-period'
import type {Context} from '@tenure/core/context/context'
import type {Day} from '@tenure/core/model/time/date-range'
import {formatCount} from '@tenure/core/text/format-values'
import type {FleetReport, FleetSection} from './pages/format.ts'
import {type Facts, openFacts, type QueryValue, readAll} from './query.ts'
import {type SectionQuery, sectionQueries, YEAR} from './report-sections.ts'

/** Maximum number of rows of a section, because a page about thousands of APIs couldn't show all. */
const MOST_ROWS = 20

/**
 * Answers across all APIs whose facts are in a folder: violations, what is due within a period such as `90d`, and what
 * couldn't be read.
 */
export async function reportFleet(folder: string, within: string, context: Context): Promise<FleetReport> {
  const facts = await openFacts(context.files, folder, false)
  try {
    await loadTables(facts)
    const [days] = await ask(facts, 'SELECT min(as_of) AS first, max(as_of) AS last FROM listed')
    const asOf = String(days?.last ?? context.today('UTC'))
    const until = endOfPeriod(within, asOf)
    const years = await ask(
      facts,
      `SELECT DISTINCT ${YEAR} AS year FROM judgments JOIN listed USING (api) WHERE verdict = 'violation' ORDER BY year`
    )
    const known = years.flatMap(({year}) => (year === null ? [] : [Number(year)]))
    const sections: FleetSection[] = []
    for (const section of sectionQueries(until, known)) sections.push(await fillSection(facts, section))
    const total = (id: FleetSection['id']): number => sections.find(each => each.id === id)?.total ?? 0
    const counts = await countVerdicts(facts, {due: total('due'), unread: total('errors')})
    const policies = await ask(
      facts,
      'SELECT policy AS name, count(*) AS apis FROM listed GROUP BY policy ORDER BY apis DESC, name'
    )
    return {
      ...{format: 1, command: 'report', asOf, until, answer: sayAnswer(counts, until), counts},
      policies: policies.map(({name, apis}) => ({name: String(name ?? ''), apis: Number(apis)})),
      remarks: [
        ...(days?.first === days?.last ? [] : [`APIs were judged on different days, from ${days?.first} to ${asOf}.`]),
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

/**
 * Reads the columns that the queries of the report use into memory, because opening thousands of files for each query
 * would take minutes.
 */
async function loadTables(facts: Facts): Promise<void> {
  await facts.load('listed', ['api', 'owner', 'policy', 'as_of', 'is_partial'])
  await facts.load('judgments', ['api', 'kind', 'verdict', 'is_announced', 'ended_earliest', 'ended_latest'])
  await facts.load(
    'lifecycles',
    ['api', 'subject', 'status', 'due', 'due_on', 'replacement', 'announced_latest', 'removed_earliest'],
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
