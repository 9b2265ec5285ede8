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
  const {about: said, adopted, complete} = history
  return [
    ...(said.about === undefined ? [] : [aboutParagraph(said.about)]),
    ...(said.base === undefined ? [] : [paragraph(...capital(base.write({base: said.base})), '.')]),
    ...(said.areas.length === 0 ? [] : [paragraph(LEADS.areas), list(said.areas.map(piecesOfNote))]),
    ...(adopted === undefined ? [] : [paragraph(...capital(adoptedSince.write({since: adopted})), '.')]),
    ...(complete ? [] : [paragraph(INCOMPLETE)]),
    ...(said.notes.length === 0 ? [] : [paragraph(LEADS.notes), list(said.notes.map(piecesOfNote))])
  ]
}

function aboutParagraph(text: string): RootContent {
  const pieces = piecesOfNote(text)
  return paragraph(...(needsAboutLabel(flat(pieces)) ? [ABOUT_LABEL, ...pieces] : pieces))
}
