import {join} from 'node:path'
import {findReleaseFiles, type ReleaseFile, toSpecPath} from '../../inputs/sources/release-files.ts'
import {isAnyChanged} from '../../inputs/working-tree.ts'
import {defined} from '../../model/defined.ts'
import {isFileSet} from '../../stores/file-set.ts'
import {atCommit} from '../../stores/files/commit-workspace.ts'
import type {Files} from '../../stores/files/files.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import type {CommitTree} from '../../stores/git/commit-tree.ts'
import {findComparison, type ReviewedChange} from '../change.ts'

/** What a change to a folder is about, which has a description for each release, or one in several files. Paths are relative to the working directory. */
export interface ComparedReleases {
  /** The description that is compared. */
  readonly spec: string
  /** The description of the base that it is compared with; omitted if the base has none. */
  readonly earlier?: string
  /** Whether the folder still has a release; if not, the change deleted all of them. */
  readonly isThere: boolean
  /** Other descriptions that the change adds or edits. */
  readonly others: readonly string[]
}

/** The newest release and the work in progress (`draft`) of a `spec`, relative to the working directory. */
interface Held {
  readonly newest?: string
  readonly draft?: string
  readonly files: readonly string[]
}

/**
 * Chooses what is compared: the description of work in progress with that of the base, unless the change adds or edits
 * the newest release, which is compared with the newest one of the base.
 */
export function chooseComparedReleases(change: ReviewedChange, releases: string): ComparedReleases {
  const {context: workspace} = change
  const now = readHeld(workspace.files, releases)
  const state = findComparison(change, '.', ({root}) => isAnyChanged(workspace, root, now.files))
  const {draft, newest = draft ?? releases} = now
  const isThere = now.files.length > 0
  if (!state) return {spec: draft ?? newest, isThere, others: []}
  const {files} = workspace
  const {files: inBase} = atCommit(workspace, {root: state.repository.root, id: state.base.id})
  const was = readHeld(inBase, releases)
  const before = was.draft ?? was.newest
  if (isFileSet(newest)) return defined({spec: newest, earlier: before, isThere, others: []})
  if (!isThere) return defined({spec: releases, earlier: before, isThere, others: []})
  const isChanged = (file: string): boolean => !isSameFile(files, file, () => readIfThere(inBase, file))
  const isRelease =
    draft === undefined || (isChanged(newest) && !isSameFile(files, newest, () => readIfThere(files, draft)))
  const spec = isRelease ? newest : draft
  const earlier = isRelease && (was.draft === undefined || isChanged(newest)) ? (was.newest ?? before) : before
  const others = now.files.filter(
    file => file !== spec && isChanged(file) && !isSameFile(files, file, () => readIfThere(files, spec))
  )
  return defined({spec, earlier, isThere, others})
}

/** The description in the base that stands for a `spec`: the file itself, or the current one of its releases. */
export function findSpecInTree(workspace: Workspace, tree: CommitTree, spec: string): readonly string[] {
  const {files} = atCommit(workspace, tree)
  const path = toSpecPath(files, spec)
  return files.isFile(path) ? [path] : currentFirst(readHeld(files, path))
}

/** The newest release among the files of a folder or pattern. `undefined` if it has none. */
export const findNewestReleaseFile = (files: Files, releases: string): string | undefined =>
  readHeld(files, releases).newest

const currentFirst = ({draft, newest, files}: Held): string[] => [
  ...new Set([...[draft, newest].flatMap(each => each ?? []), ...files])
]

function readHeld(disk: Files, releases: string): Held {
  const path = toSpecPath(disk, releases)
  if (isFileSet(path)) return {newest: path, files: [path]}
  const found = findReleaseFiles(disk, releases)
  if (!found) return {files: []}
  const pathOf = ({file}: ReleaseFile): string => disk.relative('', join(found.folder, file)).replaceAll('\\', '/')
  const files = found.releases.map(pathOf)
  const newest = files.at(-1)
  return {
    ...defined({newest}),
    ...(found.draft ? {draft: pathOf(found.draft)} : {}),
    files: found.draft ? [...files, pathOf(found.draft)] : files
  }
}

const readIfThere = (files: Files, file: string): Buffer | undefined =>
  files.isFile(file) ? files.readBytes(file) : undefined

function isSameFile(files: Files, file: string, other: () => Buffer | undefined): boolean {
  const bytes = other()
  return bytes !== undefined && files.readBytes(file).equals(bytes)
}
