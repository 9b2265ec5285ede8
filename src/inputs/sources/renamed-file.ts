import {posix} from 'node:path'
import {canBePart, isDescription} from '../../descriptions/readers.ts'
import {canBeDescription} from '../../languages/languages.ts'
import {joinFileSet, parseFileSet} from '../../stores/file-set.ts'
import type {Git} from '../../stores/git/git.ts'
import {createNotInCloneError, NotInClone} from '../../stores/git/not-in-clone.ts'
import {readBlobs} from '../../stores/git/objects.ts'
import {type ChangeRange, listLostFiles} from '../../stores/git/renames.ts'
import {findBlobs} from '../../stores/git/trees.ts'

/** The earlier path of an API description that isn't at `path` in a commit; `undefined` if it can't be determined. */
export function findEarlierPath(git: Git, root: string, id: string, path: string): string | undefined {
  const {renamed, parts} = findEarlierFiles(git, root, [id], path)
  return (parts.length > 1 ? joinFileSet(parts) : renamed[0]) ?? findRewritten(git, root, id)
}

/**
 * The path of an API description before a commit that moved it: to another file, or to or from several files.
 * `undefined` if there's none, or if the clone doesn't have what the commit changed.
 */
export function findPathBefore(git: Git, root: string, range: ChangeRange, path: string): string | undefined {
  try {
    const {renamed, parts} = findEarlierFiles(git, root, range, path)
    return parts.length > 0 ? joinFileSet(parts) : renamed[0]
  } catch (error) {
    if (error instanceof NotInClone) return undefined
    throw error
  }
}

/** Where the content of an API description may have come from in a change. */
interface EarlierFiles {
  /** The paths from which the file was renamed, or the files of a set. */
  readonly renamed: readonly string[]
  /**
   * The files of a description that was in several files and isn't any more, or is in others: those that were renamed to
   * it, and those that were deleted.
   */
  readonly parts: readonly string[]
}

function findEarlierFiles(git: Git, root: string, range: ChangeRange, path: string): EarlierFiles {
  const lost = listLostFiles(git, root, range)
  // Without all contents in the clone, git can't detect renames.
  if (!lost) throw createNotInCloneError(`What \`${path}\` was renamed from`, path)
  const set = parseFileSet(path)
  const renamed = lost.renamed.filter(({to}) => set?.fits(to) ?? to === path).map(({from}) => from)
  const ending = posix.extname(path.replaceAll(/[{}]/g, ''))
  const deleted = lost.deleted.filter(each => posix.extname(each) === ending)
  const parts = readAll(git, root, range[0], [...renamed, ...deleted])
    .filter(({path: each, bytes}) => canBePart(each, bytes))
    .map(each => each.path)
    .toSorted()
  return {renamed, parts}
}

/**
 * The path of the only API description that was deleted since the commit. Git sees no rename if the file was also
 * rewritten.
 */
function findRewritten(git: Git, root: string, id: string): string | undefined {
  const deleted = git.list(root, ['diff', '--no-renames', '-z', '--name-only', '--diff-filter=D', id])
  const found = readAll(git, root, id, deleted).filter(({path, bytes}) => isDescription(path, bytes))
  return found.length === 1 ? found[0]?.path : undefined
}

/** The files of a commit whose names are those of descriptions. */
function readAll(
  git: Git,
  root: string,
  id: string,
  paths: readonly string[]
): {readonly path: string; readonly bytes: Buffer}[] {
  const named = paths.filter(each => canBeDescription(each))
  const asked = named.map(path => ({id, path}))
  const blobs = findBlobs(git, root, asked)
  const files = named.flatMap((path, at) => (blobs[at]?.kind === 'file' ? [{path, id: blobs[at].id}] : []))
  const contents = readBlobs(git, root, files)
  return files.map(({path}, at) => {
    const bytes = contents[at]
    if (!bytes) throw createNotInCloneError(`\`${path}\` in commit \`${id.slice(0, 7)}\``, path)
    return {path, bytes}
  })
}
