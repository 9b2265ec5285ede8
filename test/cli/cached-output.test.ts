import {mkdirSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {describePrograms, printKept} from '../../src/cli/kept-output.ts'
import type {Context} from '../../src/context/context.ts'
import {type Cache, digest, readData, serializeData} from '../../src/stores/cache.ts'
import {CONTEXT} from '../here.ts'
import {sample} from '../tier.ts'
import {type CommandResult, folder, tenure, write} from './run.ts'

/** A description of a library with one path for each name. */
const describeLibrary = (...names: readonly string[]): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: {title: 'Library', version: '1'},
    paths: Object.fromEntries(
      names.map(name => [
        `/v1/${name}`,
        {get: {responses: {200: {content: {'application/json': {schema: {$ref: 'parts.json#/Loan'}}}}}}}
      ])
    )
  })
const describeLoan = (...fields: readonly string[]): string =>
  JSON.stringify({
    Loan: {
      type: 'object',
      required: fields,
      properties: Object.fromEntries(fields.map(name => [name, {type: 'string'}]))
    }
  })

const RELEASES = {
  'releases.json': JSON.stringify({
    releases: [
      {version: '1.0', date: '2025-01-01', file: '1.json'},
      {version: '1.1', date: '2025-06-01', file: '2.json'}
    ]
  }),
  '1.json': describeLibrary('loans', 'shelves'),
  '2.json': describeLibrary('loans'),
  'parts.json': describeLoan('id', 'due')
}

const CACHED = 'printed before'

interface TestCache extends Cache {
  /** Replaces each cached output by `CACHED`, so that its reuse is visible, and returns how many there are. */
  mark(): number
}

function createCache(): TestCache {
  const entries = new Map<string, Uint8Array>()
  return {
    get: key => entries.get(key),
    put: (key, bytes) => void entries.set(key, bytes),
    mark() {
      let count = 0
      for (const [key, bytes] of entries) {
        const data = readData<{printed?: unknown}>(bytes)
        if (!data?.printed) continue
        count++
        entries.set(key, serializeData({...data, printed: [['out', CACHED]]}))
      }
      return count
    }
  }
}

const AS_OF = ['--as-of', '2026-01-01']

describe('the output of `audit`', () => {
  it('is reused with its exit code as long as its inputs are unchanged', async () => {
    const cache = createCache()
    const cwd = folder(RELEASES)
    const audit = (...args: string[]): Promise<CommandResult> => tenure(['audit', '.', ...AS_OF, ...args], {cwd, cache})
    const uncached = await tenure(['audit', '.', ...AS_OF, '--fail-on=undetermined'], {cwd})
    expect(uncached).toMatchObject({code: 3, err: ''})
    expect(await audit('--fail-on=undetermined')).toEqual(uncached)
    expect(await audit('--fail-on=undetermined')).toEqual(uncached)
    expect(cache.mark()).toBe(1)
    expect(await audit('--fail-on=undetermined')).toEqual({code: 3, out: CACHED, err: ''})
    // Other options lead to another output.
    for (const others of [
      ['--fail-on=undetermined', '--format', 'json'],
      ['--fail-on=undetermined', '--policy', 'six-months'],
      ['--verbose'],
      []
    ])
      expect((await audit(...others)).out, others.join(' ')).not.toBe(CACHED)
    expect((await tenure(['audit', '.', ...AS_OF, '--fail-on=undetermined'], {cwd, cache, width: 60})).out).not.toBe(
      CACHED
    )
    expect(
      (await tenure(['audit', '.', '--as-of', '2026-01-02', '--fail-on=undetermined'], {cwd, cache})).out
    ).not.toBe(CACHED)
    expect(
      (await tenure(['audit', '.', ...AS_OF, '--fail-on=undetermined'], {cwd: folder(RELEASES), cache})).out
    ).not.toBe(CACHED)
  })

  it.each<[string, (cwd: string) => void]>(
    sample([
      ['a description', cwd => write(cwd, {'2.json': describeLibrary('loans', 'shelves')})],
      ['a file that both descriptions reference', cwd => write(cwd, {'parts.json': describeLoan('id')})],
      ['a referenced file that is removed', cwd => rmSync(join(cwd, 'parts.json'))],
      [
        'the list of releases',
        cwd => write(cwd, {'releases.json': RELEASES['releases.json'].replace('06-01', '07-01')})
      ],
      ['an added configuration', cwd => write(cwd, {'tenure.yaml': 'format: 1\npolicy: six-months\n'})],
      ['the policy', cwd => write(cwd, {'policy.yaml': 'extends: six-months\nname: shorter\n'})],
      [
        'the history',
        cwd =>
          write(cwd, {
            'beside.yaml': 'service: Library\nreleases:\n  - {name: "1.0", changes: [deprecated: GET /v1/shelves]}\n'
          })
      ],
      ['an added repository in a parent folder', cwd => mkdirSync(join(cwd, '.git'))]
    ])
  )('is created again after a change of %s', async (_, change) => {
    const cache = createCache()
    const cwd = folder({
      ...RELEASES,
      'policy.yaml': 'extends: thirteen-months\nname: own\n',
      'beside.yaml': 'service: Library\ncomplete: 2020-01-01\nreleases: []\n'
    })
    const args = ['audit', '.', ...AS_OF, '--policy', 'policy.yaml', '--history', 'beside.yaml']
    const first = await tenure(args, {cwd, cache})
    expect(first).toEqual(await tenure(args, {cwd}))
    expect(cache.mark()).toBe(1)
    expect((await tenure(args, {cwd, cache})).out).toBe(CACHED)
    change(cwd)
    const again = await tenure(args, {cwd, cache})
    expect(again.out).not.toContain(CACHED)
    expect(again).toEqual(await tenure(args, {cwd}))
  })

  it('is created again if a missing referenced file is added', async () => {
    const cache = createCache()
    const {'parts.json': parts, ...others} = RELEASES
    const cwd = folder(others)
    const args = ['audit', '.', ...AS_OF]
    const first = await tenure(args, {cwd, cache})
    expect(first.out).toContain('could not be read')
    cache.mark()
    expect((await tenure(args, {cwd, cache})).out).toBe(CACHED)
    write(cwd, {'parts.json': parts})
    expect((await tenure(args, {cwd, cache})).out).toBe((await tenure(args, {cwd})).out)
  })

  it("isn't cached if the command failed", async () => {
    const cache = createCache()
    const cwd = folder({...RELEASES, '1.json': '{', '2.json': '{'})
    expect((await tenure(['audit', '.'], {cwd, cache})).code).toBe(2)
    expect(cache.mark()).toBe(0)
  })
})

describe('the cached output depends on', () => {
  const path = join(folder({'loans.txt': 'due'}), 'loans.txt')
  const print = async (
    cache: Cache,
    surroundings: Partial<Context>,
    work: (context: Context) => void
  ): Promise<string> => {
    const out: string[] = []
    const context: Context = {
      ...CONTEXT,
      out: text => void out.push(text),
      cache: () => cache,
      ...surroundings
    }
    await printKept('audit', {}, context, async cachedContext => {
      work(cachedContext)
      cachedContext.out('worked out')
      return 0
    })
    return out.join('')
  }

  it.each<[string, (context: Context) => void, Partial<Context>]>(
    sample([
      ['the date if it was read', ({today}) => today('UTC'), {today: () => '2026-01-02'}],
      ['the environment if it was read', ({env}) => env.CI, {env: {CI: 'true'}}],
      ['the colors', () => undefined, {color: true}],
      ['the width', () => undefined, {width: 60}]
    ])
  )('%s', async (_, work, others) => {
    const cache = createCache()
    expect(await print(cache, {}, work)).toBe('worked out')
    cache.mark()
    expect(await print(cache, {}, work)).toBe(CACHED)
    expect(await print(cache, others, work)).toBe('worked out')
  })

  it("nothing that wasn't read", async () => {
    const cache = createCache()
    await print(cache, {}, ({files}) => files.readText(path))
    cache.mark()
    expect(await print(cache, {env: {CI: 'true'}, today: () => '2026-01-02'}, () => undefined)).toBe(CACHED)
  })

  it('the format of its entry: an invalid one counts as missing', async () => {
    const key = digest(
      'printed',
      'audit',
      describePrograms(CONTEXT),
      JSON.stringify([{}, process.cwd(), false, undefined])
    )
    const cache = createCache()
    cache.put(key, new Uint8Array([1, 2, 3]))
    expect(await print(cache, {}, () => undefined)).toBe('worked out')
  })
})
