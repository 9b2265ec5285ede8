import type {RootContent} from 'mdast'
import type {Entry} from '../model/timeline.ts'
import {EXISTING, NOTHING, PARTIAL} from '../words/page-words.ts'
import {capital, flat} from '../words/pieces.ts'
import {piecesOfLabelledNote} from '../words/sentences.ts'
import {template} from '../words/templates.ts'
import {paragraph} from './phrasing.ts'

const STATEMENT = template('said in {via}')

/** Whether people wrote something of it: then it is not said besides that nothing changed. */
export const isNoted = ({note}: Entry): boolean => note !== undefined && piecesOfLabelledNote(note, 'alone').length > 0

/** What is said of the release or of the statement as a whole. */
export function aboutEntry({via, note, existing, partial}: Entry): RootContent[] {
  const statement = [
    ...(via === undefined ? [] : [paragraph(...capital(STATEMENT.write({via})), '.')]),
    ...(existing ? [paragraph(EXISTING)] : []),
    ...(partial ? [paragraph(PARTIAL)] : [])
  ]
  if (note === undefined) return statement
  const pieces = piecesOfLabelledNote(note, 'alone')
  if (pieces.length === 0) return statement
  const empty = [NOTHING.changes, EXISTING, PARTIAL].some(ours =>
    flat(pieces).toLowerCase().startsWith(ours.toLowerCase())
  )
  return [...statement, paragraph(...(empty ? ['Note: ', ...pieces] : pieces))]
}
