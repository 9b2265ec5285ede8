import {describe, expect, test} from 'vitest'
import {contains} from '../../src/containment.ts'
import type {Dialect} from '../../src/schema-source.ts'
import {confirm} from '../confirm.ts'

const ask = (sub: unknown, sup: unknown, dialect: Dialect = '2020-12') =>
  contains({schema: sub, dialect}, {schema: sup, dialect}, {confirm})

describe('a dynamic reference leads to what the outermost schema on the way calls so', () => {
  /** A list whose items the one who refers to it may name. */
  const list = {$id: 'list', type: 'array', items: {$dynamicRef: '#item'}, $defs: {any: {$dynamicAnchor: 'item'}}}
  const listOf = (type: string): object => ({
    $id: `https://library.example/${type}s`,
    $ref: 'list',
    $defs: {item: {$dynamicAnchor: 'item', type}, list}
  })

  test('on two ways to two things', () => {
    expect(ask(listOf('integer'), listOf('number'))).toEqual({is: 'keeps'})
    expect(ask(listOf('integer'), {type: 'array', items: {type: 'integer'}})).toEqual({is: 'keeps'})
    expect(ask({type: 'array', items: {type: 'integer'}}, listOf('integer'))).toEqual({is: 'keeps'})
    expect(ask(listOf('number'), listOf('integer'))).toMatchObject({is: 'breaks'})
  })

  test('and at every level of a tree', () => {
    const tree = {
      $id: 'tree',
      $dynamicAnchor: 'node',
      type: 'object',
      properties: {children: {type: 'array', items: {$dynamicRef: '#node'}}}
    }
    const strict = {
      $id: 'https://library.example/strict',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: {tree}
    }
    const misspelt = {const: {children: [{daat: 1}]}}
    expect(ask(misspelt, tree)).toEqual({is: 'keeps'})
    expect(ask(misspelt, strict)).toMatchObject({is: 'breaks', witness: misspelt.const})
    expect(ask(strict, tree)).toEqual({is: 'keeps'})
    expect(ask(tree, strict)).toMatchObject({is: 'breaks'})
  })

  test('but not where what it leads to by itself is no dynamic anchor', () => {
    const plain = {...list, $defs: {any: {$anchor: 'item'}}}
    const schema = {...listOf('integer'), $defs: {item: {$dynamicAnchor: 'item', type: 'integer'}, list: plain}}
    expect(ask({type: 'array'}, schema)).toEqual({is: 'keeps'})
  })

  test('as it did in 2019-09', () => {
    const tree = {
      $id: 'tree',
      $recursiveAnchor: true,
      type: ['object', 'integer'],
      additionalProperties: {$recursiveRef: '#'}
    }
    const texts = {
      $id: 'https://library.example/texts',
      $recursiveAnchor: true,
      anyOf: [{type: 'string'}, {$ref: 'tree'}],
      $defs: {tree}
    }
    expect(ask({const: {a: {b: 'c'}}}, texts, '2019-09')).toEqual({is: 'keeps'})
    expect(ask({const: {a: {b: 'c'}}}, tree, '2019-09')).toMatchObject({is: 'breaks'})
    expect(ask(tree, texts, '2019-09')).toEqual({is: 'keeps'})
    expect(ask(texts, tree, '2019-09')).toMatchObject({is: 'breaks'})
  })
})

describe('what a schema says of its language', () => {
  const DRAFT_4 = 'http://json-schema.org/draft-04/schema#'
  const DRAFT_7 = 'http://json-schema.org/draft-07/schema#'

  test('counts, whatever one was told', () => {
    const schema = {$schema: DRAFT_4, type: 'integer', minimum: 1, exclusiveMinimum: true}
    expect(ask(schema, {minimum: 2})).toEqual({is: 'keeps'})
    expect(ask({$schema: `${DRAFT_7}`, items: [{type: 'string'}]}, {prefixItems: [{type: 'string'}]})).toEqual({
      is: 'keeps'
    })
  })

  test('holds for a part, and for what lies below', () => {
    const part = {$schema: DRAFT_7, type: 'array', items: [{type: 'string'}], additionalItems: false}
    const schema = {properties: {a: part, b: {prefixItems: [true], items: false}}}
    expect(ask(schema, {properties: {a: {maxItems: 1, prefixItems: [{type: 'string'}]}, b: {maxItems: 1}}})).toEqual({
      is: 'keeps'
    })
    const referring = {
      $defs: {n: {prefixItems: [{type: 'string'}]}},
      properties: {a: {$schema: DRAFT_7, allOf: [{$ref: '#/$defs/n'}]}}
    }
    expect(ask(referring, {properties: {a: {prefixItems: [{type: 'string'}]}}})).toEqual({is: 'keeps'})
  })

  test('leaves the question open where no one knows it, unless both sides are the same', () => {
    const schema = {$schema: 'https://library.example/words', minimum: 10}
    const why = 'a schema is written in the unknown dialect `https://library.example/words`'
    expect(ask({const: 1}, schema)).toEqual({is: 'undetermined', why})
    expect(ask({const: 11}, schema)).toEqual({is: 'undetermined', why})
    expect(ask(schema, {type: 'string'})).toEqual({is: 'undetermined', why})
    expect(ask(schema, {minimum: 10})).toEqual({is: 'undetermined', why})
    expect(ask({properties: {a: schema}}, {properties: {a: {minimum: 10}}}).is).toBe('undetermined')
    expect(ask(schema, structuredClone(schema))).toEqual({is: 'keeps'})
    expect(ask(schema, true)).toEqual({is: 'keeps'})
  })

  test('is not asked of API descriptions, nor where it is a name among properties', () => {
    const named = {properties: {$schema: {type: 'string'}}}
    expect(ask(named, {properties: {$schema: {type: ['string', 'null']}}})).toEqual({is: 'keeps'})
    const document = {
      $schema: 'https://spec.openapis.org/oas/3.1/schema/2022-10-07',
      openapi: '3.1.0',
      components: {schemas: {A: {type: 'integer'}, B: {$ref: '#/components/schemas/A'}}}
    }
    const source = {schema: document.components.schemas.B, document, dialect: '2020-12'} as const
    expect(contains(source, {schema: {type: 'number'}, dialect: '2020-12'}, {confirm})).toEqual({is: 'keeps'})
  })
})

test('what cannot be told is named', () => {
  const lost = {properties: {a: {$ref: 'https://library.example/lost'}}}
  const answer = ask(lost, {properties: {a: {type: 'string'}}})
  expect(answer).toEqual({is: 'undetermined', why: "the reference `https://library.example/lost` can't be resolved"})
})
