import {mkdirSync, renameSync, rmSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, run, tenure, write} from '../cli/run.ts'

/** An announcement on 1 March 2025 with a removal on 1 April 2026: exactly thirteen months. */
const ANNOUNCED = `service: Lending Library API
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
const WITH_REMOVAL = `${ANNOUNCED}  - release: "2.0"
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

/** A repository on the branch `main` with these files committed on these days. */
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

/** The day on which the notice starts, and the remarks about it. */
async function noticeStart(cwd: string, ...args: string[]) {
  const {out, err} = await tenure(['due', 'GET /v1/shelves', '--as-of', '2025-08-01', '--format', 'json', ...args], {
    cwd
  })
  const {bounds, remarks, kind} = JSON.parse(out || JSON.stringify({remarks: [err]}))
  const {earliest, latest} = bounds?.[0]?.start ?? {}
  return {start: {earliest, latest}, remarks, kind}
}

const startOf = (day: string) => ({start: {earliest: day, latest: day}, remarks: [], kind: 'day'})

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

describe.concurrent('the notice in a history', () => {
  it('starts on the stated day if it was committed by then', async () => {
    const cwd = await repository(first, ['2025-03-01', {'history.yaml': ANNOUNCED}])
    expect(await noticeStart(cwd)).toEqual(startOf('2025-03-01'))
    write(cwd, {'history.yaml': WITH_REMOVAL})
    expect(await verdictOf(cwd)).toMatchObject({verdict: 'compliant', remarks: []})
  })

  it('starts on the day of the commit if that is later', async () => {
    const cwd = await repository(first, ['2025-03-02', {'history.yaml': ANNOUNCED}])
    expect(await noticeStart(cwd)).toEqual(startOf('2025-03-02'))
    write(cwd, {'history.yaml': WITH_REMOVAL})
    const {verdict, rules} = await verdictOf(cwd)
    expect(verdict).toBe('violation')
    expect(rules).toContain('notice-too-short')
    expect(rules).toContain('back-dated-announcement')
  })

  it('starts when the line of a public statement was committed', async () => {
    const stated = WITH_REMOVAL.replace('        sunset:', '        via: mail to all account owners\n        sunset:')
    const cwd = await repository(first, ['2025-05-01', {'history.yaml': stated}])
    expect(await verdictOf(cwd)).toMatchObject({verdict: 'violation'})
  })

  it('starts on the stated day if the line came with the first history', async () => {
    const cwd = await repository(['2025-05-01', {'history.yaml': WITH_REMOVAL}])
    expect(await verdictOf(cwd)).toMatchObject({verdict: 'compliant'})
  })

  it.each([
    ['2025-05-01', 'compliant'],
    ['2025-04-30', 'violation'],
    ['2030-01-01', 'violation']
  ])('starts on the stated day if the configuration accepts lines up to %s: %s', async (day, verdict) => {
    const cwd = await repository(first, ['2025-05-01', {'history.yaml': WITH_REMOVAL}])
    write(cwd, {'tenure.yaml': `history: history.yaml\nadopted: {day: ${day}, approver: api@library.example}\n`})
    expect(await verdictOf(cwd)).toMatchObject({verdict})
  })

  it('starts on the stated day if it was committed by then, whatever is committed later', async () => {
    const cwd = await repository(
      ['2024-12-01', {'history.yaml': BEFORE}],
      ['2024-12-20', {'history.yaml': WITH_REMOVAL}],
      ['2026-05-01', {'history.yaml': `# read again\n${WITH_REMOVAL}`}]
    )
    expect(await verdictOf(cwd)).toMatchObject({verdict: 'compliant', remarks: []})
  })

  it('starts when a line about an earlier day was committed', async () => {
    const earlierDay = ANNOUNCED.replace('date: 2025-03-01', 'date: 2024-03-01')
    const cwd = await repository(first, ['2025-06-01', {'history.yaml': earlierDay}])
    expect(await noticeStart(cwd)).toEqual(startOf('2025-06-01'))
    // A day that was changed to an earlier one isn't that of the first history.
    const moved = await repository(
      ['2025-05-01', {'history.yaml': ANNOUNCED}],
      ['2025-06-01', {'history.yaml': earlierDay}]
    )
    expect(await noticeStart(moved)).toEqual(startOf('2025-05-01'))
  })

  it('ignores the date of a commit that is older than its parent', async () => {
    const cwd = await repository(first, ['2025-06-01', {'other.txt': 'x'}], ['2025-03-01', {'history.yaml': ANNOUNCED}])
    expect(await noticeStart(cwd)).toEqual(startOf('2025-06-01'))
  })

  it("starts on the as-of day if the announcement isn't committed", async () => {
    const cwd = await repository(first)
    write(cwd, {'history.yaml': ANNOUNCED})
    expect(await noticeStart(cwd)).toEqual(startOf('2025-08-01'))
    // A history that isn't committed at all counts as its first commit will.
    const untracked = await repository(['2025-01-10', {'README.md': 'The library'}])
    write(untracked, {'history.yaml': ANNOUNCED})
    expect(await noticeStart(untracked)).toEqual(startOf('2025-03-01'))
  })

  it('starts when a merge reaches the default branch', async () => {
    const cwd = await repository(first)
    await git(cwd, ['checkout', '--quiet', '-b', 'shelves'])
    write(cwd, {'history.yaml': ANNOUNCED})
    await commit(cwd, '2025-03-01')
    // On another branch it counts as uncommitted.
    expect(await noticeStart(cwd)).toEqual(startOf('2025-08-01'))
    await git(cwd, ['checkout', '--quiet', 'main'])
    write(cwd, {'README.md': 'The library'})
    await commit(cwd, '2025-04-01')
    await git(cwd, ['merge', '--quiet', '--no-ff', '--message', 'Merge shelves', 'shelves'], '2025-06-15')
    expect(await noticeStart(cwd)).toEqual(startOf('2025-06-15'))
  })

  it('starts in the time zone of the policy', async () => {
    const cwd = await repository(first, ['2025-03-01T20:00:00Z', {'history.yaml': ANNOUNCED}])
    write(cwd, {'word.yaml': 'extends: thirteen-months\ntimezone: Asia/Kathmandu\n'})
    expect(await noticeStart(cwd)).toEqual(startOf('2025-03-01'))
    expect(await noticeStart(cwd, '--policy', 'word.yaml')).toEqual(startOf('2025-03-02'))
  })

  it('starts when it reaches the default branch of the remote', async () => {
    const origin = await repository(first)
    const cwd = folder()
    await git(cwd, ['clone', '--quiet', origin, '.'])
    write(cwd, {'history.yaml': ANNOUNCED})
    await git(cwd, ['-c', 'user.name=x', '-c', 'user.email=x@y', 'commit', '--quiet', '-am', 'x'], '2025-03-01')
    expect(await noticeStart(cwd)).toEqual(startOf('2025-08-01'))
    // CI checks out a commit without a branch and without the HEAD of the remote.
    await git(origin, ['checkout', '--quiet', '-b', 'other'])
    await git(cwd, ['push', '--quiet', 'origin', 'HEAD:main'])
    await git(cwd, ['remote', 'set-head', 'origin', '--delete'])
    await git(cwd, ['checkout', '--quiet', '--detach'])
    await git(cwd, ['branch', '--quiet', '-D', 'main'])
    expect(await noticeStart(cwd)).toEqual(startOf('2025-03-01'))
  })

  it('is found in a history folder, also after the folder moved', async () => {
    const [head = '', releases = ''] = BEFORE.split('releases:\n')
    const [, firstRelease = '', secondRelease = ''] = releases
      .split(/^ {2}- /m)
      .map(item => item.replace(/^ {4}/gm, ''))
    const line = ANNOUNCED.slice(BEFORE.length).replace(/^ {6}/gm, '')
    const cwd = await repository(
      [
        '2025-01-10',
        {'api/service.yaml': head, 'api/releases/1.0.yaml': firstRelease, 'api/README.md': '# {', LICENSE: '-'}
      ],
      ['2025-03-01', {'api/next/shelves.yaml': line}],
      ['2025-04-01', {'api/releases/1.1.yaml': `${secondRelease}${line.replace(/^/gm, '  ').trimEnd()}\n`}]
    )
    rmSync(join(cwd, 'api/next'), {recursive: true})
    await commit(cwd, '2025-04-02')
    expect(await noticeStart(cwd, '--history', 'api')).toEqual(startOf('2025-03-01'))
    expect(await noticeStart(join(cwd, 'api'))).toEqual(startOf('2025-03-01'))
    // The same in the top folder of a repository, and after the folder was moved.
    mkdirSync(join(cwd, 'docs'))
    renameSync(join(cwd, 'api'), join(cwd, 'docs/api'))
    await commit(cwd, '2025-05-01')
    expect(await noticeStart(cwd, '--history', 'docs/api')).toEqual(startOf('2025-03-01'))
  })

  it('is found after the file moved, and through a symbolic link', async () => {
    const cwd = await repository(first, ['2025-03-01', {'history.yaml': ANNOUNCED}])
    mkdirSync(join(cwd, 'our api'))
    renameSync(join(cwd, 'history.yaml'), join(cwd, 'our api/[history] *.yaml'))
    await commit(cwd, '2025-05-01')
    expect(await noticeStart(cwd, '--history', 'our api/[history] *.yaml')).toEqual(startOf('2025-03-01'))
    const elsewhere = folder()
    symlinkSync(join(cwd, 'our api'), join(elsewhere, 'link'))
    expect(await noticeStart(elsewhere, '--history', 'link/[history] *.yaml')).toEqual(startOf('2025-03-01'))
  })

  it('is found in a file with any layout', async () => {
    const item = ANNOUNCED.slice(ANNOUNCED.indexOf('  - release: "1.1"'))
    const unindented = ANNOUNCED.replace(/^ {2}(?= *- release| {2})/gm, '')
    const layouts = [
      unindented,
      ANNOUNCED.replaceAll('\n', '\r\n').trimEnd(),
      ANNOUNCED.replace('releases:\n', 'releases: # oldest first\n# a comment\n\n  # another\n'),
      `${ANNOUNCED.replace('releases:\n', 'releases:\n# 1.0\n')}notes: [Dated in UTC.]\n`,
      ANNOUNCED.replace(item, item.replace('GET /v1/loans', '*loans')).replace(
        '- added: GET /v1/loans',
        '- added: &loans GET /v1/loans'
      ),
      `{"service": "x", "releases": [{"release": "1.1", "date": "2025-03-01", "changes": [{"deprecated": "GET /v1/shelves", "sunset": "2026-04-01"}]}]}`
    ]
    for (const layout of layouts) {
      const cwd = await repository(
        first,
        ['2025-03-01', {'history.yaml': layout}],
        ['2025-06-01', {'history.yaml': ANNOUNCED}]
      )
      expect(await noticeStart(cwd), layout).toEqual(startOf('2025-03-01'))
    }
  })

  it('starts again with a second announcement of the same endpoint', async () => {
    const announcedAgain = `${ANNOUNCED}  - release: "1.2"
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
      ['2025-06-01', {'history.yaml': announcedAgain}]
    )
    expect(await noticeStart(cwd)).toEqual(startOf('2025-06-01'))
  })

  it('is found if an earlier commit of the file is unreadable', async () => {
    const cwd = await repository(
      first,
      ['2025-02-01', {'history.yaml': 'service: [\n'}],
      ['2025-03-01', {'history.yaml': ANNOUNCED}]
    )
    expect(await noticeStart(cwd)).toEqual(startOf('2025-03-01'))
  })
})

describe.concurrent('a history without git history', () => {
  const unknownBecause = (reason: string) => ({
    start: {},
    remarks: [`The days on which announcements were recorded are unknown: ${reason}.`],
    kind: 'undetermined'
  })

  it('counts as stated outside of a repository, and before the first commit', async () => {
    const cwd = folder({'history.yaml': ANNOUNCED, 'ended.yaml': WITH_REMOVAL})
    expect(await noticeStart(cwd)).toEqual(startOf('2025-03-01'))
    expect(await verdictOf(cwd, 'ended.yaml')).toMatchObject({verdict: 'compliant', remarks: []})
    const begun = await repository()
    write(begun, {'history.yaml': ANNOUNCED})
    expect(await noticeStart(begun)).toEqual(startOf('2025-03-01'))
  })

  it('is undetermined in a shallow clone, with a remedy', async () => {
    const origin = await repository(first, ['2025-03-01', {'history.yaml': ANNOUNCED}])
    const cwd = folder()
    await git(cwd, ['clone', '--quiet', '--depth', '1', `file://${origin}`, '.'])
    expect(await noticeStart(cwd)).toMatchObject(
      unknownBecause(
        'the clone is shallow (fetch the whole history: `git fetch --unshallow`, or `fetch-depth: 0` in CI)'
      )
    )
    await git(cwd, ['fetch', '--quiet', '--unshallow'])
    expect(await noticeStart(cwd)).toEqual(startOf('2025-03-01'))
  })

  it('can have a name like an option of git', async () => {
    const cwd = await repository(['2025-03-01', {'-x/--output=y.yaml': ANNOUNCED}])
    expect(await noticeStart(cwd, '--history', './-x/--output=y.yaml')).toEqual(startOf('2025-03-01'))
    expectRefusal(await tenure(['audit', '--history', './-x/nowhere.yaml'], {cwd}))
  })
})
