import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {processContext} from '@tenure/core/cli/process-context'
import {beginAt} from '@tenure/core/inputs/sources/source'
import {openPlace} from '@tenure/core/stores/files/workspace'
import {describe, expect, it} from 'vitest'
import {expectRefusal, GIT_ENV, pathsIn, run, tenure} from '../../../test/cli/run.ts'
import {git, repositoryOf} from '../../../test/gate/scenario.ts'
import {type PastProgress, previewPast} from '../src/init/past-preview.ts'

const describeApi = (...paths: readonly string[]): string =>
  `openapi: 3.0.3\ninfo: {title: Lending, version: "1"}\npaths:\n${paths
    .map(path => `  ${path}: {get: {responses: {"200": {description: All}}}}\n`)
    .join('')}`

const BOOKS = ['/v1/books', '/v1/loans', '/v1/shelves', '/v1/fees']
const RELEASES = ['v1.0', 'v1.1', 'v1.2', 'v1.3']

/** A repository whose releases each remove one endpoint. */
async function lending(): Promise<string> {
  const cwd = await repositoryOf({
    main: RELEASES.map((_, at) => [`202${at}-01-01`, {'openapi.yaml': describeApi(...BOOKS.slice(at))}])
  })
  for (const [at, name] of RELEASES.entries()) await git(cwd, ['tag', name, `HEAD~${RELEASES.length - 1 - at}`])
  return cwd
}

/** The preview and the progress that it reported. */
async function preview(cwd: string, limit: number) {
  const reported: PastProgress[] = []
  const context = {...processContext(), ...openPlace({cwd, env: GIT_ENV}), err: () => undefined}
  const job = {spec: 'openapi.yaml', tags: ['v*', '!v9'], policy: 'thirteen-months', presets: ['stripe'], limit}
  return {seen: await previewPast(job, context, each => reported.push(each)), reported}
}

describe('the look at the past', () => {
  it('reads the newest releases first, and all of them if there is time', async () => {
    const {seen, reported} = await preview(await lending(), 60_000)
    expect(reported.map(({release}) => release)).toEqual(RELEASES.toReversed())
    expect(seen).toMatchObject({judged: 3, releases: 4, adds: expect.stringMatching(/^5 files .* 4 generated ones/)})
    expect(seen?.since).toBeUndefined()
  })

  it('says at which release it began if there was no time for the others', async () => {
    const {seen, reported} = await preview(await lending(), -1)
    expect(reported.map(({release}) => release)).toEqual(['v1.3'])
    expect(seen).toMatchObject({judged: 0, releases: 1, since: {release: 'v1.3', all: 4}})
  })

  it('comes after everything is written and printed', async () => {
    const cwd = await lending()
    const {out, code} = await tenure(['init'], {cwd})
    expect(code).toBe(0)
    const order = [
      'Wrote tenure.yaml',
      '`tenure record --all`\n',
      'check a change:',
      'Of 3 past removals',
      'adds 5 files'
    ]
    expect(order.map(each => out.indexOf(each))).toEqual(order.map(each => out.indexOf(each)).toSorted((a, b) => a - b))
    expect(out).not.toContain('kubernetes')
  })
})

describe('a history that begins later', () => {
  it.each([
    ['a release', 'v1.2'],
    ['another spelling of it', '1.2'],
    ['a day', '2021-06-01'],
    ['a year', '2022']
  ])('is recorded from %s on', async (_, since) => {
    const cwd = await lending()
    await tenure(['init'], {cwd})
    const {out, err, code} = await tenure(['record', '--all', '--since', since], {cwd})
    expect({code, out}).toMatchObject({code: 0, out: expect.stringContaining('2 releases with 3 changes')})
    expect(err).toContain('2 releases before `v1.2` are left out')
    expect(pathsIn(join(cwd, 'api-history/releases'))).toHaveLength(2)
    // What the first release has may be older.
    expect(readFileSync(join(cwd, 'api-history/releases/v1.2.yaml'), 'utf8')).toContain('existing: true')
    const attributes = await run('git', ['check-attr', 'linguist-generated', 'api-history/facts/v1.2.json'], {cwd})
    expect(attributes.out).toMatch(/: set\n$/)
  })

  it.each([
    ['an unknown release', 'v1.9', /`--since v1\.9` is neither a day nor a release/],
    ['a day after the last release', '2030-01-01', /Each release is before `2030-01-01`, so none would be left\./]
  ])('refuses %s', async (_, since, message) => {
    const cwd = await lending()
    const result = await tenure(['record', '--all', '--spec', 'openapi.yaml', '--since', since], {cwd})
    expectRefusal(result)
    expect(result.err).toMatch(message)
  })

  it('is only recorded as a whole', async () => {
    const result = await tenure(['record', '--release', '1.0', '--since', 'v1.2'], {cwd: await lending()})
    expectRefusal(result)
    expect(result.err).toContain('`--since` only works with `--all`')
  })
})

it.each([
  ['a release of a whole year, which may be later', '2022-06-01', ['2.0', '3.0', '4.0']],
  ['all from an earlier year on', '2020', ['1.0', '2.0', '3.0', '4.0']],
  ['a day after a month', '2023-04-01', ['4.0']]
])('a history that begins later keeps %s', (_, since, kept) => {
  const dates = {'1.0': '2021-05-04', '2.0': '2022', '3.0': '2023-03', '4.0': '2023-05-01'}
  const releases = Object.entries(dates).map(([name, date]) => ({
    name,
    date,
    place: {source: name},
    tree: () => never()
  }))
  const never = (): never => {
    throw new Error('No description is read.')
  }
  const source = {kind: 'folder', path: 's', service: 'Lending', releases, unread: [], remarks: []} as const
  expect(beginAt(source, since).releases.map(({name}) => name)).toEqual(kept)
})
