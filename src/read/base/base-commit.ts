import {inputError} from '../../model/input-error.ts'
import {gitOutput, resolveCommits} from '../git/git.ts'
import {DEEPEN, type SourceRepository} from '../sources/git-repository.ts'

/** Why there is no base to compare with. */
export interface NoBase {
  readonly lacks: string
  /** Set if there may have been an earlier description that just isn't available. */
  readonly isUnsure?: true
}

export interface BaseOptions {
  /** A git revision or file, as the user entered it. */
  readonly base?: string | undefined
  /** The target branch that the environment (CI) names. */
  readonly target?: string | undefined
  /** The commit of the branch before the push, from the environment (CI). */
  readonly pushed?: string | undefined
  /** In CI, local branches aren't trusted, because the checkout of the change may have created them. */
  readonly isCi?: boolean | undefined
  readonly timezone: string
  /** The description of the base to compare with, if it is another file, such as that of the release before. */
  readonly earlier?: string | undefined
  /** All files of the current description, if it has more than one. Called only when needed. */
  readonly files?: () => readonly string[]
}

export interface BaseCommit {
  /** The commit that the description is compared with. */
  readonly id: string
  readonly label: string
  /** The commit whose policy, configuration, waivers, baseline, and history apply: the tip of the target branch. */
  readonly tip: string
  /** Set if it is an earlier commit of the current branch. */
  readonly isOwn?: true
}

const trimmed = (answer: Buffer | undefined): string | undefined => answer?.toString('utf8').trim() || undefined

export const commitAt = (root: string, name: string): string | undefined => resolveCommits(root, [name])[0]

export const abbreviateId = (id: string): string => id.slice(0, 7)

export function resolveNamedBase(repository: SourceRepository, head: string, name: string, isCi = false): BaseCommit {
  const {root, isShallow, named} = repository
  const names = refsOf(root, name, isCi)
  const [known] = resolveCommits(root, names).flatMap((id, at) =>
    id === undefined ? [] : [{id, label: (names[at] ?? '').replace(/^refs\/(?:heads|remotes)\//, '')}]
  )
  if (!known) {
    const [tag] = resolveCommits(root, [`refs/tags/${name}`])
    const help = tag
      ? `a tag is named in full: \`refs/tags/${name}\``
      : isShallow
        ? `the clone is shallow: ${DEEPEN}`
        : '`git branch --all` lists them'
    throw inputError(`Git knows no revision \`${name}\`, and there is no such file: ${help}.`, {
      source: named
    })
  }
  const chosen = findMergeBase(repository, head, known)
  return chosen.tip === head ? {...chosen, isOwn: true} : chosen
}

/**
 * The refs that a name can stand for, in order. A plain name is a branch, remote before local, and never a tag, because
 * anyone who can push tags could choose that name. In CI, a local branch may be the one under review, so it is used
 * only if there is no remote.
 */
function refsOf(root: string, name: string, isCi: boolean): string[] {
  const [, own = name, steps = ''] = /^([^~^@{:]+)((?:[~^]|@\{).*)?$/.exec(name) ?? []
  if (/^(?:HEAD|FETCH_HEAD|@|refs\/.*|[\da-f]{40}|[\da-f]{64})$/.test(own) || name.startsWith('@')) return [name]
  if (/^[\da-f]{7,}$/.test(own)) {
    // A branch or tag can have the name of an abbreviated commit id.
    const ids = trimmed(gitOutput(root, ['rev-parse', `--disambiguate=${own}`]))?.split('\n') ?? []
    if (ids.length > 0) return ids.map(id => `${id}${steps}`)
  }
  const isLocal = !isCi || !hasRemote(root)
  // A name with a remote refers to that remote first, although a branch can also be called `origin/main`.
  const ofRemote = own.includes('/') ? [`refs/remotes/${own}`] : []
  const branches = [
    ...ofRemote,
    `refs/remotes/origin/${own}`,
    ...(isLocal ? [`refs/heads/${own}`] : []),
    `refs/remotes/${own}`
  ]
  return branches.map(ref => `${ref}${steps}`)
}

const hasRemote = (root: string): boolean =>
  Boolean(gitOutput(root, ['for-each-ref', '--count=1', 'refs/remotes/origin'])?.length)

/** Compares with the merge base, so that later commits on the base branch don't count as removals in this change. */
function findMergeBase(
  {root, isShallow, named}: SourceRepository,
  head: string,
  {id, label}: Omit<BaseCommit, 'tip'>
): BaseCommit {
  const common = id === head ? id : trimmed(gitOutput(root, ['merge-base', id, head]))
  if (common === undefined && isShallow) {
    throw inputError(
      `The clone is shallow, so the commit where this branch left \`${label}\` is unknown. Fetch the whole history: ${DEEPEN}.`,
      {source: named}
    )
  }
  return common === undefined || common === id
    ? {id, tip: id, label: `${label} (${abbreviateId(id)})`}
    : {id: common, tip: id, label: `where the work branched off from ${label} (${abbreviateId(common)})`}
}

interface DefaultBaseOptions extends Pick<BaseOptions, 'target' | 'pushed' | 'isCi'> {
  readonly isDirty: () => boolean
}

export function findDefaultBase(
  repository: SourceRepository,
  head: string,
  {target, pushed, isCi, isDirty}: DefaultBaseOptions
): BaseCommit | NoBase {
  const {root, branch, isShallow, named} = repository
  if (target !== undefined) return resolveNamedBase(repository, head, target, isCi)
  const name = branch?.replace(/^refs\/(?:heads|remotes)\//, '') ?? 'HEAD'
  const tip = branch === undefined ? undefined : commitAt(root, branch)
  const hasDiverged = tip !== undefined && tip !== head && trimmed(gitOutput(root, ['merge-base', tip, head])) !== head
  if (tip !== undefined && hasDiverged) return findMergeBase(repository, head, {id: tip, label: name})
  // On the default branch itself: uncommitted changes, else the last commit.
  if (isDirty()) return {id: head, tip: head, isOwn: true, label: `the last commit (${abbreviateId(head)})`}
  const start = pushed === undefined ? undefined : commitAt(root, pushed)
  if (start === undefined && isShallow && /^(?!0+$)[\da-f]{40,}$/.test(pushed ?? '')) {
    throw inputError(`The clone is shallow and lacks the state before the push. Fetch the whole history: ${DEEPEN}.`, {
      source: named
    })
  }
  if (start !== undefined && start !== head && trimmed(gitOutput(root, ['merge-base', start, head])) === start)
    return {id: start, tip: start, isOwn: true, label: `what was there before the push (${abbreviateId(start)})`}
  // In CI, the last commit may be one of several under review.
  if (isCi && (branch === 'HEAD' || (branch?.startsWith('refs/heads/') && hasRemote(root)))) {
    throw inputError(
      'git knows no default branch here, and nothing names the branch that the change is for. Fetch it and name it: `git fetch origin main`, then `--base FETCH_HEAD`.',
      {source: named}
    )
  }
  const before = commitAt(root, 'HEAD^1')
  if (before !== undefined)
    return {id: before, tip: before, isOwn: true, label: `the commit before the last one (${abbreviateId(before)})`}
  if (isShallow) {
    throw inputError(
      `The clone has only one commit. Fetch the one before it (${DEEPEN}), or name a file with \`--base\`.`,
      {source: named}
    )
  }
  return {lacks: 'there is one commit, and nothing before it'}
}
