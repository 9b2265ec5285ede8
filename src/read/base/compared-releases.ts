import {join, relative} from 'node:path'
import {defined} from '../../model/defined.ts'
import {isFile, readBytes} from '../files/file-system.ts'
import {openStateAt} from '../files/workspace.ts'
import type {CommitTree} from '../git/commit-tree.ts'
import {findReleaseFiles, type ReleaseFile} from '../sources/release-files.ts'
import type {ChangeChoice} from './base-commit.ts'
import {findComparison, isAnyChanged} from './base-revision.ts'

/** What a change to a folder with a description for each release is about. Paths are relative to the working directory. */
export interface ComparedReleases {
  /** The description that is compared. */
  readonly spec: string
  /** The description of the base that it is compared with; omitted if the base has none. */
  readonly earlier?: string
  /** Whether there is a release. Without any, they were deleted. */
  readonly isThere: boolean
  /** Other descriptions that the change adds or edits. */
  readonly others: readonly string[]
}

/** The releases that a `spec` holds, by their paths from the working directory. */
interface Held {
  readonly newest?: string
  readonly draft?: string
  readonly files: readonly string[]
}

/**
 * Chooses what is compared: the description of work in progress with that of the base, unless the change adds or edits
 * the newest release, which is compared with the newest one of the base.
 */
export function chooseComparedReleases(releases: string, choice: ChangeChoice): ComparedReleases {
  const now = readHeld(releases)
  const state = findComparison('.', choice, ({root}) => isAnyChanged(root, now.files))
  const {draft, newest = draft ?? releases} = now
  const isThere = now.files.length > 0
  if (!state) return {spec: draft ?? newest, isThere, others: []}
  const {see: inBase} = openStateAt({root: state.repository.root, id: state.base.id})
  const was = inBase(() => readHeld(releases))
  const before = was.draft ?? was.newest
  if (!isThere) return defined({spec: releases, earlier: before, isThere, others: []})
  const isChanged = (file: string): boolean => !isSameFile(file, () => inBase(() => readIfThere(file)))
  const isRelease = draft === undefined || (isChanged(newest) && !isSameFile(newest, () => readIfThere(draft)))
  const spec = isRelease ? newest : draft
  const earlier = isRelease && (was.draft === undefined || isChanged(newest)) ? (was.newest ?? before) : before
  const others = now.files.filter(
    file => file !== spec && isChanged(file) && !isSameFile(file, () => readIfThere(spec))
  )
  return defined({spec, earlier, isThere, others})
}

/** The description in the base that stands for a `spec`: the file itself, or the current one of its releases. */
export function findSpecInTree(tree: CommitTree, spec: string): readonly string[] {
  return openStateAt(tree).see(() => (isFile(spec) ? [spec] : currentFirst(readHeld(spec))))
}

const currentFirst = ({draft, newest, files}: Held): string[] => [
  ...new Set([...[draft, newest].flatMap(each => each ?? []), ...files])
]

function readHeld(releases: string): Held {
  const found = findReleaseFiles(releases)
  if (!found) return {files: []}
  const pathOf = ({file}: ReleaseFile): string => relative('', join(found.folder, file)).replaceAll('\\', '/')
  const files = found.releases.map(pathOf)
  const newest = files.at(-1)
  return {
    ...(newest === undefined ? {} : {newest}),
    ...(found.draft ? {draft: pathOf(found.draft)} : {}),
    files: found.draft ? [...files, pathOf(found.draft)] : files
  }
}

const readIfThere = (file: string): Buffer | undefined => (isFile(file) ? readBytes(file) : undefined)

function isSameFile(file: string, other: () => Buffer | undefined): boolean {
  const bytes = other()
  return bytes !== undefined && readBytes(file).equals(bytes)
}
