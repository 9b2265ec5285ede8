// Flags without effect, such as `nullable` in OpenAPI 3.1. Clients may follow them anyway, so a change is reported, and is
// undetermined if it would break clients that do. Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../../src/text/changes/sentences.ts'
import {answered, asked, check, differ, NUMBER, object, type Raw, sent, TEXT} from '../cases.ts'
import {between} from '../comparing.ts'

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
  test.each(cases)('%j with %j in OpenAPI %s', (plain, flag, version) => {
    const [older, newer] = [plain, {...plain, ...flag}].map(schema => sent(schema, undefined, version))
    const [was, is] = [plain, {...plain, ...flag}].map(schema => answered(object({note: schema}), version))
    const [about = ''] = Object.keys(flag)
    expect(differ(older as object, newer as object)).toEqual(ignoredChange(about, 'request keeps'))
    expect(differ(newer as object, older as object)).toEqual(ignoredChange(about, 'request undetermined'))
    expect(differ(was as object, is as object)).toEqual(ignoredChange(about, 'response undetermined'))
    expect(differ(is as object, was as object)).toEqual(ignoredChange(about, 'response keeps'))
  })

  check([
    {
      name: 'is compatible if null was already allowed',
      old: answered({enum: ['LENT', null]}),
      new: answered({enum: ['LENT', null], nullable: true}),
      told: ignoredChange('nullable', 'response keeps'),
      back: ignoredChange('nullable', 'response keeps')
    },
    {
      name: 'has no effect if it is false',
      old: answered(TEXT, '3.1.0'),
      new: answered({...TEXT, nullable: false}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'has the same meaning in both spellings',
      old: answered({...TEXT, 'x-nullable': true}, '3.1.0'),
      new: answered({...TEXT, nullable: true}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'needs review if another version then states that null is allowed',
      old: answered({allOf: [TEXT], nullable: true}, '3.0.3'),
      new: answered({type: ['string', 'null']}, '3.1.0'),
      told: ['null-allowed (response undetermined)'],
      back: ['null-refused (response keeps)']
    },
    {
      name: 'has no effect in a URL',
      old: asked({parameters: [{name: 'shelf', in: 'query', schema: {...TEXT, nullable: true}}]}, {}, '3.1.0'),
      new: asked({parameters: [{name: 'shelf', in: 'query', schema: TEXT}]}, {}, '3.1.0'),
      told: ignoredChange('nullable', 'request keeps'),
      back: ignoredChange('nullable', 'request keeps')
    }
  ])
})

describe('an exclusive flag without effect', () => {
  check([
    {
      name: 'next to no bound, in a request',
      old: sent(NUMBER),
      new: sent({...NUMBER, exclusiveMaximum: true}),
      told: ignoredChange('exclusiveMaximum', 'request undetermined'),
      back: ignoredChange('exclusiveMaximum', 'request keeps')
    },
    {
      name: 'next to no bound, in a response',
      old: answered({allOf: [{...NUMBER, minimum: 1}]}),
      new: answered({allOf: [{...NUMBER, minimum: 1}], exclusiveMinimum: true}),
      told: ignoredChange('exclusiveMinimum', 'response keeps'),
      back: ignoredChange('exclusiveMinimum', 'response undetermined')
    },
    {
      name: 'of a string',
      old: sent(TEXT),
      new: sent({...TEXT, exclusiveMaximum: true}),
      told: ignoredChange('exclusiveMaximum', 'request keeps'),
      back: ignoredChange('exclusiveMaximum', 'request keeps')
    },
    {
      name: 'that gets a bound',
      old: sent({...NUMBER, exclusiveMaximum: true}),
      new: sent({...NUMBER, maximum: 5, exclusiveMaximum: true}),
      told: ['constraint-tightened exclusiveMaximum (request breaks)'],
      back: ['constraint-loosened exclusiveMaximum (request keeps)']
    },
    {
      name: 'that is false',
      old: sent({...NUMBER, maximum: 5}),
      new: sent({...NUMBER, maximum: 5, exclusiveMaximum: false}),
      told: [],
      back: []
    },
    {
      name: 'that is false in OpenAPI 3.1',
      old: answered({...NUMBER, minimum: 5}, '3.1.0'),
      new: answered({...NUMBER, minimum: 5, exclusiveMinimum: false}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'that lost its effect in OpenAPI 3.1',
      old: sent({...NUMBER, minimum: 5, exclusiveMinimum: true}, undefined, '3.0.3'),
      new: sent({...NUMBER, minimum: 5, exclusiveMinimum: true}, undefined, '3.1.0'),
      told: ignoredChange('exclusiveMinimum', 'request keeps'),
      back: ignoredChange('exclusiveMinimum', 'request undetermined')
    },
    {
      name: 'that is false before and after',
      old: answered({...NUMBER, minimum: 5, exclusiveMinimum: false}, '3.0.3'),
      new: answered({...NUMBER, minimum: 5, exclusiveMinimum: false}, '3.1.0'),
      told: [],
      back: []
    }
  ])
})

test('an ignored flag is reported as without effect, with the reason for the review', () => {
  const [older, newer] = [answered(TEXT, '3.1.0'), answered({...TEXT, nullable: true}, '3.1.0')]
  const [added] = between(older, newer)
  expect(added && formatChange(added)).toBe(
    'the `200` response of `GET /loans` now has `nullable: true`, which has no effect there'
  )
  expect(added?.proofs.response).toMatchObject({why: 'clients may follow `nullable` there anyway'})
  const [removed] = between(newer, older)
  expect(removed && formatChange(removed)).toBe(
    'the `200` response of `GET /loans` no longer has `nullable: true`, which had no effect there'
  )
  const bounds = ['3.0.3', '3.1.0'].map(version => answered({...NUMBER, minimum: 1, exclusiveMinimum: true}, version))
  const [changed] = between(bounds[0] as object, bounds[1] as object)
  expect(changed && formatChange(changed)).toBe(
    'the `200` response of `GET /loans` has `exclusiveMinimum: true`, whose effect there changed'
  )
})
