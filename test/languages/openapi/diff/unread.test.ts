// Of what is declared and could not be read nothing is claimed: neither that it went, nor that it came.

import {describe, expect, test} from 'vitest'
import type {Change} from '../../../../src/model/api/change.ts'
import {between} from './comparing.ts'

const NOWHERE = {$ref: '#/components/lost/Nothing'}
const NOBODY = {$ref: '#/lost/Nothing'}
const TEXT = {schema: {type: 'string'}}
const OK = {description: 'Fine', content: {'application/json': TEXT}, headers: {ETag: TEXT}}
const SHELF = {name: 'shelf', in: 'query', required: true, ...TEXT}
const BODY = {required: true, content: {'application/json': TEXT}}
const SENT = {post: {requestBody: BODY, responses: {'204': {description: 'Taken'}}}}

const operation = (said: object = {}) => ({
  parameters: [SHELF],
  requestBody: BODY,
  responses: {'200': OK, '404': {description: 'Unknown'}},
  callbacks: {lent: {'{$request.body}': SENT}},
  ...said
})
const api = (loans: object, said: object = {}) => ({
  openapi: '3.1.0',
  info: {title: 'Library', version: '1'},
  paths: {'/loans': loans, '/books': {get: {responses: {'200': OK}}}},
  webhooks: {returned: SENT},
  ...said
})

const whole = api({post: operation()})
const PLACES: Record<string, object> = {
  'a response': api({post: operation({responses: {'200': NOWHERE, '404': {description: 'Unknown'}}})}),
  'a response that is nothing': api({post: operation({responses: {'200': null, '404': {description: 'Unknown'}}})}),
  'contents of a response': api({
    post: operation({
      responses: {'200': {...OK, content: {'application/json': NOWHERE}}, '404': {description: 'Unknown'}}
    })
  }),
  'a header': api({
    post: operation({responses: {'200': {...OK, headers: {ETag: NOWHERE}}, '404': {description: 'Unknown'}}})
  }),
  'a body': api({post: operation({requestBody: NOWHERE})}),
  'contents of a body': api({
    post: operation({requestBody: {required: true, content: {'application/json': NOWHERE}}})
  }),
  'a parameter': api({post: operation({parameters: [NOWHERE]})}),
  'a parameter of the path': api({post: operation({parameters: []}), parameters: [NOWHERE]}),
  'a parameter without a name': api({post: operation({parameters: [{in: 'query', ...TEXT}]})}),
  'a callback': api({post: operation({callbacks: {lent: NOWHERE}})}),
  'a path of a callback': api({post: operation({callbacks: {lent: {'{$request.body}': NOWHERE}}})}),
  'a path': api(NOWHERE),
  'a path that leads to itself': api({$ref: '#/paths/~1loans'}),
  'an operation that is a text': api({post: 'see elsewhere'}),
  'a webhook': api({post: operation()}, {webhooks: {returned: NOWHERE}})
}

/** What is told for programs, not for people alone. */
const inShort = (changes: readonly Change[]): string[] =>
  changes
    .filter(({kind}) => kind !== 'documentation-changed')
    .map(({kind, about}) => (about === undefined ? kind : `${kind} ${about}`))
    .sort()

describe.each(Object.entries(PLACES))('%s that could not be read', (_, partial) => {
  test('on the newer side: nothing went', () => expect(inShort(between(whole, partial))).toEqual([]))
  test('on the older side: nothing came', () => expect(inShort(between(partial, whole))).toEqual([]))
})

test('what is known beside it is told', () => {
  const old = api({post: operation()})
  const fresh = api({post: operation({parameters: [NOWHERE], responses: {'200': NOWHERE}, callbacks: {}})})
  expect(inShort(between(old, fresh))).toEqual(['error-code-removed 404', 'webhook-removed'])
})

test('a status whose answer could not be read is there: that it comes or goes is told', () => {
  const old = api({post: operation({responses: {'200': OK, '404': NOWHERE}})})
  const fresh = api({post: operation({responses: {'200': OK, '409': NOWHERE}})})
  expect(inShort(between(old, fresh))).toEqual(['error-code-added 409', 'error-code-removed 404'])
})

test('a path under another base', () => {
  const old = {...whole, servers: [{url: 'https://library.example/v1'}]}
  const fresh = {
    ...api(NOWHERE),
    servers: [{url: 'https://library.example'}],
    paths: {'/v1/loans': NOWHERE, '/v1/books': {get: {responses: {'200': OK}}}}
  }
  expect(inShort(between(old, fresh))).toEqual([])
  expect(inShort(between(fresh, old))).toEqual([])
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
    ['a body', [body], [NOBODY]],
    ['a field of a form', [field, {...field, name: 'shelf'}], [NOBODY, field]],
    ['a parameter', [{name: 'shelf', in: 'query', type: 'string'}, body], [NOBODY, body]]
  ])('%s that could not be read', (_, known, partial) => {
    expect(inShort(between(swagger(...known), swagger(...partial)))).toEqual([])
    expect(inShort(between(swagger(...partial), swagger(...known)))).toEqual([])
  })
})
