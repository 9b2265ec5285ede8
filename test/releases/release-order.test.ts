import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, tenure, write} from '../cli/run.ts'
import {git} from '../gate/scenario.ts'

const asOf = ['--as-of', '2026-11-26']

/** A description with an operation that returns a loan with these properties. */
const spec = (properties: string, ...others: readonly string[]): string =>
  `openapi: 3.0.3
info: {title: Lending Library API, version: "1"}
paths:
  /v1/loans: {get: {responses: {"200": {description: fine, content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}}}}
${others.map(path => `  ${path}: {get: {responses: {"200": {description: fine}}}}\n`).join('')}components: {schemas: {Loan: {type: object, properties: {${properties}}}}}
`
const ID = 'id: {type: string}'

const releases = (...dated: readonly (readonly [string, string, string])[]): Record<string, string> => ({
  ...Object.fromEntries(dated.map(([name, , text]) => [`${name}.yaml`, text])),
  'releases.json': JSON.stringify({
    name: 'Lending Library',
    releases: dated.map(([version, date]) => ({version, date, file: `${version}.yaml`}))
  })
})

describe.concurrent('a fix release of an older version after the newer release', () => {
  const releasesWithFix = releases(
    ['1.0.0', '2026-01-01', spec(ID)],
    ['2.0.0', '2026-02-01', spec(`${ID}, shelf: {type: string}`)],
    ['1.0.1', '2026-03-01', spec(`${ID}, patron: {type: string}`)],
    ['2.1.0', '2026-04-01', spec(`${ID}, shelf: {type: string}, fee: {type: string}`)]
  )

  it('is compared with the newer release for `upgrade` and `notes`', async () => {
    const cwd = folder(releasesWithFix)
    const [guide, span, reversed] = await Promise.all([
      tenure(['upgrade', '1.0.1', '2.0.0', '.', ...asOf], {cwd}),
      tenure(['notes', '1.0.1..2.0.0', '.', ...asOf], {cwd}),
      tenure(['upgrade', '2.0.0', '1.0.1', '.', ...asOf], {cwd})
    ])
    expect(guide?.out).toContain('removed `Loan.patron`')
    expect(guide?.out).toContain('added `Loan.shelf`')
    expect(guide?.out).not.toContain('GET /v1/loans`.')
    expect(span?.out).toContain('1 breaking change and 1 addition since 1.0.1.')
    expectRefusal(reversed as never)
    expect(reversed?.err).toContain('`2.0.0` is newer than `1.0.1`.')
  })

  it("isn't the previous release of the newer version", async () => {
    const cwd = folder({...releasesWithFix, 'tenure.yaml': "links: {compare: 'https://git.example/{from}...{to}'}\n"})
    const since = async (name: string): Promise<string | undefined> =>
      / since (\S+)\.\n/.exec((await tenure(['notes', name, '.', ...asOf], {cwd})).out)?.[1]
    expect(await Promise.all(['2.0.0', '1.0.1', '2.1.0'].map(since))).toEqual(['1.0.0', '1.0.0', '2.0.0'])
    const {out} = await tenure(['changelog', '.', '--template', 'keep-a-changelog', ...asOf], {cwd})
    expect(out).toContain('[2.0.0]: https://git.example/1.0.0...2.0.0\n')
    expect(out).toContain('[2.1.0]: https://git.example/2.0.0...2.1.0\n')
  })

  it('is compared correctly in a history that people write', async () => {
    const cwd = folder({
      'history.yaml': `service: Lending Library API
releases:
  - {release: 1.0.0, date: 2026-01-01, changes: [{added: GET /v1/loans}, {added: GET /v1/fees}]}
  - {release: 2.0.0, date: 2026-02-01, changes: [{added: GET /v1/shelves}, {removed: GET /v1/fees}]}
  - {release: 1.0.1, date: 2026-03-01, changes: [{added: GET /v1/patrons}, {removed: GET /v1/fees}]}
`
    })
    const {out} = await tenure(['notes', '1.0.1..2.0.0', ...asOf], {cwd})
    expect(out).toContain('1 breaking change and 1 addition since 1.0.1.')
    expect(out).toMatch(/`GET \/v1\/patrons`/)
    expect(out).not.toContain('fees')
    const uses = join(cwd, 'uses.txt')
    write(cwd, {'uses.txt': 'GET /v1/patrons\n'})
    const guide = await tenure(['upgrade', '1.0.1', '2.0.0', '--uses', uses, ...asOf], {cwd})
    expect(guide.out, guide.err).toContain('GET /v1/patrons')
  })

  it('still serves endpoints that the newer release removed', async () => {
    const cwd = folder({
      ...releases(
        ['1.0.0', '2026-01-01', spec(ID, '/v1/fees')],
        ['2.0.0', '2026-02-01', spec(ID)],
        ['1.0.1', '2026-03-01', spec(ID, '/v1/fees')]
      ),
      'uses.txt': 'GET /v1/fees\n'
    })
    const {code, out, err} = await tenure(['upgrade', '1.0.1', '2.0.0', '.', '--uses', 'uses.txt', ...asOf], {cwd})
    expect(code, err).toBe(0)
    expect(out).toContain('`GET /v1/fees`')
  })

  it("isn't the base of the next newer release that is recorded", async () => {
    const cwd = folder({'openapi.yaml': spec(ID)})
    const commit = async (tag: string, date: string, text: string): Promise<void> => {
      write(cwd, {'openapi.yaml': text})
      await git(cwd, ['add', '--all'])
      await git(cwd, ['-c', 'user.name=a', '-c', 'user.email=a@library.example', 'commit', '-qm', tag], date)
      if (tag.startsWith('v')) await git(cwd, ['tag', tag])
    }
    await git(cwd, ['init', '--quiet', '--initial-branch', 'main'])
    await commit('v1.0.0', '2026-01-01', spec(ID))
    await commit('v2.0.0', '2026-02-01', spec(ID, '/v1/shelves'))
    await git(cwd, ['checkout', '--quiet', '-b', 'fixes', 'v1.0.0'])
    await commit('v1.0.1', '2026-03-01', spec(ID, '/v1/patrons'))
    await git(cwd, ['checkout', '--quiet', 'main'])
    write(cwd, {'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'})
    expect((await tenure(['record', '--all', '-o', 'history.yaml', ...asOf], {cwd})).code).toBe(0)
    write(cwd, {'tenure.yaml': 'format: 1\nspec: openapi.yaml\nhistory: history.yaml\n'})
    write(cwd, {'openapi.yaml': spec(ID, '/v1/shelves', '/v1/fees')})
    const recordedNewer = await tenure(['record', '--release', 'v2.1.0', ...asOf], {cwd})
    expect(recordedNewer.code, recordedNewer.err).toBe(0)
    const added = (name: string): string[] => {
      const [, section = ''] = readFileSync(join(cwd, 'history.yaml'), 'utf8').split(new RegExp(`release: "?${name}`))
      return section.split('release:')[0]?.match(/\w+: GET \S+/g) ?? []
    }
    expect(added('v2.1.0')).toEqual(['added: GET /v1/fees'])
    write(cwd, {'openapi.yaml': spec(ID, '/v1/patrons', '/v1/copies')})
    const recordedOlder = await tenure(['record', '--release', 'v1.0.2', ...asOf], {cwd})
    expect(recordedOlder.code, recordedOlder.err).toBe(0)
    expect(added('v1.0.2')).toEqual(['added: GET /v1/copies'])
  })
})

describe.concurrent('a final release after release candidates', () => {
  const candidates = releases(
    ['0.15.0', '2026-01-01', spec(ID)],
    ['0.16.0-rc1', '2026-02-01', spec(ID, '/v1/shelves', '/v1/drafts')],
    ['0.16.0-rc2', '2026-02-05', spec(ID, '/v1/shelves', '/v1/patrons')],
    ['0.16.0', '2026-02-10', spec(ID, '/v1/shelves', '/v1/patrons')]
  )

  it('has all changes since the last final release, and the candidates have their own', async () => {
    const cwd = folder(candidates)
    const notes = async (name: string): Promise<string> => (await tenure(['notes', name, '.', ...asOf], {cwd})).out
    const [final = '', first = '', second = ''] = await Promise.all(['0.16.0', '0.16.0-rc1', '0.16.0-rc2'].map(notes))
    expect(final).toContain('1 addition since 0.15.0.')
    expect(final).not.toContain('drafts')
    expect(final).not.toContain('rc')
    expect(first).toContain('1 addition since 0.15.0.')
    expect(second).toContain('since 0.16.0-rc1.')
    expect(second).toContain('drafts')
  })

  it('has all changes in each changelog flavor, from descriptions and from a history', async () => {
    const cwd = folder(candidates)
    const recorded = await tenure(['record', '.', '--all', '-o', 'written.yaml', ...asOf], {cwd})
    expect(recorded.code, recorded.err).toBe(0)
    const section = (text: string): string =>
      text.split(/^#+ \[?0\.16\.0\b(?!-)/m)[1]?.split(/^#+ \[?0\.16\.0-/m)[0] ?? ''
    for (const source of ['.', 'written.yaml']) {
      for (const flavor of ['page', 'keep-a-changelog', 'github']) {
        const {out} = await tenure(['changelog', source, '--template', flavor, ...asOf], {cwd})
        expect(section(out), `${source} ${flavor}`).toMatch(/GET \/v1\/shelves`(.|\n)*GET \/v1\/patrons/)
        expect(section(out), `${source} ${flavor}`).not.toContain('drafts')
      }
    }
  })
})
