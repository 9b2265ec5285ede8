import {mkdtempSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {toCompactMarkdown} from '@tenure/core/outputs/markdown/markdown'
import {type RowFormat, writeRows} from '@tenure/core/outputs/report/rows'
import {beforeAll, describe, expect, it} from 'vitest'
import {folder as apisIn, expectRefusal, tenure} from '../../../test/cli/run.ts'
import {CONTEXT, HERE} from '../../../test/here.ts'
import {createRow} from '../src/facts.ts'
import {fleetReportSchema} from '../src/pages/format.ts'
import {fleetReportNodes} from '../src/pages/markdown.ts'
import {renderFleetReport} from '../src/pages/page.ts'
import {openFacts} from '../src/query.ts'
import {reportFleet} from '../src/report.ts'
import {openStore} from '../src/store.ts'
import {fleetOf} from './commands/fleet-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenure-report-'))
const AS_OF = '2026-11-26'
const HOSTILE = '<script>globalThis.hacked=1</script>|`\u202E'

/** The facts of an API with violations in one year, and optionally an endpoint that is due on a day. */
const factsOf = (api: string, owner: string | null, year: number, violations: number, due?: string) => ({
  apis: [
    createRow('apis', api, {owner, policy: 'thirteen-months', as_of: AS_OF, releases: 2, is_partial: api === 'b'})
  ],
  judgments: Array.from({length: violations}, () =>
    createRow('judgments', api, {
      ...{kind: 'end', verdict: 'violation', is_announced: api === 'a'},
      ...{ended_earliest: `${year}-01-02`, ended_latest: `${year}-01-02`}
    })
  ),
  lifecycles:
    due === undefined
      ? []
      : [
          createRow('lifecycles', api, {
            ...{subject: HOSTILE, subject_kind: 'endpoint', status: 'deprecated', due: 'coming', due_on: due},
            ...{announced_earliest: '2026-01-01', announced_latest: '2026-01-01'}
          })
        ],
  listings: [createRow('listings', api, {event: 'joined', as_of: AS_OF})]
})

beforeAll(async () => {
  const store = await openStore(HERE, folder)
  await store.write('a', factsOf('a', 'team-a', 2025, 2, '2027-01-01'))
  await store.write('b', factsOf('b', null, 2018, 1, '2027-06-01'))
  for (let year = 2019; year < 2025; year++) await store.write(`y${year}`, factsOf(`y${year}`, 'team-y', year, 1))
  await store.write('bad', {errors: [createRow('errors', 'bad', {message: HOSTILE, source: 'bad.yaml', line: 3})]})
  // An API that left the list no longer counts.
  const formerApi = factsOf('left', 'team-a', 2025, 50, '2027-01-01')
  await store.write('left', {
    ...formerApi,
    errors: [createRow('errors', 'left', {message: 'Old.'})],
    listings: [...formerApi.listings, createRow('listings', 'left', {event: 'left', as_of: AS_OF})]
  })
  store.close()
})

const reportOn = (path: string, within = '90d') => reportFleet(path, {within}, CONTEXT)
const markdownOf = async (path = folder, within = '90d'): Promise<string> =>
  toCompactMarkdown(fleetReportNodes(await reportOn(path, within)))

/** The rows that answer a query, as they are printed. */
async function printed(sql: string, format: RowFormat = 'table'): Promise<string> {
  const facts = await openFacts(HERE.files, folder)
  try {
    let text = ''
    for await (const part of writeRows(await facts.query(sql), format)) text += part
    return text
  } finally {
    facts.close()
  }
}

describe('the report on all APIs', () => {
  it('states the totals in its first line, and counts only APIs in the list', async () => {
    const out = await markdownOf()
    expect(out.split('\n')[0]).toBe(
      "# 9 violations in 8 of 9 APIs; 1 removal is due by 2027-02-24; 1 API couldn't be read."
    )
    expect(out).toContain('- 1 API was read only in part, so more may have changed.')
    expect(out).toContain('| `team-y` | 6 | 6 | 1 | 1 | 1 | 1 | 1 | 1 | 0 | 0 |')
    expect(out).toContain('| no owner | 1 | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |')
    expect(out).toContain('| `bad` | \\<script>')
  })

  it('includes removals due within `--within`', async () => {
    expect(await markdownOf(folder, '1y')).toContain('; 2 removals are due by 2027-11-26;')
  })

  it('is valid JSON for its schema, with queries that work', async () => {
    const json = fleetReportSchema.parse(JSON.parse(JSON.stringify(await reportOn(folder))))
    expect(json.counts).toEqual({
      ...{apis: 9, violating: 8, violations: 9, undetermined: 0, exempt: 0, compliant: 0},
      ...{due: 1, unread: 1, partial: 1}
    })
    expect(json.sections.map(({id, total}) => [id, total])).toEqual([
      ['owners', 3],
      ['due', 1],
      ['unannounced', 7],
      ['slowest', 0],
      ['waiting', 2],
      ['errors', 1],
      ['listings', 2]
    ])
    for (const {sql, rows} of json.sections) {
      expect(JSON.parse(await printed(sql, 'json'))).toEqual(rows)
    }
  })

  it('shows the first rows and the number of others', async () => {
    const many = mkdtempSync(join(tmpdir(), 'tenure-report-'))
    const store = await openStore(HERE, many)
    const lifecycles = Array.from({length: 143}, (_, at) =>
      createRow('lifecycles', 'a', {subject: `GET /${at}`, due: 'now', due_on: '2026-01-01'})
    )
    await store.write('a', {...factsOf('a', 'o', 2025, 0), lifecycles})
    store.close()
    const out = await markdownOf(many)
    expect(out.split('\n')[0]).toBe('# No violations in 1 API; 143 removals are due by 2027-02-24.')
    expect(out).toContain('and 123 more.')
    expect(out.match(/can be removed now/g)).toHaveLength(20)
  })

  it('is an HTML page without scripts that escapes names', async () => {
    const json = fleetReportSchema.parse(JSON.parse(JSON.stringify(await reportOn(folder))))
    const page = renderFleetReport(json, 'body {}')
    expect(page).not.toMatch(/<script|https?:|\u202E/)
    expect(page).toContain('&lt;script&gt;globalThis.hacked=1&lt;/script&gt;|`\\u202e')
    expect(page.length).toBeLessThan(20_000)
  })
})

describe('rows', () => {
  it('are a table', async () => {
    expect(await printed("SELECT api, releases, owner FROM apis WHERE api < 'c' ORDER BY api")).toBe(
      'api  releases  owner\n---  --------  ------\na           2  team-a\nb           2\n2 rows\n'
    )
    expect(await printed('FROM apis WHERE false')).toMatch(/\nNo rows\n$/)
    expect(await printed('SELECT * FROM range(10001)')).toMatch(
      /\nThe first 10,000 rows\. Use `--format csv` or `--format json` for all of them\.\n$/
    )
    expect(await printed("SELECT message FROM errors WHERE api = 'bad'")).toContain('|`\\u202e\n1 row\n')
  })

  it('are JSON', async () => {
    const out = await printed('SELECT api, as_of, releases FROM apis ORDER BY api LIMIT 1', 'json')
    expect(out).toBe('[\n  {"api":"a","as_of":"2026-11-26","releases":2}\n]\n')
    expect(await printed('FROM apis WHERE false', 'json')).toBe('[]\n')
  })

  it('are CSV without formulas', async () => {
    const out = await printed(`SELECT '=1+1' AS a, 'x,"y' || chr(10) || 'z' AS b, -1 AS c, NULL AS d`, 'csv')
    expect(out).toBe(`a,b,c,d\r\n'=1+1,"x,""y\nz",-1,\r\n`)
  })
})

describe('`tenure report --sql`', () => {
  const cwd = apisIn(fleetOf(1))
  const query = (sql: string, ...args: string[]) => tenure(['report', '--sql', sql, ...args], {cwd})

  it('reads the APIs and prints the answer', async () => {
    expect(await query('SELECT api, releases FROM apis')).toEqual({
      code: 0,
      out: 'api    releases\n-----  --------\napi-0         2\n1 row\n',
      err: '1 API: 1 read, 0 unchanged.\n'
    })
  })

  it('answers about the facts of a folder where there is no list', async () => {
    const empty = apisIn()
    const {code, out} = await tenure(['report', '--output', folder], {cwd: empty})
    expect({code, out}).toEqual({code: 0, out: await markdownOf()})
    expectRefusal(await tenure(['report', '--output', empty], {cwd: empty}))
  })

  it("fails with DuckDB's message and no stack trace", async () => {
    const {code, out, err} = await query('SELECT owners FROM apis')
    expect({code, out}).toEqual({code: 2, out: ''})
    expect(err).toContain('Binder Error: Referenced column "owners" not found in FROM clause!\nCandidate bindings:')
    expect(err).toContain('LINE 1: SELECT owners FROM apis\n               ^\n')
    expect(err).not.toMatch(/\n +at /)
  })

  it('has examples in its help that work', async () => {
    const help = (await tenure(['report', '--help'])).out
    const queries = [...help.matchAll(/tenure report --sql "([^"]+)"/g)].map(([, sql = '']) => sql)
    expect(queries.length).toBe(2)
    for (const sql of queries) expect((await query(sql)).code, sql).toBe(0)
  })

  it('refuses a format that rows do not have', async () => {
    const refused = await query('FROM apis', '--format', 'html')
    expectRefusal(refused)
    expect(refused.err).toContain("`--format html` isn't a format of rows. Allowed: `table`, `json`, and `csv`.")
  })
})
