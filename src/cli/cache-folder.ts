import {homedir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import packageJson from '../../package.json' with {type: 'json'}

/** What the build writes in: a hash of the code, for another code may give another answer. */
declare const TENURE_BUILD: string | undefined

/** Where this build keeps what can be lost: in `TENURE_CACHE` (a folder, or `off`), else where the system keeps such things. */
export function cacheFolder(): string | undefined {
  const chosen = process.env.TENURE_CACHE
  // Code that was not built changes from run to run.
  if (chosen === 'off' || typeof TENURE_BUILD === 'undefined') return undefined
  return join(chosen || join(systemFolder(), 'tenure'), `${packageJson.version}-${TENURE_BUILD}`)
}

function systemFolder(): string {
  const {LOCALAPPDATA: local, XDG_CACHE_HOME: xdg} = process.env
  if (process.platform === 'win32' && local) return local
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  // By the XDG base directory specification a relative path is not one.
  return xdg?.startsWith('/') ? xdg : join(homedir(), '.cache')
}
