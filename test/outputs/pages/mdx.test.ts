import {compile} from '@mdx-js/mdx'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import {unified} from 'unified'
import {describe, expect, test} from 'vitest'
import {partAsMarkdown} from '../../../packages/pages/src/history-page/page-part.ts'
import {githubHistory} from '../../../packages/pages/src/release-notes/github.ts'
import {renderChangelog} from '../../../packages/pages/src/release-notes/keep-a-changelog.ts'
import {assemble} from '../../../src/history/assemble.ts'
import {readPolicy} from '../../../src/inputs/config/policy-file.ts'
import {readHistoryText} from '../../../src/inputs/history/file.ts'
import {judgeAll} from '../../../src/lint.ts'
import {changesOfRelease} from '../../../src/outputs/changes/changes-of-release.ts'
import {createHistoryPage} from '../../../src/outputs/changes/page-data.ts'
import {toCompactMarkdown, toMarkdown} from '../../../src/outputs/markdown/markdown.ts'
import {
  detailsNodes,
  headingNode,
  listNode,
  paragraphNode,
  tableNode
} from '../../../src/outputs/markdown/markdown-nodes.ts'
import {HERE} from '../../here.ts'
import {sample} from '../../tier.ts'
import {markdownOf} from '../report/answers.ts'
import {mixed} from '../report/made-reports.ts'

/** Texts that Markdown shows unchanged but that mean something in MDX, or the other way round. */
const TEXTS = [
  'Loans of {branch} are {',
  'a < b, 1 <2 and <3, <b>bold</b>, </div>, <!-- hidden -->, <https://library.example/a>',
  'import the list of readers',
  'export default {}',
  'First line\nimport x from y\nexport const z = 1',
  'see https://library.example/a_b?c={d}',
  '}} and $' + '{x} and `{x}` and *{x}* and \\{x}'
]

/** The words of a Markdown text as GitHub shows them. */
function visibleWords(markdown: string): string {
  const words: string[] = []
  const visit = (node: {type: string; value?: unknown; children?: unknown}): void => {
    if (node.type === 'text' || node.type === 'inlineCode') words.push(String(node.value))
    if (Array.isArray(node.children)) for (const child of node.children) visit(child)
  }
  visit(unified().use(remarkParse).use(remarkGfm).parse(markdown) as Parameters<typeof visit>[0])
  return words.join(' ').replace(/\s+/g, ' ')
}

/** The kinds of nodes that MDX executes, and the tags that a page has. */
const CODE = ['mdxFlowExpression', 'mdxTextExpression', 'mdxjsEsm']
const TAGS = ['details', 'summary', 'code', 'em', 'br', 'a']

/** Expects that MDX compiles the text, without code and without tags from other people's texts. */
async function expectInert(markdown: string): Promise<void> {
  const visit = (node: {type: string; name?: unknown; children?: unknown}): void => {
    expect(CODE).not.toContain(node.type)
    if (node.type.startsWith('mdxJsx')) expect(TAGS).toContain(node.name)
    if (Array.isArray(node.children)) for (const child of node.children) visit(child)
  }
  await compile(markdown, {format: 'mdx', remarkPlugins: [remarkGfm, () => visit as (tree: unknown) => void]})
}

describe.each([
  ['padded', toMarkdown],
  ['compact', toCompactMarkdown]
] as const)('%s Markdown', (_, write) => {
  test.each(sample(TEXTS))('compiles as MDX and shows its words on GitHub: %j', async text => {
    const markdown = write([
      headingNode(2, text),
      paragraphNode(text),
      listNode([[text, {code: text}, {free: text}]]),
      tableNode(['a'], [[[text, {code: text}, {free: text}]]]),
      ...detailsNodes([text, {code: text}, {free: text}], [paragraphNode(text)])
    ] as Parameters<typeof write>[0])
    await expectInert(markdown)
    const [first = ''] = text.split('\n')
    const plain = first.replace(/[`*\\]/g, '')
    expect(visibleWords(markdown).replace(/[`*\\]/g, '')).toContain(plain.replace(/(?<= )(https:\S+)$/, '$1'))
  })
})

describe('rendered pages with such texts', () => {
  const text = `
service: ${JSON.stringify(`Library <beta> {x}`)}
about: ${JSON.stringify(TEXTS[0])}
notes: [${TEXTS.map(each => JSON.stringify(each)).join(', ')}]
releases:
  - {release: "1.0", date: 2024-01-10, changes: [added: GET /v1/loans, added: 'GET /v1/loans/{id}']}
  - release: "1.1"
    date: 2025-06-01
    note: ${JSON.stringify(TEXTS[1])}
    changes:
${TEXTS.map(each => `      - {changed: 'GET /v1/loans/{id}', breaking: true, note: ${JSON.stringify(each)}}`).join('\n')}
${Array.from({length: 70}, (_, at) => `      - added: 'GET /v1/rooms/{id}/${at}'`).join('\n')}
`
  const {declared} = readHistoryText(text, 'history.yaml')
  const history = assemble(declared, {asOf: '2026-01-01'})
  const {policy} = readPolicy(HERE.files, 'thirteen-months')
  const page = createHistoryPage(history, judgeAll(history, policy), policy)
  const news = history.timeline.entries.map(entry => changesOfRelease(entry, page)).toReversed()

  test.each([
    ['release notes', githubHistory(news, page)],
    ['a changelog', renderChangelog(news, page)],
    ['a page', partAsMarkdown('all', history, judgeAll(history, policy), policy)]
  ])('compile as MDX: %s', async (_, markdown) => {
    expect(markdown).toContain('{id}')
    await expectInert(markdown)
  })

  test('compile as MDX below the marker of a report', async () => {
    const output = await markdownOf(mixed())
    await expectInert(output.replace(/^<!-- tenure check -->\n/, ''))
  })
})
