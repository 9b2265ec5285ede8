import type {BlockContent, ListItem, RootContent} from 'mdast'
import {escapeHtml} from '../../text/escape.ts'
import {codeOf, type Piece} from '../../text/text-pieces.ts'
import {paragraph, table} from './markdown-nodes.ts'

/** One line of HTML: in it, nothing that others wrote is a tag, and nothing is read as Markdown. */
export const htmlOf = (pieces: readonly Piece[]): string =>
  pieces
    .map(piece => {
      if (typeof piece === 'string') return escapeHtml(piece)
      return 'code' in piece
        ? `<code>${escapeHtml(codeOf(piece.code).code)}</code>`
        : `<em>${escapeHtml(piece.free)}</em>`
    })
    .join('')
    .replace(/\s*\n\s*/g, ' ')

/** What is shown when its summary is opened. */
export const folded = (summary: readonly Piece[], children: readonly BlockContent[]): BlockContent[] => [
  {type: 'html', value: `<details><summary>${htmlOf(summary)}</summary>`},
  ...children,
  {type: 'html', value: '</details>'}
]

export const item = (...children: readonly BlockContent[]): ListItem => ({
  type: 'listItem',
  spread: children.length > 1,
  children: [...children]
})

export const itemOf = (pieces: readonly Piece[]): ListItem => item(paragraph(...pieces))

export const listOf = (children: readonly ListItem[]): RootContent & BlockContent => ({
  type: 'list',
  ordered: false,
  spread: false,
  children: [...children]
})

/** Rows that nobody reads one by one. */
const LONG = 60

/** A table; where descriptions made it longer than people write, it is folded under a line that says what it holds. */
export function tableOf(
  names: readonly string[],
  rows: readonly (readonly (readonly Piece[])[])[],
  summary: string | undefined
): RootContent[] {
  const shown = table(names, rows)
  return summary === undefined || rows.length <= LONG
    ? [shown]
    : (folded([summary], [shown as BlockContent]) as RootContent[])
}
