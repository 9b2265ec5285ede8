// If no value was valid before, clients expect none, and a request that no value fits is always rejected.
// Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {answered, asked, check, object, type Raw, sent, TEXT} from '../cases.ts'
import {between} from '../comparing.ts'

const LOAN = object({shelf: TEXT}, {required: ['shelf']})

check([
  {
    name: 'a response that had no valid value gets an object',
    old: answered(false, '3.1.0'),
    new: answered(LOAN, '3.1.0'),
    told: ['type-changed (response breaks)'],
    back: ['type-changed (response undetermined)']
  },
  {
    name: 'a response that had no valid value gets null',
    old: answered(false, '3.1.0'),
    new: answered({type: 'null'}, '3.1.0'),
    told: ['null-allowed (response breaks)'],
    back: ['null-refused (response undetermined)']
  },
  {
    name: 'a response that had no valid value gets any value',
    old: answered({not: {}}, '3.1.0'),
    new: answered({}, '3.1.0'),
    told: ['constraint-loosened not (response breaks)'],
    back: ['constraint-tightened not (response undetermined)']
  },
  {
    name: 'a request that had no valid value gets an object',
    old: sent(false, undefined, '3.1.0'),
    new: sent(LOAN, undefined, '3.1.0'),
    told: ['type-changed (request keeps)'],
    back: ['type-changed (request breaks)']
  },
  {
    name: 'an array that was always empty gets items',
    old: answered({type: 'array', items: false}, '3.1.0'),
    new: answered({type: 'array', items: LOAN}, '3.1.0'),
    told: ['type-changed (response breaks)'],
    back: ['type-changed (response keeps)']
  }
])

describe('a counterexample for an array in a URL contains no null', () => {
  const query = (schema: Raw): object =>
    asked({parameters: [{name: 'days', in: 'query', schema: {type: 'array', ...schema}}]}, {}, '3.1.0')
  const orNull = {items: {type: ['integer', 'null']}}
  test.each([
    [query(orNull), query({...orNull, maxItems: 1})],
    [query(orNull), query({...orNull, uniqueItems: true})],
    [query({}), query({items: {type: 'integer'}})],
    [query({}), query({items: {type: 'integer', minimum: 1}})],
    [query(orNull), asked({parameters: [{name: 'days', in: 'query', schema: {type: 'boolean'}}]}, {}, '3.1.0')]
  ])('case %#', (older, newer) => {
    const proofs = between(JSON.stringify(older), JSON.stringify(newer)).map(each => each.proofs.request)
    expect(proofs.map(proof => proof?.is)).toContain('breaks')
    expect(JSON.stringify(proofs)).not.toContain('null')
  })
})
