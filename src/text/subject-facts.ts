import {defined} from '../model/defined.ts'
import type {SubjectFact} from '../model/lifecycle/history.ts'
import {capitalizeFirst, type TextPiece} from '../phrases/text-pieces.ts'
import {sentenceTemplate} from './sentence-templates.ts'
import type {StatementText} from './statement.ts'
import {clausePieces, labeledNotePieces, readClause, readNote} from './statement-sentences.ts'

/**
 * A statement about a subject that isn't a change, such as its type or a note, with the release that introduced the
 * subject, if known.
 */
export interface StatedFact extends Omit<SubjectFact, 'place'> {
  readonly since?: string
}

const FACT = sentenceTemplate('{subject}[, since {since}]')
const pattern = new RegExp(`${FACT.pattern}(?:: |\\.$|$)`, 'iy')

const statementOfFact = ({subject, type, stability}: StatedFact): StatementText =>
  defined({verb: 'added', subject, type, stability})

/** A fact as a paragraph: `Loan.shelf`, since 3.0: Type: *string*. Where the copy stands. */
export function factPieces(fact: StatedFact): TextPiece[] {
  const {subject, since, note} = fact
  const sentences = clausePieces(statementOfFact(fact))
  const notes = labeledNotePieces(note, sentences.length > 0 ? 'after' : 'alone')
  const rest = notes.length > 0 ? [...sentences, ' ', ...notes] : sentences
  return [...capitalizeFirst(FACT.write(defined({subject, since}))), rest.length > 0 ? ':' : '.', ...rest]
}

/** The fact as a table cell next to its subject: stability and note. */
export function factCellPieces(fact: StatedFact): TextPiece[] {
  const [, ...sentence] = clausePieces(statementOfFact(fact))
  const notes = labeledNotePieces(fact.note, sentence.length > 0 ? 'after' : 'alone')
  return sentence.length > 0 && notes.length > 0 ? [...sentence, ' ', ...notes] : [...sentence, ...notes]
}

export function readFact(text: string, at = 0): StatedFact | undefined {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  const values = match && FACT.read(match.slice(1))
  if (!match || !values?.subject) return undefined
  const {subject, since} = values
  return {...defined({subject, since}), ...readFactCell(text.slice(pattern.lastIndex))}
}

/** Reads a fact cell. Only type and stability are facts; everything else is a note. */
export function readFactCell(text: string): Omit<StatedFact, 'subject' | 'since'> {
  let value: Partial<StatementText> = {}
  let end = 0
  for (let next = readClause(text, end); next && isFact(next.value); next = readClause(text, end)) {
    value = {...value, ...next.value}
    end = next.end
  }
  const {type, stability} = value
  return defined({type, stability, note: readNote(text.slice(end))})
}

const isFact = ({type, stability}: Partial<StatementText>): boolean => type !== undefined || stability !== undefined
