import type {RootContent} from 'mdast'
import {
  ABOUT_LABEL,
  ADOPTED_TEMPLATE,
  BASE_ADDRESS,
  INCOMPLETE_HISTORY_NOTE,
  LEAD_SENTENCES,
  needsAboutLabel
} from '../../text/page-strings.ts'
import {sentenceTemplate} from '../../text/sentence-templates.ts'
import {capitalizeFirst, flattenPieces, notePieces} from '../../text/text-pieces.ts'
import {listNode, paragraphNode} from '../markdown/markdown-nodes.ts'
import type {HistoryPage} from '../page-data.ts'

const adoptedSince = sentenceTemplate(ADOPTED_TEMPLATE)
const base = sentenceTemplate(BASE_ADDRESS)

/** The "About" section: summary, base address, areas, and notes that apply to the whole history. */
export function aboutSection({history}: HistoryPage): RootContent[] {
  const {about: details, adopted, complete} = history
  return [
    ...(details.about === undefined ? [] : [aboutParagraph(details.about)]),
    ...(details.base === undefined ? [] : [paragraphNode(...capitalizeFirst(base.write({base: details.base})), '.')]),
    ...(details.areas.length === 0
      ? []
      : [paragraphNode(LEAD_SENTENCES.areas), listNode(details.areas.map(notePieces))]),
    ...(adopted === undefined ? [] : [paragraphNode(...capitalizeFirst(adoptedSince.write({since: adopted})), '.')]),
    ...(complete ? [] : [paragraphNode(INCOMPLETE_HISTORY_NOTE)]),
    ...(details.notes.length === 0
      ? []
      : [paragraphNode(LEAD_SENTENCES.notes), listNode(details.notes.map(notePieces))])
  ]
}

function aboutParagraph(text: string): RootContent {
  const pieces = notePieces(text)
  return paragraphNode(...(needsAboutLabel(flattenPieces(pieces)) ? [ABOUT_LABEL, ...pieces] : pieces))
}
