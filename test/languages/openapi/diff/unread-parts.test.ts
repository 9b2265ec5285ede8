// Parts that are declared but could not be read are reported neither as removed nor as added.

import {describe, expect, test} from 'vitest'
import type {Change} from '../../../../src/model/api/change.ts'
import {sample} from '../../../tier.ts'
import {diffDocuments} from './comparing.ts'

const UNRESOLVED = {$ref: '#/components/lost/Nothing'}
const UNRESOLVED_PARAMETER = {$ref: '#/lost/Nothing'}
const TEXT = {schema: {type: 'string'}}
const OK = {description: 'Fine', content: {'application/json': TEXT}, headers: {ETag: TEXT}}
const SHELF = {name: 'shelf', in: 'query', required: true, ...TEXT}
const BODY = {required: true, content: {'application/json': TEXT}}
const SENT = {post: {requestBody: BODY, responses: {'204': {description: 'Taken'}}}}

const operation = (overrides: object = {}) => ({
  parameters: [SHELF],
  requestBody: BODY,
  responses: {'200': OK, '404': {description: 'Unknown'}},
  callbacks: {lent: {'{$request.body}': SENT}},
  ...overrides
})
const api = (loans: object, overrides: object = {}) => ({
  openapi: '3.1.0',
  info: {title: 'Library', version: '1'},
  paths: {'/loans': loans, '/books': {get: {responses: {'200': OK}}}},
  webhooks: {returned: SENT},
  ...overrides
})

const whole = api({post: operation()})
const PLACES: Record<string, object> = {
  'a response': api({post: operation({responses: {'200': UNRESOLVED, '404': {description: 'Unknown'}}})}),
  'a response that is null': api({post: operation({responses: {'200': null, '404': {description: 'Unknown'}}})}),
  'the content of a response': api({
    post: operation({
      responses: {'200': {...OK, content: {'application/json': UNRESOLVED}}, '404': {description: 'Unknown'}}
    })
  }),
  'a header': api({
    post: operation({responses: {'200': {...OK, headers: {ETag: UNRESOLVED}}, '404': {description: 'Unknown'}}})
  }),
  'a body': api({post: operation({requestBody: UNRESOLVED})}),
  'the content of a body': api({
    post: operation({requestBody: {required: true, content: {'application/json': UNRESOLVED}}})
  }),
  'a parameter': api({post: operation({parameters: [UNRESOLVED]})}),
  'a parameter of the path': api({post: operation({parameters: []}), parameters: [UNRESOLVED]}),
  'a parameter without a name': api({post: operation({parameters: [{in: 'query', ...TEXT}]})}),
  'a callback': api({post: operation({callbacks: {lent: UNRESOLVED}})}),
  'a path of a callback': api({post: operation({callbacks: {lent: {'{$request.body}': UNRESOLVED}}})}),
  'a path': api(UNRESOLVED),
  'a path that refers to itself': api({$ref: '#/paths/~1loans'}),
  'an operation that is a string': api({post: 'see elsewhere'}),
  'a webhook': api({post: operation()}, {webhooks: {returned: UNRESOLVED}})
}

/** The kinds and details of changes, without documentation changes. */
const summarize = (changes: readonly Change[]): string[] =>
  changes
    .filter(({kind}) => kind !== 'documentation-changed')
    .map(({kind, about}) => (about === undefined ? kind : `${kind} ${about}`))
    .sort()

describe.each(sample(Object.entries(PLACES)))("%s that can't be read", (_, partial) => {
  test('in the newer description is not reported as removed', () =>
    expect(summarize(diffDocuments(whole, partial))).toEqual([]))
  test('in the older description is not reported as added', () =>
    expect(summarize(diffDocuments(partial, whole))).toEqual([]))
})

test('changes next to unread parts are reported', () => {
  const older = api({post: operation()})
  const newer = api({post: operation({parameters: [UNRESOLVED], responses: {'200': UNRESOLVED}, callbacks: {}})})
  expect(summarize(diffDocuments(older, newer))).toEqual(['error-code-removed 404', 'webhook-removed'])
})

test("a status whose response can't be read is still reported as added or removed", () => {
  const older = api({post: operation({responses: {'200': OK, '404': UNRESOLVED}})})
  const newer = api({post: operation({responses: {'200': OK, '409': UNRESOLVED}})})
  expect(summarize(diffDocuments(older, newer))).toEqual(['error-code-added 409', 'error-code-removed 404'])
})

test("a path that can't be read is not reported under another base path", () => {
  const older = {...whole, servers: [{url: 'https://library.example/v1'}]}
  const newer = {
    ...api(UNRESOLVED),
    servers: [{url: 'https://library.example'}],
    paths: {'/v1/loans': UNRESOLVED, '/v1/books': {get: {responses: {'200': OK}}}}
  }
  expect(summarize(diffDocuments(older, newer))).toEqual([])
  expect(summarize(diffDocuments(newer, older))).toEqual([])
})

describe('Swagger 2.0', () => {
  const swagger = (...parameters: object[]) => ({
    swagger: '2.0',
    info: {title: 'Library', version: '1'},
    paths: {'/loans': {post: {parameters, responses: {'200': {description: 'Fine'}}}}}
  })
  const body = {name: 'loan', in: 'body', required: true, ...TEXT}
  const field = {name: 'days', in: 'formData', required: true, type: 'integer'}

  test.each([
    ['a body', [body], [UNRESOLVED_PARAMETER]],
    ['a field of a form', [field, {...field, name: 'shelf'}], [UNRESOLVED_PARAMETER, field]],
    ['a parameter', [{name: 'shelf', in: 'query', type: 'string'}, body], [UNRESOLVED_PARAMETER, body]]
  ])("%s that can't be read is not reported", (_, known, partial) => {
    expect(summarize(diffDocuments(swagger(...known), swagger(...partial)))).toEqual([])
    expect(summarize(diffDocuments(swagger(...partial), swagger(...known)))).toEqual([])
  })
})
