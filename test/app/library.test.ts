// Programs can call the library for several repositories at the same time, without effects on each other.
import process from 'node:process'
import {afterAll, beforeAll, expect, it} from 'vitest'
import {formatReport, runAudit, runChangelog, runCheck, runDiff} from '../../src/library.ts'
import {folder, tenure, write} from '../cli/run.ts'
import {git, repositoryOf} from '../gate/scenario.ts'

const asOf = '2026-03-02'

const api = (...paths: readonly string[]): string =>
  `openapi: 3.1.0\ninfo: {title: Lending Library API, version: '1.0'}\npaths:\n${paths
    .map(path => `  ${path}:\n    get: {responses: {'200': {description: Found}}}\n`)
    .join('')}`

const history = (day: string): string =>
  `service: Lending Library\nreleases:\n  - release: '1.0'\n    date: ${day}\n    changes:\n      - added: GET /loans\n`

/** A repository whose branch removes a path, with a policy and other files in a subfolder. */
const openRepository = (path: string, notice: string): Promise<string> =>
  repositoryOf({
    main: [
      [
        '2025-01-01',
        {
          'library/tenure.yaml': 'format: 1\npolicy: policy.yaml\n',
          'library/policy.yaml': `format: 1\nname: own\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: {notice: ${notice}, starts: [announcement], breaking: forbidden}}\n`,
          'library/openapi.yaml': api('/loans', path),
          'library/history.yaml': history('2025-01-01')
        }
      ]
    ],
    branch: [['2025-02-01', {'library/openapi.yaml': api('/loans')}]]
  })

/** All calls of the library for a repository. Each returns its result as text. */
function callsFor(root: string): (() => Promise<string>)[] {
  const options = {cwd: `${root}/library`, env: {}, today: () => asOf}
  const print = (answer: unknown): string => JSON.stringify(answer, undefined, 1)
  return [
    async () => {
      const reports = await runCheck({asOf}, options)
      return print([reports, reports.map(({findings, lineOf}) => findings.map(({place}) => lineOf?.(place)))])
    },
    async () => print(await runDiff({old: 'main:./openapi.yaml', new: 'openapi.yaml', asOf}, options)),
    async () => print(await runAudit({asOf}, options)),
    async () => print(await runChangelog({asOf}, options))
  ]
}

/** The result of `check` for a repository. */
const checked = async (root: string): Promise<string | undefined> => callsFor(root)[0]?.()

let roots: readonly string[]
beforeAll(async () => {
  roots = await Promise.all([openRepository('/readers', '6 months'), openRepository('/shelves', '2 years')])
})

it('concurrent calls for two repositories have the same results as sequential calls', async () => {
  const sequential: string[] = []
  for (const call of roots.flatMap(callsFor)) sequential.push(await call())
  const concurrent = await Promise.all(roots.flatMap(callsFor).map(call => call()))
  expect(concurrent).toEqual(sequential)
  expect(sequential[0]).toContain('/readers')
  expect(sequential[0]).toContain('6 months')
  expect(sequential[4]).toContain('/shelves')
  expect(sequential[4]).toContain('2 years')
})

it('a call sees changes since the last one', async () => {
  const [root = ''] = roots
  const before = await checked(root)
  write(root, {'library/openapi.yaml': api('/loans', '/readers')})
  expect(await checked(root)).not.toBe(before)
  await git(root, ['checkout', '--quiet', '.'])
  expect(await checked(root)).toBe(before)
})

it('results have the sentences that the commands print, also where there is no finding', async () => {
  const [cwd = ''] = roots
  const options = {cwd: `${cwd}/library`, env: {}, today: () => asOf}
  const pair = {old: 'main:./openapi.yaml', new: 'openapi.yaml'}
  expect((await runDiff({...pair, asOf}, options)).judged.map(({message}) => message)).toEqual([
    'Removed `GET /readers`.'
  ])
  const [report] = await runCheck({asOf}, options)
  expect(report?.judgments.map(({message}) => message)).toEqual(report?.findings.map(({message}) => message))
  expect(report?.judgments[0]?.message).toContain('`GET /readers` is removed in the next release')
  const ended = folder({
    'history.yaml': `${history('2024-01-01')}      - deprecated: GET /fees\n        sunset: '2025-06-01'\n  - release: '1.1'\n    date: 2025-09-01\n    changes:\n      - removed: GET /fees\n`
  })
  expect((await runAudit({asOf}, {...options, cwd: ended})).judgments.map(({message}) => message)).toEqual([
    '`GET /fees` was removed after its sunset on 2025-06-01 (ga). The required 13 months passed between 1.0 (2024-01-01) and the sunset.'
  ])
})

it('a result is written in each format as the command prints it', async () => {
  const [cwd = ''] = roots
  const options = {cwd: `${cwd}/library`, env: {}, today: () => asOf}
  const asPrinted = async (...args: readonly string[]): Promise<string> =>
    (await tenure([...args, '--as-of', asOf], {cwd: `${cwd}/library`})).out
  const compared = await runDiff({old: 'main:./openapi.yaml', new: 'openapi.yaml', asOf}, options)
  const reports = await runCheck({asOf}, options)
  for (const format of ['stylish', 'json', 'markdown', 'junit'] as const) {
    expect(await formatReport(compared, format)).toBe(
      await asPrinted('diff', 'main:./openapi.yaml', 'openapi.yaml', '--format', format)
    )
    expect(await formatReport(reports, format)).toBe(await asPrinted('check', '--format', format))
  }
  const two = [...reports, ...reports]
  expect(await formatReport(two, 'stylish')).toMatch(/^✖ 2 violations in 2 of 2 APIs\n/)
  expect(JSON.parse(await formatReport(two, 'sarif')).runs).toHaveLength(1)
  await expect(formatReport(compared, 'jsno' as 'json')).rejects.toThrow(
    'There is no format `jsno`. Did you mean `json`?'
  )
})

const {GIT_DIR} = process.env
afterAll(() => {
  if (GIT_DIR === undefined) delete process.env.GIT_DIR
})

it('calls leave the process unchanged and ignore git variables in its environment', async () => {
  const [root = '', other = ''] = roots
  const before = await checked(root)
  const cwd = process.cwd()
  process.env.GIT_DIR = `${other}/.git`
  const env = {...process.env}
  expect(await checked(root)).toBe(before)
  expect(process.env).toEqual(env)
  expect(process.cwd()).toBe(cwd)
})

it('paths are relative to the folder of the call', async () => {
  const cwd = folder({'old.yaml': api('/loans', '/readers'), 'new.yaml': api('/loans')})
  const {old, new: newer, summary} = await runDiff({old: 'old.yaml', new: 'new.yaml', asOf}, {cwd})
  expect([old.source, newer.source, summary.breaking]).toEqual(['old.yaml', 'new.yaml', 1])
})
