// Types that JSON Schema does not define. A change to such a type, or from one, is reported, and is undetermined if it
// matters. Expected: `kind about (side proof)`.

import {describe, expect, test} from 'vitest'
import {sample} from '../../../tier.ts'
import {
  NUMBER,
  OK,
  object,
  type Raw,
  summarizeDiff,
  TEXT,
  testChanges,
  withOperation,
  withRequest,
  withResponse
} from './cases.ts'
import {diffDocuments} from './comparing.ts'

const INT: Raw = {type: 'int'}
const oneOfTypes = (...types: unknown[]): Raw => ({type: types})
const UNKNOWN = 'type-changed (request undetermined)'
const UNKNOWN_RESPONSE = 'type-changed (response undetermined)'
const query = (schema: Raw): object => withOperation({parameters: [{name: 'shelf', in: 'query', schema}]})
const header = (schema: Raw): object =>
  withOperation({responses: {'200': {description: 'Fine', headers: {Copies: {schema}}}}})

describe('unknown types in bodies', () => {
  test.each(
    sample([
      [INT, TEXT],
      [INT, NUMBER],
      [INT, {type: 'float'}],
      [object({note: INT}), object({note: TEXT})],
      [
        {type: 'array', items: INT},
        {type: 'array', items: TEXT}
      ],
      [{anyOf: [TEXT, INT]}, {anyOf: [TEXT, NUMBER]}],
      [object({}), {type: 'map', properties: {}}],
      [{type: 5}, TEXT],
      [{type: 'file'}, TEXT],
      [
        {...INT, minimum: 1},
        {...TEXT, maxLength: 2}
      ]
    ])
  )('a change from %j to %j, or the reverse, is undetermined', (one, other) => {
    for (const [older, newer] of [
      [one, other],
      [other, one]
    ] as const) {
      expect(summarizeDiff(withRequest(older), withRequest(newer))).toEqual([UNKNOWN])
      expect(summarizeDiff(withResponse(older), withResponse(newer))).toEqual([UNKNOWN_RESPONSE])
    }
  })

  testChanges([
    {
      name: 'an unknown type is no longer required',
      old: withRequest(INT),
      new: withRequest({}),
      changes: ['type-changed (request keeps)'],
      reverse: [UNKNOWN]
    },
    {
      name: 'a known type is added to an unknown one',
      old: withRequest(INT, undefined, '3.1.0'),
      new: withRequest(oneOfTypes('int', 'string'), undefined, '3.1.0'),
      changes: ['type-changed (request keeps)'],
      reverse: [UNKNOWN]
    },
    {
      name: 'an unknown type is removed next to a known one',
      old: withResponse(oneOfTypes('int', 'string'), '3.1.0'),
      new: withResponse(TEXT, '3.1.0'),
      changes: ['type-changed (response keeps)'],
      reverse: [UNKNOWN_RESPONSE]
    },
    {
      name: 'a known type is removed next to an unknown one',
      old: withRequest(oneOfTypes('int', 'string'), undefined, '3.1.0'),
      new: withRequest(NUMBER, undefined, '3.1.0'),
      changes: ['type-changed (request breaks)'],
      reverse: [UNKNOWN]
    },
    {
      name: 'an alternative of an unknown type may cover removed alternatives',
      old: withRequest({oneOf: [TEXT, NUMBER, {type: 'boolean'}]}),
      new: withRequest({oneOf: [TEXT, INT]}),
      changes: [
        'alternative-added int (request undetermined)',
        'alternative-removed boolean (request undetermined)',
        'alternative-removed integer (request undetermined)'
      ]
    },
    {
      name: 'bounds of an unknown type are not read as integers',
      old: withRequest({type: 'float', minimum: 1}),
      new: withRequest({type: 'float', minimum: 0, exclusiveMinimum: true}),
      changes: ['constraint-loosened minimum (request keeps)'],
      reverse: ['constraint-tightened minimum (request undetermined)']
    },
    {
      name: 'an unquoted `null` in a list of types is a type',
      old: withResponse(TEXT, '3.1.0'),
      new: withResponse(oneOfTypes('string', null), '3.1.0'),
      changes: ['null-allowed (response breaks)'],
      reverse: ['null-refused (response keeps)']
    },
    {
      name: 'an enum value of an unknown type is added',
      old: withResponse({...INT, enum: [1, 2]}),
      new: withResponse({...INT, enum: [1, 2, 3]}),
      changes: ['value-added 3 (response undetermined)'],
      reverse: ['value-removed 3 (response keeps)']
    }
  ])
})

describe('unknown types in a URL and in a header', () => {
  test.each(sample([TEXT, NUMBER, {type: 'array', items: TEXT}, {type: 'list'}]))(
    'a change from an unknown type to %j, or the reverse, is undetermined',
    known => {
      for (const [older, newer] of [
        [INT, known],
        [known, INT]
      ] as const) {
        expect(summarizeDiff(query(older), query(newer))).toEqual([UNKNOWN])
        expect(summarizeDiff(header(older), header(newer))).toEqual([UNKNOWN_RESPONSE])
      }
    }
  )
})

describe('unknown types in Swagger 2.0', () => {
  const form = (field: Raw): object => {
    const operation = {consumes: ['multipart/form-data'], parameters: [{name: 'scan', in: 'formData', ...field}]}
    return {swagger: '2.0', info: {title: 'L', version: '1'}, paths: {'/scans': {post: {...operation, responses: OK}}}}
  }
  const swaggerWithResponse = (schema: Raw): object => ({
    swagger: '2.0',
    info: {title: 'L', version: '1'},
    paths: {'/scans': {get: {produces: ['application/json'], responses: {'200': {description: 'Fine', schema}}}}}
  })
  testChanges([
    {
      name: '`file` is a known type',
      old: swaggerWithResponse({type: 'file'}),
      new: swaggerWithResponse(object({})),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response breaks)']
    },
    {
      name: 'an unknown type in a form is undetermined',
      old: form(INT),
      new: form(TEXT),
      changes: [UNKNOWN],
      reverse: [UNKNOWN]
    },
    {
      name: 'an unknown type in a response is undetermined',
      old: swaggerWithResponse(INT),
      new: swaggerWithResponse(NUMBER),
      changes: [UNKNOWN_RESPONSE],
      reverse: [UNKNOWN_RESPONSE]
    }
  ])
})

test('an unknown type is named in the change and in the reason', () => {
  const [change] = diffDocuments(
    withResponse(oneOfTypes('string', 'int'), '3.1.0'),
    withResponse(oneOfTypes('string', 'float'), '3.1.0')
  )
  expect([change?.old, change?.new]).toEqual([
    ['string', 'int'],
    ['string', 'float']
  ])
  expect(change?.proofs.response).toEqual({
    is: 'undetermined',
    why: 'JSON Schema has no type `float`'
  })
})
