import type {RootContent} from 'mdast'
import type {Judgement} from '../../model/verdict/judgement.ts'
import {formatCount, formatMissingFacts} from '../../text/format-values.ts'
import {EMPTY_SECTION_TEXTS, LEAD_SENTENCES} from '../../text/page-strings.ts'
import {subjectPieces} from '../../text/subject-phrase.ts'
import {freeTextPiece, notePieces, type TextPiece} from '../../text/text-pieces.ts'
import {listNode, paragraphNode} from '../markdown/markdown-nodes.ts'
import type {HistoryPage} from '../page-data.ts'
import {isFullyRead} from '../release-notes/unread-releases.ts'

/**
 * The section on unknowns: topics that the history declares as unknown, and the facts missing for undetermined
 * verdicts.
 */
export function openQuestionsSection(page: HistoryPage): RootContent[] {
  const {history, judgements} = page
  const unread = isFullyRead(page) ? [] : [paragraphNode(EMPTY_SECTION_TEXTS.unread)]
  const {unknown: topics} = history.about
  const undetermined = judgements.filter(({verdict}) => verdict === 'undetermined')
  const open = undetermined.filter(({event}) => !event.seen)
  const seen = undetermined.length - open.length
  if (topics.length === 0 && undetermined.length === 0)
    return unread.length > 0 ? unread : [paragraphNode(EMPTY_SECTION_TEXTS.unknown)]
  const shown = topics.map(({topic, note}): TextPiece[] => [
    freeTextPiece(topic),
    ...(note === undefined ? [] : [': ', ...notePieces(note)])
  ])
  return [
    ...unread,
    ...(shown.length === 0 ? [] : [paragraphNode(LEAD_SENTENCES.unknown), listNode(shown)]),
    ...(open.length === 0 ? [] : [paragraphNode(LEAD_SENTENCES.open), listNode(open.map(undeterminedPieces))]),
    ...(seen === 0
      ? []
      : [paragraphNode(`The descriptions leave ${formatCount(seen, 'verdict')} open; an audit lists them.`)])
  ]
}

const undeterminedPieces = ({subject, kind, end, missing}: Judgement): TextPiece[] => [
  kind === 'end' ? 'The end of ' : 'The change of ',
  ...subjectPieces(subject),
  ` (${end.stated}): `,
  ...notePieces(missing.length > 0 ? formatMissingFacts(missing) : 'not known')
]
