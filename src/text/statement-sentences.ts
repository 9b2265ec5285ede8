import {defined} from '../model/defined.ts'
import {VERBS, type Verb} from '../model/lifecycle/event.ts'
import {once} from '../model/memoize.ts'
import {capitalizeFirst, flattenPieces, notePieces, noteText, type TextPiece} from '../phrases/text-pieces.ts'
import {kindForms, kindOfForm, kindSentencePieces, subjectOfForm} from './declared-changes.ts'
import {type SentenceTemplate, sentenceTemplate, type TemplateValues} from './sentence-templates.ts'
import type {StatementText} from './statement.ts'
import {CLAUSES} from './statement-clauses.ts'
import {readSubject} from './subject-phrase.ts'

/** Sentence template of each verb. */
const SENTENCES = {
  added: sentenceTemplate('{subject} was added'),
  changed: sentenceTemplate('{subject} was changed'),
  deprecated: sentenceTemplate('{subject} was deprecated[, to be unsupported from {sunset}]'),
  rescheduled: sentenceTemplate('the end of {subject} was moved to {sunset}'),
  withdrawn: sentenceTemplate('the deprecation of {subject} was withdrawn'),
  promoted: sentenceTemplate('{subject} was promoted to {to}[, and stays until {oldUntil}]'),
  renamed: sentenceTemplate('{subject} was renamed to {to}[, and stays until {oldUntil}]'),
  removed: sentenceTemplate('{subject} was removed'),
  restored: sentenceTemplate('{subject} was restored')
} as const satisfies Record<Verb, SentenceTemplate>

/** Prefixes for a declared `breaking` value. */
const CLAIMS = [
  ['Breaking: ', true],
  ['Non-breaking: ', false]
] as const

/** Removes the prefix `Breaking: `, for lines below a heading that says the same. */
export const withoutClaim = (pieces: readonly TextPiece[]): readonly TextPiece[] =>
  pieces[0] === CLAIMS[0][0] ? capitalizeFirst(pieces.slice(1)) : pieces

/** End of a sentence. */
const STOP = '(?:\\.(?=\\s|$)\\s*|$)'
export const stickySentencePattern = (source: string): RegExp => new RegExp(`${source}${STOP}`, 'iy')

const CLAIM = '(?:(breaking|non-breaking): )?'
const claimOf = (word: string | undefined): boolean | undefined =>
  word === undefined ? undefined : word.toLowerCase() === 'breaking'

const verbReaders = VERBS.map(verb => ({
  verb,
  template: SENTENCES[verb],
  pattern: stickySentencePattern(CLAIM + SENTENCES[verb].pattern)
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
  pattern: new RegExp(`${CLAIM}${SENTENCES[verb].pattern}${TAIL}\\.?$`, 'iy')
}))
const clauseReaders = CLAUSES.map(clause => ({...clause, pattern: stickySentencePattern(clause.template.pattern)}))

const LABEL = 'Note: '
/** First words of clauses. Notes that begin with one are checked for being readable as a clause. */
const CLAUSE_WORD = /^(except|use|it|its|type|kind|never|announced|condition|waived)\b/i

/** The label of a note, needed if it would be read as a clause, or if it continues a sentence. Empty otherwise. */
function noteLabel(pieces: readonly TextPiece[], place: 'alone' | 'after'): string {
  const [first] = pieces
  if (typeof first !== 'string') return ''
  if (place === 'after' && /^\p{Ll}/u.test(first)) return LABEL
  const ours = CLAUSE_WORD.test(first) && readClause(flattenPieces(pieces), 0) !== undefined
  return ours || first.startsWith(LABEL.trim()) ? LABEL : ''
}

/** A note, labeled if it could be confused with the preceding text. */
export function labeledNotePieces(note: string | undefined, place: 'alone' | 'after'): TextPiece[] {
  const pieces = note === undefined ? [] : notePieces(note)
  if (pieces.length === 0) return []
  const label = noteLabel(pieces, place)
  return label === '' ? pieces : [label, ...pieces]
}

/** The first sentence of a statement, without a full stop. */
function firstSentence(statement: StatementText): TextPiece[] {
  const {verb, subject, to, oldUntil, sunset} = statement
  const values: TemplateValues = defined({subject, to, oldUntil, sunset})
  return kindSentencePieces(statement) ?? SENTENCES[verb].write(values)
}

/** A statement as a paragraph: its sentence, its clauses, and its note. */
export function statementPieces(statement: StatementText, sentence = firstSentence(statement)): TextPiece[] {
  const claim = CLAIMS.find(([, breaking]) => breaking === statement.breaking)
  const rest = labeledNotePieces(statement.note, 'after')
  return [
    ...(claim ? [claim[0], ...sentence] : capitalizeFirst(sentence)),
    '.',
    ...clausePieces(statement),
    ...(rest.length > 0 ? [' ', ...rest] : [])
  ]
}

/** The clauses of a statement, each with a space before it. */
export const clausePieces = (statement: StatementText): TextPiece[] =>
  CLAUSES.flatMap(({template: {write}, toValues: take}) =>
    take(statement).flatMap((values): TextPiece[] => [' ', ...capitalizeFirst(write(values)), '.'])
  )

export interface ReadMatch<Value> {
  readonly value: Value
  /** Offset after the match. */
  readonly end: number
}

/** Reads a statement's sentence at an offset, or returns `undefined`. */
export const readSentence = (text: string, at: number): ReadMatch<StatementText> | undefined =>
  readVerb(text, at, verbReaders) ?? readKind(text, at)

/**
 * Reads a sentence that begins like a template and continues after a comma without negating it. `undefined` otherwise.
 */
export const readFreeFormSentence = (text: string): StatementText | undefined => readVerb(text, 0, looseReaders)?.value

function readVerb(text: string, at: number, readers: typeof verbReaders): ReadMatch<StatementText> | undefined {
  for (const {verb, template: form, pattern} of readers) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const values = match && form.read(match.slice(2))
    if (!match || !values?.subject) continue
    const {subject, to, oldUntil, sunset} = values
    const statement: StatementText = defined({verb, subject, to, oldUntil, sunset, breaking: claimOf(match[1])})
    return {value: statement, end: pattern.lastIndex}
  }
  return undefined
}

/** Reads a sentence that says what kind of change it is: the type of `Loan.due` changed. */
function readKind(text: string, at: number): ReadMatch<StatementText> | undefined {
  for (const {form, pattern} of kindReaders()) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const subject = match && (match[2] === undefined ? subjectOfForm(form) : readSubject(match[2]))
    const kind = subject && kindOfForm(form, subject)
    if (!kind) continue
    return {
      value: defined({verb: 'changed' as const, subject, kind, breaking: claimOf(match[1])}),
      end: pattern.lastIndex
    }
  }
  return undefined
}

const kindReaders = once(() =>
  [...kindForms()].map(([form, {pattern}]) => ({form, pattern: stickySentencePattern(CLAIM + pattern)}))
)

/** Reads one clause at an offset, or returns `undefined`. */
export function readClause(
  text: string,
  at: number,
  before: Partial<StatementText> = {}
): ReadMatch<Partial<StatementText>> | undefined {
  for (const {template: form, pattern, fromValues: give} of clauseReaders) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const values = match && form.read(match.slice(1))
    if (values) return {value: give(values, before), end: pattern.lastIndex}
  }
  return undefined
}

/** Reads consecutive clauses, in any order. */
export function readClauses<Known extends Partial<StatementText>>(
  text: string,
  at: number,
  before: Known
): ReadMatch<Known> {
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
  const note = noteText(rest.startsWith(LABEL) ? rest.slice(LABEL.length) : rest)
  return note === '' ? undefined : note
}
