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

/** What one release brings, or several together. */
export interface ReleaseNews {
  readonly entry: Entry
  /** The release that the reader comes from, where the news are of several releases. */
  readonly from?: Entry
  readonly lines: readonly NewsLine[]
  /** What the first description shows: nobody knows whether it is new. */
  readonly first?: {readonly operations: readonly string[]; readonly deprecated: number}
  /** Those of several releases of which not all could be read. */
  readonly partial?: readonly string[]
  /** No description of it was read, and nobody wrote of it. */
  readonly unread?: true
  /** The last release before it whose description was read, where those between could not be. */
  readonly since?: string
}

export const newsOfEntry = (entry: Entry, page: Page): ReleaseNews =>
  told(entry, page.eventsByEntry.get(entry.index) ?? [], page)

/** The net of what happened between two releases; each line says which release brought it. */
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

/** Each line with the release that brought it, where that is one, and known. Of a single release it goes without saying. */
export function dated(lines: readonly NewsLine[], [from, to]: readonly [Entry, Entry], page: Page): NewsLine[] {
  const between = page.history.timeline.entries.slice(from.index + 1, to.index + 1)
  if (between.filter(({kind}) => kind === 'release').length === 1) return [...lines]
  return lines.map(line => {
    const [only, ...others] = new Set(line.members.map(({event}) => releaseOf(event, page)))
    return only === undefined || others.length > 0 ? line : {...line, release: only}
  })
}

/** What may have come with any of several releases is told of none. */
const releaseOf = (event: Event, page: Page): string | undefined =>
  event.by?.after === undefined ? entryOf(page, event)?.name : undefined

function told(entry: Entry, events: readonly Event[], page: Page): ReleaseNews {
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
  const base = {entry, lines: shown, ...readIn(entry, events, page)}
  if (operations.length === 0) return base
  return {...base, first: {operations, deprecated: first.filter(({kind}) => kind === 'deprecated').length}}
}

/** What of it was read. */
function readIn(entry: Entry, events: readonly Event[], {history}: Page): Pick<ReleaseNews, 'unread' | 'since'> {
  const {bases, timeline} = history
  if (!bases || entry.kind !== 'release') return {}
  if (isUnread(entry, events, history)) return {unread: true}
  const after = events.find(({by}) => by?.after !== undefined)?.by?.after
  const isPart =
    after !== undefined && timeline.entries.slice(after + 1, entry.index).some(({partial}) => partial === true)
  // Of what was read in part that is said there.
  const since = after === undefined || isPart ? undefined : timeline.entries[after]?.name
  return since === undefined ? {} : {since}
}

/** Names of components without the packages that all readers know. */
export function shortened(lines: readonly NewsLine[]): NewsLine[] {
  const components = lines.flatMap(({members}) =>
    members.flatMap(({event: {observed}}: News) => observed?.component ?? [])
  )
  const short = shortNames(components)
  const of = (pieces: readonly Piece[]): Piece[] => pieces.map(short)
  return lines.map(line => ({...line, pieces: of(line.pieces), unnamed: line.unnamed.map(of)}))
}
