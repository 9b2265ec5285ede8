// All files that tests write are in one folder, which is deleted after the last test. A hook in a shared file would run
// only for the first file that imports it, since modules are loaded once.
import {mkdtempSync, readFileSync, rmSync, statfsSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, join} from 'node:path'
import process from 'node:process'
import {LEFT_OUT} from './tier.ts'

const PREFIX = 'tenure-tests-'

const MEMORY = '/dev/shm'
/** Several times what a full run writes, in bytes. */
const ENOUGH = 4e9

/**
 * Whether a file system in memory has room and runs programs. A thousand small repositories are written and removed
 * there without waiting for a disk, which other programs may keep busy.
 */
function isMemoryUsable(): boolean {
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined) return false
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.map(line => line.split(' ')).find(([, at, kind]) => at === MEMORY && kind === 'tmpfs')?.[3]
  if (options === undefined || /\b(?:ro|noexec)\b/.test(options)) return false
  const {bavail, bsize} = statfsSync(MEMORY)
  return bavail * bsize >= ENOUGH
}

export default function setup(): (() => void) | undefined {
  const outside = tmpdir()
  // Each project calls this function. A nested folder would have too long a path for the sockets of a browser.
  if (basename(outside).startsWith(PREFIX)) return undefined
  const folder = mkdtempSync(join(isMemoryUsable() ? MEMORY : outside, PREFIX))
  // Real histories are looked for in the original folder.
  process.env.TENURE_DATA ??= join(outside, 'tenure-data')
  process.env.TMPDIR = folder
  process.env[LEFT_OUT] = join(folder, 'left-out')
  // The settings of whoever runs the tests don't count: signing, hooks, names of branches, ends of lines.
  process.env.GIT_CONFIG_GLOBAL = '/dev/null'
  process.env.GIT_CONFIG_NOSYSTEM = '1'
  return () => rmSync(folder, {recursive: true, force: true, maxRetries: 3})
}
