import type {Root} from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import {type Processor, unified} from 'unified'

/**
 * What looks for addresses that stand bare in the text: of mail it does so at every word, which is a third of all the
 * reading. Most pages hold none, and can be read without.
 *
 * 1. Without an `@` no mail address is there to be found as the text is cut up.
 * 2. Afterwards addresses are looked for in the texts of the tree. Those hold what was written, and what a reference
 *    (`&#64;`) stands for.
 */
const whole = unified().use(remarkParse).use(remarkGfm).freeze()
const withoutMail = unified().use(remarkParse).use(remarkGfm).use(forgetMail).freeze()
const withoutAddresses = unified().use(remarkParse).use(remarkGfm).use(forgetMail).use(forgetTexts).freeze()

/** The same tree as `whole` gives of any text. */
export function treeOf(markdown: string): Root {
  if (markdown.includes('@')) return whole.parse(markdown)
  return (/http|www|&/i.test(markdown) ? withoutMail : withoutAddresses).parse(markdown)
}

function forgetMail(this: Processor): void {
  const data = this.data()
  data.micromarkExtensions = (data.micromarkExtensions ?? []).map(extension => {
    const constructs = Object.entries(extension.text ?? {}).map(
      ([code, each]) => [code, [each ?? []].flat().filter(({name}) => name !== 'emailAutolink')] as const
    )
    return {...extension, text: Object.fromEntries(constructs.filter(([, left]) => left.length > 0))}
  })
}

/** The only transforms of GitHub's flavour are those that look for addresses. */
function forgetTexts(this: Processor): void {
  const data = this.data()
  data.fromMarkdownExtensions = (data.fromMarkdownExtensions ?? [])
    .flat()
    .map(({transforms: _, ...extension}) => extension)
}
