import {mkdirSync, renameSync, rmSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, run, tenure, write} from '../cli/run.ts'

/** An announcement that claims 1 March 2025, for an end on 1 April 2026: thirteen months to the day. */
const ANNOUNCED = `service: Lending Library API
adopted: 2025-01-10
releases:
  - release: "1.0"
    date: 2024-01-15
    changes:
      - added: GET /v1/loans
      - added: GET /v1/shelves
  - release: "1.1"
    date: 2025-03-01
    changes:
      - deprecated: GET /v1/shelves
        replacement: GET /v1/loans
        sunset: 2026-04-01
`
const BEFORE = ANNOUNCED.slice(0, ANNOUNCED.indexOf('      - deprecated'))
const ENDED = `${ANNOUNCED}  - release: "2.0"
    date: 2026-04-01
    changes:
      - {removed: GET /v1/shelves, replacement: GET /v1/loans}
`

async function git(cwd: string, args: readonly string[], at?: string): Promise<void> {
  const time = at !== undefined && at.length === 10 ? `${at}T12:00:00Z` : at
  const dates: Record<string, string> =
    time === undefined ? {} : {GIT_COMMITTER_DATE: time, GIT_AUTHOR_DATE: '2025-03-01T12:00:00Z'}
  const {code, err} = await run('git', args, {cwd, env: dates})
  expect(code, err).toBe(0)
}

/** A repository on the branch `main`, with these states of the record committed on their days. */
async function repository(...states: [at: string, files: Record<string, string>][]): Promise<string> {
  const cwd = folder()
  await git(cwd, ['init', '--quiet', '--initial-branch', 'main'])
  await git(cwd, ['config', 'user.name', 'The Library'])
  await git(cwd, ['config', 'user.email', 'api@library.example'])
  for (const [at, files] of states) {
    write(cwd, files)
    await commit(cwd, at)
  }
  return cwd
}

async function commit(cwd: string, at: string): Promise<void> {
  await git(cwd, ['add', '--all'])
  await git(cwd, ['commit', '--quiet', '--message', 'The record'], at)
}

const first: [string, Record<string, string>] = ['2025-01-10', {'history.yaml': BEFORE}]

/** From when the announcement counts, and what the reader is told about it. */
async function since(cwd: string, ...args: string[]) {
  const {out, err} = await tenure(['when', 'GET /v1/shelves', '--as-of', '2025-08-01', '--format', 'json', ...args], {
    cwd
  })
  const {bounds, remarks, kind} = JSON.parse(out || JSON.stringify({remarks: [err]}))
  const {earliest, latest} = bounds?.[0]?.start ?? {}
  return {start: {earliest, latest}, remarks, kind}
}

const on = (day: string) => ({start: {earliest: day, latest: day}, remarks: [], kind: 'day'})

const verdictOf = async (cwd: string, ...args: string[]) => {
  const {out} = await tenure(['audit', '--as-of', '2026-06-01', '--format', 'json', ...args], {cwd})
  const {judgments, findings, remarks} = JSON.parse(out)
  return {
    verdict: judgments[0].verdict,
    rules: findings.map(({rule}: {rule: string}) => rule),
    missing: judgments[0].missing,
    remarks
  }
}

describe.concurrent('an adopted history', () => {
  it('counts an announcement from its claim where it was committed in time', async () => {
    const cwd = await repository(first, ['2025-03-01', {'history.yaml': ANNOUNCED}])
    expect(await since(cwd)).toEqual(on('2025-03-01'))
    write(cwd, {'history.yaml': ENDED})
    expect(await verdictOf(cwd)).toMatchObject({verdict: 'compliant', remarks: []})
  })

  it('counts one that was committed later than it claims from the commit', async () => {
    const cwd = await repository(first, ['2025-03-02', {'history.yaml': ANNOUNCED}])
    expect(await since(cwd)).toEqual(on('2025-03-02'))
    write(cwd, {'history.yaml': ENDED})
    const {verdict, rules} = await verdictOf(cwd)
    expect(verdict).toBe('violation')
    expect(rules).toContain('notice-too-short')
    expect(rules).toContain('back-dated-announcement')
  })

  it('believes a public statement', async () => {
    const stated = ENDED.replace('        sunset:', '        via: mail to all account owners\n        sunset:')
    const cwd = await repository(first, ['2025-05-01', {'history.yaml': stated}])
    expect(await verdictOf(cwd)).toMatchObject({verdict: 'compliant'})
  })

  it('takes what is older than the adoption as declared', async () => {
    const late = (text: string) => ({'history.yaml': text.replace('adopted: 2025-01-10', 'adopted: 2025-03-02')})
    const cwd = await repository(['2025-05-01', late(ENDED)])
    expect(await verdictOf(cwd)).toMatchObject({verdict: 'compliant'})
  })

  it('knows what was on record before it was adopted', async () => {
    const cwd = await repository(
      ['2024-12-01', {'history.yaml': BEFORE}],
      ['2024-12-20', {'history.yaml': ENDED}],
      ['2026-05-01', {'history.yaml': `# read again\n${ENDED}`}]
    )
    expect(await verdictOf(cwd)).toMatchObject({verdict: 'compliant', remarks: []})
  })

  it('takes what it was adopted with as declared, whenever that was, and nothing later', async () => {
    const head = BEFORE.replace('adopted: 2025-01-10\n', '')
    const late = ANNOUNCED.replace('date: 2025-03-01', 'date: 2024-03-01')
    const cwd = await repository(['2025-01-10', {'history.yaml': head}], ['2025-05-01', {'history.yaml': ANNOUNCED}])
    expect(await since(cwd)).toEqual(on('2025-03-01'))
    // A day before the adoption that is written down after it.
    const filled = await repository(first, ['2025-06-01', {'history.yaml': late}])
    expect(await since(filled)).toEqual(on('2025-06-01'))
    // To adopt it once more takes all of it as declared.
    write(filled, {'history.yaml': late.replace('2025-01-10', '2025-06-02')})
    await commit(filled, '2025-06-02')
    expect(await since(filled)).toEqual(on('2024-03-01'))
  })

  it('believes no commit that claims to be older than the one before it', async () => {
    const cwd = await repository(first, ['2025-06-01', {'other.txt': 'x'}], ['2025-03-01', {'history.yaml': ANNOUNCED}])
    expect(await since(cwd)).toEqual(on('2025-06-01'))
  })

  it('counts what is not committed from the day of the judgment', async () => {
    const cwd = await repository(first)
    write(cwd, {'history.yaml': ANNOUNCED})
    expect(await since(cwd)).toEqual(on('2025-08-01'))
    const untracked = await repository(['2025-01-10', {'README.md': 'The library'}])
    write(untracked, {'history.yaml': ANNOUNCED})
    expect(await since(untracked)).toEqual(on('2025-08-01'))
  })

  it('counts a merge from the day on which it reached the default branch', async () => {
    const cwd = await repository(first)
    await git(cwd, ['checkout', '--quiet', '-b', 'shelves'])
    write(cwd, {'history.yaml': ANNOUNCED})
    await commit(cwd, '2025-03-01')
    // On a branch it is as good as uncommitted.
    expect(await since(cwd)).toEqual(on('2025-08-01'))
    await git(cwd, ['checkout', '--quiet', 'main'])
    write(cwd, {'README.md': 'The library'})
    await commit(cwd, '2025-04-01')
    await git(cwd, ['merge', '--quiet', '--no-ff', '--message', 'Merge shelves', 'shelves'], '2025-06-15')
    expect(await since(cwd)).toEqual(on('2025-06-15'))
  })

  it('counts days in the time zone of the policy', async () => {
    const cwd = await repository(first, ['2025-03-01T20:00:00Z', {'history.yaml': ANNOUNCED}])
    write(cwd, {'word.yaml': 'extends: thirteen-months\ntimezone: Asia/Kathmandu\n'})
    expect(await since(cwd)).toEqual(on('2025-03-01'))
    expect(await since(cwd, '--policy', 'word.yaml')).toEqual(on('2025-03-02'))
  })

  it('goes by the default branch of the origin, where there is one', async () => {
    const origin = await repository(first)
    const cwd = folder()
    await git(cwd, ['clone', '--quiet', origin, '.'])
    write(cwd, {'history.yaml': ANNOUNCED})
    await git(cwd, ['-c', 'user.name=x', '-c', 'user.email=x@y', 'commit', '--quiet', '-am', 'x'], '2025-03-01')
    expect(await since(cwd)).toEqual(on('2025-08-01'))
    // Continuous integration checks out a commit, without a branch and without the origin's HEAD.
    await git(origin, ['checkout', '--quiet', '-b', 'other'])
    await git(cwd, ['push', '--quiet', 'origin', 'HEAD:main'])
    await git(cwd, ['remote', 'set-head', 'origin', '--delete'])
    await git(cwd, ['checkout', '--quiet', '--detach'])
    await git(cwd, ['branch', '--quiet', '-D', 'main'])
    expect(await since(cwd)).toEqual(on('2025-03-01'))
  })

  it('reads a folder of files, what else lies in it left aside', async () => {
    const [head = '', releases = ''] = BEFORE.split('releases:\n')
    const [, one = '', two = ''] = releases.split(/^ {2}- /m).map(item => item.replace(/^ {4}/gm, ''))
    const line = ANNOUNCED.slice(BEFORE.length).replace(/^ {6}/gm, '')
    const cwd = await repository(
      ['2025-01-10', {'api/service.yaml': head, 'api/releases/1.0.yaml': one, 'api/README.md': '# {', LICENSE: '-'}],
      ['2025-03-01', {'api/next/shelves.yaml': line}],
      ['2025-04-01', {'api/releases/1.1.yaml': `${two}${line.replace(/^/gm, '  ').trimEnd()}\n`}]
    )
    rmSync(join(cwd, 'api/next'), {recursive: true})
    await commit(cwd, '2025-04-02')
    expect(await since(cwd, '--history', 'api')).toEqual(on('2025-03-01'))
    expect(await since(join(cwd, 'api'))).toEqual(on('2025-03-01'))
    // The same at the top of a repository, and after the folder has moved.
    mkdirSync(join(cwd, 'docs'))
    renameSync(join(cwd, 'api'), join(cwd, 'docs/api'))
    await commit(cwd, '2025-05-01')
    expect(await since(cwd, '--history', 'docs/api')).toEqual(on('2025-03-01'))
  })

  it('follows a file that moved, and a link to it', async () => {
    const cwd = await repository(first, ['2025-03-01', {'history.yaml': ANNOUNCED}])
    mkdirSync(join(cwd, 'our api'))
    renameSync(join(cwd, 'history.yaml'), join(cwd, 'our api/[history] *.yaml'))
    await commit(cwd, '2025-05-01')
    expect(await since(cwd, '--history', 'our api/[history] *.yaml')).toEqual(on('2025-03-01'))
    const elsewhere = folder()
    symlinkSync(join(cwd, 'our api'), join(elsewhere, 'link'))
    expect(await since(elsewhere, '--history', 'link/[history] *.yaml')).toEqual(on('2025-03-01'))
  })

  it('reads a file however it is laid out', async () => {
    const item = ANNOUNCED.slice(ANNOUNCED.indexOf('  - release: "1.1"'))
    const flush = ANNOUNCED.replace(/^ {2}(?= *- release| {2})/gm, '')
    const layouts = [
      flush,
      ANNOUNCED.replaceAll('\n', '\r\n').trimEnd(),
      ANNOUNCED.replace('releases:\n', 'releases: # oldest first\n# a comment\n\n  # another\n'),
      `${ANNOUNCED.replace('releases:\n', 'releases:\n# 1.0\n')}notes: [Dated in UTC.]\n`,
      ANNOUNCED.replace(item, item.replace('GET /v1/loans', '*loans')).replace(
        '- added: GET /v1/loans',
        '- added: &loans GET /v1/loans'
      ),
      `{"service": "x", "adopted": "2025-01-10", "releases": [{"release": "1.1", "date": "2025-03-01", "changes": [{"deprecated": "GET /v1/shelves", "sunset": "2026-04-01"}]}]}`
    ]
    for (const layout of layouts) {
      const cwd = await repository(
        first,
        ['2025-03-01', {'history.yaml': layout}],
        ['2025-06-01', {'history.yaml': ANNOUNCED}]
      )
      expect(await since(cwd), layout).toEqual(on('2025-03-01'))
    }
  })

  it('tells a second announcement of one subject from the first', async () => {
    const again = `${ANNOUNCED}  - release: "1.2"
    date: 2025-04-01
    changes:
      - withdrawn: GET /v1/shelves
  - release: "1.3"
    date: 2025-05-01
    changes:
      - {deprecated: GET /v1/shelves, replacement: GET /v1/loans, sunset: 2026-08-01}
`
    const cwd = await repository(
      first,
      ['2025-03-01', {'history.yaml': ANNOUNCED}],
      ['2025-06-01', {'history.yaml': again}]
    )
    expect(await since(cwd)).toEqual(on('2025-06-01'))
  })

  it('looks through states of the file that could not be read', async () => {
    const cwd = await repository(
      first,
      ['2025-02-01', {'history.yaml': 'service: [\n'}],
      ['2025-03-01', {'history.yaml': ANNOUNCED}]
    )
    expect(await since(cwd)).toEqual(on('2025-03-01'))
  })
})

describe.concurrent('without a whole git history', () => {
  const told = (why: string) => ({
    start: {},
    remarks: [`The days on which announcements were recorded are unknown: ${why}.`],
    kind: 'undetermined'
  })

  it('cannot tell outside of a repository', async () => {
    const cwd = folder({'history.yaml': ANNOUNCED, 'ended.yaml': ENDED})
    const why = "there's no git repository (keep the history in one, or name public statements with `via:`)"
    expect(await since(cwd)).toMatchObject(told(why))
    expect(await verdictOf(cwd, 'ended.yaml')).toMatchObject({
      verdict: 'undetermined',
      missing: expect.arrayContaining([{fact: 'commit', of: 'announcement in 1.1'}]),
      remarks: told(why).remarks
    })
    const strict = await tenure(['audit', 'ended.yaml', '--strict', '--as-of', '2026-06-01'], {cwd})
    expect(strict.code).toBe(3)
    expect(strict.out.split('\n')[2]).toBe(told(why).remarks[0])
  })

  it('cannot tell before the first commit', async () => {
    const cwd = await repository()
    write(cwd, {'history.yaml': ANNOUNCED})
    expect(await since(cwd)).toMatchObject(told('nothing is committed yet (commit the history)'))
  })

  it('cannot tell in a shallow clone, and says how to deepen it', async () => {
    const origin = await repository(first, ['2025-03-01', {'history.yaml': ANNOUNCED}])
    const cwd = folder()
    await git(cwd, ['clone', '--quiet', '--depth', '1', `file://${origin}`, '.'])
    expect(await since(cwd)).toMatchObject(
      told('the clone is shallow (fetch the whole history: `git fetch --unshallow`, or `fetch-depth: 0` in CI)')
    )
    await git(cwd, ['fetch', '--quiet', '--unshallow'])
    expect(await since(cwd)).toEqual(on('2025-03-01'))
  })

  it('cannot tell without git', async () => {
    const cwd = await repository(first, ['2025-03-01', {'history.yaml': ANNOUNCED}])
    const {out} = await tenure(['when', 'GET /v1/shelves', '--as-of', '2025-08-01'], {cwd, env: {PATH: '/nowhere'}})
    expect(out).toContain("are unknown: git can't be run (install git).")
  })

  it('needs no git for a history that was never adopted', async () => {
    const cwd = folder({'history.yaml': ENDED.replace(/^adopted.*\n/m, '')})
    expect(await verdictOf(cwd)).toMatchObject({verdict: 'compliant', remarks: []})
  })

  it('takes no branch or file for an option', async () => {
    const cwd = await repository(['2025-03-01', {'-x/--output=y.yaml': ANNOUNCED}])
    expect(await since(cwd, '--history', './-x/--output=y.yaml')).toEqual(on('2025-03-01'))
    expectRefusal(await tenure(['audit', '--history', './-x/nowhere.yaml'], {cwd}))
  })
})
