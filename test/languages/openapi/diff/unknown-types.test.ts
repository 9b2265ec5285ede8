// Of a type that JSON Schema does not have no one knows which values are meant: a change to it, or from it, is told, and
// is undetermined where it matters. Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {answered, asked, check, differ, NUMBER, OK, object, type Raw, sent, TEXT} from './cases.ts'
import {between} from './comparing.ts'

const INT: Raw = {type: 'int'}
const either = (...types: unknown[]): Raw => ({type: types})
const UNKNOWN = 'type-changed (request undetermined)'
const UNKNOWN_ANSWER = 'type-changed (response undetermined)'
const query = (schema: Raw): object => asked({parameters: [{name: 'shelf', in: 'query', schema}]})
const header = (schema: Raw): object => asked({responses: {'200': {description: 'Fine', headers: {Copies: {schema}}}}})

describe('in a body and in an answer', () => {
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
  ])('%j: %j', (one, other) => {
    for (const [older, newer] of [
      [one, other],
      [other, one]
    ] as const) {
      expect(differ(sent(older), sent(newer))).toEqual([UNKNOWN])
      expect(differ(answered(older), answered(newer))).toEqual([UNKNOWN_ANSWER])
    }
  })

  check([
    {
      name: 'all that was sent is still taken where anything is',
      old: sent(INT),
      new: sent({}),
      told: ['type-changed (request keeps)'],
      back: [UNKNOWN]
    },
    {
      name: 'what is known beside it is still taken, it itself is still the same',
      old: sent(INT, undefined, '3.1.0'),
      new: sent(either('int', 'string'), undefined, '3.1.0'),
      told: ['type-changed (request keeps)'],
      back: [UNKNOWN]
    },
    {
      name: 'one of several that is left out',
      old: answered(either('int', 'string'), '3.1.0'),
      new: answered(TEXT, '3.1.0'),
      told: ['type-changed (response keeps)'],
      back: [UNKNOWN_ANSWER]
    },
    {
      name: 'what is known beside it can break',
      old: sent(either('int', 'string'), undefined, '3.1.0'),
      new: sent(NUMBER, undefined, '3.1.0'),
      told: ['type-changed (request breaks)'],
      back: [UNKNOWN]
    },
    {
      name: 'a form that may take what another one does no longer',
      old: sent({oneOf: [TEXT, NUMBER, {type: 'boolean'}]}),
      new: sent({oneOf: [TEXT, INT]}),
      told: [
        'alternative-added int (request undetermined)',
        'alternative-removed boolean (request undetermined)',
        'alternative-removed integer (request undetermined)'
      ]
    },
    {
      name: 'it may be no whole number: bounds of it are as they are written',
      old: sent({type: 'float', minimum: 1}),
      new: sent({type: 'float', minimum: 0, exclusiveMinimum: true}),
      told: ['constraint-loosened minimum (request keeps)'],
      back: ['constraint-tightened minimum (request undetermined)']
    },
    {
      name: 'null that YAML reads without quotes is a type',
      old: answered(TEXT, '3.1.0'),
      new: answered(either('string', null), '3.1.0'),
      told: ['null-allowed (response breaks)'],
      back: ['null-refused (response keeps)']
    },
    {
      name: 'a value more of such a type',
      old: answered({...INT, enum: [1, 2]}),
      new: answered({...INT, enum: [1, 2, 3]}),
      told: ['value-added 3 (response undetermined)'],
      back: ['value-removed 3 (response keeps)']
    }
  ])
})

describe('in a URL and in a header', () => {
  test.each([TEXT, NUMBER, {type: 'array', items: TEXT}, {type: 'list'}])('%j', known => {
    for (const [older, newer] of [
      [INT, known],
      [known, INT]
    ] as const) {
      expect(differ(query(older), query(newer))).toEqual([UNKNOWN])
      expect(differ(header(older), header(newer))).toEqual([UNKNOWN_ANSWER])
    }
  })
})

describe('in Swagger 2.0', () => {
  const form = (field: Raw): object => {
    const operation = {consumes: ['multipart/form-data'], parameters: [{name: 'scan', in: 'formData', ...field}]}
    return {swagger: '2.0', info: {title: 'L', version: '1'}, paths: {'/scans': {post: {...operation, responses: OK}}}}
  }
  const gives = (schema: Raw): object => ({
    swagger: '2.0',
    info: {title: 'L', version: '1'},
    paths: {'/scans': {get: {produces: ['application/json'], responses: {'200': {description: 'Fine', schema}}}}}
  })
  check([
    {
      name: 'a file is known',
      old: gives({type: 'file'}),
      new: gives(object({})),
      told: ['type-changed (response breaks)'],
      back: ['type-changed (response breaks)']
    },
    {
      name: 'an integer by another name is not',
      old: form(INT),
      new: form(TEXT),
      told: [UNKNOWN],
      back: [UNKNOWN]
    },
    {
      name: 'nor is it in an answer',
      old: gives(INT),
      new: gives(NUMBER),
      told: [UNKNOWN_ANSWER],
      back: [UNKNOWN_ANSWER]
    }
  ])
})

test('the type is named, with the reason', () => {
  const [change] = between(answered(either('string', 'int'), '3.1.0'), answered(either('string', 'float'), '3.1.0'))
  expect([change?.old, change?.new]).toEqual([
    ['string', 'int'],
    ['string', 'float']
  ])
  expect(change?.proofs.response).toEqual({
    is: 'undetermined',
    why: 'JSON Schema has no type `float`'
  })
})
