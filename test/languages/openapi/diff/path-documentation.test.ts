// Documentation of a path or webhook applies to all its methods.
import {expect, test} from 'vitest'
import {api, OK, type Raw} from './cases.ts'
import {diffDocuments} from './comparing.ts'

const changedKinds = (older: object, newer: object): string[] =>
  diffDocuments(JSON.stringify(older), JSON.stringify(newer)).map(({kind}) => kind)

const withPath = (item: Raw): object => api({'/loans': {...item, get: {responses: OK}}})
const withWebhook = (item: Raw): object => api({}, {webhooks: {lent: {...item, post: {responses: OK}}}}, '3.1.0')

test.each(['summary', 'description', 'x-desk'])(
  'a change of `%s` of a path or webhook is a documentation change',
  key => {
    for (const describe of [withPath, withWebhook]) {
      const [without, first, second] = [describe({}), describe({[key]: 'Loans'}), describe({[key]: 'All loans'})]
      for (const [older, newer] of [
        [without, first],
        [first, without],
        [first, second]
      ] as const)
        expect(changedKinds(older, newer)).toEqual(['documentation-changed'])
    }
  }
)

test('moving a path into a component changes nothing', () => {
  const item = {summary: 'Loans', get: {responses: OK}}
  const referring = api(
    {'/loans': {$ref: '#/components/pathItems/Loans'}},
    {components: {pathItems: {Loans: item}}},
    '3.1.0'
  )
  expect(changedKinds(api({'/loans': item}, {}, '3.1.0'), referring)).toEqual([])
})
