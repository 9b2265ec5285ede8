import {LISTED_NOUNS, parseTarget} from '@tenure/core/languages/languages'
import {defined} from '@tenure/core/model/defined'
import {isMember, type Subject} from '@tenure/core/model/subject/subject'
import {noteText} from '@tenure/core/phrases/text-pieces'
import {NO_REPLACEMENT, NOT_NAMED, UNKNOWN_RELEASE} from '@tenure/core/text/page-strings'
import type {EntryHeading} from '@tenure/core/text/release-headings'
import type {StatementText} from '@tenure/core/text/statement'
import {readFactCell} from '@tenure/core/text/subject-facts'
import {METHODS} from '@tenure/openapi/subjects'
import type {MarkdownRow} from './blocks.ts'
import {
  type Cells,
  combineSubjectCells,
  describeUnreadMoment,
  extractSince,
  readEntryCell,
  readMomentCell,
  readNoteCell,
  readPlainCell,
  readRowRelease,
  type TableContext
} from './cells.ts'
import {CHANGES_LIST, type Claim} from './draft.ts'
import {readProse, readSubjectsCell} from './lines.ts'

function addClaim(entry: EntryHeading, said: StatementText, {draft, from}: TableContext, cell?: Claim['cell']): Claim {
  const release = draft.release(entry, false)
  return draft.claim(defined({release, said, from, exact: false, cell}))
}

export function readRemoved(cells: Cells, _: MarkdownRow, reading: TableContext): boolean {
  const {draft, known} = reading
  const release = cells.release ?? ''
  const entry = readEntryCell(release, draft)
  const subjects = readSubjectsCell(cells.removed ?? '', known)
  if (!entry || subjects.length === 0) return false
  const stated = readPlainCell(cells.replacement ?? '')
  const named = readSubjectsCell(cells.replacement ?? '', known)
  const replacement = named.length === 1 ? named[0] : undefined
  const words = replacement || [NOT_NAMED, NO_REPLACEMENT].includes(stated) ? '' : (cells.replacement ?? '')
  const announced = readMomentCell(cells.announced)
  for (const subject of subjects) {
    addClaim(
      entry,
      defined({
        verb: 'removed',
        subject,
        replacement,
        unreplaced: stated === NO_REPLACEMENT ? (true as const) : undefined,
        announced:
          announced === undefined ? undefined : announced === 'never' ? {never: true as const} : {at: announced},
        ...readNoteCell([words, cells.notes ?? ''].filter(Boolean).join(' '))
      }),
      reading
    )
  }
  return true
}

export function readDeprecated(cells: Cells, row: MarkdownRow, reading: TableContext): boolean {
  const entry = readEntryCell(cells.since ?? cells.release ?? '', reading.draft)
  const subjects = readSubjectsCell(cells.deprecated ?? '', reading.known)
  if (!entry || subjects.length === 0) return false
  const [replacement] = readSubjectsCell(cells.replacement ?? '', reading.known)
  if (cells.derived) reading.draft.remark('derived', row.line, `Earliest end of support: ${noteText(cells.derived)}`)
  for (const subject of subjects) {
    addClaim(
      entry,
      defined({
        verb: 'deprecated',
        subject,
        replacement,
        sunset: readMomentCell(cells.ends),
        ...readNoteCell([describeUnreadMoment(cells.ends), cells.notes ?? ''].filter(Boolean).join(' '))
      }),
      reading
    )
  }
  return true
}

/** Reads a row with an endpoint and the release that removed it; an empty release means that it still exists. */
export function readRemovalColumn(cells: Cells, row: MarkdownRow, reading: TableContext): boolean {
  const removed = combineSubjectCells(cells)
  const isStillPresent = /^(-|–|—|n\/a)?$/i.test(readPlainCell(cells.removedIn ?? ''))
  if (isStillPresent && cells.method !== undefined) return readEndpoint(cells, row, reading)
  const since = readEntryCell(cells.since ?? '', reading.draft)
  if (isStillPresent && !since) return false
  const {notes, ...rest} = cells
  const removal = {...(since ? rest : cells), removed, release: cells.removedIn ?? ''}
  const subjects = readSubjectsCell(removed, reading.known)
  if (subjects.length === 0 || (!isStillPresent && !readRemoved(removal, row, reading))) return false
  if (since) for (const subject of subjects) recordExistence({target: subject.target}, since, defined({notes}), reading)
  return true
}

const CHANGE_WORDS: readonly [RegExp, string][] = [
  [/^(?:removed|entfernt|gelöscht)(?![\w])/i, 'removed'],
  [/^(?:deprecated|abgekündigt|veraltet)(?![\w])/i, 'deprecated'],
  [/^(?:added|new|hinzugefügt|neu)(?![\w])/i, 'added'],
  [/^(?:changed|geändert)(?![\w])/i, 'changed'],
  [/^(?:restored|wiederhergestellt)(?![\w])/i, 'restored'],
  [/^renamed(?= to )/i, 'renamed']
]

/** Reads a row with a release, a subject, and a change such as `removed`. */
export function readChange(cells: Cells, row: MarkdownRow, reading: TableContext): boolean {
  const {line, cells: whole} = row
  const {draft, known} = reading
  const release = readRowRelease(cells, line, draft)
  if (!release) return false
  const text = (cells.action ?? '').trim()
  const [pattern, verb] = CHANGE_WORDS.find(([each]) => each.test(text)) ?? []
  const subjects = combineSubjectCells(cells).split('\n').filter(Boolean)
  const all = subjects.map(subject =>
    readProse(pattern ? `${subject} was ${verb}${text.replace(pattern, '')}` : text, 'text', known)
  )
  if (all.length > 0 && all.every(({said, rest}) => said.length > 0 && rest.length === 0)) {
    for (const each of new Set(pattern ? all : all.slice(0, 1))) {
      for (const said of each.said) draft.claim({release, said, from: CHANGES_LIST, exact: false})
    }
    return true
  }
  const kept = [cells.path, cells.action].map(cell => sourceOfCell(cell, row)).filter(Boolean)
  if (kept.length === 0) return true
  release.kept.cells.push(kept.join(': '))
  draft.remark('note', line, noteText(whole.join(' | ')))
  return true
}

export function readEndpoint(cells: Cells, _: MarkdownRow, reading: TableContext): boolean {
  const path = readPlainCell(cells.path ?? '')
  const methods = readPlainCell(cells.method ?? '')
    .split(/[\s,/|]+/)
    .filter(Boolean)
  const targets = methods.map(method => parseTarget(`${method} ${path.startsWith('/') ? path : `/${path}`}`))
  if (targets.length === 0 || path === '') return false
  if (!methods.every(method => METHODS.some(each => each === method.toUpperCase()))) return false
  const entry = readEntryCell(cells.since ?? '', reading.draft)
  if (!entry && ![undefined, '', UNKNOWN_RELEASE, '-', '–'].includes(cells.since)) return false
  for (const target of targets) {
    if (!target) return false
    recordExistence({target}, entry, cells, reading)
  }
  return true
}

/** Reads a row with a name alone: a resource, a root field, or a tool. */
export function readNamed(cells: Cells, _: MarkdownRow, reading: TableContext): boolean {
  const name = readPlainCell(cells.named ?? '')
  const target = [name, ...LISTED_NOUNS.map(noun => `${noun} ${name}`)]
    .map(parseTarget)
    .find(each => each !== undefined)
  if (!target) return false
  recordExistence({target}, readEntryCell(cells.since ?? '', reading.draft), cells, reading)
  return true
}

export function readResource(cells: Cells, _: MarkdownRow, reading: TableContext): boolean {
  const resource = readPlainCell(cells.resource ?? '')
  const name = readPlainCell(cells.field ?? '')
  const target = parseTarget(`${resource}.${name}`)
  if (!isMember(target)) return false
  const presence = extractSince(cells.notes ?? '')
  const entry = readEntryCell(cells.since ?? '', reading.draft) ?? presence.entry
  recordExistence({target}, entry, {...cells, notes: presence.entry ? presence.rest : (cells.notes ?? '')}, reading)
  return true
}

/** Records that an endpoint or field exists, since a release or since an unknown time. */
function recordExistence(subject: Subject, entry: EntryHeading | undefined, cells: Cells, reading: TableContext): void {
  const type = noteText(cells.type ?? '').trim()
  const cell = defined({notes: cells.notes ?? '', type: type === '' ? undefined : type})
  if (entry) addClaim(entry, {verb: 'added', subject}, reading, cell)
  else {
    const {notes, ...typed} = cell
    reading.draft.facts.push({subject, ...readFactCell(notes), ...typed})
  }
}

export function readRelease(cells: Cells, row: MarkdownRow, {draft, known}: TableContext): boolean {
  const {line} = row
  const release = readRowRelease(cells, line, draft)
  if (!release) return false
  const {said, rest} = readProse(cells.change ?? '', 'text', known)
  for (const each of said) draft.claim({release, said: each, from: CHANGES_LIST, exact: false})
  if (rest.length > 0) {
    release.kept.cells.push(sourceOfCell(cells.change, row))
    draft.remark('note', line, rest.join(' '))
  }
  return true
}

/** Reads a row below a release with a sentence about an endpoint: `GET /loans added`. */
export function readSentenceCell(cells: Cells, _: MarkdownRow, {draft, known}: TableContext): boolean {
  const release = draft.current
  const {said, rest} = readProse(cells.path ?? '', 'text', known)
  if (!release || said.length === 0 || rest.length > 0) return false
  for (const each of said) draft.claim({release, said: each, from: CHANGES_LIST, exact: false})
  return true
}

/** A cell as Markdown; empty if the row has no such cell. */
const sourceOfCell = (cell: string | undefined, {cells, sources}: MarkdownRow): string =>
  cell === undefined ? '' : (sources[cells.indexOf(cell)] ?? '')
