import type {RootContent} from 'mdast'
import type {TimelineEntry} from '../../model/time/timeline.ts'
import {EMPTY_SECTION_TEXTS, LEAD_SENTENCES} from '../../text/page-strings.ts'
import {entryHeadingPieces} from '../../text/release-headings.ts'
import {notePieces} from '../../text/text-pieces.ts'
import {headingNode, listNode, paragraphNode} from '../markdown/markdown-nodes.ts'
import {entryHeading, type HistoryPage, hasDescriptions} from '../page-data.ts'
import {declaredPieces} from '../release-notes/change-line.ts'
import type {ChangeListStyle} from '../release-notes/change-list.ts'
import {changesOfRelease} from '../release-notes/changes-of-release.ts'
import {entryParagraphs, hasNote, releaseBody} from '../release-notes/release-body.ts'
import {releaseChanges} from '../release-notes/release-changes.ts'

/**
 * The "Changes by release" section, newest first, so that readers see news first, and a new release changes only the
 * top of the section.
 */
export function releasesSection(page: HistoryPage): RootContent[] {
  const {entries} = page.history.timeline
  if (entries.length === 0) return [paragraphNode(EMPTY_SECTION_TEXTS.releases)]
  const rule = unlistedRule(page)
  return [
    paragraphNode(LEAD_SENTENCES.releases, ...(rule === undefined ? [] : [' ', ...notePieces(rule)])),
    ...entries
      .toReversed()
      .flatMap(entry => [headingNode(3, ...entryHeadingPieces(entryHeading(entry))), ...changesOf(entry, page)])
  ]
}

/** The note that explains what it means if a release isn't listed. `undefined` if there is none. */
const unlistedRule = ({history}: HistoryPage): string | undefined =>
  history.about.notes.find(note => /\b(otherwise|unlisted|not listed)\b.*\bno change/is.test(note))

const STYLE: ChangeListStyle = {details: false, reach: true, pieces: pieces => pieces}

function changesOf(entry: TimelineEntry, page: HistoryPage): RootContent[] {
  // Observed changes are too many for one line each, so they are grouped.
  const events = page.eventsByEntry.get(entry.index) ?? []
  if (events.some(({seen}) => seen) || (hasDescriptions(page) && events.length === 0))
    return releaseBody(changesOfRelease(entry, page), 4, STYLE)
  const lines = releaseChanges(events, page).map(news => declaredPieces(news, page))
  const body =
    lines.length > 0
      ? [listNode(lines)]
      : hasNote(entry) || entry.partial
        ? []
        : [paragraphNode(EMPTY_SECTION_TEXTS.changes)]
  return [...entryParagraphs(entry), ...body]
}
