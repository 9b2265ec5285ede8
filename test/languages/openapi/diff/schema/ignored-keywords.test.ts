// A flag that means nothing where it stands, as `nullable` in OpenAPI 3.1: who wrote it meant something, so that it is
// told when it comes or goes, and is undetermined where it would break, were it so. Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../../src/text/changes/sentences.ts'
import {answered, asked, check, differ, NUMBER, object, type Raw, sent, TEXT} from '../cases.ts'
import {between} from '../comparing.ts'

const told = (about: string, proof: string): string[] => [`constraint-changed ${about} (${proof})`]
const NAMED = object({name: TEXT})

describe('null', () => {
  const cases: [without: Raw, flag: Raw, version: string][] = [
    [TEXT, {nullable: true}, '3.1.0'],
    [TEXT, {'x-nullable': true}, '3.1.0'],
    [TEXT, {'x-nullable': true}, '3.0.3'],
    [{enum: ['LENT']}, {nullable: true}, '3.0.3'],
    [{allOf: [NAMED]}, {nullable: true}, '3.0.3'],
    [{oneOf: [TEXT, NAMED]}, {nullable: true}, '3.0.3'],
    [{properties: {name: TEXT}}, {nullable: true}, '3.0.3']
  ]
  test.each(cases)('%j and %j in OpenAPI %s', (without, flag, version) => {
    const [older, newer] = [without, {...without, ...flag}].map(schema => sent(schema, undefined, version))
    const [was, is] = [without, {...without, ...flag}].map(schema => answered(object({note: schema}), version))
    const [about = ''] = Object.keys(flag)
    expect(differ(older as object, newer as object)).toEqual(told(about, 'request keeps'))
    expect(differ(newer as object, older as object)).toEqual(told(about, 'request undetermined'))
    expect(differ(was as object, is as object)).toEqual(told(about, 'response undetermined'))
    expect(differ(is as object, was as object)).toEqual(told(about, 'response keeps'))
  })

  check([
    {
      name: 'breaks nothing where null was fine',
      old: answered({enum: ['LENT', null]}),
      new: answered({enum: ['LENT', null], nullable: true}),
      told: told('nullable', 'response keeps'),
      back: told('nullable', 'response keeps')
    },
    {
      name: 'is what is left out, where it is false',
      old: answered(TEXT, '3.1.0'),
      new: answered({...TEXT, nullable: false}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'in other words that mean nothing either is the same',
      old: answered({...TEXT, 'x-nullable': true}, '3.1.0'),
      new: answered({...TEXT, nullable: true}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'was perhaps meant by who says it in the words of another version',
      old: answered({allOf: [TEXT], nullable: true}, '3.0.3'),
      new: answered({type: ['string', 'null']}, '3.1.0'),
      told: ['null-allowed (response undetermined)'],
      back: ['null-refused (response keeps)']
    },
    {
      name: 'in a URL stands for no text of its own',
      old: asked({parameters: [{name: 'shelf', in: 'query', schema: {...TEXT, nullable: true}}]}, {}, '3.1.0'),
      new: asked({parameters: [{name: 'shelf', in: 'query', schema: TEXT}]}, {}, '3.1.0'),
      told: told('nullable', 'request keeps'),
      back: told('nullable', 'request keeps')
    }
  ])
})

describe('a bound', () => {
  check([
    {
      name: 'that is not there cannot be exclusive',
      old: sent(NUMBER),
      new: sent({...NUMBER, exclusiveMaximum: true}),
      told: told('exclusiveMaximum', 'request undetermined'),
      back: told('exclusiveMaximum', 'request keeps')
    },
    {
      name: 'nor in an answer',
      old: answered({allOf: [{...NUMBER, minimum: 1}]}),
      new: answered({allOf: [{...NUMBER, minimum: 1}], exclusiveMinimum: true}),
      told: told('exclusiveMinimum', 'response keeps'),
      back: told('exclusiveMinimum', 'response undetermined')
    },
    {
      name: 'is nothing to a text',
      old: sent(TEXT),
      new: sent({...TEXT, exclusiveMaximum: true}),
      told: told('exclusiveMaximum', 'request keeps'),
      back: told('exclusiveMaximum', 'request keeps')
    },
    {
      name: 'that comes tells it all',
      old: sent({...NUMBER, exclusiveMaximum: true}),
      new: sent({...NUMBER, maximum: 5, exclusiveMaximum: true}),
      told: ['constraint-tightened exclusiveMaximum (request breaks)'],
      back: ['constraint-loosened exclusiveMaximum (request keeps)']
    },
    {
      name: 'is not exclusive where no one says so',
      old: sent({...NUMBER, maximum: 5}),
      new: sent({...NUMBER, maximum: 5, exclusiveMaximum: false}),
      told: [],
      back: []
    },
    {
      name: 'nor where that is said as one says it no more',
      old: answered({...NUMBER, minimum: 5}, '3.1.0'),
      new: answered({...NUMBER, minimum: 5, exclusiveMinimum: false}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'of which a flag says something in one version is told by the flag',
      old: sent({...NUMBER, minimum: 5, exclusiveMinimum: true}, undefined, '3.0.3'),
      new: sent({...NUMBER, minimum: 5, exclusiveMinimum: true}, undefined, '3.1.0'),
      told: told('exclusiveMinimum', 'request keeps'),
      back: told('exclusiveMinimum', 'request undetermined')
    },
    {
      name: 'that is all there was before is not',
      old: answered({...NUMBER, minimum: 5, exclusiveMinimum: false}, '3.0.3'),
      new: answered({...NUMBER, minimum: 5, exclusiveMinimum: false}, '3.1.0'),
      told: [],
      back: []
    }
  ])
})

test('it is said that it means nothing, and why no one can tell', () => {
  const [older, newer] = [answered(TEXT, '3.1.0'), answered({...TEXT, nullable: true}, '3.1.0')]
  const [come] = between(older, newer)
  expect(come && formatChange(come)).toBe(
    'the `200` response of `GET /loans` now has `nullable: true`, which has no effect there'
  )
  expect(come?.proofs.response).toMatchObject({why: 'clients may follow `nullable` there anyway'})
  const [gone] = between(newer, older)
  expect(gone && formatChange(gone)).toBe(
    'the `200` response of `GET /loans` no longer has `nullable: true`, which had no effect there'
  )
  const bounds = ['3.0.3', '3.1.0'].map(version => answered({...NUMBER, minimum: 1, exclusiveMinimum: true}, version))
  const [read] = between(bounds[0] as object, bounds[1] as object)
  expect(read && formatChange(read)).toBe(
    'the `200` response of `GET /loans` has `exclusiveMinimum: true`, whose effect there changed'
  )
})
