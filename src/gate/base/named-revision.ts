import {DEEPEN, type SourceRepository} from '../../inputs/sources/git-repository.ts'
import {inputError} from '../../model/input-error.ts'
import {type Git, resolveCommits} from '../../stores/git/git.ts'

/** A commit as the user or the CI system named it. */
export interface NamedRevision {
  readonly id: string
  readonly label: string
  /** Whether it is the tip of a branch, which can be the target of a change. */
  readonly isBranch: boolean
  /** Whether it is a tag, such as that of a release. */
  readonly isTag: boolean
}

/** Resolves the name of a commit. Throws an `InputError` if git doesn't know it. */
export const resolveName = (git: Git, repository: SourceRepository, name: string, isCi: boolean): NamedRevision =>
  resolveFirst(git, repository, name, refsOf(git, repository.root, name, isCi))

/** Resolves the target branch, as a CI system names it. Throws an `InputError` if git doesn't know it. */
export function resolveBranch(git: Git, repository: SourceRepository, name: string): NamedRevision {
  const {root, isShallow} = repository
  const fetch = `git fetch ${isShallow ? '--unshallow --tags ' : ''}origin +refs/heads/${name}:refs/remotes/origin/${name}`
  const missing = isShallow
    ? `The clone is shallow, and lacks the target branch \`${name}\`. Fetch both: \`${fetch}\`, or \`fetch-depth: 0\` in CI.`
    : `The clone lacks the target branch \`${name}\`. Fetch it: \`${fetch}\`.`
  return resolveFirst(git, repository, name, branchesOf(git, root, name, true), missing)
}

function resolveFirst(
  git: Git,
  {root, isShallow, named}: SourceRepository,
  name: string,
  refs: readonly string[],
  missing?: string
): NamedRevision {
  const [known] = resolveCommits(git, root, refs).flatMap((id, at) => {
    const ref = refs[at] ?? ''
    const isTag = ref.startsWith('refs/tags/')
    const isBranch = /^(?:refs\/(?:heads|remotes)\/[^~^@{]+|FETCH_HEAD)$/.test(ref)
    return id === undefined ? [] : [{id, label: ref.replace(/^refs\/(?:heads|remotes)\//, ''), isBranch, isTag}]
  })
  if (known) return known
  const [tag] = resolveCommits(git, root, [`refs/tags/${name}`])
  if (tag)
    throw inputError(
      `\`${name}\` is a tag, and the base is a branch or a commit. To use the tag, name it in full: \`refs/tags/${name}\`.`,
      {source: named}
    )
  const help = isShallow ? `the clone is shallow: ${DEEPEN}` : '`git branch --all` lists them'
  throw inputError(missing ?? `Git knows no revision \`${name}\`, and there is no such file: ${help}.`, {source: named})
}

/**
 * The refs that a name can stand for, in order. A plain name is a branch, remote before local, and never a tag, because
 * anyone who can push tags could choose that name. In CI, a local branch may be the one under review, so it is used
 * only if there is no remote.
 */
function refsOf(git: Git, root: string, name: string, isCi: boolean): string[] {
  const [, own = name, steps = ''] = /^([^~^@{:]+)((?:[~^]|@\{).*)?$/.exec(name) ?? []
  if (/^(?:HEAD|FETCH_HEAD|@|refs\/.*|[\da-f]{40}|[\da-f]{64})$/.test(own) || name.startsWith('@')) return [name]
  if (/^[\da-f]{7,}$/.test(own)) {
    // A branch or tag can have the name of an abbreviated commit id.
    const list = git
      .output(root, ['rev-parse', `--disambiguate=${own}`])
      ?.toString('utf8')
      .trim()
    if (list) return list.split('\n').map(id => `${id}${steps}`)
  }
  // A name with a remote refers to that remote first, although a branch can also be called `origin/main`.
  const ofRemote = own.includes('/') ? [`refs/remotes/${own}`] : []
  return [...ofRemote, ...branchesOf(git, root, own, isCi)].map(ref => `${ref}${steps}`)
}

const branchesOf = (git: Git, root: string, name: string, isCi: boolean): string[] => [
  `refs/remotes/origin/${name}`,
  ...(isCi && hasRemote(git, root) ? [] : [`refs/heads/${name}`]),
  `refs/remotes/${name}`
]

export const hasRemote = (git: Git, root: string): boolean =>
  Boolean(git.output(root, ['for-each-ref', '--count=1', 'refs/remotes/origin'])?.length)
