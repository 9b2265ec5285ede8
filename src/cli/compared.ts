import {compare} from '../compare/compare.ts'
import {missingFrom} from '../compare/missing-from.ts'
import type {Change} from '../model/change.ts'
import type {Gap, Operation, Snapshot} from '../model/snapshot.ts'
import {type Subject, subjectKey} from '../model/subject.ts'
import {between} from '../promise/between.ts'
import {type Cache, digest, NO_CACHE} from '../read/cache.ts'
import {readObserved, writeObserved} from '../read/observed-text.ts'
import {readSnapshot} from '../read/openapi.ts'
import {readyFor} from '../read/program.ts'
import {openShelf, type SpecFiles} from '../read/spec-files.ts'
import {Shared} from '../read/spec-pieces.ts'
import {shelfOf} from '../read/spec-shelf.ts'
import type {DiffSide} from '../report/diff-report.ts'
import {EditionIds} from './edition-ids.ts'
import {gapsOf, withLines} from './shown.ts'
import {validate} from './validator.ts'

/** One of two descriptions, and what could not be read of it. */
export interface ComparedSide extends DiffSide {
  readonly base: string
  readonly gaps: readonly Gap[]
}

/** All that a comparison of two descriptions shows, whoever judges it and on whatever day. Places have their lines. */
export interface Compared {
  readonly old: ComparedSide
  readonly new: ComparedSide
  readonly changes: readonly Change[]
  /** What the descriptions state of the stability of those whom a change reaches. */
  readonly stated: (operation: Subject) => string | undefined
  /** What operations are filed under, by the keys of their subjects; left out where it was remembered. */
  readonly tags?: () => ReadonlyMap<string, readonly string[]>
}

/** What is remembered beside the changes. */
type Head = Pick<Compared, 'old' | 'new'> & {
  readonly stated: readonly (readonly [string, string])[]
}

/**
 * Compares two descriptions by their names. What was compared before is remembered by the bytes of all their files: who
 * asks for another format, filter or policy does not wait for the comparison again.
 */
export async function compared(names: readonly [string, string], stdin: () => Buffer, cache: Cache): Promise<Compared> {
  const ids = new EditionIds(cache)
  const [from, to] = [{shelf: () => shelfOf(names[0], stdin)}, {shelf: () => shelfOf(names[1], stdin)}]
  const [older, newer] = [ids.shelfOf(from), ids.shelfOf(to)]
  // The same bytes under other names are told of by these.
  const key = (): string | undefined => {
    const [was, is] = cache === NO_CACHE ? [] : [ids.idOf(from), ids.idOf(to)]
    return was === undefined || is === undefined ? undefined : digest('compared', ...names, was, is)
  }
  const known = key()
  const remembered = known === undefined ? undefined : read(cache.get(known))
  if (remembered) return remembered
  await readyFor(names)
  const shared = new Shared()
  const opened = [openShelf(older, shared), openShelf(newer, shared)] as const
  const found = compareOpened(...opened)
  if (cache === NO_CACHE) return told(found)
  ids.keep(from, opened[0].paths)
  ids.keep(to, opened[1].paths)
  // Only now is it known which files they have.
  const fresh = key()
  if (fresh !== undefined) cache.put(fresh, write(found))
  return told(found)
}

type Found = Head & Pick<Compared, 'changes' | 'tags'>

function compareOpened(from: SpecFiles, to: SpecFiles): Found {
  const [older, newer] = [readSnapshot(from), readSnapshot(to)]
  const changes = compare(older, newer, validate)
  const {stated} = between(older, newer)
  // A thousand changes may be met by the same thousand operations.
  const met = new Set<Subject>()
  for (const {subject, reaches} of changes) {
    met.add(subject)
    for (const {operation} of reaches) met.add(operation)
  }
  const said = new Map<string, string>()
  for (const {target} of met) {
    const stability = stated({target})
    if (stability !== undefined) said.set(subjectKey({target}), stability)
  }
  return {
    old: sideOf(older, from),
    new: sideOf(newer, to),
    changes: withLines(changes.map(missingFrom({older, newer})), from, to),
    stated: [...said],
    tags: () => tagsIn([...older.operations, ...newer.operations])
  }
}

function tagsIn(operations: readonly Operation[]): Map<string, readonly string[]> {
  const tags = new Map<string, readonly string[]>()
  for (const {target, details} of operations) {
    const key = subjectKey({target})
    tags.set(key, [...(tags.get(key) ?? []), ...details().tags])
  }
  return tags
}

function told({stated, ...found}: Found): Compared {
  const known = new Map(stated)
  return {...found, stated: operation => known.get(subjectKey(operation))}
}

/** Details that were read may have added to what could not be. */
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

const itself = (name: string): string => name

function write({changes, tags: _, ...head}: Found): string {
  const observed = {base: '', marks: false, changes, arrivals: [], marked: [], gaps: []}
  return `${JSON.stringify(head)}\n${writeObserved(observed, itself)}`
}

function read(text: string | undefined): Compared | undefined {
  if (text === undefined) return undefined
  const end = text.indexOf('\n')
  try {
    const {changes} = readObserved(text.slice(end + 1), {old: itself, new: itself})
    return told({...(JSON.parse(text.slice(0, end)) as Head), changes})
  } catch {
    // Whatever wrote that, it was not this version.
    return undefined
  }
}
