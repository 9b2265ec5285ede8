import {VERBS, type Verb} from '../model/lifecycle/event.ts'
import {type Template, template, type Values} from './sentence-templates.ts'
import {copy, type Said} from './statement.ts'
import {CLAUSES} from './statement-clauses.ts'
import {capital, flat, noteOf, type Piece, piecesOfNote} from './text-pieces.ts'

/** Sentence template of each verb. */
const SENTENCES = {
  added: template('{subject} was added'),
  changed: template('{subject} was changed'),
  deprecated: template('{subject} was deprecated[, to be unsupported from {sunset}]'),
  rescheduled: template('the end of {subject} was moved to {sunset}'),
  withdrawn: template('the deprecation of {subject} was withdrawn'),
  promoted: template('{subject} was promoted to {to}[, and stays until {until}]'),
  renamed: template('{subject} was renamed to {to}[, and stays until {until}]'),
  removed: template('{subject} was removed'),
  restored: template('{subject} was restored')
} as const satisfies Record<Verb, Template>

/** Prefixes for a declared `breaking` value. */
const CLAIMS = [
  ['Breaking: ', true],
  ['Non-breaking: ', false]
] as const

/** Removes the prefix `Breaking: `, for lines below a heading that says the same. */
export const withoutClaim = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces[0] === CLAIMS[0][0] ? capital(pieces.slice(1)) : pieces

/** End of a sentence. */
const STOP = '(?:\\.(?=\\s|$)\\s*|$)'
export const sticky = (source: string): RegExp => new RegExp(`${source}${STOP}`, 'iy')

const verbReaders = VERBS.map(verb => ({
  verb,
  template: SENTENCES[verb],
  pattern: sticky(`(?:(breaking|non-breaking): )?${SENTENCES[verb].pattern}`)
}))
/** Words that negate or restrict the preceding text. */
const NARROWING = '\\b(?:only|but|not|never|except|exception|exceptions|unless|again|mistake|restored|reverted)\\b'
/**
 * Text that can follow the template in the same sentence. Anything else might negate it, so the sentence isn't read.
 */
const TAIL = `(?: onwards?)?(?:, (?:with|to be unsupported from|use|and stays until) (?:(?!${NARROWING})(?:[^.;]|\\.(?=\\S)))*)?`
/** Readers that allow more words after a comma. */
const looseReaders = VERBS.map(verb => ({
  verb,
  template: SENTENCES[verb],
  pattern: new RegExp(`(?:(breaking|non-breaking): )?${SENTENCES[verb].pattern}${TAIL}\\.?$`, 'iy')
}))
const clauseReaders = CLAUSES.map(clause => ({...clause, pattern: sticky(clause.template.pattern)}))

const LABEL = 'Note: '
/** First words of clauses. Notes that begin with one are checked for being readable as a clause. */
const CLAUSE_WORD = /^(except|use|it|its|kind|never|announced|said|condition|waived)\b/i

/** The label of a note, needed if it would be read as a clause, or if it continues a sentence. Empty otherwise. */
function noteLabel(pieces: readonly Piece[], place: 'alone' | 'after'): string {
  const [first] = pieces
  if (typeof first !== 'string') return ''
  if (place === 'after' && /^\p{Ll}/u.test(first)) return LABEL
  const ours = CLAUSE_WORD.test(first) && readClause(flat(pieces), 0) !== undefined
  return ours || first.startsWith(LABEL.trim()) ? LABEL : ''
}

/** A note, labelled if it could be confused with the preceding text. */
export function piecesOfLabelledNote(note: string | undefined, place: 'alone' | 'after'): Piece[] {
  const pieces = note === undefined ? [] : piecesOfNote(note)
  if (pieces.length === 0) return []
  const label = noteLabel(pieces, place)
  return label === '' ? pieces : [label, ...pieces]
}

/** A statement as a paragraph: its sentence, its clauses, and its note. */
export function piecesOfSaid(statement: Said): Piece[] {
  const {verb, subject, to, until, sunset, note} = statement
  const values: Values = {
    subject,
    ...copy('to', to),
    ...copy('until', until),
    ...copy('sunset', sunset)
  }
  const sentence = SENTENCES[verb].write(values)
  const claim = CLAIMS.find(([, breaking]) => breaking === statement.breaking)
  const rest = piecesOfLabelledNote(note, 'after')
  return [
    ...(claim ? [claim[0], ...sentence] : capital(sentence)),
    '.',
    ...clauses(statement),
    ...(rest.length > 0 ? [' ', ...rest] : [])
  ]
}

/** The clauses of a statement, each with a space before it. */
export const clauses = (statement: Said): Piece[] =>
  CLAUSES.flatMap(({template: {write}, take}) =>
    take(statement).flatMap((values): Piece[] => [' ', ...capital(write(values)), '.'])
  )

export interface Found<Value> {
  readonly value: Value
  /** Offset after the match. */
  readonly end: number
}

/** Reads a statement's sentence at an offset, or returns `undefined`. */
export const readSentence = (text: string, at: number): Found<Said> | undefined => readVerb(text, at, verbReaders)

/**
 * Reads a sentence that begins like a template and continues after a comma without negating it. `undefined` otherwise.
 */
export const readLooseSentence = (text: string): Said | undefined => readVerb(text, 0, looseReaders)?.value

function readVerb(text: string, at: number, readers: typeof verbReaders): Found<Said> | undefined {
  for (const {verb, template: form, pattern} of readers) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const values = match && form.read(match.slice(2))
    if (!match || !values?.subject) continue
    const {subject, to, until, sunset} = values
    const claim = match[1]?.toLowerCase()
    const breaking = claim === undefined ? undefined : claim === 'breaking'
    const statement: Said = {
      verb,
      subject,
      ...copy('to', to),
      ...copy('until', until),
      ...copy('sunset', sunset),
      ...copy('breaking', breaking)
    }
    return {value: statement, end: pattern.lastIndex}
  }
  return undefined
}

/** Reads one clause at an offset, or returns `undefined`. */
export function readClause(text: string, at: number, before: Partial<Said> = {}): Found<Partial<Said>> | undefined {
  for (const {template: form, pattern, give} of clauseReaders) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const values = match && form.read(match.slice(1))
    if (values) return {value: give(values, before), end: pattern.lastIndex}
  }
  return undefined
}

/** Reads consecutive clauses, in any order. */
export function readClauses<Known extends Partial<Said>>(text: string, at: number, before: Known): Found<Known> {
  let value = before
  let end = at
  for (let next = readClause(text, end, value); next && next.end > end; next = readClause(text, end, value)) {
    value = {...value, ...next.value}
    end = next.end
  }
  return {value, end}
}

/** Reads the rest of a paragraph as a note. `undefined` if it is empty. */
export function readNote(text: string): string | undefined {
  const rest = text.trim()
  const note = noteOf(rest.startsWith(LABEL) ? rest.slice(LABEL.length) : rest)
  return note === '' ? undefined : note
}
