// Number formats, whose counterexample is a value just outside the smaller range that the other side allows.
import {describe, expect, test} from 'vitest'
import {object, type Raw, testChanges, withRequest, withResponse} from '../cases.ts'
import {diffDocuments} from '../comparing.ts'

const copies = (type: string, format?: string, more: Raw = {}): object =>
  object({copies: {type, ...(format ? {format} : {}), ...more}})

const witnessOf = (older: object, newer: object): unknown => {
  const [change] = diffDocuments(JSON.stringify(older), JSON.stringify(newer))
  return Object.values(change?.proofs ?? {}).map(proof => (proof.is === 'breaks' ? proof.witness : proof.is))
}

describe('floating-point formats', () => {
  testChanges([
    {
      name: 'double becomes float',
      old: withRequest(copies('number', 'double')),
      new: withRequest(copies('number', 'float')),
      changes: ['format-changed format (request breaks)'],
      reverse: ['format-changed format (request keeps)']
    },
    {
      name: 'float becomes double',
      old: withResponse(copies('number', 'float')),
      new: withResponse(copies('number', 'double')),
      changes: ['format-changed format (response breaks)'],
      reverse: ['format-changed format (response keeps)']
    },
    {
      name: 'double becomes float, within bounds that fit into float',
      old: withRequest(copies('number', 'double', {minimum: 0, maximum: 1})),
      new: withRequest(copies('number', 'float', {minimum: 0, maximum: 1})),
      changes: ['format-changed format (request keeps)']
    },
    {
      name: 'float is added to a number without a format',
      old: withRequest(copies('number')),
      new: withRequest(copies('number', 'float')),
      changes: ['format-changed format (request undetermined)'],
      reverse: ['format-changed format (request keeps)']
    },
    {
      name: 'float is removed from a number that is returned',
      old: withResponse(copies('number', 'float')),
      new: withResponse(copies('number')),
      changes: ['format-changed format (response keeps)']
    }
  ])
})

test.each([
  ['in a request', withRequest(copies('integer', 'int64')), withRequest(copies('integer', 'int32')), 2147483648],
  ['in a response', withResponse(copies('integer', 'int32')), withResponse(copies('integer', 'int64')), 2147483648],
  [
    'below zero, in a request',
    withRequest(copies('integer', 'int64', {maximum: 0})),
    withRequest(copies('integer', 'int32', {maximum: 0})),
    -2147483649
  ]
])('the counterexample of an integer that no longer fits: %s', (_, older, newer, value) => {
  expect(witnessOf(older, newer)).toEqual([value])
})

describe('the ranges of the format registry', () => {
  testChanges([
    {
      name: '32 bits become 16 bits',
      old: withRequest(copies('integer', 'int32')),
      new: withRequest(copies('integer', 'int16')),
      changes: ['format-changed format (request breaks)'],
      reverse: ['format-changed format (request keeps)']
    },
    {
      name: 'a signed format becomes unsigned',
      old: withRequest(copies('integer', 'int32')),
      new: withRequest(copies('integer', 'uint32')),
      changes: ['format-changed format (request breaks)'],
      reverse: ['format-changed format (request breaks)']
    },
    {
      name: 'an unsigned 8-bit format fits into a signed 16-bit format',
      old: withResponse(copies('integer', 'int16')),
      new: withResponse(copies('integer', 'uint8')),
      changes: ['format-changed format (response keeps)'],
      reverse: ['format-changed format (response breaks)']
    },
    {
      name: 'an unregistered format has an unknown range',
      old: withRequest(copies('integer', 'int32')),
      new: withRequest(copies('integer', 'page')),
      changes: ['format-changed format (request undetermined)'],
      reverse: ['format-changed format (request undetermined)']
    }
  ])
})
