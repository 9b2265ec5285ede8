import {posix} from 'node:path'
import {canBePart, isDescription} from '../../descriptions/readers.ts'
import {canBeDescription} from '../../languages/languages.ts'
import {joinFileSet, parseFileSet} from '../../stores/file-set.ts'
import type {Commit, Git} from '../../stores/git/git.ts'
import {createNotInCloneError, NotInClone} from '../../stores/git/not-in-clone.ts'
import {readBlobs} from '../../stores/git/objects.ts'
import {findBlobs} from '../../stores/git/trees.ts'

/** The earlier path of an API description that isn't at `path` in a commit; `undefined` if it can't be determined. */
export function findEarlierPath(git: Git, root: string, id: string, path: string): string | undefined {
  const renamed = findRenames(git, root, [id], path)
  const parts = findEarlierParts(git, root, [id], path, renamed)
  return (parts.length > 1 ? joinFileSet(parts) : renamed[0]) ?? findRewritten(git, root, id)
}

/**
 * The path of an API description before a commit that moved it: to another file, or to or from several files.
 * `undefined` if there's none, or if the clone doesn't have what the commit changed.
 */
export function findPathBefore(git: Git, root: string, {id, path}: Commit): string | undefined {
  const parent = git
    .output(root, ['rev-parse', '--verify', '--quiet', `${id}^1`])
    ?.toString('utf8')
    .trim()
  if (!parent) return undefined
  try {
    const renamed = findRenames(git, root, [parent, id], path)
    const parts = findEarlierParts(git, root, [parent, id], path, renamed)
    return parts.length > 0 ? joinFileSet(parts) : renamed[0]
  } catch (error) {
    if (error instanceof NotInClone) return undefined
    throw error
  }
}

/** The commit before a change, and that after it; without it, the files on disk are the change. */
type Range = readonly [before: string, ...after: string[]]

/** The paths from which a file was renamed, or the files of a set. */
function findRenames(git: Git, root: string, range: Range, path: string): string[] {
  const set = parseFileSet(path)
  const renames = git.output(root, ['diff', '-M', '-z', '--name-status', '--diff-filter=R', ...range])
  // Without all contents in the clone, git can't detect renames.
  if (!renames) throw createNotInCloneError(`What \`${path}\` was renamed from`, path)
  const fields = renames.toString('utf8').split('\0')
  return fields.flatMap((to, at) => {
    if (at % 3 !== 2 || !(set?.fits(to) ?? to === path)) return []
    return [posix.normalize(fields[at - 1] ?? '')]
  })
}

/** The files that were deleted since a commit, as git sees them with or without renames. */
const listDeleted = (git: Git, root: string, range: Range, renames: '-M' | '--no-renames'): string[] =>
  (git.output(root, ['diff', renames, '-z', '--name-only', '--diff-filter=D', ...range])?.toString('utf8') ?? '').split(
    '\0'
  )

/**
 * The files of a description that was in several files and isn't any more, or is in others: those that were renamed to
 * it, and those that were deleted.
 */
function findEarlierParts(git: Git, root: string, range: Range, path: string, renamed: readonly string[]): string[] {
  const ending = posix.extname(path.replaceAll(/[{}]/g, ''))
  const deleted = listDeleted(git, root, range, '-M').filter(each => posix.extname(each) === ending)
  return readAll(git, root, range[0], [...renamed, ...deleted])
    .filter(({path: each, bytes}) => canBePart(each, bytes))
    .map(each => each.path)
    .toSorted()
}

/**
 * The path of the only API description that was deleted since the commit. Git sees no rename if the file was also
 * rewritten.
 */
function findRewritten(git: Git, root: string, id: string): string | undefined {
  const found = readAll(git, root, id, listDeleted(git, root, [id], '--no-renames')).filter(({path, bytes}) =>
    isDescription(path, bytes)
  )
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
  const blobs = findBlobs(
    git,
    root,
    named.map(path => ({commit: id, path}))
  )
  const files = named.flatMap((path, at) => (blobs[at]?.kind === 'file' ? [{path, id: blobs[at].id}] : []))
  const contents = readBlobs(git, {root}, files)
  return files.map(({path}, at) => {
    const bytes = contents[at]
    if (!bytes) throw createNotInCloneError(`\`${path}\` in commit \`${id.slice(0, 7)}\``, path)
    return {path, bytes}
  })
}
