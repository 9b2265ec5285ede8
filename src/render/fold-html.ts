import type {BlockContent, ListItem, Paragraph, RootContent} from 'mdast'
import type {Piece} from '../words/pieces.ts'
import {paragraph} from './phrasing.ts'

const NAMED: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, each => NAMED[each] ?? each)

/** One line of HTML: in it, nothing that others wrote is a tag, and nothing is read as Markdown. */
export const htmlOf = (pieces: readonly Piece[]): string =>
  pieces
    .map(piece => {
      if (typeof piece === 'string') return escapeHtml(piece)
      return 'code' in piece ? `<code>${escapeHtml(piece.code)}</code>` : `<em>${escapeHtml(piece.free)}</em>`
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

export const itemOf = (pieces: readonly Piece[]): ListItem => item(paragraph(...pieces) as Paragraph)

export const listOf = (children: readonly ListItem[]): RootContent & BlockContent => ({
  type: 'list',
  ordered: false,
  spread: false,
  children: [...children]
})
