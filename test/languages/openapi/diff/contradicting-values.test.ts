// Enum values that contradict the type, such as strings of an integer: no value is valid, and the intention is unknown.
// Added and removed values are reported as written. Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {object, type Raw, testChanges, withOperation, withRequest, withResponse} from './cases.ts'
import {diffDocuments} from './comparing.ts'

const listOf = (...values: unknown[]): Raw => ({type: 'integer', enum: values})
const query = (schema: Raw): object => withOperation({parameters: [{name: 'days', in: 'query', schema}]})

describe('enum values that contradict the type', () => {
  testChanges([
    {
      name: 'a further contradicting value is added to a response',
      old: withResponse(listOf('7', '14')),
      new: withResponse(listOf('7', '14', '21')),
      changes: ['value-added 21 (response undetermined)'],
      reverse: ['value-removed 21 (response keeps)']
    },
    {
      name: 'a further contradicting value is added to a request',
      old: withRequest(object({days: listOf('7', '14')})),
      new: withRequest(object({days: listOf('7', '14', '21')})),
      changes: ['value-added 21 (request keeps)'],
      reverse: ['value-removed 21 (request undetermined)']
    },
    {
      name: 'a contradicting value is replaced by another one',
      old: withRequest({type: 'boolean', enum: ['yes']}),
      new: withRequest({type: 'boolean', enum: ['no']}),
      changes: ['constraint-changed enum (request undetermined)'],
      reverse: ['constraint-changed enum (request undetermined)']
    },
    {
      name: 'a contradicting value is added next to a valid one',
      old: withResponse(listOf(7, '14')),
      new: withResponse(listOf(7, '14', '21')),
      changes: ['value-added 21 (response undetermined)'],
      reverse: ['value-removed 21 (response keeps)']
    },
    {
      name: 'valid values replace the only contradicting one',
      old: withResponse(listOf('7')),
      new: withResponse(listOf(7, 14)),
      changes: [
        'value-added 14 (response undetermined)',
        'value-added 7 (response undetermined)',
        'value-removed "7" (response keeps)'
      ],
      reverse: [
        'value-added "7" (response undetermined)',
        'value-removed 14 (response keeps)',
        'value-removed 7 (response keeps)'
      ]
    },
    {
      name: 'contradicting values replace all valid ones',
      old: withRequest(listOf(7, 14)),
      new: withRequest(listOf('7', '14')),
      changes: [
        'value-added "14" (request keeps)',
        'value-added "7" (request keeps)',
        'value-removed 14 (request undetermined)',
        'value-removed 7 (request undetermined)'
      ]
    },
    {
      name: 'a contradicting value replaces one of two valid ones',
      old: withRequest(listOf(7, 14)),
      new: withRequest(listOf(7, '14')),
      changes: ['value-added "14" (request keeps)', 'value-removed 14 (request breaks)']
    },
    {
      name: 'null is added to an enum whose type excludes it',
      old: withResponse({type: 'string', enum: ['LENT']}),
      new: withResponse({type: 'string', enum: ['LENT', null]}),
      changes: ['value-added null (response undetermined)'],
      reverse: ['value-removed null (response keeps)']
    },
    {
      name: 'a string of digits in a URL is an integer',
      old: query(listOf('7')),
      new: query(listOf(7)),
      changes: [],
      reverse: []
    },
    {
      name: 'a string of digits is removed from an integer in a URL',
      old: query(listOf('7', '14')),
      new: query(listOf('7')),
      changes: ['value-removed 14 (request undetermined)'],
      reverse: ['value-added 14 (request keeps)']
    }
  ])
})

test.each([
  [listOf('7'), listOf('7', '14'), 'no value is valid, because none that is listed is of type `integer`'],
  [listOf(7), listOf(7, '14'), '`"14"` isn\'t of type `integer`'],
  [{type: 'integer', enum: []}, listOf(7), 'no value is valid, because none is listed']
])('a change from %j to %j is undetermined: %s', (older, newer, why) => {
  const [change] = diffDocuments(JSON.stringify(withResponse(older)), JSON.stringify(withResponse(newer)))
  expect(change?.proofs.response).toEqual({is: 'undetermined', why})
})
