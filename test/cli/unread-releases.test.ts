import {describe, expect, it} from 'vitest'
import {get, git, repositoryOf, spec} from './gate-scenario.ts'
import {folder, tenure, write} from './run.ts'

const historyOf = (more: string, second: string) => {
  const cwd = folder()
  const releases = `  - {release: "1.0", date: 2024-01-01, changes: [{added: GET /v1/loans}]}\n  - {release: "1.1", date: 2025-01-01${second}}\n`
  write(cwd, {'history.yaml': `format: 1\nservice: Lending Library API\n${more}releases:\n${releases}`})
  return cwd
}

const OPEN = 'Not all of `1.1` could be read: more may have changed.'

describe.concurrent('a release of which not all could be read', () => {
  it.each([
    ['upgrade 1.0 1.1', ['Nothing is known that has to be done.', OPEN], 'goes on working'],
    ['notes 1.0..1.1', [OPEN], 'No changes'],
    ['notes 1.0..1.1 --flavour keep-a-changelog', [OPEN], 'No changes'],
    ['notes 1.1', ['more may have changed'], 'No changes']
  ])('%s says so', async (command, said, unsaid) => {
    const ran = await tenure(command.split(' '), {cwd: historyOf('', ', partial: true')})
    expect(ran.code, ran.err).toBe(0)
    for (const each of said) expect(ran.out).toContain(each)
    expect(ran.out).not.toContain(unsaid)
  })

  it('is named in the guide as data', async () => {
    const ran = await tenure(['upgrade', '1.0', '1.1', '--format', 'json'], {cwd: historyOf('', ', partial: true')})
    expect(JSON.parse(ran.out)).toMatchObject({partial: ['1.1']})
  })

  it('is no other than one that was read, where it was', async () => {
    const ran = await tenure(['upgrade', '1.0', '1.1'], {cwd: historyOf('', '')})
    expect(ran.out).toContain('Nothing has to be done: what worked goes on working.')
  })

  it('a record that does not say everything promises no more either', async () => {
    const ran = await tenure(['upgrade', '1.0', '1.1'], {cwd: historyOf('complete: false\n', '')})
    expect(ran.out).toContain('Nothing is known that has to be done. This record does not say everything')
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

  it('and of what ended it asks for the announcement, which may have stood there', async () => {
    const ran = await tenure(['audit', '.', '--format', 'json'], {cwd: await tagged()})
    expect(JSON.parse(ran.out)).toMatchObject({
      source: {partial: true},
      summary: {broken: 0, undetermined: 1},
      judgements: [{verdict: 'undetermined', missing: [{fact: 'announcement'}]}]
    })
  })
})
