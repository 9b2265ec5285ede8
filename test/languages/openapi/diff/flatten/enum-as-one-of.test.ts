// A choice whose alternatives are all single values means the same as `enum`.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../../src/text/changes/sentences.ts'
import {object, type Raw, TEXT, testChanges, withOperation, withRequest, withResponse} from '../cases.ts'
import {diffDocuments} from '../comparing.ts'

const V31 = '3.1.0'
const returned = (schema: unknown): object => withResponse(object({status: schema}), V31)
const accepted = (schema: unknown): object => withRequest(object({status: schema}), undefined, V31)
const oneOf = (...values: unknown[]): Raw => ({oneOf: values.map(each => ({const: each, title: `It is ${each}`}))})
const listed = (...values: unknown[]): Raw => ({...TEXT, enum: values})

describe('alternatives that are single values', () => {
  testChanges([
    {
      name: 'one is added to a response',
      old: returned({...TEXT, ...oneOf('LENT', 'BACK')}),
      new: returned({...TEXT, ...oneOf('LENT', 'BACK', 'LOST')}),
      changes: ['value-added LOST (response breaks)'],
      reverse: ['value-removed LOST (response keeps)']
    },
    {
      name: 'one is added to a request',
      old: accepted(oneOf('LENT', 'BACK')),
      new: accepted(oneOf('LENT', 'BACK', 'LOST')),
      changes: ['value-added LOST (request keeps)'],
      reverse: ['value-removed LOST (request breaks)']
    },
    {
      name: 'one is added, and all were listed in an enum before',
      old: returned(listed('LENT', 'BACK')),
      new: returned(oneOf('LENT', 'BACK', 'LOST')),
      changes: ['value-added LOST (response breaks)'],
      reverse: ['value-removed LOST (response keeps)']
    },
    {
      name: 'equal to an enum',
      old: returned(listed('LENT', 'BACK')),
      new: returned({
        anyOf: [
          {...TEXT, enum: ['LENT']},
          {...TEXT, const: 'BACK', deprecated: false}
        ]
      }),
      changes: [],
      reverse: []
    },
    {
      name: 'equal to an enum, with null',
      old: returned({type: ['string', 'null'], enum: ['LENT', 'BACK', null]}),
      new: returned({oneOf: [{const: 'LENT'}, {const: 'BACK'}, {type: 'null'}]}),
      changes: [],
      reverse: []
    },
    {
      name: 'equal to an enum of a parameter',
      old: withOperation(
        {parameters: [{name: 'shelf', in: 'query', schema: {type: 'integer', enum: [1, 2]}}]},
        {},
        V31
      ),
      new: withOperation({parameters: [{name: 'shelf', in: 'query', schema: oneOf(1, 2)}]}, {}, V31),
      changes: [],
      reverse: []
    },
    {
      name: 'an alternative that is no value is added',
      old: returned(oneOf('LENT', 'BACK')),
      new: returned({oneOf: [{const: 'LENT', title: 'It is LENT'}, {const: 'BACK', title: 'It is BACK'}, object({})]}),
      changes: ['alternative-added object (response breaks)'],
      reverse: ['alternative-removed object (response keeps)']
    },
    {
      name: 'a value of two alternatives of `oneOf` fits neither',
      old: returned({oneOf: [{enum: ['LENT', 'BACK']}, {enum: ['BACK', 'LOST']}]}),
      new: returned({oneOf: [{enum: ['LENT', 'BACK']}, {enum: ['BACK', 'LOST']}]}),
      changes: []
    },
    {
      name: 'a value is deprecated',
      old: returned(oneOf('LENT', 'BACK')),
      new: returned({oneOf: [{const: 'LENT'}, {const: 'BACK', deprecated: true}]}),
      changes: ['deprecated deprecated (response)'],
      reverse: ['deprecation-withdrawn deprecated (response)']
    },
    {
      name: 'next to a string without constraints',
      old: returned({anyOf: [TEXT, listed('LENT')]}),
      new: returned({anyOf: [TEXT, listed('LENT', 'BACK')]}),
      changes: ['value-added BACK (response keeps)'],
      reverse: ['value-removed BACK (response keeps)']
    }
  ])
})

describe('null next to alternatives that are single values is reported once', () => {
  const NULL = {type: 'null'}
  const alternatives = (...more: unknown[]): Raw => ({oneOf: [{const: 'LENT'}, {const: 'BACK'}, ...more]})
  const typed = (...more: unknown[]): Raw => ({anyOf: [listed('LENT'), listed('BACK'), ...more]})
  const NULL_CHANGES = {
    changes: ['null-allowed (response breaks)'],
    reverse: ['null-refused (response keeps)']
  }
  testChanges([
    {
      name: 'alternatives without a type',
      old: returned(alternatives()),
      new: returned(alternatives(NULL)),
      ...NULL_CHANGES
    },
    {
      name: 'null as a value',
      old: returned(alternatives()),
      new: returned(alternatives({const: null})),
      ...NULL_CHANGES
    },
    {name: 'alternatives with a type', old: returned(typed()), new: returned(typed(NULL)), ...NULL_CHANGES},
    {
      name: 'an enum becomes alternatives without a type',
      old: returned(listed('LENT', 'BACK')),
      new: returned(alternatives(NULL)),
      ...NULL_CHANGES
    },
    {
      name: 'alternatives become an enum without a type',
      old: returned(alternatives()),
      new: returned({enum: ['LENT', 'BACK', null]}),
      ...NULL_CHANGES
    },
    {
      name: 'a type that allows null, and an enum without null',
      old: returned({type: ['string', 'null'], enum: ['LENT', 'BACK']}),
      new: returned(alternatives(NULL)),
      ...NULL_CHANGES
    },
    {
      name: '`nullable` in an alternative, in OpenAPI 3.0',
      old: withResponse(object({status: listed('LENT', 'BACK')})),
      new: withResponse(object({status: {oneOf: [listed('LENT'), {...listed('BACK', null), nullable: true}]}})),
      ...NULL_CHANGES
    },
    {
      name: '`nullable: false` in an alternative',
      old: withResponse(object({status: listed('LENT', 'BACK')})),
      new: withResponse(object({status: {oneOf: [listed('LENT'), {...listed('BACK'), nullable: false}]}})),
      changes: [],
      reverse: []
    }
  ])
})

test('a new value is located at its alternative', () => {
  const [change] = diffDocuments(returned(oneOf('LENT', 'BACK')), returned(oneOf('LENT', 'BACK', 'LOST')))
  const schema = '/paths/~1loans/get/responses/200/content/application~1json/schema/properties/status'
  expect(change?.where.old?.pointer).toBe(`${schema}/oneOf`)
  expect(change?.where.new?.pointer).toBe(`${schema}/oneOf/2`)
})

test('a deprecation of one value applies to that value and to its later removal', () => {
  const alternatives = (...list: readonly Raw[]): string => JSON.stringify(returned({oneOf: list}))
  const [x, y] = [{const: 'x'}, {const: 'y'}]
  const deprecated = alternatives({...x, deprecated: true}, y)
  const [change, ...others] = diffDocuments(alternatives(x, y), deprecated)
  expect(others).toEqual([])
  expect(change && [formatChange(change), change.subject.part?.value]).toEqual([
    'the value `x` of `status` in the `200` response of `GET /loans` is now deprecated',
    'x'
  ])
  const [removed] = diffDocuments(deprecated, alternatives(y, {const: 'z'})).filter(
    ({kind}) => kind === 'value-removed'
  )
  expect(removed?.announced).toBeDefined()
})

test('a deprecated string of digits is distinguished from the number', () => {
  const alternatives = (text: Raw): string => JSON.stringify(returned({oneOf: [{const: 1}, text]}))
  const [change] = diffDocuments(alternatives({const: '1'}), alternatives({const: '1', deprecated: true}))
  expect(change?.subject.part?.value).toBe('"1"')
})
