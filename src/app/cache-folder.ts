import {existsSync, lstatSync, mkdirSync, realpathSync} from 'node:fs'
import {homedir} from 'node:os'
import {dirname, isAbsolute, join, relative} from 'node:path'
import process from 'node:process'
import packageJson from '../../package.json' with {type: 'json'}

/** What the build writes in: a hash of the code, for another code may give another answer. */
declare const TENURE_BUILD: string | undefined

/** Bits of a mode: writable by the group or by all, and that only owners may rename what is in a folder. */
const [OTHERS_WRITE, STICKY] = [0o022, 0o1000]

/** Where results are kept, or why they are not kept where they would be; neither where nothing is to be kept. */
export interface CacheFolder {
  readonly path?: string
  /** A sentence about the folder, and the remedy. */
  readonly distrust?: string
}

/**
 * The folder where this build keeps what can be lost: in `TENURE_CACHE` (an absolute path, or `off`), else where the
 * system keeps such things, but not in CI. A folder is trusted where it is the user's own, nobody else can write it, and
 * no change that is judged could bring it.
 */
export function cacheFolder(): CacheFolder {
  const {TENURE_CACHE: chosen, CI: ci} = process.env
  // Code that was not built changes from run to run.
  if (chosen === 'off' || typeof TENURE_BUILD === 'undefined') return {}
  if (!chosen && ci !== undefined && ci !== '' && ci !== 'false') return {}
  const folder = join(chosen || join(systemFolder(), 'tenure'), `${packageJson.version}-${TENURE_BUILD}`)
  if (!isAbsolute(folder)) return {distrust: `\`TENURE_CACHE\` is \`${chosen}\`, not an absolute path. ${ELSEWHERE}`}
  const held = inProject(folder)
  if (held !== undefined) return {distrust: held}
  try {
    mkdirSync(folder, {recursive: true, mode: 0o700})
    // Links are followed once: what they lead to later is never asked for.
    const path = realpathSync(folder)
    const distrust = inProject(path) ?? notOwn(path)
    return distrust === undefined ? {path} : {distrust}
  } catch {
    // Where no folder can be made, there is none to distrust.
    return {}
  }
}

const ELSEWHERE = 'Set `TENURE_CACHE` to a folder that only you can write, or to `off`.'

/** A folder that lies in a git repository or below a configuration could be brought by a change. */
function inProject(folder: string): string | undefined {
  for (let here = folder; ; here = dirname(here)) {
    const mark = ['.git', 'tenure.yaml'].find(name => existsSync(join(here, name)))
    if (mark !== undefined) {
      return `\`${here}\` holds \`${mark}\`, so a change could bring what is cached below it. ${ELSEWHERE}`
    }
    if (dirname(here) === here) return undefined
  }
}

/** A folder is the user's own where it belongs to the user, and no other user can write or swap it or one above it. */
function notOwn(folder: string): string | undefined {
  const uid = process.getuid?.()
  if (uid === undefined) {
    // Windows tells no owner: what lies in the folder of the user is the user's.
    const isOutside = /^(?:\.\.|[a-z]:)/i.test(relative(homedir(), folder))
    return isOutside ? `\`${folder}\` is outside your home folder. ${ELSEWHERE}` : undefined
  }
  for (let here = folder; ; here = dirname(here)) {
    const {uid: owner, mode} = lstatSync(here)
    if (owner !== uid && (owner !== 0 || here === folder)) return `\`${here}\` belongs to another user. ${ELSEWHERE}`
    if ((mode & OTHERS_WRITE) !== 0 && ((mode & STICKY) === 0 || here === folder)) {
      return `\`${here}\` can be written by others. Run \`chmod go-w\` on it, or set \`TENURE_CACHE\` to another folder or to \`off\`.`
    }
    if (dirname(here) === here) return undefined
  }
}

function systemFolder(): string {
  const {LOCALAPPDATA: local, XDG_CACHE_HOME: xdg} = process.env
  if (process.platform === 'win32' && local) return local
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  // By the XDG base directory specification a relative path is not one.
  return xdg?.startsWith('/') ? xdg : join(homedir(), '.cache')
}
