// A change can add symbolic links, but no report is written through them to another place.

import {existsSync, linkSync, lstatSync, mkdirSync, readFileSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {sample} from '../tier.ts'
import {folder, inShell, run, tenure, write} from './run.ts'

const SPEC =
  'openapi: 3.0.3\ninfo: {title: Library, version: "1"}\npaths: {/v1/loans: {get: {responses: {"200": {description: ok}}}}}\n'
const HISTORY =
  'service: Library\nreleases:\n  - release: "1.0"\n    date: 2024-01-31\n    changes: [{added: GET /v1/loans}]\n'
const ORIGINAL = 'precious\n'

/** A checkout with symbolic links and a folder outside of it that they lead to. */
async function checkoutWith(links: Readonly<Record<string, string>>): Promise<{cwd: string; outside: string}> {
  const outside = folder({'file.txt': ORIGINAL, 'folder/file.txt': ORIGINAL})
  const cwd = folder({
    'openapi.yaml': SPEC,
    'client.ts': "fetch('/v1/loans')\n",
    'history.yaml': HISTORY,
    'docs/CHANGES.md': '## 1.0\n\n- Removed `GET /v1/desks`.\n\n<!-- tenure all -->\n<!-- /tenure -->\n'
  })
  for (const [name, target] of Object.entries(links)) {
    mkdirSync(join(cwd, name, '..'), {recursive: true})
    symlinkSync(target.replace('OUTSIDE', outside), join(cwd, name))
  }
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=a', '-c', 'user.email=a@library.example', ...args], {cwd})
  await git('init', '-q', '-b', 'main')
  await git('add', '.')
  await git('commit', '-qm', 'A')
  await git('tag', 'v1.0.0')
  return {cwd, outside}
}

const CHECK = ['check', '--base', 'HEAD', '--history', 'history.yaml']

describe.skipIf(process.platform === 'win32')('a symbolic link in the checkout', () => {
  it.each<[string, Record<string, string>, string[]]>(
    sample([
      ['the report', {'tenure.sarif': 'OUTSIDE/file.txt'}, [...CHECK, '--format', 'sarif=tenure.sarif']],
      ['the folder of the report', {out: 'OUTSIDE/folder'}, [...CHECK, '--format', 'json=out/file.txt']],
      ['its parent folder', {out: 'OUTSIDE'}, [...CHECK, '--format', 'json=out/folder/file.txt']],
      [
        'a link to a link',
        {out: 'docs/inner', 'docs/inner': 'OUTSIDE/folder'},
        [...CHECK, '--format', 'json=out/file.txt']
      ],
      ["a file that doesn't exist yet", {'a.json': 'OUTSIDE/new.json'}, [...CHECK, '--format', 'json=a.json']],
      ['another file of the checkout', {'a.json': 'openapi.yaml'}, [...CHECK, '--format', 'json=a.json']],
      ['a file of git', {'a.json': '.git/config'}, [...CHECK, '--format', 'json=a.json']],
      ['one of several reports', {'b.xml': 'OUTSIDE/file.txt'}, [...CHECK, '--format', 'json=a.json,junit=b.xml']],
      [
        'a baseline',
        {'base.json': 'OUTSIDE/file.txt'},
        ['usages', '--history', 'history.yaml', '--write-baseline', 'base.json']
      ],
      ['the report for GitLab', {'gl-code-quality-report.json': 'OUTSIDE/file.txt'}, CHECK],
      ['a page', {'a.html': 'OUTSIDE/file.txt'}, ['site', '--history', 'history.yaml', '--output', 'a.html']],
      [
        'an imported history',
        {'a.yaml': 'OUTSIDE/file.txt'},
        ['record', '--import', 'docs/CHANGES.md', '--output', 'a.yaml', '--force']
      ],
      ['a recorded history', {out: 'OUTSIDE/folder'}, ['record', '--all', '.', '--output', 'out/history.yaml']],
      ['a managed page', {'a.md': 'OUTSIDE/page.md'}, ['changelog', 'history.yaml', '--write', 'a.md']],
      ['a page among the files of git', {'a.md': '.git/page.md'}, ['changelog', 'history.yaml', '--write', 'a.md']]
    ])
  )("isn't followed for %s", async (_, links, args) => {
    const {cwd, outside} = await checkoutWith(links)
    const [name = ''] = Object.keys(links)
    const page = '<!-- tenure all -->\n<!-- /tenure -->\n'
    write(outside, {'page.md': page})
    write(cwd, {'.git/page.md': page})
    const before = readFileSync(join(cwd, '.git/config'), 'utf8')
    const {code, err} = await tenure(args, {cwd, env: {GITLAB_CI: 'true'}})
    expect(code, err).toBe(2)
    expect(err).toMatch(new RegExp(`\`\\S*/${name}\` is a link of the repository and leads to \``))
    for (const each of ['file.txt', 'folder/file.txt']) expect(readFileSync(join(outside, each), 'utf8')).toBe(ORIGINAL)
    for (const each of [join(outside, 'page.md'), join(cwd, '.git/page.md')])
      expect(readFileSync(each, 'utf8')).toBe(page)
    for (const each of ['new.json', 'folder/history.yaml']) expect(existsSync(join(outside, each))).toBe(false)
    expect(readFileSync(join(cwd, '.git/config'), 'utf8')).toBe(before)
    expect(readFileSync(join(cwd, 'openapi.yaml'), 'utf8')).toBe(SPEC)
    expect(lstatSync(join(cwd, name)).isSymbolicLink()).toBe(true)
  })

  it('is followed to a page of the same checkout', async () => {
    const {cwd} = await checkoutWith({'CHANGES.md': 'docs/CHANGES.md'})
    expect(await tenure(['changelog', 'history.yaml', '--write', 'CHANGES.md'], {cwd})).toMatchObject({code: 0})
    expect(readFileSync(join(cwd, 'docs/CHANGES.md'), 'utf8')).toContain('/v1/loans')
    expect(lstatSync(join(cwd, 'CHANGES.md')).isSymbolicLink()).toBe(true)
  })
})

describe.skipIf(process.platform === 'win32')('a report is written', () => {
  const write = async (
    file: (outside: string) => string,
    prepare: (cwd: string, outside: string) => void = () => {}
  ) => {
    const {cwd, outside} = await checkoutWith({})
    prepare(cwd, outside)
    const {code, err} = await tenure([...CHECK, '--format', `json=${file(outside)}`], {cwd})
    expect({code, err}).toEqual({code: 0, err: ''})
    return {cwd, outside}
  }

  it('to a named path outside of the checkout', async () => {
    const {outside} = await write(path => join(path, 'new.json'))
    expect(readFileSync(join(outside, 'new.json'), 'utf8')).toContain('"command": "check"')
  })

  it("through a symbolic link that git doesn't track", async () => {
    const {outside} = await write(
      () => 'reports/new.json',
      (cwd, path) => symlinkSync(join(path, 'folder'), join(cwd, 'reports'))
    )
    expect(readFileSync(join(outside, 'folder/new.json'), 'utf8')).toContain('"command": "check"')
  })

  it('through a symbolic link in a parent folder of the checkout', async () => {
    const {cwd, outside} = await checkoutWith({})
    symlinkSync(join(cwd, '..'), join(outside, 'above'))
    const path = join(outside, 'above', cwd.split('/').at(-1) ?? '', 'new.json')
    expect(await tenure([...CHECK, '--format', `json=${path}`], {cwd})).toMatchObject({code: 0})
    expect(existsSync(join(cwd, 'new.json'))).toBe(true)
  })

  it('to a new file if it replaces a hard link', async () => {
    const {cwd, outside} = await write(
      () => 'a.json',
      (cwd, path) => linkSync(join(path, 'file.txt'), join(cwd, 'a.json'))
    )
    expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toContain('"command": "check"')
    expect(readFileSync(join(outside, 'file.txt'), 'utf8')).toBe(ORIGINAL)
  })

  it('to standard output or a pipe', async () => {
    const {cwd} = await checkoutWith({})
    const check = `tenure ${CHECK.join(' ')} --format`
    const {out, err} = await inShell(
      `${check} json=/dev/stdout | cat; ${check} json=>(cat) | cat; mkfifo pipe; cat pipe > copy & ${check} json=pipe; wait; test -p pipe && cat copy`,
      {cwd}
    )
    expect(err).toBe('')
    expect(out.match(/"command": "check"/g)).toHaveLength(3)
  })
})
