import {existsSync, readFileSync, utimesSync, writeFileSync} from 'node:fs'
import {hostname} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {folder} from '../../../test/cli/run.ts'
import {HERE} from '../../../test/here.ts'
import {lockFolder} from '../src/folder-lock.ts'

// A lock must not get older while a test waits for its turn on a busy machine.
beforeEach(() => void vi.useFakeTimers({toFake: ['Date']}))
afterEach(() => void vi.useRealTimers())

/** A folder with the lock of another process, renewed some seconds ago. */
function lockedBy(owner: object | string, seconds = 0): string {
  const path = join(folder(), 'lock')
  writeFileSync(path, typeof owner === 'string' ? owner : JSON.stringify(owner))
  const then = Date.now() / 1000 - seconds
  utimesSync(path, then, then)
  return path
}

/** The ID of a process that has ended. */
const ENDED = 2 ** 22 + 1

describe('the lock of a folder', () => {
  it('is held by one run at a time, and can be released', async () => {
    const path = join(folder(), 'lock')
    const lock = await lockFolder(HERE, path)
    lock.requireHeld()
    await expect(lockFolder(HERE, path)).rejects.toThrow(
      `Another run (process ${process.pid} on \`${hostname()}\`) writes to this folder. Wait until it ends, or delete this file if it has.`
    )
    lock.release()
    expect(existsSync(path)).toBe(false)
    ;(await lockFolder(HERE, path)).release()
  })

  it.each([
    ['a process that has ended', {process: ENDED, host: hostname(), token: 'x'}, 0],
    ['an earlier process with the same ID', {process: process.pid, host: hostname(), token: 'x'}, 0],
    ['a process whose ID another one has now', {process: process.ppid, began: '1', host: hostname(), token: 'x'}, 0],
    ['another machine without a sign of life', {process: 1, host: 'other', token: 'x'}, 121],
    ['a process that ended while it wrote the lock', '{"proc', 16]
  ])('of %s is taken over', async (_, owner, seconds) => {
    const path = lockedBy(owner, seconds)
    const lock = await lockFolder(HERE, path)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({process: process.pid, host: hostname()})
    lock.release()
  })

  it.each([
    ['was killed and not yet cleaned up', 'Z', true],
    ['is being removed', 'X', true],
    ['runs', 'R', false],
    ['sleeps', 'S', false],
    ['was stopped', 'T', false]
  ])('of a process that %s is taken over: %s', async (_, state, isTakenOver) => {
    const path = lockedBy({process: process.ppid, host: hostname(), token: 'x'})
    // The name of a program can look like the fields after it.
    const attempt = lockFolder(HERE, path, id => `${id} (loans) Z 1 (x) ${state} 1 ${id} ${id} 0 -1 4194560`)
    if (isTakenOver) (await attempt).release()
    else await expect(attempt).rejects.toThrow(/^Another run/)
  })

  it.each([
    ['another process', {process: process.ppid, host: hostname(), token: 'x'}, 1000],
    ['another machine', {process: 1, host: 'other', token: 'x'}, 100],
    ['a process that is about to write it', '', 0]
  ])('of %s is respected', async (_, owner, seconds) => {
    await expect(lockFolder(HERE, lockedBy(owner, seconds))).rejects.toThrow(/^Another run .*writes to this folder/)
  })

  it('that was left behind is taken over by only one of several runs', async () => {
    const path = lockedBy({process: ENDED, host: hostname(), token: 'x'})
    const attempts = await Promise.allSettled(Array.from({length: 5}, () => lockFolder(HERE, path)))
    expect(attempts.filter(({status}) => status === 'fulfilled')).toHaveLength(1)
  })

  it('that another run took over is noticed before the next write', async () => {
    const path = join(folder(), 'lock')
    const lock = await lockFolder(HERE, path)
    writeFileSync(path, JSON.stringify({process: 1, host: 'other', token: 'x'}))
    expect(() => lock.requireHeld()).toThrow(/^Another run \(process 1 on `other`\)/)
    lock.release()
    expect(existsSync(path)).toBe(true)
  })
})
