import {expect, it} from 'vitest'
import {partAsMarkdown} from '../../../../packages/pages/src/history-page/page-part.ts'
import {judgeAll} from '../../../../src/lint.ts'
import {historyOf, policyOf} from '../../../reading.ts'

it.each([
  ['before its removal', 'sunset: 2025-06-01'],
  ['after its removal', 'sunset: 2026-06-01'],
  ['on its removal', 'sunset: 2025-09-10']
])('an endpoint with a sunset %s is listed with the release that removed it', (_, sunset) => {
  const history = historyOf(
    `service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2024-02-10, changes: [{deprecated: GET /v1/loans, ${sunset}}]}
  - {release: "2.0", date: 2025-09-10, changes: [{removed: GET /v1/loans}]}
`,
    '2026-09-01'
  )
  const policy = policyOf(undefined)
  const page = partAsMarkdown('all', history, judgeAll(history, policy), policy)
  const [row] = /^\|.*GET \/v1\/loans.*\|$/m.exec(page.slice(page.indexOf('## Removed'))) ?? []
  expect(row?.split('|')[2]?.trim()).toBe('2.0')
})
