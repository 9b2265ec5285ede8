import type {Event} from '@tenure/core/model/lifecycle/event'
import type {History} from '@tenure/core/model/lifecycle/history'
import {describeChange} from '@tenure/core/outputs/changes/affected-operations'
import {assignToOperations} from '@tenure/core/outputs/changes/release-changes'
import {escapeInvisible} from '@tenure/core/phrases/escape'
import {capitalizeFirst, notePieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {publicStatement, type StatementText, statementOfEvent} from '@tenure/core/text/statement'
import {statementPieces} from '@tenure/core/text/statement-sentences'
import {type Markup, markup, unbrokenDates} from '../picture/html.ts'

/** A sentence in the page's data: strings are plain words, one-element lists are names. */
export type PageSentence = string | readonly (string | readonly [string])[]

function wordsOf(pieces: readonly TextPiece[]): PageSentence {
  const found: (string | [string])[] = []
  for (const piece of pieces) {
    if (typeof piece === 'object' && 'code' in piece) {
      found.push([escapeInvisible(piece.code)])
      continue
    }
    const text = escapeInvisible(typeof piece === 'string' ? piece : piece.free)
    const last = found.at(-1)
    if (typeof last === 'string') found[found.length - 1] = last + text
    else found.push(text)
  }
  const [only, ...others] = found
  return others.length === 0 && typeof only === 'string' ? only : found
}

/** Converts a report sentence, in which names are in backticks. */
export const parseSentence = (text: string): PageSentence => wordsOf(notePieces(text))

/** A sentence as markup. Words are isolated with `<bdi>`, because foreign text can run from right to left. */
export const sentenceMarkup = (words: PageSentence): Markup =>
  typeof words === 'string'
    ? markup`<bdi>${unbrokenDates(words)}</bdi>`
    : markup`${words.map(each => (typeof each === 'string' ? markup`<bdi>${unbrokenDates(each)}</bdi>` : markup`<code>${each[0]}</code>`))}`

/** Pieces of a sentence as markup. */
export const piecesMarkup = (pieces: readonly TextPiece[]): Markup => sentenceMarkup(wordsOf(pieces))

/** Sentence of each event. The two events of a rename or promotion share one. */
export function eventSentences({events}: History, isInternal: boolean): Map<Event, PageSentence> {
  const found = new Map<Event, PageSentence>()
  const stated = isInternal ? (each: StatementText): StatementText => each : publicStatement
  for (const [index, event] of events.entries()) {
    if (found.has(event)) continue
    const isPaired = event.verb === 'renamed' || event.verb === 'promoted'
    const arrival = isPaired && event.kind !== 'introduced' ? events[index + 1] : undefined
    const words = event.observed
      ? wordsOf([...capitalizeFirst(describeChange(assignToOperations(event.observed))), '.'])
      : wordsOf(statementPieces(stated(statementOfEvent(event, arrival))))
    found.set(event, words)
    if (arrival) found.set(arrival, words)
  }
  return found
}
