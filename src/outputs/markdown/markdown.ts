import type {InlineCode, ListItem, Paragraph, Root, RootContent, Text} from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkStringify, {type Options} from 'remark-stringify'
import {unified} from 'unified'

/**
 * Text without Markdown syntax, except possibly at the start of a line. Most text of a history matches, and this check
 * is ten times faster than remark's own 40 patterns.
 */
const PLAIN_TEXT =
  /^(?:[A-Za-z0-9 ,.;()'"/}=%?$+>!\u00a0-\u1fff\u2010-\u2027\u2030-\ufdcf-]|[:&](?= )|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9]))*$/
/** Excludes `www.`, which GFM turns into a link. */
const ADDRESS = /[wW]\./
const SIMPLE_CODE = /^[^\s`|](?:[^`|\r\n]*[^\s`|])?$/

/** Words that begin a statement of MDX at the start of a line. */
const STATEMENT = /^(?:import|export) /m

const isPlainText = (text: string): boolean => PLAIN_TEXT.test(text) && !ADDRESS.test(text)

/** Markdown of a paragraph that needs no escaping, or `undefined` if remark has to serialize it. */
function plainMarkdown({children}: Paragraph): string | undefined {
  let written = ''
  for (const [index, child] of children.entries()) {
    if (child.type === 'text' && isPlainText(child.value)) {
      if (index === 0 && (!/^[A-Za-z]/.test(child.value) || STATEMENT.test(child.value))) return undefined
      if (index === children.length - 1 && child.value.endsWith(' ')) return undefined
      written += child.value
    } else if (child.type === 'inlineCode' && SIMPLE_CODE.test(child.value)) written += `\`${child.value}\``
    else return undefined
  }
  return written
}

type Handlers = NonNullable<Options['handlers']>

const paragraph: NonNullable<Handlers['paragraph']> = (node: Paragraph, _, state, info) => {
  const short = plainMarkdown(node)
  if (short !== undefined) return short
  const exit = state.enter('paragraph')
  const leave = state.enter('phrasing')
  const written = state.containerPhrasing(node, info)
  leave()
  exit()
  return written
}

/** List items: all generated lists have bullets, and most items are one short paragraph. */
const listItem: NonNullable<Handlers['listItem']> = (node: ListItem, _, state, info) => {
  const box = typeof node.checked === 'boolean' ? (node.checked ? '[x] ' : '[ ] ') : ''
  const bullet = `${state.bulletCurrent ?? '-'} `
  const [only] = node.children
  const short = node.children.length === 1 && only?.type === 'paragraph' ? plainMarkdown(only) : undefined
  if (short !== undefined) return bullet + box + short
  const tracker = state.createTracker(info)
  tracker.move(bullet)
  tracker.shift(bullet.length)
  const exit = state.enter('listItem')
  const written = state.indentLines(state.containerFlow(node, tracker.current()), (line, index, blank) =>
    index === 0 ? bullet + box + line : blank ? line : ' '.repeat(bullet.length) + line
  )
  exit()
  return written
}

const text: NonNullable<Handlers['text']> = ({value}: Text, _, state, info) => {
  const inLine = !/[\r\n]/.test(info.before) && info.before !== '' && info.before !== ']'
  const ends = value.endsWith(' ') && (info.after === '' || /[\r\n]/.test(info.after))
  const isStart = /^[A-Za-z]/.test(value) && !STATEMENT.test(value)
  return (inLine || isStart) && !ends && isPlainText(value) ? value : state.safe(value, info)
}

/** The first character of a text, which the serializer of the node before it needs. */
const textPeek: Peek = (node: Text, parent, state, info) =>
  /^[A-Za-z0-9 .,]/.test(node.value) ? node.value.charAt(0) : text(node, parent, state, info).charAt(0)

/**
 * Inline code with as many backticks as needed. In table cells, pipes are escaped even in code. No escape exists there
 * for a pipe after a backslash, so a space separates them.
 */
const inlineCode: NonNullable<Handlers['inlineCode']> = ({value}: InlineCode, _, state) => {
  if (SIMPLE_CODE.test(value)) return `\`${value}\``
  const runs = new Set(value.match(/`+/g))
  let fence = '`'
  while (runs.has(fence)) fence += '`'
  const spaced = /^ .* $/.test(value) && value.trim() !== ''
  const padding = spaced || value.startsWith('`') || value.endsWith('`') ? ' ' : ''
  const written = fence + padding + value + padding + fence
  return state.stack.includes('tableCell') ? written.replaceAll('\\|', '\\ |').replaceAll('|', '\\|') : written
}

type Peek = NonNullable<Handlers['text']>
const withPeek = (handle: NonNullable<Handlers['text']>, peek: Peek) => Object.assign(handle, {peek})

/** A line that begins with `::` is a command in the log of a workflow. */
const WORKFLOW_COMMAND = {atBreak: true, character: ':', after: ':'}

/** What MDX reads as an expression, a tag, or a statement. */
const MDX_SYNTAX: NonNullable<Options['unsafe']> = [
  {character: '{'},
  {character: '<'},
  {atBreak: true, character: 'i', after: 'mport '},
  {atBreak: true, character: 'e', after: 'xport '}
]

const createProcessor = (tablePipeAlign: boolean) =>
  unified()
    .use(remarkGfm, {tablePipeAlign})
    .use(remarkStringify, {
      bullet: '-',
      emphasis: '*',
      rule: '-',
      resourceLink: true,
      unsafe: [WORKFLOW_COMMAND, ...MDX_SYNTAX],
      handlers: {paragraph, listItem, text: withPeek(text, textPeek), inlineCode: withPeek(inlineCode, () => '`')}
    })
    .freeze()

const processor = createProcessor(true)
const compactProcessor = createProcessor(false)

/** Serializes nodes as Markdown with a trailing line break. Equal nodes give equal text. */
export function toMarkdown(children: RootContent[]): string {
  const root: Root = {type: 'root', children}
  return processor.stringify(root)
}

/** Markdown whose table columns aren't padded, for comments with a limited size. */
export function toCompactMarkdown(children: RootContent[]): string {
  const root: Root = {type: 'root', children}
  return compactProcessor.stringify(root)
}
