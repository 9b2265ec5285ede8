import {countNoun} from '@tenure/core/languages/languages'
import type {TimelineEntry} from '@tenure/core/model/time/timeline'
import type {ChangeLine} from '@tenure/core/outputs/changes/change-line'
import type {ChangesOfRelease} from '@tenure/core/outputs/changes/changes-of-release'
import {formatUnreadReleases} from '@tenure/core/outputs/changes/page-data'
import {CHANGE_GROUPS, type ChangeGroup} from '@tenure/core/outputs/changes/release-changes'
import {headingNode, paragraphNode} from '@tenure/core/outputs/markdown/markdown-nodes'
import {capitalizeFirst, codePiece, flattenPieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {formatCount} from '@tenure/core/text/format-values'
import {
  CHANGE_GROUP_TITLES,
  EMPTY_SECTION_TEXTS,
  FIRST_DESCRIPTION_NOTE,
  PARTIAL_DESCRIPTION_NOTE,
  UNCLEAR_LEAD,
  UNREAD_RELEASE_NOTE,
  WRITTEN_TITLE
} from '@tenure/core/text/page-strings'
import {sentenceTemplate} from '@tenure/core/text/sentence-templates'
import {labeledNotePieces, withoutClaim} from '@tenure/core/text/statement-sentences'
import type {RootContent} from 'mdast'
import {writtenNodes} from '../markdown/written-markdown.ts'
import {type ChangeListStyle, changeList, collapsedList, listBlocks, listsOf} from './change-list.ts'

/** Groups under the heading of breaking changes. */
const BREAKING_GROUPS: readonly ChangeGroup[] = ['removed', 'breaking']

/** Sections of the notes, breaking changes first. Removals have a heading of their own if there are other breaks. */
function changeSections(lines: readonly ChangeLine[], depth: 3 | 4, style: ChangeListStyle): RootContent[] {
  const listOf = (group: ChangeGroup): RootContent[] => {
    const inGroup = lines.filter(line => line.group === group)
    return changeList(group === 'breaking' && style.claimed ? inGroup.map(withoutBreakingLabel) : inGroup, style)
  }
  const [removed, changed] = [listOf('removed'), listOf('breaking')]
  const both = removed.length > 0 && changed.length > 0
  const sub = (title: string): RootContent[] => (both ? [headingNode(depth === 3 ? 4 : 5, title)] : [])
  const breaking =
    removed.length + changed.length === 0
      ? []
      : [
          headingNode(depth, CHANGE_GROUP_TITLES.breaking),
          ...sub(CHANGE_GROUP_TITLES.removed),
          ...removed,
          ...sub(CHANGE_GROUP_TITLES.changed),
          ...changed
        ]
  const others = CHANGE_GROUPS.filter(group => !BREAKING_GROUPS.includes(group)).flatMap((group): RootContent[] => {
    const list = listOf(group)
    const lead = group === 'unclear' ? [paragraphNode(UNCLEAR_LEAD)] : []
    return list.length === 0 ? [] : [headingNode(depth, CHANGE_GROUP_TITLES[group]), ...lead, ...list]
  })
  return [...breaking, ...others]
}

/** What stands in place of changes: that there are none, or why that isn't known. */
export const withoutChanges = ({unread, isIncomplete}: ChangesOfRelease): string =>
  unread ? UNREAD_RELEASE_NOTE : EMPTY_SECTION_TEXTS[isIncomplete ? 'changesIncomplete' : 'changes']

/** Whether the notes of a release only say that nothing changed. */
export const isWithoutChanges = ({lines, first, unread, since, partial, entry, from}: ChangesOfRelease): boolean =>
  ![...lines, first, unread, since, partial, ...(from ? [] : [entry.partial, entry.via, hasNote(entry)])].some(Boolean)

/** Body of the notes of a release, with headings of the given level, breaking changes first. */
export function releaseBody(news: ChangesOfRelease, depth: 3 | 4, style: ChangeListStyle): RootContent[] {
  const {entry, from, lines, first} = news
  const lists = listsOf(lines)
  return [
    ...releaseSentences(news).map(pieces => paragraphNode(...pieces)),
    ...(first ? allOperations(first) : []),
    ...changeSections(lines, depth, {...style, lists}),
    ...listBlocks(lists, style),
    ...(from ? [] : writtenSection(entry, depth))
  ]
}

/**
 * Sentences about a release as a whole: where it was announced, its note, how it was read, and whether nothing changed.
 */
export function releaseSentences(news: ChangesOfRelease): TextPiece[][] {
  const {entry, from, lines, first, unread, since, partial = []} = news
  const between: TextPiece[] = [
    'Some of these changes may be older: no description between ',
    codePiece(since ?? ''),
    ' and this release was read.'
  ]
  const said = lines.length > 0 || first !== undefined || (!unread && !from && hasNote(entry))
  // An unread part may contain changes, so `No changes.` is omitted.
  const isOpen = partial.length > 0 || (!from && entry.partial === true)
  return [
    ...(from ? [] : entrySentences(entry)),
    ...(partial.length > 0 ? [formatUnreadReleases(partial)] : []),
    ...(since === undefined ? [] : [between]),
    ...(first ? [[firstSentence(first)]] : []),
    ...(said || isOpen ? [] : [[withoutChanges(news)]])
  ]
}

const withoutBreakingLabel = (line: ChangeLine): ChangeLine => ({...line, pieces: withoutClaim(line.pieces)})

type FirstDescription = NonNullable<ChangesOfRelease['first']>

/** All names, without a noun that the heading has. */
function allOperations({operations}: FirstDescription): RootContent[] {
  const noun = countNoun(operations, 'operation')
  const isNamed = operations.every(name => name.startsWith(`${noun} `))
  return collapsedList(`All ${noun}s`, isNamed ? operations.map(name => name.slice(noun.length + 1)) : operations)
}

/** Summary of the first description that was read. It isn't listed as added, because it may be older. */
const firstSentence = ({operations, deprecated}: FirstDescription): string =>
  `This is the first description that was read, with ${formatCount(operations.length, countNoun(operations, 'operation'))}${deprecated > 0 ? `, ${deprecated} of them deprecated` : ''}. They may be older.`

const STATEMENT = sentenceTemplate('announced via {via}')

/** Paragraph that names the releases which could only be read in part. Empty if there are none. */
export const unreadParagraph = (names: readonly string[]): RootContent[] =>
  names.length === 0 ? [] : [paragraphNode(...formatUnreadReleases(names))]

/** Whether the entry has a text of its own. The page then doesn't add that nothing changed. */
export const hasNote = ({note, markdown}: TimelineEntry): boolean =>
  markdown !== undefined || (note !== undefined && labeledNotePieces(note, 'alone').length > 0)

/** The Markdown of an entry below a heading of the depth. Empty if it has none. */
export const writtenSection = ({markdown}: TimelineEntry, depth: 3 | 4): RootContent[] =>
  markdown === undefined ? [] : [headingNode(depth, WRITTEN_TITLE), ...writtenNodes(markdown, depth + 1)]

/** Paragraphs about a release or statement as a whole. */
export const entryParagraphs = (entry: TimelineEntry): RootContent[] =>
  entrySentences(entry).map(pieces => paragraphNode(...pieces))

/** The source of a release or statement, its completeness, and its note. */
function entrySentences({via, note, existing, partial}: TimelineEntry): TextPiece[][] {
  const statement: TextPiece[][] = [
    ...(via === undefined ? [] : [[...capitalizeFirst(STATEMENT.write({via})), '.']]),
    ...(existing ? [[FIRST_DESCRIPTION_NOTE]] : []),
    ...(partial ? [[PARTIAL_DESCRIPTION_NOTE]] : [])
  ]
  if (note === undefined) return statement
  const pieces = labeledNotePieces(note, 'alone')
  if (pieces.length === 0) return statement
  const needsLabel = [EMPTY_SECTION_TEXTS.changes.slice(0, -1), FIRST_DESCRIPTION_NOTE, PARTIAL_DESCRIPTION_NOTE].some(
    ours => flattenPieces(pieces).toLowerCase().startsWith(ours.toLowerCase())
  )
  return [...statement, needsLabel ? ['Note: ', ...pieces] : pieces]
}
