import {basename, dirname, join, posix, relative, resolve, sep} from 'node:path'
import {InputError, inputError} from '../../model/input-error.ts'
import {isServerCode} from '../document/document.ts'
import {createDiskFileTree} from '../document/file-tree.ts'
import {isFolder, pathExists, realPath} from '../files/file-system.ts'
import {CommitTree} from '../git/commit-tree.ts'
import {findCheckout, gitOutput, runGit} from '../git/git.ts'
import {findBlobs, readBlobAndTime} from '../git/trees.ts'
import {findRevisionsTouching, listRevisions, MARK_PATTERN, STABILITY_PATTERN} from '../sources/first-parent-commits.ts'
import {openSourceRepository, type SourceRepository} from '../sources/git-repository.ts'
import {findEarlierPath} from '../sources/renamed-file.ts'
import {createRevision} from '../sources/revisions.ts'
import type {SourceRevision} from '../sources/source.ts'
import {
  type BaseCommit,
  type ChangeChoice,
  type ChangeComparison,
  type ComparisonSearch,
  commitAt,
  findComparisons,
  type NoBase,
  type TargetTip
} from './base-commit.ts'
import {assertInsideRepository, assertSameFileKind} from './inner-repositories.ts'
import {
  createSubmoduleRevision,
  findSubmodulePath,
  listSubmoduleRevisions,
  openSubmoduleBase
} from './submodule-base.ts'

/** The base that an API description is compared with, before it is read. */
export interface LocatedBase {
  /** The id of its commit; omitted for a file. */
  readonly id?: string
  /** The path of the description in the base, relative to the working directory; omitted for a file. */
  readonly path?: string
  /** The display name: `main`, `the commit before (1a2b3c4)`, or a file name. */
  readonly label: string
  /** Whether commits are missing, because the clone is shallow. */
  readonly isShallow: boolean
  /** Set if the base is the description itself, so that nothing can differ. */
  readonly isSelf?: true
  /** Opens it, with the days of its commits in a time zone. */
  readonly open: (timezone: string) => BaseRevision
}

/** The base that an API description is compared with. */
export interface BaseRevision extends Omit<LocatedBase, 'open'> {
  readonly revision: SourceRevision
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
}

/** The tip of the branch whose rules bind a change, in its repository. */
export interface TargetCommit extends TargetTip {
  readonly root: string
}

/** How the base of a description is found. */
export interface BaseOptions extends ChangeChoice {
  /** The description of the base to compare with, if it is another file, such as that of the release before. */
  readonly earlier?: string | undefined
  /** All files of the current description, if it has more than one. Called only when needed. */
  readonly files?: () => readonly string[]
}

/** What a description is compared with, or why there is nothing. */
export interface FoundBase {
  readonly base: LocatedBase | NoBase
  /** The tip of the branch whose rules bind; `undefined` if git doesn't know one. */
  readonly target?: TargetCommit | undefined
  /** The description at the tip of the target. Called only when needed. */
  readonly atTarget?: () => LocatedBase | NoBase
}

/** Finds the base of a description, and the target whose rules bind. */
export function findBase(spec: string, options: BaseOptions): FoundBase {
  const {base} = options
  if (base !== undefined && pathExists(base) && !isFolder(base)) return findBaseFile(spec, base, options)
  assertTrackedHere(spec, options)
  const submodule = findSubmodulePath(spec)
  if (submodule !== undefined) return findBaseInSubmodule(spec, submodule, options)
  const folder = nearestFolder(spec)
  const outside = base === undefined ? whyNoRepository(folder) : undefined
  if (outside !== undefined) return {base: {lacks: `${outside} (${NAME_BASE_HINT})`, isUnsure: true}}
  return findBaseInRepository(spec, openSourceRepository(folder), options)
}

function findBaseInRepository(spec: string, repository: SourceRepository, options: BaseOptions): FoundBase {
  const {base} = options
  const {root} = repository
  const head = commitAt(root, 'HEAD')
  if (head === undefined) return withoutCommits(spec, root, options)
  const path = pathInRepository(root, spec) ?? `${repository.prefix}${basename(realPath(spec))}`
  const file = base === undefined ? undefined : resolveFileOfRevision(repository, base)
  const search = {...options, ...(file ? {base: file.revision} : {}), repository, head}
  const found = chooseComparison({...search, isDirty: () => isChangedSince(search, spec, path)}, options.only)
  if ('lacks' in found) return {base: found}
  const compared = {spec, path, file}
  return {
    base: readBase(repository, compared, file ?? found.base, options),
    target: {root, ...found.target},
    atTarget: () => readBase(repository, {...compared, file: undefined}, found.target, options)
  }
}

/** There's no base in a repository without commits. Throws an `InputError` if the user names one. */
function withoutCommits(spec: string, root: string, {base, target}: BaseOptions): FoundBase {
  const named = base ?? target
  if (named === undefined) return {base: {lacks: `nothing is committed yet (${NAME_BASE_HINT})`}}
  throw inputError(
    `git finds no commit at \`HEAD\` in \`${root}\`, so \`${spec}\` can't be compared with \`${named}\`. Check out the commit that is to be checked.`,
    {source: spec}
  )
}

/** Whether a description differs from the last commit. A deleted one does if the last commit still has it. */
function isChangedSince(
  {repository: {root}, head, files}: {readonly repository: SourceRepository; readonly head: string} & BaseOptions,
  spec: string,
  path: string
): boolean {
  return pathExists(spec)
    ? isChanged(root, path) || isAnyChanged(root, files?.() ?? [])
    : findBlobs(root, [{commit: head, path}])[0] !== undefined
}

/** A file as the base. The target is left out if the clone doesn't have it, because the file is compared anyway. */
function findBaseFile(spec: string, file: string, {target, ci, only}: ChangeChoice): FoundBase {
  const known = {
    label: file,
    isShallow: false,
    ...(pathExists(spec) && realPath(file) === realPath(spec) ? {isSelf: true as const} : {})
  }
  const revision = {shelf: () => createDiskFileTree(file)}
  const base: LocatedBase = {...known, open: () => ({...known, revision, ...NO_COMMITS})}
  try {
    return {base, target: findTarget({target, ci, only})}
  } catch (error) {
    if (error instanceof InputError) return {base}
    throw error
  }
}

/** A base without commits before it. */
export const NO_COMMITS = {revisions: () => [], markRevisions: () => [], stabilityRevisions: () => []}

/** A description, and the file that the user named for its base, if any. */
interface ComparedFile {
  readonly spec: string
  /** The path of the description from the root of the repository. */
  readonly path: string
  readonly file: FileOfRevision | undefined
}

/** Reads the base in a commit, where the description may have had another path. */
function readBase(
  repository: SourceRepository,
  {spec, path, file}: ComparedFile,
  {id, label}: BaseCommit,
  {earlier}: Pick<BaseOptions, 'earlier'>
): LocatedBase | NoBase {
  const {root} = repository
  const lookupPath = file?.path ?? (earlier === undefined ? path : (pathInRepository(root, earlier) ?? path))
  const tree = new CommitTree(root, id)
  if (!file) assertSameFileKind(spec, path, tree, label)
  const entry = tree.find(lookupPath)
  const basePath = entry?.blob ? entry.path : findEarlierPath(root, id, path)
  if (basePath === undefined) {
    return isIgnored(root, path)
      ? {lacks: `git ignores \`${path}\`, and so keeps nothing older of it (${NAME_BASE_HINT})`, isUnsure: true}
      : {lacks: `\`${path}\` is not in ${label}: all of it is new`}
  }
  const {time, blob} = readBlobAndTime(root, {commit: id, path: basePath})
  if (blob?.kind !== 'file') {
    const found = blob ? `\`${basePath}\` is a ${blob.kind} in ${label}` : `There is no \`${basePath}\` in ${label}`
    throw inputError(`${found}. Name a file with \`--base\`.`, {source: spec})
  }
  const isMoved = basePath !== path
  const line = (files: readonly string[]) => ({id, path: basePath, files})
  const known = {
    id,
    label:
      earlier !== undefined && isMoved
        ? `\`${basePath}\` in ${label}`
        : !isMoved || entry || file
          ? label
          : `${label}, where it was \`${basePath}\``,
    isShallow: repository.isShallow,
    path: relative('', join(root, basePath))
  }
  return {
    ...known,
    open: timezone => ({
      ...known,
      revision: createRevision(root, {id, time, path: basePath}, blob, timezone),
      revisions: files => listRevisions(repository, line(files), timezone),
      markRevisions: files => findRevisionsTouching(MARK_PATTERN, repository, line(files), timezone),
      stabilityRevisions: files => findRevisionsTouching(STABILITY_PATTERN, repository, line(files), timezone)
    })
  }
}

/** What a change to any file in this folder is compared with; `undefined` outside git or without a base. */
export function findComparison(
  folder: string,
  choice: ChangeChoice,
  isDirty: (repository: SourceRepository, head: string) => boolean
): (ChangeComparison & {readonly repository: SourceRepository}) | undefined {
  const found = listComparisons(folder, choice, isDirty)
  const chosen = found && choose(found.comparisons, choice.only)
  return found && chosen && {...chosen, repository: found.repository}
}

/** The same, each of several. */
export function listComparisons(
  folder: string,
  choice: ChangeChoice,
  isDirty: (repository: SourceRepository, head: string) => boolean
): {readonly comparisons: readonly ChangeComparison[]; readonly repository: SourceRepository} | undefined {
  if (gitOutput(folder, ['rev-parse', '--git-dir']) === undefined) return undefined
  const repository = openSourceRepository(folder)
  const head = commitAt(repository.root, 'HEAD')
  if (head === undefined) return undefined
  const comparisons = findComparisons({...choice, repository, head, isDirty: () => isDirty(repository, head)})
  return 'lacks' in comparisons ? undefined : {comparisons, repository}
}

function chooseComparison(search: ComparisonSearch, only: ChangeComparison | undefined): ChangeComparison | NoBase {
  const found = findComparisons(search)
  if ('lacks' in found) return found
  return choose(found, only) ?? {lacks: 'git knows no commit to compare with', isUnsure: true}
}

const choose = (
  comparisons: readonly ChangeComparison[],
  only: ChangeComparison | undefined
): ChangeComparison | undefined =>
  only?.isMerged
    ? only
    : (comparisons.find(({base, target}) => base.id === only?.base.id && target.id === only.target.id) ??
      comparisons[0])

/**
 * The tip of the branch that the working directory is merged into; `undefined` outside git, and on that branch itself.
 */
export function findTarget(choice: ChangeChoice): TargetCommit | undefined {
  const {base} = choice
  const named = base !== undefined && pathExists(base) ? undefined : base
  const found = findComparison('.', {...choice, base: named}, () => false)
  return found && !found.target.isOwn ? {root: found.repository.root, ...found.target} : undefined
}

/** A file in a revision, as `git show` takes it. */
interface FileOfRevision extends BaseCommit {
  readonly revision: string
  readonly path: string
}

/** Resolves `rev:path` to a file at its path in that revision. `undefined` if the base isn't of that form. */
function resolveFileOfRevision({root, prefix, named}: SourceRepository, base: string): FileOfRevision | undefined {
  const [, revision = '', written = ''] = /^([^:]+):(.+)$/s.exec(base) ?? []
  const id = revision === '' ? undefined : commitAt(root, revision)
  if (id === undefined) return undefined
  const path = posix.normalize(/^\.\.?(\/|$)/.test(written) ? posix.join(prefix, written) : written)
  if (findBlobs(root, [{commit: id, path}])[0] === undefined) {
    throw inputError(`There is no file \`${base}\`: revision \`${revision}\` has no such path.`, {source: named})
  }
  return {id, revision, path, label: `\`${base}\``}
}

/** Throws an `InputError` if a file is in a nested repository that the base doesn't have. */
export const assertTrackedHere = (path: string, choice: ChangeChoice): void =>
  assertInsideRepository(path, () => findComparison(findCheckout('.') ?? '.', choice, () => false)?.base)

/** The base in a submodule: the commit of the submodule that the base of the superproject points to. */
function findBaseInSubmodule(spec: string, path: string, options: BaseOptions): FoundBase {
  const found = findComparison(findCheckout('.') ?? '.', options, ({root}) => {
    const inner = pathInRepository(join(root, path), spec)
    return isChanged(root, path) || (inner !== undefined && isChanged(join(root, path), inner))
  })
  if (!found)
    return {base: {lacks: `git knows no commit to compare \`${path}\` with (${NAME_BASE_HINT})`, isUnsure: true}}
  const {id, label} = found.base
  const {root, isShallow} = found.repository
  const target = {root, ...found.target}
  const submodule = openSubmoduleBase(path, {root, id, label}, spec)
  const tree = new CommitTree(submodule.root, submodule.id)
  const inner = pathInRepository(submodule.root, spec) ?? basename(spec)
  assertSameFileKind(spec, inner, tree, label)
  const entry = tree.find(inner)
  const basePath = entry?.blob ? entry.path : findEarlierPath(submodule.root, submodule.id, inner)
  const {time} = readBlobAndTime(root, {commit: id, path})
  if (basePath === undefined || tree.at(basePath)?.kind !== 'file')
    return {base: {lacks: `\`${path}/${inner}\` is not in ${label}: all of it is new`}, target}
  const known = {
    id,
    label: basePath === inner ? label : `${label}, where it was \`${basePath}\``,
    isShallow: isShallow || openSourceRepository(submodule.root).isShallow,
    path: relative('', join(submodule.root, basePath))
  }
  const open = (timezone: string): BaseRevision => {
    const revisions = () => listSubmoduleRevisions(submodule, {root, id}, basePath, timezone)
    const revision = createSubmoduleRevision(submodule, {id, time}, basePath, timezone)
    return {...known, revision, revisions, markRevisions: revisions, stabilityRevisions: revisions}
  }
  return {base: {...known, open}, target}
}

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
