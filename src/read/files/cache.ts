import {createHash, randomBytes} from 'node:crypto'
import {mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'

/** What was worked out once, by the hash of all that it was worked out from. It can be lost at any time, without harm. */
export interface Cache {
  get(key: string): string | undefined
  put(key: string, text: string): void
}

export const digest = (...parts: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('hex')
}

/** Remembers nothing. */
export const NO_CACHE: Cache = {get: () => undefined, put: () => {}}

const DAY = 24 * 60 * 60 * 1000
/** What nobody asked for in so many days is let go. */
const KEPT_DAYS = 60

/**
 * A cache in a folder; `now` is in milliseconds since 1970. What cannot be read or written there is worked out anew, and
 * nothing of it is ever reported.
 */
export function cacheIn(folder: string, now: number): Cache {
  const pathOf = (key: string): string => join(folder, key.slice(0, 2), `${key.slice(2)}.json`)
  let swept = false
  return {
    get(key) {
      try {
        const path = pathOf(key)
        const text = readFileSync(path, 'utf8')
        const end = text.indexOf('\n')
        const body = text.slice(end + 1)
        // A file that was cut short, or that somebody changed, is as good as none.
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
        // A cache that cannot be written remembers nothing.
      }
    }
  }
}

function touch(path: string, now: number): void {
  if (now - statSync(path).mtimeMs > DAY) utimesSync(path, now / 1000, now / 1000)
}

function sweep(folder: string, now: number): void {
  const before = now - KEPT_DAYS * DAY
  for (const inner of readdirSync(folder)) {
    for (const name of readdirSync(join(folder, inner))) {
      const path = join(folder, inner, name)
      if (statSync(path).mtimeMs < before) rmSync(path, {force: true, recursive: true})
    }
  }
}
