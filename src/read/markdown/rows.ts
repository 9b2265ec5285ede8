import {METHODS, parseTarget, type Subject} from '../../model/subject/subject.ts'
import {SUNSET_ONLY, UNKNOWN_RELEASE} from '../../text/page-strings.ts'
import type {SaidEntry} from '../../text/release-headings.ts'
import {copy, type Said} from '../../text/statement.ts'
import {readFactCell} from '../../text/subject-facts.ts'
import {noteOf} from '../../text/text-pieces.ts'
import type {Row} from './blocks.ts'
import {
  type Cells,
  entryIn,
  lostMoment,
  momentIn,
  noteIn,
  plain,
  type Reading,
  releaseOf,
  sinceIn,
  subjectCell
} from './cells.ts'
import {type Claim, LINES} from './draft.ts'
import {readProse, subjectsInCell} from './lines.ts'

function addClaim(entry: SaidEntry, said: Said, {draft, from}: Reading, cell?: Claim['cell']): Claim {
  const release = draft.release(entry, false)
  return draft.claim({release, said, from, exact: false, ...(cell ? {cell} : {})})
}

export function readRemoved(cells: Cells, row: Row, reading: Reading): boolean {
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
    addClaim(
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

export function readDeprecated(cells: Cells, row: Row, reading: Reading): boolean {
  const entry = entryIn(cells.since ?? cells.release ?? '', reading.draft)
  const subjects = subjectsInCell(cells.deprecated ?? '', reading.known)
  if (!entry || subjects.length === 0) return false
  const [replacement] = subjectsInCell(cells.replacement ?? '', reading.known)
  if (cells.derived) reading.draft.remark('derived', row.line, `Earliest lawful end: ${noteOf(cells.derived)}`)
  for (const subject of subjects) {
    addClaim(
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

/** Reads a row with an endpoint and the release that removed it; an empty release means that it still exists. */
export function readGone(cells: Cells, row: Row, reading: Reading): boolean {
  const removed = subjectCell(cells)
  const isStillPresent = /^(-|–|—|n\/a)?$/i.test(plain(cells.gone ?? ''))
  if (isStillPresent && cells.method !== undefined) return readEndpoint(cells, row, reading)
  const since = entryIn(cells.since ?? '', reading.draft)
  if (isStillPresent && !since) return false
  const {notes, ...rest} = cells
  const removal = {...(since ? rest : cells), removed, release: cells.gone ?? ''}
  const subjects = subjectsInCell(removed, reading.known)
  if (subjects.length === 0 || (!isStillPresent && !readRemoved(removal, row, reading))) return false
  if (since)
    for (const subject of subjects) recordExistence({target: subject.target}, since, {...copy('notes', notes)}, reading)
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
export function readChange(cells: Cells, {line, cells: whole}: Row, reading: Reading): boolean {
  const {draft, known} = reading
  const release = releaseOf(cells, line, draft)
  if (!release) return false
  const text = (cells.action ?? '').trim()
  const [pattern, verb] = CHANGE_WORDS.find(([each]) => each.test(text)) ?? []
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

export function readEndpoint(cells: Cells, _: Row, reading: Reading): boolean {
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
    recordExistence({target}, entry, cells, reading)
  }
  return true
}

export function readResource(cells: Cells, _: Row, reading: Reading): boolean {
  const resource = plain(cells.resource ?? '')
  const name = plain(cells.field ?? '')
  const target = parseTarget(`${resource}.${name}`)
  if (target?.kind !== 'resource-field') return false
  const presence = sinceIn(cells.notes ?? '')
  const entry = entryIn(cells.since ?? '', reading.draft) ?? presence.entry
  recordExistence({target}, entry, {...cells, notes: presence.entry ? presence.rest : (cells.notes ?? '')}, reading)
  return true
}

/** Records that an endpoint or field exists, since a release or since an unknown time. */
function recordExistence(subject: Subject, entry: SaidEntry | undefined, cells: Cells, reading: Reading): void {
  const type = noteOf(cells.type ?? '').trim()
  const cell = {notes: cells.notes ?? '', ...copy('type', type === '' ? undefined : type)}
  if (entry) addClaim(entry, {verb: 'added', subject}, reading, cell)
  else {
    const {notes, ...typed} = cell
    reading.draft.facts.push({subject, ...readFactCell(notes), ...typed})
  }
}

export function readRelease(cells: Cells, {line}: Row, {draft, known}: Reading): boolean {
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
