// What an integer looks like in a URL follows its bounds, and what a number does that is none.
import {expect, test} from 'vitest'
import {differ, NUMBER, TEXT} from '../cases.ts'
import {between} from '../comparing.ts'
import {query} from '../loans.ts'

test.each([
  ['of digits alone, where none is below zero', {...NUMBER, minimum: 0}, '^\\d+$', 'keeps'],
  [
    'without a leading zero, where all are above it',
    {...NUMBER, minimum: 0, exclusiveMinimum: true},
    '^[1-9]\\d*$',
    'keeps'
  ],
  ['a few of them', {...NUMBER, minimum: 1, maximum: 31}, '^\\d{1,2}$', 'keeps'],
  ['one of the few is longer', {...NUMBER, minimum: 1, maximum: 100}, '^\\d{1,2}$', 'breaks'],
  ['with a sign, where some are below zero', NUMBER, '^\\d+$', 'breaks'],
  ['with a sign before what is not zero', NUMBER, '^(0|-?[1-9]\\d*)$', 'keeps']
])('texts of integers: %s', (_, older, pattern, proof) => {
  const told = differ(query(older), query({...TEXT, pattern})).filter(each => each.startsWith('type-changed'))
  expect(told).toEqual([`type-changed (request ${proof})`])
})

test.each([
  ['any', {type: 'number'}],
  ['none of them negative', {type: 'number', minimum: 0}]
])('a number that may be no integer is shown by one that is none: %s', (_, number) => {
  const [older, newer] = [number, NUMBER].map(schema => JSON.stringify(query(schema))) as [string, string]
  const [change] = between(older, newer).filter(({kind}) => kind === 'type-changed')
  const proof = change?.proofs.request
  expect(proof).toMatchObject({is: 'breaks', witness: expect.any(Number)})
  expect(proof?.is === 'breaks' && Number.isInteger(proof.witness)).toBe(false)
  const [back] = between(newer, older).filter(({kind}) => kind === 'type-changed')
  expect(back?.proofs.request).toEqual({is: 'keeps'})
})

const SWITCH = {type: 'boolean'}

test.each([
  ['numbers take no switch', SWITCH, {...NUMBER, enum: [0, 1]}],
  ['switches take no number', NUMBER, {...SWITCH, enum: [true]}]
])('of listed values that are no text of the older type, the type tells it all: %s', (_, older, newer) => {
  expect(differ(query(older), query(newer))).toEqual(['type-changed (request breaks)'])
  expect(differ(query(newer), query(older))).toEqual(['type-changed (request breaks)'])
})

test.each([
  ['numbers take some texts', TEXT, {...NUMBER, enum: [0, 1]}, 'keeps'],
  ['texts take some numbers', NUMBER, {...TEXT, enum: ['0', '1']}, 'keeps'],
  ['texts may be no switch', SWITCH, {...TEXT, enum: ['yes', 'no']}, 'breaks']
])('of listed values that may be texts of the older type, the list is told: %s', (_, older, newer, back) => {
  expect(differ(query(older), query(newer))).toEqual([
    'constraint-tightened enum (request breaks)',
    'type-changed (request breaks)'
  ])
  expect(differ(query(newer), query(older))).toEqual([
    'constraint-loosened enum (request keeps)',
    `type-changed (request ${back})`
  ])
})
