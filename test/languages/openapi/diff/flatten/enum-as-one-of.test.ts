// A choice of which every form is a value says what `enum` says.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../../src/text/changes/sentences.ts'
import {answered, asked, check, object, type Raw, sent, TEXT} from '../cases.ts'
import {between} from '../comparing.ts'

const V31 = '3.1.0'
const told = (schema: unknown): object => answered(object({status: schema}), V31)
const taken = (schema: unknown): object => sent(object({status: schema}), undefined, V31)
const oneOf = (...values: unknown[]): Raw => ({oneOf: values.map(each => ({const: each, title: `It is ${each}`}))})
const listed = (...values: unknown[]): Raw => ({...TEXT, enum: values})

describe('forms that are values', () => {
  check([
    {
      name: 'one more in an answer',
      old: told({...TEXT, ...oneOf('LENT', 'BACK')}),
      new: told({...TEXT, ...oneOf('LENT', 'BACK', 'LOST')}),
      told: ['value-added LOST (response breaks)'],
      back: ['value-removed LOST (response keeps)']
    },
    {
      name: 'one more in a request',
      old: taken(oneOf('LENT', 'BACK')),
      new: taken(oneOf('LENT', 'BACK', 'LOST')),
      told: ['value-added LOST (request keeps)'],
      back: ['value-removed LOST (request breaks)']
    },
    {
      name: 'the same values in a list, and one more',
      old: told(listed('LENT', 'BACK')),
      new: told(oneOf('LENT', 'BACK', 'LOST')),
      told: ['value-added LOST (response breaks)'],
      back: ['value-removed LOST (response keeps)']
    },
    {
      name: 'the same values',
      old: told(listed('LENT', 'BACK')),
      new: told({
        anyOf: [
          {...TEXT, enum: ['LENT']},
          {...TEXT, const: 'BACK', deprecated: false}
        ]
      }),
      told: [],
      back: []
    },
    {
      name: 'the same values and null',
      old: told({type: ['string', 'null'], enum: ['LENT', 'BACK', null]}),
      new: told({oneOf: [{const: 'LENT'}, {const: 'BACK'}, {type: 'null'}]}),
      told: [],
      back: []
    },
    {
      name: 'the same values of a parameter',
      old: asked({parameters: [{name: 'shelf', in: 'query', schema: {type: 'integer', enum: [1, 2]}}]}, {}, V31),
      new: asked({parameters: [{name: 'shelf', in: 'query', schema: oneOf(1, 2)}]}, {}, V31),
      told: [],
      back: []
    },
    {
      name: 'a form that is no value makes a choice of them',
      old: told(oneOf('LENT', 'BACK')),
      new: told({oneOf: [{const: 'LENT', title: 'It is LENT'}, {const: 'BACK', title: 'It is BACK'}, object({})]}),
      told: ['alternative-added object (response breaks)'],
      back: ['alternative-removed object (response keeps)']
    },
    {
      name: 'what two forms of `oneOf` list fits neither',
      old: told({oneOf: [{enum: ['LENT', 'BACK']}, {enum: ['BACK', 'LOST']}]}),
      new: told({oneOf: [{enum: ['LENT', 'BACK']}, {enum: ['BACK', 'LOST']}]}),
      told: []
    },
    {
      name: 'a value is marked',
      old: told(oneOf('LENT', 'BACK')),
      new: told({oneOf: [{const: 'LENT'}, {const: 'BACK', deprecated: true}]}),
      told: ['deprecated deprecated (response)'],
      back: ['deprecation-withdrawn deprecated (response)']
    },
    {
      name: 'a text beside a list stays open',
      old: told({anyOf: [TEXT, listed('LENT')]}),
      new: told({anyOf: [TEXT, listed('LENT', 'BACK')]}),
      told: ['value-added BACK (response keeps)'],
      back: ['value-removed BACK (response keeps)']
    }
  ])
})

describe('null beside forms that are values is told as null, once', () => {
  const NULL = {type: 'null'}
  const forms = (...more: unknown[]): Raw => ({oneOf: [{const: 'LENT'}, {const: 'BACK'}, ...more]})
  const typed = (...more: unknown[]): Raw => ({anyOf: [listed('LENT'), listed('BACK'), ...more]})
  const once = {
    told: ['null-allowed (response breaks)'],
    back: ['null-refused (response keeps)']
  }
  check([
    {name: 'forms of no type', old: told(forms()), new: told(forms(NULL)), ...once},
    {name: 'null as a value', old: told(forms()), new: told(forms({const: null})), ...once},
    {name: 'forms of a type', old: told(typed()), new: told(typed(NULL)), ...once},
    {name: 'a list, and forms of no type', old: told(listed('LENT', 'BACK')), new: told(forms(NULL)), ...once},
    {name: 'forms, and a list of no type', old: told(forms()), new: told({enum: ['LENT', 'BACK', null]}), ...once},
    {
      name: 'a type that could be null, but no listed value',
      old: told({type: ['string', 'null'], enum: ['LENT', 'BACK']}),
      new: told(forms(NULL)),
      ...once
    },
    {
      name: '`nullable` of a form, as OpenAPI 3.0 says it',
      old: answered(object({status: listed('LENT', 'BACK')})),
      new: answered(object({status: {oneOf: [listed('LENT'), {...listed('BACK', null), nullable: true}]}})),
      ...once
    },
    {
      name: '`nullable` that allows nothing',
      old: answered(object({status: listed('LENT', 'BACK')})),
      new: answered(object({status: {oneOf: [listed('LENT'), {...listed('BACK'), nullable: false}]}})),
      told: [],
      back: []
    }
  ])
})

test('a value that came stands at its form', () => {
  const [change] = between(told(oneOf('LENT', 'BACK')), told(oneOf('LENT', 'BACK', 'LOST')))
  const schema = '/paths/~1loans/get/responses/200/content/application~1json/schema/properties/status'
  expect(change?.where.old?.pointer).toBe(`${schema}/oneOf`)
  expect(change?.where.new?.pointer).toBe(`${schema}/oneOf/2`)
})

test('what is said of one value is said of that value, and of its end where it goes', () => {
  const forms = (...list: readonly Raw[]): string => JSON.stringify(told({oneOf: list}))
  const [x, y] = [{const: 'x'}, {const: 'y'}]
  const marked = forms({...x, deprecated: true}, y)
  const [change, ...others] = between(forms(x, y), marked)
  expect(others).toEqual([])
  expect(change && [formatChange(change), change.subject.part?.value]).toEqual([
    'the value `x` of `status` in the `200` response of `GET /loans` is now deprecated',
    'x'
  ])
  const [gone] = between(marked, forms(y, {const: 'z'})).filter(({kind}) => kind === 'value-removed')
  expect(gone?.announced).toBeDefined()
})

test('a text with the letters of a number is told from that number, when it is marked too', () => {
  const forms = (text: Raw): string => JSON.stringify(told({oneOf: [{const: 1}, text]}))
  const [change] = between(forms({const: '1'}), forms({const: '1', deprecated: true}))
  expect(change?.subject.part?.value).toBe('"1"')
})
