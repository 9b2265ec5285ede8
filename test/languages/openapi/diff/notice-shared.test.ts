// An announced removal of an operation also covers its parts, but not other operations that share them.
import {describe, expect, test} from 'vitest'
import {affectedOperations, diffDocuments} from './comparing.ts'
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
  test.each([
    ['a parameter of the path, announced for GET', shared(q(TEXTS), NOTICE, {}), shared([], NOTICE, {}), 'GET', 'PUT'],
    ['a parameter of the path, announced for PUT', shared(q(TEXTS), {}, NOTICE), shared([], {}, NOTICE), 'PUT', 'GET'],
    [
      'a value of a parameter of the path',
      shared(q(TEXTS), NOTICE, {}),
      shared(q({...TEXTS, enum: ['x']}), NOTICE, {}),
      'GET',
      'PUT'
    ],
    ['a header of a shared response', headed({'X-A': {schema: TEXTS}}), headed({}), '/a', '/b']
  ])('is announced only for that operation: %s', (_, older, newer, announced, unannounced) => {
    const changes = diffDocuments(older, newer)
    const of = (hasNotice: boolean) =>
      changes.filter(({announced}) => (announced !== undefined) === hasNotice).flatMap(affectedOperations)
    expect(changes).toHaveLength(2)
    expect(of(true).every(each => each.includes(announced))).toBe(true)
    expect(of(false).length).toBeGreaterThan(0)
    expect(of(false).every(each => each.includes(unannounced))).toBe(true)
    expect(findAsymmetry(changes, diffDocuments(newer, older))).toEqual({unmatched: [], contradictory: []})
  })

  test('is one change if all operations or none were announced', () => {
    expect(diffDocuments(shared(q(TEXTS), NOTICE, NOTICE), shared([], NOTICE, NOTICE))).toHaveLength(1)
    expect(diffDocuments(shared(q(TEXTS), {}, {}), shared([], {}, {}))).toHaveLength(1)
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

  test('is announced if all operations that use it were announced', () => {
    const changes = diffDocuments(loan(both, NOTICE, NOTICE), loan(one, NOTICE, NOTICE))
    expect(changes.map(({kind, announced}) => [kind, announced?.sunset])).toEqual([
      ['field-removed', '2022-01-01'],
      ['value-removed', '2022-01-01']
    ])
  })

  test('is not announced if one of them was announced differently or not at all', () => {
    for (const other of [{}, {...NOTICE, 'x-sunset': '2023-01-01'}]) {
      const changes = diffDocuments(loan(both, NOTICE, other), loan(one, NOTICE, other))
      expect(changes.map(({announced}) => announced)).toEqual([undefined, undefined])
    }
  })
})
