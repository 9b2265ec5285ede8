import {expect, it} from 'vitest'
import {readTools} from '../../packages/mcp/src/tools.ts'
import {sample} from '../tier.ts'

const page = (name: string, nextCursor?: string | null): string =>
  JSON.stringify({tools: [{name, inputSchema: {type: 'object'}}], ...(nextCursor === undefined ? {} : {nextCursor})})

it.each(
  sample([
    ['one page without a cursor', [page('a')], []],
    ['one page of several', [page('a', 'more')], ['The list has a `nextCursor`']],
    ['all pages', [page('a', 'more'), page('b')], []],
    ['all pages, the last one first', [page('b'), page('a', 'more')], []],
    ['two pages of several', [page('a', 'more'), page('b', 'still more')], ['The list has a `nextCursor`']]
  ])
)('%s of a list are read with these problems', (_, pages, problems) => {
  const texts = new Map(pages.map((text, at) => [`${at}.json`, text]))
  expect(readTools(texts).problems.map(({message}) => message.slice(0, 27))).toEqual(problems)
})
