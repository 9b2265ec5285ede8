import type {Event} from '../../model/lifecycle/event.ts'
import {formatTarget} from '../../model/subject/subject.ts'
import type {Entry} from '../../model/time/timeline.ts'
import type {Piece} from '../../text/text-pieces.ts'
import {entryOf, type Page} from '../page-data.ts'
import type {NewsLine} from './change-line.ts'
import {foldNews} from './group-changes.ts'
import {lasting} from './net-moves.ts'
import {bornDeprecated, type News, newsOf} from './release-changes.ts'
import {shortNames} from './unqualified-names.ts'
import {isUnread, unreadBetween} from './unread-releases.ts'

/** Changes of one release, or of several releases combined. */
export interface ReleaseNews {
  readonly entry: Entry
  /** Start of a range of releases. Absent for a single release. */
  readonly from?: Entry
  readonly lines: readonly NewsLine[]
  /** Content of the first description that was read. It may be older than this release. */
  readonly first?: {readonly operations: readonly string[]; readonly deprecated: number}
  /** Releases of the range whose description could only be read in part. */
  readonly partial?: readonly string[]
  /** No description of the release was read, and no changes are declared. */
  readonly unread?: true
  /** The last earlier release whose description was read, if later ones couldn't be read. */
  readonly since?: string
}

export const newsOfEntry = (entry: Entry, page: Page): ReleaseNews =>
  changesOfEntry(entry, page.eventsByEntry.get(entry.index) ?? [], page)

/** Net changes between two releases. Each line names its release. */
export function newsOfSpan(from: Entry, entry: Entry, events: readonly Event[], page: Page): ReleaseNews {
  const news = bornDeprecated(newsOf(events, page)).map(each => lasting(each, entry, page))
  const partial = unreadBetween(from, entry, page.history)
  return {
    entry,
    from,
    lines: dated(shortened(foldNews(news, page)), [from, entry], page),
    ...(partial.length > 0 ? {partial} : {})
  }
}

/**
 * Adds to each line its release, if it is known and the same for all changes of the line. Skipped if the range has only
 * one release.
 */
export function dated(lines: readonly NewsLine[], [from, to]: readonly [Entry, Entry], page: Page): NewsLine[] {
  const between = page.history.timeline.entries.slice(from.index + 1, to.index + 1)
  if (between.filter(({kind}) => kind === 'release').length === 1) return [...lines]
  return lines.map(line => {
    const [only, ...others] = new Set(line.members.map(({event}) => releaseOf(event, page)))
    return only === undefined || others.length > 0 ? line : {...line, release: only}
  })
}

/** The release of an event. `undefined` if it may have happened in any of several. */
const releaseOf = (event: Event, page: Page): string | undefined =>
  event.by?.after === undefined ? entryOf(page, event)?.name : undefined

function changesOfEntry(entry: Entry, events: readonly Event[], page: Page): ReleaseNews {
  const isFirst = ({seen, by}: Event): boolean => seen === true && by !== undefined && by.after === undefined
  const first = events.filter(isFirst)
  const lines = foldNews(
    newsOf(
      events.filter(event => !isFirst(event)),
      page
    ),
    page
  )
  const shown = shortened(lines)
  const operations = first.filter(({kind}) => kind === 'introduced').map(({subject}) => formatTarget(subject.target))
  const base = {entry, lines: shown, ...readState(entry, events, page)}
  if (operations.length === 0) return base
  return {...base, first: {operations, deprecated: first.filter(({kind}) => kind === 'deprecated').length}}
}

/** Whether the release's description was read, and since which release changes may have accumulated. */
function readState(entry: Entry, events: readonly Event[], {history}: Page): Pick<ReleaseNews, 'unread' | 'since'> {
  const {bases, timeline} = history
  if (!bases || entry.kind !== 'release') return {}
  if (isUnread(entry, events, history)) return {unread: true}
  const after = events.find(({by}) => by?.after !== undefined)?.by?.after
  const isPart =
    after !== undefined && timeline.entries.slice(after + 1, entry.index).some(({partial}) => partial === true)
  // Partially read releases have a note of their own.
  const since = after === undefined || isPart ? undefined : timeline.entries[after]?.name
  return since === undefined ? {} : {since}
}

/** Removes packages from component names where the rest is unambiguous. */
export function shortened(lines: readonly NewsLine[]): NewsLine[] {
  const components = lines.flatMap(({members}) =>
    members.flatMap(({event: {observed}}: News) => observed?.component ?? [])
  )
  const short = shortNames(components)
  const of = (pieces: readonly Piece[]): Piece[] => pieces.map(short)
  return lines.map(line => ({...line, pieces: of(line.pieces), unnamed: line.unnamed.map(of)}))
}
