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

/** Whether every response by the newer schema fits the older one. */
function proveResponse(older: Source, newer: Source) {
  const direction = 'response' as const
  return contains(
    normalizeSchema(newer, {closed: true, direction}),
    normalizeSchema(older, {closed: false, direction}),
    {
      confirm
    }
  )
}

/** Whether every request by the older schema fits the newer one. */
function proveRequest(older: Source, newer: Source) {
  const direction = 'request' as const
  return contains(
    normalizeSchema(older, {closed: true, direction}),
    normalizeSchema(newer, {closed: false, direction}),
    {
      confirm
    }
  )
}

const accepts = (source: Source, value: unknown, reading: NormalizeOptions): boolean =>
  confirm(normalizeSchema(source, reading), value as never)

describe('closing a schema to its documented properties', () => {
  const closed: NormalizeOptions = {closed: true, direction: 'response'}
  const loan = {type: 'object', properties: {due: {type: 'string'}}}

  test('rejects an undocumented property of an object', () => {
    expect(accepts(openapi(loan), {due: 'soon'}, closed)).toBe(true)
    expect(accepts(openapi(loan), {late: 1}, closed)).toBe(false)
    expect(accepts(openapi(loan), {late: 1}, {...closed, closed: false})).toBe(true)
  })

  test('considers all parts of `allOf` and references together', () => {
    const both = {allOf: [{$ref: '#/components/schemas/Loan'}, {type: 'object', properties: {shelf: {type: 'string'}}}]}
    expect(accepts(openapi(both, {Loan: loan}), {due: 'soon', shelf: 'A'}, closed)).toBe(true)
    expect(accepts(openapi(both, {Loan: loan}), {due: 'soon', late: 1}, closed)).toBe(false)
  })

  test('considers only the alternative that the value fits', () => {
    const either = {
      oneOf: [
        {...loan, required: ['due']},
        {type: 'object', properties: {shelf: {}}, required: ['shelf']}
      ]
    }
    expect(accepts(openapi(either), {due: 'soon'}, closed)).toBe(true)
    expect(accepts(openapi(either), {due: 'soon', late: 1}, closed)).toBe(false)
  })

  test('applies to items, properties, and circular references', () => {
    const Node = {
      type: 'object',
      properties: {next: {$ref: '#/components/schemas/Node'}, all: {type: 'array', items: loan}}
    }
    const source = openapi({$ref: '#/components/schemas/Node'}, {Node})
    expect(accepts(source, {next: {next: {}}, all: [{due: 'soon'}]}, closed)).toBe(true)
    expect(accepts(source, {next: {next: {late: 1}}}, closed)).toBe(false)
    expect(accepts(source, {all: [{late: 1}]}, closed)).toBe(false)
  })

  test('leaves open a schema that declares additional properties or documents none', () => {
    expect(accepts(openapi({...loan, additionalProperties: true}), {late: 1}, closed)).toBe(true)
    expect(accepts(openapi({...loan, additionalProperties: {type: 'integer'}}), {late: 1}, closed)).toBe(true)
    expect(accepts(openapi({type: 'object'}), {late: 1}, closed)).toBe(true)
  })

  test('makes a schema that the original one contains', () => {
    const source = openapi({allOf: [loan, {anyOf: [{properties: {a: {items: loan}}}, {minProperties: 2}]}]})
    const literal = normalizeSchema(source, {closed: false, direction: 'response'})
    expect(contains(normalizeSchema(source, closed), literal, {confirm})).toEqual({is: 'keeps'})
  })
})

describe('closing a schema with conditions', () => {
  const closed: NormalizeOptions = {closed: true, direction: 'response'}
  const plain = (schema: unknown): Source => ({schema, dialect: '2020-12'})
  const holds = (schema: unknown, ...values: unknown[]): boolean[] =>
    values.map(value => accepts(plain(schema), value, closed))
  const shelf = {type: 'object', properties: {at: {type: 'string'}}}
  // The linter would mistake an object with a literal `then` key for a thenable.
  const THEN = 'then'

  test('documents the properties of `then` and `else` where they apply', () => {
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

  test('documents the properties of `if` and of `then` alone', () => {
    const copy = {
      if: {properties: {kind: {const: 'paper'}}},
      [THEN]: {properties: {shelf}},
      else: {properties: {url: {}}}
    }
    expect(holds(copy, {kind: 'paper', shelf: {}}, {kind: 'film', url: ''})).toEqual([true, true])
    expect(holds(copy, {kind: 'paper', late: 1}, {kind: 'film', shelf: {}})).toEqual([false, false])
    expect(holds({if: {required: ['a']}, [THEN]: {minProperties: 2}}, {a: 1, late: 1})).toEqual([true])
  })

  test('documents the properties of a dependent schema', () => {
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

  test('documents the properties of items that `contains` matches', () => {
    const list = {type: 'array', contains: {...shelf, required: ['at']}}
    expect(holds(list, [1, {at: 'A'}], [{at: 'A', late: 1}], [{at: 'A'}, {late: 1}])).toEqual([true, false, true])
    const both = {...list, items: {properties: {id: {type: 'integer'}}}, minContains: 2}
    expect(holds(both, [{id: 1, at: 'A'}, {at: 'B'}], [{at: 'A'}, {at: 'B', late: 1}])).toEqual([true, false])
    expect(holds({...list, minContains: 0}, [{at: 'A', late: 1}])).toEqual([true])
  })
})

describe('closing a schema loses no documented property', () => {
  const closed: NormalizeOptions = {closed: true, direction: 'response'}
  const accept = (schema: unknown, value: unknown): boolean => accepts({schema, dialect: '2020-12'}, value, closed)

  test('required by name only', () => {
    expect(accept({properties: {due: {}}, required: ['id']}, {id: 1})).toBe(true)
    expect(accept({allOf: [{properties: {due: {}}}, {required: ['id']}]}, {id: 1, due: 1})).toBe(true)
    expect(accept({properties: {due: {}}, required: ['id']}, {id: 1, late: 1})).toBe(false)
    expect(accept({properties: {due: {}}, dependentRequired: {due: ['id']}}, {id: 1, due: 1})).toBe(true)
    expect(accept({properties: {due: {}}, minProperties: 2}, {id: 1, due: 1})).toBe(true)
  })

  test.each<[string, object]>([
    ['by itself', {properties: {id: {readOnly: true}, due: {}}, required: ['id']}],
    ['in another part', {allOf: [{properties: {id: {readOnly: true}, due: {}}}, {required: ['id']}]}],
    ['next to a part', {allOf: [{properties: {id: {readOnly: true}, due: {}}}], required: ['id']}],
    [
      'in a nested part',
      {allOf: [{properties: {id: {readOnly: true}, due: {}}}, {allOf: [{properties: {id: {}}, required: ['id']}]}]}
    ],
    [
      'next to a reference',
      {$ref: '#/$defs/Copy', required: ['id'], $defs: {Copy: {properties: {id: {readOnly: true}, due: {}}}}}
    ]
  ])('a required property is left out of the other direction: %s', (_, schema) => {
    const isAccepted = (value: unknown, direction: NormalizeOptions['direction']): boolean =>
      accepts({schema, dialect: '2020-12'}, value, {closed: true, direction})
    expect([isAccepted({due: 1}, 'request'), isAccepted({id: 1, due: 1}, 'request')]).toEqual([true, false])
    expect([isAccepted({due: 1}, 'response'), isAccepted({id: 1, due: 1}, 'response')]).toEqual([false, true])
  })

  test('matched by a pattern that is the name of an inherited member', () => {
    const schema: unknown = JSON.parse('{"patternProperties": {"__proto__": {"type": "integer"}}}')
    const reading: NormalizeOptions = {closed: false, direction: 'response'}
    const acceptText = (text: string): boolean => accepts({schema, dialect: '2020-12'}, JSON.parse(text), reading)
    expect([acceptText('{"x__proto__": 1}'), acceptText('{"x__proto__": "1"}')]).toEqual([true, false])
  })

  test('documented only by the other alternative', () => {
    const either = {
      anyOf: [
        {properties: {a: {type: 'string'}}, required: ['a']},
        {properties: {b: {}}, required: ['b']}
      ]
    }
    expect(accept(either, {b: 1, a: 'x'})).toBe(true)
    expect(accept(either, {b: 1, a: 1})).toBe(false)
  })

  test('of an inner object that two schemas describe', () => {
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

  test('of an inner object that two circular schemas describe', () => {
    const $defs = {
      a: {type: 'object', properties: {next: {$ref: '#/$defs/a'}, a: {}}},
      b: {type: 'object', properties: {next: {$ref: '#/$defs/b'}, b: {}}}
    }
    const both = {$defs, allOf: [{$ref: '#/$defs/a'}, {$ref: '#/$defs/b'}]}
    expect(accept(both, {next: {next: {a: 1, b: 1}}})).toBe(true)
    expect(accept(both, {next: {next: {late: 1}}})).toBe(false)
  })

  test('in the components of real descriptions', () => {
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

describe('properties for one direction', () => {
  const copy = {
    type: 'object',
    required: ['id', 'title', 'pin'],
    properties: {id: {type: 'integer', readOnly: true}, title: {type: 'string'}, pin: {type: 'string', writeOnly: true}}
  }

  test('a request has no `readOnly` property, and a response no `writeOnly` one', () => {
    const way = (direction: NormalizeOptions['direction']): NormalizeOptions => ({closed: true, direction})
    expect(accepts(openapi(copy), {title: 'a', pin: '1'}, way('request'))).toBe(true)
    expect(accepts(openapi(copy), {id: 1, title: 'a', pin: '1'}, way('request'))).toBe(false)
    expect(accepts(openapi(copy), {id: 1, title: 'a'}, way('response'))).toBe(true)
    expect(accepts(openapi(copy), {title: 'a'}, way('response'))).toBe(false)
  })

  test('a required `readOnly` property does not break requests', () => {
    const {id, ...properties} = copy.properties
    const before = openapi({...copy, properties, required: ['title', 'pin']})
    expect(proveRequest(before, openapi(copy))).toEqual({is: 'keeps'})
  })
})

test('one prover compares schemas that were normalized into one document', () => {
  const schemas = {
    Shelf: {type: 'string'},
    Loan: {type: 'object', properties: {at: {$ref: '#/components/schemas/Shelf'}}}
  }
  const document = {openapi: '3.0.3', components: {schemas}}
  const named = (name: 'Shelf' | 'Loan'): Source => ({schema: schemas[name], document, dialect: 'openapi-3.0'})
  const [closed, literal] = [true, false].map(closed => createNormalizer({closed, direction: 'response'}))
  const {contains: prove} = createProver({confirm})
  for (const name of ['Loan', 'Shelf', 'Loan'] as const) {
    expect(prove(closed?.(named(name)) as Source, literal?.(named(name)) as Source)).toEqual({is: 'keeps'})
  }
  expect(prove(literal?.(named('Loan')) as Source, closed?.(named('Loan')) as Source).is).toBe('breaks')
})

test('an unresolved reference makes the answer undetermined', () => {
  const unresolved = openapi({
    type: 'object',
    properties: {a: {$ref: '#/components/schemas/Lost'}, b: {type: 'string'}}
  })
  const next = openapi({type: 'object', properties: {a: {type: 'string'}, b: {type: 'string'}}})
  expect(proveResponse(unresolved, next).is).toBe('undetermined')
  expect(proveResponse(next, unresolved).is).toBe('undetermined')
})

describe('typical changes of an API', () => {
  const loan = {type: 'object', required: ['due'], properties: {due: {type: 'string'}}}

  test('a new optional response property is compatible', () => {
    const next = {...loan, properties: {...loan.properties, shelf: {type: 'string'}}}
    expect(proveResponse(openapi(loan), openapi(next))).toEqual({is: 'keeps'})
  })

  test('a response property that can now be null is breaking', () => {
    const next = {...loan, properties: {due: {type: 'string', nullable: true}}}
    expect(proveResponse(openapi(loan), openapi(next))).toEqual({
      is: 'breaks',
      witness: {due: null},
      cause: {at: '/due', sup: '/schema/properties/due/type', sub: '/schema/properties/due'}
    })
  })

  test('a request property that is now required is breaking', () => {
    const next = {...loan, properties: {...loan.properties, shelf: {type: 'string'}}, required: ['due', 'shelf']}
    expect(proveRequest(openapi(loan), openapi(next))).toMatchObject({is: 'breaks', witness: {due: ''}})
  })

  test('an optional request property of another type is breaking, because it is documented', () => {
    const before = {...loan, properties: {...loan.properties, pages: {type: 'integer'}}}
    const next = {...loan, properties: {...loan.properties, pages: {type: 'string'}}}
    expect(proveRequest(openapi(before), openapi(next))).toMatchObject({is: 'breaks', cause: {at: '/pages'}})
  })
})
