// What is said in other words, or once more, and means the same for whatever comes.
import {describe} from 'vitest'
import {check, NUMBER, object, TEXT} from './cases.ts'
import {both} from './loans.ts'

const said = (schema: object): object => both(schema, {}, '3.1.0')

describe('the same form of `anyOf` once more', () => {
  check([
    {
      name: 'in another place',
      old: said({anyOf: [TEXT, NUMBER]}),
      new: said({anyOf: [NUMBER, TEXT, NUMBER]}),
      told: [],
      back: []
    },
    {
      name: 'beside one that is another one',
      old: said({anyOf: [TEXT, NUMBER, TEXT]}),
      new: said({anyOf: [TEXT, {type: 'boolean'}]}),
      told: [
        'alternative-added boolean (request keeps, response breaks)',
        'alternative-removed integer (request breaks, response keeps)'
      ]
    },
    {
      name: 'of `oneOf` means that it is refused',
      old: said({oneOf: [TEXT, NUMBER, TEXT]}),
      new: said({oneOf: [TEXT, NUMBER]}),
      told: ['alternative-removed string (request keeps, response breaks)'],
      back: ['alternative-added string (request breaks, response keeps)']
    }
  ])
})

describe('whole numbers', () => {
  check([
    {name: 'in steps of 1', old: said({...NUMBER, multipleOf: 1}), new: said(NUMBER), told: [], back: []},
    {
      name: 'in other steps',
      old: said({...NUMBER, multipleOf: 1}),
      new: said({...NUMBER, multipleOf: 2}),
      told: ['constraint-tightened multipleOf (request breaks, response keeps)'],
      back: ['constraint-loosened multipleOf (request keeps, response breaks)']
    },
    {
      name: 'by their step',
      old: said({type: 'number', multipleOf: 1}),
      new: said({type: 'number'}),
      told: ['constraint-loosened multipleOf (request keeps, response breaks)']
    }
  ])
})

describe('as many fields as must be there', () => {
  const loan = (more: object): object => said(object({copy: TEXT, shelf: TEXT}, {required: ['copy'], ...more}))
  check([
    {name: 'are the least that there may be', old: loan({}), new: loan({minProperties: 1}), told: [], back: []},
    {
      name: 'are fewer than the least',
      old: loan({}),
      new: loan({minProperties: 2}),
      told: ['constraint-tightened minProperties (request breaks, response keeps)'],
      back: ['constraint-loosened minProperties (request keeps, response breaks)']
    },
    {
      name: 'need not be there any more',
      old: loan({minProperties: 1}),
      new: loan({minProperties: 1, required: []}),
      told: ['field-optional copy (request keeps, response breaks)']
    }
  ])
})

describe('no other fields', () => {
  const loan = (additionalProperties: unknown): object => said(object({copy: TEXT}, {additionalProperties}))
  check([
    {name: 'in other words', old: loan(false), new: loan({not: {}}), told: [], back: []},
    {
      name: 'in other words, where there were some',
      old: loan(true),
      new: loan({not: {}}),
      told: ['object-closed additionalProperties (request breaks, response keeps)'],
      back: ['object-opened additionalProperties (request keeps, response breaks)']
    }
  ])
})

describe('what depends on no field', () => {
  check(
    ['dependentRequired', 'dependentSchemas'].map(keyword => ({
      name: keyword,
      old: said(object({copy: TEXT}, {[keyword]: {}})),
      new: said(object({copy: TEXT})),
      told: [],
      back: []
    }))
  )
})
