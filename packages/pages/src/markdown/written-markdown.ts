import {paragraphNode} from '@tenure/core/outputs/markdown/markdown-nodes'
import {escapeInvisible} from '@tenure/core/phrases/escape'
import {moveHeadings} from '@tenure/core/text/markdown-headings'
import type {Heading, Nodes, RootContent} from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import {unified} from 'unified'

const parser = unified().use(remarkParse).use(remarkGfm).freeze()

/** A line that begins with `::` is a command in the log of a workflow. */
const COMMAND = /^([ \t]*):(?=:)/gm
/** The start of a comment that marks a managed section. */
const SECTION_MARK = /<(?=!--\s*\/?tenure\b)/g
/** The depth of the highest heading in the Markdown of a history. */
const TOP_DEPTH = 3
const END = 'end-of-the-written-text'

/**
 * Markdown that people wrote, as a node that is written as it is. Headings get depths below the heading above it, and
 * what could begin a command of a CI system or a managed section is escaped. A text that would swallow what follows it
 * on the page is written as plain text.
 */
export function writtenNodes(markdown: string, depth: number): RootContent[] {
  const text = escapeInvisible(markdown).replace(COMMAND, '$1&#58;').replace(SECTION_MARK, '&lt;')
  const root = parser.parse(`${text}\n\n${END}\n`)
  const last = root.children.at(-1)
  const [only] = last?.type === 'paragraph' ? last.children : []
  const isClosed = only?.type === 'text' && only.value === END && leavesNothingOpen(root)
  if (!isClosed) return text.split('\n').flatMap(line => (line.trim() === '' ? [] : [paragraphNode(line)]))
  const headings = root.children.flatMap(node =>
    node.type === 'heading' && node.position
      ? [{line: node.position.start.line, end: node.position.end.line, depth: node.depth}]
      : []
  )
  const lines = moveHeadings(text.split('\n'), headings, each => Math.max(depth, each + depth - TOP_DEPTH))
  return [{type: 'html', value: lines.join('\n')}]
}

/** The headings of a Markdown text, outside of lists and quotes. */
export const markdownHeadings = (markdown: string): Heading[] =>
  /^ {0,3}(?:#|=|-)/m.test(markdown) ? parser.parse(markdown).children.filter(node => node.type === 'heading') : []

/** Whether a text closes every `<details>` that it opens, and no other. */
function leavesNothingOpen(root: Nodes): boolean {
  let open = 0
  for (const html of htmlIn(root)) {
    for (const [tag] of html.matchAll(/<\/?details\b/gi)) {
      open += tag.startsWith('</') ? -1 : 1
      if (open < 0) return false
    }
  }
  return open === 0
}

const htmlIn = (node: Nodes): string[] =>
  node.type === 'html' ? [node.value] : 'children' in node ? node.children.flatMap(htmlIn) : []
