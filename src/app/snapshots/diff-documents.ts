import {compare} from '../../diff/diff.ts'
import {missingFrom} from '../../diff/removal-location.ts'
import {unusedChanges} from '../../diff/unused-components.ts'
import type {Change} from '../../model/api/change.ts'
import type {Gap, Operation, Snapshot, UnusedPart} from '../../model/api/snapshot.ts'
import {type Subject, subjectKey} from '../../model/subject/subject.ts'
import {between} from '../../policy/judging-context.ts'
import {openShelf, type SpecFiles} from '../../read/document/document-files.ts'
import {type Shelf, shelfOf} from '../../read/document/file-tree.ts'
import {readyFor} from '../../read/document/load-server-reader.ts'
import {type Cache, digest, NO_CACHE} from '../../read/files/cache.ts'
import {readSnapshot} from '../../read/openapi/snapshot.ts'
import {Shared} from '../../read/parsing/incremental-parse.ts'
import {readObserved, writeObserved} from '../../read/sources/diff-cache-format.ts'
import type {DiffSide} from '../../report/diff/diff-report.ts'
import {validate} from '../validator.ts'
import {calledIn, EditionIds, type Files, seenPaths} from './content-ids.ts'
import {gapsOf, withLines} from './describe-diff.ts'

/** One of two compared descriptions, with its unreadable parts. */
export interface ComparedSide extends DiffSide {
  readonly base: string
  readonly gaps: readonly Gap[]
}

/** Result of comparing two descriptions, independent of policy and day. Locations have line numbers. */
export interface Compared {
  readonly old: ComparedSide
  readonly new: ComparedSide
  readonly changes: readonly Change[]
  /** Changed components that no operation refers to. */
  readonly unused: readonly UnusedPart[]
  /** Stated stability of an affected operation. `undefined` if none is stated. */
  readonly stated: (operation: Subject) => string | undefined
  /** Tags of operations, by subject key. Missing in cached results. */
  readonly tags?: () => ReadonlyMap<string, readonly string[]>
}

/** Cached data besides the changes. */
type CachedHead = Pick<Compared, 'old' | 'new' | 'unused'> & {
  readonly stated: readonly (readonly [string, string])[]
}

/**
 * Compares two descriptions. Results are cached by the content of all files, so that another format, filter, or policy
 * doesn't repeat the comparison.
 */
export async function compared(names: readonly [string, string], stdin: () => Buffer, cache: Cache): Promise<Compared> {
  const ids = new EditionIds(cache)
  const [from, to] = [{shelf: () => shelfOf(names[0], stdin)}, {shelf: () => shelfOf(names[1], stdin)}]
  const [older, newer] = [ids.shelfOf(from), ids.shelfOf(to)]
  const key = (): string | undefined => {
    const [was, is] = cache === NO_CACHE ? [] : [ids.idOf(from), ids.idOf(to)]
    return was === undefined || is === undefined ? undefined : digest('compared', was, is)
  }
  const known = key()
  const remembered = known === undefined ? undefined : deserialize(cache.get(known), older, newer)
  if (remembered) return remembered
  await readyFor(names)
  const shared = new Shared()
  const opened = [openShelf(older, shared), openShelf(newer, shared)] as const
  const found = compareOpened(...opened)
  if (cache === NO_CACHE) return withStability(found)
  ids.keep(from, opened[0].paths)
  ids.keep(to, opened[1].paths)
  // The list of files is known only now.
  const fresh = key()
  if (fresh !== undefined) cache.put(fresh, serialize(found, [filesOf(older, opened[0]), filesOf(newer, opened[1])]))
  return withStability(found)
}

type Found = CachedHead & Pick<Compared, 'changes' | 'tags'>

function compareOpened(from: SpecFiles, to: SpecFiles): Found {
  const [older, newer] = [readSnapshot(from), readSnapshot(to)]
  const changes = compare(older, newer, validate)
  const {stated} = between(older, newer)
  // Collected in a set, because many changes can affect the same operations.
  const affected = new Set<Subject>()
  for (const {subject, reaches} of changes) {
    affected.add(subject)
    for (const {operation} of reaches) affected.add(operation)
  }
  const stabilities = new Map<string, string>()
  for (const {target} of affected) {
    const stability = stated({target})
    if (stability !== undefined) stabilities.set(subjectKey({target}), stability)
  }
  return {
    old: sideOf(older, from),
    new: sideOf(newer, to),
    changes: withLines(changes.map(missingFrom({older, newer})), from, to),
    unused: unusedIn({older, newer}, from, to, changes),
    stated: [...stabilities],
    tags: () => tagsIn([...older.operations, ...newer.operations])
  }
}

/** Removed components are located in the older files. */
function unusedIn(
  {older, newer}: {older: Snapshot; newer: Snapshot},
  from: SpecFiles,
  to: SpecFiles,
  changes: readonly Change[]
): UnusedPart[] {
  const rootsOf = ({documents}: SpecFiles) => (documents ?? []).map(({root}) => root)
  const sides = {
    older: {snapshot: older, roots: rootsOf(from)},
    newer: {snapshot: newer, roots: rootsOf(to)}
  }
  return unusedChanges(sides, changes).map(({isGone, ...part}) => ({
    ...part,
    place: (isGone ? from : to).locate(part.place)
  }))
}

function tagsIn(operations: readonly Operation[]): Map<string, readonly string[]> {
  const tags = new Map<string, readonly string[]>()
  for (const {target, details} of operations) {
    const key = subjectKey({target})
    tags.set(key, [...(tags.get(key) ?? []), ...details().tags])
  }
  return tags
}

function withStability({stated, ...found}: Found): Compared {
  const known = new Map(stated)
  return {...found, stated: operation => known.get(subjectKey(operation))}
}

/** Reading details may have found more gaps, so this runs last. */
function sideOf(snapshot: Snapshot, files: SpecFiles): ComparedSide {
  const {source, title, version, base} = snapshot
  return {
    source,
    ...(title === undefined ? {} : {title}),
    ...(version === undefined ? {} : {version}),
    base,
    gaps: gapsOf(files, snapshot)
  }
}

/** Paths are stored relative to the descriptions, because the same content may have another name next time. */
function serialize({changes, tags: _, ...head}: Found, sides: readonly [Files, Files]): string {
  const [was, isSide] = [seenPaths([sides[0]]), seenPaths([sides[1]])]
  const seen = {...head, old: renameSources(head.old, was), new: renameSources(head.new, isSide)}
  const observed = {base: '', marks: false, changes, arrivals: [], marked: [], gaps: []}
  return `${JSON.stringify(seen)}\n${writeObserved(observed, seenPaths(sides))}`
}

function deserialize(text: string | undefined, older: Shelf, newer: Shelf): Compared | undefined {
  if (text === undefined) return undefined
  const end = text.indexOf('\n')
  try {
    const {changes} = readObserved(text.slice(end + 1), {old: calledIn(older), new: calledIn(newer)})
    const head = JSON.parse(text.slice(0, end)) as CachedHead
    return withStability({
      ...head,
      old: renameSources(head.old, calledIn(older)),
      new: renameSources(head.new, calledIn(newer)),
      changes
    })
  } catch {
    // A different version wrote this entry.
    return undefined
  }
}

const renameSources = (side: ComparedSide, name: (source: string) => string): ComparedSide => ({
  ...side,
  source: name(side.source),
  gaps: side.gaps.map(gap => ({...gap, place: {...gap.place, source: name(gap.place.source)}}))
})

const filesOf = (shelf: Shelf, {paths}: SpecFiles): Files => ({shelf, paths})
