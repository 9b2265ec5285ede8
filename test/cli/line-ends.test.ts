// On Windows, git checks out files with CRLF line endings.

import {execFileSync} from 'node:child_process'
import {cpSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {packageFolder} from '../../src/stores/files/installed-packages.ts'
import {sample} from '../tier.ts'
import {folder, tenure, write} from './run.ts'

const LIBRARY = packageFolder('fixtures/lending-library')
const AS_OF = ['--as-of', '2026-11-20']
const BASE = ['check', '--base', 'api-3.0.yaml', '--spec', 'api-3.1.yaml', '--history', 'history.yaml']

/** Converts all files in a folder to CRLF. */
function convertToCrlf(path: string): void {
  for (const name of readdirSync(path)) {
    const inside = join(path, name)
    if (statSync(inside).isDirectory()) convertToCrlf(inside)
    else convertFile(inside)
  }
}

const convertFile = (path: string): void => writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/\r?\n/g, '\r\n'))

/** A folder with the fixture library and one file of each other kind that users write. */
function checkout(crlf: boolean): string {
  const cwd = folder()
  cpSync(LIBRARY, cwd, {recursive: true})
  cpSync(packageFolder('fixtures/editors'), join(cwd, 'editors'), {recursive: true})
  cpSync(packageFolder('fixtures/changelogs/keep-a-changelog.md'), join(cwd, 'CHANGES.md'))
  write(cwd, {
    'a.json': '{\n  "openapi": "3.1.0",\n  "info": {"title": "A", "version": "1"},\n  "paths": {}\n}\n',
    'b.json':
      '{\n  "openapi": "3.1.0",\n  "info": {"title": "A", "version": "2"},\n  "paths": {\n    "/a": {"get": {"responses": {}}}\n  }\n}\n',
    'broken.json': '{\n  "openapi": "3.1.0",\n  "info": }\n',
    'broken.yaml': 'openapi: 3.1.0\ninfo: {title: A\npaths: [\n',
    'page.md': '# Changes\n\n<!-- tenure all -->\nold\n<!-- /tenure -->\n\nThe end.\n',
    'uses.txt': 'GET /v1/loans\nGET /v1/fees\n',
    'notes.md.liquid': '{% for release in releases %}\n{{ release.name }}\n{% endfor %}\n',
    'loans.ts': "\nexport const loans = () =>\n  fetch('https://library.example/v1/loans')\n"
  })
  if (crlf) convertToCrlf(cwd)
  return cwd
}

const [lf, crlf] = [checkout(false), checkout(true)]

describe('the output is the same with LF and CRLF', () => {
  it.each(
    sample([
      ['audit', 'history.yaml', '--format', 'json'],
      ['audit', 'editors/valid/api-history', '--format', 'json'],
      ['audit', 'editors/invalid/history.yaml'],
      ['audit', 'editors/invalid/api-history'],
      ['audit', 'history.yaml', '--policy', 'editors/invalid/policy.yaml'],
      ['due', '--config', 'editors/invalid/tenure.yaml'],
      ['diff', 'api-3.0.yaml', 'api-3.1.yaml', '--verbose', '--format', 'json'],
      ['diff', 'a.json', 'b.json', '--verbose', '--format', 'json'],
      ['diff', 'a.json', 'broken.json'],
      ['diff', 'a.json', 'broken.yaml'],
      ...['stylish', 'json', 'markdown', 'github', 'gitlab', 'sarif', 'junit'].map(format => [
        ...BASE,
        '--format',
        format
      ]),
      ['record', '--import', 'CHANGES.md'],
      ['changelog', '--history', 'history.yaml', '--check', 'page.md'],
      ['notes', '3.1', '--history', 'history.yaml', '--template', 'notes.md.liquid'],
      ['upgrade', '2.9', '3.1', '--history', 'history.yaml', '--uses', 'uses.txt'],
      ['usages', 'loans.ts', '--history', 'history.yaml', '--format', 'json']
    ])
  )('tenure %s %s %s %s %s %s %s %s %s', async (...args) => {
    const datedArgs = args[0] === 'record' ? args : [...args, ...AS_OF]
    const [first, second] = [await tenure(datedArgs, {cwd: lf}), await tenure(datedArgs, {cwd: crlf})]
    const normalized = (text: string): string => text.replaceAll(crlf, lf).replaceAll('\r\n', '\n')
    expect({...second, out: normalized(second.out), err: normalized(second.err)}).toEqual(first)
  })

  it('`diff` finds no changes between LF and CRLF', async () => {
    const {out} = await tenure(['diff', join(lf, 'api-3.1.yaml'), join(crlf, 'api-3.1.yaml'), '--verbose'])
    expect(out).toMatch(/^✔ No changes /)
  })
})

describe('a command keeps the line endings of the file that it edits', () => {
  it.each([
    ['history.yaml', ['deprecate', 'GET /v2/loans', '--history', 'history.yaml', '--policy', 'thirteen-months']],
    ['page.md', ['changelog', '--history', 'history.yaml', '--write', 'page.md']]
  ])('%s', async (path, args) => {
    const texts: string[] = []
    for (const isCrlf of [false, true]) {
      const cwd = checkout(isCrlf)
      const {code, err} = await tenure([...args, ...AS_OF], {cwd})
      expect(code, err).toBe(0)
      texts.push(readFileSync(join(cwd, path), 'utf8'))
    }
    const [first = '', second] = texts
    expect(first).not.toContain('\r')
    expect(second).toBe(first.replaceAll('\n', '\r\n'))
  })

  it('a new history file has LF', async () => {
    const cwd = checkout(true)
    const args = ['deprecate', 'GET /v2/loans', '--history', 'editors/valid/api-history', ...AS_OF]
    expect((await tenure(args, {cwd})).code).toBe(0)
    const path = join(cwd, 'editors/valid/api-history/next/get-v2-loans.yaml')
    expect(readFileSync(path, 'utf8')).toMatch(/^- deprecated: GET \/v2\/loans\n/)
  })
})

describe('a clone with `core.autocrlf`', () => {
  /** The report of `check` on a branch that changes only the description. */
  async function checkBranch(autocrlf: boolean): Promise<string> {
    const cwd = folder()
    const env = {...process.env, GIT_AUTHOR_DATE: '2026-06-01T12:00:00Z', GIT_COMMITTER_DATE: '2026-06-01T12:00:00Z'}
    const git = (...args: readonly string[]): void => {
      const settings = ['-c', 'user.name=A', '-c', 'user.email=a@library.example', '-c', `core.autocrlf=${autocrlf}`]
      execFileSync('git', [...settings, ...args], {cwd, env, stdio: 'pipe'})
    }
    for (const name of ['history.yaml', 'policy.yaml']) cpSync(join(LIBRARY, name), join(cwd, name))
    cpSync(join(LIBRARY, 'api-3.0.yaml'), join(cwd, 'openapi.yaml'))
    write(cwd, {'tenure.yaml': 'spec: openapi.yaml\nhistory: history.yaml\npolicy: policy.yaml\n'})
    git('init', '--quiet', '-b', 'main')
    git('add', '--all')
    git('commit', '--quiet', '-m', 'One')
    if (autocrlf) for (const name of ['history.yaml', 'policy.yaml', 'tenure.yaml']) convertFile(join(cwd, name))
    git('switch', '--quiet', '-c', 'work')
    cpSync(join(LIBRARY, 'api-3.1.yaml'), join(cwd, 'openapi.yaml'))
    const {out} = await tenure(['check', '--format', 'json', ...AS_OF], {cwd})
    return out.replaceAll(cwd, '.')
  }

  it('has the same report, without changes of the policy or history', async () => {
    const withLf = await checkBranch(false)
    expect(withLf).toContain('"verdict": "violation"')
    expect(await checkBranch(true)).toBe(withLf)
  })
})
