import {spawn} from 'node:child_process'
import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {build} from 'esbuild'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {packageFolder} from '../../src/stores/files/installed-packages.ts'
import {isFullRun, tries} from '../tier.ts'
import type {digestOf} from './digest-histories.ts'

/** CI processes a part of them, `npm run test:sweep` all. */
const HISTORIES = Number(process.env.HISTORIES ?? tries(300, 40))
const SHARED = 80

const folder = mkdtempSync(join(tmpdir(), 'tenure-laws-'))
const program = join(folder, 'digest.mjs')
afterAll(() => rmSync(folder, {recursive: true, force: true}))

// Bundled like the command: unbundled code looks up each imported function at every call, which takes a quarter longer.
beforeAll(async () => {
  await build({
    stdin: {
      contents: `import {digestOf} from './test/laws/digest-histories.ts'
        const [histories, seed] = process.argv.slice(2).map(Number)
        process.stdout.write(JSON.stringify(digestOf(histories, seed)))`,
      resolveDir: packageFolder('.'),
      loader: 'ts'
    },
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {js: "import {createRequire} from 'node:module';const require=createRequire(import.meta.url);"},
    logLevel: 'error'
  })
})

type Digest = ReturnType<typeof digestOf>

/** Processes random histories in a child process, and rejects with its error output. */
function digestInProcess(histories: number, seed: number, env: Readonly<Record<string, string>> = {}): Promise<Digest> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, `${histories}`, `${seed}`], {env: {PATH: process.env.PATH, ...env}})
    const [out, err]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', chunk => out.push(chunk))
    child.stderr.on('data', chunk => err.push(chunk))
    child.on('error', reject)
    child.on('close', code => {
      const errorOutput = Buffer.concat(err).toString()
      if (code === 0 && errorOutput === '') resolve(JSON.parse(Buffer.concat(out).toString()) as Digest)
      else reject(new Error(`Unexpected end with ${code}, expected all histories to be gone through:\n${errorOutput}`))
    })
  })
}

describe('random histories', () => {
  it('are judged, rendered, and imported without a crash', {timeout: 900_000}, async () => {
    const {lines, refused} = await digestInProcess(HISTORIES, 10_000)
    expect(lines).toBeGreaterThan(HISTORIES)
    expect(refused).toBeLessThan(HISTORIES / 10)
  })

  it.runIf(isFullRun)('give the same bytes in any time zone and locale', async () => {
    const all = await Promise.all(
      [
        {TZ: 'UTC', LC_ALL: 'C'},
        {TZ: 'Pacific/Apia', LC_ALL: 'tr_TR.UTF-8'},
        {TZ: 'America/Sao_Paulo', LC_ALL: 'de_DE.UTF-8'},
        {TZ: 'Asia/Kathmandu', LC_ALL: 'ar_EG.UTF-8'}
      ].map(env => digestInProcess(SHARED, 7, env))
    )
    expect(new Set(all.map(({digest}) => digest)).size).toBe(1)
    expect(all[0]?.digest).toMatch(/^[0-9a-f]{64}$/)
  })
})
