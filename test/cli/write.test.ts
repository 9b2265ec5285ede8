import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {packageFolder} from '../../src/stores/files/installed-packages.ts'
import {folder, run, tenure} from './run.ts'

const HISTORY = `service: Lending Library API
releases: [{release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}]
`
const PAGE = '# Loans\n\nWhat people wrote.\n\n<!-- tenure all -->\nold\n<!-- /tenure -->\n\nAnd more.\n'

/** Prints the name of each call of `fs` that changes the page. */
const WATCH = `
const fs = require('node:fs')
const {readFileSync, writeSync} = fs
const page = () => readFileSync('page.md', 'utf8')
let before = page()
for (const [name, call] of Object.entries(fs)) {
  if (!/^[a-z]\\w*Sync$/.test(name) || /^read/.test(name)) continue
  fs[name] = (...args) => {
    try {
      return call(...args)
    } finally {
      if (page() !== before) writeSync(2, name + '\\n')
      before = page()
    }
  }
}
`

describe('an edited page', () => {
  it('is replaced atomically, so that it is never incomplete', async () => {
    const cwd = folder({'history.yaml': HISTORY, 'page.md': PAGE, 'watch.cjs': WATCH})
    const args = ['changelog', '--history', 'history.yaml', '--write', 'page.md', '--as-of', '2026-11-20']
    const write = () =>
      run(process.execPath, ['--require', './watch.cjs', packageFolder('dist/cli.cjs'), ...args], {cwd})
    expect(await write()).toMatchObject({code: 0, err: 'renameSync\n'})

    const text = readFileSync(join(cwd, 'page.md'), 'utf8')
    expect(text.startsWith('# Loans\n\nWhat people wrote.\n\n<!-- tenure all -->\n')).toBe(true)
    expect(text.endsWith('<!-- /tenure -->\n\nAnd more.\n')).toBe(true)
    expect(text).not.toContain('old\n')
    expect(text).toContain('GET /v1/loans')
    expect(readdirSync(cwd).toSorted()).toEqual(['history.yaml', 'page.md', 'watch.cjs'])

    // The watcher also detects writes that aren't atomic.
    writeFileSync(join(cwd, 'torn.cjs'), "const fs = require('node:fs')\nfs.closeSync(fs.openSync('page.md', 'w'))\n")
    const notAtomic = await run(process.execPath, ['--require', './watch.cjs', './torn.cjs'], {cwd})
    expect(notAtomic).toMatchObject({code: 0, err: 'openSync\n'})
  })

  it.runIf(existsSync('/dev/shm'))('is replaced also in a memory file system, and not appended to', async () => {
    const cwd = mkdtempSync('/dev/shm/tenure-tests-')
    try {
      for (const [name, text] of [['history.yaml', HISTORY] as const, ['page.md', PAGE] as const])
        writeFileSync(join(cwd, name), text)
      const args = ['changelog', '--history', 'history.yaml', '--write', 'page.md', '--as-of', '2026-11-20']
      expect(await tenure(args, {cwd})).toMatchObject({code: 0})
      expect(readFileSync(join(cwd, 'page.md'), 'utf8').split('<!-- tenure all -->')).toHaveLength(2)
      expect(readFileSync(join(cwd, 'page.md'), 'utf8')).not.toContain('old\n')
    } finally {
      rmSync(cwd, {recursive: true})
    }
  })
})
