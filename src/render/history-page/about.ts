import type {RootContent} from 'mdast'
import {ABOUT_LABEL, ADOPTED, BASE, INCOMPLETE, LEADS, needsAboutLabel} from '../../text/page-strings.ts'
import {template} from '../../text/sentence-templates.ts'
import {capital, flat, piecesOfNote} from '../../text/text-pieces.ts'
import {list, paragraph} from '../markdown/markdown-nodes.ts'
import type {Page} from '../page-data.ts'

const adoptedSince = template(ADOPTED)
const base = template(BASE)

/** The "About" section: summary, base address, areas, and notes that apply to the whole history. */
export function about({history}: Page): RootContent[] {
  const {about: details, adopted, complete} = history
  return [
    ...(details.about === undefined ? [] : [aboutParagraph(details.about)]),
    ...(details.base === undefined ? [] : [paragraph(...capital(base.write({base: details.base})), '.')]),
    ...(details.areas.length === 0 ? [] : [paragraph(LEADS.areas), list(details.areas.map(piecesOfNote))]),
    ...(adopted === undefined ? [] : [paragraph(...capital(adoptedSince.write({since: adopted})), '.')]),
    ...(complete ? [] : [paragraph(INCOMPLETE)]),
    ...(details.notes.length === 0 ? [] : [paragraph(LEADS.notes), list(details.notes.map(piecesOfNote))])
  ]
}

function aboutParagraph(text: string): RootContent {
  const pieces = piecesOfNote(text)
  return paragraph(...(needsAboutLabel(flat(pieces)) ? [ABOUT_LABEL, ...pieces] : pieces))
}
