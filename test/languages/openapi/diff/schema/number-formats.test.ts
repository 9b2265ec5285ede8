// Numbers of as many bytes: what no longer fits is shown by a value just beyond, that the other side does allow.
import {describe, expect, test} from 'vitest'
import {answered, check, object, type Raw, sent} from '../cases.ts'
import {between} from '../comparing.ts'

const copies = (type: string, format?: string, more: Raw = {}): object =>
  object({copies: {type, ...(format ? {format} : {}), ...more}})

const witnessOf = (older: object, newer: object): unknown => {
  const [change] = between(JSON.stringify(older), JSON.stringify(newer))
  return Object.values(change?.proofs ?? {}).map(proof => (proof.is === 'breaks' ? proof.witness : proof.is))
}

describe('floating point', () => {
  check([
    {
      name: 'eight bytes that must fit into four',
      old: sent(copies('number', 'double')),
      new: sent(copies('number', 'float')),
      told: ['format-changed format (request breaks)'],
      back: ['format-changed format (request keeps)']
    },
    {
      name: 'four bytes that may be eight',
      old: answered(copies('number', 'float')),
      new: answered(copies('number', 'double')),
      told: ['format-changed format (response breaks)'],
      back: ['format-changed format (response keeps)']
    },
    {
      name: 'numbers that fit into four anyway',
      old: sent(copies('number', 'double', {minimum: 0, maximum: 1})),
      new: sent(copies('number', 'float', {minimum: 0, maximum: 1})),
      told: ['format-changed format (request keeps)']
    },
    {
      name: 'a number of which no more was said',
      old: sent(copies('number')),
      new: sent(copies('number', 'float')),
      told: ['format-changed format (request keeps)']
    }
  ])
})

test.each([
  ['sent', sent(copies('integer', 'int64')), sent(copies('integer', 'int32')), 2147483648],
  ['answered', answered(copies('integer', 'int32')), answered(copies('integer', 'int64')), 2147483648],
  [
    'below zero',
    sent(copies('integer', 'int64', {maximum: 0})),
    sent(copies('integer', 'int32', {maximum: 0})),
    -2147483649
  ]
])('an integer that no longer fits: %s', (_, older, newer, value) => {
  expect(witnessOf(older, newer)).toEqual([value])
})

describe('the ranges of the format registry', () => {
  check([
    {
      name: 'two bytes in place of four',
      old: sent(copies('integer', 'int32')),
      new: sent(copies('integer', 'int16')),
      told: ['format-changed format (request breaks)'],
      back: ['format-changed format (request keeps)']
    },
    {
      name: 'no sign',
      old: sent(copies('integer', 'int32')),
      new: sent(copies('integer', 'uint32')),
      told: ['format-changed format (request breaks)'],
      back: ['format-changed format (request breaks)']
    },
    {
      name: 'one byte without a sign fits into two with one',
      old: answered(copies('integer', 'int16')),
      new: answered(copies('integer', 'uint8')),
      told: ['format-changed format (response keeps)'],
      back: ['format-changed format (response breaks)']
    },
    {
      name: 'the range of a format that no registry has is unknown',
      old: sent(copies('integer', 'int32')),
      new: sent(copies('integer', 'page')),
      told: ['format-changed format (request undetermined)'],
      back: ['format-changed format (request undetermined)']
    }
  ])
})
