import type {RootContent} from 'mdast'
import type {Entry} from '../../model/time/timeline.ts'
import {EXISTING, NOTHING, PARTIAL} from '../../text/page-strings.ts'
import {template} from '../../text/sentence-templates.ts'
import {piecesOfLabelledNote} from '../../text/statement-sentences.ts'
import {capital, flat} from '../../text/text-pieces.ts'
import {paragraph} from '../markdown/markdown-nodes.ts'

const STATEMENT = template('said in {via}')

/** Whether the entry has a note. The page then doesn't add that nothing changed. */
export const isNoted = ({note}: Entry): boolean => note !== undefined && piecesOfLabelledNote(note, 'alone').length > 0

/** Paragraphs about a release or statement as a whole: its source, its completeness, and its note. */
export function aboutEntry({via, note, existing, partial}: Entry): RootContent[] {
  const statement = [
    ...(via === undefined ? [] : [paragraph(...capital(STATEMENT.write({via})), '.')]),
    ...(existing ? [paragraph(EXISTING)] : []),
    ...(partial ? [paragraph(PARTIAL)] : [])
  ]
  if (note === undefined) return statement
  const pieces = piecesOfLabelledNote(note, 'alone')
  if (pieces.length === 0) return statement
  const needsLabel = [NOTHING.changes, EXISTING, PARTIAL].some(ours =>
    flat(pieces).toLowerCase().startsWith(ours.toLowerCase())
  )
  return [...statement, paragraph(...(needsLabel ? ['Note: ', ...pieces] : pieces))]
}
