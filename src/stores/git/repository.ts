import {basename, dirname, relative, sep} from 'node:path'
import {inputError} from '../../model/input-error.ts'
import {type Git, type Repository, type ResolvedRevision, resolveCommits} from './git.ts'
import type {GitAnswer, GitDescription} from './git-answer.ts'
import {listRefs, OWN_BRANCH, USUAL_BRANCHES} from './refs.ts'

/** What `git rev-parse` answers about the repository around a folder. */
export interface RepositoryAnswer extends Pick<GitAnswer, 'error' | 'status' | 'stderr'>, GitDescription {
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

/**
 * Resolves a revision in the repository around a folder; otherwise returns why it can't be resolved and how to fix it.
 */
export function resolveRevision(git: Git, folder: string, name: string): ResolvedRevision | {readonly lacks: string} {
  const around = askRepository(git, folder)
  if (around.error) return {lacks: "git can't be run (install git)"}
  const isWhole = around.status === 0
  const prefix = isWhole ? around.prefix : git.output(folder, ['rev-parse', '--show-prefix'])?.toString('utf8').trim()
  if (prefix === undefined) return {lacks: 'there is no git repository here'}
  // A name that begins with a dash would be taken for an option.
  const id = name.startsWith('-')
    ? undefined
    : (git.knownCommit((isWhole && around.top) || folder, name) ??
      git.text(folder, ['rev-parse', '--verify', '--quiet', `${name}^{tree}`]))
  if (id === undefined) return {lacks: 'git knows no such revision (`git tag` and `git branch --all` list them)'}
  return {root: (isWhole && around.top) || folder, prefix, id}
}

/** The first version of git that can refuse a bare repository inside a checkout. */
const MIN_VERSION = [2, 38] as const

/** Throws an `InputError` if git is too old to be run safely on untrusted changes. */
export function assertGitVersion(git: Git): void {
  const {error, version = git.output('/', ['version'])?.toString('utf8') ?? ''} = askRepository(git, '.')
  if (error) return
  const [found = '', major, minor] = /(\d+)\.(\d+)[\w.]*/.exec(version) ?? []
  if (Number(major) > MIN_VERSION[0] || (Number(major) === MIN_VERSION[0] && Number(minor) >= MIN_VERSION[1])) return
  throw inputError(
    `git is version \`${found || 'unknown'}\`, which may run what a change brings. Install git ${MIN_VERSION.join('.')} or later.`
  )
}

/** Whether a folder is in a repository, bare or not. */
export const isInRepository = (git: Git, folder: string): boolean =>
  askRepository(git, folder).status === 0 || git.output(folder, ['rev-parse', '--git-dir']) !== undefined

/**
 * The path from the root of the repository to a folder, such as `services/loans`; empty at the root, `undefined`
 * outside a repository.
 */
export function pathFromRoot(git: Git, folder: string): string | undefined {
  const {status, prefix} = askRepository(git, folder)
  const path = status === 0 ? prefix : git.output(folder, ['rev-parse', '--show-prefix'])?.toString('utf8')
  return path?.trim().replace(/\/$/, '')
}

const HEAD = 'HEAD^{commit}'
const ID = /^[\da-f]{40,}$/
/** The lines of the answer about a usual folder, with the empty end, without that about what is checked out. */
const LINES = 5

/** Asks git about a folder in one process. */
function askIn(git: Git, folder: string): RepositoryAnswer {
  const args = ['rev-parse', '--is-shallow-repository', '--is-bare-repository', '--show-prefix', '--show-toplevel']
  // What is checked out is nearly always asked next. Where nothing is committed, git fails.
  const checkout = git.findCheckout(folder)
  const whole = checkout === undefined ? undefined : git.describe(folder, [...args, HEAD])
  const answer = whole?.status === 0 ? whole : git.describe(folder, args)
  const {error, status, stdout, stderr, settings, version} = answer
  // In a bare repository, git prints the first three lines and then fails, because there is no top level.
  const lines = stdout?.toString('utf8').split('\n') ?? []
  const [shallow, bare, prefix = '', top = '', head = ''] = lines
  // A folder whose name has a line break could pass for the lines after it.
  const isPlain = lines.length <= (whole?.status === 0 ? LINES + 1 : LINES)
  // A setting can name another working tree, which has no commit of its own.
  const isOwn = checkout !== undefined && git.realPath(top) === git.realPath(checkout)
  if (isPlain && isOwn && ID.test(head)) git.keepCommit(top, 'HEAD', head)
  return {
    ...(error ? {error} : {}),
    status,
    stderr,
    settings,
    ...(version === undefined ? {} : {version}),
    isShallow: shallow === 'true',
    isBare: bare === 'true',
    prefix: isPlain
      ? prefix
      : (git.output(folder, ['rev-parse', '--show-prefix'])?.toString('utf8').slice(0, -1) ?? ''),
    top
  }
}

/**
 * The default branch: the remote's own, else one of the usual names, else what is checked out. `undefined` if there are
 * no commits.
 */
export function findDefaultBranch(git: Git, folder: string): string | undefined {
  const refs = listRefs(git, folder) ?? []
  for (const {name, kind, id} of refs) if (kind === 'commit') git.keepCommit(folder, name, id)
  const known = new Map(refs.map(({name, target}) => [name, target]))
  const branch = known.get(OWN_BRANCH) || USUAL_BRANCHES.find(ref => known.has(ref))
  if (branch !== undefined) return branch
  return resolveCommits(git, folder, ['HEAD'])[0] ? 'HEAD' : undefined
}

/** What a file lacks to have a past in git, and how to fix it. */
export interface WithoutPast {
  readonly lacks: string
  /** Whether git has nothing of it at all, and not only less than there is. */
  readonly isOutside: boolean
}

/** The repository of a file or folder, with its whole history; otherwise what is missing and how to fix it. */
export function findRepository(git: Git, path: string, isFolder: boolean): Repository | WithoutPast {
  const real = git.realPath(path)
  const folder = isFolder ? real : dirname(real)
  const {error, status, stderr, isShallow, prefix, top} = askRepository(git, folder)
  if (error) return {lacks: "git can't be run (install git)", isOutside: true}
  if (status !== 0) {
    return stderr.toString('utf8').includes('safe.directory')
      ? {
          lacks: `git doesn't trust the folder (\`git config --global --add safe.directory ${folder}\`)`,
          isOutside: false
        }
      : {lacks: "there's no git repository (keep the history in one)", isOutside: true}
  }
  if (isShallow)
    return {
      lacks: 'the clone is shallow (fetch the whole history: `git fetch --unshallow`, or `fetch-depth: 0` in CI)',
      isOutside: false
    }
  const branch = findDefaultBranch(git, top)
  if (branch === undefined) return {lacks: 'nothing is committed yet (commit the history)', isOutside: true}
  return {root: top, branch, path: isFolder ? prefix.replace(/\/$/, '') || '.' : `${prefix}${basename(real)}`}
}
