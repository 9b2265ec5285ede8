// Enum values that contradict the type, such as strings of an integer: no value is valid, and the intention is unknown.
// Added and removed values are reported as written. Expected: `kind about (side proof)`.
import {expect, test} from 'vitest'
import {answered, asked, check, object, type Raw, sent} from './cases.ts'
import {between} from './comparing.ts'

const listOf = (...values: unknown[]): Raw => ({type: 'integer', enum: values})
const query = (schema: Raw): object => asked({parameters: [{name: 'days', in: 'query', schema}]})

check([
  {
    name: 'a further contradicting value is added to a response',
    old: answered(listOf('7', '14')),
    new: answered(listOf('7', '14', '21')),
    told: ['value-added 21 (response undetermined)'],
    back: ['value-removed 21 (response keeps)']
  },
  {
    name: 'a further contradicting value is added to a request',
    old: sent(object({days: listOf('7', '14')})),
    new: sent(object({days: listOf('7', '14', '21')})),
    told: ['value-added 21 (request keeps)'],
    back: ['value-removed 21 (request undetermined)']
  },
  {
    name: 'a contradicting value is replaced by another one',
    old: sent({type: 'boolean', enum: ['yes']}),
    new: sent({type: 'boolean', enum: ['no']}),
    told: ['constraint-changed enum (request undetermined)'],
    back: ['constraint-changed enum (request undetermined)']
  },
  {
    name: 'a contradicting value is added next to a valid one',
    old: answered(listOf(7, '14')),
    new: answered(listOf(7, '14', '21')),
    told: ['value-added 21 (response undetermined)'],
    back: ['value-removed 21 (response keeps)']
  },
  {
    name: 'valid values replace the only contradicting one',
    old: answered(listOf('7')),
    new: answered(listOf(7, 14)),
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
    name: 'contradicting values replace all valid ones',
    old: sent(listOf(7, 14)),
    new: sent(listOf('7', '14')),
    told: [
      'value-added "14" (request keeps)',
      'value-added "7" (request keeps)',
      'value-removed 14 (request undetermined)',
      'value-removed 7 (request undetermined)'
    ]
  },
  {
    name: 'a contradicting value replaces one of two valid ones',
    old: sent(listOf(7, 14)),
    new: sent(listOf(7, '14')),
    told: ['value-added "14" (request keeps)', 'value-removed 14 (request breaks)']
  },
  {
    name: 'null is added to an enum whose type excludes it',
    old: answered({type: 'string', enum: ['LENT']}),
    new: answered({type: 'string', enum: ['LENT', null]}),
    told: ['value-added null (response undetermined)'],
    back: ['value-removed null (response keeps)']
  },
  {
    name: 'a string of digits in a URL is an integer',
    old: query(listOf('7')),
    new: query(listOf(7)),
    told: [],
    back: []
  },
  {
    name: 'a string of digits is removed from an integer in a URL',
    old: query(listOf('7', '14')),
    new: query(listOf('7')),
    told: ['value-removed 14 (request undetermined)'],
    back: ['value-added 14 (request keeps)']
  }
])

test.each([
  [listOf('7'), listOf('7', '14'), 'no value is valid, because none that is listed is of type `integer`'],
  [listOf(7), listOf(7, '14'), '`"14"` isn\'t of type `integer`'],
  [{type: 'integer', enum: []}, listOf(7), 'no value is valid, because none is listed']
])('%j becomes %j: %s', (older, newer, why) => {
  const [change] = between(JSON.stringify(answered(older)), JSON.stringify(answered(newer)))
  expect(change?.proofs.response).toEqual({is: 'undetermined', why})
})
