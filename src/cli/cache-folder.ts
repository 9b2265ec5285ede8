import {existsSync, lstatSync, mkdirSync, realpathSync} from 'node:fs'
import {homedir} from 'node:os'
import {dirname, isAbsolute, join, relative} from 'node:path'
import process from 'node:process'
import packageJson from '../../package.json' with {type: 'json'}

/** What the build writes in: a hash of the code, for another code may give another answer. */
declare const TENURE_BUILD: string | undefined

/** Bits of a mode: writable by the group or by all, and that only owners may rename what is in a folder. */
const [OTHERS_WRITE, STICKY] = [0o022, 0o1000]

/**
 * The folder where this build keeps what can be lost: in `TENURE_CACHE` (an absolute path, or `off`), else where the
 * system keeps such things, but not in CI. `undefined` where nothing is kept: also where the folder is not the user's own,
 * where another user can write it, and where a change that is judged could bring it.
 */
export function cacheFolder(): string | undefined {
  const {TENURE_CACHE: chosen, CI: ci} = process.env
  // Code that was not built changes from run to run.
  if (chosen === 'off' || typeof TENURE_BUILD === 'undefined') return undefined
  if (!chosen && ci !== undefined && ci !== '' && ci !== 'false') return undefined
  const folder = join(chosen || join(systemFolder(), 'tenure'), `${packageJson.version}-${TENURE_BUILD}`)
  return trusted(folder)
}

function trusted(folder: string): string | undefined {
  if (!isAbsolute(folder) || isInProject(folder)) return undefined
  try {
    mkdirSync(folder, {recursive: true, mode: 0o700})
    // Links are followed once: what they lead to later is never asked for.
    const real = realpathSync(folder)
    return !isInProject(real) && isOwn(real) ? real : undefined
  } catch {
    return undefined
  }
}

/** Whether a folder lies in a git repository or below a configuration: a change could bring it. */
function isInProject(folder: string): boolean {
  for (let here = folder; ; here = dirname(here)) {
    if (existsSync(join(here, '.git')) || existsSync(join(here, 'tenure.yaml'))) return true
    if (dirname(here) === here) return false
  }
}

/** Whether a folder belongs to the user, and neither it nor a folder above it can be written or swapped by another user. */
function isOwn(folder: string): boolean {
  const uid = process.getuid?.()
  // Windows tells no owner: what lies in the folder of the user is the user's.
  if (uid === undefined) return !/^(?:\.\.|[a-z]:)/i.test(relative(homedir(), folder))
  const own = lstatSync(folder)
  if (own.uid !== uid || (own.mode & OTHERS_WRITE) !== 0) return false
  for (let here = dirname(folder); ; here = dirname(here)) {
    const {uid: owner, mode} = lstatSync(here)
    if (owner !== uid && owner !== 0) return false
    if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) return false
    if (dirname(here) === here) return true
  }
}

function systemFolder(): string {
  const {LOCALAPPDATA: local, XDG_CACHE_HOME: xdg} = process.env
  if (process.platform === 'win32' && local) return local
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  // By the XDG base directory specification a relative path is not one.
  return xdg?.startsWith('/') ? xdg : join(homedir(), '.cache')
}
