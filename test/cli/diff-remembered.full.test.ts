import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {digest} from '../../src/read/files/cache.ts'
import {folder, type Ran, tenure, write} from './run.ts'

const LIBRARY = ['fixtures/lending-library/api-3.0.yaml', 'fixtures/lending-library/api-3.1.yaml']
const ETCD = ['fixtures/etcd/v3.3.0.json', 'fixtures/etcd/v3.4.0.json']

const diff = (args: readonly string[], cache: string, cwd?: string): Promise<Ran> =>
  tenure(['diff', ...args, '--as-of', '2026-11-22'], {env: {TENURE_CACHE: cache}, ...(cwd ? {cwd} : {})})

describe('what was compared is remembered', () => {
  test.each([LIBRARY, ETCD])('%s: told the same, whoever asks for it and how', async (older, newer) => {
    const cache = folder()
    const asked = [
      [],
      ['--format', 'json'],
      ['--format', 'markdown', '--all'],
      ['--method', 'get', '--strict'],
      ['--stability', 'ga', '--exit-code'],
      ['--policy', 'six-months'],
      ['--tag', 'no one-has-it']
    ]
    const [first, ...others] = asked.map(args => [older, newer, ...args])
    const fresh = [first, ...others].map(args => diff(args ?? [], 'off'))
    // The first one is remembered before the others are asked.
    const again = [await diff(first ?? [], cache), ...others.map(args => diff(args, cache)), diff(first ?? [], cache)]
    expect(await Promise.all(again)).toEqual(await Promise.all([...fresh, diff(first ?? [], 'off')]))
    expect(entriesIn(cache).filter(({text}) => text.includes('"stated"'))).toHaveLength(1)
  })

  test('and is not worked out again', async () => {
    const cache = folder()
    await diff(LIBRARY, cache)
    const [entry] = entriesIn(cache).filter(({text}) => text.includes('"stated"'))
    const {path, text} = entry ?? {path: '', text: ''}
    const key = path
      .slice(cache.length)
      .replaceAll(/[/\\]/g, '')
      .slice(-64 - '.json'.length, -'.json'.length)
    const told = text.slice(text.indexOf('\n') + 1).replaceAll('Lending Library API', 'Lending Library')
    writeFileSync(path, `${digest(key, told)}\n${told}`)
    const {out} = await diff([...LIBRARY, '--format', 'json'], cache)
    expect(out).toContain('"title": "Lending Library"')
  })

  test('by the bytes, not by the names', async () => {
    const cache = folder()
    const [older, newer] = LIBRARY.map(path => readFileSync(path, 'utf8')) as [string, string]
    const cwd = folder({'a.yaml': older, 'b.yaml': newer})
    const before = await diff(['a.yaml', 'b.yaml'], cache, cwd)
    expect(before.out).toContain('from a.yaml')
    write(cwd, {'b.yaml': older, 'c.yaml': newer})
    expect((await diff(['a.yaml', 'b.yaml'], cache, cwd)).out).toContain('No changes')
    const other = await diff(['a.yaml', 'c.yaml'], cache, cwd)
    expect(other.out).toBe(before.out.replaceAll('b.yaml', 'c.yaml'))
    // Another machine may have them in other folders.
    const elsewhere = folder({'old/x.yaml': older, 'new/y.yaml': newer})
    const there = await diff(['old/x.yaml', 'new/y.yaml'], cache, elsewhere)
    expect(there.out).toBe(before.out.replaceAll('a.yaml', 'old/x.yaml').replaceAll('b.yaml', 'new/y.yaml'))
    // `No changes` is the second.
    expect(entriesIn(cache).filter(({text}) => text.includes('"stated"'))).toHaveLength(2)
  })

  test('by the bytes of all files, and of those that are not there yet', async () => {
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
    const ask = async (): Promise<string> => (await diff(['old/api.yaml', 'new/api.yaml'], cache, cwd)).out
    expect(await ask()).toContain('loan.yaml')
    write(cwd, {'new/loan.yaml': 'type: object\n'})
    expect(await ask()).toContain('No changes')
    write(cwd, {'new/loan.yaml': 'type: array\n'})
    expect(await ask()).toContain('Breaking')
    expect(await ask()).toContain('Breaking')
  })

  test('what was cut short or written by someone else is worked out again', async () => {
    const cache = folder()
    const before = await diff(LIBRARY, cache)
    for (const spoiled of ['', 'x', '{}\n{}']) {
      for (const {path} of entriesIn(cache)) writeFileSync(path, spoiled)
      expect(await diff(LIBRARY, cache)).toEqual(before)
    }
    expect(await diff(LIBRARY, '/dev/null/nowhere')).toEqual(before)
  })
})

/** What is remembered of descriptions, and not of the command itself. */
function entriesIn(cache: string): {readonly path: string; readonly text: string}[] {
  return readdirSync(cache, {recursive: true, encoding: 'utf8'})
    .map(name => join(cache, name))
    .filter(path => path.endsWith('.json') && statSync(path).isFile())
    .map(path => ({path, text: readFileSync(path, 'utf8')}))
}
