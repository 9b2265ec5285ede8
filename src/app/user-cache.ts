import process from 'node:process'
import {type Cache, cacheIn, NO_CACHE} from '../read/files/cache.ts'
import {plainText} from '../report/sanitize-text.ts'
import {cacheFolder} from './cache-folder.ts'

let isSaid = false

/** The user's cache. A folder that is not trusted is named once on standard error, for each run is slow without it. */
export function userCache(): Cache {
  const {path, distrust} = cacheFolder()
  if (distrust !== undefined && !isSaid) process.stderr.write(`Results aren't cached: ${plainText(distrust)}\n`)
  isSaid ||= distrust !== undefined
  return path === undefined ? NO_CACHE : cacheIn(path, Date.now())
}
