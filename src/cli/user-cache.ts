import {type Cache, cacheIn, NO_CACHE} from '../read/cache.ts'
import {cacheFolder} from './cache-folder.ts'

/** The user's cache. */
export function userCache(): Cache {
  const folder = cacheFolder()
  return folder === undefined ? NO_CACHE : cacheIn(folder, Date.now())
}
