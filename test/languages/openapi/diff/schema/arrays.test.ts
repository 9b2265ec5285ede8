// Array items in each dialect. Expected: `kind about (side proof)`.
import {describe} from 'vitest'
import {check, NUMBER, type Raw, sent, TEXT} from '../cases.ts'

describe('items next to prefixItems', () => {
  const list = (items: Raw, more: Raw = {}): Raw => ({type: 'array', items, ...more})
  const withRequestBody = (schema: Raw, version: string): object => sent(schema, 'application/json', version)
  check([
    {
      name: 'apply to all items in OpenAPI 3.0, which has no prefixItems',
      old: withRequestBody(list(TEXT, {prefixItems: [NUMBER]}), '3.0.3'),
      new: withRequestBody(list(NUMBER, {prefixItems: [NUMBER]}), '3.0.3'),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'apply to all items in OpenAPI 3.0, even for a small change',
      old: withRequestBody(list(TEXT, {prefixItems: [NUMBER]}), '3.0.3'),
      new: withRequestBody(list({...TEXT, maxLength: 3}, {prefixItems: [NUMBER]}), '3.0.3'),
      told: ['constraint-tightened maxLength (request breaks)'],
      back: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: 'apply to all items if prefixItems is empty',
      old: withRequestBody(list(TEXT, {prefixItems: []}), '3.1.0'),
      new: withRequestBody(list({...TEXT, maxLength: 3}, {prefixItems: []}), '3.1.0'),
      told: ['constraint-tightened maxLength (request breaks)'],
      back: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: 'apply to the remaining items in OpenAPI 3.1',
      old: withRequestBody(list(TEXT, {prefixItems: [NUMBER]}), '3.1.0'),
      new: withRequestBody(list({...TEXT, maxLength: 3}, {prefixItems: [NUMBER]}), '3.1.0'),
      told: ['constraint-tightened maxLength (request breaks)'],
      back: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: 'apply to all items in one part of `allOf`, while another part lists them like draft 4',
      old: withRequestBody({type: 'array', allOf: [{items: [NUMBER]}, {items: NUMBER}]}, '3.0.3'),
      new: withRequestBody({type: 'array', allOf: [{items: [NUMBER]}, {items: {...NUMBER, maximum: 3}}]}, '3.0.3'),
      told: ['constraint-tightened maximum (request breaks)'],
      back: ['constraint-loosened maximum (request keeps)']
    }
  ])
})
