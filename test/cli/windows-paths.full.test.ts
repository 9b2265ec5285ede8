// Runs the built command with Windows paths and compares its output and files with those for POSIX paths.

import {execFileSync} from 'node:child_process'
import {cpSync, readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {packageFolder} from '../../src/stores/files/installed-packages.ts'
import {sample} from '../tier.ts'
import {type CommandResult, folder, pathsIn, REPOSITORY, run, write} from './run.ts'

const CLI = join(REPOSITORY, 'dist', 'cli.cjs')
const WINDOWS = ['-r', join(REPOSITORY, 'test', 'cli', 'windows-paths.cjs')]
const AS_OF = ['--as-of', '2026-11-20']

function git(cwd: string, ...args: readonly string[]): void {
  const env = {...process.env, GIT_AUTHOR_DATE: '2026-06-01T12:00:00Z', GIT_COMMITTER_DATE: '2026-06-01T12:00:00Z'}
  const settings = ['-c', 'user.name=A', '-c', 'user.email=a@library.example']
  execFileSync('git', [...settings, ...args], {cwd, env, stdio: 'pipe'})
}

/** A repository with two APIs in folders and a branch that changes both. */
function repository(): string {
  const cwd = folder()
  const library = packageFolder('fixtures/lending-library')
  write(cwd, {
    'tenure.yaml':
      'apis:\n' +
      '  - {name: loans, spec: services/loans/openapi.yaml, history: services/loans/api-history}\n' +
      '  - name: fees\n    spec: services/fees/openapi.yaml\n    history: services/fees/history.yaml\n' +
      '    policy: policies/library.yaml\n    rendered: [docs/CHANGES.md]\n',
    'services/fees/openapi.yaml':
      'openapi: 3.1.0\ninfo: {title: Fees, version: "1"}\npaths:\n  /v1/fees: {$ref: ../shared/fees.yaml}\n',
    'services/shared/fees.yaml': 'get: {responses: {"200": {description: Fees}}}\n',
    'services/fees/history.yaml': 'service: Fees\nreleases: []\n',
    'src/loans.ts': "export const loans = () => fetch('https://library.example/v1/loans')\n"
  })
  cpSync(join(library, 'policy.yaml'), join(cwd, 'policies/library.yaml'))
  cpSync(join(library, 'history.yaml'), join(cwd, 'specs/history.yaml'))
  cpSync(join(library, 'policy.yaml'), join(cwd, 'specs/policy.yaml'))
  cpSync(join(library, 'api-3.0.yaml'), join(cwd, 'services/loans/openapi.yaml'))
  cpSync(packageFolder('fixtures/editors/valid/api-history'), join(cwd, 'services/loans/api-history'), {
    recursive: true
  })
  cpSync(packageFolder('fixtures/editors/invalid/api-history'), join(cwd, 'broken/api-history'), {recursive: true})
  write(cwd, {'docs/CHANGES.md': '<!-- tenure all -->\n<!-- /tenure -->\n'})
  git(cwd, 'init', '--quiet', '-b', 'main')
  git(cwd, 'add', '--all')
  git(cwd, 'commit', '--quiet', '-m', 'One')
  git(cwd, 'tag', 'v3.0')
  git(cwd, 'switch', '--quiet', '-c', 'work')
  cpSync(join(library, 'api-3.1.yaml'), join(cwd, 'services/loans/openapi.yaml'))
  write(cwd, {'services/shared/fees.yaml': 'post: {responses: {"200": {description: Fees}}}\n'})
  return cwd
}

let original: string | undefined

/** A copy of the repository, for a command that may write files. */
function copyOfRepository(): string {
  original ??= repository()
  const cwd = folder()
  cpSync(original, cwd, {recursive: true})
  return cwd
}

/** The output and the files of a command, with Windows paths or without. */
async function outcome(args: readonly string[], options: readonly string[], subfolder = '.') {
  const cwd = copyOfRepository()
  const result = await run(process.execPath, [...options, CLI, ...args], {cwd: join(cwd, subfolder)})
  const files = pathsIn(cwd).filter(path => !path.startsWith('.git') && statSync(join(cwd, path)).isFile())
  const normalize = (text: string): string =>
    text
      .replaceAll(/(?:C:)?(?:\\\\|[\\/])tmp[\w\\/.-]*?tenure-\w{6}/g, 'REPOSITORY')
      .replaceAll('\\\\', '/')
      .replaceAll('\\', '/')
  return {
    result: {...result, out: normalize(result.out), err: normalize(result.err)} satisfies CommandResult,
    files: Object.fromEntries(files.map(path => [path, readFileSync(join(cwd, path), 'utf8')]))
  }
}

describe.skipIf(process.platform === 'win32')('with Windows paths, the output and files are the same:', () => {
  it.each(
    sample([
      [['check', '--base', 'main', ...AS_OF]],
      [['check', '--base', 'main', '--api', 'loans', '--format', 'json', ...AS_OF]],
      [['check', '--base', 'main', '--format', 'github', ...AS_OF]],
      [['check', '--base', 'main', '--format', 'gitlab=quality.json', ...AS_OF]],
      [['check', '--base', 'main', '--api', 'fees', '--format', 'sarif', ...AS_OF]],
      [['check', '--base', 'main', ...AS_OF], 'services/loans'],
      [['audit', '--history', 'specs/history.yaml', '--format', 'json', ...AS_OF]],
      [['audit', '--history', '../specs/history.yaml', ...AS_OF], 'services'],
      [['audit', '--history', 'broken/api-history', ...AS_OF]],
      [['audit', '.', '--spec', 'services/loans/openapi.yaml', '--releases', 'tags:v*', '--api', 'loans', ...AS_OF]],
      [
        [
          'diff',
          'main:services/fees/openapi.yaml',
          'services/fees/openapi.yaml',
          '--api',
          'fees',
          '--format',
          'json',
          ...AS_OF
        ]
      ],
      [['diff', 'v3.0:./openapi.yaml', 'openapi.yaml', ...AS_OF], 'services/loans'],
      [['due', '--api', 'loans', ...AS_OF]],
      [['deprecate', 'GET /v2/loans', '--api', 'loans', ...AS_OF]],
      [['record', '--release', '3.1', '--date', '2026-11-20', '--api', 'loans', '--base', 'main', ...AS_OF]],
      [
        [
          'record',
          '--all',
          '.',
          '--spec',
          'services/loans/openapi.yaml',
          '--releases',
          'tags:v*',
          '-o',
          'out.yaml',
          '--api',
          'loans'
        ]
      ],
      [['init', '--force']],
      [['usages', 'src', '--history', 'specs/history.yaml', '--format', 'json', ...AS_OF]],
      [['changelog', '--history', 'specs/history.yaml', ...AS_OF]]
    ])
  )('tenure %j', async (args, subfolder = '.') => {
    const [posix, windows] = [await outcome(args, [], subfolder), await outcome(args, WINDOWS, subfolder)]
    // The commands must succeed, except for an unreadable file.
    expect(posix.result.code === 2, posix.result.err).toBe(args.includes('broken/api-history'))
    expect(windows.result).toEqual(posix.result)
    expect(windows.files).toEqual(posix.files)
  })

  it('paths have backslashes in the terminal and slashes for CI', async () => {
    const cwd = copyOfRepository()
    const runTenure = (...args: readonly string[]) => run(process.execPath, [...WINDOWS, CLI, ...args, ...AS_OF], {cwd})
    expect((await runTenure('audit', '--history', 'broken/api-history')).err).toContain(
      'broken\\api-history\\service.yaml:'
    )
    expect((await runTenure('check', '--base', 'main', '--format', 'github')).out).toContain('file=services/')
  })
})
