import {type ChildProcess, spawn} from 'node:child_process'
import {existsSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {setTimeout as wait} from 'node:timers/promises'
import {describe, expect, it} from 'vitest'
import {folder, HOUSE, run, tenureProcess, write} from '../run.ts'
import {factsIn, fleetOf} from './fleet-files.ts'

const ARGS = ['fleet', 'run', 'fleet.yaml', '--as-of', '2026-11-26', '--out']

/** Starts a run without waiting for it. */
function begin(path: string, out: string): {child: ChildProcess; ended: Promise<number | null>} {
  const env = {PATH: process.env.PATH ?? '', TENURE_CACHE: 'off'}
  const child = spawn(process.execPath, [join(HOUSE, 'dist/cli.cjs'), ...ARGS, out], {cwd: path, env, stdio: 'ignore'})
  return {child, ended: new Promise(resolve => child.on('close', resolve))}
}

describe('a run as a process', () => {
  it('writes the same facts with any number of threads', async () => {
    const path = folder(fleetOf(6))
    for (const jobs of ['1', '2', '4']) {
      const {code, out, err} = await tenureProcess([...ARGS, jobs, '--jobs', jobs], {cwd: path})
      expect({code, out, err}).toEqual({code: 0, out: `6 APIs: 6 read, 0 unchanged. Facts in ${jobs}.\n`, err: ''})
    }
    expect(factsIn(join(path, '2'))).toEqual(factsIn(join(path, '1')))
    expect(factsIn(join(path, '4'))).toEqual(factsIn(join(path, '1')))
    // What was read in threads is compared in threads, too.
    const {out} = await tenureProcess([...ARGS, '2'], {cwd: path})
    expect(out).toBe('6 APIs: 0 read, 6 unchanged. Facts in 2.\n')
  })

  it('that is killed or interrupted at any moment is finished by the next one', async () => {
    const path = folder(fleetOf(40))
    await tenureProcess([...ARGS, 'whole'], {cwd: path})
    const whole = factsIn(join(path, 'whole'))
    for (const [target, delay, signal] of [
      [2, 13, 'SIGKILL'],
      [11, 4, 'SIGINT'],
      [27, 9, 'SIGKILL']
    ] as const) {
      const {child, ended} = begin(path, 'killed')
      // Some APIs after the one with which it began, and some milliseconds into the next.
      const states = join(path, 'killed', 'state')
      while (child.exitCode === null && !(existsSync(states) && readdirSync(states).length > target)) await wait(2)
      await wait(delay)
      child.kill(signal)
      await ended
    }
    const {code, out} = await tenureProcess([...ARGS, 'killed'], {cwd: path})
    expect({code, out}).toEqual({
      code: 0,
      out: expect.stringMatching(/^40 APIs: \d+ read, \d+ unchanged, \d+ joined\./)
    })
    expect(factsIn(join(path, 'killed'))).toEqual(whole)
    expect(readdirSync(join(path, 'killed', 'state')).filter(name => !name.endsWith('.json'))).toEqual([])
  })

  it('refuses a folder that another one writes to', async () => {
    const path = folder(fleetOf(8))
    const first = begin(path, 'facts')
    while (!existsSync(join(path, 'facts', 'state', 'lock'))) await wait(2)
    // It would be done before the other one has started.
    first.child.kill('SIGSTOP')
    const second = await tenureProcess([...ARGS, 'facts'], {cwd: path})
    first.child.kill('SIGCONT')
    expect(second).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/: Another run \(process \d+ on `.+`\) writes/)
    })
    expect(await first.ended).toBe(0)
    await tenureProcess([...ARGS, 'other'], {cwd: path})
    expect(factsIn(join(path, 'facts'))).toEqual(factsIn(join(path, 'other')))
  })

  it('says that no space is left, and goes on when there is', async ({skip}) => {
    const path = folder(fleetOf(30))
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

  it('makes the same facts of a made-up fleet in parts and after kills', async () => {
    const {code, out, err} = await run(process.execPath, ['bench/fleet.mjs', '--apis', '8', '--releases', '5'], {
      cwd: HOUSE
    })
    expect(code, out + err).toBe(0)
    expect(out.match(/^ok /gm)).toHaveLength(7)
  })
})
