import type {RootContent} from 'mdast'
import type {TimelineEntry} from '../../model/time/timeline.ts'
import {formatCount} from '../../text/format-values.ts'
import {
  CHANGE_GROUP_TITLES,
  EMPTY_SECTION_TEXTS,
  FIRST_DESCRIPTION_NOTE,
  PARTIAL_DESCRIPTION_NOTE,
  UNCLEAR_LEAD,
  UNREAD_RELEASE_NOTE
} from '../../text/page-strings.ts'
import {sentenceTemplate} from '../../text/sentence-templates.ts'
import {labelledNotePieces, withoutClaim} from '../../text/statement-sentences.ts'
import {capitalizeFirst, codePiece, flattenPieces} from '../../text/text-pieces.ts'
import {detailsNodes, headingNode, paragraphNode} from '../markdown/markdown-nodes.ts'
import {formatUnreadReleases} from '../page-data.ts'
import type {ChangeLine} from './change-line.ts'
import {type ChangeListStyle, changeList, sayAll} from './change-list.ts'
import type {ChangesOfRelease} from './changes-of-release.ts'
import {CHANGE_GROUPS} from './release-changes.ts'

/** Body of the notes of a release, with headings of the given level, breaking changes first. */
export function releaseBody(news: ChangesOfRelease, depth: 3 | 4, style: ChangeListStyle): RootContent[] {
  const {entry, from, lines, first, unread, since, partial = []} = news
  const groups = CHANGE_GROUPS.flatMap((group): RootContent[] => {
    const inGroup = lines.filter(line => line.group === group)
    if (inGroup.length === 0) return []
    const lead = group === 'unclear' ? [paragraphNode(UNCLEAR_LEAD)] : []
    const shown = group === 'breaking' && style.claimed ? inGroup.map(withoutBreakingLabel) : inGroup
    return [headingNode(depth, CHANGE_GROUP_TITLES[group]), ...lead, ...changeList(shown, style)]
  })
  const about = from ? unreadParagraph(partial) : entryParagraphs(entry)
  const beginning = first ? firstDescription(first) : []
  const said = groups.length > 0 || beginning.length > 0 || (!unread && !from && hasNote(entry))
  const isOpen = partial.length > 0 || (!from && entry.partial === true)
  // An unread part may contain changes, so `No changes.` is omitted.
  const placeholder = said || isOpen ? [] : [paragraphNode(unread ? UNREAD_RELEASE_NOTE : EMPTY_SECTION_TEXTS.changes)]
  const between =
    since === undefined
      ? []
      : [
          paragraphNode(
            'Some of it may have come before: no description between ',
            codePiece(since),
            ' and this release was read.'
          )
        ]
  return [...about, ...between, ...beginning, ...groups, ...placeholder]
}

const withoutBreakingLabel = (line: ChangeLine): ChangeLine => ({...line, pieces: withoutClaim(line.pieces)})

const MOST_NAMED = 400

/** Summary of the first description that was read. It isn't listed as added, because it may be older. */
function firstDescription({operations, deprecated}: NonNullable<ChangesOfRelease['first']>): RootContent[] {
  const marked = deprecated > 0 ? `, ${deprecated} of them deprecated` : ''
  const said = `The first description that was looked at: ${formatCount(operations.length, 'operation')}${marked}, which may be older.`
  const named = sayAll(
    operations.map(name => [codePiece(name)]),
    MOST_NAMED
  )
  return [paragraphNode(said), ...(detailsNodes(['All of them'], [paragraphNode(...named)]) as RootContent[])]
}

const STATEMENT = sentenceTemplate('said in {via}')

/** Paragraph that names the releases which could only be read in part. Empty if there are none. */
export const unreadParagraph = (names: readonly string[]): RootContent[] =>
  names.length === 0 ? [] : [paragraphNode(...formatUnreadReleases(names))]

/** Whether the entry has a note. The page then doesn't add that nothing changed. */
export const hasNote = ({note}: TimelineEntry): boolean =>
  note !== undefined && labelledNotePieces(note, 'alone').length > 0

/** Paragraphs about a release or statement as a whole: its source, its completeness, and its note. */
export function entryParagraphs({via, note, existing, partial}: TimelineEntry): RootContent[] {
  const statement = [
    ...(via === undefined ? [] : [paragraphNode(...capitalizeFirst(STATEMENT.write({via})), '.')]),
    ...(existing ? [paragraphNode(FIRST_DESCRIPTION_NOTE)] : []),
    ...(partial ? [paragraphNode(PARTIAL_DESCRIPTION_NOTE)] : [])
  ]
  if (note === undefined) return statement
  const pieces = labelledNotePieces(note, 'alone')
  if (pieces.length === 0) return statement
  const needsLabel = [EMPTY_SECTION_TEXTS.changes, FIRST_DESCRIPTION_NOTE, PARTIAL_DESCRIPTION_NOTE].some(ours =>
    flattenPieces(pieces).toLowerCase().startsWith(ours.toLowerCase())
  )
  return [...statement, paragraphNode(...(needsLabel ? ['Note: ', ...pieces] : pieces))]
}
