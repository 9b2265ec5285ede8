import {findFinalReleases} from '../../history/net-changes.ts'
import {defined} from '../../model/defined.ts'
import type {Event} from '../../model/lifecycle/event.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import {findPredecessor} from '../../model/time/release-branches.ts'
import type {TimelineEntry} from '../../model/time/timeline.ts'
import type {TextPiece} from '../../phrases/text-pieces.ts'
import type {ChangeLine} from './change-line.ts'
import {groupChanges} from './group-changes.ts'
import {
  entryOf,
  type HistoryPage,
  hasDescriptions,
  isUnreadRelease,
  operationsAmong,
  unreadReleasesBetween
} from './page-data.ts'
import {mergeDeprecatedAdditions, type ReleaseChange, releaseChanges, resolveNetMove} from './release-changes.ts'

/** Changes of one release, or of several releases combined. */
export interface ChangesOfRelease {
  readonly entry: TimelineEntry
  /** Start of a range of releases. Absent for a single release. */
  readonly from?: TimelineEntry
  readonly lines: readonly ChangeLine[]
  /** Content of the first description that was read. It may be older than this release. */
  readonly first?: {readonly operations: readonly string[]; readonly deprecated: number}
  /** Releases of the range whose description could only be read in part. */
  readonly partial?: readonly string[]
  /** No description of the release was read, and no changes are declared. */
  readonly unread?: true
  /** People wrote the history and may have left changes out. */
  readonly isIncomplete?: true
  /** The last earlier release whose description was read, if later ones couldn't be read. */
  readonly since?: string
}

export const changesOfRelease = (entry: TimelineEntry, page: HistoryPage): ChangesOfRelease =>
  changesOfEntry(entry, page.eventsByEntry.get(entry.index) ?? [], page)

/** Net changes between two releases. Each line names its release. */
export function changesBetweenReleases(
  from: TimelineEntry,
  entry: TimelineEntry,
  events: readonly Event[],
  page: HistoryPage
): ChangesOfRelease {
  const news = mergeDeprecatedAdditions(releaseChanges(events, page))
    .filter(each => !isCarriedOut(each, entry, page))
    .map(each => resolveNetMove(each, entry, page))
  const partial = unreadReleasesBetween(from, entry, page.history)
  return {
    entry,
    from,
    lines: addReleases(shortenComponentNames(groupChanges(news, page)), [from, entry], page),
    ...(partial.length > 0 ? {partial} : {}),
    ...completeness(page)
  }
}

/**
 * Whether a deprecation was followed by the removal until an entry. What is below a prefix has removals of its own, so
 * that the prefix has no event that would replace its deprecation.
 */
function isCarriedOut({event}: ReleaseChange, to: TimelineEntry, {history}: HistoryPage): boolean {
  if (event.kind !== 'deprecated' && event.kind !== 'rescheduled') return false
  const end = history.bySubject.get(subjectKey(event.subject))?.tenures.at(-1)?.end
  const removed = end?.kind === 'removed' ? end.moment.entry : end?.removal?.entry
  return removed !== undefined && removed > event.entry && removed <= to.index
}

/**
 * Adds to each line its release, if it is known and the same for all changes of the line. Skipped if the range has only
 * one release.
 */
function addReleases(
  lines: readonly ChangeLine[],
  [from, to]: readonly [TimelineEntry, TimelineEntry],
  page: HistoryPage
): ChangeLine[] {
  const between = page.history.timeline.entries.slice(from.index + 1, to.index + 1)
  if (between.filter(({kind}) => kind === 'release').length === 1) return [...lines]
  return lines.map(line => {
    const [only, ...others] = new Set(line.members.map(({event}) => releaseOf(event, page, to)))
    return only === undefined || others.length > 0 ? line : {...line, release: only}
  })
}

/**
 * The release of an event. For a candidate, it's the final release up to `to` that it became. `undefined` if it may have
 * happened in any of several.
 */
export function releaseOf(event: Event, page: HistoryPage, to: TimelineEntry): string | undefined {
  if (event.by?.after !== undefined) return undefined
  const final = findFinalReleases(page.history.timeline).get(event.entry)
  return (final && final.index <= to.index ? final : entryOf(page, event))?.name
}

function changesOfEntry(entry: TimelineEntry, events: readonly Event[], page: HistoryPage): ChangesOfRelease {
  if (page.history.netEvents?.has(entry.index)) return netChangesOfEntry(entry, events, page)
  const isFirst = ({seen, by}: Event): boolean => seen === true && by !== undefined && by.after === undefined
  const first = events.filter(isFirst)
  const lines = groupChanges(
    releaseChanges(
      events.filter(event => !isFirst(event)),
      page
    ),
    page
  )
  const shown = shortenComponentNames(lines)
  const isOperation = operationsAmong(first)
  const operations = first.filter(isOperation).map(({subject}) => subject.target.text)
  const known = new Set(operations)
  const deprecated = first.filter(({kind, subject}) => kind === 'deprecated' && known.has(subject.target.text))
  const base = {entry, lines: shown, ...readState(entry, events, page), ...completeness(page)}
  if (operations.length === 0) return base
  return {...base, first: {operations, deprecated: deprecated.length}}
}

/** The changes of a release since the last final one before it. */
function netChangesOfEntry(entry: TimelineEntry, events: readonly Event[], page: HistoryPage): ChangesOfRelease {
  const before = findPredecessor(page.history.timeline, entry)
  const {lines, partial} = changesBetweenReleases(before ?? entry, entry, events, page)
  return defined({
    entry,
    lines: lines.map(({release: _, ...line}) => line),
    partial: partial?.filter(name => name !== entry.name),
    unread: isUnreadRelease(entry, events, page.history) || undefined
  })
}

const completeness = (page: HistoryPage): Pick<ChangesOfRelease, 'isIncomplete'> =>
  page.history.complete || hasDescriptions(page) ? {} : {isIncomplete: true}

/** Whether the release's description was read, and since which release changes may have accumulated. */
function readState(
  entry: TimelineEntry,
  events: readonly Event[],
  {history}: HistoryPage
): Pick<ChangesOfRelease, 'unread' | 'since'> {
  const {bases, timeline} = history
  if (!bases || entry.kind !== 'release') return {}
  if (isUnreadRelease(entry, events, history)) return {unread: true}
  const after = events.find(({by}) => by?.after !== undefined)?.by?.after
  const isPart =
    after !== undefined && timeline.entries.slice(after + 1, entry.index).some(({partial}) => partial === true)
  // Partially read releases have a note of their own.
  const since = after === undefined || isPart ? undefined : timeline.entries[after]?.name
  return since === undefined ? {} : {since}
}

/** Removes packages from component names where the rest is unambiguous. */
export function shortenComponentNames(lines: readonly ChangeLine[]): ChangeLine[] {
  const components = lines.flatMap(({members}) =>
    members.flatMap(({event: {observed}}: ReleaseChange) => observed?.component ?? [])
  )
  const short = createNameShortener(components)
  const of = (pieces: readonly TextPiece[]): TextPiece[] => pieces.map(short)
  return lines.map(line => ({...line, pieces: of(line.pieces), unnamed: line.unnamed.map(of)}))
}

/** Whether a name is long enough to be shortened: a package of at least three parts, and a name. */
const isLong = (name: string): boolean => name.split('.').length > 3

/**
 * Returns a function that shortens component names: `v1.PodSpec` for `io.k8s.api.core.v1.PodSpec`. A name is only
 * shortened if no other name in the same notes has the same ending. Names without packages are unchanged.
 */
function createNameShortener(components: readonly string[]): (piece: TextPiece) => TextPiece {
  const long = [...new Set(components)].filter(isLong)
  const suffixes = new Map<string, number>()
  const endings = (name: string): string[] => {
    const segments = name.split('.')
    return segments.map((_, at) => segments.slice(at).join('.')).reverse()
  }
  for (const name of long) for (const ending of endings(name)) suffixes.set(ending, (suffixes.get(ending) ?? 0) + 1)
  const short = new Map(
    long.map(name => [
      name,
      endings(name)
        .slice(1)
        .find(ending => suffixes.get(ending) === 1) ?? name
    ])
  )
  if (short.size === 0) return piece => piece
  const longest = long.toSorted((a, b) => b.length - a.length)
  return piece => {
    if (typeof piece === 'string' || !('code' in piece)) return piece
    const name = longest.find(each => piece.code === each || piece.code.startsWith(`${each}.`))
    return name === undefined ? piece : {code: `${short.get(name)}${piece.code.slice(name.length)}`}
  }
}
