import {METHODS, parseTarget, type Subject} from '../model/subject.ts'
import {looksDated, parseWhen} from '../model/when.ts'
import {readFactCell} from '../words/facts.ts'
import {readDate, readEntry, readLooseEntry, readLooseHeading, type SaidEntry} from '../words/headings.ts'
import type {KnownNames} from '../words/loose.ts'
import {sentencesOf} from '../words/loose.ts'
import {OR_EARLIER, SUNSET_ONLY, UNKNOWN_RELEASE} from '../words/page-words.ts'
import {noteOf} from '../words/pieces.ts'
import {copy, type Said} from '../words/said.ts'
import type {Block, Row} from './markdown-blocks.ts'
import {type Claim, type Draft, type DraftRelease, LINES} from './markdown-draft.ts'
import {readProse, subjectsInCell} from './markdown-lines.ts'

type Table = Extract<Block, {kind: 'table'}>

/** What columns are called, in our own tables and in others'. */
const SYNONYMS = {
  method: /^((http )?(method|verb)|methode)$/,
  path: /^((path|url|uri|route|endpoint|operation)s?|pfade?|endpunkte?)$/,
  gone: /^(removed( (in|since|on)( (release|version))?)?|entfernt( (in|seit|am))?)$/,
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
  derived: /^(promise|earliest lawful end|verdict)$/
} as const satisfies Record<string, RegExp>
type Column = keyof typeof SYNONYMS

type Cells = {readonly [C in Column]?: string}

interface Reading {
  readonly draft: Draft
  readonly known: KnownNames
  readonly from: string
}

/** The kinds of table, each by the columns that it must have; the first that fits. */
const KINDS: readonly {
  readonly needs: readonly Column[]
  readonly may: readonly Column[]
  readonly read: (cells: Cells, row: Row, reading: Reading) => boolean
}[] = [
  {needs: ['removed', 'release'], may: ['replacement', 'announced', 'derived', 'notes', 'date'], read: readRemoved},
  {needs: ['deprecated'], may: ['since', 'release', 'ends', 'derived', 'replacement', 'notes'], read: readDeprecated},
  {needs: ['path', 'gone'], may: ['method', 'since', 'replacement', 'announced', 'notes', 'date'], read: readGone},
  {
    needs: ['path', 'halted'],
    may: ['method', 'release', 'ends', 'derived', 'replacement', 'notes'],
    read: (cells, row, reading) =>
      readDeprecated({...cells, deprecated: subjectCell(cells), since: cells.halted ?? ''}, row, reading)
  },
  {needs: ['release', 'path', 'action'], may: ['method', 'date'], read: readChange},
  {needs: ['date', 'path', 'action'], may: ['method'], read: readChange},
  {needs: ['method', 'path'], may: ['since', 'ends', 'notes'], read: readEndpoint},
  {needs: ['resource', 'field'], may: ['type', 'since', 'notes'], read: readResource},
  {needs: ['release', 'change'], may: ['date'], read: readRelease},
  {needs: ['date', 'change'], may: ['release'], read: readRelease}
]

/** Reads the rows of a table of a known kind. `false`: it is none. */
export function readTable({head, rows, line}: Table, draft: Draft, known: KnownNames): boolean {
  const names = head.map(name => noteOf(name).toLowerCase().replaceAll('`', '').replace(/\s+/g, ' ').trim())
  for (const {needs, may, read} of KINDS) {
    const columns = names.map(name => [...needs, ...may].find(column => SYNONYMS[column].test(name)))
    if (!needs.every(column => columns.includes(column))) continue
    const reading = {draft, known, from: `table ${line}`}
    for (const row of rows) {
      const cells: {[C in Column]?: string} = {}
      const extra: string[] = []
      for (const [index, cell] of row.cells.entries()) {
        const column = columns[index]
        if (column !== undefined && cells[column] === undefined) cells[column] = cell
        else if (cell !== '') extra.push(`${head[index] ?? ''}: ${noteOf(cell)}`)
      }
      const text = noteOf(row.cells.join(' | '))
      for (const cell of [cells.release, cells.since, cells.gone, cells.halted]) {
        const unread = readLooseHeading(plain(cell ?? ''))?.unread
        if (unread !== undefined) draft.remark('unread', row.line, `${unread} (in ${plain(cell ?? '')})`)
      }
      if (row.cells.some(cell => /^~~.*~~$/s.test(cell))) draft.note(row.line, text)
      else if (!read(cells, row, reading)) {
        if (endsSubject(cells, known)) draft.homeless(row.line, text)
        else draft.note(row.line, text)
      } else if (extra.length > 0) draft.note(row.line, `${text} (${extra.join(', ')})`)
    }
    return true
  }
  return false
}

/** A row that names what ended, but no release that we can read. */
function endsSubject(cells: Cells, known: KnownNames): boolean {
  const when = cells.gone ?? cells.halted
  const ended = cells.removed ?? cells.deprecated ?? (when === undefined || when === '' ? '' : subjectCell(cells))
  return subjectsInCell(ended, known).length > 0
}

/** The resources of a document, before its sentences are read: they name them without any mark. */
export function resourcesIn({head, rows}: Table): string[] {
  const names = head.map(name => noteOf(name).toLowerCase().trim())
  const resource = names.findIndex(name => SYNONYMS.resource.test(name))
  const field = names.findIndex(name => SYNONYMS.field.test(name))
  if (resource === -1 || field === -1) return []
  return rows.flatMap(({cells}) => [
    plain(cells[resource] ?? ''),
    `${plain(cells[resource] ?? '')}.${plain(cells[field] ?? '')}`
  ])
}

/** A cell that is one name, with or without backticks. */
const plain = (cell: string): string => noteOf(cell).replaceAll('`', '').trim()

function entryIn(cell: string, {ours}: Draft): SaidEntry | undefined {
  const bare = cell.endsWith(OR_EARLIER) ? cell.slice(0, -OR_EARLIER.length) : cell
  const text = bare.replace(/^(since|from|in) /i, '').trim()
  if (text === '' || text === UNKNOWN_RELEASE) return undefined
  // A page of ours shows the day of a release elsewhere; on others' a day in words is name and day at once.
  const inWords = !ours && readDate(plain(text))?.date !== undefined && !looksDated(plain(text))
  return (inWords ? undefined : readEntry(text)) ?? readLooseEntry(plain(text))
}

/** A day or a release, as a sunset or an announcement names it. */
function momentIn(cell: string | undefined): string | undefined {
  const text = plain(cell ?? '')
  if (text === '' || /^(not known|unknown|not recorded|tbd|-|–|—|n\/a)$/i.test(text)) return undefined
  if (looksDated(text)) return text.includes('-') && !parseWhen(text) ? undefined : text
  const dated = /^\d{4}\./.test(text) ? undefined : readDate(text)
  if (dated) return dated.date
  return text === 'the next release' ? 'next' : text.replace(/^release /i, '')
}

const noteIn = (cell: string | undefined): {note?: string} => {
  const note = noteOf(cell ?? '').trim()
  return copy('note', note === '' ? undefined : note)
}

function claimAt(entry: SaidEntry, said: Said, {draft, from}: Reading, cell?: Claim['cell']): Claim {
  const release = draft.release(entry, false)
  return draft.claim({release, said, from, exact: false, ...(cell ? {cell} : {})})
}

function readRemoved(cells: Cells, row: Row, reading: Reading): boolean {
  const {draft, known} = reading
  const release = cells.release ?? ''
  if (release.endsWith(SUNSET_ONLY.trim())) {
    draft.remark('derived', row.line, noteOf(row.cells.join(' | ')))
    return true
  }
  const entry = entryIn(release, draft)
  const subjects = subjectsInCell(cells.removed ?? '', known)
  if (!entry || subjects.length === 0) return false
  const named = subjectsInCell(cells.replacement ?? '', known)
  const replacement = named.length === 1 ? named[0] : undefined
  const words = replacement ? '' : (cells.replacement ?? '')
  const announced = momentIn(cells.announced)
  for (const subject of subjects) {
    claimAt(
      entry,
      {
        verb: 'removed',
        subject,
        ...copy('replacement', replacement),
        ...copy(
          'announced',
          announced === undefined ? undefined : announced === 'never' ? {never: true as const} : {at: announced}
        ),
        ...noteIn([words, cells.notes ?? ''].filter(Boolean).join(' '))
      },
      reading
    )
  }
  return true
}

function readDeprecated(cells: Cells, row: Row, reading: Reading): boolean {
  const entry = entryIn(cells.since ?? cells.release ?? '', reading.draft)
  const subjects = subjectsInCell(cells.deprecated ?? '', reading.known)
  if (!entry || subjects.length === 0) return false
  const [replacement] = subjectsInCell(cells.replacement ?? '', reading.known)
  if (cells.derived) reading.draft.remark('derived', row.line, `Earliest lawful end: ${noteOf(cells.derived)}`)
  for (const subject of subjects) {
    claimAt(
      entry,
      {
        verb: 'deprecated',
        subject,
        ...copy('replacement', replacement),
        ...copy('sunset', momentIn(cells.ends)),
        ...noteIn([lostMoment(cells.ends), cells.notes ?? ''].filter(Boolean).join(' '))
      },
      reading
    )
  }
  return true
}

/** A day that may be two, or none, in its own words. */
const lostMoment = (cell: string | undefined): string =>
  momentIn(cell) === undefined && /\d/.test(cell ?? '') ? `Ends: ${noteOf(cell ?? '')}.` : ''

/** The subject of a row that has its method in a column of its own. */
const subjectCell = ({method, path = ''}: Cells): string =>
  method === undefined || plain(method) === ''
    ? path
    : plain(method)
        .split(/[\s,/|]+/)
        .map(each => `${each} ${plain(path)}`)
        .join('\n')

/** A subject and the release that removed it; an empty cell says that it is still there. */
function readGone(cells: Cells, row: Row, reading: Reading): boolean {
  const removed = subjectCell(cells)
  const still = /^(-|–|—|n\/a)?$/i.test(plain(cells.gone ?? ''))
  if (still && cells.method !== undefined) return readEndpoint(cells, row, reading)
  const since = entryIn(cells.since ?? '', reading.draft)
  if (still && !since) return false
  const {notes, ...rest} = cells
  const told = {...(since ? rest : cells), removed, release: cells.gone ?? ''}
  const subjects = subjectsInCell(removed, reading.known)
  if (subjects.length === 0 || (!still && !readRemoved(told, row, reading))) return false
  if (since) for (const subject of subjects) stated({target: subject.target}, since, {...copy('notes', notes)}, reading)
  return true
}

const CHANGED: readonly [RegExp, string][] = [
  [/^(?:removed|entfernt|gelöscht)(?![\w])/i, 'removed'],
  [/^(?:deprecated|abgekündigt|veraltet)(?![\w])/i, 'deprecated'],
  [/^(?:added|new|hinzugefügt|neu)(?![\w])/i, 'added'],
  [/^(?:changed|geändert)(?![\w])/i, 'changed'],
  [/^(?:restored|wiederhergestellt)(?![\w])/i, 'restored'],
  [/^renamed(?= to )/i, 'renamed']
]

/** A release, a subject, and in a word or more what became of it. */
function readChange(cells: Cells, {line, cells: whole}: Row, reading: Reading): boolean {
  const {draft, known} = reading
  const release = releaseOf(cells, line, draft)
  if (!release) return false
  const text = (cells.action ?? '').trim()
  const [pattern, verb] = CHANGED.find(([each]) => each.test(text)) ?? []
  const subjects = subjectCell(cells).split('\n').filter(Boolean)
  const all = subjects.map(subject =>
    readProse(pattern ? `${subject} was ${verb}${text.replace(pattern, '')}` : text, 'text', known)
  )
  if (all.length > 0 && all.every(({said, rest}) => said.length > 0 && rest.length === 0)) {
    for (const each of new Set(pattern ? all : all.slice(0, 1))) {
      for (const said of each.said) draft.claim({release, said, from: LINES, exact: false})
    }
    return true
  }
  const note = noteOf([...subjects.map(each => each.trim()), text].filter(Boolean).join(': '))
  if (note === '') return true
  release.notes.push(note)
  draft.remark('note', line, noteOf(whole.join(' | ')))
  return true
}

function readEndpoint(cells: Cells, _: Row, reading: Reading): boolean {
  const path = plain(cells.path ?? '')
  const methods = plain(cells.method ?? '')
    .split(/[\s,/|]+/)
    .filter(Boolean)
  const targets = methods.map(method => parseTarget(`${method} ${path.startsWith('/') ? path : `/${path}`}`))
  if (targets.length === 0 || path === '') return false
  if (!methods.every(method => METHODS.some(each => each === method.toUpperCase()))) return false
  const entry = entryIn(cells.since ?? '', reading.draft)
  if (!entry && ![undefined, '', UNKNOWN_RELEASE, '-', '–'].includes(cells.since)) return false
  for (const target of targets) {
    if (!target) return false
    stated({target}, entry, cells, reading)
  }
  return true
}

function readResource(cells: Cells, _: Row, reading: Reading): boolean {
  const resource = plain(cells.resource ?? '')
  const name = plain(cells.field ?? '')
  const target = parseTarget(`${resource}.${name}`)
  if (target?.kind !== 'resource-field') return false
  const told = sinceIn(cells.notes ?? '')
  const entry = entryIn(cells.since ?? '', reading.draft) ?? told.entry
  stated({target}, entry, {...cells, notes: told.entry ? told.rest : (cells.notes ?? '')}, reading)
  return true
}

/** An endpoint or a field that is there: since a release, or since nobody knows when. */
function stated(subject: Subject, entry: SaidEntry | undefined, cells: Cells, reading: Reading): void {
  const type = noteOf(cells.type ?? '').trim()
  const cell = {notes: cells.notes ?? '', ...copy('type', type === '' ? undefined : type)}
  if (entry) claimAt(entry, {verb: 'added', subject}, reading, cell)
  else {
    const {notes, ...typed} = cell
    reading.draft.facts.push({subject, ...readFactCell(notes), ...typed})
  }
}

const PRESENT =
  /^(?:present|available|added|new)? ?(?:from|since|in) (?:release |version )?(v?\d[\w.+-]*?(?: GA)?)\.?$/i

/** `Present from 2.5.` in a note: the release, and the note without that sentence. */
function sinceIn(note: string): {entry?: SaidEntry; rest: string} {
  const sentences = sentencesOf(note).map(({text}) => text)
  const found = sentences.findIndex(sentence => PRESENT.test(sentence.trim()))
  const name = PRESENT.exec(sentences[found]?.trim() ?? '')?.[1]
  if (name === undefined) return {rest: note}
  return {entry: {kind: 'release', name}, rest: sentences.filter((_, index) => index !== found).join(' ')}
}

/** The release of a row, by its name, its day or both. */
function releaseOf(cells: Cells, line: number, draft: Draft): DraftRelease | undefined {
  const named = entryIn(cells.release ?? '', draft)
  const day = plain(cells.date ?? '')
  const date = readDate(day)?.date
  const entry: SaidEntry | undefined =
    named?.kind === 'release' && date !== undefined
      ? {...named, date}
      : (named ?? (date === undefined ? undefined : {kind: 'announcement', on: date}))
  if (!entry) return undefined
  if (date === undefined) draft.remark('unread', line, day)
  return draft.release(entry, true)
}

function readRelease(cells: Cells, {line}: Row, {draft, known}: Reading): boolean {
  const release = releaseOf(cells, line, draft)
  if (!release) return false
  const {said, rest} = readProse(cells.change ?? '', 'text', known)
  for (const each of said) draft.claim({release, said: each, from: LINES, exact: false})
  if (rest.length > 0) {
    release.notes.push(rest.join(' '))
    draft.remark('note', line, rest.join(' '))
  }
  return true
}
