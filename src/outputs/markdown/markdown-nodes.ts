import type {BlockContent, Heading, ListItem, Paragraph, PhrasingContent, RootContent, TableCell} from 'mdast'
import {escapeHtml, escapeInvisible, escapeMarkup} from '../../phrases/escape.ts'
import {codePiece, notePieces, type TextPiece, tidyText} from '../../phrases/text-pieces.ts'

/** URLs that need no escaping between `<` and `>`. */
const ADDRESS = /(https?:\/\/[^\s<>|\\`&]*[\w/=#-])/

/** Where text is placed: in a table cell, line breaks need HTML. */
type Place = 'text' | 'cell'

/** Pieces as Markdown nodes: names become code, free text is emphasized, URLs become links. */
const phrasing = (pieces: readonly TextPiece[], place: Place = 'text'): PhrasingContent[] =>
  pieces.flatMap((piece): PhrasingContent[] => {
    if (typeof piece === 'string') return textNodes(piece, place)
    if ('code' in piece) {
      const code = {type: 'inlineCode' as const, ...codeValue(piece.code)}
      return [piece.url === undefined ? code : {type: 'link', url: piece.url, children: [code]}]
    }
    return piece.free === '' ? [] : [{type: 'emphasis', children: textNodes(piece.free, place)}]
  })

/** A name as code. Invisible characters are escaped and line breaks removed, wherever the piece comes from. */
const codeValue = (name: string): {value: string} => ({value: codePiece(name).code})

function textNodes(text: string, place: Place): PhrasingContent[] {
  if (!text.includes('\n')) return linkUrls(escapeInvisible(text))
  return escapeInvisible(text)
    .split('\n')
    .flatMap((line, index): PhrasingContent[] => {
      if (index === 0) return linkUrls(line)
      return [place === 'cell' ? {type: 'html', value: '<br />'} : {type: 'break'}, ...linkUrls(line)]
    })
}

function linkUrls(text: string): PhrasingContent[] {
  if (!text.includes('://')) return text === '' ? [] : [{type: 'text', value: text}]
  return text.split(ADDRESS).flatMap((piece, index): PhrasingContent[] => {
    if (piece === '') return []
    return index % 2 === 0
      ? [{type: 'text', value: piece}]
      : [{type: 'link', url: piece, children: [{type: 'text', value: piece}]}]
  })
}

export const paragraphNode = (...pieces: readonly TextPiece[]): Paragraph => ({
  type: 'paragraph',
  children: phrasing(pieces)
})

export const headingNode = (depth: 1 | 2 | 3 | 4 | 5, ...pieces: readonly TextPiece[]): Heading => ({
  type: 'heading',
  depth,
  children: phrasing(pieces)
})

/** A note as a paragraph. */
export const noteParagraph = (note: string): RootContent => paragraphNode(...notePieces(note))

export const listNode = (items: readonly (readonly TextPiece[])[]): RootContent =>
  bulletListNode(items.map(lineItemNode))

const cell = (pieces: readonly TextPiece[]): TableCell => ({type: 'tableCell', children: phrasing(pieces, 'cell')})

/** A table with a header row. */
export const tableNode = (
  names: readonly string[],
  rows: readonly (readonly (readonly TextPiece[])[])[]
): RootContent => ({
  type: 'table',
  align: names.map(() => null),
  children: [names.map(name => [name]), ...rows].map(cells => ({type: 'tableRow', children: cells.map(cell)}))
})

/** Joins the lines of a text, for headings and names. */
export const joinLines = (text: string): string => tidyText(text).replace(/\s*\n\s*/g, ' ')

/**
 * Pieces as one line of HTML, escaped so that foreign text can't form tags, and without line breaks, so that Markdown
 * isn't parsed in it.
 */
export const formatHtml = (pieces: readonly TextPiece[]): string =>
  pieces
    .map(piece => {
      if (typeof piece === 'string') return escapeHtml(piece)
      if ('free' in piece) return `<em>${escapeHtml(piece.free)}</em>`
      const code = `<code>${escapeHtml(codePiece(piece.code).code)}</code>`
      return piece.url === undefined ? code : `<a href="${escapeHtml(piece.url)}">${code}</a>`
    })
    .join('')
    .replace(/\s*\n\s*/g, ' ')

/** A collapsed `<details>` element. MDX needs the tag on a line of its own. */
export const detailsNodes = (summary: readonly TextPiece[], children: readonly BlockContent[]): BlockContent[] => [
  {type: 'html', value: `<details>\n<summary>${escapeMarkup(formatHtml(summary))}</summary>`},
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
