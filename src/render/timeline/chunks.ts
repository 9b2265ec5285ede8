import {type Markup, markup} from './html.ts'

/** So many items are drawn, or left undrawn, together: a few of these fill a screen, however long a list is. */
const CHUNK = 20

export const chunksOf = <Item>(items: readonly Item[]): (readonly Item[])[] =>
  Array.from({length: Math.ceil(items.length / CHUNK)}, (_, at) => items.slice(at * CHUNK, (at + 1) * CHUNK))

/** One list to who hears it: the boxes of what is drawn together say nothing. */
export const chunkedList = (className: string, items: readonly Markup[]): Markup =>
  markup`<div class="${className}" role="list">${chunksOf(items).map(
    chunk => markup`<div class="chunk n${chunk.length}" role="presentation">${chunk}</div>`
  )}</div>`

/** How long each box is, for a browser that has not drawn it yet. */
export const chunkRules = (): string => Array.from({length: CHUNK}, (_, at) => `.n${at + 1}{--n:${at + 1}}`).join('')
