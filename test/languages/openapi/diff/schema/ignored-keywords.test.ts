// Flags without effect, such as `nullable` in OpenAPI 3.1. Clients may follow them anyway, so a change is reported, and is
// undetermined if it would break clients that do. Expected: `kind about (side proof)`.

import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../../src/text/changes/sentences.ts'
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
import {diffDocuments} from '../comparing.ts'

const ignoredChange = (about: string, proof: string): string[] => [`constraint-changed ${about} (${proof})`]
const NAMED = object({name: TEXT})

describe('an ignored `nullable`', () => {
  const cases: [without: Raw, flag: Raw, version: string][] = [
    [TEXT, {nullable: true}, '3.1.0'],
    [TEXT, {'x-nullable': true}, '3.1.0'],
    [TEXT, {'x-nullable': true}, '3.0.3'],
    [{enum: ['LENT']}, {nullable: true}, '3.0.3'],
    [{allOf: [NAMED]}, {nullable: true}, '3.0.3'],
    [{oneOf: [TEXT, NAMED]}, {nullable: true}, '3.0.3'],
    [{properties: {name: TEXT}}, {nullable: true}, '3.0.3']
  ]
  test.each(sample(cases))('is reported for %j with %j in OpenAPI %s', (plain, flag, version) => {
    const [older, newer] = [plain, {...plain, ...flag}].map(schema => withRequest(schema, undefined, version))
    const [was, is] = [plain, {...plain, ...flag}].map(schema => withResponse(object({note: schema}), version))
    const [about = ''] = Object.keys(flag)
    expect(summarizeDiff(older as object, newer as object)).toEqual(ignoredChange(about, 'request keeps'))
    expect(summarizeDiff(newer as object, older as object)).toEqual(ignoredChange(about, 'request undetermined'))
    expect(summarizeDiff(was as object, is as object)).toEqual(ignoredChange(about, 'response undetermined'))
    expect(summarizeDiff(is as object, was as object)).toEqual(ignoredChange(about, 'response keeps'))
  })

  testChanges([
    {
      name: 'is compatible if null was already allowed',
      old: withResponse({enum: ['LENT', null]}),
      new: withResponse({enum: ['LENT', null], nullable: true}),
      changes: ignoredChange('nullable', 'response keeps'),
      reverse: ignoredChange('nullable', 'response keeps')
    },
    {
      name: 'has no effect if it is false',
      old: withResponse(TEXT, '3.1.0'),
      new: withResponse({...TEXT, nullable: false}, '3.1.0'),
      changes: [],
      reverse: []
    },
    {
      name: 'has the same meaning in both spellings',
      old: withResponse({...TEXT, 'x-nullable': true}, '3.1.0'),
      new: withResponse({...TEXT, nullable: true}, '3.1.0'),
      changes: [],
      reverse: []
    },
    {
      name: 'needs review if another version then states that null is allowed',
      old: withResponse({allOf: [TEXT], nullable: true}, '3.0.3'),
      new: withResponse({type: ['string', 'null']}, '3.1.0'),
      changes: ['null-allowed (response undetermined)'],
      reverse: ['null-refused (response keeps)']
    },
    {
      name: 'has no effect in a URL',
      old: withOperation({parameters: [{name: 'shelf', in: 'query', schema: {...TEXT, nullable: true}}]}, {}, '3.1.0'),
      new: withOperation({parameters: [{name: 'shelf', in: 'query', schema: TEXT}]}, {}, '3.1.0'),
      changes: ignoredChange('nullable', 'request keeps'),
      reverse: ignoredChange('nullable', 'request keeps')
    }
  ])
})

describe('an exclusive flag without effect', () => {
  testChanges([
    {
      name: 'next to no bound, in a request',
      old: withRequest(NUMBER),
      new: withRequest({...NUMBER, exclusiveMaximum: true}),
      changes: ignoredChange('exclusiveMaximum', 'request undetermined'),
      reverse: ignoredChange('exclusiveMaximum', 'request keeps')
    },
    {
      name: 'next to no bound, in a response',
      old: withResponse({allOf: [{...NUMBER, minimum: 1}]}),
      new: withResponse({allOf: [{...NUMBER, minimum: 1}], exclusiveMinimum: true}),
      changes: ignoredChange('exclusiveMinimum', 'response keeps'),
      reverse: ignoredChange('exclusiveMinimum', 'response undetermined')
    },
    {
      name: 'of a string',
      old: withRequest(TEXT),
      new: withRequest({...TEXT, exclusiveMaximum: true}),
      changes: ignoredChange('exclusiveMaximum', 'request keeps'),
      reverse: ignoredChange('exclusiveMaximum', 'request keeps')
    },
    {
      name: 'that gets a bound',
      old: withRequest({...NUMBER, exclusiveMaximum: true}),
      new: withRequest({...NUMBER, maximum: 5, exclusiveMaximum: true}),
      changes: ['constraint-tightened exclusiveMaximum (request breaks)'],
      reverse: ['constraint-loosened exclusiveMaximum (request keeps)']
    },
    {
      name: 'that is false',
      old: withRequest({...NUMBER, maximum: 5}),
      new: withRequest({...NUMBER, maximum: 5, exclusiveMaximum: false}),
      changes: [],
      reverse: []
    },
    {
      name: 'that is false in OpenAPI 3.1',
      old: withResponse({...NUMBER, minimum: 5}, '3.1.0'),
      new: withResponse({...NUMBER, minimum: 5, exclusiveMinimum: false}, '3.1.0'),
      changes: [],
      reverse: []
    },
    {
      name: 'that lost its effect in OpenAPI 3.1',
      old: withRequest({...NUMBER, minimum: 5, exclusiveMinimum: true}, undefined, '3.0.3'),
      new: withRequest({...NUMBER, minimum: 5, exclusiveMinimum: true}, undefined, '3.1.0'),
      changes: ignoredChange('exclusiveMinimum', 'request keeps'),
      reverse: ignoredChange('exclusiveMinimum', 'request undetermined')
    },
    {
      name: 'that is false before and after',
      old: withResponse({...NUMBER, minimum: 5, exclusiveMinimum: false}, '3.0.3'),
      new: withResponse({...NUMBER, minimum: 5, exclusiveMinimum: false}, '3.1.0'),
      changes: [],
      reverse: []
    }
  ])
})

test('an ignored flag is reported as without effect, with the reason for the review', () => {
  const [older, newer] = [withResponse(TEXT, '3.1.0'), withResponse({...TEXT, nullable: true}, '3.1.0')]
  const [added] = diffDocuments(older, newer)
  expect(added && formatChange(added)).toBe(
    'the `200` response of `GET /loans` now has `nullable: true`, which has no effect there'
  )
  expect(added?.proofs.response).toMatchObject({why: 'clients may follow `nullable` there anyway'})
  const [removed] = diffDocuments(newer, older)
  expect(removed && formatChange(removed)).toBe(
    'the `200` response of `GET /loans` no longer has `nullable: true`, which had no effect there'
  )
  const bounds = ['3.0.3', '3.1.0'].map(version =>
    withResponse({...NUMBER, minimum: 1, exclusiveMinimum: true}, version)
  )
  const [changed] = diffDocuments(bounds[0] as object, bounds[1] as object)
  expect(changed && formatChange(changed)).toBe(
    'the `200` response of `GET /loans` has `exclusiveMinimum: true`, whose effect there changed'
  )
})
