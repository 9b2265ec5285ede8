import {expect, test} from 'vitest'
import {judgeAll} from '../../src/lint.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import {partAsMarkdown} from '../../src/outputs/pages/history-page/page-part.ts'
import {historyOf, policyOf} from '../reading.ts'
import {get, type Release, historyOf as seenAs} from './observed.ts'

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
  const judgments = judgeAll(history, policy)
  expect(judgments.map(({event: {verb}, verdict}) => `${verb} ${verdict}`)).toEqual(['changed violation'])
  expect(partAsMarkdown('releases', history, judgments, policy)).toContain(
    '`GET /v1/loans/{loanId}` was renamed to `GET /v1/loans/{loan_id}`'
  )
})

test('a path that is spelled otherwise in a later description is told as it is now, whatever else happened', () => {
  const of = (name: string, more: object = {}): object => ({
    [`/v1/loans/{${name}}`]: {...get(), ...more, parameters: [{name, in: 'path', required: true, schema: {}}]}
  })
  const answer = {responses: {200: {description: 'fine'}}}
  const spelled = (...releases: Release[]): string[] =>
    seenAs(releases).lifecycles.map(({subject}) => formatSubject(subject))
  const old: Release = ['1.0', '2024-01-01', of('id', {delete: {...answer, deprecated: true}})]
  const now: Release = ['1.1', '2024-02-01', of('loanId', {delete: {...answer, deprecated: true}})]
  const none: Release = ['1.2', '2024-03-01', {}]
  const both = ['GET /v1/loans/{loanId}', 'DELETE /v1/loans/{loanId}']
  expect(spelled(old, now)).toEqual(both)
  // The same bytes again, and what cannot be read, change nothing of it.
  expect(spelled(old, now, ['1.2', '2024-03-01', now[2]], ['1.3', '2024-04-01', undefined])).toEqual(both)
  expect(spelled(old, now, none)).toEqual(both)
  // What came again is spelled as it came.
  expect(spelled(old, now, none, ['1.3', '2024-04-01', of('loan')])[0]).toBe('GET /v1/loans/{loan}')
  // A patch beside them does not rename what goes on.
  const aside: Release = ['1.0.1', '2024-03-01', of('old')]
  const line = (...names: string[]): Release[] => names.map((name, at) => [name, `2024-0${at + 1}-01`, of('id')])
  expect(spelled(...line('1.0', '1.1'), aside, ['1.2', '2024-04-01', of('id')])).toEqual(['GET /v1/loans/{id}'])
})

test('and its parts with it', () => {
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
  // What a release changed is told as it was called then.
  expect(history.events.find(({kind}) => kind === 'removed')?.subject.target).toMatchObject({path: '/v1/loans/{id}'})
})
