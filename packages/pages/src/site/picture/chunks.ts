import {type Markup, markup} from './html.ts'

/** Number of items that are rendered as a unit. A few chunks fill a screen. */
const CHUNK = 20

export const splitIntoChunks = <Item>(items: readonly Item[]): (readonly Item[])[] =>
  Array.from({length: Math.ceil(items.length / CHUNK)}, (_, at) => items.slice(at * CHUNK, (at + 1) * CHUNK))

/** A list in chunks. Screen readers see a single list, because the chunks have the role `presentation`. */
export const chunkedList = (className: string, items: readonly Markup[]): Markup =>
  markup`<div class="${className}" role="list">${splitIntoChunks(items).map(
    chunk => markup`<div class="chunk n${chunk.length}" role="presentation">${chunk}</div>`
  )}</div>`

/**
 * CSS rules for the classes `n1`, `n2`, and so on, which give the number of rows of a chunk, for estimating its height
 * before it is rendered.
 */
export const chunkRules = (): string => Array.from({length: CHUNK}, (_, at) => `.n${at + 1}{--n:${at + 1}}`).join('')
