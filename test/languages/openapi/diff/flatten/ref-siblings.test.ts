// Keywords next to a `$ref`, which OpenAPI ignores before version 3.1, although many tools read them. A change of them is
// reported, and is undetermined if it would break clients that read them.

import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../../src/text/changes/sentences.ts'
import {sample} from '../../../../tier.ts'
import {api, jsonResponse, OK, object, type Raw, summarizeDiff, TEXT, testChanges} from '../cases.ts'
import {diffDocuments} from '../comparing.ts'

const REF = {$ref: '#/components/schemas/Note'}
const JSON_TYPE = 'application/json'

/** A field that is sent and returned, and refers to a schema. */
const loan = (note: unknown, version = '3.0.3', Note: Raw = TEXT): object => {
  const Loan = object({note})
  const $ref = '#/components/schemas/Loan'
  const post = {requestBody: {content: {[JSON_TYPE]: {schema: {$ref}}}}, responses: {'200': jsonResponse({$ref})}}
  return api({'/loans': {post}}, {components: {schemas: {Loan, Note}}}, version)
}
const withParameter = (schema: unknown): object =>
  api(
    {'/loans': {get: {parameters: [{name: 'note', in: 'query', schema}], responses: OK}}},
    {components: {schemas: {Note: TEXT}}}
  )

const withBody = (schema: Raw): object =>
  api(
    {'/loans': {post: {requestBody: {content: {[JSON_TYPE]: {schema}}}, responses: OK}}},
    {components: {schemas: {Note: TEXT}}}
  )

const ignoredChange = (about: string, request: string, response: string): string[] => [
  `constraint-changed ${about} (request ${request}, response ${response})`
]
const [KEEPS, UNDETERMINED] = ['keeps', 'undetermined']

describe('keywords next to a reference', () => {
  const cases: [more: Raw, about: string, added: [string, string], removed: [string, string]][] = [
    [{nullable: true}, 'nullable', [KEEPS, UNDETERMINED], [UNDETERMINED, KEEPS]],
    [{'x-nullable': true}, 'x-nullable', [KEEPS, UNDETERMINED], [UNDETERMINED, KEEPS]],
    [{maxLength: 3}, '$ref', [UNDETERMINED, KEEPS], [KEEPS, UNDETERMINED]],
    [{enum: ['LENT']}, '$ref', [UNDETERMINED, KEEPS], [KEEPS, UNDETERMINED]],
    [{type: 'string'}, '$ref', [KEEPS, KEEPS], [KEEPS, KEEPS]],
    // No value has both types, so no client can follow it.
    [{type: 'integer'}, '$ref', [KEEPS, KEEPS], [KEEPS, KEEPS]],
    [{default: 'none'}, '$ref', [KEEPS, KEEPS], [UNDETERMINED, UNDETERMINED]],
    [{properties: {shelf: TEXT}}, '$ref', [KEEPS, KEEPS], [UNDETERMINED, UNDETERMINED]]
  ]
  test.each(sample(cases))(
    'adding or removing %j is reported as a change without effect',
    (more, about, added, removed) => {
      const [plain, annotated] = [loan(REF), loan({...REF, ...more})]
      expect(summarizeDiff(plain, annotated)).toEqual(ignoredChange(about, ...added))
      expect(summarizeDiff(annotated, plain)).toEqual(ignoredChange(about, ...removed))
    }
  )

  test.each([{nullable: true}, {maxLength: 3}, {default: 'none'}])('%j has no effect if it does not change', more => {
    const [older, newer] = [TEXT, {...TEXT, minLength: 1}].map(note => loan({...REF, ...more}, '3.0.3', note))
    expect(summarizeDiff(older as object, newer as object)).toEqual([
      'constraint-tightened minLength (request breaks, response keeps)'
    ])
  })

  testChanges([
    {
      name: 'documentation',
      old: loan(REF),
      new: loan({...REF, description: 'What stands on it', title: 'Note', 'x-go-name': 'Note'}),
      changes: [],
      reverse: []
    },
    {
      name: '`nullable` next to a reference, and next to `allOf`',
      old: loan({...REF, nullable: true}),
      new: loan({allOf: [REF], nullable: true}),
      changes: [],
      reverse: []
    },
    {
      name: 'a limit that takes effect is reported as a limit',
      old: loan({...REF, maxLength: 3}),
      new: loan({allOf: [REF], maxLength: 3}),
      changes: ['constraint-tightened maxLength (request breaks, response keeps)'],
      reverse: ['constraint-loosened maxLength (request keeps, response breaks)']
    },
    {
      name: '`readOnly` that takes effect, although some tools read it before',
      old: loan({...REF, readOnly: true}),
      new: loan({allOf: [REF], readOnly: true}),
      changes: ignoredChange('$ref', UNDETERMINED, KEEPS),
      reverse: ignoredChange('$ref', UNDETERMINED, KEEPS)
    },
    {
      name: 'a new required field with `readOnly`, which may not be sent',
      old: withBody(object({})),
      new: withBody(object({note: {...REF, readOnly: true}}, {required: ['note']})),
      changes: ['required-field-added note (request undetermined)']
    },
    {
      name: 'a limit changes',
      old: loan({...REF, maxLength: 3}),
      new: loan({...REF, maxLength: 5}),
      changes: ignoredChange('$ref', KEEPS, UNDETERMINED),
      reverse: ignoredChange('$ref', UNDETERMINED, KEEPS)
    },
    {
      name: 'a deprecation of a field is reported, even next to a reference',
      old: loan(REF),
      new: loan({...REF, deprecated: true}),
      changes: ['deprecated deprecated (request, response)'],
      reverse: ['deprecation-withdrawn deprecated (request, response)']
    },
    {
      name: 'a default of a parameter',
      old: withParameter(REF),
      new: withParameter({...REF, default: 'none'}),
      changes: ['constraint-changed $ref (request undetermined)'],
      reverse: ['constraint-changed $ref (request undetermined)']
    },
    {
      name: '`contentMediaType` takes effect in OpenAPI 3.1',
      old: loan(REF, '3.1.0'),
      new: loan({...REF, contentMediaType: 'text/csv'}, '3.1.0'),
      changes: ['format-changed contentMediaType (request undetermined, response keeps)'],
      reverse: ['format-changed contentMediaType (request keeps, response undetermined)']
    },
    {
      name: '`contentEncoding` takes effect in OpenAPI 3.1',
      old: loan({...REF, contentEncoding: 'base64'}, '3.1.0'),
      new: loan({...REF, contentEncoding: 'base16'}, '3.1.0'),
      changes: ['format-changed contentEncoding (request, response)']
    },
    {
      name: '`contentSchema` takes effect in OpenAPI 3.1',
      old: loan(REF, '3.1.0'),
      new: loan({...REF, contentMediaType: 'application/json', contentSchema: {type: 'integer'}}, '3.1.0'),
      changes: [
        'constraint-tightened contentSchema (request, response)',
        'format-changed contentMediaType (request undetermined, response keeps)'
      ]
    },
    {
      name: 'a limit takes effect in OpenAPI 3.1',
      old: loan(REF, '3.1.0'),
      new: loan({...REF, maxLength: 3}, '3.1.0'),
      changes: ['constraint-tightened maxLength (request breaks, response keeps)'],
      reverse: ['constraint-loosened maxLength (request keeps, response breaks)']
    }
  ])
})

test('ignored keywords are reported at their place and described as without effect', () => {
  const sentencesOf = (older: unknown, newer: unknown): string[] =>
    diffDocuments(loan(older), loan(newer)).map(formatChange)
  const [limit, other] = [
    {...REF, maxLength: 3, enum: ['ON']},
    {...REF, maxLength: 5, enum: ['ON']}
  ]
  expect(
    [
      sentencesOf(REF, limit),
      sentencesOf(limit, REF),
      sentencesOf(limit, other),
      sentencesOf(REF, {...REF, nullable: true})
    ].flat()
  ).toEqual([
    '`Loan.note` now has `maxLength: 3` and `enum` next to `$ref`, which has no effect there',
    '`Loan.note` no longer has `maxLength: 3` and `enum` next to `$ref`, which had no effect there',
    '`Loan.note` now has `maxLength: 5` next to `$ref`, which has no effect there (previously `maxLength: 3`)',
    '`Loan.note` now has `nullable: true`, which has no effect there'
  ])
  const [change] = diffDocuments(loan(REF), loan(limit))
  expect(change?.where.new?.pointer).toBe('/components/schemas/Loan/properties/note/maxLength')
  expect(change?.proofs.request).toMatchObject({why: 'clients may follow `maxLength` there anyway'})
})
