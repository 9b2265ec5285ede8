import {expect, test} from 'vitest'
import {shareLists} from '../../src/text/shared-lists.ts'

const names = (count: number): string[] => Array.from({length: count}, (_, at) => `GET /loans/${at}`)

test('a list of more than 12 names that several lines have stands once', () => {
  const shared = shareLists([names(13), names(13).toReversed(), names(12), names(12), names(14)])
  expect(shared.lists).toHaveLength(1)
  expect([13, 12, 14].map(count => shared.numberOf(names(count)))).toEqual([1, undefined, undefined])
})
