import {defined} from '@tenure/core/model/defined'
import {escapeInvisible} from '@tenure/core/phrases/escape'
import {flatCode, flatFree} from '@tenure/core/phrases/text-pieces'
import type {List, ListItem, Nodes, PhrasingContent, Root, RootContent, Table} from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import {type Processor, unified} from 'unified'

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

/** A part of a document that can be parsed alone, with the number of lines before it. */
interface MarkdownPart {
  readonly text: string
  readonly linesBefore: number
  /** The number of lines of the part. Those beyond are the definitions of links that it uses. */
  readonly lines: number
}

/** Up to this length, a document is a single part. The parser takes time that grows with the square of the length. */
const MAX_LENGTH = 100_000

/** The length of a part after which it ends before the next heading. */
const LENGTH = 500

const DEFINITION = /^ {0,3}\[([^[\]]+)\]:.*$/gm
const FENCE = /^ {0,3}(```+|~~~+)/
/** HTML that doesn't end with a blank line. */
const LONG_HTML = /^ {0,3}<(?:!--|script|pre|style|textarea|\?|!\[CDATA\[|![a-z])/i
const UNDERLINE = /^(?:=+|-+)[\t ]*$/

/**
 * Divides a long document at its headings, outside of code and HTML. Each part ends with the definitions of the links
 * that it uses.
 */
function divideMarkdown(markdown: string): MarkdownPart[] {
  const lines = markdown.split('\n')
  if (markdown.length <= MAX_LENGTH || lines.some(line => LONG_HTML.test(line)))
    return [{text: markdown, linesBefore: 0, lines: lines.length}]
  const definitions = new Map([...markdown.matchAll(DEFINITION)].map(([line, label = '']) => [keyOf(label), line]))
  const parts: MarkdownPart[] = []
  let start = 0
  let length = 0
  const close = (end: number): void => {
    const own = lines.slice(start, end)
    parts.push({text: withDefinitions(own.join('\n'), definitions), linesBefore: start, lines: end - start})
    start = end
    length = 0
  }
  const starts = findBlockStarts(lines)
  for (const [at, line] of lines.entries()) {
    if (starts.has(at) && at > start && length > LENGTH) close(at)
    length += line.length + 1
  }
  close(lines.length)
  return parts
}

/** The lines on which a new block begins whatever comes before it. */
function findBlockStarts(lines: readonly string[]): ReadonlySet<number> {
  const starts = new Set<number>()
  let fence: string | undefined
  let next = 0
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1] ?? ''
    const isSeparate = fence === undefined && before.trim() === ''
    const isHeading = isSeparate && /^#{1,6}[\t ]/.test(line)
    if (isHeading || (isSeparate && next === at - 1 && isParagraph(line))) next = at
    if (next === at) starts.add(at)
    fence = fenceAfter(line, fence)
    const isUnderline = fence === undefined && next === at - 1 && /^\w/.test(before) && UNDERLINE.test(line)
    // A heading of one line and its underline end where the next line begins.
    if (isUnderline || isHeading) next = at + 1
  }
  return starts
}

const isParagraph = (line: string): boolean => /^\w/.test(line) && !/^\d+[.)]/.test(line)

/** The fence of the code that is open after a line; `undefined` if there is none. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const mark = FENCE.exec(line)?.[1]
  if (mark === undefined || open === undefined) return open ?? mark
  return mark.startsWith(open) ? undefined : open
}

function withDefinitions(text: string, definitions: ReadonlyMap<string, string>): string {
  if (definitions.size === 0) return text
  const labels = new Set([...text.matchAll(/\[([^[\]]+)\](?!:)/g)].map(([, label = '']) => keyOf(label)))
  const used = [...labels].flatMap(label => definitions.get(label) ?? [])
  return used.length === 0 ? text : `${text}\n\n${used.join('\n')}`
}

const keyOf = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Parsers with less support for bare addresses. Looking for mail addresses at every word takes a third of the parsing
 * time, and most pages have none.
 *
 * 1. Without an `@`, the tokenizer can't find a mail address.
 * 2. Afterward, addresses are looked for in the text nodes of the tree, which contain the source text and what
 *    character references (`&#64;`) stand for.
 */
const fullParser = unified().use(remarkParse).use(remarkGfm).freeze()
const withoutMail = unified().use(remarkParse).use(remarkGfm).use(disableMailAddresses).freeze()
const withoutAddresses = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(disableMailAddresses)
  .use(disableTransforms)
  .freeze()

/** Parses Markdown to the same tree as `fullParser`, as fast as possible. */
export function parseMarkdown(markdown: string): Root {
  if (markdown.includes('@')) return fullParser.parse(markdown)
  return (/http|www|&/i.test(markdown) ? withoutMail : withoutAddresses).parse(markdown)
}

function disableMailAddresses(this: Processor): void {
  const data = this.data()
  data.micromarkExtensions = (data.micromarkExtensions ?? []).map(extension => {
    const constructs = Object.entries(extension.text ?? {}).map(
      ([code, each]) => [code, [each ?? []].flat().filter(({name}) => name !== 'emailAutolink')] as const
    )
    return {...extension, text: Object.fromEntries(constructs.filter(([, left]) => left.length > 0))}
  })
}

/** Disables the transforms of GitHub Flavored Markdown, which only find addresses. */
function disableTransforms(this: Processor): void {
  const data = this.data()
  data.fromMarkdownExtensions = (data.fromMarkdownExtensions ?? [])
    .flat()
    .map(({transforms: _, ...extension}) => extension)
}
