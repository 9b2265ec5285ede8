import type {Change} from '../../model/api/change.ts'
import {defined} from '../../model/defined.ts'
import type {Subject} from '../../model/subject/subject.ts'
import {capitalizeFirst, ensureFullStop, notePieces, type TextPiece} from '../../phrases/text-pieces.ts'
import {changePieces} from '../../text/changes/sentences.ts'
import {declaredChange} from '../../text/declared-changes.ts'
import {OR_EARLIER} from '../../text/page-strings.ts'
import {momentPieces} from '../../text/sentence-templates.ts'
import {type StatementText, statementOfEvent} from '../../text/statement.ts'
import {clausePieces, labeledNotePieces, statementPieces} from '../../text/statement-sentences.ts'
import {subjectPieces} from '../../text/subject-phrase.ts'
import type {ReleaseChange} from './release-changes.ts'

/** A day or release as pieces, followed by ` or earlier` if the text ends with it. */
export function momentOrEarlier(text: string): TextPiece[] {
  const isOpen = text.endsWith(OR_EARLIER)
  return isOpen ? [...momentPieces(text.slice(0, -OR_EARLIER.length)), OR_EARLIER] : momentPieces(text)
}

export const atMomentPieces = (text: string): TextPiece[] => [isDay(text) ? 'on ' : 'in ', ...momentPieces(text)]

/** Whether a release or moment is named by its day. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The subject of a sentence for clients: no one writes the prefix of the whole API. */
export const clientSubjectPieces = (subject: Subject): TextPiece[] => sayWholeApi(subjectPieces(subject))

const sayWholeApi = (pieces: readonly TextPiece[]): TextPiece[] =>
  pieces.map(piece => (typeof piece === 'object' && 'code' in piece && piece.code === '/**' ? 'the API' : piece))

/** A declared change in sentences for clients, without approvals and evidence. */
export function clientSentences(
  {also, event}: ReleaseChange,
  statement: StatementText,
  isPending: boolean
): TextPiece[] {
  const {waiver, met: _, announced, ...rest} = statement
  const isSudden = announced !== undefined && 'never' in announced
  const reason = waiver?.note === undefined ? [] : [' Reason: ', ...ensureFullStop(notePieces(waiver.note))]
  const kept: StatementText = {...rest, ...(announced && !isSudden ? {announced} : {})}
  const sentences = statementSentences(kept, isSudden, event.observed)
  const all = [
    ...(isPending ? sentences.map(inPresent) : sentences),
    ...reason,
    ...(also ? [' ', ...statementSentences(statementOfEvent(also), false)] : [])
  ]
  return capitalizeFirst(sayWholeApi(all))
}

/** Puts the verb of a change that isn't released yet in the present tense: ` was removed` → ` is removed`. */
const inPresent = (piece: TextPiece): TextPiece =>
  typeof piece === 'string' ? piece.replace(/^ was (?=[a-z]+ed\b)/, ' is ') : piece

function statementSentences(statement: StatementText, isSudden: boolean, observed?: Change): TextPiece[] {
  const {verb, subject, sunset, ...rest} = statement
  const notes = labeledNotePieces(rest.note, 'after')
  const clauses = [...clausePieces({verb, subject, ...rest}), ...(notes.length > 0 ? [' ', ...notes] : [])]
  const name = capitalizeFirst(subjectPieces(subject))
  if (verb === 'withdrawn') return [...name, ' is no longer deprecated', '.', ...clauses]
  if (verb === 'deprecated' && sunset !== undefined)
    return [...name, ' is deprecated; support ends ', ...atMomentPieces(sunset), '.', ...clauses]
  const pieces =
    verb === 'changed'
      ? changedSentences(statement, observed)
      : statementPieces(withoutKind(verb === 'added' ? withoutStability(statement) : statement))
  const stop = pieces.indexOf('.')
  return isSudden ? [...pieces.slice(0, stop), ' without prior notice', ...pieces.slice(stop)] : pieces
}

/**
 * Sentences that say what changed: the observed change, or else the declared kind, unless the author's note already
 * says it.
 */
function changedSentences(statement: StatementText, observed: Change | undefined): TextPiece[] {
  const {subject, note, stability, about: _, ...rest} = statement
  const change = observed ?? declaredChange(statement)
  const known = notePieces(note ?? '')
  const last = known.at(-1)
  if (namesSubject(known, subject) && typeof last === 'string' && last.endsWith('.'))
    return statementPieces(withoutKind({...rest, subject}), [...known.slice(0, -1), last.slice(0, -1)])
  if (!change || change.kind === 'stability-changed') return statementPieces(statement)
  return statementPieces(defined({...withoutKind({...rest, subject}), note}), changePieces(change))
}

/** Leaves out the stability of an added subject, which clients see in its path or description. */
const withoutStability = ({stability: _, ...rest}: StatementText): StatementText => rest

const withoutKind = ({kind: _, ...rest}: StatementText): StatementText => rest

const namesSubject = (pieces: readonly TextPiece[], {target, part = {}}: Subject): boolean =>
  pieces.some(
    piece => typeof piece === 'object' && 'code' in piece && [target.text, ...Object.values(part)].includes(piece.code)
  )
