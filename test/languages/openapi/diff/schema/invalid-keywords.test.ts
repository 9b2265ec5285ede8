// Keywords with invalid values. A change of such a value, or from one, is reported, and is undetermined if it matters.
// Expected: `kind about (side proof)`.

import {describe, expect, test} from 'vitest'
import {sample} from '../../../../tier.ts'
import {
  NUMBER,
  object,
  type Raw,
  summarizeDiff,
  TEXT,
  testChanges,
  withOperation,
  withRequest,
  withResponse
} from '../cases.ts'

const body = (schema: Raw, version = '3.0.3'): object =>
  withRequest(object({note: schema}), 'application/json', version)
const list: Raw = {type: 'array', items: TEXT}
const notes: Raw = {type: 'object', properties: {b: TEXT}}

describe('an invalid keyword', () => {
  const cases: [keyword: string, older: Raw, newer: Raw, version?: string][] = [
    ['maxLength', {...TEXT, maxLength: 10}, {...TEXT, maxLength: '8'}],
    ['maxLength', TEXT, {...TEXT, maxLength: '8'}, '3.1.0'],
    ['maxLength', {...TEXT, maxLength: '8'}, {...TEXT, maxLength: '9'}],
    ['minimum', {...NUMBER, minimum: 5}, {...NUMBER, minimum: '7'}],
    ['exclusiveMinimum', {...NUMBER, minimum: 7}, {...NUMBER, minimum: 7, exclusiveMinimum: true}, '3.1.0'],
    ['multipleOf', NUMBER, {...NUMBER, multipleOf: '5'}],
    ['pattern', TEXT, {...TEXT, pattern: 5}],
    ['enum', TEXT, {...TEXT, enum: 'x'}],
    ['enum', {...TEXT, enum: ['x']}, {...TEXT, enum: 'x'}],
    ['minItems', list, {...list, minItems: '2'}],
    ['uniqueItems', list, {...list, uniqueItems: 'true'}],
    ['required', notes, {...notes, required: 'b'}],
    ['required', {...notes, required: ['b']}, {...notes, required: true}],
    ['required', TEXT, {...TEXT, required: true}],
    ['nullable', TEXT, {...TEXT, nullable: 'true'}],
    ['nullable', {...TEXT, nullable: true}, {...TEXT, nullable: 'true'}],
    ['readOnly', TEXT, {...TEXT, readOnly: 'yes'}],
    ['writeOnly', {...TEXT, writeOnly: 'no'}, TEXT],
    ['deprecated', TEXT, {...TEXT, deprecated: 1}],
    ['format', TEXT, {...TEXT, format: {is: 'date'}}],
    ['contentEncoding', TEXT, {...TEXT, contentEncoding: ['base64']}, '3.1.0'],
    ['allOf', TEXT, {...TEXT, allOf: {maxLength: 5}}],
    ['oneOf', {}, {oneOf: {first: TEXT}}],
    ['anyOf', {}, {anyOf: ['string']}],
    ['not', TEXT, {...TEXT, not: 'a'}],
    ['$ref', {}, {$ref: {type: 'string'}}],
    ['required', notes, {...notes, required: [true]}],
    ['properties', {type: 'object'}, {type: 'object', properties: ['b']}],
    ['additionalProperties', notes, {...notes, additionalProperties: 'no'}],
    ['dependentRequired', notes, {...notes, dependentRequired: ['b']}, '3.1.0'],
    ['discriminator', notes, {...notes, discriminator: {propertyName: ['b']}}],
    ['xml', notes, {...notes, xml: {wrapped: 'yes'}}]
  ]
  test.each(sample(cases))('is undetermined: `%s`, if %j becomes %j', (keyword, older, newer, version) => {
    const changes = summarizeDiff(body(older, version), body(newer, version))
    expect(changes).toEqual([`constraint-changed ${keyword} (request undetermined)`])
  })

  testChanges([
    {
      name: 'is not reported if it does not change',
      old: body({...TEXT, maxLength: '8', required: true, pattern: '^a'}),
      new: body({...TEXT, maxLength: '8', required: true, pattern: '^a', description: 'A note'}),
      changes: []
    },
    {
      name: 'does not hide other changes',
      old: body({...TEXT, required: true}),
      new: body({...TEXT, required: true, maxLength: 8}),
      changes: ['constraint-tightened maxLength (request breaks)'],
      reverse: ['constraint-loosened maxLength (request keeps)']
    }
  ])
})

describe('an invalid keyword that allows null', () => {
  test.each(
    sample([
      ['nullable', 'true', '3.0.3'],
      ['nullable', 1, '3.0.3'],
      ['nullable', 'true', '3.1.0'],
      ['x-nullable', 'true', '3.0.3']
    ])
  )('is undetermined if it comes to a response or leaves a request: %s %j in %s', (keyword, value, version) => {
    const [was, is] = [object({note: TEXT}), object({note: {...TEXT, [keyword]: value}})]
    expect(summarizeDiff(withResponse(was, version), withResponse(is, version))).toEqual([
      `constraint-changed ${keyword} (response undetermined)`
    ])
    expect(summarizeDiff(body({...TEXT, [keyword]: value}, version), body(TEXT, version))).toEqual([
      `constraint-changed ${keyword} (request undetermined)`
    ])
  })
})

test('an invalid keyword is undetermined if only what it refers to changes', () => {
  const withBook = (book: Raw): object => {
    const schema = {oneOf: {book: {$ref: '#/components/schemas/Book'}}}
    return withOperation(
      {requestBody: {content: {'application/json': {schema}}}},
      {components: {schemas: {Book: book}}},
      '3.1.0'
    )
  }
  expect(summarizeDiff(withBook(object({title: TEXT})), withBook(object({title: NUMBER})))).toEqual([
    'constraint-changed oneOf (request undetermined)'
  ])
})
