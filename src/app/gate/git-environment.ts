import {resolve} from 'node:path'
import process from 'node:process'
import {inputError} from '../../model/input-error.ts'
import {pathExists, realPath} from '../../read/files/file-system.ts'
import {openStateAt, type Workspace} from '../../read/files/workspace.ts'
import {forgetGitAnswers, gitOutput} from '../../read/git/git.ts'
import type {Environment} from '../context.ts'

/** Environment variables that point git at another repository or change how it reads objects. */
const CLEARED_VARIABLES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_EXTERNAL_DIFF',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_ATTR_SOURCE'
] as const

/**
 * Clears the environment so that git finds the repository by the working directory only and reads every object as
 * committed. Returns a function that restores it.
 */
export function cleanGitEnvironment(): () => void {
  // Grafts would replace the parents of a commit. This path can't exist, because `/dev/null` is not a folder.
  const cleared = CLEARED_VARIABLES.map(name => [name, undefined] as const)
  return setGitVariables({...Object.fromEntries(cleared), GIT_GRAFT_FILE: '/dev/null/grafts'})
}

/** Sets variables for git, and clears those without a value. Returns a function that restores them. */
export function setGitVariables(variables: Environment): () => void {
  const before = Object.fromEntries(Object.keys(variables).map(name => [name, process.env[name]]))
  assignVariables(variables)
  return () => assignVariables(before)
}

function assignVariables(variables: Environment): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}

/**
 * Files that a hook is about to commit. Git names a separate index if only some files are committed. `undefined`
 * outside of a hook. `env` holds what git set for the hook, before it was cleared.
 */
export function openStagedFiles({GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE}: Environment): Workspace | undefined {
  const own = trimAnswer(gitOutput('.', ['rev-parse', '--absolute-git-dir']))
  if (GIT_DIR !== undefined && pathExists(GIT_DIR) && realPath(GIT_DIR) !== own) {
    process.env.GIT_DIR = resolve(GIT_DIR)
    // Without `GIT_WORK_TREE`, git uses the current folder as the root.
    process.env.GIT_WORK_TREE = resolve(GIT_WORK_TREE ?? '.')
    forgetGitAnswers()
  }
  const root = trimAnswer(gitOutput('.', ['rev-parse', '--show-toplevel']))
  if (root === undefined || GIT_INDEX_FILE === undefined) return undefined
  const index = resolve(root, GIT_INDEX_FILE)
  if (!pathExists(index)) return undefined
  process.env.GIT_INDEX_FILE = index
  const tree = trimAnswer(gitOutput(root, ['write-tree']))
  if (tree === undefined) {
    throw inputError(`git can't tell what \`${GIT_INDEX_FILE}\` is about to commit. Resolve all conflicts first.`)
  }
  // Installed packages aren't committed.
  return openStateAt({root, id: tree}, path => /[\\/]node_modules[\\/]/.test(path))
}

const trimAnswer = (answer: Buffer | undefined): string | undefined => answer?.toString('utf8').trim() || undefined
