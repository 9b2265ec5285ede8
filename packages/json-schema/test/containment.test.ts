import {describe, expect, test} from 'vitest'
import {contains, createProver} from '../src/containment.ts'
import type {Source} from '../src/document/node.ts'
import {normalizeSchema} from '../src/normalize.ts'
import type {Dialect} from '../src/schema-source.ts'
import {confirm} from './confirm.ts'

const proveContainment = (sub: unknown, sup: unknown, dialect: Dialect = '2020-12') =>
  contains({schema: sub, dialect}, {schema: sup, dialect}, {confirm})

describe('an answer of the prover', () => {
  test('has a counterexample and both places where the schemas differ, if containment breaks', () => {
    const loan = (type: string): object => ({
      type: 'object',
      required: ['copy'],
      properties: {copy: {type: 'object', required: ['shelf'], properties: {shelf: {type}}}}
    })
    expect(proveContainment(loan('string'), loan('integer'))).toEqual({
      is: 'breaks',
      witness: {copy: {shelf: ''}},
      cause: {
        at: '/copy/shelf',
        sub: '/properties/copy/properties/shelf',
        sup: '/properties/copy/properties/shelf/type'
      }
    })
  })

  test('is undetermined if the validator does not confirm the counterexample', () => {
    const disagree = {confirm: () => false}
    const fail = {
      confirm: () => {
        throw new Error('no validator')
      }
    }
    for (const options of [disagree, fail]) {
      const answer = contains({schema: {}, dialect: '2020-12'}, {schema: false, dialect: '2020-12'}, options)
      expect(answer).toEqual({is: 'undetermined', why: "the validator didn't confirm the example that was found"})
    }
  })

  test('is undetermined if the steps run out, and the next question has all steps again', () => {
    const within = (type: string): Source => {
      let schema: unknown = {type}
      for (let level = 0; level < 9; level++) schema = {type: 'object', required: ['a'], properties: {a: schema}}
      return {schema, dialect: '2020-12'}
    }
    const of = (schema: unknown): Source => ({schema, dialect: '2020-12'})
    const {contains: proveInFewSteps} = createProver({confirm, steps: 5})
    expect(proveInFewSteps(within('string'), within('integer'))).toEqual({
      is: 'undetermined',
      why: 'the proof takes too many steps'
    })
    expect(proveInFewSteps(of({type: 'integer'}), of({type: 'number'}))).toEqual({is: 'keeps'})
  })

  test('is undetermined for a pattern that is not regular', () => {
    const twice = {type: 'string', pattern: '^(.+)\\1$'}
    expect(proveContainment(twice, {type: 'string', minLength: 2}).is).toBe('undetermined')
    expect(proveContainment(twice, twice)).toEqual({is: 'keeps'})
    expect(proveContainment(twice, {type: 'string'})).toEqual({is: 'keeps'})
  })

  test.each([
    [{type: 'array'}, {uniqueItems: 'true'}, 'uniqueItems'],
    [{type: 'object', required: ['shelf']}, {required: 'copy'}, 'required'],
    [{type: 'string', minLength: 1}, {maxLength: null}, 'maxLength'],
    [{type: 'integer', minimum: 6, maximum: 19}, {maximum: 20, exclusiveMaximum: true}, 'exclusiveMaximum'],
    [{type: 'array', minItems: 1}, {maxItems: []}, 'maxItems'],
    [{type: 'array'}, {contains: {}, minContains: '0'}, 'minContains'],
    [{type: 'string'}, {enum: 'shelf'}, 'enum'],
    [{type: 'string'}, {format: ['date']}, 'format'],
    [{type: 'string'}, {allOf: {maxLength: 3}}, 'allOf'],
    [{type: 'string'}, {anyOf: ['string']}, 'anyOf'],
    [{type: 'string'}, {$ref: {maxLength: 3}}, '$ref'],
    [{type: 'object'}, {required: [true]}, 'required'],
    [{type: 'object'}, {properties: ['title']}, 'properties'],
    [{type: 'object'}, {dependentRequired: ['title']}, 'dependentRequired'],
    [{type: 'object'}, {additionalProperties: 'no'}, 'additionalProperties'],
    [{type: 'array'}, {prefixItems: {type: 'string'}}, 'prefixItems'],
    [{type: 'array'}, {items: ['string']}, 'items', 'openapi-3.0'],
    [{type: 'string', nullable: true}, {type: 'string', nullable: 'true'}, 'nullable', 'openapi-3.0']
  ] as const)('is undetermined for %j within %j, because a keyword is invalid', (sub, sup, keyword, dialect?) => {
    const answer = proveContainment(sub, {...sub, ...sup}, dialect)
    expect(answer).toEqual({is: 'undetermined', why: `the value of \`${keyword}\` is invalid`})
    for (const other of [{type: 'boolean'}, {...sub, ...sup}])
      expect(proveContainment({...sub, ...sup}, {anyOf: [{type: sub.type}, other]}, dialect).is).not.toBe('breaks')
  })

  test('is undetermined for an invalid keyword in `not`, and in what is closed to what it documents', () => {
    const [kept, open] = [
      {type: 'string', not: {enum: ['A']}},
      {type: 'string', not: {enum: ['A'], format: ['date']}}
    ]
    expect(proveContainment(open, kept).is).toBe('undetermined')
    expect(proveContainment(kept, open)).toEqual({is: 'keeps'})
    const closed = normalizeSchema(
      {schema: {type: 'object', properties: {title: {}}, patternProperties: 'desk'}, dialect: '2020-12'},
      {closed: true, direction: 'response'}
    )
    expect(contains(closed, {schema: {maxProperties: 1}, dialect: '2020-12'}, {confirm}).is).toBe('undetermined')
  })

  test('an empty list in place of a map is an empty map', () => {
    expect(proveContainment({type: 'object', properties: []}, {type: 'object', dependentRequired: []})).toEqual({
      is: 'keeps'
    })
  })

  test('is not affected by an invalid keyword that does not apply to the type of the value', () => {
    const text = {type: 'string', required: true}
    expect(proveContainment(text, {...text, uniqueItems: 'no'})).toEqual({is: 'keeps'})
    expect(proveContainment(text, {...text, uniqueItems: 'no', maxLength: 3}, 'openapi-3.0')).toMatchObject({
      is: 'breaks'
    })
  })

  test('is undetermined for an unresolved reference, unless both sides are the same', () => {
    const unresolved = {properties: {a: {$ref: 'https://library.example/lost'}}}
    expect(proveContainment(unresolved, {properties: {a: {type: 'string'}}}).is).toBe('undetermined')
    expect(proveContainment(unresolved, structuredClone(unresolved))).toEqual({is: 'keeps'})
    expect(proveContainment({$ref: '#/$defs/lost'}, {type: 'string'}).is).toBe('undetermined')
  })

  test('follows references to other documents through the lookup function', () => {
    const lookup = (address: string): unknown =>
      address === 'https://library.example/shelf' ? {type: 'integer'} : undefined
    const sub: Source = {schema: {$ref: 'https://library.example/shelf'}, dialect: '2020-12', lookup}
    expect(contains(sub, {schema: {type: 'number'}, dialect: '2020-12'}, {confirm})).toEqual({is: 'keeps'})
  })

  test('is the same for equivalent schemas of two dialects', () => {
    const exclusiveFlag = {
      schema: {type: 'number', minimum: 1, exclusiveMinimum: true},
      dialect: 'openapi-3.0'
    } as const
    const exclusiveBound = {schema: {type: 'number', exclusiveMinimum: 1}, dialect: '2020-12'} as const
    expect(contains(exclusiveFlag, exclusiveBound, {confirm})).toEqual({is: 'keeps'})
    expect(contains(exclusiveBound, exclusiveFlag, {confirm})).toEqual({is: 'keeps'})
  })
})

describe('schemas that are hard to compare', () => {
  const nested = (levels: number, leaf: unknown): unknown => {
    let schema = leaf
    for (let level = 0; level < levels; level++) schema = {type: 'object', properties: {a: schema}}
    return schema
  }

  test('10,000 levels of nesting', () => {
    expect(proveContainment(nested(10_000, {type: 'string'}), nested(10_000, {type: 'string'}))).toEqual({is: 'keeps'})
    expect(proveContainment(nested(10_000, {type: 'string'}), nested(10_000, {type: 'integer'})).is).toBe(
      'undetermined'
    )
    expect(proveContainment(nested(50, {type: 'string'}), nested(50, {type: 'integer'})).is).toBe('breaks')
    let all: unknown = {type: 'string'}
    for (let level = 0; level < 10_000; level++) all = {allOf: [all]}
    expect(proveContainment(all, {type: 'string'}).is).not.toBe('breaks')
    let value: unknown = 1
    for (let level = 0; level < 10_000; level++) value = [value]
    expect(proveContainment({const: value}, {type: 'array'}).is).not.toBe('breaks')
  })

  test('circular references through `allOf`, and a schema that refers only to itself', () => {
    const circular = {
      $defs: {a: {allOf: [{$ref: '#/$defs/b'}]}, b: {allOf: [{$ref: '#/$defs/a'}], type: 'string'}},
      $ref: '#/$defs/a'
    }
    expect(proveContainment(circular, {type: 'string'})).toEqual({is: 'keeps'})
    expect(proveContainment({type: 'integer'}, circular).is).not.toBe('keeps')
    const empty = {$ref: '#'}
    expect(proveContainment(empty, {type: 'string'}).is).toBe('undetermined')
  })

  test('a schema that contradicts itself', () => {
    const contradictory = {not: {$ref: '#'}}
    expect(proveContainment({}, contradictory).is).toBe('undetermined')
    expect(proveContainment(contradictory, false).is).toBe('undetermined')
  })

  test('one object in many places, and an object that contains itself', () => {
    let shared: Record<string, unknown> = {type: 'string'}
    for (let level = 0; level < 60; level++) shared = {type: 'object', properties: {a: shared, b: shared}}
    expect(proveContainment(shared, {type: 'object'})).toEqual({is: 'keeps'})
    const recursive: Record<string, unknown> = {type: 'object'}
    recursive.properties = {a: recursive}
    expect(proveContainment(recursive, {type: 'object', properties: {a: {type: 'object'}}})).toEqual({is: 'keeps'})
  })

  test('property names that every JavaScript object inherits', () => {
    const named = (type: string): unknown =>
      JSON.parse(`{"properties": {"__proto__": {"type": "${type}"}}, "required": ["__proto__"]}`)
    expect(proveContainment(named('integer'), named('number'))).toEqual({is: 'keeps'})
    expect(proveContainment({type: 'object'}, {required: ['toString']})).toMatchObject({is: 'breaks', witness: {}})
  })

  test('keywords with invalid values', () => {
    for (const keyword of ['minimum', 'maxLength', 'pattern', 'enum', 'multipleOf', 'type']) {
      expect(proveContainment({[keyword]: {}}, {type: 'string'}).is, keyword).not.toBe('keeps')
      expect(proveContainment({type: 'string'}, {[keyword]: {}}).is, keyword).not.toBe('keeps')
    }
    expect(proveContainment({multipleOf: 0}, {}).is).toBe('keeps')
    expect(proveContainment({type: 'string', pattern: '('}, {type: 'string'})).toEqual({is: 'keeps'})
    for (const keyword of ['properties', 'required', 'allOf', 'items', '$ref', 'dependentRequired']) {
      expect(() => proveContainment({[keyword]: 1}, {[keyword]: null})).not.toThrow()
    }
  })

  test('patterns that cause exponential backtracking, and very large bounds', () => {
    const exploding = {type: 'string', pattern: '^(?:a|b)*a(?:a|b){24}$'}
    expect(proveContainment({type: 'string'}, exploding).is).toBe('breaks')
    expect(proveContainment(exploding, {type: 'string', pattern: '^(?:a|b)*b(?:a|b){24}$'}).is).not.toBe('keeps')
    expect(proveContainment({type: 'array', minItems: 1e9}, {type: 'array', minItems: 1e9 + 1}).is).toBe('undetermined')
    expect(proveContainment({type: 'string', minLength: 1e9}, {type: 'string', minLength: 5})).toEqual({is: 'keeps'})
    expect(proveContainment({type: 'number', minimum: 1e308}, {type: 'number', minimum: 1e-300})).toEqual({is: 'keeps'})
  })

  test('repetitions at the open ends of patterns, whose number does not matter', () => {
    const name = (most: number): unknown => ({
      type: 'string',
      pattern: `(arn:library(-[a-z]+)*:[a-z]{2}(-[a-z]+)+:[0-9]{12}:shelf/)?[a-zA-Z0-9_\\.-]{1,${most}}`
    })
    expect(proveContainment(name(128), name(300))).toEqual({is: 'keeps'})
    expect(proveContainment(name(300), name(128))).toEqual({is: 'keeps'})
  })

  test('a map that becomes a closed object with many alternatives', () => {
    const notes = (count: number, type: string): unknown => ({
      anyOf: Array.from({length: 9}, (_, at) => ({
        properties: Object.fromEntries(
          Array.from({length: count}, (_, place) => [`note${at}-${place}`, {type: at + place === 0 ? type : 'string'}])
        )
      })),
      type: 'object',
      unevaluatedProperties: false
    })
    const map = {type: 'object', additionalProperties: {type: 'string'}}
    expect(proveContainment(notes(12, 'string'), map)).toEqual({is: 'keeps'})
    expect(proveContainment(notes(12, 'integer'), map)).toMatchObject({is: 'breaks', witness: {'note0-0': 0}})
  })

  test('many tagged alternatives on both sides', () => {
    const kinds = (count: number): unknown => ({
      oneOf: Array.from({length: count}, (_, at) => ({
        type: 'object',
        required: ['kind'],
        properties: {kind: {const: `k${at}`}, value: {type: 'integer', minimum: at}}
      }))
    })
    expect(proveContainment(kinds(30), kinds(31))).toEqual({is: 'keeps'})
    expect(proveContainment(kinds(31), kinds(30))).toMatchObject({is: 'breaks', witness: {kind: 'k30'}})
  })
  test('hundreds of alternatives', () => {
    const many = (count: number, part: (at: number) => unknown): unknown => ({
      oneOf: Array.from({length: count}, (_, at) => part(at))
    })
    const tagged = (at: number): unknown => ({
      type: 'object',
      required: ['kind'],
      properties: {kind: {const: `k${at}`}, value: {type: 'integer', maximum: at}}
    })
    expect(proveContainment(many(100, tagged), many(101, tagged))).toEqual({is: 'keeps'})
    expect(proveContainment(many(300, tagged), many(301, tagged))).toEqual({is: 'keeps'})
    const named = (at: number): unknown => ({type: 'object', required: [`k${at}`], properties: {[`k${at}`]: true}})
    // An object with the first and the last name fits one alternative of the first list, and two of the second.
    expect(proveContainment(many(100, named), many(101, named))).toMatchObject({is: 'breaks'})
    const range = (at: number): unknown => ({minimum: at * 10, maximum: at * 10 + 9})
    expect(proveContainment({type: 'integer', minimum: 0, maximum: 999}, many(100, range))).toEqual({is: 'keeps'})
    expect(proveContainment({type: 'integer', minimum: 0, maximum: 1000}, many(100, range))).toMatchObject({
      witness: 1000
    })
  })

  test('a pattern that matches exactly the values of a long enum', () => {
    const listed = {enum: Array.from({length: 10_000}, (_, at) => `v${at}`)}
    expect(proveContainment({type: 'string', pattern: '^v(0|[1-9][0-9]{0,3})$'}, listed)).toEqual({is: 'keeps'})
    expect(proveContainment({type: 'string', pattern: '^v(0|[1-9][0-9]{0,4})$'}, listed)).toMatchObject({
      witness: 'v10000'
    })
  })
})
