import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, tenure, write} from '../cli/run.ts'
import {DELETED, get, git, repositoryOf, spec} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

const historyOf = (more: string, second: string) => {
  const cwd = folder()
  const releases = `  - {release: "1.0", date: 2024-01-01, changes: [{added: GET /v1/loans}]}\n  - {release: "1.1", date: 2025-01-01${second}}\n`
  write(cwd, {'history.yaml': `format: 1\nservice: Lending Library API\n${more}releases:\n${releases}`})
  return cwd
}

const MAY_HAVE_CHANGED = 'Part of `1.1` could not be read. More might have changed.'

describe.concurrent('a partly unreadable release', () => {
  it.each(
    sample([
      ['upgrade 1.0 1.1', ['No steps are known.', MAY_HAVE_CHANGED], 'nothing to do'],
      ['notes 1.0..1.1', [MAY_HAVE_CHANGED], 'No changes'],
      ['notes 1.0..1.1 --template keep-a-changelog', [MAY_HAVE_CHANGED], 'No changes'],
      ['notes 1.1', ['More might have changed'], 'No changes'],
      ['changelog --part releases', ['More might have changed'], 'No changes'],
      ['changelog --part removed', ['Nothing is known to have been removed.'], 'Nothing has'],
      ['changelog --part pending', ['No deprecation is known to be pending.'], 'No deprecation is pending'],
      ['changelog --part unknown', ['Not all releases could be read'], 'Nothing is known to be missing']
    ])
  )('is mentioned by `%s`', async (command, expected, unexpected) => {
    const result = await tenure(command.split(' '), {cwd: historyOf('', ', partial: true')})
    expect(result.code, result.err).toBe(0)
    for (const each of expected) expect(result.out).toContain(each)
    expect(result.out).not.toContain(unexpected)
  })

  it('is mentioned on the site, unlike a readable release', async () => {
    const page = async (second: string) => {
      const cwd = historyOf('', second)
      const result = await tenure(['site', '--output', 'site.html'], {cwd})
      expect(result.code, result.err).toBe(0)
      return readFileSync(join(cwd, 'site.html'), 'utf8')
    }
    const [partial, complete] = await Promise.all([page(', partial: true'), page('')])
    expect(partial).toContain('<p class="did">Part of its description could not be read. More might have changed.</p>')
    expect(partial).not.toContain('<p class="did">No changes to the API</p>')
    expect(complete).toContain('<p class="did">No changes to the API</p>')
  })

  it('is listed in the JSON of the upgrade guide', async () => {
    const result = await tenure(['upgrade', '1.0', '1.1', '--format', 'json'], {cwd: historyOf('', ', partial: true')})
    expect(JSON.parse(result.out)).toMatchObject({partial: ['1.1']})
  })

  it("isn't mentioned if the release is readable", async () => {
    const result = await tenure(['upgrade', '1.0', '1.1'], {cwd: historyOf('', '')})
    expect(result.out).toContain('You have nothing to do: no change breaks your client.')
  })

  it('an incomplete history has no statement that nothing changed', async () => {
    const result = await tenure(['upgrade', '1.0', '1.1'], {cwd: historyOf('complete: 2030-01-01\n', '')})
    expect(result.out).toContain('No steps are known. This history is incomplete')
  })
})

describe.concurrent('descriptions with unresolved references', () => {
  const unresolved = (path: string) => `${path}: {$ref: gone.yaml}`
  const [LOANS, SHELVES, COPIES, DESKS] = ['loans', 'shelves', 'copies', 'desks'].map(name => get(`/v1/${name}`)) as [
    string,
    string,
    string,
    string
  ]
  const DEPRECATED_SHELVES = get('/v1/shelves', 'deprecated: true, ')
  const repositoryWithTags = async (): Promise<string> => {
    const specs = [
      spec(LOANS, SHELVES, COPIES),
      spec(LOANS, unresolved('/v1/shelves'), unresolved('/v1/copies'), unresolved('/v1/desks')),
      spec(LOANS, unresolved('/v1/shelves'), unresolved('/v1/copies'), DESKS),
      spec(LOANS, DEPRECATED_SHELVES, DESKS),
      spec(LOANS, DEPRECATED_SHELVES, DESKS, get('/v1/new'))
    ]
    const cwd = await repositoryOf({main: specs.map((text, at) => [`2024-0${at + 1}-01`, {'openapi.yaml': text}])})
    for (const at of specs.keys()) await git(cwd, ['tag', `v1.${at}`, `HEAD~${specs.length - 1 - at}`])
    return cwd
  }

  it('lead to recorded changes with the release after which they may have happened', async () => {
    const result = await tenure(['record', '--all', '--dry-run'], {cwd: await repositoryWithTags()})
    expect(result.out).toContain('      - added: GET /v1/desks\n        after: v1.0\n')
    expect(result.out).toContain('      - deprecated: GET /v1/shelves\n        after: v1.0\n')
    expect(result.out).toContain('      - removed: GET /v1/copies\n        after: v1.0\n')
    expect(result.out.match(/GET \/v1\/desks/g)).toHaveLength(1)
  })

  it('lead to a note on the site for an unreadable release', async () => {
    const cwd = await repositoryOf({
      main: [spec(LOANS), `${spec(LOANS)}  /v1/x: {get: [\n`, spec(LOANS)].map((text, at) => [
        `2024-0${at + 1}-01`,
        {'openapi.yaml': text}
      ])
    })
    for (const at of [0, 1, 2]) await git(cwd, ['tag', `v1.${at}`, `HEAD~${2 - at}`])
    const result = await tenure(['site', '.', '--output', 'site.html'], {cwd})
    expect(result.code, result.err).toBe(0)
    const page = readFileSync(join(cwd, 'site.html'), 'utf8')
    expect(page.match(/<p class="did">Its description was not read\./g)).toHaveLength(1)
    const {out} = await tenure(['changelog', '.', '--part', 'removed'], {cwd})
    expect(out).toContain('None recorded.')
  })

  it('leave a removal undetermined because its deprecation may have been there', async () => {
    const result = await tenure(['audit', '.', '--format', 'json'], {cwd: await repositoryWithTags()})
    expect(JSON.parse(result.out)).toMatchObject({
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

describe.concurrent('an entirely unreadable release', () => {
  const [LOANS, COPIES] = [get('/v1/loans', 'deprecated: true, '), get('/v1/copies')]
  const specs = (between: string) => [spec(LOANS, COPIES), between, spec(LOANS), spec(LOANS, get('/v1/desks'))]
  const UNREADABLE = 'openapi: 3.1.0\npaths: ['
  const days = ['2023-01-01', '2024-01-01', '2025-06-01', '2025-07-01']

  const auditFolder = async (between: string): Promise<string[]> => {
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
  const auditTags = async (between: string): Promise<string[]> => [await commits(between), 'audit', '.']
  const auditBranch = async (between: string): Promise<string[]> => [
    await commits(between),
    'audit',
    '.',
    '--releases',
    'branch:main'
  ]

  it.each(
    sample([
      ['a file of a folder', auditFolder, UNREADABLE],
      ['a file that is missing in the folder', auditFolder, DELETED],
      ['a tag', auditTags, UNREADABLE],
      ['a tag without the file', auditTags, DELETED],
      ['a commit of a branch', auditBranch, UNREADABLE]
    ])
  )('of %s may have announced a removal after it, and is named', async (_, source, between) => {
    const [cwd = '', ...command] = await source(between)
    const result = await tenure([...command, '--format', 'json'], {cwd})
    const report = JSON.parse(result.out)
    expect(report).toMatchObject({source: {partial: true}, summary: {violation: 0, undetermined: 1}})
    expect(report.judgments[0].missing).toEqual([
      {fact: 'announcement', of: 'GET /v1/copies'},
      {fact: 'description', of: expect.stringMatching(/^release (?:v1\.1|2024-01-01 \(.*\))$/)}
    ])
  })

  it('announces nothing that the next release shows without a deprecation', async () => {
    const cwd = folder()
    const releases = days.map((date, at) => ({version: `v1.${at}`, date, file: `${at}.yaml`}))
    const texts = [spec(LOANS, COPIES), UNREADABLE, spec(LOANS, COPIES), spec(LOANS)]
    write(cwd, {
      'releases.json': JSON.stringify({releases}),
      ...Object.fromEntries(texts.map((text, at) => [`${at}.yaml`, text]))
    })
    const result = await tenure(['audit', '.', '--format', 'json'], {cwd})
    expect(JSON.parse(result.out)).toMatchObject({summary: {violation: 1, undetermined: 0}})
  })

  it('is mentioned by audit, changelog, and record, but not by an upgrade across it', async () => {
    const [cwd = ''] = await auditFolder(UNREADABLE)
    const outputOf = async (...args: string[]): Promise<string> => (await tenure(args, {cwd})).out
    expect(await outputOf('audit', '.')).toContain('The description of v1.1 is missing')
    expect(await outputOf('changelog', '.')).toMatch(/v1\.1\b.*\n+Its description was not read\.\n/)
    expect(await outputOf('upgrade', 'v1.0', 'v1.2', '--source', '.')).not.toContain('could be read')
    const record = await outputOf('record', '--all', '.', '--dry-run')
    expect(record).toContain('partial: true\n')
    expect(record).toContain('- removed: GET /v1/copies\n        after: v1.0\n')
  })
})
