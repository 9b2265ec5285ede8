import type {RootContent} from 'mdast'
import {ADOPTED, BASE, INCOMPLETE, LEADS} from '../words/page-words.ts'
import {capital, piecesOfNote} from '../words/pieces.ts'
import {template} from '../words/templates.ts'
import type {Page} from './page.ts'
import {list, noteParagraph, paragraph} from './phrasing.ts'

const adoptedSince = template(ADOPTED)
const base = template(BASE)

/** What the service is, where it is, what it concerns, and what holds for the whole record. */
export function about({history}: Page): RootContent[] {
  const {about: said, adopted, complete} = history
  return [
    ...(said.about === undefined ? [] : [noteParagraph(said.about)]),
    ...(said.base === undefined ? [] : [paragraph(...capital(base.write({base: said.base})), '.')]),
    ...(said.areas.length === 0 ? [] : [paragraph(LEADS.areas), list(said.areas.map(piecesOfNote))]),
    ...(adopted === undefined ? [] : [paragraph(...capital(adoptedSince.write({since: adopted})), '.')]),
    ...(complete ? [] : [paragraph(INCOMPLETE)]),
    ...(said.notes.length === 0 ? [] : [paragraph(LEADS.notes), list(said.notes.map(piecesOfNote))])
  ]
}
