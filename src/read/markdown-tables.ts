import {METHODS, parseTarget, type Subject} from '../model/subject.ts'
import {looksDated, parseWhen} from '../model/when.ts'
import {readFactCell} from '../words/facts.ts'
import {readEntry, readLooseEntry, type SaidEntry} from '../words/headings.ts'
import type {KnownNames} from '../words/loose.ts'
import {sentencesOf} from '../words/loose.ts'
import {SUNSET_ONLY, UNKNOWN_RELEASE} from '../words/page-words.ts'
import {noteOf} from '../words/pieces.ts'
import {copy, type Said} from '../words/said.ts'
import type {Block, Row} from './markdown-blocks.ts'
import {type Claim, type Draft, LINES} from './markdown-draft.ts'
import {readProse, subjectsInCell} from './markdown-lines.ts'

type Table = Extract<Block, {kind: 'table'}>

/** What columns are called, in our own tables and in others'. */
const SYNONYMS = {
  method: /^(http )?(method|verb)$/,
  path: /^(path|url|uri|route|endpoint|operation)s?$/,
  since: /^(since|introduced|introduced in|added|added in|available since|from|since version|deprecated (in|since))$/,
  notes: /^(notes?|descriptions?|summary|comments?|remarks?|details)$/,
  removed: /^removed( (paths?|endpoints?|operations?|fields?))?$/,
  deprecated: /^deprecated( (paths?|endpoints?|operations?|fields?))?$/,
  release: /^((product )?(release|version)|removed in|removed since|in)$/,
  date: /^(date|released|release date|day)$/,
  change: /^(changes?|what changed|change log|changelog|description|notes)$/,
  replacement: /^(replacements?|use|use instead|instead|replaced by|successor|alternative|migrate to)$/,
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
      if (!read(cells, row, reading)) draft.note(row.line, text)
      else if (extra.length > 0) draft.note(row.line, `${text} (${extra.join(', ')})`)
    }
    return true
  }
  return false
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

function entryIn(cell: string): SaidEntry | undefined {
  const text = cell.replace(/^(since|from|in) /i, '').trim()
  return text === '' || text === UNKNOWN_RELEASE ? undefined : (readEntry(text) ?? readLooseEntry(plain(text)))
}

/** A day or a release, as a sunset or an announcement names it. */
function momentIn(cell: string | undefined): string | undefined {
  const text = plain(cell ?? '')
  if (text === '' || /^(not known|unknown|not recorded|tbd|-|–|—|n\/a)$/i.test(text)) return undefined
  if (looksDated(text) && text.includes('-') && !parseWhen(text)) return undefined
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
  const entry = entryIn(release)
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
  const entry = entryIn(cells.since ?? cells.release ?? '')
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
        ...noteIn(cells.notes)
      },
      reading
    )
  }
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
  const entry = entryIn(cells.since ?? '')
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
  const entry = entryIn(cells.since ?? '') ?? told.entry
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

function readRelease(cells: Cells, {line}: Row, {draft, known}: Reading): boolean {
  const named = entryIn(cells.release ?? '')
  const date = parseWhen(plain(cells.date ?? '')) ? plain(cells.date ?? '') : undefined
  const entry: SaidEntry | undefined =
    named?.kind === 'release' && date !== undefined
      ? {...named, date}
      : (named ?? (date === undefined ? undefined : {kind: 'announcement', on: date}))
  if (!entry) return false
  const release = draft.release(entry, true)
  const {said, rest} = readProse(cells.change ?? '', 'text', known)
  for (const each of said) draft.claim({release, said: each, from: LINES, exact: false})
  if (rest.length > 0) {
    release.notes.push(rest.join(' '))
    draft.remark('note', line, rest.join(' '))
  }
  return true
}
