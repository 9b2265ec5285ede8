import type {RootContent} from 'mdast'
import type {Judgement} from '../../model/verdict/judgement.ts'
import {count, sayMissing} from '../../text/format-values.ts'
import {LEADS, NOTHING} from '../../text/page-strings.ts'
import {piecesOfSubject} from '../../text/subject-phrase.ts'
import {freeOf, type Piece, piecesOfNote} from '../../text/text-pieces.ts'
import {list, paragraph} from '../markdown/markdown-nodes.ts'
import type {Page} from '../page-data.ts'
import {isReadWhole} from '../release-notes/unread-releases.ts'

/**
 * The section on unknowns: topics that the history declares as unknown, and the facts missing for undetermined
 * verdicts.
 */
export function unknown(page: Page): RootContent[] {
  const {history, judgements} = page
  const unread = isReadWhole(page) ? [] : [paragraph(NOTHING.unread)]
  const {unknown: topics} = history.about
  const undetermined = judgements.filter(({verdict}) => verdict === 'undetermined')
  const open = undetermined.filter(({event}) => !event.seen)
  const seen = undetermined.length - open.length
  if (topics.length === 0 && undetermined.length === 0) return unread.length > 0 ? unread : [paragraph(NOTHING.unknown)]
  const shown = topics.map(({topic, note}): Piece[] => [
    freeOf(topic),
    ...(note === undefined ? [] : [': ', ...piecesOfNote(note)])
  ])
  return [
    ...unread,
    ...(shown.length === 0 ? [] : [paragraph(LEADS.unknown), list(shown)]),
    ...(open.length === 0 ? [] : [paragraph(LEADS.open), list(open.map(undeterminedPieces))]),
    ...(seen === 0 ? [] : [paragraph(`The descriptions leave ${count(seen, 'verdict')} open; an audit lists them.`)])
  ]
}

const undeterminedPieces = ({subject, kind, end, missing}: Judgement): Piece[] => [
  kind === 'end' ? 'The end of ' : 'The change of ',
  ...piecesOfSubject(subject),
  ` (${end.stated}): `,
  ...piecesOfNote(missing.length > 0 ? sayMissing(missing) : 'not known')
]
