// What a repository, its commits, and the variables of a hook must not decide.
import {chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {openWorkspace, type Workspace} from '../../../src/stores/files/workspace.ts'
import {editFile} from '../../../src/stores/files/write-file.ts'
import {CommitTree} from '../../../src/stores/git/commit-tree.ts'
import {cleanGitEnvironment} from '../../../src/stores/git/environment.ts'
import {readCommitTimes} from '../../../src/stores/git/git.ts'
import {findDefaultBranch} from '../../../src/stores/git/repository.ts'
import {write} from '../../cli/run.ts'
import {git, repositoryOf} from '../../gate/scenario.ts'

const workspaceOf = (cwd: string, env = {}): Workspace => openWorkspace(cwd, {...process.env, ...env})
const headOf = ({git: asked}: Workspace): string | undefined =>
  asked.output('.', ['rev-parse', 'HEAD'])?.toString('utf8').trim()
const oneCommit = (text = 'x') => repositoryOf({main: [['2026-01-01', {'openapi.yaml': text}]]})

it('git answers for another repository with what that one has', async () => {
  const [cwd, other] = [await oneCommit('one'), await oneCommit('other')]
  const workspace = workspaceOf(cwd)
  const [own, theirs] = [headOf(workspace), headOf(workspaceOf(other))]
  expect(own).not.toBe(theirs)
  const elsewhere = {...workspace, git: workspace.git.with({GIT_DIR: join(other, '.git')})}
  expect(headOf(elsewhere)).toBe(theirs)
  expect(headOf(workspace)).toBe(own)
})

describe('a link in a commit', () => {
  it.each([
    ['openapi.yaml', 'openapi.yaml'],
    ['./api/../openapi.yaml', 'openapi.yaml'],
    ['/openapi.yaml', undefined],
    ['../openapi.yaml', undefined],
    ['link.yaml', undefined],
    ['nowhere.yaml', undefined]
  ])('to %s is read as %s', async (target, path) => {
    const cwd = await repositoryOf({main: [['2026-01-01', {'openapi.yaml': 'x', 'api/notes.md': 'x'}]]})
    symlinkSync(target, join(cwd, 'link.yaml'))
    await git(cwd, ['add', '--all'])
    await git(cwd, ['commit', '--quiet', '--message', 'Link'])
    const workspace = workspaceOf(cwd)
    const tree = new CommitTree(workspace.git, cwd, headOf(workspace) ?? '')
    expect(tree.find('link.yaml')?.path).toBe(path)
  })
})

describe('an edit through a link of a checkout', () => {
  it.each([
    ['kept', true],
    ['.git', false],
    ['.GIT', false],
    ['kept/.Git', false]
  ])('into the folder %s is made: %s', async (folder, isMade) => {
    const cwd = await oneCommit()
    mkdirSync(join(cwd, folder), {recursive: true})
    symlinkSync(join(folder, 'history.yaml'), join(cwd, 'link.yaml'))
    await git(cwd, ['add', 'link.yaml'])
    await git(cwd, ['commit', '--quiet', '--message', 'Link'])
    const edit = () => editFile(workspaceOf(cwd), 'link.yaml', 'edited')
    if (isMade) edit()
    else expect(edit).toThrow('is a link of the repository')
    const target = join(cwd, folder, 'history.yaml')
    expect(existsSync(target) && readFileSync(target, 'utf8')).toBe(isMade && 'edited')
  })
})

it('a commit is no older than the one before it', async () => {
  const cwd = await repositoryOf({
    main: ['2026-01-02', '2026-01-05', '2026-01-03', '2026-01-04', '2026-01-06'].map(day => [day, {'a.txt': day}])
  })
  const times = readCommitTimes(workspaceOf(cwd).git, cwd, 'main')
  expect([...times.values()].map(time => new Date(time * 1000).toISOString().slice(8, 10))).toEqual([
    ...['02', '05', '05', '05', '06']
  ])
})

it('git runs no file monitor that the repository names', async () => {
  const cwd = await oneCommit()
  write(cwd, {'.git/monitor': `#!/bin/sh\n: > "${join(cwd, '.git/ran')}"\n`})
  chmodSync(join(cwd, '.git/monitor'), 0o755)
  await git(cwd, ['config', 'core.fsmonitor', join(cwd, '.git/monitor')])
  expect(workspaceOf(cwd).git.run('.', ['status', '--porcelain']).status).toBe(0)
  expect(existsSync(join(cwd, '.git/ran'))).toBe(false)
  // Git itself would run it.
  await git(cwd, ['status', '--porcelain'])
  expect(existsSync(join(cwd, '.git/ran'))).toBe(true)
})

it.each([
  ['GIT_INDEX_FILE', 'index of the hook'],
  ['GIT_DIR', 'elsewhere'],
  ['GIT_WORK_TREE', 'elsewhere'],
  ['GIT_OBJECT_DIRECTORY', 'elsewhere'],
  ['GIT_NAMESPACE', 'elsewhere']
])('the variable %s of a hook changes nothing', async (name, value) => {
  const cwd = await oneCommit()
  const workspace = workspaceOf(cwd, cleanGitEnvironment({[name]: join(cwd, value)}))
  expect(headOf(workspace)).toMatch(/^[\da-f]{40}$/)
  expect(workspace.git.output('.', ['ls-files'])?.toString('utf8')).toBe('openapi.yaml\n')
})

describe('the default branch', () => {
  it.each([
    [['heads/main', 'remotes/origin/main'], 'refs/remotes/origin/main'],
    [['heads/main', 'remotes/origin/master'], 'refs/remotes/origin/master'],
    [['heads/main', 'remotes/origin/main', 'remotes/origin/master'], 'refs/remotes/origin/main'],
    [['heads/main', 'heads/master'], 'refs/heads/main'],
    [['heads/main', 'remotes/origin/other'], 'refs/heads/main']
  ])('of %j is %s', async (names, branch) => {
    const cwd = await oneCommit()
    for (const name of names) await git(cwd, ['update-ref', `refs/${name}`, 'HEAD'])
    expect(findDefaultBranch(workspaceOf(cwd).git, '.')).toBe(branch)
  })
})
