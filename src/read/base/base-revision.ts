import {basename, dirname, isAbsolute, join, posix, relative, resolve, sep} from 'node:path'
import {InputError, inputError} from '../../model/input-error.ts'
import {isServerCode} from '../document/document.ts'
import {createDiskFileTree} from '../document/file-tree.ts'
import {isFile, isFolder, isLink, pathExists, realPath} from '../files/file-system.ts'
import {CommitTree} from '../git/commit-tree.ts'
import {findCheckout, gitOutput, runGit} from '../git/git.ts'
import {findBlobs, readBlobAndTime} from '../git/trees.ts'
import {findRevisionsTouching, listRevisions, MARK_PATTERN, STABILITY_PATTERN} from '../sources/first-parent-commits.ts'
import {openSourceRepository, type SourceRepository} from '../sources/git-repository.ts'
import {findEarlierPath} from '../sources/renamed-file.ts'
import {createRevision} from '../sources/revisions.ts'
import type {SourceRevision} from '../sources/source.ts'
import {
  abbreviateId,
  type BaseCommit,
  type BaseOptions,
  commitAt,
  findDefaultBase,
  type NoBase,
  resolveNamedBase
} from './base-commit.ts'

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
  /** Set if the base is the description itself, so that nothing can differ. */
  readonly isSelf?: true
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

/**
 * Finds the base of a change: where the work branched off from the named branch, or else from the default branch. On
 * the default branch itself, the last commit if there are uncommitted changes, else the one before.
 */
export function findBase(
  spec: string,
  {base, target, pushed, isCi, timezone, files, earlier}: BaseOptions
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
      ...(pathExists(spec) && realPath(base) === realPath(spec) ? {isSelf: true as const} : {}),
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
  const lookupPath = explicit?.path ?? (earlier === undefined ? path : (pathInRepository(root, earlier) ?? path))
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
    throw inputError(
      blob
        ? `\`${basePath}\` is a ${blob.kind} in ${label}. Name a file with \`--base\`.`
        : `There is no \`${basePath}\` in ${label}. Name a file with \`--base\`.`,
      {
        source: spec
      }
    )
  }
  return {
    revision: createRevision(root, {id, time, path: basePath}, blob, timezone),
    label:
      earlier !== undefined && basePath !== path
        ? `\`${basePath}\` in ${label}`
        : basePath === path || entry || explicit
          ? label
          : `${label}, where it was \`${basePath}\``,
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
  tip === id
    ? label
    : `${label.replace(/^where the work branched off from (.*) \([^)]*\)$/, '$1')} (${abbreviateId(tip)})`

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
  if (error) return "git can't be run"
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
    throw inputError(`There is no file \`${base}\`: revision \`${revision}\` has no such path.`, {source: named})
  }
  return {id, tip: id, path, label: `\`${base}\``}
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
export function isAnyChanged(root: string, files: readonly string[]): boolean {
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

/** The commit that a description is compared with. */
interface Base {
  readonly id: string
}

/**
 * Throws an `InputError` if a description is in a nested repository, or if a symbolic link leads to it from outside,
 * because git doesn't track it there. A submodule that also exists in the base is allowed.
 */
function assertInsideRepository(spec: string, baseOf: () => Base | undefined): void {
  const top = findCheckout('.')
  if (top === undefined) return
  const inside = relative(top, resolve(spec)).split(sep)
  if (inside[0] === '..' || isAbsolute(inside.join(sep))) return
  for (const [at] of inside.entries()) {
    const parts = inside.slice(0, at + 1)
    const path = join(top, ...parts)
    const display = relative('', path) || '.'
    if (isRepository(path)) {
      const base = baseOf()
      if (base && new CommitTree(top, base.id).find(parts.join('/'))?.kind === 'submodule') return
      throw inputError(
        `\`${display}\` is a git repository within the repository, so \`${spec}\` can't be compared with the base. Remove the inner repository, or merge the submodule first.`,
        {source: spec}
      )
    }
    if (isOutside(top, path)) {
      throw inputError(
        `\`${display}\` is a symbolic link that leads out of the repository, so \`${spec}\` can't be compared with the base. Replace the link with the file.`,
        {source: spec}
      )
    }
  }
}

/** Throws an `InputError` if a path crosses a symbolic link that is a file or folder in the base. */
function assertSameFileKind(spec: string, path: string, tree: CommitTree, label: string): void {
  const parts = path.split('/')
  for (const [at] of parts.entries()) {
    const inside = parts.slice(0, at + 1).join('/')
    const was = tree.at(inside)?.kind
    if (!was || was === 'link' || !isLink(join(tree.root, inside))) continue
    throw inputError(
      `\`${inside}\` is a ${was} in ${label} and a symbolic link now, so \`${spec}\` can't be compared with it. Replace the link with the ${was}.`,
      {source: spec}
    )
  }
}

/**
 * Whether a folder is a repository: a checkout or submodule has `.git`; a bare repository has git's files in the folder
 * itself.
 */
const isRepository = (folder: string): boolean =>
  pathExists(join(folder, '.git')) ||
  (isFile(join(folder, 'HEAD')) && isFolder(join(folder, 'objects')) && isFolder(join(folder, 'refs')))

function isOutside(top: string, path: string): boolean {
  const real = relative(realPath(top), realPath(path))
  return real.split(sep)[0] === '..' || isAbsolute(real)
}
