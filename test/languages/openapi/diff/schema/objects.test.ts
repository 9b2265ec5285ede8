// The fields of a map are documented by one schema for all names: a response that loses it loses documented values.

import {describe} from 'vitest'
import {check, NUMBER, OK, type Raw, TEXT} from '../cases.ts'

const api = (operation: object, components: object = {}) => ({
  openapi: '3.1.0',
  info: {title: 'Library', version: '1'},
  paths: {'/loans': {post: operation}},
  components
})
const json = (schema: object) => ({content: {'application/json': {schema}}})
const answers = (schema: object, schemas: object = {}) =>
  api({responses: {'200': {description: 'Fine', ...json(schema)}}}, {schemas})
const takes = (schema: object) => api({requestBody: json(schema), responses: OK})
const object = (more: object = {}): Raw => ({type: 'object', properties: {id: TEXT}, ...more})

const LOST = ['field-removed {} (response)']

describe('a map of a response', () => {
  check([
    {name: 'is dropped', old: answers(object({additionalProperties: NUMBER})), new: answers(object()), told: LOST},
    {
      name: 'is closed',
      old: answers(object({additionalProperties: {type: 'object', properties: {n: NUMBER}}})),
      new: answers(object({additionalProperties: false})),
      told: LOST
    },
    {
      name: 'is replaced by named fields',
      old: answers(object({properties: {tags: {type: 'object', additionalProperties: TEXT}}})),
      new: answers(object({properties: {tags: {type: 'object', properties: {env: TEXT}}}})),
      told: [...LOST, 'field-added env (response keeps)']
    },
    {
      name: 'has patterns of names',
      old: answers(object({patternProperties: {'^x-': TEXT}})),
      new: answers(object()),
      told: LOST
    },
    {
      name: 'is of what nothing else looks at',
      old: answers(object({unevaluatedProperties: TEXT})),
      new: answers(object()),
      told: LOST
    },
    {
      name: 'stands in a part of allOf, and in a list',
      old: answers({type: 'array', items: {allOf: [object(), {additionalProperties: NUMBER}]}}),
      new: answers({type: 'array', items: {allOf: [object(), {type: 'object'}]}}),
      told: LOST
    },
    {
      name: 'is shared',
      old: answers({$ref: '#/components/schemas/Loan'}, {Loan: object({additionalProperties: NUMBER})}),
      new: answers({$ref: '#/components/schemas/Loan'}, {Loan: object()}),
      told: LOST
    },
    {
      name: 'is written with another keyword',
      old: answers({type: 'object', additionalProperties: TEXT}),
      new: answers({type: 'object', patternProperties: {'.*': TEXT}, additionalProperties: false}),
      told: [
        'constraint-changed patternProperties (response keeps)',
        'object-closed additionalProperties (response keeps)'
      ]
    }
  ])
})

describe('a map of a request', () => {
  check([
    {
      name: 'is dropped: all is taken as before',
      old: takes(object({additionalProperties: NUMBER})),
      new: takes(object()),
      told: ['constraint-loosened additionalProperties (request keeps)']
    },
    {
      name: 'is closed: what was taken is not',
      old: takes(object({additionalProperties: NUMBER})),
      new: takes(object({additionalProperties: false})),
      told: ['object-closed additionalProperties (request breaks)']
    }
  ])
})

describe('a new field of an object that may hold others', () => {
  const old = object({additionalProperties: true})
  const fresh = object({additionalProperties: true, properties: {id: TEXT, due: TEXT}})

  check([
    {
      name: 'is an addition in a response',
      old: answers(old),
      new: answers(fresh),
      told: ['field-added due (response keeps)']
    },
    {
      name: 'refuses in a request what was taken',
      old: takes(old),
      new: takes(fresh),
      told: ['constraint-changed due (request breaks)']
    },
    {
      name: 'contradicts the map of a response',
      old: answers(object({additionalProperties: NUMBER})),
      new: answers(object({additionalProperties: NUMBER, properties: {id: TEXT, due: TEXT}})),
      told: ['constraint-changed due (response breaks)']
    }
  ])
})
