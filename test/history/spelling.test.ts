import {expect, test} from 'vitest'
import {judgeAll} from '../../src/lint.ts'
import {formatSubject} from '../../src/model/subject.ts'
import {partAsMarkdown} from '../../src/render/changelog.ts'
import {historyOf, policyOf} from '../reading.ts'

const RECORD = `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-01, changes: [{added: "GET /v1/loans/{loanId}"}]}
  - {release: "1.1", date: 2024-02-01, changes: [{removed: "GET /v1/loans/{loanId}"}]}
  - {release: "1.2", date: 2024-03-01, changes: [{restored: "GET /v1/loans/{loan_id}"}]}
  - {release: "1.3", date: 2024-04-01, changes: [{deprecated: "GET /v1/loans/{loanId}"}]}
  - {release: next, changes: [{removed: "GET /v1/loans/{id}"}]}
`

test('a table calls an endpoint as it was last served, whatever its path parameter was called before', () => {
  const history = historyOf(RECORD, '2024-05-01')
  const policy = policyOf('thirteen-months')
  expect(history.lifecycles.map(({subject}) => formatSubject(subject))).toEqual(['GET /v1/loans/{loan_id}'])
  const part = (name: 'endpoints' | 'pending'): string =>
    partAsMarkdown(name, history, judgeAll(history, policy), policy)
  expect(part('endpoints')).toContain('| GET    | `/v1/loans/{loan_id}` |')
  expect(part('pending')).toContain('`GET /v1/loans/{loan_id}`')
})

test('a rename of nothing but a path parameter ends nothing, and denies nothing else of the endpoint', () => {
  const history = historyOf(
    `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-01, changes: [{added: "GET /v1/loans/{loanId}"}]}
  - release: "1.1"
    date: 2024-02-01
    changes:
      - {renamed: "GET /v1/loans/{loanId}", to: "GET /v1/loans/{loan_id}"}
      - {changed: "GET /v1/loans/{loan_id}", breaking: true, note: Answers come in pages.}
`,
    '2024-05-01'
  )
  const policy = policyOf('thirteen-months')
  const [life, ...others] = history.lifecycles
  expect(others).toEqual([])
  expect(life && formatSubject(life.subject)).toBe('GET /v1/loans/{loan_id}')
  expect(life?.tenures.map(({end}) => end)).toEqual([undefined])
  const judgements = judgeAll(history, policy)
  expect(judgements.map(({event: {verb}, verdict}) => `${verb} ${verdict}`)).toEqual(['changed broken'])
  expect(partAsMarkdown('releases', history, judgements, policy)).toContain(
    '`GET /v1/loans/{loanId}` was renamed to `GET /v1/loans/{loan_id}`'
  )
})
