// Where reports are written: a change can bring links, and none of them leads a report out of the folder that it names.
import {existsSync, linkSync, lstatSync, mkdirSync, readFileSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {folder, inShell, run, tenure, write} from './run.ts'

const SPEC =
  'openapi: 3.0.3\ninfo: {title: Library, version: "1"}\npaths: {/v1/loans: {get: {responses: {"200": {description: ok}}}}}\n'
const HISTORY =
  'service: Library\nreleases:\n  - release: "1.0"\n    date: 2024-01-31\n    changes: [{added: GET /v1/loans}]\n'
const PRECIOUS = 'precious\n'

/** A checkout with the links that a change brings, and what they lead to outside of it. */
async function checkoutWith(links: Readonly<Record<string, string>>): Promise<{cwd: string; outside: string}> {
  const outside = folder({'file.txt': PRECIOUS, 'folder/file.txt': PRECIOUS})
  const cwd = folder({
    'openapi.yaml': SPEC,
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

describe.skipIf(process.platform === 'win32')('a link that came with the checkout', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['the report', {'tenure.sarif': 'OUTSIDE/file.txt'}, [...CHECK, '--format', 'sarif=tenure.sarif']],
    ['the folder of the report', {out: 'OUTSIDE/folder'}, [...CHECK, '--format', 'json=out/file.txt']],
    ['a folder above it', {out: 'OUTSIDE'}, [...CHECK, '--format', 'json=out/folder/file.txt']],
    [
      'a link to a link',
      {out: 'docs/inner', 'docs/inner': 'OUTSIDE/folder'},
      [...CHECK, '--format', 'json=out/file.txt']
    ],
    ['a file that is missing yet', {'a.json': 'OUTSIDE/new.json'}, [...CHECK, '--format', 'json=a.json']],
    ['another file of the checkout', {'a.json': 'openapi.yaml'}, [...CHECK, '--format', 'json=a.json']],
    ['the folder of git', {'a.json': '.git/config'}, [...CHECK, '--format', 'json=a.json']],
    ['a report of one of several', {'b.xml': 'OUTSIDE/file.txt'}, [...CHECK, '--format', 'json=a.json,junit=b.xml']],
    ['a baseline', {'base.json': 'OUTSIDE/file.txt'}, [...CHECK, '--write-baseline', 'base.json']],
    ['the file that GitLab reads', {'gl-code-quality-report.json': 'OUTSIDE/file.txt'}, CHECK],
    ['a page', {'a.html': 'OUTSIDE/file.txt'}, ['site', '--history', 'history.yaml', '--out', 'a.html']],
    ['the data of a template', {'a.json': 'OUTSIDE/file.txt'}, ['changelog', 'history.yaml', '--context', 'a.json']],
    [
      'an imported history',
      {'a.yaml': 'OUTSIDE/file.txt'},
      ['import', 'docs/CHANGES.md', '--output', 'a.yaml', '--force']
    ],
    ['a recorded history', {out: 'OUTSIDE/folder'}, ['record', '--all', '.', '--output', 'out/history.yaml']],
    ['a managed page', {'a.md': 'OUTSIDE/page.md'}, ['changelog', 'history.yaml', '--write', 'a.md']],
    ['a page in the folder of git', {'a.md': '.git/page.md'}, ['changelog', 'history.yaml', '--write', 'a.md']]
  ])('is not written through: %s', async (_, links, args) => {
    const {cwd, outside} = await checkoutWith(links)
    const [name = ''] = Object.keys(links)
    const page = '<!-- tenure all -->\n<!-- /tenure -->\n'
    write(outside, {'page.md': page})
    write(cwd, {'.git/page.md': page})
    const before = readFileSync(join(cwd, '.git/config'), 'utf8')
    const {code, err} = await tenure(args, {cwd, env: {GITLAB_CI: 'true'}})
    expect(code, err).toBe(2)
    expect(err).toMatch(new RegExp(`\`\\S*/${name}\` is a link of the repository and leads to \``))
    for (const each of ['file.txt', 'folder/file.txt']) expect(readFileSync(join(outside, each), 'utf8')).toBe(PRECIOUS)
    for (const each of [join(outside, 'page.md'), join(cwd, '.git/page.md')])
      expect(readFileSync(each, 'utf8')).toBe(page)
    for (const each of ['new.json', 'folder/history.yaml']) expect(existsSync(join(outside, each))).toBe(false)
    expect(readFileSync(join(cwd, '.git/config'), 'utf8')).toBe(before)
    expect(readFileSync(join(cwd, 'openapi.yaml'), 'utf8')).toBe(SPEC)
    expect(lstatSync(join(cwd, name)).isSymbolicLink()).toBe(true)
  })

  it('is kept where it leads to a page of the same checkout', async () => {
    const {cwd} = await checkoutWith({'CHANGES.md': 'docs/CHANGES.md'})
    expect(await tenure(['changelog', 'history.yaml', '--write', 'CHANGES.md'], {cwd})).toMatchObject({code: 0})
    expect(readFileSync(join(cwd, 'docs/CHANGES.md'), 'utf8')).toContain('/v1/loans')
    expect(lstatSync(join(cwd, 'CHANGES.md')).isSymbolicLink()).toBe(true)
  })
})

describe.skipIf(process.platform === 'win32')('a report is written', () => {
  const write = async (
    file: (outside: string) => string,
    change: (cwd: string, outside: string) => void = () => {}
  ) => {
    const {cwd, outside} = await checkoutWith({})
    change(cwd, outside)
    const {code, err} = await tenure([...CHECK, '--format', `json=${file(outside)}`], {cwd})
    expect({code, err}).toEqual({code: 0, err: ''})
    return {cwd, outside}
  }

  it('to a path outside of the checkout that the caller names', async () => {
    const {outside} = await write(path => join(path, 'new.json'))
    expect(readFileSync(join(outside, 'new.json'), 'utf8')).toContain('"command": "check"')
  })

  it('through a link that its user made and git does not track', async () => {
    const {outside} = await write(
      () => 'reports/new.json',
      (cwd, path) => symlinkSync(join(path, 'folder'), join(cwd, 'reports'))
    )
    expect(readFileSync(join(outside, 'folder/new.json'), 'utf8')).toContain('"command": "check"')
  })

  it('through a link above the checkout', async () => {
    const {cwd, outside} = await checkoutWith({})
    symlinkSync(join(cwd, '..'), join(outside, 'above'))
    const path = join(outside, 'above', cwd.split('/').at(-1) ?? '', 'new.json')
    expect(await tenure([...CHECK, '--format', `json=${path}`], {cwd})).toMatchObject({code: 0})
    expect(existsSync(join(cwd, 'new.json'))).toBe(true)
  })

  it('in place of a hard link, whose other name keeps its text', async () => {
    const {cwd, outside} = await write(
      () => 'a.json',
      (here, path) => linkSync(join(path, 'file.txt'), join(here, 'a.json'))
    )
    expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toContain('"command": "check"')
    expect(readFileSync(join(outside, 'file.txt'), 'utf8')).toBe(PRECIOUS)
  })

  it('to standard output or a pipe, which stays one', async () => {
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
