import {basename, dirname, extname, join, posix} from 'node:path'
import {splitArchivePath} from '../../documents/package-archive.ts'
import {findRevisionsTouching, listRevisions, patternOf} from '../../inputs/sources/first-parent-commits.ts'
import {openSourceRepository, type SourceRepository} from '../../inputs/sources/git-repository.ts'
import {findEarlierPath} from '../../inputs/sources/renamed-file.ts'
import {createRevision} from '../../inputs/sources/revisions.ts'
import type {SourceRevision} from '../../inputs/sources/source.ts'
import {isAnyChanged, isChanged, isIgnored, pathInRepository} from '../../inputs/working-tree.ts'
import {ignoreInputErrors, inputError} from '../../model/input-error.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {type FileSet, parseFileSet, pathspecOf} from '../../stores/file-set.ts'
import {atCommit} from '../../stores/files/commit-workspace.ts'
import type {Files} from '../../stores/files/files.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {CommitTree} from '../../stores/git/commit-tree.ts'
import type {Git} from '../../stores/git/git.ts'
import {askRepository} from '../../stores/git/repository.ts'
import {findBlob, readBlobAndTime} from '../../stores/git/trees.ts'
import {chooseComparison, findComparison, findTarget, type ReviewedChange, type TargetCommit} from '../change.ts'
import {commitAt, type LabeledCommit, type NoBase} from './base-commit.ts'
import {isBaseFile, openBaseFile} from './base-file.ts'
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
  /** Opens the base; the days of its commits are those of the time zone. */
  readonly open: (policy: Pick<Policy, 'timezone' | 'marks'>) => BaseRevision
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

/** How the base of a description is found. */
export interface BaseOptions {
  /** The description of the base to compare with, if it is another file, such as that of the release before. */
  readonly earlier?: string | undefined
  /** Whether the change has uncommitted parts, if its description is generated. */
  readonly isDirty?: (() => boolean) | undefined
  /** All files of the current description, if it has more than one. Called only when needed. */
  readonly files?: () => readonly string[]
}

/** What a description is compared with, or why there is nothing. */
export interface FoundBase {
  readonly base: LocatedBase | NoBase
  /** The tip of the branch whose rules bind; `undefined` if git doesn't know one. */
  readonly target?: TargetCommit | undefined
  /** The repository of the description. Missing for a file, and for a description in a submodule. */
  readonly line?: ComparedLine
}

/** The repository of a description, in which other states of it can be read. */
export interface ComparedLine {
  readonly repository: SourceRepository
  readonly head: string
  /** Whether the description differs from that commit. */
  readonly isDirty: () => boolean
  /** The description in a commit, at this path or at the one that it had there. */
  readonly readAt: (commit: LabeledCommit, path?: string) => LocatedBase | NoBase
}

/** Finds the base of a description, and the target whose rules bind. */
export function findBase(change: ReviewedChange, spec: string, options: BaseOptions): FoundBase {
  const {context: workspace, base} = change
  if (base?.kind === 'file') return findBaseFile(change, spec, base.name)
  assertTrackedHere(change, spec)
  const submodule = findSubmodulePath(workspace, spec)
  if (submodule !== undefined) return findBaseInSubmodule(change, spec, submodule)
  const folder = nearestFolder(workspace.files, spec)
  const outside = base === undefined ? whyNoRepository(workspace.git, folder) : undefined
  if (outside !== undefined) return {base: {lacks: `${outside} (${NAME_BASE_HINT})`, isUnsure: true}}
  return findBaseInRepository(change, spec, openSourceRepository(workspace, folder), options)
}

function findBaseInRepository(
  change: ReviewedChange,
  spec: string,
  repository: SourceRepository,
  options: BaseOptions
): FoundBase {
  const {context: workspace, base} = change
  const {root} = repository
  const head = commitAt(workspace.git, root, 'HEAD')
  if (head === undefined) return withoutCommits(spec, root, change)
  const path =
    pathInRepository(workspace.files, root, spec) ?? `${repository.prefix}${basename(workspace.files.realPath(spec))}`
  const file =
    base?.kind === 'file-in-revision' ? resolveFileOfRevision(workspace.git, repository, base.name) : undefined
  const isDirty = options.isDirty ?? (() => isChangedSince(workspace, {root, head, files: options.files}, spec, path))
  const found = chooseComparison(change, {repository, head, isDirty, revision: file?.revision})
  if ('lacks' in found) return {base: found}
  const compared = {spec, path, file}
  return {
    base: readBase(workspace, repository, compared, file ?? found.base, options),
    target: {root, ...found.target},
    line: {
      repository,
      head,
      isDirty,
      readAt: (commit, at) => {
        const one = at === undefined ? undefined : {...commit, path: at, revision: commit.id}
        return readBase(workspace, repository, {...compared, file: one}, commit, one ? {} : options)
      }
    }
  }
}

/** There's no base in a repository without commits. Throws an `InputError` if the user names one. */
function withoutCommits(spec: string, root: string, {base, target}: ReviewedChange): FoundBase {
  const named = base?.name ?? target
  if (named === undefined) return {base: {lacks: `nothing is committed yet (${NAME_BASE_HINT})`}}
  throw inputError(
    `git finds no commit at \`HEAD\` in \`${root}\`, so \`${spec}\` can't be compared with \`${named}\`. Check out the commit that is to be checked.`,
    {source: spec}
  )
}

/** Whether a description differs from the last commit. A deleted one does if the last commit still has it. */
function isChangedSince(
  workspace: Workspace,
  {root, head, files}: {readonly root: string; readonly head: string; readonly files: BaseOptions['files']},
  spec: string,
  path: string
): boolean {
  if (!workspace.files.exists(spec)) return findBlob(workspace.git, root, head, path) !== undefined
  const current = files?.() ?? []
  const set = parseFileSet(path)
  // Git knows no file of the name of a set.
  const isOwnChanged = set
    ? isFileDeleted(workspace.git, root, path, set, current)
    : isChanged(workspace.git, root, path)
  return isOwnChanged || isAnyChanged(workspace, root, current)
}

/** Whether a file of a set was deleted since the last commit that could be one of a description with these files. */
function isFileDeleted(git: Git, root: string, path: string, {fits}: FileSet, current: readonly string[]): boolean {
  const endings = new Set(current.map(extname))
  const deleted = git.output(root, ['diff', '--name-only', '--diff-filter=D', '-z', 'HEAD', '--', pathspecOf(path)])
  const names = deleted?.toString('utf8').split('\0') ?? []
  return names.some(name => fits(name) && (endings.size === 0 || endings.has(extname(name))))
}

/** A file as the base. The target is left out if the clone doesn't have it, because the file is compared anyway. */
function findBaseFile(change: ReviewedChange, spec: string, file: string): FoundBase {
  const {context: workspace} = change
  const target = ignoreInputErrors(() => findTarget(change))
  const files = change.ci && target ? findFilesWithBase(workspace, file, target) : workspace.files
  const isSelf =
    files === workspace.files &&
    [file, spec].every(each => files.exists(each)) &&
    files.realPath(file) === files.realPath(spec)
  const known = {label: file, isShallow: false, ...(isSelf ? {isSelf: true as const} : {})}
  const revision = {tree: () => openBaseFile(files, file)}
  const base: LocatedBase = {...known, open: () => ({...known, revision, ...NO_COMMITS})}
  return {base, target}
}

/**
 * The files that a base is read from in CI: those of the target, because a change could edit it, or those on disk if a step
 * of the pipeline wrote it. Throws an `InputError` if only the change has it.
 */
function findFilesWithBase(workspace: Workspace, file: string, {root, id}: TargetCommit): Files {
  const {files, git} = workspace
  const path = pathInRepository(files, root, splitArchivePath(file)?.archive ?? file)
  const isCommitted = path !== undefined && git.output(root, ['ls-files', '--error-unmatch', '--', path]) !== undefined
  if (!isCommitted || isChanged(git, root, path)) return files
  const {files: ofTarget} = atCommit(workspace, {root, id})
  if (isBaseFile(ofTarget, file)) return ofTarget
  throw inputError(
    `\`${file}\` comes with this change, so it says nothing of what was there before. Merge it first, or let a step of the pipeline write it.`,
    {source: file}
  )
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
  workspace: Workspace,
  repository: SourceRepository,
  {spec, path, file}: ComparedFile,
  {id, label}: LabeledCommit,
  {earlier}: Pick<BaseOptions, 'earlier'>
): LocatedBase | NoBase {
  const {root} = repository
  const lookupPath =
    file?.path ?? (earlier === undefined ? path : (pathInRepository(workspace.files, root, earlier) ?? path))
  const tree = new CommitTree(workspace.git, root, id)
  if (!file) assertSameFileKind(workspace.files, spec, path, tree, label)
  const entry = tree.find(lookupPath)
  const basePath = entry?.blob ? entry.path : findEarlierPath(workspace.git, root, id, path)
  if (basePath === undefined) {
    return isIgnored(workspace.git, root, path)
      ? {lacks: `git ignores \`${path}\`, and so keeps nothing older of it (${NAME_BASE_HINT})`, isUnsure: true}
      : {lacks: `\`${path}\` is not in ${label}: all of it is new`}
  }
  const {time, blob} = readBlobAndTime(workspace.git, root, {id, path: basePath})
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
    path: workspace.files.relative('', join(root, basePath))
  }
  return {
    ...known,
    open: policy => ({
      ...known,
      revision: createRevision(workspace, root, {id, time, path: basePath}, blob, policy.timezone),
      revisions: files => listRevisions(workspace, repository, line(files), policy.timezone),
      markRevisions: files =>
        findRevisionsTouching(workspace, patternOf('mark', policy), repository, line(files), policy.timezone),
      stabilityRevisions: files =>
        findRevisionsTouching(workspace, patternOf('stability', policy), repository, line(files), policy.timezone)
    })
  }
}

/** A file in a revision, as `git show` takes it. */
interface FileOfRevision extends LabeledCommit {
  readonly revision: string
  readonly path: string
}

/** Resolves `rev:path` to a file at its path in that revision. `undefined` if the base isn't of that form. */
function resolveFileOfRevision(
  git: Git,
  {root, prefix, named}: SourceRepository,
  base: string
): FileOfRevision | undefined {
  const [, revision = '', written = ''] = /^([^:]+):(.+)$/s.exec(base) ?? []
  const id = revision === '' ? undefined : commitAt(git, root, revision)
  if (id === undefined) return undefined
  const path = posix.normalize(/^\.\.?(\/|$)/.test(written) ? posix.join(prefix, written) : written)
  if (findBlob(git, root, id, path) === undefined) {
    throw inputError(`There is no file \`${base}\`: revision \`${revision}\` has no such path.`, {source: named})
  }
  return {id, revision, path, label: `\`${base}\``}
}

/** Throws an `InputError` if a file is in a nested repository that the base doesn't have. */
export const assertTrackedHere = (change: ReviewedChange, path: string): void =>
  assertInsideRepository(
    change.context,
    path,
    () => findComparison(change, change.context.git.findCheckout('.') ?? '.', () => false)?.base
  )

/** The base in a submodule: the commit of the submodule that the base of the superproject points to. */
function findBaseInSubmodule(change: ReviewedChange, spec: string, path: string): FoundBase {
  const {context: workspace} = change
  const found = findComparison(change, workspace.git.findCheckout('.') ?? '.', ({root}) => {
    const inner = pathInRepository(workspace.files, join(root, path), spec)
    return (
      isChanged(workspace.git, root, path) || (inner !== undefined && isChanged(workspace.git, join(root, path), inner))
    )
  })
  if (!found)
    return {base: {lacks: `git knows no commit to compare \`${path}\` with (${NAME_BASE_HINT})`, isUnsure: true}}
  const {id, label} = found.base
  const {root, isShallow} = found.repository
  const target = {root, ...found.target}
  const submodule = openSubmoduleBase(workspace, path, {root, id, label}, spec)
  const tree = new CommitTree(workspace.git, submodule.root, submodule.id)
  const inner = pathInRepository(workspace.files, submodule.root, spec) ?? basename(spec)
  assertSameFileKind(workspace.files, spec, inner, tree, label)
  const entry = tree.find(inner)
  const basePath = entry?.blob ? entry.path : findEarlierPath(workspace.git, submodule.root, submodule.id, inner)
  const {time} = readBlobAndTime(workspace.git, root, {id, path})
  if (basePath === undefined || tree.at(basePath)?.kind !== 'file')
    return {base: {lacks: `\`${path}/${inner}\` is not in ${label}: all of it is new`}, target}
  const known = {
    id,
    label: basePath === inner ? label : `${label}, where it was \`${basePath}\``,
    isShallow: isShallow || openSourceRepository(workspace, submodule.root).isShallow,
    path: workspace.files.relative('', join(submodule.root, basePath))
  }
  const open = ({timezone}: Pick<Policy, 'timezone'>): BaseRevision => {
    const revisions = () => listSubmoduleRevisions(workspace, submodule, {root, id}, basePath, timezone)
    const revision = createSubmoduleRevision(workspace, submodule, {id, time}, basePath, timezone)
    return {...known, revision, revisions, markRevisions: revisions, stabilityRevisions: revisions}
  }
  return {base: {...known, open}, target}
}

/** The nearest existing parent folder, because a deleted description may have taken its folder with it. */
function nearestFolder(files: Files, spec: string): string {
  let folder = dirname(spec)
  while (!files.isFolder(folder) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}

const NAME_BASE_HINT = 'name an older description with `--base FILE`'

/**
 * Why there is no repository; `undefined` if there is one. A repository that git doesn't trust is reported later, when
 * it is opened.
 */
function whyNoRepository(git: Git, folder: string): string | undefined {
  if (askRepository(git, folder).status === 0) return undefined
  const {error, status, stderr} = git.run(folder, ['rev-parse', '--git-dir'])
  if (error) return "git can't be run"
  return status === 0 || stderr.toString('utf8').includes('safe.directory')
    ? undefined
    : 'there is no git repository here'
}
