// A table of traffic decides whether a removal is allowed, so a change must not be able to bring, edit, or choose one.
import {symlinkSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, tenure, write} from '../cli/run.ts'
import {tableOf, type WrittenTable} from '../traffic-table.ts'
import {
  check,
  checkScenario,
  DELETED,
  type Expected,
  type Files,
  get,
  history,
  repositoryOf,
  type Scenario,
  spec,
  TODAY
} from './scenario.ts'

const POLICY = `name: by-usage
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 months, conditions: {usage: {callers: none}}}}
waiverReasons: {low-usage: {usage: {callsBelow: 100}}}
`
const CONFIG = 'spec: openapi.yaml\nhistory: history.yaml\npolicy: policy.yaml\n'
const ANNOUNCED = ['1.0', '2025-06-01', ['{deprecated: GET /v1/loans, note: n, replacement: none}']] as const
const REMOVED = ['next', undefined, ['{removed: GET /v1/loans, note: n, replacement: none}']] as const
const KNOWN = history([ANNOUNCED])
const REMOVING = history([ANNOUNCED, REMOVED])
const BEFORE = spec(get('/v1/loans', 'deprecated: true, '), get('/v2/loans'))
const AFTER = spec(get('/v2/loans'))

const MONTH: WrittenTable = {from: '2026-01-20', to: '2026-03-01'}
const CALLED: WrittenTable = {...MONTH, calls: {'2026-02-27': ['GET /v1/loans,kiosk,120,2,0']}}
const inRepository = (table: WrittenTable, path = 'api-traffic/'): Files => tableOf(table, path)
/** The same files, deleted. */
const deleted = (files: Files): Files => Object.fromEntries(Object.keys(files).map(path => [path, DELETED]))

const QUIET = inRepository(MONTH)
const BUSY = inRepository(CALLED)

/** A branch that removes the endpoint, where the target and the branch have these files. */
const scenarioOf = (name: string, target: Files, change: Files = {}, more: Partial<Scenario> = {}): Scenario => ({
  name,
  main: [
    ['2025-06-01', {'openapi.yaml': BEFORE, 'history.yaml': KNOWN, 'policy.yaml': POLICY, 'tenure.yaml': CONFIG}],
    ['2026-03-01', target]
  ],
  branch: [[TODAY, {'openapi.yaml': AFTER, 'history.yaml': REMOVING, ...change}]],
  ...more
})

const MET: Expected = {code: 0, verdicts: ['compliant']}
const NOT_MET: Expected = {code: 1, verdicts: ['violation'], rules: ['condition-unmet']}
const OPEN: Expected = {code: 0, verdicts: ['undetermined'], rules: ['condition-unmet']}

describe('a removal is judged by', () => {
  it.each<[name: string, target: Files, expected: Expected]>([
    ['the callers in the table of the target', BUSY, NOT_MET],
    ['a table that shows no callers', QUIET, MET],
    ['no table', {}, OPEN],
    ['an empty table', inRepository({from: '2026-02-01', to: '2026-02-01', hours: {}}), OPEN],
    ['a table of another API', inRepository({...MONTH, head: {api: 'Payments'}}), OPEN],
    [
      'a table with another key',
      {
        ...inRepository({...MONTH, head: {callers: 'hashed', key: 'bbbbbbbbbbbb'}}),
        'tenure.yaml': `${CONFIG}traffic: {key: aaaaaaaaaaaa}\n`
      },
      OPEN
    ],
    [
      'a table with the key that is expected',
      {
        ...inRepository({...MONTH, head: {callers: 'hashed', key: 'aaaaaaaaaaaa'}}),
        'tenure.yaml': `${CONFIG}traffic: {key: aaaaaaaaaaaa}\n`
      },
      MET
    ],
    ['a table that is too old', inRepository({from: '2025-11-01', to: '2026-01-30'}), OPEN],
    ['a table without two days', inRepository({...MONTH, except: {'2026-02-10': {}, '2026-02-11': {}}}), OPEN],
    [
      'a table without an expected source',
      {...QUIET, 'tenure.yaml': `${CONFIG}traffic: {sources: [gateway, gateway-us]}\n`},
      OPEN
    ],
    ['a table that is no JSON', {...QUIET, 'api-traffic/table.json': '{'}, OPEN],
    [
      'a table that is outside of the repository',
      {...QUIET, 'tenure.yaml': `${CONFIG}traffic: {table: ../api-traffic}\n`},
      OPEN
    ]
  ])('%s', async (name, target, expected) => {
    await checkScenario(scenarioOf(name, target), expected)
  })
})

describe('a change that', () => {
  const backDated = Object.fromEntries(
    Object.entries(QUIET).filter(([path]) => !Object.hasOwn(inRepository({from: '2026-01-20', to: '2026-01-25'}), path))
  )
  it.each<[name: string, target: Files, change: Files, expected: Expected]>([
    ['brings a table', {}, QUIET, OPEN],
    ['edits the calls of a table', BUSY, {'api-traffic/days/2026-02-27.calls.csv': DELETED}, NOT_MET],
    ['empties a table', BUSY, deleted(BUSY), NOT_MET],
    ['replaces the table of another API', inRepository({...MONTH, head: {api: 'Payments'}}), QUIET, OPEN],
    [
      'names another table',
      BUSY,
      {...inRepository(MONTH, 'quiet/'), 'tenure.yaml': `${CONFIG}traffic: {table: quiet}\n`},
      NOT_MET
    ],
    ['moves a table', BUSY, {...deleted(BUSY), ...inRepository(MONTH, 'moved/')}, NOT_MET],
    ['breaks a table', BUSY, {'api-traffic/days/2026-02-27.calls.csv': 'x'}, NOT_MET],
    ['dates old days later', inRepository({from: '2026-01-20', to: '2026-01-25'}), backDated, OPEN],
    [
      'expects fewer sources',
      {...QUIET, 'tenure.yaml': `${CONFIG}traffic: {sources: [gateway, gateway-us]}\n`},
      {'tenure.yaml': `${CONFIG}traffic: {sources: [gateway]}\n`},
      OPEN
    ],
    [
      'renames the API to that of the table',
      inRepository({...MONTH, head: {api: 'Payments'}}),
      {'history.yaml': REMOVING.replace('Lending Library API', 'Payments')},
      OPEN
    ],
    [
      'requires less coverage',
      inRepository({...MONTH, except: {'2026-02-10': {}, '2026-02-11': {}}}),
      {'policy.yaml': POLICY.replace('callers: none', 'callers: none, coverage: 10%')},
      OPEN
    ],
    ['allows callers', BUSY, {'policy.yaml': POLICY.replace('callers: none', 'callersBelow: 5')}, NOT_MET],
    [
      'states that the condition is met',
      BUSY,
      {'history.yaml': REMOVING.replace('{removed: GET /v1/loans', '{removed: GET /v1/loans, met: {usage: seen}')},
      NOT_MET
    ]
  ])('%s turns no verdict green', async (name, target, change, expected) => {
    await checkScenario(scenarioOf(name, target, change), expected)
  })

  it('is not committed is judged by the table of the last commit', async () => {
    const {branch, ...committed} = scenarioOf('uncommitted', BUSY)
    const tree = Object.assign({}, ...(branch ?? []).map(([, files]) => files), {
      'api-traffic/days/2026-02-27.calls.csv': 'operation,caller,calls,errors,maybe,first,last\n'
    })
    await checkScenario({...committed, tree}, NOT_MET)
  })
})

it('a history without a description is judged by the table of the target', async () => {
  const config = CONFIG.replace('openapi.yaml', 'none')
  const removing = {'history.yaml': REMOVING, 'openapi.yaml': DELETED}
  const main = {...BUSY, 'tenure.yaml': config, 'openapi.yaml': DELETED}
  await checkScenario(scenarioOf('history alone', main, {...removing, ...deleted(BUSY)}), NOT_MET)
  await checkScenario(scenarioOf('quiet history', {...main, ...deleted(BUSY), ...QUIET}, removing), MET)
})

it('each of several APIs has a table of its own', async () => {
  const api = (name: string): string =>
    `  - {name: ${name}, spec: ${name}.yaml, history: ${name}-history.yaml, traffic: {table: traffic/${name}}}\n`
  const filesOf = (name: string, text: string, written: string): Files => ({
    [`${name}.yaml`]: text.replace('Lending Library API', name),
    [`${name}-history.yaml`]: written.replace('Lending Library API', name)
  })
  const names = ['loans', 'copies']
  const table = {loans: CALLED, copies: MONTH}
  const cwd = await repositoryOf({
    main: [
      [
        '2025-06-01',
        Object.assign(
          {'policy.yaml': POLICY, 'tenure.yaml': `policy: policy.yaml\napis:\n${names.map(api).join('')}`},
          ...names.map(name => filesOf(name, BEFORE, KNOWN)),
          ...Object.entries(table).map(([name, each]) => tableOf({...each, head: {api: name}}, `traffic/${name}/`))
        )
      ]
    ],
    branch: [[TODAY, Object.assign({}, ...names.map(name => filesOf(name, AFTER, REMOVING)))]]
  })
  const {out} = await check(cwd)
  expect(JSON.parse(out).apis).toMatchObject([
    {name: 'loans', report: {judgments: [{verdict: 'violation'}]}},
    {name: 'copies', report: {judgments: [{verdict: 'compliant'}]}}
  ])
})

it('a first history does not name the API of a table', async () => {
  const first = {'history.yaml': DELETED, 'tenure.yaml': 'spec: openapi.yaml\npolicy: policy.yaml\n'}
  const ofOther = inRepository({...MONTH, head: {api: 'Payments'}})
  const named = {'history.yaml': REMOVING.replace('Lending Library API', 'Payments')}
  const {out} = await check(await repositoryOf(scenarioOf('first history', {...ofOther, ...first}, named)))
  const {judgments} = JSON.parse(out) as {judgments: {verdict: string; missing: {of: string}[]}[]}
  expect(judgments.map(({verdict}) => verdict)).not.toContain('compliant')
})

describe('evidence in the history', () => {
  const met = REMOVING.replace('{removed: GET /v1/loans', '{removed: GET /v1/loans, met: {usage: seen}')
  it.each<[name: string, table: Files, expected: Expected]>([
    ['counts where the traffic is unknown', {}, MET],
    ['does not count against callers', BUSY, NOT_MET]
  ])('that the target accepts %s', async (name, table, expected) => {
    const target = {...table, 'tenure.yaml': `${CONFIG}newWaivers: accept\n`}
    await checkScenario(scenarioOf(name, target, {'history.yaml': met}), expected)
  })
})

describe('a waiver for low usage', () => {
  const waived = REMOVING.replace(
    '{removed: GET /v1/loans',
    '{removed: GET /v1/loans, waiver: {reason: low-usage, approver: ada, approved: 2026-03-01}'
  )
  const called = (calls: number): Files =>
    inRepository({...MONTH, calls: {'2026-02-27': [`GET /v1/loans,kiosk,${calls},0,0`]}})
  it.each<[name: string, table: Files, expected: Expected]>([
    ['with few calls', called(99), {code: 0, verdicts: ['waiver']}],
    ['with many calls', called(100), {...NOT_MET, reasons: ['waiver-below-minimum']}],
    ['without a table', {}, OPEN]
  ])('%s', async (name, table, expected) => {
    const target = {...table, 'tenure.yaml': `${CONFIG}newWaivers: accept\n`}
    await checkScenario(scenarioOf(name, target, {'history.yaml': waived}), expected)
  })
})

describe('`--traffic`', () => {
  it('reads a table outside of the repository', async () => {
    const outside = folder(tableOf(MONTH))
    await checkScenario(scenarioOf('outside', BUSY, {}, {args: [`--traffic=${outside}`]}), MET)
    const busy = folder(tableOf(CALLED))
    await checkScenario(scenarioOf('outside and busy', QUIET, {}, {args: [`--traffic=${busy}`]}), NOT_MET)
  })

  it('refuses a folder of the repository, also by another name', async () => {
    const cwd = await repositoryOf(scenarioOf('inside', BUSY, inRepository(MONTH, 'quiet/')))
    const link = join(folder(), 'link')
    symlinkSync(join(cwd, 'quiet'), link)
    for (const path of ['quiet', join(cwd, 'quiet'), link]) {
      const {code, err} = await check(cwd, [`--traffic=${path}`])
      expect([code, err]).toEqual([2, expect.stringContaining('is in the repository')])
    }
    write(cwd, tableOf(MONTH, 'ignored/'))
    expect((await check(cwd, ['--traffic=ignored'])).code).toBe(2)
  })

  it('refuses a folder without a table', async () => {
    const cwd = await repositoryOf(scenarioOf('nowhere', QUIET))
    const {code, err} = await check(cwd, [`--traffic=${folder()}`])
    expect([code, err]).toEqual([2, expect.stringContaining('There is no table of traffic')])
  })

  it('refuses a table that cannot be read', async () => {
    const cwd = await repositoryOf(scenarioOf('broken', BUSY))
    const outside = folder({...tableOf(MONTH), 'days/2026-02-27.calls.csv': 'operation\n'})
    const {code, err} = await check(cwd, [`--traffic=${outside}`])
    expect([code, err]).toEqual([2, expect.stringContaining('days/2026-02-27.calls.csv:1:1')])
  })
})

describe('`check`, `audit`, and `due` agree', () => {
  it.each<[name: string, table: Files, verdict: string, text: RegExp]>([
    [
      'on callers',
      BUSY,
      'violation',
      /; 1 caller from 2026-01-31 to 2026-03-01 \(120 calls, the last on 2026-02-27\)$/
    ],
    [
      'on no callers',
      QUIET,
      'compliant',
      /removable since 2025-09-01, no sunset date; no calls from 2026-01-31 to 2026-03-01$/
    ],
    [
      'on gaps',
      inRepository({...MONTH, except: {'2026-02-10': {}, '2026-02-11': {}}}),
      'undetermined',
      /`gateway` lacks hours on 2026-02-10 to 2026-02-11\).*; no calls .* \(93.3 % of the traffic is known\)$/
    ]
  ])('%s', async (name, table, verdict, text) => {
    const cwd = await repositoryOf(scenarioOf(name, table))
    const run = async (...args: readonly string[]) =>
      JSON.parse((await tenure([...args, '--as-of', TODAY, '--format', 'json'], {cwd})).out)
    expect((await run('check')).judgments).toMatchObject([{verdict}])
    write(cwd, {'history.yaml': KNOWN})
    expect((await run('due')).due).toMatchObject([{text: expect.stringMatching(text)}])
    write(cwd, {'history.yaml': history([ANNOUNCED, ['2.0', TODAY, REMOVED[2]]])})
    expect((await run('audit', 'history.yaml')).judgments).toMatchObject([{verdict}])
  })
})
