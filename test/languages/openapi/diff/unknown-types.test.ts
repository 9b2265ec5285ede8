// Types that JSON Schema does not define. A change to such a type, or from one, is reported, and is undetermined if it
// matters. Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {answered, asked, check, differ, NUMBER, OK, object, type Raw, sent, TEXT} from './cases.ts'
import {between} from './comparing.ts'

const INT: Raw = {type: 'int'}
const oneOfTypes = (...types: unknown[]): Raw => ({type: types})
const UNKNOWN = 'type-changed (request undetermined)'
const UNKNOWN_RESPONSE = 'type-changed (response undetermined)'
const query = (schema: Raw): object => asked({parameters: [{name: 'shelf', in: 'query', schema}]})
const header = (schema: Raw): object => asked({responses: {'200': {description: 'Fine', headers: {Copies: {schema}}}}})

describe('unknown types in bodies', () => {
  test.each([
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
  ])('%j becomes %j, or the reverse', (one, other) => {
    for (const [older, newer] of [
      [one, other],
      [other, one]
    ] as const) {
      expect(differ(sent(older), sent(newer))).toEqual([UNKNOWN])
      expect(differ(answered(older), answered(newer))).toEqual([UNKNOWN_RESPONSE])
    }
  })

  check([
    {
      name: 'an unknown type is no longer required',
      old: sent(INT),
      new: sent({}),
      told: ['type-changed (request keeps)'],
      back: [UNKNOWN]
    },
    {
      name: 'a known type is added to an unknown one',
      old: sent(INT, undefined, '3.1.0'),
      new: sent(oneOfTypes('int', 'string'), undefined, '3.1.0'),
      told: ['type-changed (request keeps)'],
      back: [UNKNOWN]
    },
    {
      name: 'an unknown type is removed next to a known one',
      old: answered(oneOfTypes('int', 'string'), '3.1.0'),
      new: answered(TEXT, '3.1.0'),
      told: ['type-changed (response keeps)'],
      back: [UNKNOWN_RESPONSE]
    },
    {
      name: 'a known type is removed next to an unknown one',
      old: sent(oneOfTypes('int', 'string'), undefined, '3.1.0'),
      new: sent(NUMBER, undefined, '3.1.0'),
      told: ['type-changed (request breaks)'],
      back: [UNKNOWN]
    },
    {
      name: 'an alternative of an unknown type may cover removed alternatives',
      old: sent({oneOf: [TEXT, NUMBER, {type: 'boolean'}]}),
      new: sent({oneOf: [TEXT, INT]}),
      told: [
        'alternative-added int (request undetermined)',
        'alternative-removed boolean (request undetermined)',
        'alternative-removed integer (request undetermined)'
      ]
    },
    {
      name: 'bounds of an unknown type are not read as integers',
      old: sent({type: 'float', minimum: 1}),
      new: sent({type: 'float', minimum: 0, exclusiveMinimum: true}),
      told: ['constraint-loosened minimum (request keeps)'],
      back: ['constraint-tightened minimum (request undetermined)']
    },
    {
      name: 'an unquoted `null` in a list of types is a type',
      old: answered(TEXT, '3.1.0'),
      new: answered(oneOfTypes('string', null), '3.1.0'),
      told: ['null-allowed (response breaks)'],
      back: ['null-refused (response keeps)']
    },
    {
      name: 'an enum value of an unknown type is added',
      old: answered({...INT, enum: [1, 2]}),
      new: answered({...INT, enum: [1, 2, 3]}),
      told: ['value-added 3 (response undetermined)'],
      back: ['value-removed 3 (response keeps)']
    }
  ])
})

describe('unknown types in a URL and in a header', () => {
  test.each([TEXT, NUMBER, {type: 'array', items: TEXT}, {type: 'list'}])('%j', known => {
    for (const [older, newer] of [
      [INT, known],
      [known, INT]
    ] as const) {
      expect(differ(query(older), query(newer))).toEqual([UNKNOWN])
      expect(differ(header(older), header(newer))).toEqual([UNKNOWN_RESPONSE])
    }
  })
})

describe('unknown types in Swagger 2.0', () => {
  const form = (field: Raw): object => {
    const operation = {consumes: ['multipart/form-data'], parameters: [{name: 'scan', in: 'formData', ...field}]}
    return {swagger: '2.0', info: {title: 'L', version: '1'}, paths: {'/scans': {post: {...operation, responses: OK}}}}
  }
  const withResponse = (schema: Raw): object => ({
    swagger: '2.0',
    info: {title: 'L', version: '1'},
    paths: {'/scans': {get: {produces: ['application/json'], responses: {'200': {description: 'Fine', schema}}}}}
  })
  check([
    {
      name: '`file` is a known type',
      old: withResponse({type: 'file'}),
      new: withResponse(object({})),
      told: ['type-changed (response breaks)'],
      back: ['type-changed (response breaks)']
    },
    {
      name: 'an unknown type in a form is undetermined',
      old: form(INT),
      new: form(TEXT),
      told: [UNKNOWN],
      back: [UNKNOWN]
    },
    {
      name: 'an unknown type in a response is undetermined',
      old: withResponse(INT),
      new: withResponse(NUMBER),
      told: [UNKNOWN_RESPONSE],
      back: [UNKNOWN_RESPONSE]
    }
  ])
})

test('an unknown type is named in the change and in the reason', () => {
  const [change] = between(
    answered(oneOfTypes('string', 'int'), '3.1.0'),
    answered(oneOfTypes('string', 'float'), '3.1.0')
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
