import {describe, expect, test} from 'vitest'
import {anchorsOf, HeadingLinks, headingAnchor} from '../../../../packages/pages/src/markdown/heading-links.ts'
import {writtenNodes} from '../../../../packages/pages/src/markdown/written-markdown.ts'
import {toMarkdown} from '../../../../src/outputs/markdown/markdown.ts'
import {headingNode, paragraphNode} from '../../../../src/outputs/markdown/markdown-nodes.ts'
import {sample} from '../../../tier.ts'

describe('the anchor of a heading', () => {
  // As on pages that GitHub renders.
  test.each(
    sample([
      ['3.3 (2026-06-15)', '33-2026-06-15'],
      ['v2.15.0-rc.1 (2026-03)', 'v2150-rc1-2026-03'],
      ['Next release', 'next-release'],
      ["What's new", 'whats-new'],
      ['Past sunset, not recorded as removed', 'past-sunset-not-recorded-as-removed'],
      ['Library & Loans: change history', 'library--loans-change-history'],
      ['snake_case — dash', 'snake_case--dash'],
      ['Überfällig 図書館', 'überfällig-図書館'],
      ['m² Ⅻ ½ 📚', 'm-ⅻ--'],
      ['', '']
    ])
  )('is right for %j', (text, anchor) => expect(headingAnchor(text)).toBe(anchor))
})

test('repeated headings are numbered in order, including those in text by other people', () => {
  const document = [
    headingNode(2, '1.0'),
    headingNode(3, 'Added'),
    ...writtenNodes('### Added\n\n```\n# Added\n```\n\nAdded\n-----\n', 4),
    headingNode(2, {code: '10'}),
    headingNode(3, 'Added')
  ]
  expect([...anchorsOf(document).values()]).toEqual(['10', 'added', 'added-1', 'added-2', '10-1', 'added-3'])
})

test('a link gets its anchor from the whole document, wherever its heading is', () => {
  const links = new HeadingLinks<string>()
  const document = [
    {type: 'paragraph' as const, children: [links.linkTo('second', {type: 'text', value: 'there'})]},
    links.addTarget('first', headingNode(2, '1.0')),
    paragraphNode('Nothing.'),
    links.addTarget('second', headingNode(2, '1.0'))
  ]
  links.resolve(document)
  expect(toMarkdown(document)).toMatch(/^\[there\]\(#10-1\)\n/)
})
