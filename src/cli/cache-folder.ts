import {existsSync, lstatSync, mkdirSync, realpathSync} from 'node:fs'
import {homedir} from 'node:os'
import {dirname, isAbsolute, join, relative} from 'node:path'
import process from 'node:process'
import packageJson from '../../package.json' with {type: 'json'}
import type {Environment} from '../context/context.ts'
import {plainText} from '../outputs/report/sanitize-text.ts'
import {type Cache, NO_CACHE, openCache} from '../stores/cache.ts'

/**
 * Hash of the code, inserted by the build. It's part of the cache path, because different code may produce different
 * results.
 */
declare const TENURE_BUILD: string | undefined

export const isBundled = typeof TENURE_BUILD !== 'undefined'

/** Permission bits: writable by group or others, and sticky (only owners can rename the files in a folder). */
const [OTHERS_WRITE, STICKY] = [0o022, 0o1000]

/** Location of the cache, or the reason why it can't be used. Both are missing if caching is off. */
export interface CacheFolder {
  readonly path?: string
  /** Problem with the folder and its remedy, as a sentence. */
  readonly distrust?: string
}

/**
 * Finds the cache folder of this build: in `TENURE_CACHE` (an absolute path, or `off`), otherwise in the system's cache
 * folder, except in CI. The folder is trusted only if the user owns it, no other user can write to it, and no change
 * under review could create it.
 */
export function cacheFolder(env: Environment): CacheFolder {
  const {TENURE_CACHE: chosen, CI: ci} = env
  // Unbundled code can change between runs.
  if (chosen === 'off' || !isBundled) return {}
  if (!chosen && ci !== undefined && ci !== '' && ci !== 'false') return {}
  const folder = join(chosen || join(systemCacheFolder(env), 'tenure'), `${packageJson.version}-${TENURE_BUILD}`)
  if (!isAbsolute(folder)) return {distrust: `\`TENURE_CACHE\` is \`${chosen}\`, not an absolute path. ${CACHE_REMEDY}`}
  const problem = projectProblem(folder)
  if (problem !== undefined) return {distrust: problem}
  try {
    mkdirSync(folder, {recursive: true, mode: 0o700})
    // Links are resolved once. Later changes to their targets have no effect.
    const path = realpathSync(folder)
    const distrust = projectProblem(path) ?? ownershipProblem(path)
    return distrust === undefined ? {path} : {distrust}
  } catch {
    // The folder can't be created, so there's nothing to distrust.
    return {}
  }
}

/**
 * Opens the cache of the current user. An untrusted folder is reported on standard error, because every run without a
 * cache is slow.
 */
export function openUserCache(env: Environment, err: (text: string) => void): Cache {
  const {path, distrust} = cacheFolder(env)
  if (distrust !== undefined) err(`Results aren't cached: ${plainText(distrust)}\n`)
  return path === undefined ? NO_CACHE : openCache(path, Date.now())
}

const CACHE_REMEDY = 'Set `TENURE_CACHE` to a folder that only you can write, or to `off`.'

/**
 * Reason to distrust a folder in a git repository or below a config file: a change could create it. `undefined` if
 * there's none.
 */
function projectProblem(folder: string): string | undefined {
  for (let here = folder; ; here = dirname(here)) {
    const mark = ['.git', 'tenure.yaml'].find(name => existsSync(join(here, name)))
    if (mark !== undefined) {
      return `\`${here}\` holds \`${mark}\`, so a change could bring what is cached below it. ${CACHE_REMEDY}`
    }
    if (dirname(here) === here) return undefined
  }
}

/**
 * Reason to distrust a folder that another user owns, or that another user can write to or replace (it or any folder
 * above it). `undefined` if there's none.
 */
function ownershipProblem(folder: string): string | undefined {
  const uid = process.getuid?.()
  if (uid === undefined) {
    // Windows reports no owner, so folders below the home folder count as the user's own.
    const isOutside = /^(?:\.\.|[a-z]:)/i.test(relative(homedir(), folder))
    return isOutside ? `\`${folder}\` is outside your home folder. ${CACHE_REMEDY}` : undefined
  }
  for (let here = folder; ; here = dirname(here)) {
    const {uid: owner, mode} = lstatSync(here)
    if (owner !== uid && (owner !== 0 || here === folder)) return `\`${here}\` belongs to another user. ${CACHE_REMEDY}`
    if ((mode & OTHERS_WRITE) !== 0 && ((mode & STICKY) === 0 || here === folder)) {
      return `\`${here}\` can be written by others. Run \`chmod go-w\` on it, or set \`TENURE_CACHE\` to another folder or to \`off\`.`
    }
    if (dirname(here) === here) return undefined
  }
}

function systemCacheFolder({LOCALAPPDATA: local, XDG_CACHE_HOME: xdg}: Environment): string {
  if (process.platform === 'win32' && local) return local
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  // The XDG base directory specification requires absolute paths.
  return xdg?.startsWith('/') ? xdg : join(homedir(), '.cache')
}
