import {defined} from '@tenure/core/model/defined'
import {escapeInvisible} from '@tenure/core/phrases/escape'
import {flatCode, flatFree} from '@tenure/core/phrases/text-pieces'
import type {List, ListItem, Nodes, PhrasingContent, RootContent, Table} from 'mdast'
import {parseMarkdown} from './parse.ts'
import {divideMarkdown} from './parts.ts'

/** The first and the last line of a part of a document. */
export interface Lines {
  readonly line: number
  readonly end: number
}

/** A block of a Markdown document, with its lines and its text flattened to a string. */
export type MarkdownBlock = Lines &
  (
    | {readonly kind: 'heading'; readonly text: string; readonly depth: number}
    /** `isBold`: the whole paragraph is bold, as a heading of a group can be. */
    | {readonly kind: 'paragraph'; readonly text: string; readonly isBold: boolean}
    | {readonly kind: 'list'; readonly items: readonly MarkdownItem[]}
    | {readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly MarkdownRow[]}
    | {readonly kind: 'zone'; readonly part?: string}
    | {readonly kind: 'rule'}
    | {readonly kind: 'definition'; readonly label: string; readonly text: string}
    | {readonly kind: 'other'; readonly text: string}
  )

export interface MarkdownItem extends Lines {
  readonly text: string
  /** Nested items. */
  readonly items: readonly MarkdownItem[]
  /** Whether it has content that isn't text, such as code or a table. */
  readonly hasBlocks: boolean
}

export interface MarkdownRow {
  readonly line: number
  readonly cells: readonly string[]
  /** The cells as Markdown. */
  readonly sources: readonly string[]
}

const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/

export function parseBlocks(markdown: string): MarkdownBlock[] {
  const matter = FRONT_MATTER.exec(markdown)?.[0] ?? ''
  // Front matter is blanked rather than removed, so that line numbers don't change.
  const blank = matter.replace(/[^\n]/g, '')
  const first: MarkdownBlock[] =
    matter === '' ? [] : [{kind: 'other', line: 1, end: matter.split('\n').length - 1, text: matter.trim()}]
  for (const {text, linesBefore, lines} of divideMarkdown(escapeInvisible(blank + markdown.slice(matter.length)))) {
    const root = parseMarkdown(text)
    const own = root.children.filter(node => lineOf(node) <= lines)
    for (const block of own.flatMap(node => blockOf(node, text))) first.push(moveDown(block, linesBefore))
  }
  return first
}

/** A block moved down by a number of lines. */
function moveDown(block: MarkdownBlock, lines: number): MarkdownBlock {
  if (lines === 0) return block
  const moved = {...block, line: block.line + lines, end: block.end + lines}
  if (moved.kind === 'list') return {...moved, items: moved.items.map(item => moveItem(item, lines))}
  if (moved.kind === 'table') return {...moved, rows: moved.rows.map(row => ({...row, line: row.line + lines}))}
  return moved
}

const moveItem = ({line, end, items, ...rest}: MarkdownItem, lines: number): MarkdownItem => ({
  ...rest,
  line: line + lines,
  end: end + lines,
  items: items.map(item => moveItem(item, lines))
})

const lineOf = ({position}: Nodes): number => position?.start.line ?? 1
const linesOf = (node: Nodes): Lines => ({line: lineOf(node), end: node.position?.end.line ?? lineOf(node)})

function blockOf(node: RootContent, source: string): MarkdownBlock[] {
  const lines = linesOf(node)
  switch (node.type) {
    case 'heading':
      return [{kind: 'heading', ...lines, text: flattenAll(node.children), depth: node.depth}]
    case 'paragraph': {
      const isBold = node.children.every(({type}) => type === 'strong')
      return [{kind: 'paragraph', ...lines, text: flattenAll(node.children), isBold}]
    }
    case 'list':
      return [{kind: 'list', ...lines, items: itemsOf(node, source)}]
    case 'table':
      return [tableOf(node, source)]
    case 'blockquote':
      return node.children.flatMap(child => blockOf(child, source))
    case 'html':
      return htmlBlocks(node.value, lines.line)
    case 'thematicBreak':
      return [{kind: 'rule', ...lines}]
    case 'code':
      return [{kind: 'other', ...lines, text: node.value}]
    case 'definition': {
      const label = node.label ?? node.identifier
      return [{kind: 'definition', ...lines, label, text: sourceOf([node], source)}]
    }
    case 'footnoteDefinition':
      return node.children.flatMap(child => blockOf(child, source))
    default:
      return [{kind: 'other', ...lines, text: 'value' in node ? String(node.value) : node.type}]
  }
}

/** Markers of managed sections, each on its own line. Other HTML is kept as it is. */
function htmlBlocks(value: string, line: number): MarkdownBlock[] {
  return value.split('\n').flatMap((text, index): MarkdownBlock[] => {
    const lines = {line: line + index, end: line + index}
    const zone = /^\s*<!--\s*(?:\/tenure|tenure\s+(\S+?))\s*-->\s*$/.exec(text)
    if (zone) return [defined({kind: 'zone', ...lines, part: zone[1]})]
    return text.trim() === '' ? [] : [{kind: 'other', ...lines, text: text.trim()}]
  })
}

const itemsOf = ({children}: List, source: string): MarkdownItem[] => children.map(child => itemOf(child, source))

function itemOf(node: ListItem, source: string): MarkdownItem {
  const texts: string[] = []
  const items: MarkdownItem[] = []
  let hasBlocks = false
  for (const child of node.children) {
    if (child.type === 'paragraph') texts.push(flattenAll(child.children))
    else if (child.type === 'list') items.push(...itemsOf(child, source))
    else hasBlocks = true
  }
  return {...linesOf(node), text: texts.join('\n\n'), items, hasBlocks}
}

function tableOf(node: Table, source: string): MarkdownBlock {
  const [head, ...rows] = node.children.map(
    (row): MarkdownRow => ({
      line: lineOf(row),
      cells: row.children.map(cell => flattenAll(cell.children).trim()),
      sources: row.children.map(cell => sourceOf(cell.children, source))
    })
  )
  return {kind: 'table', ...linesOf(node), head: head?.cells ?? [], rows}
}

/** Nodes as they are in the document, without the escapes of a table. */
function sourceOf(nodes: readonly Nodes[], source: string): string {
  const [start, end] = [nodes[0]?.position?.start.offset, nodes.at(-1)?.position?.end.offset]
  return start === undefined || end === undefined ? '' : source.slice(start, end).replaceAll('\\|', '|')
}

/**
 * Flattens inline nodes to text in which code and emphasis are marked. HTML stays text, except for line breaks in table
 * cells.
 */
const flattenAll = (nodes: readonly PhrasingContent[]): string => nodes.map(flattenNode).join('')

function flattenNode(node: PhrasingContent): string {
  switch (node.type) {
    case 'text':
      return node.value.replace(/\s*\n\s*/g, ' ')
    case 'inlineCode':
      return flatCode(node.value)
    case 'emphasis':
      return flatFree(flattenAll(node.children))
    case 'strong':
      return flattenAll(node.children)
    case 'delete':
      // Keeps the tildes, so that deleted text isn't read as a sentence.
      return `~~${flattenAll(node.children)}~~`
    case 'break':
      return '\n'
    case 'html':
      return /^<br\s*\/?>$/i.test(node.value) ? '\n' : node.value
    case 'link': {
      const text = flattenAll(node.children)
      const same = [node.url, node.url.replace(/^(mailto:|http:\/\/)/, '')].includes(text)
      return same ? text : `${text} (${node.url})`
    }
    case 'image':
      return node.alt ?? ''
    case 'linkReference':
      return node.referenceType === 'shortcut' ? `[${flattenAll(node.children)}]` : flattenAll(node.children)
    case 'imageReference':
      return node.alt ?? ''
    case 'footnoteReference':
      return `[^${node.label ?? node.identifier}]`
    default:
      return ''
  }
}
