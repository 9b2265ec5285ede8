// What a path or webhook says of all its methods is documentation of each.
import {expect, test} from 'vitest'
import {api, OK, type Raw} from './cases.ts'
import {between} from './comparing.ts'

const told = (older: object, newer: object): string[] =>
  between(JSON.stringify(older), JSON.stringify(newer)).map(({kind}) => kind)

const loans = (item: Raw): object => api({'/loans': {...item, get: {responses: OK}}})
const lent = (item: Raw): object => api({}, {webhooks: {lent: {...item, post: {responses: OK}}}}, '3.1.0')

test.each(['summary', 'description', 'x-desk'])('`%s` of a path or webhook', key => {
  for (const written of [loans, lent]) {
    const [without, one, other] = [written({}), written({[key]: 'Loans'}), written({[key]: 'All loans'})]
    for (const [older, newer] of [
      [without, one],
      [one, without],
      [one, other]
    ] as const)
      expect(told(older, newer)).toEqual(['documentation-changed'])
  }
})

test('a path that moves into a component changes nothing', () => {
  const item = {summary: 'Loans', get: {responses: OK}}
  const referring = api(
    {'/loans': {$ref: '#/components/pathItems/Loans'}},
    {components: {pathItems: {Loans: item}}},
    '3.1.0'
  )
  expect(told(api({'/loans': item}, {}, '3.1.0'), referring)).toEqual([])
})
