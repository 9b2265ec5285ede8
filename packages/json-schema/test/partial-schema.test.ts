import {Validator} from '@cfworker/json-schema'
import {describe, expect, test} from 'vitest'
import {contains, type ValidateWitness} from '../src/containment.ts'
import {rootNode} from '../src/document/node.ts'
import type {Json} from '../src/json.ts'
import {toPartialSchema} from '../src/partial-schema.ts'
import {toStandaloneSchema} from '../src/to-draft-2020.ts'
import {dice, pairOf, randomValue} from './random.ts'

const confirm: ValidateWitness = (source, value) => accepts(toPartialSchema(rootNode(source), [value]), value)

const accepts = (schema: unknown, value: Json): boolean =>
  new Validator(structuredClone(schema) as object, '2020-12').validate(value).valid

const tagged = (tag: string, rest: object = {}): object => ({
  type: 'object',
  required: ['object'],
  properties: {object: {type: 'string', enum: [tag]}, ...rest}
})

describe('the part of a schema that a value needs', () => {
  const schema = {
    anyOf: [{$ref: '#/$defs/loan'}, {allOf: [{$ref: '#/$defs/copy'}]}],
    $defs: {loan: tagged('loan', {due: {type: 'string'}}), copy: tagged('copy', {shelf: {$ref: '#'}})}
  }
  const node = rootNode({schema, dialect: '2020-12'})

  test('reduces an alternative with another tag to its tag', () => {
    const other = {allOf: [{properties: {object: {enum: ['loan']}}}]}
    expect(toPartialSchema(node, [{object: 'copy', due: 1}])).toMatchObject({
      anyOf: [other, {allOf: [{type: 'object'}]}]
    })
  })

  test('includes all alternatives if the tag is missing, is no string, or matches one of several values', () => {
    for (const values of [[{due: 1}], [{object: 1, due: 1}], [{object: 'copy'}, {object: 'loan'}], ['copy']]) {
      const {anyOf} = toPartialSchema(node, values) as {anyOf: object[]}
      expect(anyOf[0]).toMatchObject({type: 'object', required: ['object']})
    }
  })

  test.each(['openapi-3.0', 'draft-07', '2019-09'] as const)('has no `prefixItems` that %s does not know', dialect => {
    const items = (type: string) => ({items: {type}, prefixItems: [{type: 'number'}]})
    const of = (type: string) => ({schema: items(type), dialect})
    expect(toPartialSchema(rootNode(of('string')), [['shelf']])).toEqual({items: {type: 'string'}})
    expect(contains(of('string'), of('integer'), {confirm})).toMatchObject({is: 'breaks', witness: ['']})
    expect(contains(of('integer'), of('number'), {confirm})).toEqual({is: 'keeps'})
  })

  test('throws an error for an invalid keyword only if it applies to the value', () => {
    const schema = {type: ['string', 'array'], maxLength: null, uniqueItems: 'true'}
    for (const value of ['', []]) {
      const judged = () => accepts(toPartialSchema(rootNode({schema, dialect: '2020-12'}), [value]), value)
      expect(judged).toThrow()
    }
    const number = toPartialSchema(rootNode({schema, dialect: '2020-12'}), [1])
    expect(accepts(number, 1)).toBe(false)
  })

  test('ignores a tag that is not part of messages in this direction', () => {
    const properties = {object: {type: 'string', enum: ['loan'], readOnly: true}}
    const choice = rootNode({schema: {oneOf: [{type: 'object', properties}]}, dialect: '2020-12'})
    expect(toPartialSchema(choice, [{object: 'copy'}], 'readOnly')).toMatchObject({oneOf: [{type: 'object'}]})
  })

  test('reduces a long enum to the values that may equal the given one', () => {
    const values = [...Array.from({length: 100_000}, (_, at) => `loan-${at}`), null, {loan: 1}]
    const list = rootNode({schema: {enum: values}, dialect: '2020-12'})
    expect(toPartialSchema(list, ['loan-7'])).toEqual({enum: ['loan-7']})
    expect(toPartialSchema(list, ['copy'])).toEqual({enum: []})
    expect(toPartialSchema(list, [null])).toEqual({enum: [null]})
    expect(toPartialSchema(list, [{loan: 1}])).toEqual({enum: [{loan: 1}]})
  })

  test('ends for items that refer to themselves', () => {
    const list = rootNode({schema: {items: {$ref: '#'}, additionalProperties: {$ref: '#'}}, dialect: '2020-12'})
    expect(toPartialSchema(list, [[[]]])).toEqual({
      items: {items: {}, additionalProperties: {}},
      additionalProperties: {}
    })
  })

  test('counts steps for the names of a large object', () => {
    const object = Object.fromEntries(Array.from({length: 6000}, (_, at) => [`n${at}`, 1]))
    const budget = {left: 1000}
    toPartialSchema(
      rootNode({schema: {required: Object.keys(object)}, dialect: '2020-12'}),
      [object],
      undefined,
      budget
    )
    expect(budget.left).toBe(1000 - 1 - 600)
  })

  test('gives the same answer as the whole schema', () => {
    const roll = dice(11)
    for (let round = 0; round < 2000; round++) {
      const {sub, dialect} = pairOf(roll)
      const source = {schema: sub, dialect} as const
      const value = randomValue(roll, 3)
      expect(accepts(toPartialSchema(rootNode(source), [value]), value), JSON.stringify({sub, value})).toBe(
        accepts(toStandaloneSchema(source), value)
      )
    }
  })
})
