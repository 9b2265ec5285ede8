import type {Event} from '../model/event.ts'
import type {History} from '../model/history.ts'
import {visible} from '../words/escape.ts'
import {capital, type Piece, piecesOfNote} from '../words/pieces.ts'
import {saidOf} from '../words/said.ts'
import {piecesOfSaid} from '../words/sentences.ts'
import {type Markup, markup} from './markup.ts'
import {sentenceOfChange} from './news-owners.ts'
import {ofItsOperations} from './shared-part.ts'

/** A sentence as the page's data holds it: plain words, and names in lists of their own. */
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

/** A sentence of a report, with its names between backticks. */
export const wordsOfText = (text: string): Words => wordsOf(piecesOfNote(text))

/** The same in the page itself. What others wrote is kept apart: it may run from right to left. */
export const sentence = (words: Words): Markup =>
  typeof words === 'string'
    ? markup`<bdi>${words}</bdi>`
    : markup`${words.map(each => (typeof each === 'string' ? markup`<bdi>${each}</bdi>` : markup`<code>${each[0]}</code>`))}`

/** What each event says; the two events of a rename or a promotion say the same. */
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
