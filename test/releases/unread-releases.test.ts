import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, tenure, write} from '../cli/run.ts'
import {DELETED, get, git, repositoryOf, spec} from '../gate/scenario.ts'

const historyOf = (more: string, second: string) => {
  const cwd = folder()
  const releases = `  - {release: "1.0", date: 2024-01-01, changes: [{added: GET /v1/loans}]}\n  - {release: "1.1", date: 2025-01-01${second}}\n`
  write(cwd, {'history.yaml': `format: 1\nservice: Lending Library API\n${more}releases:\n${releases}`})
  return cwd
}

const OPEN = 'Part of `1.1` could not be read. More might have changed.'

describe.concurrent('a release of which not all could be read', () => {
  it.each([
    ['upgrade 1.0 1.1', ['No steps are known.', OPEN], 'nothing to do'],
    ['notes 1.0..1.1', [OPEN], 'No changes'],
    ['notes 1.0..1.1 --flavor keep-a-changelog', [OPEN], 'No changes'],
    ['notes 1.1', ['More might have changed'], 'No changes'],
    ['changelog --part releases', ['More might have changed'], 'No changes'],
    ['changelog --part removed', ['Nothing is known to have been removed.'], 'Nothing has'],
    ['changelog --part pending', ['No deprecation is known to be pending.'], 'No deprecation is pending'],
    ['changelog --part unknown', ['Not all releases could be read'], 'Nothing is known to be missing']
  ])('%s says so', async (command, said, unsaid) => {
    const ran = await tenure(command.split(' '), {cwd: historyOf('', ', partial: true')})
    expect(ran.code, ran.err).toBe(0)
    for (const each of said) expect(ran.out).toContain(each)
    expect(ran.out).not.toContain(unsaid)
  })

  it('is said of it on the page, and what is told there of one that was read whole is not', async () => {
    const page = async (second: string) => {
      const cwd = historyOf('', second)
      const ran = await tenure(['site', '--out', 'site.html'], {cwd})
      expect(ran.code, ran.err).toBe(0)
      return readFileSync(join(cwd, 'site.html'), 'utf8')
    }
    const [partial, whole] = await Promise.all([page(', partial: true'), page('')])
    expect(partial).toContain('<p class="did">Part of its description could not be read. More might have changed.</p>')
    expect(partial).not.toContain('<p class="did">No changes to the API</p>')
    expect(whole).toContain('<p class="did">No changes to the API</p>')
  })

  it('is named in the guide as data', async () => {
    const ran = await tenure(['upgrade', '1.0', '1.1', '--format', 'json'], {cwd: historyOf('', ', partial: true')})
    expect(JSON.parse(ran.out)).toMatchObject({partial: ['1.1']})
  })

  it('is no other than one that was read, where it was', async () => {
    const ran = await tenure(['upgrade', '1.0', '1.1'], {cwd: historyOf('', '')})
    expect(ran.out).toContain('You have nothing to do: no change breaks your client.')
  })

  it('a record that does not say everything promises no more either', async () => {
    const ran = await tenure(['upgrade', '1.0', '1.1'], {cwd: historyOf('complete: false\n', '')})
    expect(ran.out).toContain('No steps are known. This history is incomplete')
  })
})

describe.concurrent('a source with releases of which not all could be read', () => {
  const gap = (path: string) => `${path}: {$ref: gone.yaml}`
  const [LOANS, SHELVES, COPIES, DESKS] = ['loans', 'shelves', 'copies', 'desks'].map(name => get(`/v1/${name}`)) as [
    string,
    string,
    string,
    string
  ]
  const MARKED = get('/v1/shelves', 'deprecated: true, ')
  const tagged = async (): Promise<string> => {
    const specs = [
      spec(LOANS, SHELVES, COPIES),
      spec(LOANS, gap('/v1/shelves'), gap('/v1/copies'), gap('/v1/desks')),
      spec(LOANS, gap('/v1/shelves'), gap('/v1/copies'), DESKS),
      spec(LOANS, MARKED, DESKS),
      spec(LOANS, MARKED, DESKS, get('/v1/new'))
    ]
    const cwd = await repositoryOf({main: specs.map((text, at) => [`2024-0${at + 1}-01`, {'openapi.yaml': text}])})
    for (const at of specs.keys()) await git(cwd, ['tag', `v1.${at}`, `HEAD~${specs.length - 1 - at}`])
    return cwd
  }

  it('tells with a later one what came to light, and since when it may be so', async () => {
    const ran = await tenure(['record', '--all', '--dry-run'], {cwd: await tagged()})
    expect(ran.out).toContain('      - added: GET /v1/desks\n        after: v1.0\n')
    expect(ran.out).toContain('      - deprecated: GET /v1/shelves\n        after: v1.0\n')
    expect(ran.out).toContain('      - removed: GET /v1/copies\n        after: v1.0\n')
    expect(ran.out.match(/GET \/v1\/desks/g)).toHaveLength(1)
  })

  it('shows on the page that no one read one that is torn', async () => {
    const cwd = await repositoryOf({
      main: [spec(LOANS), `${spec(LOANS)}  /v1/x: {get: [\n`, spec(LOANS)].map((text, at) => [
        `2024-0${at + 1}-01`,
        {'openapi.yaml': text}
      ])
    })
    for (const at of [0, 1, 2]) await git(cwd, ['tag', `v1.${at}`, `HEAD~${2 - at}`])
    const ran = await tenure(['site', '.', '--out', 'site.html'], {cwd})
    expect(ran.code, ran.err).toBe(0)
    const page = readFileSync(join(cwd, 'site.html'), 'utf8')
    expect(page.match(/<p class="did">Its description was not read\./g)).toHaveLength(1)
    const {out} = await tenure(['changelog', '.', '--part', 'removed'], {cwd})
    expect(out).toContain('None recorded.')
  })

  it('and of what ended it asks for the announcement, which may have stood there', async () => {
    const ran = await tenure(['audit', '.', '--format', 'json'], {cwd: await tagged()})
    expect(JSON.parse(ran.out)).toMatchObject({
      source: {partial: true},
      summary: {violation: 0, undetermined: 1},
      judgments: [
        {
          verdict: 'undetermined',
          missing: [
            {fact: 'announcement', of: 'GET /v1/copies'},
            {fact: 'description', of: 'release v1.1'},
            {fact: 'description', of: 'release v1.2'}
          ]
        }
      ]
    })
  })
})

describe.concurrent('a release of which nothing could be read', () => {
  const [LOANS, COPIES] = [get('/v1/loans', 'deprecated: true, '), get('/v1/copies')]
  const specs = (between: string) => [spec(LOANS, COPIES), between, spec(LOANS), spec(LOANS, get('/v1/desks'))]
  const UNREADABLE = 'openapi: 3.1.0\npaths: ['
  const days = ['2023-01-01', '2024-01-01', '2025-06-01', '2025-07-01']

  const ofFolder = async (between: string): Promise<string[]> => {
    const cwd = folder()
    const releases = days.map((date, at) => ({version: `v1.${at}`, date, file: `${at}.yaml`}))
    const files = specs(between).flatMap((text, at) => (text === DELETED ? [] : [[`${at}.yaml`, text]]))
    write(cwd, {'releases.json': JSON.stringify({releases}), ...Object.fromEntries(files)})
    return [cwd, 'audit', '.']
  }

  const commits = async (between: string): Promise<string> => {
    const line = specs(between).map((text, at) => [days[at] ?? '', {'openapi.yaml': text}] as const)
    const cwd = await repositoryOf({main: line})
    for (const at of line.keys()) await git(cwd, ['tag', `v1.${at}`, `HEAD~${line.length - 1 - at}`])
    return cwd
  }
  const ofTags = async (between: string): Promise<string[]> => [await commits(between), 'audit', '.']
  const ofBranch = async (between: string): Promise<string[]> => [
    await commits(between),
    'audit',
    '.',
    '--branch',
    'main'
  ]

  it.each([
    ['a file of a folder', ofFolder, UNREADABLE],
    ['a file that the folder has not', ofFolder, DELETED],
    ['a tag', ofTags, UNREADABLE],
    ['a tag without the file', ofTags, DELETED],
    ['a commit of a branch', ofBranch, UNREADABLE]
  ])('%s: it may have announced what was gone behind it, and is named', async (_, source, between) => {
    const [cwd = '', ...command] = await source(between)
    const ran = await tenure([...command, '--format', 'json'], {cwd})
    const report = JSON.parse(ran.out)
    expect(report).toMatchObject({source: {partial: true}, summary: {violation: 0, undetermined: 1}})
    expect(report.judgments[0].missing).toEqual([
      {fact: 'announcement', of: 'GET /v1/copies'},
      {fact: 'description', of: expect.stringMatching(/^release (?:v1\.1|2024-01-01 \(.*\))$/)}
    ])
  })

  it('and what was seen without a mark after it was not announced there', async () => {
    const cwd = folder()
    const releases = days.map((date, at) => ({version: `v1.${at}`, date, file: `${at}.yaml`}))
    const texts = [spec(LOANS, COPIES), UNREADABLE, spec(LOANS, COPIES), spec(LOANS)]
    write(cwd, {
      'releases.json': JSON.stringify({releases}),
      ...Object.fromEntries(texts.map((text, at) => [`${at}.yaml`, text]))
    })
    const ran = await tenure(['audit', '.', '--format', 'json'], {cwd})
    expect(JSON.parse(ran.out)).toMatchObject({summary: {violation: 1, undetermined: 0}})
  })

  it('is told by the change history, the remedy and the record; who skips it is told of what lies on both sides', async () => {
    const [cwd = ''] = await ofFolder(UNREADABLE)
    const say = async (...args: string[]): Promise<string> => (await tenure(args, {cwd})).out
    expect(await say('audit', '.')).toContain('The description of v1.1 is missing')
    expect(await say('changelog', '.')).toMatch(/v1\.1\b.*\n+Its description was not read\.\n/)
    expect(await say('upgrade', 'v1.0', 'v1.2', '--source', '.')).not.toContain('could be read')
    const record = await say('record', '--all', '.', '--dry-run')
    expect(record).toContain('partial: true\n')
    expect(record).toContain('- removed: GET /v1/copies\n        after: v1.0\n')
  })
})
