import {createHash} from 'node:crypto'
import {basename, dirname, join, posix, relative, sep} from 'node:path'
import {isCertainName, isServerCode, USUAL_NAMES} from '../languages/languages.ts'
import {defined} from '../model/defined.ts'
import {InputError, ignoreInputErrors, inputError} from '../model/input-error.ts'
import {once} from '../model/memoize.ts'
import {findClosestWord} from '../model/subject/closest-word.ts'
import type {Policy} from '../model/verdict/policy.ts'
import {parseFileSet} from '../stores/file-set.ts'
import {type Files, programRootOf, referenceRootOf} from '../stores/files/files.ts'
import {convertToLineFeeds, decodeUtf8} from '../stores/files/text-bytes.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import {CommitTree} from '../stores/git/commit-tree.ts'
import type {Git, ResolvedRevision} from '../stores/git/git.ts'
import type {Blob} from '../stores/git/git-answer.ts'
import {createNotInCloneError, rejectLfsPointer} from '../stores/git/not-in-clone.ts'
import {listBlobs, readBlobs} from '../stores/git/objects.ts'
import {resolveRevision} from '../stores/git/repository.ts'
import {findBlob} from '../stores/git/trees.ts'
import {SPEC_LIMIT} from './read-document.ts'

/** The files of an API description, on disk or in a git revision. Paths are relative to the root, with slashes. */
export interface FileTree {
  readonly path: string
  /** The folder on disk that paths are relative to; omitted if there is none. */
  readonly folder?: string
  /** Where installed packages are read from; omitted if no file but a description's own exists. */
  readonly disk?: Files
  /** The files that a path with `**` stands for, sorted; omitted for a description that begins with one file. */
  readonly parts?: () => readonly string[]
  /** The display name of a path in messages, based on the name that the user entered. */
  readonly sourceOf: (path: string) => string
  readonly read: (path: string) => Buffer
  /**
   * A content id: equal ids mean equal bytes. `undefined` if there is no such file. Bytes read to compute the id are
   * kept until `read`.
   */
  readonly id: (path: string) => string | undefined
  /**
   * The names in a folder, sorted; names of folders end with a slash. Empty if there is no such folder. The ID of the
   * path `folder/*` is that of these names. Omitted if no file but a description's own exists.
   */
  readonly list?: (folder: string) => readonly string[]
  /** Prefetches files that will be read next. */
  readonly fetch?: (paths: readonly string[]) => void
  /** The path with symbolic links resolved; `undefined` if it is outside the root. */
  readonly real: (path: string) => string | undefined
  /** The list of announcements for the description, which may not exist; omitted if none is configured. */
  readonly announcements?: string
  /** Directives that state something, as the policy says. */
  readonly marks?: NonNullable<Policy['marks']>
  /** What `openTree` opens the files from; omitted if they are in memory or depend on the working directory. */
  readonly origin?: TreeOrigin
}

/**
 * The files that make up a description, before references are followed: its own, or those of its set. Throws an
 * `InputError` if one is outside the root.
 */
export function listParts({path, parts, real, sourceOf, fetch}: FileTree): readonly string[] {
  const all = parts?.() ?? [path]
  const outside = all.find(each => parts && real(each) === undefined)
  if (outside !== undefined)
    throw inputError('This is a link to a file outside of the repository or folder. Replace it with the file.', {
      source: sourceOf(outside)
    })
  fetch?.(all)
  return all
}

/** The texts of files, by their names in messages, with line feeds only. */
export const readTexts = ({read, sourceOf}: FileTree, paths: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    paths.map(path => {
      const source = sourceOf(path)
      return [source, decodeUtf8(convertToLineFeeds(read(path)), source)]
    })
  )

/** Where the files of a description are, as data that can be sent to another thread. */
export type TreeOrigin =
  | {readonly file: string}
  | {
      readonly name: string
      readonly path: string
      readonly main: Blob
      readonly commit: Pick<ResolvedRevision, 'root' | 'id'>
    }

/** Opens the files that another file tree was opened from. */
export const openTree = (workspace: Workspace, origin: TreeOrigin): FileTree =>
  'file' in origin
    ? createDiskFileTree(workspace.files, origin.file)
    : createCommitFileTree(workspace, origin.name, origin.path, origin.main, origin.commit)

/** What is read of a description besides what its language defines. */
export interface ReadingChoice {
  /** The list of announcements: a path relative to the description, with `*` for its name without the extension. */
  readonly announcements?: string
  /** The configuration that names the list, by its real path. Earlier states of it name the lists of their commits. */
  readonly listedIn?: string
  readonly marks?: NonNullable<Policy['marks']>
}

/** The files of a description that is read in this way. */
export function withReading(files: FileTree, {announcements: list, marks}: ReadingChoice): FileTree {
  const {dir, name} = posix.parse(files.path)
  const folder = parseFileSet(files.path)?.folder ?? dir
  const announcements = list === undefined ? undefined : posix.join(folder, list.replaceAll('*', name))
  return announcements === undefined && !marks ? files : {...files, ...defined({announcements, marks})}
}

/**
 * Resolves a name to its files: a path, `-`, or `rev:path`. An existing file with exactly that name takes precedence.
 */
export function findFileTree(workspace: Workspace, name: string, stdin: () => Buffer): FileTree {
  if (name === '-') return {path: '-', sourceOf: () => '-', ...createHashedFiles(stdin), real: path => path}
  if (workspace.files.exists(name)) return createDiskFileTree(workspace.files, name)
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(name)) {
    throw inputError(`\`${name}\` is a URL. Download it and name the file; nothing is fetched from the network.`, {
      source: name
    })
  }
  // One letter before the colon is a Windows drive.
  const [, revision, path] = /^(?![a-z]:[\\/])([^:]+):([\s\S]*)$/i.exec(name) ?? []
  if (revision !== undefined && path !== undefined) return openInGit(workspace, name, revision, path)
  rejectRevision(workspace.git, name)
  return createDiskFileTree(workspace.files, name)
}

/** A file on disk and its references, or a set of files. */
export function createDiskFileTree(files: Files, name: string): FileTree {
  const set = parseFileSet(name)
  const inFolder = (file: string): string =>
    join(files.realPath(set?.folder || '.'), posix.relative(set?.folder ?? '', file.split(sep).join('/')))
  const real = set ? inFolder(name) : files.realPath(name)
  const root = isServerCode(real)
    ? programRootOf(files, real)
    : referenceRootOf(files, set ? inFolder(join(set.folder, '_')) : real)
  const list = (folder: string): string[] => {
    const at = join(root, folder)
    return files.isFolder(at)
      ? files.listFolder(at).map(each => (files.isFolder(join(at, each)) ? `${each}/` : each))
      : []
  }
  const pathOf = (file: string): string => relative(root, file).split(sep).join('/')
  const parts = (): string[] => files.listSet(name).map(each => pathOf(inFolder(each)))
  const readBytes = (path: string): Buffer =>
    set && path === pathOf(real)
      ? Buffer.from(
          parts()
            .map(each => `${each}\0${hashed.id(each)}`)
            .join('\n')
        )
      : (readNames(path, list) ?? files.readTextBytes(join(root, path), SPEC_LIMIT))
  const hashed = createHashedFiles(readBytes)
  return {
    origin: {file: name},
    folder: root,
    disk: files,
    list,
    path: pathOf(real),
    sourceOf: path => join(dirname(name), relative(dirname(real), join(root, path))),
    ...hashed,
    ...(set ? {parts} : {}),
    real: path => {
      const found = relative(root, files.realPath(join(root, path))).split(sep)
      // On Windows, the path to a file on another drive stays absolute.
      return found[0] === '..' || /^[a-z]:$/i.test(found[0] ?? '') ? undefined : found.join('/')
    }
  }
}

/** The names in a folder as bytes, for a path such as `src/routes/*`. `undefined` for any other path. */
function readNames(path: string, list: (folder: string) => readonly string[]): Buffer | undefined {
  return posix.basename(path) === '*' ? Buffer.from(list(posix.dirname(path)).join('\n')) : undefined
}

/** The names in a folder, derived from the paths of all files. */
function namesIn(folder: string, paths: Iterable<string>): string[] {
  const start = folder === '.' || folder === '' ? '' : `${folder}/`
  const names = new Set<string>()
  for (const path of paths) {
    if (!path.startsWith(start)) continue
    const [name = '', ...more] = path.slice(start.length).split('/')
    names.add(more.length > 0 ? `${name}/` : name)
  }
  return [...names].toSorted((a, b) => (a < b ? -1 : 1))
}

/** A description and the files that it can refer to, by their paths, as texts. No other file exists for it. */
export function createTextFileTree(path: string, texts: ReadonlyMap<string, string>): FileTree {
  return {
    path,
    sourceOf: other => other,
    ...createHashedFiles(other => {
      const text = texts.get(other)
      if (text === undefined) throw inputError(`\`files\` has no \`${other}\`.`, {source: other})
      return Buffer.from(text)
    }),
    real: other => other
  }
}

/**
 * Content ids by hashing, for files without a git object id. The bytes are kept for the next `read`, and the id is
 * computed once, so that it always belongs to the bytes that were read.
 */
export function createHashedFiles(read: (path: string) => Buffer): Pick<FileTree, 'id' | 'read'> {
  const pending = new Map<string, Buffer>()
  const ids = new Map<string, string>()
  return {
    id(path) {
      const known = ids.get(path)
      if (known !== undefined) return known
      // Reading the file reports the error.
      return ignoreInputErrors(() => {
        const bytes = pending.get(path) ?? read(path)
        pending.set(path, bytes)
        const id = createHash('sha256').update(bytes).digest('hex')
        ids.set(path, id)
        return id
      })
    },
    read(path) {
      const bytes = pending.get(path)
      pending.delete(path)
      return bytes ?? read(path)
    }
  }
}

/** Throws an `InputError` if a missing file has the name of a git revision, which needs a path. */
function rejectRevision(git: Git, name: string): void {
  const found = resolveRevision(git, '.', name)
  if ('lacks' in found) return
  const path = [...listBlobs(git, found).keys()].find(
    each => USUAL_NAMES.includes(basename(each)) && isCertainName(basename(each))
  )
  throw inputError(
    `No file is called \`${name}\`, but a git revision is. Name a file in it: \`${name}:${path ?? 'PATH'}\`.`,
    {source: name}
  )
}

/** A file that a revision of git doesn't have, named as `rev:path`. */
export class MissingInRevision extends InputError {
  readonly named: string
  readonly revision: string
  readonly path: string

  constructor(message: string, {named, revision, path}: Pick<MissingInRevision, 'named' | 'revision' | 'path'>) {
    super([{message, place: {source: named}}])
    this.named = named
    this.revision = revision
    this.path = path
  }
}

/** Resolves the path as `git show` does: from the root, or with `./` or `../` from the working directory. */
function openInGit(workspace: Workspace, name: string, revision: string, written: string): FileTree {
  const found = revision.startsWith('-')
    ? {lacks: 'no revision begins with `-`'}
    : resolveRevision(workspace.git, '.', revision)
  if ('lacks' in found) {
    const message = `No file is called \`${name}\`, and it can't be read as a revision and a path, because ${found.lacks}.`
    throw inputError(message, {source: name}, 'v1.2.0:openapi.yaml')
  }
  const path = posix.normalize(/^\.\.?(\/|$)/.test(written) ? posix.join(found.prefix, written) : written)
  const blob = findBlob(workspace.git, found.root, found.id, path)
  if (blob === undefined || blob.kind === 'folder') {
    const message = missingMessage(revision, path, listBlobs(workspace.git, found))
    throw new MissingInRevision(message, {named: name, revision, path})
  }
  const fileTree = createCommitFileTree(workspace, revision, path, blob, found)
  return {...fileTree, sourceOf: other => (other === path ? name : fileTree.sourceOf(other))}
}

/**
 * A description known to exist in a commit. The other files of the commit, or of the folder of a set, are listed only
 * when one is needed.
 */
export function createCommitFileTree(
  workspace: Workspace,
  name: string,
  path: string,
  main: Blob,
  commit: Pick<ResolvedRevision, 'root' | 'id'>
): FileTree {
  // Reports show its lines by this name.
  if (commit.id.startsWith(name)) workspace.git.keepCommit(commit.root, name, commit.id)
  const {root, id: commitId} = commit
  const set = parseFileSet(path)
  const folder = set?.folder ?? ''
  const all = once(() => listBlobs(workspace.git, commit, folder === '' ? [] : [folder]))
  // A list of announcements can be outside of the folder of a set.
  const entryAt = (other: string): Blob | undefined => {
    if (other === path) return main
    const isListed = folder === '' || other.startsWith(`${folder}/`)
    return isListed ? all().get(other) : findBlob(workspace.git, root, commitId, other)
  }
  // A file of a set can be a link to another file of the commit.
  const blobOf = (other: string): Blob | undefined => {
    const blob = entryAt(other)
    const target = set && blob?.kind === 'link' ? new CommitTree(workspace.git, root, commitId).find(other) : undefined
    return target?.blob ?? blob
  }
  const sourceOf = (other: string): string => `${name}:${other}`
  const fetched = new Map<string, Buffer>()
  const fetch = (paths: readonly string[]): void => {
    const wanted = paths.flatMap((each): [string, Blob][] => {
      const blob = blobOf(each)
      return blob?.kind === 'file' ? [[each, blob]] : []
    })
    const blobs = wanted.map(([, blob]) => blob)
    const contents = readBlobs(workspace.git, root, blobs)
    for (const [index, [each]] of wanted.entries()) {
      const content = contents[index]
      if (content) fetched.set(each, content)
    }
  }
  const read = (other: string): Buffer => {
    if (!fetched.has(other)) fetch([other])
    const content = fetched.get(other)
    fetched.delete(other)
    const source = sourceOf(other)
    if (content) return rejectLfsPointer(content, source, false)
    const kind = blobOf(other)?.kind
    if (!kind) throw inputError(`There is no file \`${source}\` in the revision.`, {source})
    if (kind === 'file') throw createNotInCloneError(`\`${source}\``, source)
    throw inputError(`\`${source}\` is a ${kind}. Name a file of the revision itself.`, {source})
  }
  const installed = createHashedFiles(other => workspace.files.readBytes(join(root, other), SPEC_LIMIT))
  const list = (inside: string): string[] => namesIn(inside, all().keys())
  const id = (other: string): string | undefined => {
    const names = readNames(other, list)
    if (names) return createHash('sha256').update(names).digest('hex')
    const blob = blobOf(other)
    // Installed packages aren't in git, so they are read from disk.
    if (!blob && isInstalled(other)) return installed.id(other)
    return blob?.kind === 'file' ? blob.id : undefined
  }
  const parts = (): string[] => [...all().keys()].filter(each => set?.fits(each)).toSorted((a, b) => (a < b ? -1 : 1))
  return {
    origin: {name, path, main, commit},
    ...{path, folder: root, disk: workspace.files, sourceOf, read, id, list, fetch, real: (other: string) => other},
    ...(set ? {parts} : {})
  }
}

/** Whether a file belongs to an installed npm package. */
const isInstalled = (path: string): boolean => /(^|\/)node_modules\//.test(path)

/**
 * The message for a missing file, with suggestions: a folder of that name, files of that name elsewhere, or a similar
 * path.
 */
function missingMessage(revision: string, path: string, files: ReadonlyMap<string, Blob>): string {
  const paths = [...files.keys()]
  const folder = path === '.' ? '' : path.replace(/\/?$/, '/')
  if (paths.some(each => each.startsWith(folder))) {
    return `\`${path}\` is a folder in \`${revision}\`. Name a file in it.`
  }
  const same = paths.filter(each => basename(each) === basename(path)).slice(0, 3)
  const similar = same.length > 0 ? same : [findClosestWord(path, paths.slice(0, 5000)) ?? ''].filter(Boolean)
  const hint = similar.length > 0 ? ` (there is ${similar.map(each => `\`${each}\``).join(', ')})` : ''
  return `There is no file \`${path}\` in \`${revision}\`${hint}.`
}
