import type {CommitDates} from '../../history/observed/base-state.ts'
import type {BaseRevision} from '../../inputs/base/base-revision.ts'
import type {SourceRevision} from '../../inputs/sources/source.ts'
import {parseTarget} from '../../languages/languages.ts'
import type {DescribedOperation, FirstCommit, ReleaseDiff, SunsetStatement} from '../../model/api/release-diff.ts'
import type {DeclaredHistory} from '../../model/lifecycle/history.ts'
import {memoize} from '../../model/memoize.ts'
import {covers, lineageKey, type Subject, subjectKey} from '../../model/subject/subject.ts'
import {findFirstSince, listSunsets, uninterruptedSince, witnessAt} from '../snapshots/commit-line.ts'
import {isMarked, type ReleaseDiffs} from '../snapshots/release-diffs.ts'

/** The two descriptions that are compared, and their observed changes. */
export interface ComparedRevisions {
  readonly base: BaseRevision
  readonly before: ReleaseDiff
  readonly here: SourceRevision
  readonly next: ReleaseDiff
}

/**
 * Finds the commits of the default branch that first showed the facts that decide on this change: the deprecation marks
 * of what's removed, and the addition of its replacements. Other facts aren't looked up.
 */
export function collectTestimony(
  compared: ComparedRevisions,
  history: DeclaredHistory,
  editions: ReleaseDiffs
): CommitDates {
  const {base, before, next} = compared
  const touched = next.changes.filter(({kind}) => kind.endsWith('-removed') || END_KINDS.has(kind))
  const gone = new Set(touched.map(({subject}) => subjectKey({target: subject.target})))
  const ending = before.arrivals.filter(({subject, described}) => isMarked(described) && gone.has(subjectKey(subject)))
  const marked = touched.length === 0 ? [] : [...before.marked, ...ending]
  const candidates =
    touched.length === 0
      ? []
      : findReplacements(
          touched.map(({subject}) => subject),
          compared,
          history
        )
  const line = once(() => editions.listRevisions(base.revision, base.revisions))
  const marking = once(() => editions.listRevisions(base.revision, base.markRevisions))
  const parts = findMarkedParts(compared, marking, editions)
  return {
    marked: new Map([...editions.markedSince(marked, marking), ...parts.marked]),
    sunsets: new Map([...editions.droppedSunsets(marked, marking), ...parts.sunsets]),
    since: new Map([...editions.statedSince(marked, marking), ...parts.since]),
    arrived: editions.containedSince(candidates, line),
    stated: editions.statedStabilities(findStableOperations(compared), () =>
      base.stabilityRevisions(editions.pathsOf(base.revision))
    ),
    isShallow: base.isShallow,
    ...(history.adopted === undefined ? {} : {adopted: history.adopted})
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

/**
 * Finds the first commit since which each removed part has been marked as deprecated without interruption, the
 * sunsets that it lost since, and the day of its deprecation that was stated first.
 */
function findMarkedParts(
  {before, here, next}: ComparedRevisions,
  line: () => readonly SourceRevision[],
  editions: ReleaseDiffs
): Pick<Required<CommitDates>, 'marked' | 'sunsets' | 'since'> {
  const found = new Map<string, FirstCommit>()
  const sunsets = new Map<string, readonly SunsetStatement[]>()
  const since = new Map<string, string>()
  const marked = next.changes.filter(
    ({kind, subject, announced}) => kind.endsWith('-removed') && subject.part && announced?.deprecated
  )
  if (marked.length === 0) return {marked: found, sunsets, since}
  const commits = line()
  for (const {subject} of marked) {
    const key = subjectKey(subject)
    const announcedIn = memoize(
      (revision: SourceRevision) =>
        editions
          .observe(here, {revision, observed: before})
          .changes.find(each => each.announced?.deprecated && subjectKey(each.subject) === key)?.announced
    )
    const first = uninterruptedSince(commits, revision => announcedIn(revision) !== undefined)
    const witness = witnessAt(commits, first)
    if (!witness) continue
    found.set(key, witness)
    const day = findFirstSince(commits, first, revision => announcedIn(revision)?.since)
    if (day !== undefined) since.set(key, day)
    const statements = listSunsets(commits.slice(first), announcedIn)
    if (statements.length > 0) sunsets.set(key, statements)
  }
  return {marked: found, sunsets, since}
}

/** The function with its result, which the first call computes. */
function once<Value>(ask: () => Value): () => Value {
  let known: {readonly value: Value} | undefined
  return () => {
    known ??= {value: ask()}
    return known.value
  }
}
