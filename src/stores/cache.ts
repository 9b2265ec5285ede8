import {createHash, randomBytes} from 'node:crypto'
import {mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {deserialize, serialize} from 'node:v8'

/** A cache of computed results, keyed by a hash of every input. Losing it at any time is harmless. */
export interface Cache {
  get(key: string): Uint8Array | undefined
  put(key: string, bytes: Uint8Array): void
}

/** Serializes plain data. An object that occurs several times is written once, and is one object again when read. */
export const serializeData = (data: unknown): Uint8Array => serialize(data)

/**
 * Reads serialized data. `undefined` if there is none, or if this version of V8 can't read it: a newer one may have
 * written it.
 */
export function readData<Data>(bytes: Uint8Array | undefined): Data | undefined {
  try {
    return bytes && (deserialize(bytes) as Data)
  } catch {
    return undefined
  }
}

export const digest = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('hex')
}

/** A cache that stores nothing. */
export const NO_CACHE: Cache = {get: () => undefined, put: () => {}}

/** A cache that keeps in memory what was read from it, put into it, or computed elsewhere, for one command. */
export interface HoldingCache extends Cache {
  hold(key: string, bytes: Uint8Array): void
}

/** Holds results in memory, in front of another cache. */
export function holdResults(cache: Cache): HoldingCache {
  const held = new Map<string, Uint8Array>()
  const hold = (key: string, bytes: Uint8Array): void => void held.set(key, bytes)
  return {
    hold,
    get(key) {
      const bytes = held.get(key) ?? cache.get(key)
      if (bytes) hold(key, bytes)
      return bytes
    },
    put(key, bytes) {
      hold(key, bytes)
      cache.put(key, bytes)
    }
  }
}

/** Number of characters of the digest at the beginning of each file. */
const DIGEST_LENGTH = 64
const DAY = 24 * 60 * 60 * 1000
/** Number of days after which an unused entry is deleted. */
const RETENTION_DAYS = 60

/**
 * Opens a cache in a folder; `now` is in milliseconds since 1970. Entries that can't be read or written count as
 * missing, and no error is reported.
 */
export function openCache(folder: string, now: number): Cache {
  const pathOf = (key: string): string => join(folder, key.slice(0, 2), `${key.slice(2)}.bin`)
  let swept = false
  return {
    get(key) {
      try {
        const path = pathOf(key)
        const file = readFileSync(path)
        const body = file.subarray(DIGEST_LENGTH)
        // The digest detects files that were truncated or edited.
        if (file.toString('latin1', 0, DIGEST_LENGTH) !== digest(key, body)) return undefined
        touch(path, now)
        return body
      } catch {
        return undefined
      }
    },
    put(key, bytes) {
      try {
        const path = pathOf(key)
        mkdirSync(join(folder, key.slice(0, 2)), {recursive: true})
        const draft = `${path}.${randomBytes(4).toString('hex')}.tmp`
        writeFileSync(draft, Buffer.concat([Buffer.from(digest(key, bytes), 'latin1'), bytes]))
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
