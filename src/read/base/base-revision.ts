import {basename, dirname, join, posix, relative, resolve, sep} from 'node:path'
import {InputError, inputError} from '../../model/input-error.ts'
import {createDiskFileTree} from '../document/file-tree.ts'
import {isServerCode} from '../document/is-server-code.ts'
import {isFolder, pathExists, realPath} from '../files/file-system.ts'
import {CommitTree} from '../git/commit-tree.ts'
import {findCheckout, gitOutput, resolveCommits, runGit} from '../git/git.ts'
import {findBlobs, readBlobAndTime} from '../git/trees.ts'
import {findRevisionsTouching, listRevisions, MARK_PATTERN, STABILITY_PATTERN} from '../sources/first-parent-commits.ts'
import {DEEPEN, openSourceRepository, type SourceRepository} from '../sources/git-repository.ts'
import {findEarlierPath} from '../sources/renamed-file.ts'
import {createRevision} from '../sources/revisions.ts'
import type {SourceRevision} from '../sources/source.ts'
import {assertInsideRepository, assertSameFileKind} from './api-paths.ts'

/** The base that an API description is compared with. */
export interface BaseRevision {
  readonly revision: SourceRevision
  /** The path of the description in the base, relative to the working directory; omitted for a file. */
  readonly path?: string
  /** The display name: `main`, `the commit before (1a2b3c4)`, or a file name. */
  readonly label: string
  /**
   * The commits up to the base that changed the description (with these files), oldest first. They show when a mark was
   * added.
   */
  readonly revisions: (files: readonly string[]) => readonly SourceRevision[]
  /**
   * Those commits at which a deprecation or sunset mark may have been added or removed, each with the one before it.
   */
  readonly markRevisions: (files: readonly string[]) => readonly SourceRevision[]
  /** Those commits at which a stated stability may have changed, each with the one before it. */
  readonly stabilityRevisions: (files: readonly string[]) => readonly SourceRevision[]
  /** Whether commits are missing, because the clone is shallow. */
  readonly isShallow: boolean
  /** The commit whose policy and history apply; omitted outside git. */
  readonly held?: PolicyCommit
  /** Set if the base is a file and no commit shows whether the policy or waivers are part of the change. */
  readonly isUnprotected?: true
}

/** The tip of the branch that a change is merged into. */
export interface PolicyCommit {
  readonly root: string
  readonly id: string
  readonly label: string
  /** Whether it is an earlier commit of the current branch, so that its committers control the policy anyway. */
  readonly isOwn: boolean
}

/**
 * The tip of the branch that the working directory is merged into; `undefined` outside git, and on that branch itself.
 */
export function findPolicyCommit(choice: Omit<BaseOptions, 'timezone' | 'files'>): PolicyCommit | undefined {
  if (choice.base !== undefined && pathExists(choice.base)) return findPolicyCommit({...choice, base: undefined})
  const state = findBaseCommit('.', choice, () => false)
  if (!state || state.isOwn) return undefined
  return {root: state.repository.root, id: state.tip, label: tipLabel(state), isOwn: false}
}

/**
 * The same when the base is a file. Errors are ignored: a clone without the target branch can still be checked with
 * what it has.
 */
function targetIfKnown(choice: Omit<BaseOptions, 'timezone' | 'files'>): PolicyCommit | undefined {
  try {
    return findPolicyCommit(choice)
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

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
  /** All files of the current description, if it has more than one. Called only when needed. */
  readonly files?: () => readonly string[]
}

/**
 * Finds the base of a change: where the work branched off from the named branch, or else from the default branch. On
 * the default branch itself, the last commit if there are uncommitted changes, else the one before.
 */
export function findBase(
  spec: string,
  {base, target, pushed, isCi, timezone, files}: BaseOptions
): BaseRevision | NoBase {
  if (base !== undefined && pathExists(base) && !isFolder(base)) {
    const held = targetIfKnown({target, pushed, isCi})
    return {
      revision: {shelf: () => createDiskFileTree(base)},
      label: base,
      revisions: () => [],
      markRevisions: () => [],
      stabilityRevisions: () => [],
      isShallow: false,
      ...(held ? {held} : {isUnprotected: true as const})
    }
  }
  assertInsideRepository(spec, () =>
    findBaseCommit(findCheckout('.') ?? '.', {base, target, pushed, isCi}, () => false)
  )
  const folder = nearestFolder(spec)
  const outside = base === undefined ? whyNoRepository(folder) : undefined
  if (outside !== undefined) return {lacks: `${outside} (${NAME_BASE_HINT})`, isUnsure: true}
  const repository = openSourceRepository(folder)
  const {root} = repository
  const path = pathInRepository(root, spec) ?? `${repository.prefix}${basename(realPath(spec))}`
  const head = commitAt(root, 'HEAD')
  const requested = base ?? target
  if (head === undefined && requested !== undefined) {
    throw inputError(
      `git finds no commit at \`HEAD\` in \`${root}\`, so \`${spec}\` can't be compared with \`${requested}\`. Check out the commit that is to be checked.`,
      {source: spec}
    )
  }
  if (head === undefined) return {lacks: `nothing is committed yet (${NAME_BASE_HINT})`}
  const explicit = base === undefined ? undefined : resolveRevisionPath(repository, base)
  const found =
    explicit ??
    (base === undefined
      ? findDefaultBase(repository, head, {
          target,
          pushed,
          isCi,
          // A deleted description counts as an uncommitted change if the last commit still has it.
          isDirty: () =>
            pathExists(spec)
              ? isChanged(root, path) || isAnyChanged(root, files?.() ?? [])
              : findBlobs(root, [{commit: head, path}])[0] !== undefined
        })
      : resolveNamedBase(repository, head, base, isCi))
  if ('lacks' in found) return found
  const {id, label} = found
  const lookupPath = explicit?.path ?? path
  const tree = new CommitTree(root, id)
  if (!explicit) assertSameFileKind(spec, path, tree, label)
  const entry = tree.find(lookupPath)
  const basePath = entry?.blob ? entry.path : findEarlierPath(root, id, path)
  if (basePath === undefined) {
    return isIgnored(root, path)
      ? {lacks: `git ignores \`${path}\`, and so keeps nothing older of it (${NAME_BASE_HINT})`, isUnsure: true}
      : {lacks: `\`${path}\` is not in ${label}: all of it is new`}
  }
  const {time, blob} = readBlobAndTime(root, {commit: id, path: basePath})
  if (blob?.kind !== 'file') {
    throw inputError(`Unexpected ${blob?.kind ?? 'lack'} of \`${basePath}\` in ${label}, expected a file`, {
      source: spec
    })
  }
  return {
    revision: createRevision(root, {id, time, path: basePath}, blob, timezone),
    label: basePath === path || entry || explicit ? label : `${label}, where it was \`${basePath}\``,
    revisions: files => listRevisions(repository, {id, path: basePath, files}, timezone),
    markRevisions: files => findRevisionsTouching(MARK_PATTERN, repository, {id, path: basePath, files}, timezone),
    stabilityRevisions: files =>
      findRevisionsTouching(STABILITY_PATTERN, repository, {id, path: basePath, files}, timezone),
    isShallow: repository.isShallow,
    path: relative('', join(root, basePath)),
    held: {root, id: found.tip, label: tipLabel(found), isOwn: found.isOwn === true}
  }
}

/** The display name of the commit whose policy applies. */
const tipLabel = ({label, tip, id}: BaseCommit): string =>
  tip === id ? label : `${label.replace(/^where the work branched off from (.*) \([^)]*\)$/, '$1')} (${shortId(tip)})`

/** The nearest existing parent folder, because a deleted description may have taken its folder with it. */
function nearestFolder(spec: string): string {
  let folder = dirname(spec)
  while (!isFolder(folder) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}

const NAME_BASE_HINT = 'name an older description with `--base FILE`'

/**
 * Why there is no repository; `undefined` if there is one. A repository that git doesn't trust is reported later, when
 * it is opened.
 */
function whyNoRepository(folder: string): string | undefined {
  const {error, status, stderr} = runGit(folder, ['rev-parse', '--git-dir'])
  if (error) return 'git cannot be run'
  return status === 0 || stderr.toString('utf8').includes('safe.directory')
    ? undefined
    : 'there is no git repository here'
}

/** The base of a change to any file in this folder; `undefined` outside git or without a base. */
export function findBaseCommit(
  folder: string,
  {base, target, pushed, isCi}: Omit<BaseOptions, 'timezone' | 'files'>,
  isDirty: (repository: SourceRepository, head: string) => boolean
): (BaseCommit & {readonly repository: SourceRepository}) | undefined {
  if (gitOutput(folder, ['rev-parse', '--git-dir']) === undefined) return undefined
  const repository = openSourceRepository(folder)
  const head = commitAt(repository.root, 'HEAD')
  if (head === undefined) return undefined
  const found =
    base === undefined
      ? findDefaultBase(repository, head, {target, pushed, isCi, isDirty: () => isDirty(repository, head)})
      : resolveNamedBase(repository, head, base, isCi)
  return 'lacks' in found ? undefined : {...found, repository}
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

const commitAt = (root: string, name: string): string | undefined => resolveCommits(root, [name])[0]

const shortId = (id: string): string => id.slice(0, 7)

function resolveNamedBase(repository: SourceRepository, head: string, name: string, isCi = false): BaseCommit {
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
    throw inputError(`Unexpected base \`${name}\`, expected a revision that git knows, or a file (${help})`, {
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
      `Unexpected shallow clone, in which it cannot be told where the work branched off from \`${label}\`, expected the ` +
        `whole history (${DEEPEN})`,
      {source: named}
    )
  }
  return common === undefined || common === id
    ? {id, tip: id, label: `${label} (${shortId(id)})`}
    : {id: common, tip: id, label: `where the work branched off from ${label} (${shortId(common)})`}
}

/**
 * Resolves `rev:path`, with the path as `git show` takes it, to a file at its path in that revision. `undefined` if the
 * base isn't of that form.
 */
function resolveRevisionPath(
  {root, prefix, named}: SourceRepository,
  base: string
): (BaseCommit & {readonly path: string}) | undefined {
  const [, revision = '', written = ''] = /^([^:]+):(.+)$/s.exec(base) ?? []
  const id = revision === '' ? undefined : commitAt(root, revision)
  if (id === undefined) return undefined
  const path = posix.normalize(/^\.\.?(\/|$)/.test(written) ? posix.join(prefix, written) : written)
  if (findBlobs(root, [{commit: id, path}])[0] === undefined) {
    throw inputError(`Unexpected path \`${base}\`, expected one of a file in \`${revision}\``, {source: named})
  }
  return {id, tip: id, path, label: `\`${base}\``}
}

interface DefaultBaseOptions extends Pick<BaseOptions, 'target' | 'pushed' | 'isCi'> {
  readonly isDirty: () => boolean
}

function findDefaultBase(
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
  if (isDirty()) return {id: head, tip: head, isOwn: true, label: `the last commit (${shortId(head)})`}
  const start = pushed === undefined ? undefined : commitAt(root, pushed)
  if (start === undefined && isShallow && /^(?!0+$)[\da-f]{40,}$/.test(pushed ?? '')) {
    throw inputError(
      `Unexpected shallow clone, which lacks what was there before the push, expected the whole history (${DEEPEN})`,
      {source: named}
    )
  }
  if (start !== undefined && start !== head && trimmed(gitOutput(root, ['merge-base', start, head])) === start)
    return {id: start, tip: start, isOwn: true, label: `what was there before the push (${shortId(start)})`}
  // In CI, the last commit may be one of several under review.
  if (isCi && (branch === 'HEAD' || (branch?.startsWith('refs/heads/') && hasRemote(root)))) {
    throw inputError(
      'git knows no default branch here, and nothing names the branch that the change is for. Fetch it and name it: `git fetch origin main`, then `--base FETCH_HEAD`.',
      {source: named}
    )
  }
  const before = commitAt(root, 'HEAD^1')
  if (before !== undefined)
    return {id: before, tip: before, isOwn: true, label: `the commit before the last one (${shortId(before)})`}
  if (isShallow) {
    throw inputError(
      `Unexpected shallow clone of one commit, expected the one before it too (${DEEPEN}), or \`--base\` to name a file`,
      {source: named}
    )
  }
  return {lacks: 'there is one commit, and nothing before it'}
}

/**
 * Whether the description differs from the last commit; untracked files do. For server code, any changed file counts.
 */
function isChanged(root: string, path: string): boolean {
  const {status} = runGit(root, ['diff', '--quiet', 'HEAD', ...(isServerCode(path) ? [] : ['--', path])])
  return status === 1 || gitOutput(root, ['ls-files', '--error-unmatch', '--', path]) === undefined
}

/**
 * Whether a file that a description refers to differs from the last commit. Ignored files don't count, because they are
 * never committed.
 */
function isAnyChanged(root: string, files: readonly string[]): boolean {
  const paths = files.flatMap(file => pathInRepository(root, file) ?? [])
  if (paths.length === 0) return false
  if (runGit(root, ['diff', '--quiet', 'HEAD', '--', ...paths]).status === 1) return true
  const untracked = gitOutput(root, ['ls-files', '-z', '--others', '--exclude-standard', '--', ...paths])
  return untracked !== undefined && untracked.length > 0
}

function isIgnored(root: string, path: string): boolean {
  const found = gitOutput(root, ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--', path])
  return found !== undefined && found.length > 0
}

/**
 * The path of a file relative to the root of the repository, without resolving links below the root; `undefined` if it
 * is outside.
 */
export function pathInRepository(root: string, file: string): string | undefined {
  const top = realPath(root)
  const whole = resolve(file)
  const inside = foldersTo(whole).find(folder => realPath(folder) === top)
  return inside === undefined ? undefined : relative(inside, whole).split(sep).join('/')
}

/** The path and its parent folders, the topmost first. */
function foldersTo(path: string): string[] {
  const folders: string[] = []
  for (let folder = path; ; folder = dirname(folder)) {
    folders.unshift(folder)
    if (dirname(folder) === folder) return folders
  }
}
