import type {RootContent} from 'mdast'
import type {TimelineEntry} from '../../model/time/timeline.ts'
import {EMPTY_SECTION_TEXTS, FIRST_DESCRIPTION_NOTE, PARTIAL_DESCRIPTION_NOTE} from '../../text/page-strings.ts'
import {sentenceTemplate} from '../../text/sentence-templates.ts'
import {labelledNotePieces} from '../../text/statement-sentences.ts'
import {capitalizeFirst, flattenPieces} from '../../text/text-pieces.ts'
import {paragraphNode} from '../markdown/markdown-nodes.ts'

const STATEMENT = sentenceTemplate('said in {via}')

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
