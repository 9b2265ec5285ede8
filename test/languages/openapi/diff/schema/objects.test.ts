// All fields of a map have one schema, so a response that loses the map loses documented values.

import {describe} from 'vitest'
import {NUMBER, OK, type Raw, TEXT, testChanges} from '../cases.ts'

const api = (operation: object, components: object = {}) => ({
  openapi: '3.1.0',
  info: {title: 'Library', version: '1'},
  paths: {'/loans': {post: operation}},
  components
})
const json = (schema: object) => ({content: {'application/json': {schema}}})
const withResponse = (schema: object, schemas: object = {}) =>
  api({responses: {'200': {description: 'Fine', ...json(schema)}}}, {schemas})
const withRequest = (schema: object) => api({requestBody: json(schema), responses: OK})
const object = (more: object = {}): Raw => ({type: 'object', properties: {id: TEXT}, ...more})

const MAP_REMOVED = ['field-removed {} (response)']

describe('a map of a response', () => {
  testChanges([
    {
      name: 'is removed',
      old: withResponse(object({additionalProperties: NUMBER})),
      new: withResponse(object()),
      changes: MAP_REMOVED
    },
    {
      name: 'is closed',
      old: withResponse(object({additionalProperties: {type: 'object', properties: {n: NUMBER}}})),
      new: withResponse(object({additionalProperties: false})),
      changes: MAP_REMOVED
    },
    {
      name: 'is replaced by named fields',
      old: withResponse(object({properties: {tags: {type: 'object', additionalProperties: TEXT}}})),
      new: withResponse(object({properties: {tags: {type: 'object', properties: {env: TEXT}}}})),
      changes: [...MAP_REMOVED, 'field-added env (response keeps)']
    },
    {
      name: 'is defined by a pattern of names',
      old: withResponse(object({patternProperties: {'^x-': TEXT}})),
      new: withResponse(object()),
      changes: MAP_REMOVED
    },
    {
      name: 'is defined by unevaluated properties',
      old: withResponse(object({unevaluatedProperties: TEXT})),
      new: withResponse(object()),
      changes: MAP_REMOVED
    },
    {
      name: 'is in a part of `allOf` within an array',
      old: withResponse({type: 'array', items: {allOf: [object(), {additionalProperties: NUMBER}]}}),
      new: withResponse({type: 'array', items: {allOf: [object(), {type: 'object'}]}}),
      changes: MAP_REMOVED
    },
    {
      name: 'is in a shared component',
      old: withResponse({$ref: '#/components/schemas/Loan'}, {Loan: object({additionalProperties: NUMBER})}),
      new: withResponse({$ref: '#/components/schemas/Loan'}, {Loan: object()}),
      changes: MAP_REMOVED
    },
    {
      name: 'is rewritten with another keyword',
      old: withResponse({type: 'object', additionalProperties: TEXT}),
      new: withResponse({type: 'object', patternProperties: {'.*': TEXT}, additionalProperties: false}),
      changes: ['constraint-changed patternProperties (response keeps)']
    }
  ])
})

describe('a map of a request', () => {
  testChanges([
    {
      name: 'is removed, so any value is accepted',
      old: withRequest(object({additionalProperties: NUMBER})),
      new: withRequest(object()),
      changes: ['constraint-loosened additionalProperties (request keeps)']
    },
    {
      name: 'is closed, so former values are rejected',
      old: withRequest(object({additionalProperties: NUMBER})),
      new: withRequest(object({additionalProperties: false})),
      changes: ['object-closed additionalProperties (request breaks)']
    }
  ])
})

describe('a new field of an open object', () => {
  const older = object({additionalProperties: true})
  const newer = object({additionalProperties: true, properties: {id: TEXT, due: TEXT}})

  testChanges([
    {
      name: 'is an addition in a response',
      old: withResponse(older),
      new: withResponse(newer),
      changes: ['field-added due (response keeps)']
    },
    {
      name: 'narrows accepted values in a request',
      old: withRequest(older),
      new: withRequest(newer),
      changes: ['constraint-changed due (request breaks)']
    },
    {
      name: 'contradicts the map of a response',
      old: withResponse(object({additionalProperties: NUMBER})),
      new: withResponse(object({additionalProperties: NUMBER, properties: {id: TEXT, due: TEXT}})),
      changes: ['constraint-changed due (response breaks)']
    }
  ])
})
