import {describe, expect, test} from 'vitest'
import {contains, prover} from '../../src/schema/containment.ts'
import type {Source} from '../../src/schema/node.ts'
import {type Reading, read, reader} from '../../src/schema/reading.ts'
import {confirm} from './confirm.ts'

const openapi = (schema: unknown, components: object = {}): Source => {
  const document = {openapi: '3.0.3', components: {schemas: components}, schema}
  return {schema, document, pointer: '/schema', dialect: 'openapi-3.0'}
}

/** Does a response of the new schema stay within the old one? */
function response(old: Source, next: Source) {
  const direction = 'response' as const
  return contains(read(next, {closed: true, direction}), read(old, {closed: false, direction}), {confirm})
}

/** Does a request of the old schema stay within the new one? */
function request(old: Source, next: Source) {
  const direction = 'request' as const
  return contains(read(old, {closed: true, direction}), read(next, {closed: false, direction}), {confirm})
}

const accepts = (source: Source, value: unknown, reading: Reading): boolean =>
  confirm(read(source, reading), value as never)

describe('closing', () => {
  const closed: Reading = {closed: true, direction: 'response'}
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
    const literal = read(source, {closed: false, direction: 'response'})
    expect(contains(read(source, closed), literal, {confirm})).toEqual({is: 'keeps'})
  })
})

describe('what goes which way', () => {
  const copy = {
    type: 'object',
    required: ['id', 'title', 'pin'],
    properties: {id: {type: 'integer', readOnly: true}, title: {type: 'string'}, pin: {type: 'string', writeOnly: true}}
  }

  test('a request holds nothing readOnly, a response nothing writeOnly', () => {
    const way = (direction: Reading['direction']): Reading => ({closed: true, direction})
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
  const [closed, literal] = [true, false].map(closed => reader({closed, direction: 'response'}))
  const {contains: again} = prover({confirm})
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
