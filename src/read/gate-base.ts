import {basename, dirname, posix} from 'node:path'
import {refuse} from '../model/problem.ts'
import {isFolder, isThere, realPath} from './disk.ts'
import {answerOf, ask, commitsOf} from './git.ts'
import type {SourceRevision} from './source.ts'
import {DEEPEN, repositoryAt, type SourceRepository} from './source-git-repository.ts'
import {revisionAt} from './source-git-revisions.ts'
import {blobsAt} from './source-git-trees.ts'
import {onDisk} from './spec-shelf.ts'

/** What a description is compared with, so that it is known what a change brings. */
export interface GateBase {
  readonly revision: SourceRevision
  /** What it is called: `main`, `the commit before (1a2b3c4)`, a file. */
  readonly label: string
  /** The commits up to the base that changed the description, oldest first: they tell since when it says something. */
  readonly line: () => readonly SourceRevision[]
  /** Git does not hold all of them. */
  readonly isShallow: boolean
}

/** There is nothing to compare with, and why. */
export interface NoBase {
  readonly lacks: string
}

export interface BaseChoice {
  /** A revision of git or a file, as the user named it. */
  readonly base?: string | undefined
  /** A branch that the surroundings name as the one to be merged into. */
  readonly target?: string | undefined
  readonly timezone: string
}

/**
 * Finds the state that a change starts from: where the work branched off from what is named, else from the default
 * branch; on that branch itself the last commit, or what is not committed yet.
 */
export function baseOf(spec: string, {base, target, timezone}: BaseChoice): GateBase | NoBase {
  if (base !== undefined && isThere(base) && !isFolder(base)) {
    return {revision: {shelf: () => onDisk(base)}, label: base, line: () => [], isShallow: false}
  }
  if (base === undefined && ask(dirname(spec), ['rev-parse', '--git-dir']) === undefined) {
    return {lacks: 'there is no git repository here (name an older description with `--base FILE`)'}
  }
  const repository = repositoryAt(dirname(spec))
  const {root, prefix} = repository
  const path = `${prefix}${basename(realPath(spec))}`
  const head = commitAt(root, 'HEAD')
  if (head === undefined) return {lacks: 'nothing is committed yet'}
  const found = base === undefined ? unnamedBase(repository, head, target, path) : namedBase(repository, head, base)
  if ('lacks' in found) return found
  const {id, label} = found
  const there = pathAt(root, id, path)
  if (there === undefined) return {lacks: `\`${path}\` is not in ${label}: all of it is new`}
  const time = Number(text(ask(root, ['show', '--no-patch', '--format=%ct', id])))
  const [blob] = blobsAt(root, [{commit: id, path: there}])
  if (blob?.kind !== 'file') {
    throw refuse(`Unexpected ${blob?.kind ?? 'lack'} of \`${there}\` in ${label}, expected a file`, {source: spec})
  }
  return {
    revision: revisionAt(root, {id, time, path: there}, blob, timezone),
    label,
    line: () => lineTo(repository, {id, path: there}, timezone),
    isShallow: repository.isShallow
  }
}

interface Chosen {
  readonly id: string
  readonly label: string
}

const text = (answer: Buffer | undefined): string | undefined => answer?.toString('utf8').trim() || undefined

/** A name that begins with a dash would be taken for an option. */
const commitAt = (root: string, name: string): string | undefined =>
  name.startsWith('-') ? undefined : text(ask(root, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]))

const short = (id: string): string => id.slice(0, 7)

function namedBase(repository: SourceRepository, head: string, name: string): Chosen {
  const {root, isShallow, named} = repository
  const [known] = [name, `origin/${name}`].flatMap(each => {
    const id = commitAt(root, each)
    return id === undefined ? [] : [{id, label: each}]
  })
  if (!known) {
    const help = isShallow ? `the clone is shallow: ${DEEPEN}` : '`git branch --all` and `git tag` list them'
    throw refuse(`Unexpected base \`${name}\`, expected a revision that git knows, or a file (${help})`, {
      source: named
    })
  }
  return branchedOff(repository, head, known)
}

/** What the base has got since is nothing that this change takes away. */
function branchedOff({root, isShallow, named}: SourceRepository, head: string, {id, label}: Chosen): Chosen {
  const common = text(ask(root, ['merge-base', id, head]))
  if (common === undefined && isShallow) {
    throw refuse(
      `Unexpected shallow clone, in which it cannot be told where the work branched off from \`${label}\`, expected the ` +
        `whole history (${DEEPEN})`,
      {source: named}
    )
  }
  return common === undefined || common === id
    ? {id, label: `${label} (${short(id)})`}
    : {id: common, label: `where the work branched off from ${label} (${short(common)})`}
}

function unnamedBase(
  repository: SourceRepository,
  head: string,
  target: string | undefined,
  path: string
): Chosen | NoBase {
  const {root, branch, isShallow, named} = repository
  if (target !== undefined) return namedBase(repository, head, target)
  const name = branch?.replace(/^refs\/(?:heads|remotes)\//, '') ?? 'HEAD'
  const tip = branch === undefined ? undefined : commitAt(root, branch)
  const isBeside = tip !== undefined && tip !== head && text(ask(root, ['merge-base', tip, head])) !== head
  if (tip !== undefined && isBeside) return branchedOff(repository, head, {id: tip, label: name})
  // On the branch itself: what is not committed, else what came last.
  if (isChanged(root, path)) return {id: head, label: `the last commit (${short(head)})`}
  const before = commitAt(root, 'HEAD^1')
  if (before !== undefined) return {id: before, label: `the commit before the last one (${short(before)})`}
  if (isShallow) {
    throw refuse(
      `Unexpected shallow clone of one commit, expected the one before it too (${DEEPEN}), or \`--base\` to name a file`,
      {source: named}
    )
  }
  return {lacks: 'there is one commit, and nothing before it'}
}

/** The description is not as the last commit has it; untracked files are all new. */
function isChanged(root: string, path: string): boolean {
  const {status} = answerOf(root, ['diff', '--quiet', 'HEAD', '--', path])
  return status === 1 || ask(root, ['ls-files', '--error-unmatch', '--', path]) === undefined
}

/** Where the description stood in a commit: at its path, or where it was moved from since. */
function pathAt(root: string, id: string, path: string): string | undefined {
  if (blobsAt(root, [{commit: id, path}])[0] !== undefined) return path
  const moved = ask(root, ['diff', '-M', '-z', '--name-status', '--diff-filter=R', id])?.toString('utf8') ?? ''
  const fields = moved.split('\0')
  for (let at = 0; at + 2 < fields.length; at += 3)
    if (fields[at + 2] === path) return posix.normalize(fields[at + 1] ?? '')
  return undefined
}

function lineTo({root}: SourceRepository, {id, path}: {id: string; path: string}, timezone: string): SourceRevision[] {
  const commits = commitsOf({root, branch: id, path})
  const blobs = blobsAt(
    root,
    commits.map(commit => ({commit: commit.id, path: commit.path}))
  )
  return commits.flatMap((commit, at) => {
    const blob = blobs[at]
    return blob?.kind === 'file' ? [revisionAt(root, commit, blob, timezone)] : []
  })
}
