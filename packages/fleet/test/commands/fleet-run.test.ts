import {execFileSync} from 'node:child_process'
import {cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, tenure, write} from '../../../../test/cli/run.ts'
import {factsIn, fleetOf, lending, statesIn} from './fleet-files.ts'

const DAY = '2026-11-26'

/** Runs the list of a folder. */
const runFleet = (path: string, ...more: string[]) =>
  tenure(['fleet', 'run', 'fleet.yaml', '--out', 'facts', '--as-of', DAY, ...more], {cwd: path})

/** The only line that a run prints. */
async function summary(path: string, ...more: string[]): Promise<string> {
  const {code, out, err} = await runFleet(path, ...more)
  expect({code, err}).toEqual({code: 0, err: ''})
  return out.trim()
}

describe('`fleet run`', () => {
  it('reads all APIs at first, then only changed ones', async () => {
    const path = folder(fleetOf(3))
    expect(await summary(path, '--dry-run')).toBe(
      ['Would read 3 of 3 APIs.', ...[0, 1, 2].map(at => `apis/api-${at}: it is new`)].join('\n')
    )
    expect(existsSync(join(path, 'facts'))).toBe(false)

    expect(await summary(path)).toBe('3 APIs: 3 read, 0 unchanged. Facts in facts.')
    const facts = factsIn(join(path, 'facts'))
    expect(Object.keys(facts).filter(name => name.startsWith('releases'))).toHaveLength(3)
    expect(Object.keys(facts).filter(name => name.startsWith('errors'))).toEqual([])
    expect(readdirSync(join(path, 'facts', 'state')).every(name => name.endsWith('.json'))).toBe(true)

    expect(await summary(path)).toBe('3 APIs: 0 read, 3 unchanged. Facts in facts.')
    expect(await summary(path, '--dry-run')).toBe('Would read 0 of 3 APIs.')
    expect(factsIn(join(path, 'facts'))).toEqual(facts)

    write(path, {'apis/api-1/2026-03-02.yaml': lending(0)})
    expect(await summary(path, '--dry-run')).toBe(
      'Would read 1 of 3 APIs.\napis/api-1: `apis/api-1/2026-03-02.yaml` changed'
    )
    expect(await summary(path)).toBe('3 APIs: 1 read, 2 unchanged. Facts in facts.')
    write(path, {'apis/api-1/2026-03-02.yaml': lending(1)})
    expect(await summary(path)).toBe('3 APIs: 1 read, 2 unchanged. Facts in facts.')
    expect(factsIn(join(path, 'facts'))).toEqual(facts)
  })

  it('reads an API again when its files, policy, list entry, day, or facts change', async () => {
    const path = folder(fleetOf(1))
    const reads = async (reason: string, ...more: string[]): Promise<void> => {
      expect(await summary(path, '--dry-run', ...more)).toBe(`Would read 1 of 1 API.\napis/api-0: ${reason}`)
      expect(await summary(path, ...more)).toMatch(/^1 API: 1 read, 0 unchanged/)
      expect(await summary(path, ...more)).toMatch(/^1 API: 0 read, 1 unchanged/)
    }
    await reads('it is new')
    write(path, {'apis/api-0/2026-08-01.yaml': lending(1)})
    await reads('`apis/api-0` changed')
    write(path, {'apis/api-0/releases.json': '{"releases": [{"version": "1", "file": "2025-01-10.yaml"}]}'})
    await reads('`apis/api-0` changed')
    write(path, {'policies/base.yaml': 'extends: stripe\n'})
    await reads('`policies/base.yaml` changed')
    write(path, {'fleet.yaml': 'policy: policies/own.yaml\napis:\n  - {glob: "apis/*", owner: other}\n'})
    await reads('its entry in the list changed')
    await reads('it was judged as of 2026-11-26', '--as-of', '2026-11-27')
    const [table = ''] = Object.keys(factsIn(join(path, 'facts')))
    rmSync(join(path, 'facts', 'facts', table))
    await reads('its facts were deleted or changed', '--as-of', '2026-11-27')
  })

  it('reads a repository again when it has a new tag', async () => {
    const path = folder({'fleet.yaml': 'apis: [{id: lending, source: lending}]', 'lending/openapi.yaml': lending(0)})
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {cwd: join(path, 'lending')})
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'first')
    git('tag', 'v1.0')
    expect(await summary(path)).toMatch(/^1 API: 1 read/)
    expect(await summary(path)).toMatch(/^1 API: 0 read/)
    write(path, {'lending/openapi.yaml': lending(1)})
    git('commit', '-qam', 'second')
    git('tag', 'v2.0')
    expect(await summary(path)).toMatch(/^1 API: 1 read/)
  })

  it('writes one error row for an unreadable API until it can be read', async () => {
    const path = folder({...fleetOf(1), 'apis/broken/1.0.yaml': 'openapi: 3.0.0\npaths: ['})
    const first = await runFleet(path)
    expect(first).toEqual({
      code: 0,
      out: '2 APIs: 2 read, 0 unchanged, 1 error. Facts in facts.\n',
      err: expect.stringMatching(/^apis\/broken\/1\.0\.yaml:2:\d+: `apis\/broken` could not be read: Invalid YAML: /)
    })
    const own = () => Object.keys(factsIn(join(path, 'facts'))).filter(name => name.includes('apis-broken'))
    expect(own().map(name => name.split(/[\\/]/)[0])).toEqual(['errors', 'listings'])
    expect((await runFleet(path)).out).toBe('2 APIs: 0 read, 2 unchanged, 1 error. Facts in facts.\n')
    write(path, {'apis/broken/1.0.yaml': lending(0)})
    expect(await summary(path)).toBe('2 APIs: 1 read, 1 unchanged. Facts in facts.')
    expect(own().map(name => name.split(/[\\/]/)[0])).not.toContain('errors')
    expect(own().map(name => name.split(/[\\/]/)[0])).toContain('releases')
  })

  it('reads a missing source once it exists', async () => {
    const path = folder({'fleet.yaml': 'apis: [{id: lending, source: lending}]'})
    expect((await runFleet(path)).out).toMatch(/^1 API: 1 read, 0 unchanged, 1 error\./)
    expect((await runFleet(path)).out).toMatch(/^1 API: 0 read, 1 unchanged, 1 error\./)
    write(path, {'lending/1.0.yaml': lending(0)})
    expect(await summary(path)).toMatch(/^1 API: 1 read, 0 unchanged\./)
  })

  it('keeps the facts of an API that left the list, and records that it left and returned', async () => {
    const path = folder(fleetOf(2))
    await summary(path)
    const before = factsIn(join(path, 'facts'))
    renameSync(join(path, 'apis/api-1'), join(path, 'api-1'))
    expect(await summary(path, '--dry-run')).toBe('Would read 0 of 1 API (1 left).\napis/api-1: it left the list')
    expect(await summary(path)).toBe('1 API: 0 read, 1 unchanged, 1 left. Facts in facts.')
    expect(await summary(path)).toBe('1 API: 0 read, 1 unchanged. Facts in facts.')
    const after = factsIn(join(path, 'facts'))
    const changed = Object.keys(before).filter(name => before[name] !== after[name])
    expect(changed.map(name => name.replaceAll('\\', '/').replace(/-[0-9a-f]{8}/, ''))).toEqual([
      'listings/apis-api-1.parquet'
    ])
    renameSync(join(path, 'api-1'), join(path, 'apis/api-1'))
    expect(await summary(path)).toBe('2 APIs: 0 read, 2 unchanged, 1 returned. Facts in facts.')
    expect(statesIn(join(path, 'facts'))['apis/api-1']?.listings).toEqual([
      {event: 'joined', asOf: DAY},
      {event: 'left', asOf: DAY},
      {event: 'returned', asOf: DAY}
    ])
    write(path, {'apis/api-2/1.0.yaml': lending(0)})
    expect(await summary(path)).toBe('3 APIs: 1 read, 2 unchanged, 1 joined. Facts in facts.')
  })

  it('writes the same facts in shards, in any working directory', async () => {
    const path = folder(fleetOf(5))
    await summary(path)
    const withoutShards = factsIn(join(path, 'facts'))
    for (const shard of ['1/3', '2/3', '3/3']) {
      const list = join(path, 'fleet.yaml')
      const {code} = await tenure(
        ['fleet', 'run', list, '--out', join(path, shard), '--as-of', DAY, '--shard', shard],
        {}
      )
      expect(code).toBe(0)
      cpSync(join(path, shard), join(path, 'merged'), {recursive: true})
    }
    expect(factsIn(join(path, 'merged'))).toEqual(withoutShards)
    // A shard doesn't report the APIs of other shards as having left.
    expect(await summary(path, '--shard', '1/3', '--dry-run')).not.toContain('left')
  })

  it('finishes an interrupted run and removes partial files', async () => {
    const path = folder(fleetOf(1))
    await summary(path)
    const facts = factsIn(join(path, 'facts'))
    const [state = ''] = readdirSync(join(path, 'facts/state'))
    const {made: _, ...pending} = JSON.parse(JSON.stringify(statesIn(join(path, 'facts'))['apis/api-0']))
    writeFileSync(join(path, 'facts/state', state), JSON.stringify(pending))
    write(path, {'facts/facts/changes/x.parquet.draft': 'x', 'facts/state/.x.json.1234.tmp': 'x'})
    expect(await summary(path)).toMatch(/^1 API: 1 read/)
    expect(factsIn(join(path, 'facts'))).toEqual(facts)
    expect(readdirSync(join(path, 'facts/state'))).toEqual([state])
    writeFileSync(join(path, 'facts/state', state), '{"for')
    expect(await summary(path)).toMatch(/^1 API: 1 read/)
    expect(factsIn(join(path, 'facts'))).toEqual(facts)
  })
})

describe('`fleet run` is rejected', () => {
  it('with the place of a mistake in the list', async () => {
    const path = folder({'fleet.yaml': 'apis:\n  - {glob: "none/*"}\n  - {id: a}\n'})
    const rejected = await runFleet(path)
    expectRefusal(rejected)
    expect(rejected.err).toMatch(/^fleet\.yaml:3:10: `a` has no `source`\./)
    expect(existsSync(join(path, 'facts'))).toBe(false)
  })

  it.each([
    [
      'a folder with something else',
      {'facts/report.html': ''},
      /^facts: `facts` has other files in it, such as `report\.html`\. /
    ],
    ['a file', {facts: ''}, /^facts: `facts` isn't a folder\. /],
    [
      'a folder that cannot be written',
      {'facts/state': '', 'facts/facts/x': ''},
      /facts.state: Can't create the folder `.+`: a file of this name exists\.$/m
    ]
  ])('for an output path that is %s', async (_, files, message) => {
    const path = folder({...fleetOf(1), ...files})
    const rejected = await runFleet(path)
    expectRefusal(rejected)
    expect(rejected.err).toMatch(message)
  })

  it.each([
    [['--shard', '3/2'], "`--shard 3/2` isn't a part."],
    [['--shard', '0/2'], "`--shard 0/2` isn't a part."],
    [['--as-of', '2026-02-30'], "`--as-of 2026-02-30` isn't a day that exists."]
  ])('for the options %j', async (args, message) => {
    const rejected = await runFleet(folder(fleetOf(1)), ...args)
    expectRefusal(rejected)
    expect(rejected.err).toContain(message)
  })

  it('while another run writes to the folder', async () => {
    const path = folder(fleetOf(1))
    const lock = {process: process.ppid, host: (await import('node:os')).hostname(), token: 'x'}
    write(path, {'facts/state/lock': JSON.stringify(lock)})
    const rejected = await runFleet(path)
    expectRefusal(rejected)
    expect(rejected.err).toMatch(/state.lock: Another run \(process \d+ on `.+`\) writes to this folder\. /)
    expect((await runFleet(path, '--dry-run')).code).toBe(0)
  })
})
