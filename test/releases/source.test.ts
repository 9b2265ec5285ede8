import {chmodSync, readdirSync, statSync, truncateSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {type CommandResult, expectRefusal, folder, run, tenure, write} from '../cli/run.ts'
import {isFullRun} from '../tier.ts'

/** A description with these operations and their keys. */
function spec(operations: Readonly<Record<string, string>>, more = ''): string {
  const paths = Object.entries(operations).map(
    ([path, keys]) => `  ${path}: {get: {${keys}responses: {"200": {description: fine}}}}`
  )
  return `openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1"}\npaths:\n${paths.join('\n')}\n${more}`
}

const V10 = spec({'/v1/loans': '', '/v1/shelves': ''})
const DEPRECATED = spec({'/v1/loans': '', '/v1/shelves': 'deprecated: true, '})
const V12 = spec({'/v1/loans': ''})

/** A step in the history of a repository: a commit, a tag, or both. */
interface Step {
  readonly day: string
  readonly files?: Readonly<Record<string, string>>
  readonly moved?: readonly [from: string, to: string]
  readonly tag?: string
}

async function git(repository: string, args: readonly string[], day = '2023-01-01'): Promise<CommandResult> {
  const when = `${day}T12:00:00Z`
  const result = await run('git', ['-C', repository, ...args], {
    env: {
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@library.example',
      GIT_AUTHOR_DATE: when,
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@library.example',
      GIT_COMMITTER_DATE: when
    }
  })
  expect(result.code, result.err).toBe(0)
  return result
}

async function repository(steps: readonly Step[]): Promise<string> {
  const path = folder()
  await git(path, ['init', '--quiet', '--initial-branch=main'])
  for (const {day, files, moved, tag} of steps) {
    if (moved) await git(path, ['mv', ...moved])
    if (files) write(path, files)
    if (files || moved) {
      await git(path, ['add', '--all'])
      await git(path, ['commit', '--quiet', '-m', day], day)
    }
    if (tag !== undefined) await git(path, ['tag', '-a', tag, '-m', tag], day)
  }
  return path
}

const audit = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CommandResult> =>
  tenure(['audit', ...args, '--as-of', '2026-01-01'], {env})

interface AuditReport {
  readonly summary: Readonly<Record<string, unknown>>
  readonly source: Readonly<Record<string, unknown>>
  readonly remarks: readonly string[]
  readonly judgments: readonly {
    subject: string
    verdict: string
    start?: {stated: string; earliest?: string}
    release?: string
  }[]
}

async function auditReport(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<AuditReport> {
  const {code, out, err} = await audit([...args, '--format', 'json'], env)
  expect(code, err).toBe(0)
  return JSON.parse(out)
}

const verdicts = ({judgments}: AuditReport): string[] =>
  judgments.map(({verdict, subject, release}) => `${release} ${verdict} ${subject}`)

const RELEASES: readonly Step[] = [
  {day: '2023-01-10', files: {'openapi.yaml': V10}, tag: 'v1.0.0'},
  {day: '2023-05-02', files: {'openapi.yaml': DEPRECATED}},
  {day: '2023-06-10', files: {'notes.txt': 'a word'}, tag: 'v1.1.0'},
  {day: '2024-07-15', files: {'openapi.yaml': V12}, tag: 'v1.2.0'}
]

describe('audit of a repository with tags', () => {
  test('needs no configuration and starts the notice at the first release with the deprecation', async () => {
    const path = await repository(RELEASES)
    const report = await auditReport([path])
    // Thirteen months from the release, and not from the commit of the default branch.
    expect(verdicts(report)).toEqual(['v1.2.0 compliant GET /v1/shelves'])
    expect(report.judgments[0]?.start).toMatchObject({earliest: '2023-06-10'})
    expect(report.source).toEqual({kind: 'git', path, partial: false})
    const {out} = await audit([path])
    expect(out).toContain('`openapi.yaml`')
    expect(out).toMatch(/✔ `GET \/v1\/shelves`/)
  })

  test('finds the description under its former path', async () => {
    const steps = RELEASES.slice(0, 3)
    const path = await repository([
      ...steps,
      {day: '2023-08-01', moved: ['openapi.yaml', 'library.yaml'], files: {'docs/readme.txt': ''}, tag: 'v1.1.1'},
      {day: '2024-07-15', files: {'library.yaml': V12}, tag: 'v1.2.0'}
    ])
    expect(verdicts(await auditReport([path, '--spec', 'library.yaml']))).toEqual(['v1.2.0 compliant GET /v1/shelves'])
  })

  test('skips an unreadable release and leaves a removal near it undetermined', async () => {
    const path = await repository([
      ...RELEASES.slice(0, 3),
      {day: '2023-12-01', files: {'openapi.yaml': 'openapi: 3.0.3\npaths: {/v1/loans: [}\n'}, tag: 'v1.1.1'},
      {day: '2024-07-15', files: {'openapi.yaml': V12}, tag: 'v1.2.0'}
    ])
    const report = await auditReport([path])
    expect(report.source.partial).toBe(true)
    expect(report.remarks.join('\n')).toMatch(/Partial: v1\.1\.1 couldn't be read.*v1\.1\.1:openapi\.yaml:2:/s)
    // It may have been removed in either of two releases.
    expect(verdicts(report)).toEqual(['undefined undetermined GET /v1/shelves'])
    expect((await audit([path, '--fail-on=undetermined'])).code).toBe(3)
  })

  test('exits 2 for a pattern without tags and lists the tags', async () => {
    const result = await audit([await repository(RELEASES), '--releases', 'tags:release-*'])
    expectRefusal(result)
    expect(result.err).toContain('v1.2.0')
  })

  test('reports a shallow clone with a remedy', async () => {
    const path = await repository(RELEASES)
    const bare = folder()
    await git(bare, ['clone', '--quiet', '--depth', '1', '--no-tags', `file://${path}`, 'clone'])
    const withoutTags = await audit([join(bare, 'clone')])
    expectRefusal(withoutTags)
    expect(withoutTags.err).toContain('fetch-depth: 0')
    await git(bare, ['clone', '--quiet', '--depth', '1', '--branch', 'v1.2.0', `file://${path}`, 'one'])
    const partial = await auditReport([join(bare, 'one')])
    expect(partial.source.partial).toBe(true)
    expect(partial.remarks.join('\n')).toContain('fetch-depth: 0')
  })

  test('counts from the later of the days of a tag and its commit', async () => {
    const path = await repository(RELEASES)
    await git(path, ['tag', '-f', '-a', 'v1.1.0', '-m', 'again', 'v1.1.0^{commit}'], '2025-09-01')
    const report = await audit([path, '--releases', 'tags:v1*', '--format', 'json'])
    expect(verdicts(JSON.parse(report.out))).toEqual(['v1.2.0 undetermined GET /v1/shelves'])
  })

  test('reads each commit of a branch as a release', async () => {
    const path = await repository(RELEASES)
    const report = await auditReport([path, '--releases', 'branch:main'])
    expect(report.judgments).toMatchObject([{subject: 'GET /v1/shelves', verdict: 'compliant'}])
    expect(report.judgments[0]?.release).toMatch(/^2024-07-15 \([\da-f]{7,}\)$/)
  })
})

describe('audit of a folder', () => {
  const files = {
    'library/1.0.yaml': V10,
    'library/1.1.yaml': DEPRECATED,
    'library/1.2.yaml': V12,
    'library/package.json': '{"name": "x"}'
  }

  test('reads dates from releases.json', async () => {
    const releases = ['1.0', '1.1', '1.2'].map((version, at) => ({
      version,
      date: ['2023-01-10', '2023-06-10T23:30:00-05:00', '2024-07-11'][at],
      file: `${version}.yaml`
    }))
    const path = folder({...files, 'library/releases.json': JSON.stringify({name: 'library', releases})})
    expect(verdicts(await auditReport([join(path, 'library')]))).toEqual(['1.2 compliant GET /v1/shelves'])
  })

  test('leaves verdicts undetermined without dates', async () => {
    const path = folder(files)
    expect(verdicts(await auditReport([join(path, 'library')]))).toEqual(['1.2 undetermined GET /v1/shelves'])
  })

  test('exits 2 if it also has a history, unless `--history` names it', async () => {
    const list = {
      releases: [
        {version: '1.0', date: '2023-01-10', file: '1.0.yaml'},
        {version: '1.2', date: '2024-07-11', file: '1.2.yaml'}
      ]
    }
    const history =
      'service: Library\nreleases:\n  - {release: "1.1", date: 2023-03-10, changes: [{deprecated: GET /v1/shelves}]}\n'
    const path = folder({...files, 'library/releases.json': JSON.stringify(list), 'library/history.yaml': history})
    const result = await audit([join(path, 'library')])
    expectRefusal(result)
    expect(result.err).toContain('--history')
    const withHistory = await auditReport([join(path, 'library'), '--history', join(path, 'library', 'history.yaml')])
    expect(verdicts(withHistory)).toEqual(['1.2 compliant GET /v1/shelves'])
  })
})

describe.runIf(isFullRun)('the cache of audit', () => {
  const filesIn = (path: string): string[] =>
    readdirSync(path, {recursive: true, encoding: 'utf8'})
      .map(name => join(path, name))
      .filter(name => statSync(name).isFile())

  test("doesn't change the output, even if it is damaged or unwritable", async () => {
    const path = await repository(RELEASES)
    const cache = folder()
    const env = {TENURE_CACHE: cache}
    const uncached = await audit([path])
    const [first, other] = await Promise.all([audit([path], env), audit([path], env)])
    expect([first, other]).toEqual([uncached, uncached])
    expect(filesIn(cache).length).toBeGreaterThan(2)
    expect(await audit([path], env)).toEqual(uncached)
    for (const file of filesIn(cache)) truncateSync(file, 20)
    expect(await audit([path], env)).toEqual(uncached)
    chmodSync(cache, 0o500)
    expect(await audit([path], {TENURE_CACHE: join(cache, 'below')})).toEqual(uncached)
    chmodSync(cache, 0o700)
    expect(await audit([path], {TENURE_CACHE: '/dev/null/nowhere'})).toEqual(uncached)
  })

  test('depends on the files, the policy, and the day', async () => {
    const path = await repository(RELEASES)
    const env = {TENURE_CACHE: folder()}
    expect(verdicts(await auditReport([path], env))).toEqual(['v1.2.0 compliant GET /v1/shelves'])
    expect(verdicts(await auditReport([path, '--policy', 'github-rest'], env))).toEqual([
      'v1.2.0 violation GET /v1/shelves'
    ])
    expect((await tenure(['audit', path, '--as-of', '2024-01-01', '--format', 'json'], {env})).out).toContain(
      '"judgments": []'
    )
    write(path, {'openapi.yaml': spec({'/v1/readers': ''})})
    await git(path, ['commit', '--quiet', '-am', 'more'], '2025-01-01')
    await git(path, ['tag', '-a', 'v1.3.0', '-m', 'more'], '2025-01-01')
    expect(verdicts(await auditReport([path], env))).toEqual([
      'v1.2.0 compliant GET /v1/shelves',
      'v1.3.0 violation GET /v1/loans'
    ])
  })

  test('depends on the history, the policy, and the default branch', async () => {
    const path = await repository(RELEASES)
    const env = {TENURE_CACHE: folder()}
    const text = (days: string) =>
      `service: Library\nreleases:\n  - {on: ${days}, changes: [{deprecated: GET /v1/shelves}]}\n`
    const inputs = folder({'history.yaml': text('2023-02-01'), 'policy.yaml': policyOf(13)})
    const args = [path, '--history', join(inputs, 'history.yaml'), '--policy', join(inputs, 'policy.yaml')]
    const [first, second] = [await audit(args, env), await audit(args, env)]
    expect(second).toEqual(first)
    expect(first.out).not.toContain('nothing counts as announced')
    expect((await auditReport(args, env)).judgments[0]?.start).toMatchObject({earliest: '2023-02-01'})
    write(inputs, {'history.yaml': text('2023-03-01')})
    expect((await auditReport(args, env)).judgments[0]?.start).toMatchObject({earliest: '2023-03-01'})
    write(inputs, {'policy.yaml': policyOf(40)})
    expect(verdicts(await auditReport(args, env))).toEqual(['v1.2.0 violation GET /v1/shelves'])
    // The deprecating commit is no longer on the default branch, so the notice starts with its release.
    expect((await auditReport([path], env)).judgments[0]?.start).toMatchObject({earliest: '2023-06-10'})
    await git(path, ['update-ref', 'refs/heads/main', 'v1.0.0^{commit}'])
    expect((await auditReport([path], env)).judgments[0]?.start).toMatchObject({earliest: '2023-06-10'})
  })

  test('depends on the commits of a history in a folder', async () => {
    const path = await repository(RELEASES)
    const env = {TENURE_CACHE: folder()}
    const historyRepository = folder({
      'record/service.yaml': 'service: Library\n',
      'record/releases/v1.0.0.yaml': 'release: v1.0.0\ndate: 2023-01-10\n'
    })
    await git(historyRepository, ['init', '--quiet', '--initial-branch=main'])
    await commitAll(historyRepository, '2023-01-10')
    const args = [path, '--history', join(historyRepository, 'record')]
    const start = async (): Promise<unknown> => (await auditReport(args, env)).judgments[0]?.start
    expect(await start()).toMatchObject({earliest: '2023-06-10'})
    // It isn't committed, so it counts from the as-of day.
    write(historyRepository, {
      'record/releases/v1.0.0.yaml': 'release: v1.0.0\ndate: 2023-01-10\nchanges: [{deprecated: GET /v1/shelves}]\n'
    })
    const uncommitted = await start()
    await commitAll(historyRepository, '2023-02-20')
    // It counts from this commit.
    expect(await start()).toMatchObject({earliest: '2023-02-20'})
    expect(await start()).not.toEqual(uncommitted)
  })
})

const commitAll = async (path: string, day: string): Promise<void> => {
  await git(path, ['add', '--all'])
  await git(path, ['commit', '--quiet', '-m', day], day)
}

const policyOf = (months: number): string => `extends: thirteen-months\nguarantees: {ga: {notice: ${months} months}}\n`
