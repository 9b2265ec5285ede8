// Array items in each dialect. Expected: `kind about (side proof)`.
import {describe} from 'vitest'
import {NUMBER, type Raw, TEXT, testChanges, withRequest} from '../cases.ts'

describe('items next to prefixItems', () => {
  const list = (items: Raw, more: Raw = {}): Raw => ({type: 'array', items, ...more})
  const withRequestBody = (schema: Raw, version: string): object => withRequest(schema, 'application/json', version)
  testChanges([
    {
      name: 'apply to all items in OpenAPI 3.0, which has no prefixItems',
      old: withRequestBody(list(TEXT, {prefixItems: [NUMBER]}), '3.0.3'),
      new: withRequestBody(list(NUMBER, {prefixItems: [NUMBER]}), '3.0.3'),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'apply to all items in OpenAPI 3.0, even for a small change',
      old: withRequestBody(list(TEXT, {prefixItems: [NUMBER]}), '3.0.3'),
      new: withRequestBody(list({...TEXT, maxLength: 3}, {prefixItems: [NUMBER]}), '3.0.3'),
      changes: ['constraint-tightened maxLength (request breaks)'],
      reverse: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: 'apply to all items if prefixItems is empty',
      old: withRequestBody(list(TEXT, {prefixItems: []}), '3.1.0'),
      new: withRequestBody(list({...TEXT, maxLength: 3}, {prefixItems: []}), '3.1.0'),
      changes: ['constraint-tightened maxLength (request breaks)'],
      reverse: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: 'apply to the remaining items in OpenAPI 3.1',
      old: withRequestBody(list(TEXT, {prefixItems: [NUMBER]}), '3.1.0'),
      new: withRequestBody(list({...TEXT, maxLength: 3}, {prefixItems: [NUMBER]}), '3.1.0'),
      changes: ['constraint-tightened maxLength (request breaks)'],
      reverse: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: 'apply to all items in one part of `allOf`, while another part lists them like draft 4',
      old: withRequestBody({type: 'array', allOf: [{items: [NUMBER]}, {items: NUMBER}]}, '3.0.3'),
      new: withRequestBody({type: 'array', allOf: [{items: [NUMBER]}, {items: {...NUMBER, maximum: 3}}]}, '3.0.3'),
      changes: ['constraint-tightened maximum (request breaks)'],
      reverse: ['constraint-loosened maximum (request keeps)']
    }
  ])
})
