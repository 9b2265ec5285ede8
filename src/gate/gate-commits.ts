import type {SourceRevision} from '../inputs/sources/source.ts'
import {kindOf} from '../languages/kinds.ts'
import {parseTarget} from '../languages/languages.ts'
import {type ChangeKind, partsReached} from '../model/api/change.ts'
import type {DescribedOperation, FirstCommit, ReleaseDiff} from '../model/api/release-diff.ts'
import {groupBy} from '../model/group-by.ts'
import type {DeclaredHistory} from '../model/lifecycle/history.ts'
import {once} from '../model/memoize.ts'
import {isField} from '../model/subject/field.ts'
import {covers, isPart, lineageKey, type Subject, subjectKey} from '../model/subject/subject.ts'
import type {Day} from '../model/time/date-range.ts'
import {NEXT} from '../model/time/timeline.ts'
import type {ReleaseDiffs} from '../observations/release-diffs.ts'
import {isMarked, type RemovedPlaces} from '../observations/revision-marks.ts'
import type {BaseRevision} from './base/base-revision.ts'
import type {CommitDates} from './judging/base-state.ts'
import type {ReleaseLine} from './release/release-line.ts'

/** The two descriptions that are compared, and their observed changes. */
export interface ComparedRevisions {
  readonly base: BaseRevision
  readonly before: ReleaseDiff
  readonly here: SourceRevision
  readonly next: ReleaseDiff
}

/** What dates the facts that a base shows: the releases of its line, and the day on which a change is judged. */
export interface Dating {
  /** Called only if something has to be dated. */
  readonly line: () => ReleaseLine
  readonly asOf: Day
}

/**
 * Finds the releases that first showed the facts that decide on this change: the deprecation marks of what's removed,
 * and the addition of its replacements. What the base has and no release counts from the day on which the change is
 * judged. Other facts aren't looked up.
 */
export function collectTestimony(
  compared: ComparedRevisions,
  history: DeclaredHistory,
  diffs: ReleaseDiffs,
  dating: Dating
): CommitDates {
  const {base, before, next} = compared
  const touched = next.changes.filter(({kind}) => isRemoval(kind) || END_KINDS.has(kind))
  const deleted = new Set(touched.map(({subject}) => subjectKey({target: subject.target})))
  const ending = before.arrivals.filter(
    ({subject, described}) => isMarked(described) && deleted.has(subjectKey(subject))
  )
  // A type that is deprecated with all of its uses is listed only where it leaves.
  const leaving = touched.flatMap(({subject, where: {old}, announced}) =>
    announced?.deprecated && old && !isPart(subject)
      ? [{subject, place: old, described: {...announced, deprecated: true as const}}]
      : []
  )
  const parts = findMarkedParts(compared, history, diffs)
  const removed = findRemovedPlaces(compared)
  const marked = [...(touched.length === 0 ? [] : [...before.marked, ...ending, ...leaving]), ...parts]
  const candidates =
    touched.length === 0
      ? []
      : findReplacements(
          touched.map(({subject}) => subject),
          compared,
          history
        )
  const line = once(() => listDatedStates(base, dating, diffs, 'all'))
  const marking = once(() => listDatedStates(base, dating, diffs, 'marking'))
  const commitsOf = once(() => diffs.listRevisions(base.revision, base.markRevisions))
  return {
    marked: narrowFirst(marked, diffs.markedSince(subjectsOf(marked), marking, removed), open =>
      diffs.markedSince(open, commitsOf, removed)
    ),
    sunsets: diffs.droppedSunsets(marked, marking, removed),
    since: diffs.statedSince(marked, marking, removed),
    parts,
    arrived: diffs.containedSince(candidates, line),
    stated: diffs.statedStabilities(findStableOperations(compared), () =>
      base.stabilityRevisions(diffs.pathsOf(base.revision))
    ),
    isShallow: base.isShallow,
    ...(marked.length + candidates.length > 0 && dating.line().kind === 'unknown' ? {unknownUntil: dating.asOf} : {})
  }
}

/**
 * Operations that are removed or changed and that state a stability. An earlier commit may have stated a higher one.
 */
function findStableOperations({before, next}: ComparedRevisions): DescribedOperation[] {
  const affected = new Set(
    next.changes
      .flatMap(({subject, reaches}) => [subject, ...reaches.map(each => each.operation)])
      .map(({target}) => subjectKey({target}))
  )
  return before.arrivals.filter(
    ({subject, described}) => described.stability !== undefined && affected.has(subjectKey(subject))
  )
}

/** Whether a kind of change ends the support of its subject. */
export const isRemoval = (kind: ChangeKind): boolean => kindOf(kind).event === 'removed'

const END_KINDS: ReadonlySet<string> = new Set([
  'deprecated',
  'sunset-set',
  'sunset-moved-earlier',
  'sunset-moved-later'
])

/**
 * Operations that can replace the ones that end: those named as replacements, and successors under another version
 * marker. Includes the ending operations.
 */
function findReplacements(
  ending: readonly Subject[],
  {before, next}: ComparedRevisions,
  {events}: DeclaredHistory
): DescribedOperation[] {
  const keys = new Set(ending.map(({target}) => subjectKey({target})))
  const lineages = new Set(ending.map(({target}) => lineageKey(target)))
  const named = [...before.arrivals, ...next.arrivals, ...next.marked].flatMap(({described}) => {
    const target = described.replacement === undefined ? undefined : parseTarget(described.replacement)
    return target ? [{target}] : []
  })
  const replacements: Subject[] = [...named, ...events.flatMap(({replacement}) => replacement ?? [])]
  return before.arrivals.filter(({subject}) => {
    const lineage = lineageKey(subject.target)
    return (
      keys.has(subjectKey(subject)) ||
      (lineage !== undefined && lineages.has(lineage)) ||
      replacements.some(each => covers({target: each.target}, subject))
    )
  })
}

/** Where in their operations parts are removed, which can be marked in other places as well. */
function findRemovedPlaces({next}: ComparedRevisions): RemovedPlaces {
  const removals = next.changes.filter(({kind, subject}) => isRemoval(kind) && subject.part)
  return new Map(
    [...groupBy(removals, ({subject}) => subjectKey(subject))].map(([key, all]) => [key, all.flatMap(partsReached)])
  )
}

/** The parts whose marks, end, or lines of the unreleased history a change concerns, and that the base marks. */
function findMarkedParts(
  {base, next}: ComparedRevisions,
  {entries, events}: DeclaredHistory,
  diffs: ReleaseDiffs
): readonly DescribedOperation[] {
  const last = entries.findLastIndex(({name}) => name === NEXT)
  const concerned = [
    ...next.changes.filter(({kind}) => isRemoval(kind) || MARK_KINDS.has(kind)),
    ...events.filter(({entry}) => entry === last)
  ]
  const parts = concerned.map(({subject}) => subject).filter(isPart)
  if (parts.length === 0) return []
  const {findFields} = diffs.open(base.revision)
  const names = parts.filter(isField).flatMap(subject => findFields?.(subject).map(each => each.subject) ?? [])
  const keys = new Set([...parts, ...names].map(subjectKey))
  return diffs
    .listPartMarks(base.revision)
    .filter(({subject, described}) => isMarked(described) && keys.has(subjectKey(subject)))
}

const MARK_KINDS: ReadonlySet<string> = new Set([
  ...END_KINDS,
  ...['sunset-dropped', 'deprecation-withdrawn', 'replacement-changed']
])

/**
 * The states that date what a base has, oldest first: all, or those at which a mark may have changed. They are the
 * releases and then the base itself, because what no release has counts from the as-of day. They are the commits if each
 * is a release, or if it isn't known what was released, because nothing was released before its commit.
 */
export function listDatedStates(
  base: BaseRevision,
  {line, asOf}: Dating,
  diffs: ReleaseDiffs,
  which: 'all' | 'marking'
): readonly SourceRevision[] {
  const known = line()
  const {revision} = base
  const isMarking = which === 'marking'
  if (known.kind !== 'releases') return diffs.listRevisions(revision, isMarking ? base.markRevisions : base.revisions)
  const releases = isMarking ? diffs.listRevisions(revision, known.marking) : known.releases
  const onTarget = {...revision, commit: {id: revision.commit?.id ?? '', day: asOf, isUnreleased: true as const}}
  return [...releases, onTarget]
}

/** Adds the commits before which the first release that can be examined can't have had its marks. */
function narrowFirst(
  marked: readonly DescribedOperation[],
  found: ReadonlyMap<string, FirstCommit>,
  dateByCommits: (subjects: readonly Subject[]) => ReadonlyMap<string, FirstCommit>
): ReadonlyMap<string, FirstCommit> {
  const open = subjectsOf(marked).filter(subject => {
    const {isFirst, release} = found.get(subjectKey(subject)) ?? {}
    return isFirst && release !== undefined
  })
  const since = dateByCommits(open)
  return new Map(
    [...found].map(([key, witness]) => {
      const commit = since.get(key)
      const isKnown = commit && !commit.isFirst && commit.day <= witness.day
      return [key, isKnown ? {...witness, notBefore: commit.day} : witness]
    })
  )
}

const subjectsOf = (marked: readonly DescribedOperation[]): Subject[] => marked.map(({subject}) => subject)
