// Programs may ask about several repositories at the same time: no call sees anything of another one.
import process from 'node:process'
import {afterAll, beforeAll, expect, it} from 'vitest'
import {runAudit, runChangelog, runCheck, runDiff} from '../../src/library.ts'
import {folder, write} from '../cli/run.ts'
import {git, repositoryOf} from '../gate/scenario.ts'

const asOf = '2026-03-02'

const api = (...paths: readonly string[]): string =>
  `openapi: 3.1.0\ninfo: {title: Lending Library API, version: '1.0'}\npaths:\n${paths
    .map(path => `  ${path}:\n    get: {responses: {'200': {description: Found}}}\n`)
    .join('')}`

const history = (day: string): string =>
  `service: Lending Library\nreleases:\n  - release: '1.0'\n    date: ${day}\n    changes:\n      - added: GET /loans\n`

/** A repository whose branch removes a path, with a policy of its own below a folder. */
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

/** Everything that programs can ask about a repository, each as a call that prints its answer. */
function askAbout(root: string): (() => Promise<string>)[] {
  const surroundings = {cwd: `${root}/library`, env: {}, today: () => asOf}
  const print = (answer: unknown): string => JSON.stringify(answer, undefined, 1)
  return [
    async () => {
      const reports = await runCheck({asOf}, surroundings)
      return print([reports, reports.map(({findings, lineOf}) => findings.map(({place}) => lineOf?.(place)))])
    },
    async () => print(await runDiff({old: 'main:./openapi.yaml', new: 'openapi.yaml', asOf}, surroundings)),
    async () => print(await runAudit({asOf}, surroundings)),
    async () => print(await runChangelog({asOf}, surroundings))
  ]
}

/** What `check` says of a repository. */
const checked = async (root: string): Promise<string | undefined> => askAbout(root)[0]?.()

let roots: readonly string[]
beforeAll(async () => {
  roots = await Promise.all([openRepository('/readers', '6 months'), openRepository('/shelves', '2 years')])
})

it('answers about two repositories at once as about one after the other', async () => {
  const apart: string[] = []
  for (const ask of roots.flatMap(askAbout)) apart.push(await ask())
  const together = await Promise.all(roots.flatMap(askAbout).map(ask => ask()))
  expect(together).toEqual(apart)
  expect(apart[0]).toContain('/readers')
  expect(apart[0]).toContain('6 months')
  expect(apart[4]).toContain('/shelves')
  expect(apart[4]).toContain('2 years')
})

it('sees what changed since the last call', async () => {
  const [root = ''] = roots
  const before = await checked(root)
  write(root, {'library/openapi.yaml': api('/loans', '/readers')})
  expect(await checked(root)).not.toBe(before)
  await git(root, ['checkout', '--quiet', '.'])
  expect(await checked(root)).toBe(before)
})

const {GIT_DIR} = process.env
afterAll(() => {
  if (GIT_DIR === undefined) delete process.env.GIT_DIR
})

it('leaves the process as it is, and takes no repository from its variables', async () => {
  const [root = '', other = ''] = roots
  const before = await checked(root)
  const cwd = process.cwd()
  process.env.GIT_DIR = `${other}/.git`
  const env = {...process.env}
  expect(await checked(root)).toBe(before)
  expect(process.env).toEqual(env)
  expect(process.cwd()).toBe(cwd)
})

it('resolves paths from the folder of the call', async () => {
  const cwd = folder({'old.yaml': api('/loans', '/readers'), 'new.yaml': api('/loans')})
  const {old, new: fresh, summary} = await runDiff({old: 'old.yaml', new: 'new.yaml', asOf}, {cwd})
  expect([old.source, fresh.source, summary.breaking]).toEqual(['old.yaml', 'new.yaml', 1])
})
