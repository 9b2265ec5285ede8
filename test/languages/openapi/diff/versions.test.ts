// The same words in another version of the format: some of them say something else there.
import {describe, expect, test} from 'vitest'
import {answered, api, asked, check, NUMBER, OK, object, type Raw, sent, TEXT} from './cases.ts'
import {between} from './comparing.ts'

describe('from OpenAPI 3.0 to 3.1', () => {
  const orNull = {...TEXT, nullable: true}
  const held = (version: string): object =>
    api({'/loans': {post: {requestBody: {$ref: '#/components/requestBodies/Loan'}, responses: OK}}}, shelf, version)
  const shelf: Raw = {
    components: {
      requestBodies: {Loan: {required: true, content: {'application/json': {schema: object({shelf: orNull})}}}}
    }
  }
  const beside = (version: string): object => {
    const schema = object({shelf: {$ref: '#/components/schemas/Shelf', maxLength: 2}})
    const requestBody = {required: true, content: {'application/json': {schema}}}
    return api({'/loans': {post: {requestBody, responses: OK}}}, {components: {schemas: {Shelf: TEXT}}}, version)
  }
  check([
    {
      name: 'null is a type, and no longer a mark beside one',
      old: sent(orNull, undefined, '3.0.3'),
      new: sent(orNull, undefined, '3.1.0'),
      told: ['null-refused (request breaks)'],
      back: ['null-allowed (request keeps)']
    },
    {
      name: 'nor is it in a field of an answer',
      old: answered(object({shelf: orNull}), '3.0.3'),
      new: answered(object({shelf: orNull}), '3.1.0'),
      told: ['null-refused (response keeps)'],
      back: ['null-allowed (response breaks)']
    },
    {
      name: 'nor behind a reference',
      old: held('3.0.3'),
      new: held('3.1.0'),
      told: ['null-refused (request breaks)']
    },
    {
      name: 'what stands beside a reference counts',
      old: beside('3.0.3'),
      new: beside('3.1.0'),
      told: ['constraint-tightened maxLength (request breaks)'],
      back: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: 'what a value may not be is the same in other words',
      old: sent({not: {...TEXT, nullable: true}}, undefined, '3.0.3'),
      new: sent({not: {type: ['string', 'null']}}, undefined, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'so is a bound that it may not have',
      old: sent({...NUMBER, not: {minimum: 1, exclusiveMinimum: true}}, undefined, '3.0.3'),
      new: sent({...NUMBER, not: {exclusiveMinimum: 1}}, undefined, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'and the same words are something else',
      old: sent({not: {...TEXT, nullable: true}}, undefined, '3.0.3'),
      new: sent({not: TEXT}, undefined, '3.1.0'),
      told: ['constraint-changed not (request keeps)'],
      back: ['constraint-changed not (request breaks)']
    },
    {
      name: 'all else is what it was',
      old: answered(object({shelf: TEXT, copies: {type: 'array', items: NUMBER}}), '3.0.3'),
      new: answered(object({shelf: TEXT, copies: {type: 'array', items: NUMBER}}), '3.1.0'),
      told: [],
      back: []
    }
  ])
})

describe('from Swagger 2.0 to OpenAPI 3', () => {
  const headers = (version: string, said: Raw, names = ['Authorization', 'Accept', 'Content-type']): object =>
    asked({parameters: names.map(name => ({name, in: 'header', required: true, ...said}))}, {}, version)
  check([
    {
      name: 'headers that OpenAPI 3 has other words for are neither gone nor new',
      old: headers('2.0', TEXT),
      new: headers('3.0.3', {schema: TEXT}),
      told: [],
      back: []
    },
    {
      name: 'nor where they are left out',
      old: headers('2.0', TEXT),
      new: headers('3.1.0', {}, []),
      told: [],
      back: []
    },
    {
      name: 'other headers are',
      old: headers('2.0', TEXT, ['X-Reader', 'Accept']),
      new: headers('3.0.3', {schema: TEXT}, ['Accept']),
      told: ['parameter-removed X-Reader (request)'],
      back: ['required-parameter-added X-Reader (request)']
    },
    {
      name: 'within Swagger 2.0 they are headers like others',
      old: headers('2.0', TEXT, ['Authorization']),
      new: headers('2.0', TEXT, []),
      told: ['parameter-removed Authorization (request)']
    }
  ])
})

test('the items of a stream are told as they are written, and not by where they stand', () => {
  const lines = (content: object): object =>
    api(
      {'/loans': {get: {responses: {'200': {description: 'Fine', content: {'application/jsonl': content}}}}}},
      {},
      '3.2.0'
    )
  const [change] = between(lines({itemSchema: object({shelf: TEXT})}), lines({})).filter(({about}) => about === 'items')
  expect(change?.old).toEqual(object({shelf: TEXT}))
})
