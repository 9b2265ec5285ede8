import type {List, ListItem, Nodes, PhrasingContent, RootContent, Table} from 'mdast'
import {visible} from '../../text/escape.ts'
import {flatCode, flatFree} from '../../text/text-pieces.ts'
import {treeOf} from './parse.ts'

/** A Markdown document as a row of blocks, each with the line on which it begins and its words in one flat string. */
export type Block =
  | {readonly kind: 'heading'; readonly line: number; readonly text: string; readonly depth: number}
  | {readonly kind: 'paragraph'; readonly line: number; readonly text: string}
  | {readonly kind: 'list'; readonly line: number; readonly items: readonly Item[]}
  | {readonly kind: 'table'; readonly line: number; readonly head: readonly string[]; readonly rows: readonly Row[]}
  | {readonly kind: 'zone'; readonly line: number; readonly part?: string}
  | {readonly kind: 'other'; readonly line: number; readonly text: string}

export interface Item {
  readonly line: number
  readonly text: string
  /** Items that stand under this one. */
  readonly items: readonly Item[]
}

export interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/

export function blocksOf(markdown: string): Block[] {
  const matter = FRONT_MATTER.exec(markdown)?.[0] ?? ''
  // Its lines stay, so that the others keep their numbers.
  const blank = matter.replace(/[^\n]/g, '')
  const root = treeOf(visible(blank + markdown.slice(matter.length)))
  const first: Block[] = matter === '' ? [] : [{kind: 'other', line: 1, text: matter.trim()}]
  return [...first, ...root.children.flatMap(blockOf)]
}

const lineOf = ({position}: Nodes): number => position?.start.line ?? 1

function blockOf(node: RootContent): Block[] {
  const line = lineOf(node)
  switch (node.type) {
    case 'heading':
      return [{kind: 'heading', line, text: flatOf(node.children), depth: node.depth}]
    case 'paragraph':
      return [{kind: 'paragraph', line, text: flatOf(node.children)}]
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

/** The marks of our zones, each on a line of its own; everything else is HTML that we do not read. */
function htmlBlocks(value: string, line: number): Block[] {
  return value.split('\n').flatMap((text, index): Block[] => {
    const zone = /^\s*<!--\s*(?:\/tenure|tenure\s+(\S+?))\s*-->\s*$/.exec(text)
    if (zone) return [{kind: 'zone', line: line + index, ...(zone[1] === undefined ? {} : {part: zone[1]})}]
    return text.trim() === '' ? [] : [{kind: 'other', line: line + index, text: text.trim()}]
  })
}

const itemsOf = ({children}: List): Item[] => children.map(itemOf)

function itemOf(node: ListItem): Item {
  const texts: string[] = []
  const items: Item[] = []
  for (const child of node.children) {
    if (child.type === 'paragraph') texts.push(flatOf(child.children))
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

function tableOf(node: Table): Block {
  const [head, ...rows] = node.children.map(
    (row): Row => ({line: lineOf(row), cells: row.children.map(cell => flatOf(cell.children).trim())})
  )
  return {kind: 'table', line: lineOf(node), head: head?.cells ?? [], rows}
}

/** Words with names and free text marked; HTML in a text is text, but for the break that a cell needs. */
const flatOf = (nodes: readonly PhrasingContent[]): string => nodes.map(flatNode).join('')

function flatNode(node: PhrasingContent): string {
  switch (node.type) {
    case 'text':
      return node.value.replace(/\s*\n\s*/g, ' ')
    case 'inlineCode':
      return flatCode(node.value)
    case 'emphasis':
      return flatFree(flatOf(node.children))
    case 'strong':
      return flatOf(node.children)
    case 'delete':
      // It no longer holds: the strokes stay, so that no sentence is read in it.
      return `~~${flatOf(node.children)}~~`
    case 'break':
      return '\n'
    case 'html':
      return /^<br\s*\/?>$/i.test(node.value) ? '\n' : node.value
    case 'link': {
      const text = flatOf(node.children)
      const same = [node.url, node.url.replace(/^(mailto:|http:\/\/)/, '')].includes(text)
      return same ? text : `${text} (${node.url})`
    }
    case 'image':
      return node.alt ?? ''
    case 'linkReference':
      return node.referenceType === 'shortcut' ? `[${flatOf(node.children)}]` : flatOf(node.children)
    case 'imageReference':
      return node.alt ?? ''
    case 'footnoteReference':
      return `[^${node.label ?? node.identifier}]`
  }
}
