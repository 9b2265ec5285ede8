import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, it} from 'vitest'
import {folder, REPOSITORY, tenure, write} from '../../../../test/cli/run.ts'
import {git} from '../../../../test/gate/scenario.ts'
import {lending} from './fleet-files.ts'

const RELEASES = [
  ['1.0', '2025-01-10'],
  ['1.1', '2025-06-02'],
  ['2.0', '2026-01-20']
] as const

const read = (path: string): string => readFileSync(join(REPOSITORY, 'fixtures', path), 'utf8')

/** What each language has in a release, by the path that is usual for its files. */
const descriptions = (release: string): Record<string, string> => ({
  'openapi.yaml': lending(release === '1.0' ? 0 : 1),
  'schema.graphql': read(`graphql/${release}.graphql`),
  'config/crd/bases/library.example_loans.yaml': read(`custom-resources/${release}.yaml`),
  'tools.json': read(`mcp-tools/${release}.json`)
})

/** Commits the descriptions at these paths, release by release, each with its tag. */
async function createRepository(cwd: string, paths: readonly string[]): Promise<void> {
  write(cwd, {README: ''})
  await git(cwd, ['init', '--quiet', '--initial-branch=main'])
  for (const [release, day] of RELEASES) {
    const all = descriptions(release)
    write(cwd, Object.fromEntries(paths.map(path => [path, all[path] ?? ''])))
    await git(cwd, ['add', '.'])
    await git(
      cwd,
      ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', release],
      day
    )
    await git(cwd, ['tag', `v${release}`])
  }
}

const LIST = `apis:
  - {name: rest, source: rest, owner: web, policy: thirteen-months}
  - {name: graph, source: graph, owner: web, policy: github-graphql}
  - {name: crd, source: crd, spec: config/crd/bases/library.example_loans.yaml, owner: cluster, policy: kubernetes}
  - {name: tools, source: tools, owner: agents, policy: mcp-tools}
  - {name: all-graph, source: all, spec: schema.graphql, owner: all, policy: github-graphql}
  - {name: all-tools, source: all, spec: tools.json, owner: all, policy: mcp-tools}
  - {name: all, source: all, owner: all}
  - {name: unnamed, source: crd, owner: cluster}
`

it('a list can have repositories in each language, and one with several', async () => {
  const cwd = folder({'tenure.yaml': LIST})
  const [rest = '', graph = '', crd = '', tools = ''] = Object.keys(descriptions('1.0'))
  await createRepository(join(cwd, 'rest'), [rest])
  await createRepository(join(cwd, 'graph'), [graph])
  await createRepository(join(cwd, 'crd'), [crd])
  await createRepository(join(cwd, 'tools'), [tools])
  await createRepository(join(cwd, 'all'), [rest, graph, crd, tools])
  const ran = await tenure(['report', '--output', 'facts', '--as-of', '2026-11-20'], {cwd})
  expect(ran.code).toBe(2)
  expect(ran.err).toMatch(/\n8 APIs: 8 read, 0 unchanged\. Facts in facts\.\n$/)
  expect(ran.out).toMatch(/^# .*; 2 APIs couldn't be read\.\n/)
  const query = async (sql: string): Promise<string[]> => {
    const {out} = await tenure(
      ['report', '--output', 'facts', '--as-of', '2026-11-20', '--format', 'json', '--sql', sql],
      {cwd}
    )
    return JSON.parse(out).map((row: object) => Object.values(row).join(' '))
  }
  const judged = [
    'crd violation library.example/v1 Loan (field spec.days)',
    'crd violation library.example/v1 Loan (field spec.shelf)',
    'crd violation library.example/v1beta1 Loan',
    'graph compliant Loan.shelf',
    'graph undetermined State.LOST',
    'graph violation Book.copies',
    'graph violation LendInput.reader',
    'tools compliant tool get_loan',
    'tools undetermined tool find_loans',
    'tools undetermined tool lend_book',
    'tools violation tool lend_book (field days)'
  ]
  const all = judged.filter(each => !each.startsWith('crd')).map(each => `all-${each}`)
  expect(await query("SELECT api, verdict, subject FROM judgments WHERE api <> 'rest' ORDER BY ALL")).toEqual([
    ...all,
    ...judged
  ])
  expect(await query("SELECT count(*) AS n FROM judgments WHERE api = 'rest' AND verdict = 'violation'")).toEqual(['4'])
  expect(await query('SELECT message FROM errors ORDER BY api')).toEqual([
    expect.stringContaining('3 API descriptions (`openapi.yaml`, `schema.graphql`, and `tools.json`). Choose one'),
    expect.stringContaining(`It has \`${crd}\`. Name one`)
  ])
})
