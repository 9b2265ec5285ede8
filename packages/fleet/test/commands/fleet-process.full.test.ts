import {mkdirSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {folder, REPOSITORY, run, tenure, tenureProcess, write} from '../../../../test/cli/run.ts'
import {HERE} from '../../../../test/here.ts'
import {lockFolder} from '../../src/folder-lock.ts'
import {factsIn, fleetOf} from './fleet-files.ts'

const ARGS = ['report', '--as-of', '2026-11-26', '--output']

/** Ends the process with a signal before it writes the state of an API for the n-th time. */
const ENDING = `
const fs = require('node:fs')
const {renameSync} = fs
let left = Number(process.env.STATES)
fs.renameSync = (from, to) => {
  if (/state.[^/\\\\]+\\.json$/.test(to) && left-- === 0) process.kill(process.pid, process.env.SIGNAL)
  return renameSync(from, to)
}
`

describe('a `tenure report` process', () => {
  it('writes the same facts in threads and without, and reads nothing again', async () => {
    const path = folder(fleetOf(3))
    const {code, err} = await tenureProcess([...ARGS, 'facts'], {cwd: path})
    expect({code, err}).toEqual({code: 0, err: '3 APIs: 3 read, 0 unchanged. Facts in facts.\n'})
    expect((await tenureProcess([...ARGS, 'facts'], {cwd: path})).err).toBe(
      '3 APIs: 0 read, 3 unchanged. Facts in facts.\n'
    )
    await tenure([...ARGS, 'alone'], {cwd: path})
    expect(factsIn(join(path, 'alone'))).toEqual(factsIn(join(path, 'facts')))
  })

  it('keeps the facts in the cache, unless there is none', async () => {
    const path = folder(fleetOf(2))
    const env = {TENURE_CACHE: folder()}
    const args = ['report', '--as-of', '2026-11-26']
    const [first, second, without] = [
      await tenureProcess(args, {cwd: path, env}),
      await tenureProcess(args, {cwd: path, env}),
      await tenureProcess(args, {cwd: path, env: {TENURE_CACHE: 'off'}})
    ]
    expect(first.err).toBe('2 APIs: 2 read, 0 unchanged.\n')
    expect(second).toEqual({...first, err: '2 APIs: 0 read, 2 unchanged.\n'})
    expect(without).toEqual(first)
  })

  it('that is killed or interrupted at any moment is completed by the next run', async () => {
    const path = folder(fleetOf(12))
    await tenureProcess([...ARGS, 'whole'], {cwd: path})
    const uninterrupted = factsIn(join(path, 'whole'))
    write(path, {'ending.cjs': ENDING})
    // The state of each API is written before and after its facts.
    for (const [states, signal] of [
      [3, 'SIGKILL'],
      [6, 'SIGINT'],
      [9, 'SIGKILL']
    ] as const) {
      const args = ['--require', './ending.cjs', join(REPOSITORY, 'dist/cli.cjs'), ...ARGS, 'killed']
      const ended = await run(process.execPath, args, {cwd: path, env: {STATES: `${states}`, SIGNAL: signal}})
      expect(ended.out).toBe('')
    }
    const {code, err} = await tenureProcess([...ARGS, 'killed'], {cwd: path})
    expect({code, err}).toEqual({
      code: 0,
      err: expect.stringMatching(/^12 APIs: \d+ read, \d+ unchanged\./)
    })
    expect(factsIn(join(path, 'killed'))).toEqual(uninterrupted)
    expect(readdirSync(join(path, 'killed', 'state')).filter(name => !name.endsWith('.json'))).toEqual([])
  })

  it('rejects a folder that another run writes to', async () => {
    const path = folder(fleetOf(1))
    mkdirSync(join(path, 'facts', 'state'), {recursive: true})
    const lock = await lockFolder(HERE, join(path, 'facts', 'state', 'lock'))
    const second = await tenureProcess([...ARGS, 'facts'], {cwd: path})
    lock.release()
    expect(second).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/: Another run \(process \d+ on `.+`\) writes/)
    })
    expect(await tenureProcess([...ARGS, 'facts'], {cwd: path})).toMatchObject({code: 0})
  })

  it('reports a full disk, and continues once there is space', async ({skip}) => {
    const path = folder(fleetOf(8))
    const disk = join(path, 'disk')
    write(path, {'disk/.keep': ''})
    const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=120k', 'tmpfs', disk])
    if (mounted.code !== 0) return skip('A file system of a given size needs a privilege.')
    try {
      const {code, out, err} = await tenureProcess([...ARGS, 'disk/facts'], {cwd: path})
      expect({code, out}).toEqual({code: 2, out: ''})
      expect(err).toMatch(/^\S+: Can't write `.+`: .*[Nn]o space left/)
      await run('mount', ['-o', 'remount,size=100m', disk])
      await tenureProcess([...ARGS, 'disk/facts'], {cwd: path})
      await tenureProcess([...ARGS, 'whole'], {cwd: path})
      expect(factsIn(join(disk, 'facts'))).toEqual(factsIn(join(path, 'whole')))
    } finally {
      await run('umount', [disk])
    }
  })

  it('passes the benchmark of a generated fleet, in shards and after kills', async () => {
    const {code, out, err} = await run(process.execPath, ['bench/fleet.mjs', '--apis', '4', '--releases', '3'], {
      cwd: REPOSITORY
    })
    expect(code, out + err).toBe(0)
    expect(out.match(/^ok /gm)).toHaveLength(7)
  })
})
