import {createCommitFileTree} from '../../documents/file-tree.ts'
import {InputError} from '../../model/input-error.ts'
import {dayOfInstant} from '../../model/time/date-range.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import type {Commit, Git} from '../../stores/git/git.ts'
import type {Blob} from '../../stores/git/git-answer.ts'
import {readFolders} from '../../stores/git/trees.ts'
import {formatChoices} from '../../text/format-choices.ts'
import {DEEPEN, type SourceRepository} from './git-repository.ts'
import type {SourceRevision, UnreadPart} from './source.ts'

/** The revision of an API description in a commit. */
export function createRevision(
  workspace: Workspace,
  root: string,
  {id, time, path}: Commit,
  blob: Blob,
  timezone: string
): SourceRevision {
  return {
    tree: () => createCommitFileTree(workspace, id.slice(0, 7), path, blob, {root, id}),
    commit: {id, day: dayOfInstant(new Date(time * 1000), timezone)}
  }
}

/** Why a description can't be read from its blob; `undefined` if it can. */
export function blobProblem({id, kind}: Blob, absent: ReadonlySet<string>): string | undefined {
  if (kind !== 'file') return `The API description is a ${kind}, not a file of the revision itself.`
  return absent.has(id) ? "The clone doesn't have this file. Fetch it." : undefined
}

/** No release of a source has the API description. */
export class NoDescription extends InputError {
  override readonly name = 'NoDescription'
}

export function createSpecNotFoundError(
  git: Git,
  {named, root}: SourceRepository,
  paths: readonly string[],
  [...revisions]: readonly {name: string; commit: {id: string}}[]
): Error {
  const place = {source: named}
  const newest = revisions.reverse()[0]
  const folder = newest && paths.find(path => readFolders(git, root, [{id: newest.commit.id, path}])[0])
  if (folder !== undefined && folder !== '') {
    const message = `\`${folder}\` is a folder in \`${newest?.name}\`. If its files are one API description, name them with a pattern.`
    return new NoDescription([{message, place, example: `--spec '${folder}/**'`}])
  }
  const names = formatChoices(revisions.map(({name}) => name))
  const message = `There is no ${formatChoices(paths)} in ${names}. Name the path of the API description with \`--spec\`.`
  return new NoDescription([{message, place}])
}

export const SHALLOW_CLONE_REMARK = `The clone is shallow, so earlier releases may be missing (fetch the whole history: ${DEEPEN})`

export const createShallowUnreadPart = (path: string): UnreadPart => ({
  name: 'what came before the clone begins',
  why: `The clone is shallow. Fetch the whole history: ${DEEPEN}.`,
  place: {source: path}
})
