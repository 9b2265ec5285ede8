import {refuse} from '../../model/input-error.ts'
import {dayAt} from '../../model/time/date-range.ts'
import {inCommit} from '../document/file-tree.ts'
import type {Blob, Commit} from '../git/git.ts'
import {DEEPEN, type SourceRepository} from './git-repository.ts'
import type {LeftOut, SourceRevision} from './source.ts'
import {some} from './source-messages.ts'

/** The revision of an API description in a commit. */
export function revisionAt(root: string, {id, time, path}: Commit, blob: Blob, timezone: string): SourceRevision {
  return {
    shelf: () => inCommit(id.slice(0, 7), path, blob, {root, id}),
    commit: {id, day: dayAt(new Date(time * 1000), timezone)}
  }
}

/** Why a description can't be read from its blob; `undefined` if it can. */
export function lackOf({id, kind}: Blob, absent: ReadonlySet<string>): string | undefined {
  if (kind !== 'file')
    return `Unexpected ${kind} in place of the API description, expected a file of the revision itself`
  return absent.has(id) ? 'Unexpected clone without this file, expected it to be fetched' : undefined
}

export function nowhere(
  {named}: SourceRepository,
  paths: readonly string[],
  [...revisions]: readonly {name: string; commit: {id: string}}[]
): Error {
  const names = some(revisions.reverse().map(({name}) => name))
  return refuse(`Unexpected path ${some(paths)}, expected that of an API description in ${names}`, {source: named})
}

export const SHALLOW = `The clone is shallow, so earlier releases may be missing (fetch the whole history: ${DEEPEN})`

export const beforeClone = (path: string): LeftOut => ({
  name: 'what came before the clone begins',
  why: `Unexpected shallow clone, expected the whole history (${DEEPEN})`,
  place: {source: path}
})
