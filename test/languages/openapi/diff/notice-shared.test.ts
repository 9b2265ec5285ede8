// The announced removal of an operation is no notice for parts that are removed while it stays.

import {describe, expect, test} from 'vitest'
import {sample} from '../../../tier.ts'
import {diffDocuments} from './comparing.ts'
import {findAsymmetry} from './reverse-changes.ts'

const NOTICE = {deprecated: true, 'x-deprecated-since': '2020-01-01', 'x-sunset': '2022-01-01'}
const OK = {200: {description: 'Fine.'}}
const TEXTS = {type: 'string', enum: ['x', 'y']}

const describeApi = (paths: object, components: object = {}): object => ({
  openapi: '3.0.3',
  info: {title: 'Library', version: '1'},
  paths,
  components
})

const shared = (parameters: readonly object[], getting: object, putting: object) =>
  describeApi({'/a': {parameters, get: {...getting, responses: OK}, put: {...putting, responses: OK}}})

const headed = (headers: object) => {
  const responses = {200: {$ref: '#/components/responses/R'}}
  return describeApi(
    {'/a': {get: {...NOTICE, responses}}, '/b': {get: {responses}}},
    {responses: {R: {description: 'Fine.', headers}}}
  )
}

const q = (schema: object) => [{name: 'q', in: 'query', schema}]

describe('a removed part of an operation whose removal was announced', () => {
  test.each(
    sample([
      ['a parameter of the path, announced for GET', shared(q(TEXTS), NOTICE, {}), shared([], NOTICE, {})],
      ['a parameter of the path, announced for both', shared(q(TEXTS), NOTICE, NOTICE), shared([], NOTICE, NOTICE)],
      ['a parameter that ends with the announcement', shared(q(TEXTS), NOTICE, {}), shared([], {}, {})],
      ['a value of a parameter', shared(q(TEXTS), NOTICE, {}), shared(q({...TEXTS, enum: ['x']}), NOTICE, {})],
      ['a header of a shared response', headed({'X-A': {schema: TEXTS}}), headed({})]
    ])
  )("isn't announced: %s", (_, older, newer) => {
    const changes = diffDocuments(older, newer)
    const removed = changes.filter(({kind}) => kind.endsWith('-removed'))
    expect(removed.map(({announced}) => announced)).toEqual([undefined])
    expect(findAsymmetry(changes, diffDocuments(newer, older))).toEqual({unmatched: [], contradictory: []})
  })
})

describe('a removed part of a component', () => {
  const loan = (schema: object, ...notices: object[]): object =>
    describeApi(
      Object.fromEntries(
        notices.map((notice, at) => [
          `/${at}`,
          {
            get: {
              ...notice,
              responses: {
                200: {...OK[200], content: {'application/json': {schema: {$ref: '#/components/schemas/Loan'}}}}
              }
            }
          }
        ])
      ),
      {schemas: {Loan: schema}}
    )
  const [both, one] = [{shelf: TEXTS, due: TEXTS}, {due: {...TEXTS, enum: ['x']}}].map(properties => ({
    type: 'object',
    properties
  })) as [object, object]

  test.each([
    ['all operations', NOTICE],
    ['one of the operations', {}]
  ])("isn't announced by the end of %s that use it", (_, other) => {
    const changes = diffDocuments(loan(both, NOTICE, other), loan(one, NOTICE, other))
    expect(changes.map(({kind, announced}) => [kind, announced])).toEqual([
      ['field-removed', undefined],
      ['value-removed', undefined]
    ])
  })
})
