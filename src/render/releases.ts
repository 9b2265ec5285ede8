import type {RootContent} from 'mdast'
import type {Event} from '../model/event.ts'
import type {Entry} from '../model/timeline.ts'
import {piecesOfEntry} from '../words/headings.ts'
import {EXISTING, LEADS, NOTHING} from '../words/page-words.ts'
import {capital, flat, type Piece, piecesOfNote} from '../words/pieces.ts'
import {copy, saidOf} from '../words/said.ts'
import {piecesOfLabelledNote, piecesOfSaid} from '../words/sentences.ts'
import {template} from '../words/templates.ts'
import {type Page, saidEntry} from './page.ts'
import {heading, list, paragraph} from './phrasing.ts'

const STATEMENT = template('said in {via}')

/**
 * All changes, release by release, the newest first: who comes back wants to know what is new, and a release that is
 * added changes the top of the page and nothing below it.
 */
export function releases(page: Page): RootContent[] {
  const {entries} = page.history.timeline
  if (entries.length === 0) return [paragraph(NOTHING.releases)]
  const rule = unlistedRule(page)
  return [
    paragraph(LEADS.releases, ...(rule === undefined ? [] : [' ', ...piecesOfNote(rule)])),
    ...entries
      .toReversed()
      .flatMap(entry => [heading(3, ...piecesOfEntry(saidEntry(entry))), ...changesOf(entry, page)])
  ]
}

/** The note that says what it means where a release is not listed. */
const unlistedRule = ({history}: Page): string | undefined =>
  history.about.notes.find(note => /\b(otherwise|unlisted|not listed)\b.*\bno change/is.test(note))

function changesOf(entry: Entry, page: Page): RootContent[] {
  const lines = linesOf(entry, page)
  return [...aboutEntry(entry), lines.length > 0 ? list(lines.map(({pieces}) => pieces)) : paragraph(NOTHING.changes)]
}

/** What is said of the release or of the statement as a whole. */
export function aboutEntry({via, note, existing}: Entry): RootContent[] {
  const statement = [
    ...(via === undefined ? [] : [paragraph(...capital(STATEMENT.write({via})), '.')]),
    ...(existing ? [paragraph(EXISTING)] : [])
  ]
  if (note === undefined) return statement
  const pieces = piecesOfLabelledNote(note, 'alone')
  if (pieces.length === 0) return statement
  const empty = [NOTHING.changes, EXISTING].some(ours => flat(pieces).toLowerCase().startsWith(ours.toLowerCase()))
  return [...statement, paragraph(...(empty ? ['Note: ', ...pieces] : pieces))]
}

export interface Line {
  readonly event: Event
  readonly pieces: Piece[]
}

/** The lines as they were written: the two events of a rename or a promotion are one. */
export function linesOf(entry: Entry, {eventsByEntry, history}: Page): Line[] {
  const events = eventsByEntry.get(entry.index) ?? []
  const {entries} = history.timeline
  return events.flatMap((event, index): Line[] => {
    const paired = event.verb === 'renamed' || event.verb === 'promoted'
    if (paired && event.kind === 'introduced') return []
    const {existing, ...said} = saidOf(event, paired ? events[index + 1] : undefined)
    const after = event.by?.after === undefined ? undefined : entries[event.by.after]?.name
    // What holds for the whole release is said once.
    const more = {...copy('existing', entry.existing ? undefined : existing), ...copy('after', after)}
    return [{event, pieces: piecesOfSaid({...said, ...more})}]
  })
}
