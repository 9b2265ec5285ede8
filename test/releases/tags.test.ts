import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, tenure, write} from '../cli/run.ts'
import {git} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

const asOf = ['--as-of', '2026-11-26']

const spec = (...operations: readonly string[]): string =>
  `openapi: 3.0.3
info: {title: Lending Library API, version: "1"}
paths:
  /v1/loans: {get: {responses: {"200": {description: fine}}}}
${operations.map(each => `  ${each}\n`).join('')}`
const FEES = '/v1/fees: {get: {responses: {"200": {description: fine}}}}'
const DEPRECATED_FEES = '/v1/fees: {get: {deprecated: true, responses: {"200": {description: fine}}}}'

type Commit = readonly [day: string, files: Readonly<Record<string, string>>, ...tags: readonly string[]]

async function repository(...commits: readonly Commit[]): Promise<string> {
  const cwd = folder({})
  await git(cwd, ['init', '--quiet', '--initial-branch', 'main'])
  for (const [day, files, ...tags] of commits) await commit(cwd, day, files, tags)
  return cwd
}

async function commit(cwd: string, day: string, files: Readonly<Record<string, string>>, tags: readonly string[]) {
  write(cwd, files)
  await git(cwd, ['add', '--all'], day)
  await git(
    cwd,
    ['-c', 'user.name=a', '-c', 'user.email=a@library.example', 'commit', '--allow-empty', '-qm', day],
    day
  )
  for (const tag of tags) await git(cwd, ['tag', tag], day)
}

const releasesIn = (cwd: string, path = 'api-history'): string[] => readdirSync(join(cwd, path, 'releases')).toSorted()
const configOf = (cwd: string): string => readFileSync(join(cwd, 'tenure.yaml'), 'utf8')

describe.concurrent("tags that aren't releases", () => {
  const earlierCommits: readonly Commit[] = [
    ['2024-01-10', {'openapi.yaml': spec(FEES)}, 'v1.0.0'],
    ['2024-03-10', {'openapi.yaml': spec(DEPRECATED_FEES)}, 'v1.1.0']
  ]
  const removal: Commit = ['2025-09-10', {'openapi.yaml': spec()}, 'v1.2.0']

  it.each(
    sample([
      ['snapshot-8e1f0a2'],
      ['build-47207'],
      ['perf-test-3.1'],
      ['backup-2025-06-01'],
      ['v9.9.9-trial'],
      ['loans/v7.0.0'],
      ['v0.0.0-dev-loans-3']
    ])
  )("don't change a verdict: `%s`", async otherTag => {
    const cwd = await repository(...earlierCommits)
    await git(cwd, ['checkout', '--quiet', '-b', 'aside'])
    await commit(cwd, '2025-06-01', {'notes.txt': 'x'}, [otherTag])
    await git(cwd, ['checkout', '--quiet', 'main'])
    await commit(cwd, ...removalOf(removal))
    const {out, err} = await tenure(['audit', '.', ...asOf], {cwd})
    expect(out, err).toContain('Release v1.2.0 (2025-09-10): 1 compliant')
    expect(out).toMatch(/^✔ No violations/)
  })

  it('are excluded by init, which writes and prints the pattern', async () => {
    const cwd = await repository(...earlierCommits, removal, [
      '2025-10-10',
      {'notes.txt': 'y'},
      'build-47207',
      'stable'
    ])
    const {code, out, err} = await tenure(['init'], {cwd})
    expect(code, err).toBe(0)
    expect(configOf(cwd)).toContain('\ntags: "v*"\n')
    expect(out).toContain('The releases are the tags `v*`.\n')
    expect(out).toContain('Tags that are left out: `build-47207` and `stable`.')
    const recorded = await tenure(['record', '--all', ...asOf], {cwd})
    expect(recorded.code, recorded.err).toBe(0)
    expect(releasesIn(cwd)).toEqual(['v1.0.0.yaml', 'v1.1.0.yaml', 'v1.2.0.yaml'])
  })

  it('are read if the configuration or `--releases` names them', async () => {
    const cwd = await repository(
      ['2024-01-10', {'openapi.yaml': spec(FEES)}, 'v1.0.0', 'loans-1.0.0'],
      ['2024-02-10', {'openapi.yaml': spec()}, 'v1.1.0', 'loans-1.1.0']
    )
    write(cwd, {'tenure.yaml': "format: 1\nspec: openapi.yaml\ntags: ['loans-*']\n"})
    const [configured, named] = await Promise.all([
      tenure(['audit', ...asOf], {cwd}),
      tenure(['audit', '--releases', 'tags:v*', ...asOf], {cwd})
    ])
    expect(configured?.out).toContain('2 releases from the tags `loans-*` of the repository')
    expect(configured?.out).toContain('Release loans-1.1.0')
    expect(named?.out).toContain('Release v1.1.0')
  })
})

const removalOf = ([day, files, ...tags]: Commit): [string, Readonly<Record<string, string>>, readonly string[]] => [
  day,
  files,
  tags
]

describe.concurrent('tags of several APIs', () => {
  const apis = {'svc/api/openapi.yaml': spec(), 'svc/web/openapi.yaml': spec()}

  it('belong to the API in their names', async () => {
    const cwd = await repository(
      ['2025-01-01', apis, 'api/v1.0.0', 'web/v3.0.0'],
      ['2025-02-01', {'svc/api/openapi.yaml': spec(FEES)}, 'api/v1.1.0'],
      ['2025-03-01', {'svc/web/notes.txt': 'x'}, 'web/v3.1.0']
    )
    const {out} = await tenure(['init'], {cwd})
    expect(configOf(cwd)).toMatch(/spec: svc\/api\/openapi.yaml\n +tags: "api\/v\*"\n/)
    expect(configOf(cwd)).toMatch(/spec: svc\/web\/openapi.yaml\n +tags: "web\/v\*"\n/)
    expect(out).toContain('The releases of api are the tags `api/v*`.\n')
    for (const api of ['api', 'web']) {
      const result = await tenure(['record', '--all', '--api', api, ...asOf], {cwd})
      expect(result.code, result.err).toBe(0)
    }
    expect(releasesIn(cwd, 'svc/api/api-history')).toEqual(['api-v1.0.0.yaml', 'api-v1.1.0.yaml'])
    expect(releasesIn(cwd, 'svc/web/api-history')).toEqual(['web-v3.0.0.yaml', 'web-v3.1.0.yaml'])
  })

  it("aren't those with the name of its folder if plain ones show its description more often", async () => {
    const cwd = await repository(
      ['2025-01-01', apis, 'v1.0.0'],
      ['2025-02-01', {'svc/api/openapi.yaml': spec(FEES)}, 'v1.1.0', 'api-v1.1.0']
    )
    const {out} = await tenure(['init'], {cwd})
    expect(configOf(cwd)).toContain('\npolicy: thirteen-months\ntags: "v*"\napis:\n')
    expect(out).toContain('The releases of api and web are the tags `v*`.\nTags that are left out: `api-v1.1.0`.')
    // Without the pattern of `init`, the same tags are read.
    write(cwd, {'tenure.yaml': configOf(cwd).replaceAll(/ *tags: .*\n/g, '')})
    const result = await tenure(['record', '--all', '--api', 'api', ...asOf], {cwd})
    expect(result.code, result.err).toBe(0)
    expect(releasesIn(cwd, 'svc/api/api-history')).toEqual(['v1.0.0.yaml', 'v1.1.0.yaml'])
  })

  it('must be configured if they have the names of other APIs', async () => {
    const cwd = await repository(['2025-01-01', apis, 'api/v1.0.0'], ['2025-02-01', {}, 'api/v1.1.0'])
    const {out} = await tenure(['init'], {cwd})
    expect(out).toContain('No tags are named after web. Name its tags with `tags:` in tenure.yaml.\n')
    const rejected = await tenure(['record', '--all', '--api', 'web', ...asOf], {cwd})
    expectRefusal(rejected)
    expect(rejected.err).toContain('The tags are those of other APIs in the repository: `api/v*`.')
    expect(existsSync(join(cwd, 'svc/web/api-history'))).toBe(false)
    write(cwd, {'tenure.yaml': configOf(cwd).replace(/(name: web\n)/, "$1    tags: 'api/v*'\n")})
    const result = await tenure(['record', '--all', '--api', 'web', ...asOf], {cwd})
    expect(result.code, result.err).toBe(0)
  })
})

describe.concurrent('two tags with the same version', () => {
  const days = Array.from({length: 20}, (_, at) => new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10))
  const twentyReleases = days.map((day, at): Commit => [day, {'openapi.yaml': spec(), 'n.txt': day}, `v1.${at}.0`])

  it('on one commit are one release', async () => {
    const cwd = await repository(...twentyReleases, ['2024-03-01', {}, 'v1.90.0', '1.90.0'])
    const {out} = await tenure(['init'], {cwd})
    expect(out).toContain('Record the past from the tags: `tenure record --all`')
    const result = await tenure(['record', '--all', ...asOf], {cwd})
    expect(result.code, result.err).toBe(0)
    expect(releasesIn(cwd)).toHaveLength(21)
  })

  it('on two commits exit 2 with a hint at `--releases`, and the pattern that `init` writes selects one of them', async () => {
    const cwd = await repository(...twentyReleases, ['2024-03-01', {}, '1.19.0'])
    for (const command of [
      ['audit', '.'],
      ['record', '--all'],
      ['notes', 'v1.19.0', '.']
    ]) {
      const rejected = await tenure([...command, ...asOf], {cwd})
      expectRefusal(rejected)
      expect(rejected.err).toContain("Choose between them with `--releases 'tags:v*'`")
    }
    expect((await tenure(['record', '--all', '--releases', 'tags:v*', '-o', 'named.yaml', ...asOf], {cwd})).code).toBe(
      0
    )
    const {out} = await tenure(['init'], {cwd})
    expect(out).toContain('Tags that are left out: `1.19.0`.')
    const result = await tenure(['record', '--all', ...asOf], {cwd})
    expect(result.code, result.err).toBe(0)
    expect(releasesIn(cwd)).toHaveLength(20)
  })
})
