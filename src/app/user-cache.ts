import process from 'node:process'
import {type Cache, NO_CACHE, openCache} from '../read/files/cache.ts'
import {plainText} from '../report/sanitize-text.ts'
import {cacheFolder} from './cache-folder.ts'

let isReported = false

/**
 * Cache of the current user. An untrusted folder is reported once on standard error, because every run without a cache
 * is slow.
 */
export function userCache(): Cache {
  const {path, distrust} = cacheFolder()
  if (distrust !== undefined && !isReported) process.stderr.write(`Results aren't cached: ${plainText(distrust)}\n`)
  isReported ||= distrust !== undefined
  return path === undefined ? NO_CACHE : openCache(path, Date.now())
}
