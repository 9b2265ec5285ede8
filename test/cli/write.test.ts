import {spawn} from 'node:child_process'
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {largeHistory} from '../../bench/large-history.ts'
import {packageFolder} from '../../src/read/files/installed-packages.ts'

const cli = packageFolder('dist/cli.cjs')
const folder = mkdtempSync(join(tmpdir(), 'tenure-write-'))
const history = join(folder, 'history.yaml')
const page = join(folder, 'page.md')
const OLD = `# Loans\n\nWhat people wrote.\n\n<!-- tenure all -->\n${'old\n'.repeat(200_000)}<!-- /tenure -->\n\nAnd more.\n`

/** Writes the page, and kills the writer after so many milliseconds. */
const writeFor = (ms: number | undefined): Promise<number | null> =>
  new Promise(resolve => {
    const child = spawn(process.execPath, [
      cli,
      'changelog',
      '--history',
      history,
      '--write',
      page,
      '--as-of',
      '2026-11-20'
    ])
    const timer = ms === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), ms)
    child.on('close', code => {
      clearTimeout(timer)
      resolve(code)
    })
  })

let fresh = ''
let whole = 0
beforeAll(async () => {
  writeFileSync(history, largeHistory({endpoints: 200, releases: 40}))
  writeFileSync(page, OLD)
  const start = Date.now()
  expect(await writeFor(undefined)).toBe(0)
  whole = Date.now() - start
  fresh = readFileSync(page, 'utf8')
})
afterAll(() => rmSync(folder, {recursive: true, force: true}))

describe('a page that is written', () => {
  it('has its zone filled, and every other byte left alone', () => {
    expect(fresh.startsWith('# Loans\n\nWhat people wrote.\n\n<!-- tenure all -->\n')).toBe(true)
    expect(fresh.endsWith('<!-- /tenure -->\n\nAnd more.\n')).toBe(true)
    expect(fresh).not.toContain('old\n')
    expect(fresh.length).toBeGreaterThan(20_000)
  })

  it('is the old one or the new one, whenever its writer is killed', async () => {
    for (let step = 0; step < 12; step++) {
      writeFileSync(page, OLD)
      await writeFor(Math.round((whole * (step + 4)) / 14))
      const text = readFileSync(page, 'utf8')
      expect(text === OLD || text === fresh, `killed at step ${step}`).toBe(true)
    }
  })

  it('leaves nothing behind when no one kills it', async () => {
    for (const name of readdirSync(folder).filter(each => each.endsWith('.tmp'))) rmSync(join(folder, name))
    expect(await writeFor(undefined)).toBe(0)
    expect(readdirSync(folder).toSorted()).toEqual(['history.yaml', 'page.md'])
  })
})
