import {basename, dirname, relative, sep} from 'node:path'
import {findDefaultBranch, type Git, type Repository} from './git.ts'

/** The answer of git about the repository around a folder. */
export interface RepositoryAnswer extends Pick<ReturnType<Git['run']>, 'error' | 'status' | 'stderr'> {
  readonly isShallow: boolean
  readonly isBare: boolean
  /** The path from the top to the folder: empty, or with a trailing slash. */
  readonly prefix: string
  /** The top of the working tree; empty if there is none. */
  readonly top: string
}

/**
 * Asks git about the repository around a folder, at the top of its checkout, because a folder below can look like
 * another repository.
 */
export function askRepository(git: Git, folder: string): RepositoryAnswer {
  const checkout = git.findCheckout(folder)
  const answer = askIn(git, checkout ?? folder)
  if (checkout === undefined || answer.status !== 0) return answer
  // A hook or a setting can name another working tree.
  if (git.realPath(answer.top) !== git.realPath(checkout)) return askIn(git, folder)
  const below = relative(checkout, git.resolve(folder)).split(sep).join('/')
  return {...answer, prefix: below === '' ? '' : `${below}/`}
}

function askIn(git: Git, folder: string): RepositoryAnswer {
  const args = ['--is-shallow-repository', '--is-bare-repository', '--show-prefix', '--show-toplevel']
  const {error, status, stdout, stderr} = git.run(folder, ['rev-parse', ...args])
  // In a bare repository, git prints the first three lines and then fails, because there is no top level.
  const [shallow, bare, prefix = '', top = ''] = stdout?.toString('utf8').split('\n') ?? []
  return {
    ...(error ? {error} : {}),
    status,
    stderr,
    isShallow: shallow === 'true',
    isBare: bare === 'true',
    prefix,
    top
  }
}

/** The repository of a file or folder, with its whole history; otherwise what is missing and how to fix it. */
export function findRepository(git: Git, path: string, isFolder: boolean): Repository | {readonly lacks: string} {
  const real = git.realPath(path)
  const folder = isFolder ? real : dirname(real)
  const {error, status, stderr, isShallow, prefix, top} = askRepository(git, folder)
  if (error) return {lacks: "git can't be run (install git)"}
  if (status !== 0) {
    return stderr.toString('utf8').includes('safe.directory')
      ? {lacks: `git doesn't trust the folder (\`git config --global --add safe.directory ${folder}\`)`}
      : {lacks: "there's no git repository (keep the history in one, or name public statements with `via:`)"}
  }
  if (isShallow)
    return {lacks: 'the clone is shallow (fetch the whole history: `git fetch --unshallow`, or `fetch-depth: 0` in CI)'}
  const branch = findDefaultBranch(git, top)
  if (branch === undefined) return {lacks: 'nothing is committed yet (commit the history)'}
  return {root: top, branch, path: isFolder ? prefix.replace(/\/$/, '') || '.' : `${prefix}${basename(real)}`}
}
