import {execFileSync} from 'node:child_process'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {folder, REPOSITORY, write} from './cli/run.ts'

/** The commit that a build in a folder contains. */
function describeCommit(path: string, inputs: readonly string[]): string {
  const code =
    "const {describeCommit} = await import('./scripts/build-commit.mjs');" +
    `process.stdout.write(String(describeCommit(${JSON.stringify(path)}, ${JSON.stringify(inputs)})))`
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], {cwd: REPOSITORY, encoding: 'utf8'})
}

function git(cwd: string, ...args: readonly string[]): string {
  const settings = ['-c', 'user.name=Build', '-c', 'user.email=build@library.example']
  const env = {...process.env, GIT_AUTHOR_DATE: '2026-11-25T12:00:00Z', GIT_COMMITTER_DATE: '2026-11-26T23:30:00Z'}
  return execFileSync('git', [...settings, ...args], {cwd, encoding: 'utf8', env}).trim()
}

describe('a build', () => {
  it('contains its commit, the date of the commit, and whether its inputs were modified', () => {
    const cwd = folder({'src/a.ts': 'a\n', 'notes.md': 'a\n'})
    git(cwd, 'init', '--quiet')
    expect(describeCommit(cwd, ['src'])).toBe('undefined')
    git(cwd, 'add', '--all')
    git(cwd, 'commit', '--quiet', '-m', 'One')
    const commit = `${git(cwd, 'rev-parse', 'HEAD').slice(0, 7)}, 2026-11-26`
    git(cwd, 'config', 'core.abbrev', '12')
    expect(describeCommit(cwd, ['src'])).toBe(commit)
    write(cwd, {'notes.md': 'b\n'})
    expect(describeCommit(cwd, ['src'])).toBe(commit)
    write(cwd, {'src/b.ts': 'b\n'})
    expect(describeCommit(cwd, ['src'])).toBe(`${commit}, modified`)
  })

  it('contains no commit in an unpacked tarball, also inside another repository', () => {
    const cwd = folder({'vendor/tenure/src/a.ts': 'a\n'})
    expect(describeCommit(cwd, ['src'])).toBe('undefined')
    git(cwd, 'init', '--quiet')
    git(cwd, 'add', '--all')
    git(cwd, 'commit', '--quiet', '-m', 'One')
    expect(describeCommit(`${cwd}/vendor/tenure`, ['src'])).toBe('undefined')
  })
})
