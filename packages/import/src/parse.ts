import type {Root} from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import {type Processor, unified} from 'unified'

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
