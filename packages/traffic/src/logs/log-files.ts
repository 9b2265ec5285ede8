import {createHash, randomBytes} from 'node:crypto'
import {createReadStream, createWriteStream} from 'node:fs'
import {join} from 'node:path'
import {Readable} from 'node:stream'
import {pipeline} from 'node:stream/promises'
import {createGunzip} from 'node:zlib'
import {inputError} from '@tenure/core/model/input-error'
import type {Files} from '@tenure/core/stores/files/files'
import {createFileError} from '@tenure/core/stores/files/text-bytes'

/** Content that was imported before. */
export interface KnownContent {
  readonly digest: string
  readonly bytes: number
}

/** A log file with the part of it that is new. */
export interface LogFile extends KnownContent {
  /** As the user named it. */
  readonly name: string
  /** What DuckDB reads: the file itself, or a copy of a part in a temporary folder. */
  readonly path: string
  readonly compression: Compression
  /** Whether a compressed file ends too early. */
  readonly isTruncated: boolean
  /** What was imported before: all of it, or its first lines. */
  readonly known: 'none' | 'start' | 'all'
}

export type Compression = 'none' | 'gzip' | 'zstd'

/** Beginnings of compressed files. */
const MAGIC: readonly (readonly [Compression, string])[] = [
  ['gzip', '1f8b'],
  ['zstd', '28b52ffd']
]
/** Of zlib: the end of the input is no error. */
const Z_SYNC_FLUSH = 2
const FEED = 10

/**
 * Finds out what of a file is new. Copies to a folder what DuckDB can't read in place: standard input (`-`), the remainder
 * of a file that has grown, and the readable part of a damaged one. The digest is that of the uncompressed content, so that
 * a rotated file is known again; a zstd file has that of its bytes.
 */
export async function openLogFile(
  name: string,
  files: Files,
  known: readonly KnownContent[],
  folder: string
): Promise<LogFile> {
  try {
    if (name !== '-' && files.isFolder(name)) throw inputError(`\`${name}\` is a folder. Name its files.`)
    const path =
      name === '-' ? await copy(createReadStream('', {fd: 0, autoClose: false}), 0, folder) : files.resolve(name)
    return await inspect(name, path, known, folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw createFileError('read', name, error)
    throw error
  }
}

async function inspect(name: string, path: string, known: readonly KnownContent[], folder: string): Promise<LogFile> {
  const compression = await findCompression(path)
  let scan = await scanContent(contentOf(path, compression), known).catch(error => {
    if (compression === 'gzip' && String(error.code).startsWith('Z_')) return undefined
    throw error
  })
  const isTruncated = scan === undefined
  scan ??= await scanContent(contentOf(path, compression, true), known)
  const {digest, bytes, start} = scan
  const about = {name, digest, bytes, isTruncated}
  if (start === undefined && !isTruncated) return {...about, path, compression, known: 'none'}
  if (start === bytes) return {...about, path, compression, known: 'all'}
  const part = await copy(contentOf(path, compression, isTruncated), start ?? 0, folder)
  return {...about, path: part, compression: 'none', known: start === undefined ? 'none' : 'start'}
}

async function findCompression(path: string): Promise<Compression> {
  for await (const chunk of createReadStream(path, {end: 3})) {
    const head = (chunk as Buffer).toString('hex')
    return MAGIC.find(([, magic]) => head.startsWith(magic))?.[0] ?? 'none'
  }
  return 'none'
}

/** The content without gzip. With `isTolerant`, a damaged file has what can be read of it. */
function contentOf(path: string, compression: Compression, isTolerant = false): Readable {
  const raw = createReadStream(path, {highWaterMark: 1 << 20})
  if (compression !== 'gzip') return raw
  const gunzip = createGunzip({chunkSize: 1 << 18, ...(isTolerant ? {finishFlush: Z_SYNC_FLUSH} : {})})
  raw.on('error', error => gunzip.destroy(error))
  return raw.pipe(gunzip)
}

interface Scan extends KnownContent {
  /** Where to go on if the first bytes are known: at a line that was complete, or after all. */
  readonly start?: number
}

async function scanContent(content: Readable, known: readonly KnownContent[]): Promise<Scan> {
  const digests = new Map(known.map(({digest, bytes}) => [digest, bytes]))
  const sizes = [...new Set(known.map(({bytes}) => bytes))].toSorted((a, b) => a - b)
  const hash = createHash('sha256')
  let [bytes, lineStart] = [0, 0]
  let start: number | undefined
  /** Set if the known part ends here: the line that begins there is complete if the next byte ends it. */
  let open: {readonly at: number; readonly lineStart: number} | undefined
  for await (const each of content) {
    let chunk = each as Buffer
    while (chunk.length > 0) {
      if (open) {
        start = chunk[0] === FEED || open.lineStart === open.at ? open.at : open.lineStart
        open = undefined
      }
      while (sizes[0] !== undefined && sizes[0] <= bytes) sizes.shift()
      const size = Math.min(chunk.length, (sizes[0] ?? Number.POSITIVE_INFINITY) - bytes)
      const part = chunk.subarray(0, size)
      hash.update(part)
      const feed = part.lastIndexOf(FEED)
      if (feed >= 0) lineStart = bytes + feed + 1
      bytes += size
      chunk = chunk.subarray(size)
      if (bytes === sizes[0] && digests.get(hash.copy().digest('hex')) === bytes) open = {at: bytes, lineStart}
    }
  }
  const digest = hash.digest('hex')
  const from = open ? bytes : start
  return {digest, bytes, ...(from === undefined ? {} : {start: from})}
}

/** Copies content from a position on to a new file that only its owner can read. */
async function copy(content: Readable, from: number, folder: string): Promise<string> {
  const path = join(folder, `${randomBytes(6).toString('hex')}.log`)
  let skipped = 0
  const remainder = async function* (): AsyncGenerator<Buffer> {
    for await (const each of content) {
      const chunk = each as Buffer
      const cut = Math.min(chunk.length, from - skipped)
      skipped += cut
      if (cut < chunk.length) yield chunk.subarray(cut)
    }
  }
  // A damaged file ends with an error after what can be read.
  await pipeline(Readable.from(remainder()), createWriteStream(path, {mode: 0o600}))
  return path
}
