// Items, one by one or all of them, as each dialect has it. Expected: `kind about (side proof)`.
import {describe} from 'vitest'
import {check, NUMBER, type Raw, sent, TEXT} from '../cases.ts'

describe('items beside prefixItems', () => {
  const list = (items: Raw, more: Raw = {}): Raw => ({type: 'array', items, ...more})
  const ofBody = (schema: Raw, version: string): object => sent(schema, 'application/json', version)
  check([
    {
      name: 'are all items in 3.0, which has no prefixItems',
      old: ofBody(list(TEXT, {prefixItems: [NUMBER]}), '3.0.3'),
      new: ofBody(list(NUMBER, {prefixItems: [NUMBER]}), '3.0.3'),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'are all items in 3.0, however little of them changes',
      old: ofBody(list(TEXT, {prefixItems: [NUMBER]}), '3.0.3'),
      new: ofBody(list({...TEXT, maxLength: 3}, {prefixItems: [NUMBER]}), '3.0.3'),
      told: ['constraint-tightened maxLength (request breaks)'],
      back: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: 'are all items where the list of the first ones is empty',
      old: ofBody(list(TEXT, {prefixItems: []}), '3.1.0'),
      new: ofBody(list({...TEXT, maxLength: 3}, {prefixItems: []}), '3.1.0'),
      told: ['constraint-tightened maxLength (request breaks)'],
      back: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: 'are those after the first ones in 3.1',
      old: ofBody(list(TEXT, {prefixItems: [NUMBER]}), '3.1.0'),
      new: ofBody(list({...TEXT, maxLength: 3}, {prefixItems: [NUMBER]}), '3.1.0'),
      told: ['constraint-tightened maxLength (request breaks)'],
      back: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: 'are all items of one part of allOf, where another part lists the first ones as draft 4 does',
      old: ofBody({type: 'array', allOf: [{items: [NUMBER]}, {items: NUMBER}]}, '3.0.3'),
      new: ofBody({type: 'array', allOf: [{items: [NUMBER]}, {items: {...NUMBER, maximum: 3}}]}, '3.0.3'),
      told: ['constraint-tightened maximum (request breaks)'],
      back: ['constraint-loosened maximum (request keeps)']
    }
  ])
})
