import type {SubjectFact} from '../model/lifecycle/history.ts'
import {template} from './sentence-templates.ts'
import {copy, type Said} from './statement.ts'
import {clauses, piecesOfLabelledNote, readClause, readNote} from './statement-sentences.ts'
import {capital, type Piece} from './text-pieces.ts'

/** A fact about a subject, with the release that introduced the subject, if known. */
export interface SaidFact extends Omit<SubjectFact, 'place'> {
  readonly since?: string
}

const FACT = template('{subject}[, since {since}]')
const pattern = new RegExp(`${FACT.pattern}(?:: |\\.$|$)`, 'iy')

const statementOfFact = ({subject, type, stability}: SaidFact): Said => ({
  verb: 'added',
  subject,
  ...copy('type', type),
  ...copy('stability', stability)
})

/** A fact as a paragraph: `Loan.shelf`, since 3.0: Its type is *string*. Where the copy stands. */
export function piecesOfFact(fact: SaidFact): Piece[] {
  const {subject, since, note} = fact
  const sentences = clauses(statementOfFact(fact))
  const notes = piecesOfLabelledNote(note, sentences.length > 0 ? 'after' : 'alone')
  const rest = notes.length > 0 ? [...sentences, ' ', ...notes] : sentences
  return [...capital(FACT.write({subject, ...copy('since', since)})), rest.length > 0 ? ':' : '.', ...rest]
}

/** The fact as a table cell next to its subject: stability and note. */
export function piecesOfFactCell(fact: SaidFact): Piece[] {
  const [, ...sentence] = clauses(statementOfFact(fact))
  const notes = piecesOfLabelledNote(fact.note, sentence.length > 0 ? 'after' : 'alone')
  return sentence.length > 0 && notes.length > 0 ? [...sentence, ' ', ...notes] : [...sentence, ...notes]
}

export function readFact(text: string, at = 0): SaidFact | undefined {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  const values = match && FACT.read(match.slice(1))
  if (!match || !values?.subject) return undefined
  const {subject, since} = values
  return {subject, ...copy('since', since), ...readFactCell(text.slice(pattern.lastIndex))}
}

/** Reads a fact cell. Only type and stability are facts; everything else is a note. */
export function readFactCell(text: string): Omit<SaidFact, 'subject' | 'since'> {
  let value: Partial<Said> = {}
  let end = 0
  for (let next = readClause(text, end); next && isFact(next.value); next = readClause(text, end)) {
    value = {...value, ...next.value}
    end = next.end
  }
  const {type, stability} = value
  return {...copy('type', type), ...copy('stability', stability), ...copy('note', readNote(text.slice(end)))}
}

const isFact = ({type, stability}: Partial<Said>): boolean => type !== undefined || stability !== undefined
