import {clientSubjectPieces, isDay} from '@tenure/core/outputs/changes/client-sentences'
import {addAside, ensureFullStop, joinPieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {entryNamePieces} from '@tenure/core/text/release-headings'
import {statementOfEvent} from '@tenure/core/text/statement'
import {clausePieces, labeledNotePieces, withoutClaim} from '@tenure/core/text/statement-sentences'
import {momentInside, type PendingSubject, untilPieces} from './pending-subject.ts'
import type {UpgradeStep} from './step.ts'

export const releasePieces = (name: string): TextPiece[] =>
  entryNamePieces({kind: 'release', name}).map(piece => (piece === 'Next release' ? 'the next release' : piece))

/** The text of a step: what to do, and as the reason the change and its releases. */
export function stepPieces(step: UpgradeStep): TextPiece[] {
  const {line, isComplete} = step
  const [{event}] = line.members
  const pieces = withoutClaim(line.pieces)
  const stop = isComplete ? step.do.lastIndexOf('.') : pieces.indexOf('.')
  if (isComplete) {
    const said = stop < 0 ? [...step.do] : step.do.slice(0, stop)
    return [...addAside(said, inReleases(step)), '.', ...(event.seen ? [] : remarks(step))]
  }
  const end = stop < 0 ? pieces.length : stop
  const change = [...addAside(pieces.slice(0, end), inReleases(step)), ...pieces.slice(end)]
  return [...ensureFullStop([...step.do]), ' ', ...change]
}

/**
 * The releases of a step: `removed in 3.3`; for other changes `since 3.3` (a state that lasts) or `in 3.3` (an event).
 */
function inReleases({line, releases, isComplete}: UpgradeStep): TextPiece[] {
  if (releases.length === 0) return []
  const [{event}] = line.members
  const verb = event.verb === 'renamed' || event.verb === 'promoted' ? event.verb : 'removed'
  const isRemoval = event.kind === 'removed'
  const at = releases.every(isDay) ? 'on' : 'in'
  const isState = isComplete ? !isRemoval : /\b(?:now|no longer)\b/.test(plainWords(line.pieces))
  const words = isState ? 'since' : isRemoval && isComplete ? `${verb} ${at}` : at
  return [`${words} `, ...joinPieces(releases.map(releasePieces), 'and')]
}

/** A text without its names. */
const plainWords = (pieces: readonly TextPiece[]): string =>
  pieces.map(piece => (typeof piece === 'string' ? piece : '')).join('')

/** What people wrote about a removal, besides what the step says. */
function remarks({line}: UpgradeStep): TextPiece[] {
  const {verb, subject, except, note} = statementOfEvent(line.members[0].event)
  const notes = labeledNotePieces(note, 'after')
  return [...clausePieces({verb, subject, ...(except ? {except} : {})}), ...(notes.length > 0 ? [' ', ...notes] : [])]
}

/** Replace `GET /v1/loans` with `GET /v2/loans` by January 31, 2028 (deprecated in 3.0). */
export function waitingPieces(pending: PendingSubject): TextPiece[] {
  const {subject, announced, replacement} = pending
  const until = untilPieces(pending)
  const verb = replacement ? 'Replace ' : 'Plan for the removal of '
  const details: TextPiece[] = [
    ' (deprecated ',
    ...momentInside(announced),
    ...(until.length > 0 ? ['; ', ...until] : ['; no sunset date']),
    ')'
  ]
  return [
    verb,
    ...clientSubjectPieces(subject),
    ...(replacement ? [' with ', ...clientSubjectPieces(replacement)] : []),
    ...details,
    '.'
  ]
}
