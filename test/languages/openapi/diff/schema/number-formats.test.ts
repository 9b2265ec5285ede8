// Number formats, whose counterexample is a value just outside the smaller range that the other side allows.
import {describe, expect, test} from 'vitest'
import {answered, check, object, type Raw, sent} from '../cases.ts'
import {between} from '../comparing.ts'

const copies = (type: string, format?: string, more: Raw = {}): object =>
  object({copies: {type, ...(format ? {format} : {}), ...more}})

const witnessOf = (older: object, newer: object): unknown => {
  const [change] = between(JSON.stringify(older), JSON.stringify(newer))
  return Object.values(change?.proofs ?? {}).map(proof => (proof.is === 'breaks' ? proof.witness : proof.is))
}

describe('floating-point formats', () => {
  check([
    {
      name: 'double becomes float',
      old: sent(copies('number', 'double')),
      new: sent(copies('number', 'float')),
      told: ['format-changed format (request breaks)'],
      back: ['format-changed format (request keeps)']
    },
    {
      name: 'float becomes double',
      old: answered(copies('number', 'float')),
      new: answered(copies('number', 'double')),
      told: ['format-changed format (response breaks)'],
      back: ['format-changed format (response keeps)']
    },
    {
      name: 'double becomes float, within bounds that fit into float',
      old: sent(copies('number', 'double', {minimum: 0, maximum: 1})),
      new: sent(copies('number', 'float', {minimum: 0, maximum: 1})),
      told: ['format-changed format (request keeps)']
    },
    {
      name: 'float is added to a number without a format',
      old: sent(copies('number')),
      new: sent(copies('number', 'float')),
      told: ['format-changed format (request keeps)']
    }
  ])
})

test.each([
  ['in a request', sent(copies('integer', 'int64')), sent(copies('integer', 'int32')), 2147483648],
  ['in a response', answered(copies('integer', 'int32')), answered(copies('integer', 'int64')), 2147483648],
  [
    'below zero, in a request',
    sent(copies('integer', 'int64', {maximum: 0})),
    sent(copies('integer', 'int32', {maximum: 0})),
    -2147483649
  ]
])('the counterexample of an integer that no longer fits: %s', (_, older, newer, value) => {
  expect(witnessOf(older, newer)).toEqual([value])
})

describe('the ranges of the format registry', () => {
  check([
    {
      name: '32 bits become 16 bits',
      old: sent(copies('integer', 'int32')),
      new: sent(copies('integer', 'int16')),
      told: ['format-changed format (request breaks)'],
      back: ['format-changed format (request keeps)']
    },
    {
      name: 'a signed format becomes unsigned',
      old: sent(copies('integer', 'int32')),
      new: sent(copies('integer', 'uint32')),
      told: ['format-changed format (request breaks)'],
      back: ['format-changed format (request breaks)']
    },
    {
      name: 'an unsigned 8-bit format fits into a signed 16-bit format',
      old: answered(copies('integer', 'int16')),
      new: answered(copies('integer', 'uint8')),
      told: ['format-changed format (response keeps)'],
      back: ['format-changed format (response breaks)']
    },
    {
      name: 'an unregistered format has an unknown range',
      old: sent(copies('integer', 'int32')),
      new: sent(copies('integer', 'page')),
      told: ['format-changed format (request undetermined)'],
      back: ['format-changed format (request undetermined)']
    }
  ])
})
