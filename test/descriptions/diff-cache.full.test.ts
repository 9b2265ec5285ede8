import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {digest, readData, serializeData} from '../../src/stores/cache.ts'
import {type CommandResult, folder, tenure, write} from '../cli/run.ts'

const LIBRARY = ['fixtures/lending-library/api-3.0.yaml', 'fixtures/lending-library/api-3.1.yaml']
const ETCD = ['fixtures/etcd/v3.3.0.json', 'fixtures/etcd/v3.4.0.json']

const diff = (args: readonly string[], cache: string, cwd?: string): Promise<CommandResult> =>
  tenure(['diff', ...args, '--as-of', '2026-11-22'], {env: {TENURE_CACHE: cache}, ...(cwd ? {cwd} : {})})

describe('the cache of diff', () => {
  test.each([LIBRARY, ETCD])("%s: doesn't change the output, with any options", async (older, newer) => {
    const cache = folder()
    const optionSets = [
      [],
      ['--format', 'json'],
      ['--format', 'markdown', '--verbose'],
      ['--path', 'GET /**', '--fail-on=undetermined'],
      ['--stability', 'ga', '--fail-on=violation'],
      ['--policy', 'six-months'],
      ['--tag', 'no one-has-it']
    ]
    const [first, ...others] = optionSets.map(args => [older, newer, ...args])
    const uncached = [first, ...others].map(args => diff(args ?? [], 'off'))
    // The first comparison is cached before the others run.
    const cached = [await diff(first ?? [], cache), ...others.map(args => diff(args, cache)), diff(first ?? [], cache)]
    expect(await Promise.all(cached)).toEqual(await Promise.all([...uncached, diff(first ?? [], 'off')]))
    expect(entriesIn(cache).filter(isComparison)).toHaveLength(1)
  })

  test('avoids a second comparison', async () => {
    const cache = folder()
    await diff(LIBRARY, cache)
    const [entry] = entriesIn(cache).filter(isComparison)
    const {path, data} = entry as Entry
    const {new: newer, ...others} = data as {new: object}
    writeEntry(path, serializeData({...others, new: {...newer, title: 'Lending Library'}}))
    const {out} = await diff([...LIBRARY, '--format', 'json'], cache)
    expect(out).toContain('"title": "Lending Library"')
  })

  test('depends on the content of the files, not on their names', async () => {
    const cache = folder()
    const [older, newer] = LIBRARY.map(path => readFileSync(path, 'utf8')) as [string, string]
    const cwd = folder({'a.yaml': older, 'b.yaml': newer})
    const before = await diff(['a.yaml', 'b.yaml'], cache, cwd)
    expect(before.out).toContain('from a.yaml')
    write(cwd, {'b.yaml': older, 'c.yaml': newer})
    expect((await diff(['a.yaml', 'b.yaml'], cache, cwd)).out).toContain('No changes')
    const other = await diff(['a.yaml', 'c.yaml'], cache, cwd)
    expect(other.out).toBe(before.out.replaceAll('b.yaml', 'c.yaml'))
    // On another machine, the files can be in other folders.
    const otherFolders = folder({'old/x.yaml': older, 'new/y.yaml': newer})
    const otherDiff = await diff(['old/x.yaml', 'new/y.yaml'], cache, otherFolders)
    expect(otherDiff.out).toBe(before.out.replaceAll('a.yaml', 'old/x.yaml').replaceAll('b.yaml', 'new/y.yaml'))
    // The second entry is the comparison without changes.
    expect(entriesIn(cache).filter(isComparison)).toHaveLength(2)
  })

  test('keeps the places of unused schemas in the files that are compared', async () => {
    const cache = folder()
    const api = (schemas: string): string =>
      `openapi: 3.0.3\ninfo: {title: Lending Library API, version: '1'}\npaths: {}\ncomponents: {schemas: {${schemas}}}\n`
    const [older, newer] = [api('Copy: {type: string}, Shelf: {type: string}'), api('Copy: {type: integer}')]
    const cwd = folder({'a.yaml': older, 'b.yaml': newer, 'old/c.yaml': older, 'new/d.yaml': newer})
    await diff(['a.yaml', 'b.yaml', '--format', 'json'], cache, cwd)
    const {out} = await diff(['old/c.yaml', 'new/d.yaml', '--format', 'json'], cache, cwd)
    expect(JSON.parse(out).unused).toMatchObject([
      {name: 'Copy', place: {source: 'new/d.yaml'}},
      {name: 'Shelf', place: {source: 'old/c.yaml'}}
    ])
  })

  test('depends on all referenced files, also missing ones', async () => {
    const cache = folder()
    const api = (version: string): string => `openapi: 3.1.0
info: {title: Lending Library API, version: '${version}'}
paths:
  /v1/loans:
    get:
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: 'loan.yaml'}}}}
`
    const cwd = folder({'old/api.yaml': api('1'), 'old/loan.yaml': 'type: object\n', 'new/api.yaml': api('2')})
    const diffLoans = async (): Promise<string> => (await diff(['old/api.yaml', 'new/api.yaml'], cache, cwd)).out
    expect(await diffLoans()).toContain('loan.yaml')
    write(cwd, {'new/loan.yaml': 'type: object\n'})
    expect(await diffLoans()).toContain('No changes')
    write(cwd, {'new/loan.yaml': 'type: array\n'})
    expect(await diffLoans()).toContain('Breaking')
    expect(await diffLoans()).toContain('Breaking')
  })

  test('ignores truncated and foreign entries', async () => {
    const cache = folder()
    const before = await diff(LIBRARY, cache)
    for (const damaged of ['', 'x', '{}\n{}']) {
      for (const {path} of entriesIn(cache)) writeFileSync(path, damaged)
      expect(await diff(LIBRARY, cache)).toEqual(before)
    }
    // Older versions stored comparisons as text.
    for (const text of ['', '[]', '{"changes":[]}\n{"stated":{}}']) {
      for (const {path} of entriesIn(cache)) writeEntry(path, Buffer.from(text))
      expect(await diff(LIBRARY, cache)).toEqual(before)
    }
    expect(await diff(LIBRARY, '/dev/null/nowhere')).toEqual(before)
  })
})

interface Entry {
  readonly path: string
  readonly data: unknown
}

/** The cached entries of comparisons and descriptions, without compiled code. */
function entriesIn(cache: string): Entry[] {
  return readdirSync(cache, {recursive: true, encoding: 'utf8'})
    .filter(name => /[\da-f]{62}\.bin$/.test(name))
    .map(name => join(cache, name))
    .map(path => ({path, data: readData(readFileSync(path).subarray(64))}))
}

/** Writes an entry with a valid digest. */
function writeEntry(path: string, bytes: Uint8Array): void {
  const key = path.replaceAll(/[/\\]/g, '').slice(-64 - '.bin'.length, -'.bin'.length)
  writeFileSync(path, Buffer.concat([Buffer.from(digest(key, bytes)), bytes]))
}

const isComparison = ({data}: Entry): boolean => typeof data === 'object' && data !== null && 'stated' in data
