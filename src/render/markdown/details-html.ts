import type {BlockContent, ListItem, RootContent} from 'mdast'
import {escapeHtml} from '../../text/escape.ts'
import {codeOf, type Piece} from '../../text/text-pieces.ts'
import {paragraph, table} from './markdown-nodes.ts'

/**
 * Pieces as one line of HTML, escaped so that foreign text can't form tags, and without line breaks, so that Markdown
 * isn't parsed in it.
 */
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

/** A collapsed `<details>` element. */
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

/** Tables with more rows than this are collapsed. */
const LONG = 60

/** A table. If it is long and has a summary, it is collapsed under the summary. */
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
