import type {BlockContent, ListItem, RootContent} from 'mdast'
import {escapeHtml} from '../../text/escape.ts'
import {codePiece, type TextPiece} from '../../text/text-pieces.ts'
import {paragraphNode, tableNode} from './markdown-nodes.ts'

/**
 * Pieces as one line of HTML, escaped so that foreign text can't form tags, and without line breaks, so that Markdown
 * isn't parsed in it.
 */
export const formatHtml = (pieces: readonly TextPiece[]): string =>
  pieces
    .map(piece => {
      if (typeof piece === 'string') return escapeHtml(piece)
      return 'code' in piece
        ? `<code>${escapeHtml(codePiece(piece.code).code)}</code>`
        : `<em>${escapeHtml(piece.free)}</em>`
    })
    .join('')
    .replace(/\s*\n\s*/g, ' ')

/** A collapsed `<details>` element. */
export const detailsNodes = (summary: readonly TextPiece[], children: readonly BlockContent[]): BlockContent[] => [
  {type: 'html', value: `<details><summary>${formatHtml(summary)}</summary>`},
  ...children,
  {type: 'html', value: '</details>'}
]

export const listItemNode = (...children: readonly BlockContent[]): ListItem => ({
  type: 'listItem',
  spread: children.length > 1,
  children: [...children]
})

export const lineItemNode = (pieces: readonly TextPiece[]): ListItem => listItemNode(paragraphNode(...pieces))

export const bulletListNode = (children: readonly ListItem[]): RootContent & BlockContent => ({
  type: 'list',
  ordered: false,
  spread: false,
  children: [...children]
})

/** Tables with more rows than this are collapsed. */
const LONG = 60

/** A table. If it is long and has a summary, it is collapsed under the summary. */
export function collapsibleTable(
  names: readonly string[],
  rows: readonly (readonly (readonly TextPiece[])[])[],
  summary: string | undefined
): RootContent[] {
  const shown = tableNode(names, rows)
  return summary === undefined || rows.length <= LONG
    ? [shown]
    : (detailsNodes([summary], [shown as BlockContent]) as RootContent[])
}
