import {describe, expect, test} from 'vitest'
import {contains} from '../../src/containment.ts'
import type {Dialect} from '../../src/schema-source.ts'
import {confirm} from '../confirm.ts'

const proveContainment = (sub: unknown, sup: unknown, dialect: Dialect = '2020-12') =>
  contains({schema: sub, dialect}, {schema: sup, dialect}, {confirm})

describe('a dynamic reference resolves to the outermost schema with its anchor', () => {
  /** A list whose referrer can define the schema of the items. */
  const list = {$id: 'list', type: 'array', items: {$dynamicRef: '#item'}, $defs: {any: {$dynamicAnchor: 'item'}}}
  const listOf = (type: string): object => ({
    $id: `https://library.example/${type}s`,
    $ref: 'list',
    $defs: {item: {$dynamicAnchor: 'item', type}, list}
  })

  test('resolves differently for two referrers', () => {
    expect(proveContainment(listOf('integer'), listOf('number'))).toEqual({is: 'keeps'})
    expect(proveContainment(listOf('integer'), {type: 'array', items: {type: 'integer'}})).toEqual({is: 'keeps'})
    expect(proveContainment({type: 'array', items: {type: 'integer'}}, listOf('integer'))).toEqual({is: 'keeps'})
    expect(proveContainment(listOf('number'), listOf('integer'))).toMatchObject({is: 'breaks'})
  })

  test('resolves at every level of a tree', () => {
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
    const misspelled = {const: {children: [{daat: 1}]}}
    expect(proveContainment(misspelled, tree)).toEqual({is: 'keeps'})
    expect(proveContainment(misspelled, strict)).toMatchObject({is: 'breaks', witness: misspelled.const})
    expect(proveContainment(strict, tree)).toEqual({is: 'keeps'})
    expect(proveContainment(tree, strict)).toMatchObject({is: 'breaks'})
  })

  test('resolves like a plain reference if its own target has no dynamic anchor', () => {
    const plain = {...list, $defs: {any: {$anchor: 'item'}}}
    const schema = {...listOf('integer'), $defs: {item: {$dynamicAnchor: 'item', type: 'integer'}, list: plain}}
    expect(proveContainment({type: 'array'}, schema)).toEqual({is: 'keeps'})
  })

  test('resolves recursively in draft 2019-09', () => {
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
    expect(proveContainment({const: {a: {b: 'c'}}}, texts, '2019-09')).toEqual({is: 'keeps'})
    expect(proveContainment({const: {a: {b: 'c'}}}, tree, '2019-09')).toMatchObject({is: 'breaks'})
    expect(proveContainment(tree, texts, '2019-09')).toEqual({is: 'keeps'})
    expect(proveContainment(texts, tree, '2019-09')).toMatchObject({is: 'breaks'})
  })
})

describe('`$schema`', () => {
  const DRAFT_4 = 'http://json-schema.org/draft-04/schema#'
  const DRAFT_7 = 'http://json-schema.org/draft-07/schema#'

  test('overrides the dialect that the caller names', () => {
    const schema = {$schema: DRAFT_4, type: 'integer', minimum: 1, exclusiveMinimum: true}
    expect(proveContainment(schema, {minimum: 2})).toEqual({is: 'keeps'})
    expect(
      proveContainment({$schema: `${DRAFT_7}`, items: [{type: 'string'}]}, {prefixItems: [{type: 'string'}]})
    ).toEqual({
      is: 'keeps'
    })
  })

  test('applies to a subschema and to everything below it', () => {
    const part = {$schema: DRAFT_7, type: 'array', items: [{type: 'string'}], additionalItems: false}
    const schema = {properties: {a: part, b: {prefixItems: [true], items: false}}}
    expect(
      proveContainment(schema, {properties: {a: {maxItems: 1, prefixItems: [{type: 'string'}]}, b: {maxItems: 1}}})
    ).toEqual({
      is: 'keeps'
    })
    const referring = {
      $defs: {n: {prefixItems: [{type: 'string'}]}},
      properties: {a: {$schema: DRAFT_7, allOf: [{$ref: '#/$defs/n'}]}}
    }
    expect(proveContainment(referring, {properties: {a: {prefixItems: [{type: 'string'}]}}})).toEqual({is: 'keeps'})
  })

  test('makes the answer undetermined for an unknown dialect, unless both sides are the same', () => {
    const schema = {$schema: 'https://library.example/words', minimum: 10}
    const why = 'a schema is written in the unknown dialect `https://library.example/words`'
    expect(proveContainment({const: 1}, schema)).toEqual({is: 'undetermined', why})
    expect(proveContainment({const: 11}, schema)).toEqual({is: 'undetermined', why})
    expect(proveContainment(schema, {type: 'string'})).toEqual({is: 'undetermined', why})
    expect(proveContainment(schema, {minimum: 10})).toEqual({is: 'undetermined', why})
    expect(proveContainment({properties: {a: schema}}, {properties: {a: {minimum: 10}}}).is).toBe('undetermined')
    expect(proveContainment(schema, structuredClone(schema))).toEqual({is: 'keeps'})
    expect(proveContainment(schema, true)).toEqual({is: 'keeps'})
  })

  test('is ignored in API descriptions and as the name of a property', () => {
    const named = {properties: {$schema: {type: 'string'}}}
    expect(proveContainment(named, {properties: {$schema: {type: ['string', 'null']}}})).toEqual({is: 'keeps'})
    const document = {
      $schema: 'https://spec.openapis.org/oas/3.1/schema/2022-10-07',
      openapi: '3.1.0',
      components: {schemas: {A: {type: 'integer'}, B: {$ref: '#/components/schemas/A'}}}
    }
    const source = {schema: document.components.schemas.B, document, dialect: '2020-12'} as const
    expect(contains(source, {schema: {type: 'number'}, dialect: '2020-12'}, {confirm})).toEqual({is: 'keeps'})
  })
})

test("an undetermined answer names the reference that can't be resolved", () => {
  const unresolved = {properties: {a: {$ref: 'https://library.example/lost'}}}
  const answer = proveContainment(unresolved, {properties: {a: {type: 'string'}}})
  expect(answer).toEqual({is: 'undetermined', why: "the reference `https://library.example/lost` can't be resolved"})
})
