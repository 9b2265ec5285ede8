import {createHash, randomBytes} from 'node:crypto'
import {mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'

/** A cache of computed results, keyed by a hash of every input. Losing it at any time is harmless. */
export interface Cache {
  get(key: string): string | undefined
  put(key: string, text: string): void
}

export const digest = (...parts: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('hex')
}

/** A cache that stores nothing. */
export const NO_CACHE: Cache = {get: () => undefined, put: () => {}}

/** A cache that also holds what was read from it, put into it, or computed elsewhere, for as long as the command runs. */
export interface HoldingCache extends Cache {
  hold(key: string, text: string): void
}

/** Holds results in memory, in front of another cache. */
export function holdResults(cache: Cache): HoldingCache {
  const held = new Map<string, string>()
  const hold = (key: string, text: string): void => void held.set(key, text)
  return {
    hold,
    get(key) {
      const text = held.get(key) ?? cache.get(key)
      if (text !== undefined) hold(key, text)
      return text
    },
    put(key, text) {
      hold(key, text)
      cache.put(key, text)
    }
  }
}

const DAY = 24 * 60 * 60 * 1000
/** Entries unused for this many days are deleted. */
const RETENTION_DAYS = 60

/**
 * Opens a cache in a folder; `now` is in milliseconds since 1970. Entries that can't be read or written count as
 * missing, and no error is reported.
 */
export function openCache(folder: string, now: number): Cache {
  const pathOf = (key: string): string => join(folder, key.slice(0, 2), `${key.slice(2)}.json`)
  let swept = false
  return {
    get(key) {
      try {
        const path = pathOf(key)
        const text = readFileSync(path, 'utf8')
        const end = text.indexOf('\n')
        const body = text.slice(end + 1)
        // The digest detects files that were truncated or edited.
        if (text.slice(0, end) !== digest(key, body)) return undefined
        touch(path, now)
        return body
      } catch {
        return undefined
      }
    },
    put(key, text) {
      try {
        const path = pathOf(key)
        mkdirSync(join(folder, key.slice(0, 2)), {recursive: true})
        const draft = `${path}.${randomBytes(4).toString('hex')}.tmp`
        writeFileSync(draft, `${digest(key, text)}\n${text}`)
        renameSync(draft, path)
        if (!swept) sweep(folder, now)
        swept = true
      } catch {
        // If the folder isn't writable, nothing is cached.
      }
    }
  }
}

function touch(path: string, now: number): void {
  if (now - statSync(path).mtimeMs > DAY) utimesSync(path, now / 1000, now / 1000)
}

function sweep(folder: string, now: number): void {
  const before = now - RETENTION_DAYS * DAY
  for (const inner of readdirSync(folder)) {
    for (const name of readdirSync(join(folder, inner))) {
      const path = join(folder, inner, name)
      if (statSync(path).mtimeMs < before) rmSync(path, {force: true, recursive: true})
    }
  }
}
