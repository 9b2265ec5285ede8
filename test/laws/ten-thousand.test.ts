import {spawnSync} from 'node:child_process'
import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {build} from 'esbuild'
import {afterAll, describe, expect, it} from 'vitest'
import {packageFolder} from '../../src/read/disk.ts'
import {digestOf} from './going-through.ts'

const HISTORIES = 10_000
const SHARED = 200

const folder = mkdtempSync(join(tmpdir(), 'tenure-laws-'))
afterAll(() => rmSync(folder, {recursive: true, force: true}))

describe('random histories', () => {
  it('ten thousand are judged, rendered and imported without a crash', {timeout: 900_000}, () => {
    const {lines, refused} = digestOf(HISTORIES, 10_000)
    expect(lines).toBeGreaterThan(HISTORIES)
    expect(refused).toBeLessThan(HISTORIES / 10)
  })

  it('give the same bytes in any time zone and locale', {timeout: 120_000}, async () => {
    const outfile = join(folder, 'digest.mjs')
    await build({
      stdin: {
        contents: `import {digestOf} from './test/laws/going-through.ts'
          process.stdout.write(digestOf(${SHARED}, 7).digest)`,
        resolveDir: packageFolder('.'),
        loader: 'ts'
      },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: {js: "import {createRequire} from 'node:module';const require=createRequire(import.meta.url);"},
      logLevel: 'error'
    })
    const digests = [
      {TZ: 'UTC', LC_ALL: 'C'},
      {TZ: 'Pacific/Apia', LC_ALL: 'tr_TR.UTF-8'},
      {TZ: 'America/Sao_Paulo', LC_ALL: 'de_DE.UTF-8'},
      {TZ: 'Asia/Kathmandu', LC_ALL: 'ar_EG.UTF-8'}
    ].map(env => spawnSync(process.execPath, [outfile], {env: {PATH: process.env.PATH, ...env}, encoding: 'utf8'}))
    expect(digests.map(({stderr}) => stderr)).toEqual(['', '', '', ''])
    expect(new Set(digests.map(({stdout}) => stdout)).size).toBe(1)
    expect(digests[0]?.stdout).toMatch(/^[0-9a-f]{64}$/)
  })
})
