import {describe, expect, test} from 'vitest'
import {contains, createProver} from '../src/containment.ts'
import type {Source} from '../src/document/node.ts'
import type {Dialect} from '../src/schema-source.ts'
import {confirm} from './confirm.ts'

const ask = (sub: unknown, sup: unknown, dialect: Dialect = '2020-12') =>
  contains({schema: sub, dialect}, {schema: sup, dialect}, {confirm})

describe('an answer', () => {
  test('that breaks has a witness, and says where both schemas differ', () => {
    const loan = (type: string): object => ({
      type: 'object',
      required: ['copy'],
      properties: {copy: {type: 'object', required: ['shelf'], properties: {shelf: {type}}}}
    })
    expect(ask(loan('string'), loan('integer'))).toEqual({
      is: 'breaks',
      witness: {copy: {shelf: ''}},
      cause: {
        at: '/copy/shelf',
        sub: '/properties/copy/properties/shelf',
        sup: '/properties/copy/properties/shelf/type'
      }
    })
  })

  test('is undetermined where no one confirms the witness', () => {
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

  test('is undetermined where the steps are used up, and the next question starts again', () => {
    const within = (type: string): Source => {
      let schema: unknown = {type}
      for (let level = 0; level < 9; level++) schema = {type: 'object', required: ['a'], properties: {a: schema}}
      return {schema, dialect: '2020-12'}
    }
    const of = (schema: unknown): Source => ({schema, dialect: '2020-12'})
    const {contains: again} = createProver({confirm, steps: 5})
    expect(again(within('string'), within('integer'))).toEqual({
      is: 'undetermined',
      why: 'the proof takes too many steps'
    })
    expect(again(of({type: 'integer'}), of({type: 'number'}))).toEqual({is: 'keeps'})
  })

  test('is undetermined for a pattern that is not regular', () => {
    const twice = {type: 'string', pattern: '^(.+)\\1$'}
    expect(ask(twice, {type: 'string', minLength: 2}).is).toBe('undetermined')
    expect(ask(twice, twice)).toEqual({is: 'keeps'})
    expect(ask(twice, {type: 'string'})).toEqual({is: 'keeps'})
  })

  test.each([
    [{type: 'array'}, {uniqueItems: 'true'}, 'uniqueItems'],
    [{type: 'object', required: ['shelf']}, {required: 'copy'}, 'required'],
    [{type: 'string', minLength: 1}, {maxLength: null}, 'maxLength'],
    [{type: 'integer', minimum: 6, maximum: 19}, {maximum: 20, exclusiveMaximum: true}, 'exclusiveMaximum'],
    [{type: 'array', minItems: 1}, {maxItems: []}, 'maxItems'],
    [{type: 'array'}, {contains: {}, minContains: '0'}, 'minContains'],
    [{type: 'string'}, {enum: 'shelf'}, 'enum'],
    [{type: 'string', nullable: true}, {type: 'string', nullable: 'true'}, 'nullable', 'openapi-3.0']
  ] as const)('is undetermined for %j within %j, whatever a validator makes of it', (sub, sup, what, dialect?) => {
    const within = ask(sub, {...sub, ...sup}, dialect)
    expect(within).toEqual({is: 'undetermined', why: `the value of \`${what}\` is invalid`})
    for (const other of [{type: 'boolean'}, {...sub, ...sup}])
      expect(ask({...sub, ...sup}, {anyOf: [{type: sub.type}, other]}, dialect).is).not.toBe('breaks')
  })

  test('does not hang on what cannot be read where it says nothing of the value', () => {
    const text = {type: 'string', required: true}
    expect(ask(text, {...text, uniqueItems: 'no'})).toEqual({is: 'keeps'})
    expect(ask(text, {...text, uniqueItems: 'no', maxLength: 3}, 'openapi-3.0')).toMatchObject({is: 'breaks'})
  })

  test('is undetermined where a reference leads nowhere, unless both sides are the same', () => {
    const lost = {properties: {a: {$ref: 'https://library.example/lost'}}}
    expect(ask(lost, {properties: {a: {type: 'string'}}}).is).toBe('undetermined')
    expect(ask(lost, structuredClone(lost))).toEqual({is: 'keeps'})
    expect(ask({$ref: '#/$defs/lost'}, {type: 'string'}).is).toBe('undetermined')
  })

  test('finds other documents when it is given a way to', () => {
    const lookup = (address: string): unknown =>
      address === 'https://library.example/shelf' ? {type: 'integer'} : undefined
    const sub: Source = {schema: {$ref: 'https://library.example/shelf'}, dialect: '2020-12', lookup}
    expect(contains(sub, {schema: {type: 'number'}, dialect: '2020-12'}, {confirm})).toEqual({is: 'keeps'})
  })

  test('is the same for two dialects that say the same', () => {
    const flag = {schema: {type: 'number', minimum: 1, exclusiveMinimum: true}, dialect: 'openapi-3.0'} as const
    const bound = {schema: {type: 'number', exclusiveMinimum: 1}, dialect: '2020-12'} as const
    expect(contains(flag, bound, {confirm})).toEqual({is: 'keeps'})
    expect(contains(bound, flag, {confirm})).toEqual({is: 'keeps'})
  })
})

describe('schemas that mean no good', () => {
  const nested = (levels: number, leaf: unknown): unknown => {
    let schema = leaf
    for (let level = 0; level < levels; level++) schema = {type: 'object', properties: {a: schema}}
    return schema
  }

  test('10,000 levels of nesting', () => {
    expect(ask(nested(10_000, {type: 'string'}), nested(10_000, {type: 'string'}))).toEqual({is: 'keeps'})
    expect(ask(nested(10_000, {type: 'string'}), nested(10_000, {type: 'integer'})).is).toBe('undetermined')
    expect(ask(nested(50, {type: 'string'}), nested(50, {type: 'integer'})).is).toBe('breaks')
    let all: unknown = {type: 'string'}
    for (let level = 0; level < 10_000; level++) all = {allOf: [all]}
    expect(ask(all, {type: 'string'}).is).not.toBe('breaks')
    let value: unknown = 1
    for (let level = 0; level < 10_000; level++) value = [value]
    expect(ask({const: value}, {type: 'array'}).is).not.toBe('breaks')
  })

  test('circles through allOf and through nothing at all', () => {
    const round = {
      $defs: {a: {allOf: [{$ref: '#/$defs/b'}]}, b: {allOf: [{$ref: '#/$defs/a'}], type: 'string'}},
      $ref: '#/$defs/a'
    }
    expect(ask(round, {type: 'string'})).toEqual({is: 'keeps'})
    expect(ask({type: 'integer'}, round).is).not.toBe('keeps')
    const empty = {$ref: '#'}
    expect(ask(empty, {type: 'string'}).is).toBe('undetermined')
  })

  test('a schema that denies itself', () => {
    const liar = {not: {$ref: '#'}}
    expect(ask({}, liar).is).toBe('undetermined')
    expect(ask(liar, false).is).toBe('undetermined')
  })

  test('the same object in many places, and inside itself', () => {
    let shared: Record<string, unknown> = {type: 'string'}
    for (let level = 0; level < 60; level++) shared = {type: 'object', properties: {a: shared, b: shared}}
    expect(ask(shared, {type: 'object'})).toEqual({is: 'keeps'})
    const inside: Record<string, unknown> = {type: 'object'}
    inside.properties = {a: inside}
    expect(ask(inside, {type: 'object', properties: {a: {type: 'object'}}})).toEqual({is: 'keeps'})
  })

  test('names that objects inherit', () => {
    const named = (type: string): unknown =>
      JSON.parse(`{"properties": {"__proto__": {"type": "${type}"}}, "required": ["__proto__"]}`)
    expect(ask(named('integer'), named('number'))).toEqual({is: 'keeps'})
    expect(ask({type: 'object'}, {required: ['toString']})).toMatchObject({is: 'breaks', witness: {}})
  })

  test('keywords that hold what they may not', () => {
    for (const keyword of ['minimum', 'maxLength', 'pattern', 'enum', 'multipleOf', 'type']) {
      expect(ask({[keyword]: {}}, {type: 'string'}).is, keyword).not.toBe('keeps')
      expect(ask({type: 'string'}, {[keyword]: {}}).is, keyword).not.toBe('keeps')
    }
    expect(ask({multipleOf: 0}, {}).is).toBe('keeps')
    expect(ask({type: 'string', pattern: '('}, {type: 'string'})).toEqual({is: 'keeps'})
    for (const keyword of ['properties', 'required', 'allOf', 'items', '$ref', 'dependentRequired']) {
      expect(() => ask({[keyword]: 1}, {[keyword]: null})).not.toThrow()
    }
  })

  test('patterns that explode, and bounds beyond measure', () => {
    const exploding = {type: 'string', pattern: '^(?:a|b)*a(?:a|b){24}$'}
    expect(ask({type: 'string'}, exploding).is).toBe('breaks')
    expect(ask(exploding, {type: 'string', pattern: '^(?:a|b)*b(?:a|b){24}$'}).is).not.toBe('keeps')
    expect(ask({type: 'array', minItems: 1e9}, {type: 'array', minItems: 1e9 + 1}).is).toBe('undetermined')
    expect(ask({type: 'string', minLength: 1e9}, {type: 'string', minLength: 5})).toEqual({is: 'keeps'})
    expect(ask({type: 'number', minimum: 1e308}, {type: 'number', minimum: 1e-300})).toEqual({is: 'keeps'})
  })

  test('repeats at the ends of patterns, which may be of any number', () => {
    const name = (most: number): unknown => ({
      type: 'string',
      pattern: `(arn:library(-[a-z]+)*:[a-z]{2}(-[a-z]+)+:[0-9]{12}:shelf/)?[a-zA-Z0-9_\\.-]{1,${most}}`
    })
    expect(ask(name(128), name(300))).toEqual({is: 'keeps'})
    expect(ask(name(300), name(128))).toEqual({is: 'keeps'})
  })

  test('a map that becomes a closed object of many alternatives', () => {
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
    expect(ask(notes(12, 'string'), map)).toEqual({is: 'keeps'})
    expect(ask(notes(12, 'integer'), map)).toMatchObject({is: 'breaks', witness: {'note0-0': 0}})
  })

  test('many alternatives on both sides', () => {
    const kinds = (count: number): unknown => ({
      oneOf: Array.from({length: count}, (_, at) => ({
        type: 'object',
        required: ['kind'],
        properties: {kind: {const: `k${at}`}, value: {type: 'integer', minimum: at}}
      }))
    })
    expect(ask(kinds(30), kinds(31))).toEqual({is: 'keeps'})
    expect(ask(kinds(31), kinds(30))).toMatchObject({is: 'breaks', witness: {kind: 'k30'}})
  })
  test('alternatives by the hundred that are no union', () => {
    const many = (count: number, part: (at: number) => unknown): unknown => ({
      oneOf: Array.from({length: count}, (_, at) => part(at))
    })
    const tagged = (at: number): unknown => ({
      type: 'object',
      required: ['kind'],
      properties: {kind: {const: `k${at}`}, value: {type: 'integer', maximum: at}}
    })
    expect(ask(many(100, tagged), many(101, tagged))).toEqual({is: 'keeps'})
    expect(ask(many(300, tagged), many(301, tagged))).toEqual({is: 'keeps'})
    const named = (at: number): unknown => ({type: 'object', required: [`k${at}`], properties: {[`k${at}`]: true}})
    // What has the first name and the last is of one in the first list, and of two in the second.
    expect(ask(many(100, named), many(101, named))).toMatchObject({is: 'breaks'})
    const range = (at: number): unknown => ({minimum: at * 10, maximum: at * 10 + 9})
    expect(ask({type: 'integer', minimum: 0, maximum: 999}, many(100, range))).toEqual({is: 'keeps'})
    expect(ask({type: 'integer', minimum: 0, maximum: 1000}, many(100, range))).toMatchObject({witness: 1000})
  })

  test('a pattern that has as many words as are listed', () => {
    const listed = {enum: Array.from({length: 10_000}, (_, at) => `v${at}`)}
    expect(ask({type: 'string', pattern: '^v(0|[1-9][0-9]{0,3})$'}, listed)).toEqual({is: 'keeps'})
    expect(ask({type: 'string', pattern: '^v(0|[1-9][0-9]{0,4})$'}, listed)).toMatchObject({witness: 'v10000'})
  })
})
