import {expect, test} from 'vitest'
import {diffDocuments, proofsOf} from './comparing.ts'

const lending = (schema: object) => ({
  openapi: '3.0.3',
  info: {title: 'Library', version: '1'},
  paths: {
    '/loans': {
      put: {requestBody: {content: {'application/json': {schema}}}, responses: {200: {description: 'fine'}}}
    }
  }
})

test.each([
  ['a type', {type: 'object'}, 'request breaks'],
  ['nothing', {}, 'request keeps']
])('a required field without a schema gets one: %s', (_, copies, proof) => {
  const loan = {type: 'object', required: ['copies']}
  const [change] = diffDocuments(lending(loan), lending({...loan, properties: {copies}}))
  expect(change?.kind).toBe('required-field-added')
  expect(change && proofsOf(change)).toEqual([proof])
})
