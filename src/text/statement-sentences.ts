import {VERBS, type Verb} from '../model/lifecycle/event.ts'
import {type Template, template, type Values} from './sentence-templates.ts'
import {copy, type Said} from './statement.ts'
import {CLAUSES} from './statement-clauses.ts'
import {capital, flat, noteOf, type Piece, piecesOfNote} from './text-pieces.ts'

/** How each verb is said. */
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

/** How the author's claim on a change is said, before its sentence. */
const CLAIMS = [
  ['Breaking: ', true],
  ['Non-breaking: ', false]
] as const

/** The line without the claim that it breaks, where the heading above it makes it. */
export const withoutClaim = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces[0] === CLAIMS[0][0] ? capital(pieces.slice(1)) : pieces

/** The end of a sentence. */
const STOP = '(?:\\.(?=\\s|$)\\s*|$)'
export const sticky = (source: string): RegExp => new RegExp(`${source}${STOP}`, 'iy')

const verbReaders = VERBS.map(verb => ({
  verb,
  template: SENTENCES[verb],
  pattern: sticky(`(?:(breaking|non-breaking): )?${SENTENCES[verb].pattern}`)
}))
/** Words that take back or narrow what stands before them. */
const NARROWING = '\\b(?:only|but|not|never|except|exception|exceptions|unless|again|mistake|restored|reverted)\\b'
/** What may follow the form in the same sentence. Anything else may take it back: no fact is read. */
const TAIL = `(?: onwards?)?(?:, (?:with|to be unsupported from|use|and stays until) (?:(?!${NARROWING})(?:[^.;]|\\.(?=\\S)))*)?`
/** The same with more words after a comma. */
const looseReaders = VERBS.map(verb => ({
  verb,
  template: SENTENCES[verb],
  pattern: new RegExp(`(?:(breaking|non-breaking): )?${SENTENCES[verb].pattern}${TAIL}\\.?$`, 'iy')
}))
const clauseReaders = CLAUSES.map(clause => ({...clause, pattern: sticky(clause.template.pattern)}))

const LABEL = 'Note: '
/** The words with which a clause begins: where a note begins with one, it is looked at closely. */
const CLAUSE_WORD = /^(except|use|it|its|kind|never|announced|said|condition|waived)\b/i

/** A note is labelled where it would be read as one of our sentences, and after one where it is no sentence. */
function labelOf(pieces: readonly Piece[], place: 'alone' | 'after'): string {
  const [first] = pieces
  if (typeof first !== 'string') return ''
  if (place === 'after' && /^\p{Ll}/u.test(first)) return LABEL
  const ours = CLAUSE_WORD.test(first) && readClause(flat(pieces), 0) !== undefined
  return ours || first.startsWith(LABEL.trim()) ? LABEL : ''
}

/** A note, so that it can be told from what stands before it. */
export function piecesOfLabelledNote(note: string | undefined, place: 'alone' | 'after'): Piece[] {
  const pieces = note === undefined ? [] : piecesOfNote(note)
  if (pieces.length === 0) return []
  const label = labelOf(pieces, place)
  return label === '' ? pieces : [label, ...pieces]
}

/** The line as a paragraph: its sentence, what it says besides, and its note. */
export function piecesOfSaid(said: Said): Piece[] {
  const {verb, subject, to, until, sunset, note} = said
  const values: Values = {
    subject,
    ...copy('to', to),
    ...copy('until', until),
    ...copy('sunset', sunset)
  }
  const sentence = SENTENCES[verb].write(values)
  const claim = CLAIMS.find(([, breaking]) => breaking === said.breaking)
  const rest = piecesOfLabelledNote(note, 'after')
  return [
    ...(claim ? [claim[0], ...sentence] : capital(sentence)),
    '.',
    ...clauses(said),
    ...(rest.length > 0 ? [' ', ...rest] : [])
  ]
}

/** What a line says besides its first sentence, each as a sentence with a space before it. */
export const clauses = (said: Said): Piece[] =>
  CLAUSES.flatMap(({template: {write}, take}) =>
    take(said).flatMap((values): Piece[] => [' ', ...capital(write(values)), '.'])
  )

export interface Found<Value> {
  readonly value: Value
  /** Where the text goes on after it. */
  readonly end: number
}

/** Reads the sentence of a verb that begins there. */
export const readSentence = (text: string, at: number): Found<Said> | undefined => readVerb(text, at, verbReaders)

/** Reads a sentence that begins like ours and goes on, after a comma, in a way that leaves it true. */
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
    const said: Said = {
      verb,
      subject,
      ...copy('to', to),
      ...copy('until', until),
      ...copy('sunset', sunset),
      ...copy('breaking', breaking)
    }
    return {value: said, end: pattern.lastIndex}
  }
  return undefined
}

/** Reads one sentence that says more of the line before it. */
export function readClause(text: string, at: number, before: Partial<Said> = {}): Found<Partial<Said>> | undefined {
  for (const {template: form, pattern, give} of clauseReaders) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const values = match && form.read(match.slice(1))
    if (values) return {value: give(values, before), end: pattern.lastIndex}
  }
  return undefined
}

/** Reads all that follows of the line: no more than its own sentences, in any order. */
export function readClauses<Known extends Partial<Said>>(text: string, at: number, before: Known): Found<Known> {
  let value = before
  let end = at
  for (let next = readClause(text, end, value); next && next.end > end; next = readClause(text, end, value)) {
    value = {...value, ...next.value}
    end = next.end
  }
  return {value, end}
}

/** The note that the rest of a paragraph is. */
export function readNote(text: string): string | undefined {
  const rest = text.trim()
  const note = noteOf(rest.startsWith(LABEL) ? rest.slice(LABEL.length) : rest)
  return note === '' ? undefined : note
}
