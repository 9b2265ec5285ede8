import {expect, it} from 'vitest'
import {judgeAll} from '../../../src/lint.ts'
import {sayNoFinding} from '../../../src/outputs/report/report-text.ts'
import {historyOf, policyOf} from '../../reading.ts'

it.each([
  ['overlap: {length: 90 days, successor: any}', "The policy doesn't restrict this"],
  ['endWindow: release', 'Meets the policy']
])('a removal that the policy does not restrict is explained: %s', (promise, says) => {
  const history = historyOf(`
service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2025-02-01, changes: [{removed: GET /v1/loans}]}
`)
  const policy = policyOf(`
name: one clause
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {${promise}}}
`)
  const judgments = judgeAll(history, policy)
  expect(judgments.map(each => [each.verdict, sayNoFinding(each)])).toEqual([['compliant', says]])
})
