import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {parse} from 'yaml'
import {contains, createProver} from '../src/containment.ts'
import type {Source} from '../src/document/node.ts'
import {createNormalizer, type NormalizeOptions, normalizeSchema} from '../src/normalize.ts'
import {confirm} from './confirm.ts'
import {described} from './mutants.ts'
import {Samples} from './samples.ts'

const COMPONENTS = new URL('../../../fixtures/schemas/components.yaml', import.meta.url)

const openapi = (schema: unknown, components: object = {}): Source => {
  const document = {openapi: '3.0.3', components: {schemas: components}, schema}
  return {schema, document, pointer: '/schema', dialect: 'openapi-3.0'}
}

/** Does a response of the new schema stay within the old one? */
function response(old: Source, next: Source) {
  const direction = 'response' as const
  return contains(normalizeSchema(next, {closed: true, direction}), normalizeSchema(old, {closed: false, direction}), {
    confirm
  })
}

/** Does a request of the old schema stay within the new one? */
function request(old: Source, next: Source) {
  const direction = 'request' as const
  return contains(normalizeSchema(old, {closed: true, direction}), normalizeSchema(next, {closed: false, direction}), {
    confirm
  })
}

const accepts = (source: Source, value: unknown, reading: NormalizeOptions): boolean =>
  confirm(normalizeSchema(source, reading), value as never)

describe('closing', () => {
  const closed: NormalizeOptions = {closed: true, direction: 'response'}
  const loan = {type: 'object', properties: {due: {type: 'string'}}}

  test('an object holds what is documented', () => {
    expect(accepts(openapi(loan), {due: 'soon'}, closed)).toBe(true)
    expect(accepts(openapi(loan), {late: 1}, closed)).toBe(false)
    expect(accepts(openapi(loan), {late: 1}, {...closed, closed: false})).toBe(true)
  })

  test('across allOf and references, not within one part', () => {
    const both = {allOf: [{$ref: '#/components/schemas/Loan'}, {type: 'object', properties: {shelf: {type: 'string'}}}]}
    expect(accepts(openapi(both, {Loan: loan}), {due: 'soon', shelf: 'A'}, closed)).toBe(true)
    expect(accepts(openapi(both, {Loan: loan}), {due: 'soon', late: 1}, closed)).toBe(false)
  })

  test('in the alternative that holds', () => {
    const either = {
      oneOf: [
        {...loan, required: ['due']},
        {type: 'object', properties: {shelf: {}}, required: ['shelf']}
      ]
    }
    expect(accepts(openapi(either), {due: 'soon'}, closed)).toBe(true)
    expect(accepts(openapi(either), {due: 'soon', late: 1}, closed)).toBe(false)
  })

  test('in items and properties, and round in circles', () => {
    const Node = {
      type: 'object',
      properties: {next: {$ref: '#/components/schemas/Node'}, all: {type: 'array', items: loan}}
    }
    const source = openapi({$ref: '#/components/schemas/Node'}, {Node})
    expect(accepts(source, {next: {next: {}}, all: [{due: 'soon'}]}, closed)).toBe(true)
    expect(accepts(source, {next: {next: {late: 1}}}, closed)).toBe(false)
    expect(accepts(source, {all: [{late: 1}]}, closed)).toBe(false)
  })

  test('not where the schema says what else there may be, or documents nothing', () => {
    expect(accepts(openapi({...loan, additionalProperties: true}), {late: 1}, closed)).toBe(true)
    expect(accepts(openapi({...loan, additionalProperties: {type: 'integer'}}), {late: 1}, closed)).toBe(true)
    expect(accepts(openapi({type: 'object'}), {late: 1}, closed)).toBe(true)
  })

  test('a closed schema lies within the literal one', () => {
    const source = openapi({allOf: [loan, {anyOf: [{properties: {a: {items: loan}}}, {minProperties: 2}]}]})
    const literal = normalizeSchema(source, {closed: false, direction: 'response'})
    expect(contains(normalizeSchema(source, closed), literal, {confirm})).toEqual({is: 'keeps'})
  })
})

describe('closing under a condition', () => {
  const closed: NormalizeOptions = {closed: true, direction: 'response'}
  const plain = (schema: unknown): Source => ({schema, dialect: '2020-12'})
  const holds = (schema: unknown, ...values: unknown[]): boolean[] =>
    values.map(value => accepts(plain(schema), value, closed))
  const shelf = {type: 'object', properties: {at: {type: 'string'}}}
  // Written out, the linter takes the schema for a promise.
  const THEN = 'then'

  test('what `then` and `else` document, where they hold', () => {
    const copy = {
      properties: {kind: {type: 'string'}},
      required: ['kind'],
      if: {properties: {kind: {const: 'paper'}}},
      [THEN]: {properties: {shelf}},
      else: {properties: {url: {type: 'string'}}}
    }
    expect(holds(copy, {kind: 'paper', shelf: {at: 'A'}}, {kind: 'film', url: ''})).toEqual([true, true])
    expect(holds(copy, {kind: 'paper', shelf: {late: 1}}, {kind: 'paper', url: ''})).toEqual([false, false])
  })

  test('what only `then` documents; what `if` asks for may be there', () => {
    const copy = {
      if: {properties: {kind: {const: 'paper'}}},
      [THEN]: {properties: {shelf}},
      else: {properties: {url: {}}}
    }
    expect(holds(copy, {kind: 'paper', shelf: {}}, {kind: 'film', url: ''})).toEqual([true, true])
    expect(holds(copy, {kind: 'paper', late: 1}, {kind: 'film', shelf: {}})).toEqual([false, false])
    expect(holds({if: {required: ['a']}, [THEN]: {minProperties: 2}}, {a: 1, late: 1})).toEqual([true])
  })

  test('what comes with a property', () => {
    const copy = {properties: {due: {}}, dependentSchemas: {due: {properties: {shelf}}}}
    expect(holds(copy, {due: 1, shelf: {at: 'A'}}, {due: 1, shelf: {late: 1}}, {shelf: {}})).toEqual([
      true,
      false,
      false
    ])
    const source: Source = {schema: {dependencies: {due: {properties: {shelf}}}}, dialect: 'draft-07'}
    expect(accepts(source, {due: 1, shelf: {at: 'A'}}, closed)).toBe(true)
    expect(accepts(source, {due: 1, shelf: {late: 1}}, closed)).toBe(false)
  })

  test('what a list must contain', () => {
    const list = {type: 'array', contains: {...shelf, required: ['at']}}
    expect(holds(list, [1, {at: 'A'}], [{at: 'A', late: 1}], [{at: 'A'}, {late: 1}])).toEqual([true, false, true])
    const both = {...list, items: {properties: {id: {type: 'integer'}}}, minContains: 2}
    expect(holds(both, [{id: 1, at: 'A'}, {at: 'B'}], [{at: 'A'}, {at: 'B', late: 1}])).toEqual([true, false])
    expect(holds({...list, minContains: 0}, [{at: 'A', late: 1}])).toEqual([true])
  })
})

describe('closing loses nothing that is documented', () => {
  const closed: NormalizeOptions = {closed: true, direction: 'response'}
  const accept = (schema: unknown, value: unknown): boolean => accepts({schema, dialect: '2020-12'}, value, closed)

  test('what is required by name', () => {
    expect(accept({properties: {due: {}}, required: ['id']}, {id: 1})).toBe(true)
    expect(accept({allOf: [{properties: {due: {}}}, {required: ['id']}]}, {id: 1, due: 1})).toBe(true)
    expect(accept({properties: {due: {}}, required: ['id']}, {id: 1, late: 1})).toBe(false)
    expect(accept({properties: {due: {}}, dependentRequired: {due: ['id']}}, {id: 1, due: 1})).toBe(true)
    expect(accept({properties: {due: {}}, minProperties: 2}, {id: 1, due: 1})).toBe(true)
  })

  test.each<[string, object]>([
    ['by itself', {properties: {id: {readOnly: true}, due: {}}, required: ['id']}],
    ['through a part', {allOf: [{properties: {id: {readOnly: true}, due: {}}}, {required: ['id']}]}],
    ['beside a part', {allOf: [{properties: {id: {readOnly: true}, due: {}}}], required: ['id']}],
    [
      'a part within a part',
      {allOf: [{properties: {id: {readOnly: true}, due: {}}}, {allOf: [{properties: {id: {}}, required: ['id']}]}]}
    ],
    [
      'beside a reference',
      {$ref: '#/$defs/Copy', required: ['id'], $defs: {Copy: {properties: {id: {readOnly: true}, due: {}}}}}
    ]
  ])('what is required and goes the other way alone is left out: %s', (_, schema) => {
    const held = (value: unknown, direction: NormalizeOptions['direction']): boolean =>
      accepts({schema, dialect: '2020-12'}, value, {closed: true, direction})
    expect([held({due: 1}, 'request'), held({id: 1, due: 1}, 'request')]).toEqual([true, false])
    expect([held({due: 1}, 'response'), held({id: 1, due: 1}, 'response')]).toEqual([false, true])
  })

  test('patterns that are called as a part of every object', () => {
    const schema: unknown = JSON.parse('{"patternProperties": {"__proto__": {"type": "integer"}}}')
    const reading: NormalizeOptions = {closed: false, direction: 'response'}
    const accept = (text: string): boolean => accepts({schema, dialect: '2020-12'}, JSON.parse(text), reading)
    expect([accept('{"x__proto__": 1}'), accept('{"x__proto__": "1"}')]).toEqual([true, false])
  })

  test('but in the other alternative', () => {
    const either = {
      anyOf: [
        {properties: {a: {type: 'string'}}, required: ['a']},
        {properties: {b: {}}, required: ['b']}
      ]
    }
    expect(accept(either, {b: 1, a: 'x'})).toBe(true)
    expect(accept(either, {b: 1, a: 1})).toBe(false)
  })

  test('where two schemas speak of one object inside', () => {
    const part = (name: string): object => ({properties: {copy: {type: 'object', properties: {[name]: {}}}}})
    for (const both of [
      {allOf: [part('a'), part('b')]},
      {...part('a'), allOf: [part('b')]},
      {...part('a'), anyOf: [part('b'), {required: ['x']}]},
      {allOf: [part('a'), {additionalProperties: {properties: {b: {}}}}]},
      {allOf: [part('a'), {patternProperties: {'^c': {properties: {b: {}}}}}]},
      {...part('a'), if: {required: ['copy']}, ['then' as string]: part('b')}
    ]) {
      expect(accept(both, {copy: {a: 1, b: 1}}), JSON.stringify(both)).toBe(true)
      expect(accept(both, {copy: {a: 1, late: 1}}), JSON.stringify(both)).toBe(false)
    }
    const lists = {allOf: [{items: part('a')}, {items: part('b')}]}
    expect(accept(lists, [{copy: {a: 1, b: 1}}])).toBe(true)
    expect(accept(lists, [{copy: {late: 1}}])).toBe(false)
    const open = {allOf: [part('a'), {properties: {copy: {additionalProperties: true}}}]}
    expect(accept(open, {copy: {a: 1, late: 1}})).toBe(true)
  })

  test('in circles of such schemas', () => {
    const $defs = {
      a: {type: 'object', properties: {next: {$ref: '#/$defs/a'}, a: {}}},
      b: {type: 'object', properties: {next: {$ref: '#/$defs/b'}, b: {}}}
    }
    const both = {$defs, allOf: [{$ref: '#/$defs/a'}, {$ref: '#/$defs/b'}]}
    expect(accept(both, {next: {next: {a: 1, b: 1}}})).toBe(true)
    expect(accept(both, {next: {next: {late: 1}}})).toBe(false)
  })

  test('of the components of real descriptions', () => {
    const parts = parse(readFileSync(COMPONENTS, 'utf8')) as {description: unknown}[]
    let tried = 0
    for (const description of parts.flatMap(part => described(part.description) ?? [])) {
      const {document, dialect, schemas} = description
      for (const {schema, pointer} of schemas) {
        const source: Source = {schema, pointer, document, dialect}
        const [inner, outer] = [normalizeSchema(source, closed), normalizeSchema(source, {...closed, closed: false})]
        expect(contains(inner, outer, {confirm}), pointer).toEqual({is: 'keeps'})
        for (const variant of [0, 1, 2, 3]) {
          const value = new Samples(document, variant).of([schema])
          if (value === undefined || !confirm(outer, value)) continue
          tried++
          expect(confirm(inner, value), pointer).toBe(true)
        }
      }
    }
    expect(tried).toBeGreaterThan(150)
  })
})

describe('what goes which way', () => {
  const copy = {
    type: 'object',
    required: ['id', 'title', 'pin'],
    properties: {id: {type: 'integer', readOnly: true}, title: {type: 'string'}, pin: {type: 'string', writeOnly: true}}
  }

  test('a request holds nothing readOnly, a response nothing writeOnly', () => {
    const way = (direction: NormalizeOptions['direction']): NormalizeOptions => ({closed: true, direction})
    expect(accepts(openapi(copy), {title: 'a', pin: '1'}, way('request'))).toBe(true)
    expect(accepts(openapi(copy), {id: 1, title: 'a', pin: '1'}, way('request'))).toBe(false)
    expect(accepts(openapi(copy), {id: 1, title: 'a'}, way('response'))).toBe(true)
    expect(accepts(openapi(copy), {title: 'a'}, way('response'))).toBe(false)
  })

  test('a required readOnly property is no break of requests', () => {
    const {id, ...properties} = copy.properties
    const before = openapi({...copy, properties, required: ['title', 'pin']})
    expect(request(before, openapi(copy))).toEqual({is: 'keeps'})
  })
})

test('many schemas are read into one document, for one prover', () => {
  const schemas = {
    Shelf: {type: 'string'},
    Loan: {type: 'object', properties: {at: {$ref: '#/components/schemas/Shelf'}}}
  }
  const document = {openapi: '3.0.3', components: {schemas}}
  const named = (name: 'Shelf' | 'Loan'): Source => ({schema: schemas[name], document, dialect: 'openapi-3.0'})
  const [closed, literal] = [true, false].map(closed => createNormalizer({closed, direction: 'response'}))
  const {contains: again} = createProver({confirm})
  for (const name of ['Loan', 'Shelf', 'Loan'] as const) {
    expect(again(closed?.(named(name)) as Source, literal?.(named(name)) as Source)).toEqual({is: 'keeps'})
  }
  expect(again(literal?.(named('Loan')) as Source, closed?.(named('Loan')) as Source).is).toBe('breaks')
})

test('a reference that leads nowhere leaves the question open', () => {
  const lost = openapi({type: 'object', properties: {a: {$ref: '#/components/schemas/Lost'}, b: {type: 'string'}}})
  const next = openapi({type: 'object', properties: {a: {type: 'string'}, b: {type: 'string'}}})
  expect(response(lost, next).is).toBe('undetermined')
  expect(response(next, lost).is).toBe('undetermined')
})

describe('questions of an API', () => {
  const loan = {type: 'object', required: ['due'], properties: {due: {type: 'string'}}}

  test('a new optional property of a response keeps', () => {
    const next = {...loan, properties: {...loan.properties, shelf: {type: 'string'}}}
    expect(response(openapi(loan), openapi(next))).toEqual({is: 'keeps'})
  })

  test('a response property that may now be null breaks', () => {
    const next = {...loan, properties: {due: {type: 'string', nullable: true}}}
    expect(response(openapi(loan), openapi(next))).toEqual({
      is: 'breaks',
      witness: {due: null},
      cause: {at: '/due', sup: '/schema/properties/due/type', sub: '/schema/properties/due'}
    })
  })

  test('a request property that is now required breaks', () => {
    const next = {...loan, properties: {...loan.properties, shelf: {type: 'string'}}, required: ['due', 'shelf']}
    expect(request(openapi(loan), openapi(next))).toMatchObject({is: 'breaks', witness: {due: ''}})
  })

  test('an optional request property of another type breaks, because it is documented', () => {
    const before = {...loan, properties: {...loan.properties, pages: {type: 'integer'}}}
    const next = {...loan, properties: {...loan.properties, pages: {type: 'string'}}}
    expect(request(openapi(before), openapi(next))).toMatchObject({is: 'breaks', cause: {at: '/pages'}})
  })
})
