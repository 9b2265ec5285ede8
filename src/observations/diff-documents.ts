import type {Description} from '../descriptions/description.ts'
import {readyFor} from '../descriptions/readers.ts'
import {findFileTree} from '../documents/file-tree.ts'
import {toSpecPath} from '../inputs/sources/release-files.ts'
import type {SourceRevision} from '../inputs/sources/source.ts'
import type {Change} from '../model/api/change.ts'
import type {ReadProblem, UnusedChange} from '../model/api/read-problem.ts'
import {defined} from '../model/defined.ts'
import {subjectKey} from '../model/subject/subject.ts'
import type {DiffSide} from '../outputs/report/diff-report.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import {ComparisonStore, type OpenDescription, type Question} from './comparison-store.ts'
import type {ContentIds} from './content-ids.ts'
import {renameIn, renameSourcesOfChanges} from './rename-sources.ts'

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
  readonly unused: readonly UnusedChange[]
  /** The stated stabilities of the affected operations, by subject key. */
  readonly stated: ReadonlyMap<string, string>
  /** The tags of operations, by subject key. Empty if they aren't wanted. */
  readonly tags: ReadonlyMap<string, readonly string[]>
}

const DOCUMENTS: Question<Omit<DocumentDiff, 'tags'>, OpenDescription> = {
  key: ['documents'],
  answer: ({description: newer}, {description: older}) => {
    const {gaps, ...found} = newer.compareWith(older)
    return {...found, old: sideOf(older, gaps.old), new: sideOf(newer, gaps.new)}
  },
  rename: (diff, names) => ({
    ...diff,
    old: renameSide(diff.old, names.old),
    new: renameSide(diff.new, names.new),
    changes: renameSourcesOfChanges(diff.changes, names),
    unused: diff.unused.map(part => renameIn(part.isRemoved ? names.old : names.new)(part))
  })
}

/** The tags of the operations that have some, by subject key. */
const TAGS: Question<ReadonlyMap<string, readonly string[]>> = {
  key: ['tags'],
  answer: ({description}) =>
    mergeTags(description.listMarks().map(({subject, tags = []}) => [subjectKey(subject), tags]))
}

/**
 * Compares two descriptions. Results are stored by the content of all files, so that another format, filter, or policy
 * doesn't repeat the comparison. The tags of their operations are read only `withTags`.
 */
export async function diffDocuments(
  workspace: Workspace,
  names: readonly [string, string],
  stdin: () => Buffer,
  ids: ContentIds,
  withTags: boolean
): Promise<DocumentDiff> {
  const [older, newer] = names.map(name => {
    const tree = findFileTree(workspace, toSpecPath(workspace.files, name), stdin)
    return {tree: () => tree}
  }) as [SourceRevision, SourceRevision]
  const store = new ComparisonStore(ids)
  if (withTags || !store.knows([newer, older], DOCUMENTS)) await readyFor(names)
  const diff = store.between(newer, older, DOCUMENTS)
  const tags = withTags ? [older, newer].flatMap(each => [...store.of(each, TAGS)]) : []
  return {...diff, tags: mergeTags(tags)}
}

function mergeTags(listed: readonly (readonly [string, readonly string[]])[]): ReadonlyMap<string, readonly string[]> {
  const tags = new Map<string, readonly string[]>()
  for (const [key, names] of listed) if (names.length > 0) tags.set(key, [...(tags.get(key) ?? []), ...names])
  return tags
}

const sideOf = ({source, title, version, base}: Description, gaps: readonly ReadProblem[]): DocumentSide =>
  defined({source, title, version, base, gaps})

const renameSide = (side: DocumentSide, nameOf: (source: string) => string): DocumentSide => ({
  ...side,
  source: nameOf(side.source),
  gaps: side.gaps.map(renameIn(nameOf))
})
