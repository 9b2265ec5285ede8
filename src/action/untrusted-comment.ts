import type {BlockContent, Nodes, Parent, PhrasingContent, RootContent} from 'mdast'
import {inputError} from '../model/input-error.ts'
import {parseMarkdown} from '../read/markdown/parse.ts'
import {toCompactMarkdown} from '../render/markdown/markdown.ts'
import {CHECK_MARKER, DETAILS} from '../report/formats/check-markdown.ts'
import {collapsedSection, paragraph, textParagraph} from '../report/formats/markdown-blocks.ts'
import type {TextPiece} from '../text/text-pieces.ts'
import {MAX_COMMENT_LENGTH} from './pull-request-comment.ts'

/** Kinds of Markdown that `check` writes, with those that each may contain. */
const ALLOWED: Readonly<Record<string, readonly Nodes['type'][]>> = {
  root: ['heading', 'paragraph', 'table', 'list'],
  heading: ['text', 'inlineCode'],
  paragraph: ['text', 'inlineCode'],
  table: ['tableRow'],
  tableRow: ['tableCell'],
  tableCell: ['text', 'inlineCode'],
  list: ['listItem'],
  listItem: ['paragraph']
}

/** First line of a comment: the marker of a check, with its key. */
const MARKER = new RegExp(`^${CHECK_MARKER.replace(' -->', '')}(?: (?:[\\w.!~*'()%]|-(?!-)){1,300}(?<!-))? -->$`)
/** Start of a line in more lists and quotes than `check` nests, which would take long to parse. */
const NESTED = /^(?:[ \t]*(?:[>*+-]|\d+[.)])){6}/m
/** The most asterisks in a block. The time to parse emphasis grows with their square. */
const MAX_ASTERISKS = 2_000
/** Text that GitHub turns into a mention, a reference, or a link, or that notifies someone. */
const REFERENCE = /[@#]|:\/\/|www\.|\bGH-\d/i

/**
 * Rebuilds a comment that a fork wrote from the kinds of Markdown that `check` writes, with a note about its origin.
 * Mentions and references become code. Throws an `InputError` for anything else, such as a link, an image, or HTML.
 */
export function rebuildComment(markdown: string, note: string | undefined): string {
  if (markdown.length > MAX_COMMENT_LENGTH) throw refuse(`is longer than ${MAX_COMMENT_LENGTH} characters`)
  const [marker = '', ...lines] = markdown.split('\n')
  if (!MARKER.test(marker)) throw refuse('has no marker of `tenure check` in its first line')
  const text = lines.join('\n')
  if (NESTED.test(text)) throw refuse('nests lists or quotes')
  if (text.split(/\n\s*\n/).some(block => block.split('*').length > MAX_ASTERISKS)) throw refuse('contains emphasis')
  const blocks: RootContent[] = []
  let section: {readonly title: string; readonly blocks: BlockContent[]} | undefined
  for (const node of parseMarkdown(text).children) {
    if (node.type !== 'html') (section?.blocks ?? blocks).push(rebuild(node, 'root') as BlockContent)
    else if (section && node.value === '</details>') {
      blocks.push(...collapsedSection(section.title, section.blocks))
      section = undefined
    } else {
      const title = Object.values(DETAILS).find(each => node.value === `<details><summary>${each}</summary>`)
      if (title === undefined || section) throw refuse('contains HTML', node)
      section = {title, blocks: []}
    }
  }
  if (section) throw refuse('has a `<details>` without its end')
  return toCompactMarkdown([
    {type: 'html', value: marker},
    ...(note === undefined ? [] : [textParagraph(note)]),
    ...blocks
  ])
}

function rebuild(node: RootContent, parent: string): RootContent {
  if (!ALLOWED[parent]?.includes(node.type)) throw refuse(`contains \`${node.type}\``, node)
  if (node.type === 'text' || node.type === 'inlineCode') return {type: node.type, value: node.value}
  const {children} = node as Parent
  const inner = children.map(each => rebuild(each, node.type))
  if (node.type === 'heading') return {type: 'heading', depth: 2, children: phrases(inner)}
  if (node.type === 'paragraph' || node.type === 'tableCell') return {type: node.type, children: phrases(inner)}
  if (node.type === 'list') return {type: 'list', ordered: false, spread: false, children: inner as never}
  if (node.type === 'listItem') return {type: 'listItem', spread: inner.length > 1, children: inner as never}
  return {type: node.type, children: inner} as RootContent
}

const phrases = (children: readonly RootContent[]): PhrasingContent[] =>
  paragraph(
    ...children.flatMap((child): TextPiece[] => {
      if (child.type === 'inlineCode') return [{code: child.value}]
      if (child.type !== 'text') return []
      return [REFERENCE.test(child.value) ? {code: child.value} : child.value]
    })
  ).children

const refuse = (what: string, node?: RootContent) => {
  const line = node?.position && ` (line ${node.position.start.line + 1})`
  return inputError(
    `The artifact's comment ${what}${line ?? ''}, so \`tenure check\` didn't write it. It isn't posted.`
  )
}
