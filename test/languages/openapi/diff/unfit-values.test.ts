// Listed values of another type than their schema has, as texts where integers are wanted: no value fits, and what was
// meant no one knows. What came and went is told as it is written. Expected: `kind about (side proof)`.
import {expect, test} from 'vitest'
import {answered, asked, check, object, type Raw, sent} from './cases.ts'
import {between} from './comparing.ts'

const listed = (...values: unknown[]): Raw => ({type: 'integer', enum: values})
const query = (schema: Raw): object => asked({parameters: [{name: 'days', in: 'query', schema}]})

check([
  {
    name: 'a value more that does not fit either',
    old: answered(listed('7', '14')),
    new: answered(listed('7', '14', '21')),
    told: ['value-added 21 (response undetermined)'],
    back: ['value-removed 21 (response keeps)']
  },
  {
    name: 'in a request',
    old: sent(object({days: listed('7', '14')})),
    new: sent(object({days: listed('7', '14', '21')})),
    told: ['value-added 21 (request keeps)'],
    back: ['value-removed 21 (request undetermined)']
  },
  {
    name: 'one in place of another',
    old: sent({type: 'boolean', enum: ['yes']}),
    new: sent({type: 'boolean', enum: ['no']}),
    told: ['constraint-changed enum (request undetermined)'],
    back: ['constraint-changed enum (request undetermined)']
  },
  {
    name: 'beside one that fits no one knows whether it is meant',
    old: answered(listed(7, '14')),
    new: answered(listed(7, '14', '21')),
    told: ['value-added 21 (response undetermined)'],
    back: ['value-removed 21 (response keeps)']
  },
  {
    name: 'where no value fitted those that fit are no news for sure',
    old: answered(listed('7')),
    new: answered(listed(7, 14)),
    told: [
      'value-added 14 (response undetermined)',
      'value-added 7 (response undetermined)',
      'value-removed "7" (response keeps)'
    ],
    back: [
      'value-added "7" (response undetermined)',
      'value-removed 14 (response keeps)',
      'value-removed 7 (response keeps)'
    ]
  },
  {
    name: 'where no value fits any more no one knows whether it is refused',
    old: sent(listed(7, 14)),
    new: sent(listed('7', '14')),
    told: [
      'value-added "14" (request keeps)',
      'value-added "7" (request keeps)',
      'value-removed 14 (request undetermined)',
      'value-removed 7 (request undetermined)'
    ]
  },
  {
    name: 'what fits among what does not breaks as ever',
    old: sent(listed(7, 14)),
    new: sent(listed(7, '14')),
    told: ['value-added "14" (request keeps)', 'value-removed 14 (request breaks)']
  },
  {
    name: 'null that the type has no room for',
    old: answered({type: 'string', enum: ['LENT']}),
    new: answered({type: 'string', enum: ['LENT', null]}),
    told: ['value-added null (response undetermined)'],
    back: ['value-removed null (response keeps)']
  },
  {
    name: 'in a URL a text is what it reads as',
    old: query(listed('7')),
    new: query(listed(7)),
    told: [],
    back: []
  },
  {
    name: 'in a URL one that goes',
    old: query(listed('7', '14')),
    new: query(listed('7')),
    told: ['value-removed 14 (request undetermined)'],
    back: ['value-added 14 (request keeps)']
  }
])

test.each([
  [listed('7'), listed('7', '14'), 'no value is valid, because none that is listed is of type `integer`'],
  [listed(7), listed(7, '14'), '`"14"` isn\'t of type `integer`'],
  [{type: 'integer', enum: []}, listed(7), 'no value is valid, because none is listed']
])('%j: %j: %s', (older, newer, why) => {
  const [change] = between(JSON.stringify(answered(older)), JSON.stringify(answered(newer)))
  expect(change?.proofs.response).toEqual({is: 'undetermined', why})
})
