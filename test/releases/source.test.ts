import {chmodSync, readdirSync, statSync, truncateSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {type CommandResult, expectRefusal, folder, run, tenure, write} from '../cli/run.ts'
import {isFullRun} from '../tier.ts'

/** A description with these operations, each with what is said of it. */
function spec(operations: Readonly<Record<string, string>>, more = ''): string {
  const paths = Object.entries(operations).map(
    ([path, said]) => `  ${path}: {get: {${said}responses: {"200": {description: fine}}}}`
  )
  return `openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1"}\npaths:\n${paths.join('\n')}\n${more}`
}

const V10 = spec({'/v1/loans': '', '/v1/shelves': ''})
const MARKED = spec({'/v1/loans': '', '/v1/shelves': 'deprecated: true, '})
const V12 = spec({'/v1/loans': ''})

/** What happens in a repository: a commit of files, a tag on it, or both. */
interface Step {
  readonly day: string
  readonly files?: Readonly<Record<string, string>>
  readonly moved?: readonly [from: string, to: string]
  readonly tag?: string
}

async function git(repository: string, args: readonly string[], day = '2023-01-01'): Promise<CommandResult> {
  const when = `${day}T12:00:00Z`
  const ran = await run('git', ['-C', repository, ...args], {
    env: {
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@library.example',
      GIT_AUTHOR_DATE: when,
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@library.example',
      GIT_COMMITTER_DATE: when
    }
  })
  expect(ran.code, ran.err).toBe(0)
  return ran
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

interface Told {
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

async function told(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Told> {
  const {code, out, err} = await audit([...args, '--format', 'json'], env)
  expect(code, err).toBe(0)
  return JSON.parse(out)
}

const verdicts = ({judgments}: Told): string[] =>
  judgments.map(({verdict, subject, release}) => `${release} ${verdict} ${subject}`)

const RELEASES: readonly Step[] = [
  {day: '2023-01-10', files: {'openapi.yaml': V10}, tag: 'v1.0.0'},
  {day: '2023-05-02', files: {'openapi.yaml': MARKED}},
  {day: '2023-06-10', files: {'notes.txt': 'a word'}, tag: 'v1.1.0'},
  {day: '2024-06-05', files: {'openapi.yaml': V12}, tag: 'v1.2.0'}
]

describe('a repository with tags', () => {
  test('without a word of ours: every end, from when people could know', async () => {
    const path = await repository(RELEASES)
    const all = await told([path])
    // Thirteen months from the commit that marked it, on the default branch, and not from the release.
    expect(verdicts(all)).toEqual(['v1.2.0 compliant GET /v1/shelves'])
    expect(all.judgments[0]?.start).toMatchObject({earliest: '2023-05-02'})
    expect(all.source).toEqual({kind: 'git', path, partial: false})
    const {out} = await audit([path])
    expect(out).toContain('`openapi.yaml`')
    expect(out).toMatch(/✔ `GET \/v1\/shelves`/)
  })

  test('the description moved', async () => {
    const steps = RELEASES.slice(0, 3)
    const path = await repository([
      ...steps,
      {day: '2023-08-01', moved: ['openapi.yaml', 'library.yaml'], files: {'docs/readme.txt': ''}, tag: 'v1.1.1'},
      {day: '2024-06-05', files: {'library.yaml': V12}, tag: 'v1.2.0'}
    ])
    expect(verdicts(await told([path, '--spec', 'library.yaml']))).toEqual(['v1.2.0 compliant GET /v1/shelves'])
  })

  test('a revision that cannot be read is left out, and what is not known for it is not told', async () => {
    const path = await repository([
      ...RELEASES.slice(0, 3),
      {day: '2023-12-01', files: {'openapi.yaml': 'openapi: 3.0.3\npaths: {/v1/loans: [}\n'}, tag: 'v1.1.1'},
      {day: '2024-07-05', files: {'openapi.yaml': V12}, tag: 'v1.2.0'}
    ])
    const all = await told([path])
    expect(all.source.partial).toBe(true)
    expect(all.remarks.join('\n')).toMatch(/Partial: v1\.1\.1 is left out.*v1\.1\.1:openapi\.yaml:2:/s)
    // It may have gone with the one or the other.
    expect(verdicts(all)).toEqual(['undefined undetermined GET /v1/shelves'])
    expect((await audit([path, '--strict'])).code).toBe(3)
  })

  test('a pattern that matches nothing names the tags that there are', async () => {
    const ran = await audit([await repository(RELEASES), '--tags', 'release-*'])
    expectRefusal(ran)
    expect(ran.err).toContain('v1.2.0')
  })

  test('a shallow clone says so, with the remedy', async () => {
    const path = await repository(RELEASES)
    const bare = folder()
    await git(bare, ['clone', '--quiet', '--depth', '1', '--no-tags', `file://${path}`, 'clone'])
    const none = await audit([join(bare, 'clone')])
    expectRefusal(none)
    expect(none.err).toContain('fetch-depth: 0')
    await git(bare, ['clone', '--quiet', '--depth', '1', '--branch', 'v1.2.0', `file://${path}`, 'one'])
    const one = await told([join(bare, 'one')])
    expect(one.source.partial).toBe(true)
    expect(one.remarks.join('\n')).toContain('fetch-depth: 0')
  })

  test('a tag that was written again has the day of its commit', async () => {
    const path = await repository(RELEASES)
    await git(path, ['tag', '-f', '-a', 'v1.1.0', '-m', 'again', 'v1.1.0^{commit}'], '2025-09-01')
    const all = await told([path, '--tags', 'v1*'])
    expect(verdicts(all)).toEqual(['v1.2.0 compliant GET /v1/shelves'])
  })

  test('commits of a branch, one release each', async () => {
    const path = await repository(RELEASES)
    const all = await told([path, '--branch', 'main'])
    expect(all.judgments).toMatchObject([{subject: 'GET /v1/shelves', verdict: 'compliant'}])
    expect(all.judgments[0]?.release).toMatch(/^2024-06-05 \([\da-f]{7,}\)$/)
  })
})

describe('a folder', () => {
  const files = {
    'library/1.0.yaml': V10,
    'library/1.1.yaml': MARKED,
    'library/1.2.yaml': V12,
    'library/package.json': '{"name": "x"}'
  }

  test('with a list of releases, or with days beside it', async () => {
    const releases = ['1.0', '1.1', '1.2'].map((version, at) => ({
      version,
      date: ['2023-01-10', '2023-06-10T23:30:00-05:00', '2024-07-11'][at],
      file: `${version}.yaml`
    }))
    const path = folder({...files, 'library/releases.json': JSON.stringify({name: 'library', releases})})
    expect(verdicts(await told([join(path, 'library')]))).toEqual(['1.2 compliant GET /v1/shelves'])
    const plain = folder({...files, 'days.yaml': '1.0: 2023-01-10\n1.1: 2023-06-10\n1.2: 2024-07-09\n'})
    const all = await told([join(plain, 'library'), '--dates', join(plain, 'days.yaml')])
    expect(verdicts(all)).toEqual(['1.2 violation GET /v1/shelves'])
    expect(all.remarks.join('\n')).toContain('package.json')
  })

  test('without any day nothing is known of the notice', async () => {
    const path = folder(files)
    expect(verdicts(await told([join(path, 'library')]))).toEqual(['1.2 undetermined GET /v1/shelves'])
  })

  test('beside a history: refused where both fit, and both where both are named', async () => {
    const list = {
      releases: [
        {version: '1.0', date: '2023-01-10', file: '1.0.yaml'},
        {version: '1.2', date: '2024-07-11', file: '1.2.yaml'}
      ]
    }
    const history =
      'service: Library\nreleases:\n  - {release: "1.1", date: 2023-03-10, changes: [{deprecated: GET /v1/shelves}]}\n'
    const path = folder({...files, 'library/releases.json': JSON.stringify(list), 'library/history.yaml': history})
    const ran = await audit([join(path, 'library')])
    expectRefusal(ran)
    expect(ran.err).toContain('--history')
    const both = await told([join(path, 'library'), '--history', join(path, 'library', 'history.yaml')])
    expect(verdicts(both)).toEqual(['1.2 compliant GET /v1/shelves'])
  })
})

describe.runIf(isFullRun)('what is remembered', () => {
  const cached = (path: string): string[] =>
    readdirSync(path, {recursive: true, encoding: 'utf8'})
      .map(name => join(path, name))
      .filter(name => statSync(name).isFile())

  test('changes no byte of an answer, whatever becomes of it', async () => {
    const path = await repository(RELEASES)
    const cache = folder()
    const env = {TENURE_CACHE: cache}
    const fresh = await audit([path])
    const [one, other] = await Promise.all([audit([path], env), audit([path], env)])
    expect([one, other]).toEqual([fresh, fresh])
    expect(cached(cache).length).toBeGreaterThan(2)
    expect(await audit([path], env)).toEqual(fresh)
    for (const file of cached(cache)) truncateSync(file, 20)
    expect(await audit([path], env)).toEqual(fresh)
    chmodSync(cache, 0o500)
    expect(await audit([path], {TENURE_CACHE: join(cache, 'below')})).toEqual(fresh)
    chmodSync(cache, 0o700)
    expect(await audit([path], {TENURE_CACHE: '/dev/null/nowhere'})).toEqual(fresh)
  })

  test('is of those bytes, that policy and that day alone', async () => {
    const path = await repository(RELEASES)
    const env = {TENURE_CACHE: folder()}
    expect(verdicts(await told([path], env))).toEqual(['v1.2.0 compliant GET /v1/shelves'])
    expect(verdicts(await told([path, '--policy', 'github-rest'], env))).toEqual(['v1.2.0 violation GET /v1/shelves'])
    expect((await tenure(['audit', path, '--as-of', '2024-01-01', '--format', 'json'], {env})).out).toContain(
      '"judgments": []'
    )
    write(path, {'openapi.yaml': spec({'/v1/readers': ''})})
    await git(path, ['commit', '--quiet', '-am', 'more'], '2025-01-01')
    await git(path, ['tag', '-a', 'v1.3.0', '-m', 'more'], '2025-01-01')
    expect(verdicts(await told([path], env))).toEqual([
      'v1.2.0 compliant GET /v1/shelves',
      'v1.3.0 violation GET /v1/loans'
    ])
  })

  test('follows from what is read beside the source, and from where the default branch is', async () => {
    const path = await repository(RELEASES)
    const env = {TENURE_CACHE: folder()}
    const text = (days: string) =>
      `service: Library\nreleases:\n  - {on: ${days}, changes: [{deprecated: GET /v1/shelves}]}\n`
    const beside = folder({'history.yaml': text('2023-02-01'), 'policy.yaml': policyOf(13)})
    const args = [path, '--history', join(beside, 'history.yaml'), '--policy', join(beside, 'policy.yaml')]
    const [first, second] = [await audit(args, env), await audit(args, env)]
    expect(second).toEqual(first)
    expect(first.out).not.toContain('nothing counts as announced')
    expect((await told(args, env)).judgments[0]?.start).toMatchObject({earliest: '2023-02-01'})
    write(beside, {'history.yaml': text('2023-03-01')})
    expect((await told(args, env)).judgments[0]?.start).toMatchObject({earliest: '2023-03-01'})
    write(beside, {'policy.yaml': policyOf(40)})
    expect(verdicts(await told(args, env))).toEqual(['v1.2.0 violation GET /v1/shelves'])
    // What marked it is no longer on the default branch: only the release tells of it.
    expect((await told([path], env)).judgments[0]?.start).toMatchObject({earliest: '2023-05-02'})
    await git(path, ['update-ref', 'refs/heads/main', 'v1.0.0^{commit}'])
    expect((await told([path], env)).judgments[0]?.start).toMatchObject({earliest: '2023-06-10'})
  })

  test('knows when a history in a folder, its place in git or the configuration is another one', async () => {
    const path = await repository(RELEASES)
    const env = {TENURE_CACHE: folder()}
    const own = folder({
      'record/service.yaml': 'service: Library\nadopted: 2023-01-10\n',
      'record/releases/v1.0.0.yaml': 'release: v1.0.0\ndate: 2023-01-10\n'
    })
    await git(own, ['init', '--quiet', '--initial-branch=main'])
    await commitAll(own, '2023-01-10')
    const args = [path, '--history', join(own, 'record')]
    const start = async (): Promise<unknown> => (await told(args, env)).judgments[0]?.start
    expect(await start()).toMatchObject({earliest: '2023-05-02'})
    // No commit holds it, so that it counts from the as-of day.
    write(own, {
      'record/releases/v1.0.0.yaml': 'release: v1.0.0\ndate: 2023-01-10\nchanges: [{deprecated: GET /v1/shelves}]\n'
    })
    const fresh = await start()
    await commitAll(own, '2023-02-20')
    // On record since that commit.
    expect(await start()).toMatchObject({earliest: '2023-02-20'})
    expect(await start()).not.toEqual(fresh)
  })
})

const commitAll = async (path: string, day: string): Promise<void> => {
  await git(path, ['add', '--all'])
  await git(path, ['commit', '--quiet', '-m', day], day)
}

const policyOf = (months: number): string => `extends: thirteen-months\nguarantees: {ga: {notice: ${months} months}}\n`
