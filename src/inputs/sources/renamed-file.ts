import {posix} from 'node:path'
import {canBeDescription} from '../../languages/languages.ts'
import {isDescription} from '../../languages/readers.ts'
import type {Git} from '../../stores/git/git.ts'
import {createNotInCloneError} from '../../stores/git/not-in-clone.ts'
import {readBlobs} from '../../stores/git/objects.ts'
import {findBlobs} from '../../stores/git/trees.ts'

/** The earlier path of an API description that isn't at `path` in a commit; `undefined` if it can't be determined. */
export const findEarlierPath = (git: Git, root: string, id: string, path: string): string | undefined =>
  findRename(git, root, id, path) ?? findRewritten(git, root, id)

function findRename(git: Git, root: string, id: string, path: string): string | undefined {
  const renames = git.output(root, ['diff', '-M', '-z', '--name-status', '--diff-filter=R', id])
  // Without all contents in the clone, git can't detect renames.
  if (!renames) throw createNotInCloneError(`What \`${path}\` was renamed from`, path)
  const fields = renames.toString('utf8').split('\0')
  for (let at = 0; at + 2 < fields.length; at += 3)
    if (fields[at + 2] === path) return posix.normalize(fields[at + 1] ?? '')
  return undefined
}

/**
 * The path of the only API description that was deleted since the commit. Git sees no rename if the file was also
 * rewritten.
 */
function findRewritten(git: Git, root: string, id: string): string | undefined {
  const deletions =
    git.output(root, ['diff', '--no-renames', '-z', '--name-only', '--diff-filter=D', id])?.toString('utf8') ?? ''
  const paths = deletions.split('\0').filter(each => canBeDescription(each))
  const blobs = findBlobs(
    git,
    root,
    paths.map(path => ({commit: id, path}))
  )
  const files = paths.flatMap((path, at) => (blobs[at]?.kind === 'file' ? [{path, id: blobs[at].id}] : []))
  const contents = readBlobs(git, {root}, files)
  const absent = files.find((_, at) => !contents[at])
  if (absent) throw createNotInCloneError(`\`${absent.path}\` in commit \`${id.slice(0, 7)}\``, absent.path)
  const found = files.filter(({path: each}, at) => contents[at] && isDescription(each, contents[at]))
  return found.length === 1 ? found[0]?.path : undefined
}
