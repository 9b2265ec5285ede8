import type {List, ListItem, Nodes, PhrasingContent, RootContent, Table} from 'mdast'
import {defined} from '../../model/defined.ts'
import {escapeInvisible} from '../../text/escape.ts'
import {flatCode, flatFree} from '../../text/text-pieces.ts'
import {parseMarkdown} from './parse.ts'
import {divideMarkdown} from './parts.ts'

/** A block of a Markdown document, with the line on which it begins and its text flattened to a string. */
export type MarkdownBlock =
  | {readonly kind: 'heading'; readonly line: number; readonly text: string; readonly depth: number}
  | {readonly kind: 'paragraph'; readonly line: number; readonly text: string}
  | {readonly kind: 'list'; readonly line: number; readonly items: readonly MarkdownItem[]}
  | {
      readonly kind: 'table'
      readonly line: number
      readonly head: readonly string[]
      readonly rows: readonly MarkdownRow[]
    }
  | {readonly kind: 'zone'; readonly line: number; readonly part?: string}
  | {readonly kind: 'other'; readonly line: number; readonly text: string}

export interface MarkdownItem {
  readonly line: number
  readonly text: string
  /** Nested items. */
  readonly items: readonly MarkdownItem[]
}

export interface MarkdownRow {
  readonly line: number
  readonly cells: readonly string[]
}

const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/

export function parseBlocks(markdown: string): MarkdownBlock[] {
  const matter = FRONT_MATTER.exec(markdown)?.[0] ?? ''
  // Front matter is blanked rather than removed, so that line numbers don't change.
  const blank = matter.replace(/[^\n]/g, '')
  const first: MarkdownBlock[] = matter === '' ? [] : [{kind: 'other', line: 1, text: matter.trim()}]
  for (const {text, linesBefore, lines} of divideMarkdown(escapeInvisible(blank + markdown.slice(matter.length)))) {
    const root = parseMarkdown(text)
    const own = root.children.filter(node => lineOf(node) <= lines)
    for (const block of own.flatMap(blockOf)) first.push(moveDown(block, linesBefore))
  }
  return first
}

/** A block as many lines further down. */
function moveDown(block: MarkdownBlock, lines: number): MarkdownBlock {
  if (lines === 0) return block
  const moved = {...block, line: block.line + lines}
  if (moved.kind === 'list') return {...moved, items: moved.items.map(item => moveItem(item, lines))}
  if (moved.kind === 'table') return {...moved, rows: moved.rows.map(row => ({...row, line: row.line + lines}))}
  return moved
}

const moveItem = ({line, text, items}: MarkdownItem, lines: number): MarkdownItem => ({
  line: line + lines,
  text,
  items: items.map(item => moveItem(item, lines))
})

const lineOf = ({position}: Nodes): number => position?.start.line ?? 1

function blockOf(node: RootContent): MarkdownBlock[] {
  const line = lineOf(node)
  switch (node.type) {
    case 'heading':
      return [{kind: 'heading', line, text: flattenAll(node.children), depth: node.depth}]
    case 'paragraph':
      return [{kind: 'paragraph', line, text: flattenAll(node.children)}]
    case 'list':
      return [{kind: 'list', line, items: itemsOf(node)}]
    case 'table':
      return [tableOf(node)]
    case 'blockquote':
      return node.children.flatMap(blockOf)
    case 'html':
      return htmlBlocks(node.value, line)
    case 'thematicBreak':
      return []
    case 'code':
      return [{kind: 'other', line, text: node.value}]
    case 'definition':
      return [{kind: 'other', line, text: `[${node.label ?? node.identifier}]: ${node.url}`}]
    case 'footnoteDefinition':
      return node.children.flatMap(blockOf)
    default:
      return [{kind: 'other', line, text: 'value' in node ? String(node.value) : node.type}]
  }
}

/** Markers of managed sections, each on its own line. Other HTML is kept as it is. */
function htmlBlocks(value: string, line: number): MarkdownBlock[] {
  return value.split('\n').flatMap((text, index): MarkdownBlock[] => {
    const zone = /^\s*<!--\s*(?:\/tenure|tenure\s+(\S+?))\s*-->\s*$/.exec(text)
    if (zone) return [defined({kind: 'zone', line: line + index, part: zone[1]})]
    return text.trim() === '' ? [] : [{kind: 'other', line: line + index, text: text.trim()}]
  })
}

const itemsOf = ({children}: List): MarkdownItem[] => children.map(itemOf)

function itemOf(node: ListItem): MarkdownItem {
  const texts: string[] = []
  const items: MarkdownItem[] = []
  for (const child of node.children) {
    if (child.type === 'paragraph') texts.push(flattenAll(child.children))
    else if (child.type === 'list') items.push(...itemsOf(child))
    else {
      for (const block of blockOf(child)) {
        if (block.kind === 'list') items.push(...block.items)
        else if (block.kind === 'table') {
          items.push(...block.rows.map(({line, cells}) => ({line, text: cells.join(' | '), items: []})))
        } else if (block.kind !== 'zone') texts.push(block.text)
      }
    }
  }
  return {line: lineOf(node), text: texts.join('\n\n'), items}
}

function tableOf(node: Table): MarkdownBlock {
  const [head, ...rows] = node.children.map(
    (row): MarkdownRow => ({line: lineOf(row), cells: row.children.map(cell => flattenAll(cell.children).trim())})
  )
  return {kind: 'table', line: lineOf(node), head: head?.cells ?? [], rows}
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
  }
}
