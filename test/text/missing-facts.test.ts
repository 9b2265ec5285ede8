import {expect, test} from 'vitest'
import {formatNeededFacts} from '../../src/text/missing-facts.ts'

test.each([
  [[], ''],
  [[{fact: 'consent', of: 'GET /v1/loans'}], ', once the consent of the clients of `GET /v1/loans` is recorded'],
  [[{fact: 'traffic', of: '30 days without callers'}], ', after 30 days without callers'],
  [
    [
      {fact: 'traffic', of: '30 days without callers'},
      {fact: 'consent', of: 'GET /v1/loans'}
    ],
    ', after 30 days without callers, once the consent of the clients of `GET /v1/loans` is recorded'
  ]
])('what has to come before a removal is named: %j', (needed, text) => {
  expect(formatNeededFacts(needed)).toBe(text)
})
