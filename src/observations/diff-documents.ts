import type {Description} from '../descriptions/description.ts'
import {createDescriptionOpener, readyFor} from '../descriptions/readers.ts'
import {type FileTree, findFileTree} from '../documents/file-tree.ts'
import {toSpecPath} from '../inputs/sources/release-files.ts'
import type {Change} from '../model/api/change.ts'
import type {ReadProblem, UnusedChange, UnusedComponent} from '../model/api/read-problem.ts'
import {defined} from '../model/defined.ts'
import {type Subject, subjectKey} from '../model/subject/subject.ts'
import type {DiffSide} from '../outputs/report/diff-report.ts'
import {digest, NO_CACHE, readData, serializeData} from '../stores/cache.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import {type ContentIds, type DescriptionPaths, displayNames, relativePaths} from './content-ids.ts'
import {renameIn, renameSourcesOfChanges, type SourceNames} from './rename-sources.ts'

/** One of two compared descriptions, with its unreadable parts. */
export interface DocumentSide extends DiffSide {
  readonly base: string
  readonly gaps: readonly ReadProblem[]
}

/** Result of comparing two descriptions, independent of policy and day. Locations have line numbers. */
export interface DocumentDiff {
  readonly old: DocumentSide
  readonly new: DocumentSide
  readonly changes: readonly Change[]
  /** Changed components that no operation refers to. */
  readonly unused: readonly UnusedComponent[]
  /** Stated stability of an affected operation. `undefined` if none is stated. */
  readonly stated: (operation: Subject) => string | undefined
  /** Tags of operations, by subject key. Missing in cached results. */
  readonly tags?: () => ReadonlyMap<string, readonly string[]>
}

/** The result as it is cached, without functions. */
interface StoredDiff extends Pick<DocumentDiff, 'old' | 'new' | 'changes'> {
  readonly unused: readonly UnusedChange[]
  /** The stated stabilities of operations, by subject key. */
  readonly stated: ReadonlyMap<string, string>
}

/**
 * Compares two descriptions. Results are cached by the content of all files, so that another format, filter, or policy
 * doesn't repeat the comparison.
 */
export async function diffDocuments(
  workspace: Workspace,
  names: readonly [string, string],
  stdin: () => Buffer,
  ids: ContentIds
): Promise<DocumentDiff> {
  const {cache} = ids
  const open = (name: string): FileTree => findFileTree(workspace, toSpecPath(workspace.files, name), stdin)
  const [from, to] = [{tree: () => open(names[0])}, {tree: () => open(names[1])}]
  const [older, newer] = [ids.treeOf(from), ids.treeOf(to)]
  const key = (): string | undefined => {
    const [was, is] = cache === NO_CACHE ? [] : [ids.idOf(from), ids.idOf(to)]
    return was === undefined || is === undefined ? undefined : digest('compared', was, is)
  }
  const known = key()
  const stored = known === undefined ? undefined : readData<StoredDiff>(cache.get(known))
  if (stored) return withStability(renameSides(stored, {old: displayNames(older), new: displayNames(newer)}))
  await readyFor(names)
  const read = createDescriptionOpener()
  const opened = [read(older), read(newer)] as const
  const found = compare(...opened)
  if (cache === NO_CACHE) return withStability(found)
  ids.keep(from, opened[0].paths)
  ids.keep(to, opened[1].paths)
  // The key is computed again, because it needs the list of files, which is known only after reading.
  const fresh = key()
  if (fresh !== undefined) {
    const {tags: _, ...toStore} = found
    // Paths are stored relative to the descriptions, because the same content may have another name next time.
    const names = {old: relativePaths([filesOf(older, opened[0])]), new: relativePaths([filesOf(newer, opened[1])])}
    cache.put(fresh, serializeData(renameSides(toStore, names)))
  }
  return withStability(found)
}

type Found = StoredDiff & Pick<DocumentDiff, 'tags'>

function compare(older: Description, newer: Description): Found {
  const {gaps, ...found} = newer.compareWith(older)
  return {...found, old: sideOf(older, gaps.old), new: sideOf(newer, gaps.new)}
}

function withStability({stated, ...found}: Found): DocumentDiff {
  return {...found, stated: operation => stated.get(subjectKey(operation))}
}

const sideOf = ({source, title, version, base}: Description, gaps: readonly ReadProblem[]): DocumentSide =>
  defined({source, title, version, base, gaps})

const renameSides = (diff: StoredDiff, names: SourceNames): StoredDiff => ({
  ...diff,
  old: renameSide(diff.old, names.old),
  new: renameSide(diff.new, names.new),
  changes: renameSourcesOfChanges(diff.changes, names),
  unused: diff.unused.map(part => renameIn(part.isRemoved ? names.old : names.new)(part))
})

const renameSide = (side: DocumentSide, nameOf: (source: string) => string): DocumentSide => ({
  ...side,
  source: nameOf(side.source),
  gaps: side.gaps.map(renameIn(nameOf))
})

const filesOf = (tree: FileTree, {paths}: Description): DescriptionPaths => ({tree, paths})
