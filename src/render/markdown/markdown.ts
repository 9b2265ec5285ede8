import type {InlineCode, ListItem, Paragraph, Root, RootContent, Text} from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkStringify, {type Options} from 'remark-stringify'
import {unified} from 'unified'

/**
 * Words in which nothing can be taken for Markdown, wherever they stand but at the start of a line. Most of what a
 * history says is such, and remark's own look at each of 40 patterns costs ten times as much.
 */
const HARMLESS =
  /^(?:[A-Za-z0-9 ,.;()'"/{}=%?$+>!\u00a0-\u1fff\u2010-\u2027\u2030-\ufdcf-]|[:&](?= )|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9]))*$/
/** `www.` would become a link. */
const ADDRESS = /[wW]\./
const SIMPLE_CODE = /^[^\s`|](?:[^`|\r\n]*[^\s`|])?$/

const isHarmless = (text: string): boolean => HARMLESS.test(text) && !ADDRESS.test(text)

/** A paragraph of harmless words and simple names, as Markdown. `undefined`: remark has to look. */
function shortcut({children}: Paragraph): string | undefined {
  let written = ''
  for (const [index, child] of children.entries()) {
    if (child.type === 'text' && isHarmless(child.value)) {
      if (index === 0 && !/^[A-Za-z]/.test(child.value)) return undefined
      if (index === children.length - 1 && child.value.endsWith(' ')) return undefined
      written += child.value
    } else if (child.type === 'inlineCode' && SIMPLE_CODE.test(child.value)) written += `\`${child.value}\``
    else return undefined
  }
  return written
}

type Handlers = NonNullable<Options['handlers']>

const paragraph: NonNullable<Handlers['paragraph']> = (node: Paragraph, _, state, info) => {
  const short = shortcut(node)
  if (short !== undefined) return short
  const exit = state.enter('paragraph')
  const leave = state.enter('phrasing')
  const written = state.containerPhrasing(node, info)
  leave()
  exit()
  return written
}

/** Our lists have bullets only, and most of their items are one short paragraph. */
const listItem: NonNullable<Handlers['listItem']> = (node: ListItem, _, state, info) => {
  const box = typeof node.checked === 'boolean' ? (node.checked ? '[x] ' : '[ ] ') : ''
  const bullet = `${state.bulletCurrent ?? '-'} `
  const [only] = node.children
  const short = node.children.length === 1 && only?.type === 'paragraph' ? shortcut(only) : undefined
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
  return (inLine || /^[A-Za-z]/.test(value)) && !ends && isHarmless(value) ? value : state.safe(value, info)
}

/** With what a text begins, which the node before it asks: seldom is there more to do than to look. */
const textPeek: Peek = (node: Text, parent, state, info) =>
  /^[A-Za-z0-9 .,]/.test(node.value) ? node.value.charAt(0) : text(node, parent, state, info).charAt(0)

/** Code between as many backticks as it needs; in a cell a pipe is escaped, even in code. */
const inlineCode: NonNullable<Handlers['inlineCode']> = ({value}: InlineCode, _, state) => {
  if (SIMPLE_CODE.test(value)) return `\`${value}\``
  const runs = new Set(value.match(/`+/g))
  let fence = '`'
  while (runs.has(fence)) fence += '`'
  const spaced = /^ .* $/.test(value) && value.trim() !== ''
  const padding = spaced || value.startsWith('`') || value.endsWith('`') ? ' ' : ''
  const written = fence + padding + value + padding + fence
  return state.stack.includes('tableCell') ? written.replace(/\|/g, '\\$&') : written
}

type Peek = NonNullable<Handlers['text']>
const peeking = (handle: NonNullable<Handlers['text']>, peek: Peek) => Object.assign(handle, {peek})

const processor = unified()
  .use(remarkGfm)
  .use(remarkStringify, {
    bullet: '-',
    emphasis: '*',
    rule: '-',
    handlers: {paragraph, listItem, text: peeking(text, textPeek), inlineCode: peeking(inlineCode, () => '`')}
  })
  .freeze()

/** Nodes as Markdown, with a line break at the end; stable for equal nodes. */
export function toMarkdown(children: RootContent[]): string {
  const root: Root = {type: 'root', children}
  return processor.stringify(root)
}
