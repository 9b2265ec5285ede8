import type {Event} from '../../model/lifecycle/event.ts'
import type {History} from '../../model/lifecycle/history.ts'
import {visible} from '../../text/escape.ts'
import {saidOf} from '../../text/statement.ts'
import {piecesOfSaid} from '../../text/statement-sentences.ts'
import {capital, type Piece, piecesOfNote} from '../../text/text-pieces.ts'
import {sentenceOfChange} from '../release-notes/affected-operations.ts'
import {ofItsOperations} from '../release-notes/shared-parameter.ts'
import {type Markup, markup} from '../timeline/html.ts'

/** A sentence in the page's data: strings are plain words, one-element lists are names. */
export type Words = string | readonly (string | readonly [string])[]

function wordsOf(pieces: readonly Piece[]): Words {
  const found: (string | [string])[] = []
  for (const piece of pieces) {
    if (typeof piece === 'object' && 'code' in piece) {
      found.push([visible(piece.code)])
      continue
    }
    const text = visible(typeof piece === 'string' ? piece : piece.free)
    const last = found.at(-1)
    if (typeof last === 'string') found[found.length - 1] = last + text
    else found.push(text)
  }
  const [only, ...others] = found
  return others.length === 0 && typeof only === 'string' ? only : found
}

/** Converts a report sentence, in which names are in backticks. */
export const wordsOfText = (text: string): Words => wordsOf(piecesOfNote(text))

/** A sentence as markup. Words are isolated with `<bdi>`, because foreign text can run from right to left. */
export const sentence = (words: Words): Markup =>
  typeof words === 'string'
    ? markup`<bdi>${words}</bdi>`
    : markup`${words.map(each => (typeof each === 'string' ? markup`<bdi>${each}</bdi>` : markup`<code>${each[0]}</code>`))}`

/** Sentence of each event. The two events of a rename or promotion share one. */
export function sentencesOf({events}: History): Map<Event, Words> {
  const found = new Map<Event, Words>()
  for (const [index, event] of events.entries()) {
    if (found.has(event)) continue
    const isPaired = event.verb === 'renamed' || event.verb === 'promoted'
    const arrival = isPaired && event.kind !== 'introduced' ? events[index + 1] : undefined
    const words = event.observed
      ? wordsOf([...capital(sentenceOfChange(ofItsOperations(event.observed))), '.'])
      : wordsOf(piecesOfSaid(saidOf(event, arrival)))
    found.set(event, words)
    if (arrival) found.set(arrival, words)
  }
  return found
}
