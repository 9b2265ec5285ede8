// What stands beside a `$ref` where that stands alone, before OpenAPI 3.1: it says nothing, and many read it. It is told
// when it comes, goes or moves, and is undetermined where it would break, were it read.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../../src/text/changes/sentences.ts'
import {answer, api, check, differ, OK, object, type Raw, TEXT} from '../cases.ts'
import {between} from '../comparing.ts'

const REF = {$ref: '#/components/schemas/Note'}
const JSON_TYPE = 'application/json'

/** One field that is sent and answered, and refers to a note. */
const loan = (note: unknown, version = '3.0.3', Note: Raw = TEXT): object => {
  const Loan = object({note})
  const $ref = '#/components/schemas/Loan'
  const post = {requestBody: {content: {[JSON_TYPE]: {schema: {$ref}}}}, responses: {'200': answer({$ref})}}
  return api({'/loans': {post}}, {components: {schemas: {Loan, Note}}}, version)
}
const asking = (schema: unknown): object =>
  api(
    {'/loans': {get: {parameters: [{name: 'note', in: 'query', schema}], responses: OK}}},
    {components: {schemas: {Note: TEXT}}}
  )

const sending = (schema: Raw): object =>
  api(
    {'/loans': {post: {requestBody: {content: {[JSON_TYPE]: {schema}}}, responses: OK}}},
    {components: {schemas: {Note: TEXT}}}
  )

const told = (about: string, request: string, response: string): string[] => [
  `constraint-changed ${about} (request ${request}, response ${response})`
]
const [KEEPS, UNSURE] = ['keeps', 'undetermined']

describe('beside a reference', () => {
  const cases: [more: Raw, about: string, come: [string, string], gone: [string, string]][] = [
    [{nullable: true}, 'nullable', [KEEPS, UNSURE], [UNSURE, KEEPS]],
    [{'x-nullable': true}, 'x-nullable', [KEEPS, UNSURE], [UNSURE, KEEPS]],
    [{maxLength: 3}, '$ref', [UNSURE, KEEPS], [KEEPS, UNSURE]],
    [{enum: ['LENT']}, '$ref', [UNSURE, KEEPS], [KEEPS, UNSURE]],
    [{type: 'string'}, '$ref', [KEEPS, KEEPS], [KEEPS, KEEPS]],
    // No value is both, so nobody can follow it.
    [{type: 'integer'}, '$ref', [KEEPS, KEEPS], [KEEPS, KEEPS]],
    [{default: 'none'}, '$ref', [KEEPS, KEEPS], [UNSURE, UNSURE]],
    [{properties: {shelf: TEXT}}, '$ref', [KEEPS, KEEPS], [UNSURE, UNSURE]]
  ]
  test.each(cases)('%j', (more, about, come, gone) => {
    const [without, beside] = [loan(REF), loan({...REF, ...more})]
    expect(differ(without, beside)).toEqual(told(about, ...come))
    expect(differ(beside, without)).toEqual(told(about, ...gone))
  })

  test.each([{nullable: true}, {maxLength: 3}, {default: 'none'}])('%j is the same on both sides', more => {
    const [older, newer] = [TEXT, {...TEXT, minLength: 1}].map(note => loan({...REF, ...more}, '3.0.3', note))
    expect(differ(older as object, newer as object)).toEqual([
      'constraint-tightened minLength (request breaks, response keeps)'
    ])
  })

  check([
    {
      name: 'words for people are no more than that',
      old: loan(REF),
      new: loan({...REF, description: 'What stands on it', title: 'Note', 'x-go-name': 'Note'}),
      told: [],
      back: []
    },
    {
      name: 'that null may stand there is the same as beside allOf',
      old: loan({...REF, nullable: true}),
      new: loan({allOf: [REF], nullable: true}),
      told: [],
      back: []
    },
    {
      name: 'what is a limit where it counts is told of that alone',
      old: loan({...REF, maxLength: 3}),
      new: loan({allOf: [REF], maxLength: 3}),
      told: ['constraint-tightened maxLength (request breaks, response keeps)'],
      back: ['constraint-loosened maxLength (request keeps, response breaks)']
    },
    {
      name: 'who reads alone is as before, if it was read',
      old: loan({...REF, readOnly: true}),
      new: loan({allOf: [REF], readOnly: true}),
      told: told('$ref', UNSURE, KEEPS),
      back: told('$ref', UNSURE, KEEPS)
    },
    {
      name: 'who reads alone may be asked for nothing, if it is read',
      old: sending(object({})),
      new: sending(object({note: {...REF, readOnly: true}}, {required: ['note']})),
      told: ['required-field-added note (request undetermined)']
    },
    {
      name: 'a limit moves',
      old: loan({...REF, maxLength: 3}),
      new: loan({...REF, maxLength: 5}),
      told: told('$ref', KEEPS, UNSURE),
      back: told('$ref', UNSURE, KEEPS)
    },
    {
      name: 'the life of a field is told wherever it is said',
      old: loan(REF),
      new: loan({...REF, deprecated: true}),
      told: ['deprecated deprecated (request, response)'],
      back: ['deprecation-withdrawn deprecated (request, response)']
    },
    {
      name: 'a parameter that is left out may mean another value',
      old: asking(REF),
      new: asking({...REF, default: 'none'}),
      told: ['constraint-changed $ref (request undetermined)'],
      back: ['constraint-changed $ref (request undetermined)']
    },
    {
      name: 'what a text contains counts in OpenAPI 3.1, although it limits no value',
      old: loan(REF, '3.1.0'),
      new: loan({...REF, contentMediaType: 'text/csv'}, '3.1.0'),
      told: ['format-changed contentMediaType (request undetermined, response keeps)'],
      back: ['format-changed contentMediaType (request keeps, response undetermined)']
    },
    {
      name: 'so does its encoding',
      old: loan({...REF, contentEncoding: 'base64'}, '3.1.0'),
      new: loan({...REF, contentEncoding: 'base16'}, '3.1.0'),
      told: ['format-changed contentEncoding (request, response)']
    },
    {
      name: 'and the schema of what it contains',
      old: loan(REF, '3.1.0'),
      new: loan({...REF, contentMediaType: 'application/json', contentSchema: {type: 'integer'}}, '3.1.0'),
      told: [
        'constraint-tightened contentSchema (request, response)',
        'format-changed contentMediaType (request undetermined, response keeps)'
      ]
    },
    {
      name: 'it counts in OpenAPI 3.1',
      old: loan(REF, '3.1.0'),
      new: loan({...REF, maxLength: 3}, '3.1.0'),
      told: ['constraint-tightened maxLength (request breaks, response keeps)'],
      back: ['constraint-loosened maxLength (request keeps, response breaks)']
    }
  ])
})

test('it is said where it stands, and that it means nothing', () => {
  const said = (older: unknown, newer: unknown): string[] => between(loan(older), loan(newer)).map(formatChange)
  const [limit, other] = [
    {...REF, maxLength: 3, enum: ['ON']},
    {...REF, maxLength: 5, enum: ['ON']}
  ]
  expect([said(REF, limit), said(limit, REF), said(limit, other), said(REF, {...REF, nullable: true})].flat()).toEqual([
    '`Loan.note` now has `maxLength: 3` and `enum` next to `$ref`, which has no effect there',
    '`Loan.note` no longer has `maxLength: 3` and `enum` next to `$ref`, which had no effect there',
    '`Loan.note` now has `maxLength: 5` next to `$ref`, which has no effect there (previously `maxLength: 3`)',
    '`Loan.note` now has `nullable: true`, which has no effect there'
  ])
  const [found] = between(loan(REF), loan(limit))
  expect(found?.where.new?.pointer).toBe('/components/schemas/Loan/properties/note/maxLength')
  expect(found?.proofs.request).toMatchObject({why: 'clients may follow `maxLength` there anyway'})
})
