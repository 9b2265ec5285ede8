// Which alternatives are the same ones, of a few and of thousands.
import {expect, test} from 'vitest'
import {matched} from '../../src/compare/matched.ts'
import {type Node, nodeOf} from '../../src/schema/node.ts'

const forms = (names: readonly string[]): Node[] =>
  names.map(name =>
    nodeOf({
      schema: {type: 'object', properties: {[name]: {type: 'string'}}},
      dialect: '2020-12',
      pointer: `/components/schemas/${name}`
    })
  )

test('of thousands that are where they were each is looked at once', () => {
  let questions = 0
  const isClean = (older: Node, newer: Node): boolean => {
    questions++
    return older.pointer === newer.pointer
  }
  const names = Array.from({length: 2000}, (_, at) => `Form${at}`)
  const {pairs, gone, come} = matched({dirt: {isClean}} as Parameters<typeof matched>[0], forms(names), [
    ...forms(['First']),
    ...forms(names).reverse()
  ])
  expect(pairs).toHaveLength(2000)
  expect(pairs.every(([older, newer]) => older.pointer === newer.pointer)).toBe(true)
  expect(gone).toEqual([])
  expect(come.map(({pointer}) => pointer)).toEqual(['/components/schemas/First'])
  expect(questions).toBe(2000)
})
