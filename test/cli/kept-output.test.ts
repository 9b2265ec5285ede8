import {mkdirSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import type {Context} from '../../src/app/context.ts'
import {describePrograms, printKept} from '../../src/cli/kept-output.ts'
import {type Cache, digest, readData, serializeData} from '../../src/stores/files/cache.ts'
import {CONTEXT} from '../here.ts'
import {type CommandResult, folder, tenure, write} from './run.ts'

/** A description of a library's loans, with one path for each name. */
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

const MARK = 'printed before'

interface Memory extends Cache {
  /** Replaces what was printed, so that it shows where it's printed again. */
  mark(): number
}

function remember(): Memory {
  const kept = new Map<string, Uint8Array>()
  return {
    get: key => kept.get(key),
    put: (key, bytes) => void kept.set(key, bytes),
    mark() {
      let marked = 0
      for (const [key, bytes] of kept) {
        const data = readData<{printed?: unknown}>(bytes)
        if (!data?.printed) continue
        marked++
        kept.set(key, serializeData({...data, printed: [['out', MARK]]}))
      }
      return marked
    }
  }
}

const AS_OF = ['--as-of', '2026-01-01']

describe('what an audit printed', () => {
  it('is printed again, with its exit code, as long as nothing that it depends on has changed', async () => {
    const cache = remember()
    const cwd = folder(RELEASES)
    const audit = (...args: string[]): Promise<CommandResult> => tenure(['audit', '.', ...AS_OF, ...args], {cwd, cache})
    const fresh = await tenure(['audit', '.', ...AS_OF, '--strict'], {cwd})
    expect(fresh).toMatchObject({code: 3, err: ''})
    expect(await audit('--strict')).toEqual(fresh)
    expect(await audit('--strict')).toEqual(fresh)
    expect(cache.mark()).toBe(1)
    expect(await audit('--strict')).toEqual({code: 3, out: MARK, err: ''})
    // Other options are another question, whatever they change.
    for (const others of [['--strict', '--format', 'json'], ['--strict', '--policy', 'six-months'], ['--verbose'], []])
      expect((await audit(...others)).out, others.join(' ')).not.toBe(MARK)
    expect((await tenure(['audit', '.', ...AS_OF, '--strict'], {cwd, cache, width: 60})).out).not.toBe(MARK)
    expect((await tenure(['audit', '.', '--as-of', '2026-01-02', '--strict'], {cwd, cache})).out).not.toBe(MARK)
    expect((await tenure(['audit', '.', ...AS_OF, '--strict'], {cwd: folder(RELEASES), cache})).out).not.toBe(MARK)
  })

  it.each<[string, (cwd: string) => void]>([
    ['a description', cwd => write(cwd, {'2.json': describeLibrary('loans', 'shelves')})],
    ['a file that both refer to', cwd => write(cwd, {'parts.json': describeLoan('id')})],
    ['such a file that is removed', cwd => rmSync(join(cwd, 'parts.json'))],
    ['the list of releases', cwd => write(cwd, {'releases.json': RELEASES['releases.json'].replace('06-01', '07-01')})],
    ['a configuration that was not there', cwd => write(cwd, {'tenure.yaml': 'format: 1\npolicy: six-months\n'})],
    ['the policy', cwd => write(cwd, {'policy.yaml': 'extends: six-months\nname: shorter\n'})],
    [
      'the history',
      cwd =>
        write(cwd, {
          'beside.yaml': 'service: Library\nreleases:\n  - {name: "1.0", changes: [deprecated: GET /v1/shelves]}\n'
        })
    ],
    ['a repository that begins above', cwd => mkdirSync(join(cwd, '.git'))]
  ])('is worked out again after a change of %s', async (_, change) => {
    const cache = remember()
    const cwd = folder({
      ...RELEASES,
      'policy.yaml': 'extends: thirteen-months\nname: own\n',
      'beside.yaml': 'service: Library\ncomplete: false\nreleases: []\n'
    })
    const args = ['audit', '.', ...AS_OF, '--policy', 'policy.yaml', '--history', 'beside.yaml']
    const first = await tenure(args, {cwd, cache})
    expect(first).toEqual(await tenure(args, {cwd}))
    expect(cache.mark()).toBe(1)
    expect((await tenure(args, {cwd, cache})).out).toBe(MARK)
    change(cwd)
    const again = await tenure(args, {cwd, cache})
    expect(again.out).not.toContain(MARK)
    expect(again).toEqual(await tenure(args, {cwd}))
  })

  it('is worked out again if a file appears that a description refers to', async () => {
    const cache = remember()
    const {'parts.json': parts, ...others} = RELEASES
    const cwd = folder(others)
    const args = ['audit', '.', ...AS_OF]
    const first = await tenure(args, {cwd, cache})
    expect(first.out).toContain('could not be read')
    cache.mark()
    expect((await tenure(args, {cwd, cache})).out).toBe(MARK)
    write(cwd, {'parts.json': parts})
    expect((await tenure(args, {cwd, cache})).out).toBe((await tenure(args, {cwd})).out)
  })

  it('is not kept if it failed', async () => {
    const cache = remember()
    const cwd = folder({...RELEASES, '1.json': '{', '2.json': '{'})
    expect((await tenure(['audit', '.'], {cwd, cache})).code).toBe(2)
    expect(cache.mark()).toBe(0)
  })
})

describe('what is kept depends on', () => {
  const path = join(folder({'loans.txt': 'due'}), 'loans.txt')
  const ask = async (
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
    await printKept('audit', {}, context, async shown => {
      work(shown)
      shown.out('worked out')
      return 0
    })
    return out.join('')
  }

  it.each<[string, (context: Context) => void, Partial<Context>]>([
    ['the day, if it was asked for', ({today}) => today('UTC'), {today: () => '2026-01-02'}],
    ['the environment, if it was read', ({env}) => env.CI, {env: {CI: 'true'}}],
    ['the colors', () => undefined, {color: true}],
    ['the width', () => undefined, {width: 60}]
  ])('%s', async (_, work, others) => {
    const cache = remember()
    expect(await ask(cache, {}, work)).toBe('worked out')
    cache.mark()
    expect(await ask(cache, {}, work)).toBe(MARK)
    expect(await ask(cache, others, work)).toBe('worked out')
  })

  it('nothing that was not asked for', async () => {
    const cache = remember()
    await ask(cache, {}, ({files}) => files.readText(path))
    cache.mark()
    expect(await ask(cache, {env: {CI: 'true'}, today: () => '2026-01-02'}, () => undefined)).toBe(MARK)
  })

  it('a whole entry: one of another form counts as missing', async () => {
    const key = digest(
      'printed',
      'audit',
      describePrograms(CONTEXT),
      JSON.stringify([{}, process.cwd(), false, undefined])
    )
    const cache = remember()
    cache.put(key, new Uint8Array([1, 2, 3]))
    expect(await ask(cache, {}, () => undefined)).toBe('worked out')
  })
})
