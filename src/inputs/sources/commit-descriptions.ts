import {DESCRIPTION_LINES, isDescription} from '../../descriptions/readers.ts'
import {canBeDescription} from '../../languages/languages.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {CommitTree} from '../../stores/git/commit-tree.ts'
import type {Git} from '../../stores/git/git.ts'

/** The server frameworks that can be read instead of a description, as a `package.json` lists them. */
const FRAMEWORK = '"(express|fastify|hono|@nestjs/core)"[[:space:]]*:'

/** Files of a commit that show an API: descriptions, and the `package.json` files of servers. */
export interface ApiFiles {
  readonly descriptions: readonly string[]
  readonly servers: readonly string[]
}

/**
 * Finds the API descriptions and servers of a commit by their content, below the working directory. `undefined` if git
 * can't tell, because not all files are in the clone.
 */
export function findApiFiles(workspace: Workspace, root: string, commit: string): ApiFiles | undefined {
  const descriptions = findDescriptionsInCommit(workspace.git, {root, folder: '.'}, commit)
  const packages = findMatching(workspace.git, '.', [FRAMEWORK], commit)
  if (!descriptions || !packages) return undefined
  const here = (path: string): string => workspace.files.relative('', workspace.files.resolve(root, path))
  return {
    descriptions: descriptions.map(here),
    servers: packages.filter(path => /(?:^|\/)package\.json$/.test(path)).map(here)
  }
}

/**
 * The paths, from the root of the repository, of the API descriptions of a commit below a folder. `undefined` if git
 * can't tell.
 */
export function findDescriptionsInCommit(
  git: Git,
  {root, folder}: {readonly root: string; readonly folder: string},
  commit: string
): string[] | undefined {
  const tree = new CommitTree(git, root, commit)
  return findMatching(git, folder, DESCRIPTION_LINES, commit)
    ?.filter(canBeDescription)
    .filter(path => {
      const bytes = tree.read(path)
      return bytes !== undefined && isDescription(path, bytes)
    })
}

/** Paths of the files of a commit, from the root of the repository, with a line that fits a pattern. */
function findMatching(git: Git, folder: string, patterns: readonly string[], commit: string): string[] | undefined {
  const {status, stdout} = git.run(folder, [
    'grep',
    '-IlzE',
    '--full-name',
    ...patterns.flatMap(each => ['-e', each]),
    commit,
    '--',
    '.'
  ])
  if (status === 1) return []
  if (status !== 0) return undefined
  return stdout
    .toString('utf8')
    .split('\0')
    .filter(Boolean)
    .map(each => each.slice(commit.length + 1))
    .filter(path => !/(?:^|\/)node_modules\//.test(path))
}
