import type {RootContent} from 'mdast'
import type {Entry} from '../../model/time/timeline.ts'
import {LEADS, NOTHING} from '../../text/page-strings.ts'
import {piecesOfHeading} from '../../text/release-headings.ts'
import {piecesOfNote} from '../../text/text-pieces.ts'
import {heading, list, paragraph} from '../markdown/markdown-nodes.ts'
import {isLookedAt, type Page, saidEntry} from '../page-data.ts'
import {aboutEntry, isNoted} from '../release-notes/about-entry.ts'
import {writtenPieces} from '../release-notes/change-line.ts'
import type {ListStyle} from '../release-notes/change-list.ts'
import {newsOfEntry} from '../release-notes/changes-of-release.ts'
import {releaseBody} from '../release-notes/release-body.ts'
import {newsOf} from '../release-notes/release-changes.ts'

/**
 * The "Changes by release" section, newest first, so that readers see news first, and a new release changes only the
 * top of the section.
 */
export function releases(page: Page): RootContent[] {
  const {entries} = page.history.timeline
  if (entries.length === 0) return [paragraph(NOTHING.releases)]
  const rule = unlistedRule(page)
  return [
    paragraph(LEADS.releases, ...(rule === undefined ? [] : [' ', ...piecesOfNote(rule)])),
    ...entries
      .toReversed()
      .flatMap(entry => [heading(3, ...piecesOfHeading(saidEntry(entry))), ...changesOf(entry, page)])
  ]
}

/** The note that explains what it means if a release isn't listed. `undefined` if there is none. */
const unlistedRule = ({history}: Page): string | undefined =>
  history.about.notes.find(note => /\b(otherwise|unlisted|not listed)\b.*\bno change/is.test(note))

const STYLE: ListStyle = {details: false, reach: true, pieces: pieces => pieces}

function changesOf(entry: Entry, page: Page): RootContent[] {
  // Observed changes are too many for one line each, so they are grouped.
  const events = page.eventsByEntry.get(entry.index) ?? []
  if (events.some(({seen}) => seen) || (isLookedAt(page) && events.length === 0))
    return releaseBody(newsOfEntry(entry, page), 4, STYLE)
  const lines = newsOf(events, page).map(news => writtenPieces(news, page))
  const body = lines.length > 0 ? [list(lines)] : isNoted(entry) || entry.partial ? [] : [paragraph(NOTHING.changes)]
  return [...aboutEntry(entry), ...body]
}
