// If no value was valid before, clients expect none, and a request that no value fits is always rejected.
// Expected: `kind about (side proof)`.

import {describe, expect, test} from 'vitest'
import {sample} from '../../../../tier.ts'
import {object, type Raw, TEXT, testChanges, withOperation, withRequest, withResponse} from '../cases.ts'
import {diffDocuments} from '../comparing.ts'

const LOAN = object({shelf: TEXT}, {required: ['shelf']})

describe('schemas without valid values', () => {
  testChanges([
    {
      name: 'a response that had no valid value gets an object',
      old: withResponse(false, '3.1.0'),
      new: withResponse(LOAN, '3.1.0'),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response undetermined)']
    },
    {
      name: 'a response that had no valid value gets null',
      old: withResponse(false, '3.1.0'),
      new: withResponse({type: 'null'}, '3.1.0'),
      changes: ['null-allowed (response breaks)'],
      reverse: ['null-refused (response undetermined)']
    },
    {
      name: 'a response that had no valid value gets any value',
      old: withResponse({not: {}}, '3.1.0'),
      new: withResponse({}, '3.1.0'),
      changes: ['constraint-loosened not (response breaks)'],
      reverse: ['constraint-tightened not (response undetermined)']
    },
    {
      name: 'a request that had no valid value gets an object',
      old: withRequest(false, undefined, '3.1.0'),
      new: withRequest(LOAN, undefined, '3.1.0'),
      changes: ['type-changed (request keeps)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'an array that was always empty gets items',
      old: withResponse({type: 'array', items: false}, '3.1.0'),
      new: withResponse({type: 'array', items: LOAN}, '3.1.0'),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response keeps)']
    }
  ])
})

describe('a counterexample for an array in a URL contains no null', () => {
  const query = (schema: Raw): object =>
    withOperation({parameters: [{name: 'days', in: 'query', schema: {type: 'array', ...schema}}]}, {}, '3.1.0')
  const orNull = {items: {type: ['integer', 'null']}}
  test.each(
    sample([
      ['a maximum number of items', query(orNull), query({...orNull, maxItems: 1})],
      ['unique items', query(orNull), query({...orNull, uniqueItems: true})],
      ['a type of the items', query({}), query({items: {type: 'integer'}})],
      ['a type and a minimum of the items', query({}), query({items: {type: 'integer', minimum: 1}})],
      [
        'another type than array',
        query(orNull),
        withOperation({parameters: [{name: 'days', in: 'query', schema: {type: 'boolean'}}]}, {}, '3.1.0')
      ]
    ])
  )('if the change is %s', (_, older, newer) => {
    const proofs = diffDocuments(JSON.stringify(older), JSON.stringify(newer)).map(each => each.proofs.request)
    expect(proofs.map(proof => proof?.is)).toContain('breaks')
    expect(JSON.stringify(proofs)).not.toContain('null')
  })
})
