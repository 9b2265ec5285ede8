import {chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterEach, beforeEach, describe, expect, test} from 'vitest'
import {digest, openCache, readData, serializeData} from '../../../src/stores/cache.ts'

const NOW = Date.UTC(2026, 0, 10)
const DAY = 24 * 60 * 60 * 1000
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenure-cache-'))
})
afterEach(() => rmSync(folder, {recursive: true, force: true}))

const files = (): string[] =>
  readdirSync(folder, {recursive: true, withFileTypes: true}).flatMap(each =>
    each.isFile() ? [join(each.parentPath, each.name)] : []
  )
const key = digest('a', 'b')
const bytesOf = (text: string): Uint8Array => Buffer.from(text)
const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString()

describe('a cache', () => {
  test('returns what was stored', () => {
    const cache = openCache(folder, NOW)
    expect(cache.get(key)).toBeUndefined()
    cache.put(key, bytesOf('{"é": "\n"}'))
    expect(textOf(cache.get(key))).toBe('{"é": "\n"}')
    expect(textOf(openCache(folder, NOW).get(key))).toBe('{"é": "\n"}')
    expect(cache.get(digest('ab', ''))).toBeUndefined()
  })

  test.each([
    ['cut short', (text: string) => text.slice(0, -3)],
    ['changed', (text: string) => text.replace('true', 'null')],
    ['empty', () => ''],
    ['of another key', () => `${digest(digest('other'), 'true')}true`]
  ])('ignores a file that is %s, and writes it again', (_, harm) => {
    const cache = openCache(folder, NOW)
    cache.put(key, bytesOf('{"a": true}'))
    const [path = ''] = files()
    writeFileSync(path, harm(readFileSync(path, 'utf8')))
    expect(cache.get(key)).toBeUndefined()
    cache.put(key, bytesOf('{"a": true}'))
    expect(textOf(cache.get(key))).toBe('{"a": true}')
    expect(files()).toHaveLength(1)
  })

  test("stores nothing without an error if it can't write", () => {
    const cache = openCache(join(folder, 'file', 'below'), NOW)
    writeFileSync(join(folder, 'file'), '')
    cache.put(key, bytesOf('true'))
    expect(cache.get(key)).toBeUndefined()
  })

  test('is readable without write permission', () => {
    openCache(folder, NOW).put(key, bytesOf('true'))
    chmodSync(folder, 0o500)
    const cache = openCache(folder, NOW + 10 * DAY)
    cache.put(digest('more'), bytesOf('true'))
    expect(textOf(cache.get(key))).toBe('true')
    chmodSync(folder, 0o700)
  })

  test('deletes entries that were not used for two months', () => {
    const cache = openCache(folder, NOW)
    cache.put(key, bytesOf('old'))
    for (const path of files()) utimesSync(path, NOW / 1000, NOW / 1000)
    openCache(folder, NOW + 59 * DAY).put(digest('a day before'), bytesOf('1'))
    expect(textOf(openCache(folder, NOW + 59 * DAY).get(key))).toBe('old')
    for (const path of files()) utimesSync(path, NOW / 1000, NOW / 1000)
    openCache(folder, NOW + 61 * DAY).put(digest('a day after'), bytesOf('1'))
    expect(cache.get(key)).toBeUndefined()
    expect(files()).toHaveLength(1)
  })
})

test('different parts of a key give different keys', () => {
  const all = [digest('ab', 'c'), digest('a', 'bc'), digest('abc'), digest('abc', '')]
  expect(new Set(all).size).toBe(all.length)
})

describe('serialized data', () => {
  test('is read with its shared objects, and with keys such as `__proto__`', () => {
    const shared = {target: 'GET /v1/loans'}
    const data = {all: [shared, shared], witness: JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": 1}')}
    const read = readData<typeof data>(serializeData(data))
    expect(read).toEqual(data)
    expect(read?.all[0]).toBe(read?.all[1])
    expect(Object.keys(read?.witness)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(read?.witness)).toBe(Object.prototype)
    expect(read?.witness.isAdmin).toBeUndefined()
  })

  test.each([
    ['empty', () => Buffer.alloc(0)],
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 3)],
    ['text', () => Buffer.from('{"changes": []}')],
    ['of a later format', (bytes: Buffer) => Buffer.from([bytes[0] ?? 0, 250, ...bytes.subarray(2)])]
  ])('that is %s counts as missing', (_, harm) => {
    expect(readData(harm(Buffer.from(serializeData({changes: [{kind: 'renamed'}]}))))).toBeUndefined()
  })

  test('that was never written counts as missing', () => expect(readData(undefined)).toBeUndefined())
})
