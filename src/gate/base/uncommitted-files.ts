import {join, posix, sep} from 'node:path'
import {groupBy} from '../../model/group-by.ts'
import {InputError} from '../../model/input-error.ts'
import {memoizeTexts} from '../../model/memoize.ts'
import {isSameText} from '../../stores/files/text-bytes.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {blobIdOf, CommitTree} from '../../stores/git/commit-tree.ts'
import type {Git} from '../../stores/git/git.ts'
import type {Blob} from '../../stores/git/git-answer.ts'
import {listBlobs, readBlobs} from '../../stores/git/objects.ts'
import {findBlobs} from '../../stores/git/trees.ts'
import {commitAt} from './base-commit.ts'
import {assertCheckedOut, findSubmodulePath} from './submodule-base.ts'

/** Files on disk that are not those of the last commit, relative to the working directory. */
export interface UncommittedFiles {
  readonly edited: readonly string[]
  readonly untracked: readonly string[]
}

const NONE: UncommittedFiles = {edited: [], untracked: []}

/** Git attributes by which a checkout writes another text than the commit has, apart from line ends. */
const CONVERTING = ['filter', 'ident', 'working-tree-encoding']

/**
 * Finds the files whose text isn't that of the last commit, apart from line ends. Throws an `InputError` for a file
 * that differs although no one edited it: git converted it on checkout, and a merge would take the text of the commit.
 */
export function findUncommittedFiles(workspace: Workspace, paths: readonly string[]): UncommittedFiles {
  const top = workspace.git.findCheckout('.')
  const head = top && commitAt(workspace.git, top, 'HEAD')
  if (top === undefined || head === undefined) return NONE
  const files = [
    ...new Set(paths.filter(each => workspace.files.isFile(each)).map(each => workspace.files.realPath(each)))
  ]
  const groups = groupBy(files, file => findSubmodulePath(workspace, file) ?? '')
  const all = [...groups].map(([submodule, group]) => {
    if (submodule === '') return compareWithCommit(workspace, top, head, group)
    const pointer = new CommitTree(workspace.git, top, head).at(submodule)
    if (pointer?.kind !== 'submodule')
      return {edited: [], untracked: group.map(file => workspace.files.relative('', file))}
    const root = join(top, submodule)
    assertCheckedOut(workspace.git, submodule, root, pointer.id)
    return compareWithCommit(workspace, root, pointer.id, group)
  })
  return {
    edited: all.flatMap(({edited}) => edited).toSorted(),
    untracked: all.flatMap(({untracked}) => untracked).toSorted()
  }
}

/** Compares files of one repository with the commit that is checked out. */
function compareWithCommit(workspace: Workspace, root: string, id: string, files: readonly string[]): UncommittedFiles {
  const inside = files.flatMap(file => {
    const path = workspace.files.relative(workspace.files.realPath(root), file).split(sep).join('/')
    return /^\.\.(\/|$)|^[a-z]:/i.test(path) ? [] : [path]
  })
  const blobs = listFiles(workspace.git, root, id, inside)
  const tracked = inside.filter(path => blobs.has(path))
  const differing = findDiffering(workspace, root, tracked, blobs)
  const edited = differing.length === 0 ? [] : findEdited(workspace, root, id, differing)
  const here = (path: string): string => workspace.files.relative('', join(root, path))
  return {
    edited: edited.map(here),
    // Installed packages aren't committed.
    untracked: inside.filter(path => !blobs.has(path) && !/(^|\/)node_modules\//.test(path)).map(here)
  }
}

/** The number of lookups of files in a commit, and the list of all its files once there were many lookups. */
interface Listing {
  times: number
  whole?: ReadonlyMap<string, Blob>
}
const listingOf = memoizeTexts((): Listing => ({times: 0}), 4)
/** After this number of lookups, one list of all files costs less than further lookups. */
const OFTEN = 16

/** The entries of files in a commit. After many lookups, as for thousands of APIs, all files are listed once. */
function listFiles(git: Git, root: string, id: string, paths: readonly string[]): ReadonlyMap<string, Blob> {
  const listing = listingOf(`${root}\0${id}`)
  if (++listing.times <= OFTEN) {
    const asked = paths.map(path => ({id, path}))
    const entries = findBlobs(git, root, asked)
    return new Map(paths.flatMap((path, at) => (entries[at] ? [[path, entries[at]] as const] : [])))
  }
  listing.whole ??= listBlobs(git, {root, id})
  return listing.whole
}

/** A file of the last commit, with its bytes on disk. */
interface CheckedOutFile {
  readonly path: string
  readonly bytes: Buffer
}

function findDiffering(
  workspace: Workspace,
  root: string,
  paths: readonly string[],
  committed: ReadonlyMap<string, Blob>
): CheckedOutFile[] {
  const differing = paths.flatMap(path => {
    const blob = committed.get(path)
    const bytes = workspace.files.readBytes(join(root, path), Number.MAX_SAFE_INTEGER)
    return blob && blobIdOf(bytes, blob.id.length) !== blob.id ? [{path, bytes, blob}] : []
  })
  const blobs = differing.map(({blob}) => blob)
  const contents = readBlobs(workspace.git, root, blobs)
  return differing.filter(({bytes}, at) => {
    const content = contents[at]
    return !content || !isSameText(content, bytes)
  })
}

/** The paths of files that were edited. Throws an `InputError` for all others. */
function findEdited(workspace: Workspace, root: string, head: string, files: readonly CheckedOutFile[]): string[] {
  const paths = files.map(({path}) => path)
  const changed = new Set(
    listPaths(workspace.git, root, ['diff', '--no-ext-diff', '--no-textconv', '-z', '--name-only', 'HEAD'], paths)
  )
  // `ls-files -v` marks a file that git doesn't look at with a lowercase letter, and one that a sparse checkout leaves
  // out with `S`.
  const unwatched = listPaths(workspace.git, root, ['ls-files', '-z', '-v'], paths).filter(line =>
    /^[a-z]|^S/.test(line)
  )
  for (const line of unwatched) changed.add(line.slice(2))
  const attributes = readAttributes(workspace.git, root, paths)
  const tree = new CommitTree(workspace.git, root, head)
  const problems = files.flatMap(file => {
    const {path} = file
    const known = attributes.get(path) ?? []
    const message = !changed.has(path)
      ? sayConverted(path, known)
      : known.length > 0 && isConverted(workspace.git, root, file)
        ? sayConverted(path, known)
        : sayNamesake(path, findNamesake(tree, file))
    return message === undefined ? [] : [{message, place: {source: workspace.files.relative('', join(root, path))}}]
  })
  if (problems.length > 0) throw new InputError(problems)
  return paths
}

function sayConverted(path: string, attributes: readonly string[]): string {
  return attributes.length > 0
    ? `\`${path}\` isn't the text that the commit has, because attributes of git convert it (${attributes.map(each => `\`${each}\``).join(', ')}). Remove them from \`.gitattributes\`, and check the file out again.`
    : `\`${path}\` isn't the text that the commit has, and git doesn't see a change. Delete it and check it out again.`
}

const sayNamesake = (path: string, other: string | undefined): string | undefined =>
  other === undefined
    ? undefined
    : `\`${path}\` has the text of \`${other}\`, because this file system doesn't tell their names apart. Rename one of them.`

/**
 * Whether the file is what git would write for the committed text. A pointer of Git LFS always counts as converted,
 * because the commit doesn't have the text itself.
 */
function isConverted(git: Git, root: string, {path, bytes}: CheckedOutFile): boolean {
  const name = `HEAD:${path}`
  const committed = git.output(root, ['cat-file', 'blob', name])
  if (committed?.toString('latin1').startsWith('version https://git-lfs.github.com/spec/')) return true
  const written = git.output(root, ['cat-file', '--filters', name])
  return written === undefined || isSameText(written, bytes)
}

/** Converting attributes of each path that has some, such as `ident`. */
function readAttributes(git: Git, root: string, paths: readonly string[]): Map<string, string[]> {
  const fields = listPaths(git, root, ['check-attr', '-z', ...CONVERTING], paths)
  const found = new Map<string, string[]>()
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', name = '', value = ''] = fields.slice(at, at + 3)
    if (value === 'unspecified' || value === 'unset') continue
    found.set(path, [...(found.get(path) ?? []), value === 'set' ? name : `${name}=${value}`])
  }
  return found
}

/**
 * Another path of the commit that is the same where letter case and composed letters don't count, and that has the text
 * on disk; `undefined` if there is none.
 */
function findNamesake(tree: CommitTree, {path, bytes}: CheckedOutFile): string | undefined {
  const parts = path.split('/')
  let folders = ['']
  for (const part of parts) {
    folders = folders.flatMap(folder =>
      (tree.names(folder) ?? []).filter(name => fold(name) === fold(part)).map(name => posix.join(folder, name))
    )
  }
  return folders.find(other => {
    const text = other === path ? undefined : tree.read(other)
    return text !== undefined && isSameText(text, bytes)
  })
}

const fold = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[. ]+$/, '')

/** The number of paths in one git command, so that its length is allowed on Windows, too. */
const MAX_PATHS = 200

const inParts = (paths: readonly string[]): string[][] =>
  Array.from({length: Math.ceil(paths.length / MAX_PATHS)}, (_, at) =>
    paths.slice(at * MAX_PATHS, (at + 1) * MAX_PATHS)
  )

/** The output of a git command for paths, split at its zero bytes. */
const listPaths = (git: Git, root: string, command: readonly string[], paths: readonly string[]): string[] =>
  inParts(paths).flatMap(part => {
    const list = git.output(root, [...command, '--', ...part])
    return (list?.toString('utf8') ?? '').split('\0').filter(Boolean)
  })
