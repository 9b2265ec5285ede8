import {expect, test} from 'vitest'
import {partAsMarkdown} from '../../packages/pages/src/history-page/page-part.ts'
import {judgeAll} from '../../src/lint.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import {historyOf, policyOf} from '../reading.ts'
import {get, type Release, historyOf as seenAs} from './observed.ts'

const HISTORY = `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-01, changes: [{added: "GET /v1/loans/{loanId}"}]}
  - {release: "1.1", date: 2024-02-01, changes: [{removed: "GET /v1/loans/{loanId}"}]}
  - {release: "1.2", date: 2024-03-01, changes: [{restored: "GET /v1/loans/{loan_id}"}]}
  - {release: "1.3", date: 2024-04-01, changes: [{deprecated: "GET /v1/loans/{loanId}"}]}
  - {release: next, changes: [{removed: "GET /v1/loans/{id}"}]}
`

test('tables show an endpoint with the path parameter of the latest release', () => {
  const history = historyOf(HISTORY, '2024-05-01')
  const policy = policyOf('thirteen-months')
  expect(history.lifecycles.map(({subject}) => formatSubject(subject))).toEqual(['GET /v1/loans/{loan_id}'])
  const part = (name: 'endpoints' | 'pending'): string =>
    partAsMarkdown(name, history, judgeAll(history, policy), policy)
  expect(part('endpoints')).toContain('| GET    | `/v1/loans/{loan_id}` |')
  expect(part('pending')).toContain('`GET /v1/loans/{loan_id}`')
})

test('renaming only a path parameter ends no tenure, and hides no other change', () => {
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
  const [lifecycle, ...others] = history.lifecycles
  expect(others).toEqual([])
  expect(lifecycle && formatSubject(lifecycle.subject)).toBe('GET /v1/loans/{loan_id}')
  expect(lifecycle?.tenures.map(({end}) => end)).toEqual([undefined])
  const judgments = judgeAll(history, policy)
  expect(judgments.map(({event: {verb}, verdict}) => `${verb} ${verdict}`)).toEqual(['changed violation'])
  expect(partAsMarkdown('releases', history, judgments, policy)).toContain(
    '`GET /v1/loans/{loanId}` was renamed to `GET /v1/loans/{loan_id}`'
  )
})

test('a renamed path parameter in a later API description is used for the endpoint, whatever else changes', () => {
  const of = (name: string, more: object = {}): object => ({
    [`/v1/loans/{${name}}`]: {...get(), ...more, parameters: [{name, in: 'path', required: true, schema: {}}]}
  })
  const operation = {responses: {200: {description: 'fine'}}}
  const spelled = (...releases: Release[]): string[] =>
    seenAs(releases).lifecycles.map(({subject}) => formatSubject(subject))
  const old: Release = ['1.0', '2024-01-01', of('id', {delete: {...operation, deprecated: true}})]
  const now: Release = ['1.1', '2024-02-01', of('loanId', {delete: {...operation, deprecated: true}})]
  const none: Release = ['1.2', '2024-03-01', {}]
  const both = ['GET /v1/loans/{loanId}', 'DELETE /v1/loans/{loanId}']
  expect(spelled(old, now)).toEqual(both)
  // An unchanged description and an unreadable one change nothing.
  expect(spelled(old, now, ['1.2', '2024-03-01', now[2]], ['1.3', '2024-04-01', undefined])).toEqual(both)
  expect(spelled(old, now, none)).toEqual(both)
  // A restored endpoint has the parameter name of its restoration.
  expect(spelled(old, now, none, ['1.3', '2024-04-01', of('loan')])[0]).toBe('GET /v1/loans/{loan}')
  // A patch on an older line doesn't rename the endpoint of newer lines.
  const aside: Release = ['1.0.1', '2024-03-01', of('old')]
  const line = (...names: string[]): Release[] => names.map((name, at) => [name, `2024-0${at + 1}-01`, of('id')])
  expect(spelled(...line('1.0', '1.1'), aside, ['1.2', '2024-04-01', of('id')])).toEqual(['GET /v1/loans/{id}'])
})

test('a renamed path parameter is used for the parts of the endpoint, too', () => {
  const of = (name: string, schema: object): object => ({
    [`/v1/loans/{${name}}`]: {
      parameters: [{name, in: 'path', required: true, schema: {}}],
      ...get({responses: {200: {description: 'fine', content: {'application/json': {schema}}}}})
    }
  })
  const [one, two] = [
    {type: 'object', properties: {due: {}, shelf: {}}},
    {type: 'object', properties: {due: {}}}
  ]
  const history = seenAs([
    ['1.0', '2024-01-01', of('id', one)],
    ['1.1', '2024-02-01', of('id', two)],
    ['1.2', '2024-03-01', of('loanId', two)]
  ])
  const paths = history.lifecycles.map(({subject: {target}}) => (target.path !== undefined ? target.path : ''))
  expect(paths.length).toBeGreaterThan(1)
  expect(new Set(paths)).toEqual(new Set(['/v1/loans/{loanId}']))
  // The event has the path as it was in its release.
  expect(history.events.find(({kind}) => kind === 'removed')?.subject.target).toMatchObject({path: '/v1/loans/{id}'})
})
