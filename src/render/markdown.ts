import type {Paragraph, Root, RootContent, Text} from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkStringify, {type Options} from 'remark-stringify'
import {unified} from 'unified'

/**
 * Words in which nothing can be taken for Markdown, wherever they stand but at the start of a line. Most of what a
 * history says is such, and remark's own look at each of 40 patterns costs ten times as much.
 */
const HARMLESS = /^(?:[A-Za-z0-9 ,.;()'"/-]|:(?= )|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9]))*$/
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

const text: NonNullable<Handlers['text']> = ({value}: Text, _, state, info) =>
  /^[A-Za-z]/.test(value) && !value.endsWith(' ') && isHarmless(value) ? value : state.safe(value, info)

const processor = unified()
  .use(remarkGfm)
  .use(remarkStringify, {bullet: '-', emphasis: '*', rule: '-', handlers: {paragraph, text}})
  .freeze()

/** Nodes as Markdown, with a line break at the end; stable for equal nodes. */
export function toMarkdown(children: RootContent[]): string {
  const root: Root = {type: 'root', children}
  return processor.stringify(root)
}
