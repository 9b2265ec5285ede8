// Descriptions in different versions of OpenAPI, where some keywords have another meaning.
import {describe, expect, test} from 'vitest'
import {
  api,
  NUMBER,
  OK,
  object,
  type Raw,
  TEXT,
  testChanges,
  withOperation,
  withRequest,
  withResponse
} from './cases.ts'
import {diffDocuments} from './comparing.ts'

describe('from OpenAPI 3.0 to 3.1', () => {
  const orNull = {...TEXT, nullable: true}
  const withReference = (version: string): object =>
    api({'/loans': {post: {requestBody: {$ref: '#/components/requestBodies/Loan'}, responses: OK}}}, shelf, version)
  const shelf: Raw = {
    components: {
      requestBodies: {Loan: {required: true, content: {'application/json': {schema: object({shelf: orNull})}}}}
    }
  }
  const withSiblings = (version: string): object => {
    const schema = object({shelf: {$ref: '#/components/schemas/Shelf', maxLength: 2}})
    const requestBody = {required: true, content: {'application/json': {schema}}}
    return api({'/loans': {post: {requestBody, responses: OK}}}, {components: {schemas: {Shelf: TEXT}}}, version)
  }
  testChanges([
    {
      name: '`nullable` loses its effect in a request',
      old: withRequest(orNull, undefined, '3.0.3'),
      new: withRequest(orNull, undefined, '3.1.0'),
      changes: ['null-refused (request breaks)'],
      reverse: ['null-allowed (request keeps)']
    },
    {
      name: '`nullable` loses its effect in a field of a response',
      old: withResponse(object({shelf: orNull}), '3.0.3'),
      new: withResponse(object({shelf: orNull}), '3.1.0'),
      changes: ['null-refused (response keeps)'],
      reverse: ['null-allowed (response breaks)']
    },
    {
      name: '`nullable` loses its effect behind a reference',
      old: withReference('3.0.3'),
      new: withReference('3.1.0'),
      changes: ['null-refused (request breaks)']
    },
    {
      name: 'keywords next to a reference gain effect',
      old: withSiblings('3.0.3'),
      new: withSiblings('3.1.0'),
      changes: ['constraint-tightened maxLength (request breaks)'],
      reverse: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: '`not` with `nullable` is equal to `not` with a null type',
      old: withRequest({not: {...TEXT, nullable: true}}, undefined, '3.0.3'),
      new: withRequest({not: {type: ['string', 'null']}}, undefined, '3.1.0'),
      changes: [],
      reverse: []
    },
    {
      name: '`not` with an exclusive flag is equal to `not` with an exclusive bound',
      old: withRequest({...NUMBER, not: {minimum: 1, exclusiveMinimum: true}}, undefined, '3.0.3'),
      new: withRequest({...NUMBER, not: {exclusiveMinimum: 1}}, undefined, '3.1.0'),
      changes: [],
      reverse: []
    },
    {
      name: '`not` with `nullable` becomes `not` without null',
      old: withRequest({not: {...TEXT, nullable: true}}, undefined, '3.0.3'),
      new: withRequest({not: TEXT}, undefined, '3.1.0'),
      changes: ['constraint-changed not (request keeps)'],
      reverse: ['constraint-changed not (request breaks)']
    },
    {
      name: 'all other keywords keep their meaning',
      old: withResponse(object({shelf: TEXT, copies: {type: 'array', items: NUMBER}}), '3.0.3'),
      new: withResponse(object({shelf: TEXT, copies: {type: 'array', items: NUMBER}}), '3.1.0'),
      changes: [],
      reverse: []
    }
  ])
})

describe('from Swagger 2.0 to OpenAPI 3', () => {
  const headers = (version: string, attributes: Raw, names = ['Authorization', 'Accept', 'Content-type']): object =>
    withOperation({parameters: names.map(name => ({name, in: 'header', required: true, ...attributes}))}, {}, version)
  testChanges([
    {
      name: 'headers that OpenAPI 3 describes by other means are neither added nor removed',
      old: headers('2.0', TEXT),
      new: headers('3.0.3', {schema: TEXT}),
      changes: [],
      reverse: []
    },
    {
      name: 'such headers may be omitted in OpenAPI 3',
      old: headers('2.0', TEXT),
      new: headers('3.1.0', {}, []),
      changes: [],
      reverse: []
    },
    {
      name: 'other headers are reported',
      old: headers('2.0', TEXT, ['X-Reader', 'Accept']),
      new: headers('3.0.3', {schema: TEXT}, ['Accept']),
      changes: ['parameter-removed X-Reader (request)'],
      reverse: ['required-parameter-added X-Reader (request)']
    },
    {
      name: 'such headers are reported within Swagger 2.0',
      old: headers('2.0', TEXT, ['Authorization']),
      new: headers('2.0', TEXT, []),
      changes: ['parameter-removed Authorization (request)']
    }
  ])
})

test('the items of a stream are reported with their schema as written', () => {
  const lines = (content: object): object =>
    api(
      {'/loans': {get: {responses: {'200': {description: 'Fine', content: {'application/jsonl': content}}}}}},
      {},
      '3.2.0'
    )
  const [change] = diffDocuments(lines({itemSchema: object({shelf: TEXT})}), lines({})).filter(
    ({about}) => about === 'items'
  )
  expect(change?.old).toEqual(object({shelf: TEXT}))
})

describe.each(['get', 'head', 'delete'])('the body of a `%s`, which OpenAPI 3.0 ignores', method => {
  const body = (schema: Raw): Raw => ({required: true, content: {'application/json': {schema}}})
  const withBody = (version: string, requestBody?: Raw, shelf: Raw = TEXT): object =>
    api(
      {'/loans': {[method]: {...(requestBody && {requestBody}), responses: OK}}},
      {components: {schemas: {Shelf: shelf}}},
      version
    )
  const named = body(object({shelf: {$ref: '#/components/schemas/Shelf'}}))
  testChanges([
    {name: 'is added', old: withBody('3.0.3'), new: withBody('3.0.3', body(TEXT)), changes: [], reverse: []},
    {name: 'changes', old: withBody('3.0.3', body(TEXT)), new: withBody('3.0.3', body(NUMBER)), changes: []},
    {name: 'refers to a change', old: withBody('3.0.3', named), new: withBody('3.0.3', named, NUMBER), changes: []},
    {
      name: 'counts since 3.1',
      old: withBody('3.1.0'),
      new: withBody('3.1.0', body(TEXT)),
      changes: ['required-body-added (request)']
    },
    {
      name: 'becomes one that counts',
      old: withBody('3.0.3', body(TEXT)),
      new: withBody('3.1.0', body(NUMBER)),
      changes: ['type-changed (request breaks)']
    }
  ])
})
