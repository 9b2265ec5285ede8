// Different descriptions of the same values.
import {describe} from 'vitest'
import {NUMBER, object, TEXT, testChanges} from './cases.ts'
import {withBoth} from './loans.ts'

const withSchema = (schema: object): object => withBoth(schema, {}, '3.1.0')

describe('a repeated alternative', () => {
  testChanges([
    {
      name: 'of `anyOf`, in any position',
      old: withSchema({anyOf: [TEXT, NUMBER]}),
      new: withSchema({anyOf: [NUMBER, TEXT, NUMBER]}),
      changes: [],
      reverse: []
    },
    {
      name: 'of `anyOf`, next to a replaced one',
      old: withSchema({anyOf: [TEXT, NUMBER, TEXT]}),
      new: withSchema({anyOf: [TEXT, {type: 'boolean'}]}),
      changes: [
        'alternative-added boolean (request keeps, response breaks)',
        'alternative-removed integer (request breaks, response keeps)'
      ]
    },
    {
      name: 'of `oneOf`, which no value can match',
      old: withSchema({oneOf: [TEXT, NUMBER, TEXT]}),
      new: withSchema({oneOf: [TEXT, NUMBER]}),
      changes: ['alternative-removed string (request keeps, response breaks)'],
      reverse: ['alternative-added string (request breaks, response keeps)']
    }
  ])
})

describe('integers', () => {
  testChanges([
    {
      name: 'as multiples of 1',
      old: withSchema({...NUMBER, multipleOf: 1}),
      new: withSchema(NUMBER),
      changes: [],
      reverse: []
    },
    {
      name: 'as multiples of 2',
      old: withSchema({...NUMBER, multipleOf: 1}),
      new: withSchema({...NUMBER, multipleOf: 2}),
      changes: ['constraint-tightened multipleOf (request breaks, response keeps)'],
      reverse: ['constraint-loosened multipleOf (request keeps, response breaks)']
    },
    {
      name: 'as multiples of 1 without the type',
      old: withSchema({type: 'number', multipleOf: 1}),
      new: withSchema({type: 'number'}),
      changes: ['constraint-loosened multipleOf (request keeps, response breaks)']
    }
  ])
})

describe('a minimum number of properties', () => {
  const loan = (more: object): object => withSchema(object({copy: TEXT, shelf: TEXT}, {required: ['copy'], ...more}))
  testChanges([
    {
      name: 'equal to the number of required fields',
      old: loan({}),
      new: loan({minProperties: 1}),
      changes: [],
      reverse: []
    },
    {
      name: 'above the number of required fields',
      old: loan({}),
      new: loan({minProperties: 2}),
      changes: ['constraint-tightened minProperties (request breaks, response keeps)'],
      reverse: ['constraint-loosened minProperties (request keeps, response breaks)']
    },
    {
      name: 'while a field is no longer required',
      old: loan({minProperties: 1}),
      new: loan({minProperties: 1, required: []}),
      changes: ['field-optional copy (request keeps, response breaks)']
    }
  ])
})

describe('no additional fields', () => {
  const loan = (additionalProperties: unknown): object => withSchema(object({copy: TEXT}, {additionalProperties}))
  testChanges([
    {name: 'stated with `not`', old: loan(false), new: loan({not: {}}), changes: [], reverse: []},
    {
      name: 'stated with `not`, where additional fields were allowed',
      old: loan(true),
      new: loan({not: {}}),
      changes: ['object-closed additionalProperties (request breaks, response keeps)'],
      reverse: ['object-opened additionalProperties (request keeps, response breaks)']
    }
  ])
})

describe('dependencies without entries', () => {
  testChanges(
    ['dependentRequired', 'dependentSchemas'].map(keyword => ({
      name: keyword,
      old: withSchema(object({copy: TEXT}, {[keyword]: {}})),
      new: withSchema(object({copy: TEXT})),
      changes: [],
      reverse: []
    }))
  )
})
