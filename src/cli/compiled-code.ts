import {randomBytes} from 'node:crypto'
import {mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs'
import module, {createRequire} from 'node:module'
import {dirname, join} from 'node:path'
import process from 'node:process'
import {setFlagsFromString} from 'node:v8'
import {Script} from 'node:vm'
import {crc32} from 'node:zlib'

/** Other files of the program, whose compiled code is kept, too. */
const BESIDE = /^\.\/(?:tenure-\w+|refa)\.cjs$/

/**
 * Loads a CommonJS file with the code that an earlier run compiled: half the time of a short run is compilation. The
 * compiled code is kept in `folder`, which only the user can write; without a folder, nothing is kept. V8 refuses code
 * of another version or with other flags; the name tells other sources apart, and a checksum finds a damaged file.
 */
export function loadCompiled(path: string, folder: string | undefined): Record<string, () => unknown> {
  const load = createRequire(path)
  if (folder === undefined) return load(path)
  const source = readFileSync(path, 'utf8')
  const file = join(folder, 'code', `${process.version}-${process.arch}-${crc32(source).toString(16)}.bin`)
  const cachedData = readCode(file)
  const script = new Script(module.wrap(source), {filename: path, ...(cachedData && {cachedData})})
  // The compiled code is stored at exit, because by then it includes the functions that ran.
  if (cachedData === undefined || script.cachedDataRejected === true) {
    process.once('exit', () => writeCode(file, script.createCachedData()))
  }
  const loaded = {exports: {}}
  const loadAnother = (name: string): unknown =>
    BESIDE.test(name) ? loadCompiled(load.resolve(name), folder) : load(name)
  script.runInThisContext()(loaded.exports, loadAnother, loaded, path, dirname(path))
  return loaded.exports
}

/** Sets V8 up for audits in several threads. Call it before `loadCompiled`, which keeps code for these settings. */
export function configureV8(): void {
  const major = Number(process.versions.v8.split('.')[0])
  // V8 reports a setting that it doesn't know on standard error, so only versions that were tried get any.
  if (major > LAST_TRIED_V8) return
  // Memory at most doubles before garbage is collected. By default it can grow further, in each thread.
  setFlagsFromString('--heap-growing-percent=100')
  // By default, V8 optimizes so much that up to a quarter of the processor time goes there, in threads of its own,
  // which ours then wait for.
  setFlagsFromString(major < 12 ? '--interrupt-budget=600000' : '--invocation-count-for-turbofan=30000')
}

/** The newest version of V8 with which the settings were tried: that of Node 26. */
const LAST_TRIED_V8 = 14

const CHECKSUM_BYTES = 4

function readCode(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file)
    const code = bytes.subarray(CHECKSUM_BYTES)
    return bytes.readUInt32LE() === crc32(code) ? code : undefined
  } catch {
    return undefined
  }
}

function writeCode(file: string, code: Buffer): void {
  try {
    mkdirSync(dirname(file), {recursive: true})
    const checksum = Buffer.alloc(CHECKSUM_BYTES)
    checksum.writeUInt32LE(crc32(code))
    const draft = `${file}.${randomBytes(4).toString('hex')}.tmp`
    writeFileSync(draft, Buffer.concat([checksum, code]))
    renameSync(draft, file)
  } catch {
    // If the folder isn't writable, nothing is cached.
  }
}
