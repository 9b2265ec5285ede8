import {looksLikeDate, parseDateRange} from '@tenure/core/model/time/date-range'
import {readDate} from '@tenure/core/model/time/written-date'
import {noteText} from '@tenure/core/phrases/text-pieces'
import {splitIntoSentences} from '@tenure/core/text/inline-code'
import {OR_EARLIER, UNKNOWN_RELEASE} from '@tenure/core/text/page-strings'
import {type EntryHeading, readEntryName, readFreeFormEntry} from '@tenure/core/text/release-headings'
import {optionalField} from '@tenure/core/text/statement'
import type {DraftRelease, ImportDraft} from './draft.ts'
import type {ChangelogNames} from './lines.ts'

/** Column headings, in rendered tables and in those of other projects. */
export const COLUMN_PATTERNS = {
  method: /^((http )?(method|verb)|methode)$/,
  named: /^name$/,
  path: /^((path|url|uri|route|endpoint|operation)s?|pfade?|endpunkte?)$/,
  removedIn: /^(removed( (in|since|on)( (release|version))?)?|entfernt( (in|seit|am))?)$/,
  halted: /^(deprecated( (in|since|on)( (release|version))?)?|(abgekündigt|veraltet)( (in|seit|am))?)$/,
  since:
    /^(since|introduced|introduced in|added|added in|available since|from|since version|deprecated (in|since)|seit|eingeführt in)$/,
  notes: /^(notes?|descriptions?|summary|comments?|remarks?|details|bemerkung(en)?|hinweise?|beschreibung)$/,
  removed: /^removed( (paths?|endpoints?|operations?|fields?))?$/,
  deprecated: /^deprecated( (paths?|endpoints?|operations?|fields?))?$/,
  release: /^((product )?(release|version)|removed (in|since)( (release|version))?|in)$/,
  date: /^(date|released|release date|day|datum)$/,
  change: /^(changes?|what changed|change log|changelog|description|notes|änderung(en)?)$/,
  action: /^(changes?|what changed|action|änderung(en)?)$/,
  replacement:
    /^(replacements?|use|use instead|instead|replaced by|replaced with|successor|alternatives?|migrate to|ersatz|ersetzt durch|stattdessen|nachfolger)$/,
  ends: /^(ends?|sunset|removal|removal date|end of (life|support)|unsupported from|until|to be removed in)$/,
  announced: /^announced( in| on)?$/,
  resource: /^(resource|object|entity|model|schema|type name)$/,
  field: /^(field|property|attribute|parameter|key)s?( name)?$/,
  type: /^(type|type \/ shape|shape|data type|format)$/,
  derived: /^(verdict|policy|earliest end of support)$/
} as const satisfies Record<string, RegExp>
export type Column = keyof typeof COLUMN_PATTERNS

export type Cells = {readonly [C in Column]?: string}

export interface TableContext {
  readonly draft: ImportDraft
  readonly known: ChangelogNames
  readonly from: string
}

/** The text of a cell with a single name, without backticks. */
export const readPlainCell = (cell: string): string => noteText(cell).replaceAll('`', '').trim()

export function readEntryCell(cell: string, {isRendered: ours}: ImportDraft): EntryHeading | undefined {
  const bare = cell.endsWith(OR_EARLIER) ? cell.slice(0, -OR_EARLIER.length) : cell
  const text = bare.replace(/^(since|from|in) /i, '').trim()
  if (text === '' || text === UNKNOWN_RELEASE) return undefined
  // Rendered pages have a separate column for the date. On other pages, a date in words is both the name and the date.
  const isWrittenOut = !ours && readDate(readPlainCell(text))?.date !== undefined && !looksLikeDate(readPlainCell(text))
  return (isWrittenOut ? undefined : readEntryName(text)) ?? readFreeFormEntry(readPlainCell(text))
}

/** The day or release that a cell names; `undefined` if it names none. */
export function readMomentCell(cell: string | undefined): string | undefined {
  const text = readPlainCell(cell ?? '')
  if (text === '' || /^(not known|unknown|not recorded|none recorded|tbd|-|–|—|n\/a)$/i.test(text)) return undefined
  if (looksLikeDate(text)) return text.includes('-') && !parseDateRange(text) ? undefined : text
  const dated = /^\d{4}\.(?!\d{2}\.\d{2}$)/.test(text) ? undefined : readDate(text)
  if (dated) return dated.date
  return text === 'the next release' ? 'next' : text.replace(/^release /i, '')
}

export const readNoteCell = (cell: string | undefined): {note?: string} => {
  const note = noteText(cell ?? '').trim()
  return optionalField('note', note === '' ? undefined : note)
}

export const describeUnreadMoment = (cell: string | undefined): string =>
  readMomentCell(cell) === undefined && /\d/.test(cell ?? '') ? `Ends: ${noteText(cell ?? '')}.` : ''

/** The subjects of a row, with the method from its own column if there is one. */
export const combineSubjectCells = ({method, path = ''}: Cells): string =>
  method === undefined || readPlainCell(method) === ''
    ? path
    : readPlainCell(method)
        .split(/[\s,/|]+/)
        .map(each => `${each} ${readPlainCell(path)}`)
        .join('\n')

/** A sentence that names the release in which something was added. */
const PRESENT =
  /^(?:present|available|added|new)? ?(?:from|since|in) (?:release |version )?(v?\d[\w.+-]*?(?: GA)?)\.?$/i

/** Extracts the release from a sentence such as `Present from 2.5.` and returns the note without it. */
export function extractSince(note: string): {entry?: EntryHeading; rest: string} {
  const sentences = splitIntoSentences(note).map(({text}) => text)
  const found = sentences.findIndex(sentence => PRESENT.test(sentence.trim()))
  const name = PRESENT.exec(sentences[found]?.trim() ?? '')?.[1]
  if (name === undefined) return {rest: note}
  return {entry: {kind: 'release', name}, rest: sentences.filter((_, index) => index !== found).join(' ')}
}

/** The release of a row by its name, its date, or both; `undefined` if the row has neither. */
export function readRowRelease(cells: Cells, line: number, draft: ImportDraft): DraftRelease | undefined {
  const named = readEntryCell(cells.release ?? '', draft)
  const day = readPlainCell(cells.date ?? '')
  const date = readDate(day)?.date
  const entry: EntryHeading | undefined =
    named?.kind === 'release' && date !== undefined
      ? {...named, date}
      : (named ?? (date === undefined ? undefined : {kind: 'announcement', on: date}))
  if (!entry) return undefined
  if (date === undefined) draft.remark('unread', line, day)
  return draft.release(entry, true)
}
