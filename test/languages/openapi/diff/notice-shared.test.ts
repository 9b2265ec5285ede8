// The end of an operation is announced for what belongs to it, and not for who shares that with it.
import {describe, expect, test} from 'vitest'
import {between, reached} from './comparing.ts'
import {findAsymmetry} from './mirror.ts'

const NOTICE = {deprecated: true, 'x-deprecated-since': '2020-01-01', 'x-sunset': '2022-01-01'}
const OK = {200: {description: 'Fine.'}}
const TEXTS = {type: 'string', enum: ['x', 'y']}

const whole = (paths: object, components: object = {}): object => ({
  openapi: '3.0.3',
  info: {title: 'Library', version: '1'},
  paths,
  components
})

const shared = (parameters: readonly object[], getting: object, putting: object) =>
  whole({'/a': {parameters, get: {...getting, responses: OK}, put: {...putting, responses: OK}}})

const headed = (headers: object) => {
  const responses = {200: {$ref: '#/components/responses/R'}}
  return whole(
    {'/a': {get: {...NOTICE, responses}}, '/b': {get: {responses}}},
    {responses: {R: {description: 'Fine.', headers}}}
  )
}

const q = (schema: object) => [{name: 'q', in: 'query', schema}]

describe('what operations share, of which one was announced to end', () => {
  test.each([
    ['a parameter of the path', shared(q(TEXTS), NOTICE, {}), shared([], NOTICE, {}), 'GET', 'PUT'],
    ['the same the other way round', shared(q(TEXTS), {}, NOTICE), shared([], {}, NOTICE), 'PUT', 'GET'],
    [
      'a value of a parameter of the path',
      shared(q(TEXTS), NOTICE, {}),
      shared(q({...TEXTS, enum: ['x']}), NOTICE, {}),
      'GET',
      'PUT'
    ],
    ['a header of a shared answer', headed({'X-A': {schema: TEXTS}}), headed({}), '/a', '/b']
  ])('%s: the notice is that of the one alone', (_, older, newer, told, untold) => {
    const changes = between(older, newer)
    const of = (hasNotice: boolean) =>
      changes.filter(({announced}) => (announced !== undefined) === hasNotice).flatMap(reached)
    expect(changes).toHaveLength(2)
    expect(of(true).every(each => each.includes(told))).toBe(true)
    expect(of(false).length).toBeGreaterThan(0)
    expect(of(false).every(each => each.includes(untold))).toBe(true)
    expect(findAsymmetry(changes, between(newer, older))).toEqual({lost: [], torn: []})
  })

  test('it is one change where both were', () => {
    expect(between(shared(q(TEXTS), NOTICE, NOTICE), shared([], NOTICE, NOTICE))).toHaveLength(1)
    expect(between(shared(q(TEXTS), {}, {}), shared([], {}, {}))).toHaveLength(1)
  })
})

describe('what stands in a component', () => {
  const loan = (schema: object, ...notices: object[]): object =>
    whole(
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

  test('was announced to end where all who have it were', () => {
    const changes = between(loan(both, NOTICE, NOTICE), loan(one, NOTICE, NOTICE))
    expect(changes.map(({kind, announced}) => [kind, announced?.sunset])).toEqual([
      ['field-removed', '2022-01-01'],
      ['value-removed', '2022-01-01']
    ])
  })

  test('was not where one of them was told nothing, or something else', () => {
    for (const other of [{}, {...NOTICE, 'x-sunset': '2023-01-01'}]) {
      const changes = between(loan(both, NOTICE, other), loan(one, NOTICE, other))
      expect(changes.map(({announced}) => announced)).toEqual([undefined, undefined])
    }
  })
})
