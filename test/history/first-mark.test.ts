import {expect, it} from 'vitest'
import {earliestEndOfSupport} from '../../src/policy/earliest-end-of-support.ts'
import {historyOf, policyOf} from '../reading.ts'

it('a mark of the first release counts from it at the latest, although its sunset may be older than the subject', () => {
  const history = historyOf(
    `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-05
    existing: true
    changes: [{added: GET /v1/loans}, {deprecated: GET /v1/loans, sunset: 2023-12-01}]
`,
    '2026-02-01'
  )
  const [lifecycle] = history.lifecycles
  if (!lifecycle) throw new Error('Unexpected lack of a life')
  expect(earliestEndOfSupport(lifecycle, policyOf(undefined), history)).toMatchObject({kind: 'day', day: '2025-02-05'})
})
