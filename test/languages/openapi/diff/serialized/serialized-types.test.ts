// The serialized text of an integer depends on its bounds, and that of a number may have a fraction.

import {expect, test} from 'vitest'
import {sample} from '../../../../tier.ts'
import {NUMBER, summarizeDiff, TEXT} from '../cases.ts'
import {diffDocuments} from '../comparing.ts'
import {withQuery} from '../loans.ts'

test.each(
  sample([
    ['only digits if none is negative', {...NUMBER, minimum: 0}, '^\\d+$', 'keeps'],
    ['no leading zero if all are positive', {...NUMBER, minimum: 0, exclusiveMinimum: true}, '^[1-9]\\d*$', 'keeps'],
    ['within a small range', {...NUMBER, minimum: 1, maximum: 31}, '^\\d{1,2}$', 'keeps'],
    ['within a range that exceeds the pattern', {...NUMBER, minimum: 1, maximum: 100}, '^\\d{1,2}$', 'breaks'],
    ['a sign if some are negative', NUMBER, '^\\d+$', 'breaks'],
    ['a sign except for zero', NUMBER, '^(0|-?[1-9]\\d*)$', 'keeps']
  ])
)('an integer becomes a string with a pattern: %s', (_, older, pattern, proof) => {
  const changes = summarizeDiff(withQuery(older), withQuery({...TEXT, pattern})).filter(each =>
    each.startsWith('type-changed')
  )
  expect(changes).toEqual([`type-changed (request ${proof})`])
})

test.each([
  ['any number', {type: 'number'}],
  ['no negative number', {type: 'number', minimum: 0}]
])('the counterexample of a number that becomes an integer has a fraction: %s', (_, number) => {
  const [older, newer] = [number, NUMBER].map(schema => JSON.stringify(withQuery(schema))) as [string, string]
  const [change] = diffDocuments(older, newer).filter(({kind}) => kind === 'type-changed')
  const proof = change?.proofs.request
  expect(proof).toMatchObject({is: 'breaks', witness: expect.any(Number)})
  expect(proof?.is === 'breaks' && Number.isInteger(proof.witness)).toBe(false)
  const [reverse] = diffDocuments(newer, older).filter(({kind}) => kind === 'type-changed')
  expect(reverse?.proofs.request).toEqual({is: 'keeps'})
})

const BOOLEAN = {type: 'boolean'}

test.each([
  ['a Boolean becomes an integer', BOOLEAN, {...NUMBER, enum: [0, 1]}],
  ['an integer becomes a Boolean', NUMBER, {...BOOLEAN, enum: [true]}]
])('only the type is reported if no text of the older type is listed: %s', (_, older, newer) => {
  expect(summarizeDiff(withQuery(older), withQuery(newer))).toEqual(['type-changed (request breaks)'])
  expect(summarizeDiff(withQuery(newer), withQuery(older))).toEqual(['type-changed (request breaks)'])
})

test.each([
  ['a string becomes an integer', TEXT, {...NUMBER, enum: [0, 1]}, 'keeps'],
  ['an integer becomes a string', NUMBER, {...TEXT, enum: ['0', '1']}, 'keeps'],
  ['a Boolean becomes a string', BOOLEAN, {...TEXT, enum: ['yes', 'no']}, 'breaks']
])('the enum is reported, too, if texts of the older type may be listed: %s', (_, older, newer, reverseProof) => {
  expect(summarizeDiff(withQuery(older), withQuery(newer))).toEqual([
    'constraint-tightened enum (request breaks)',
    'type-changed (request breaks)'
  ])
  expect(summarizeDiff(withQuery(newer), withQuery(older))).toEqual([
    'constraint-loosened enum (request keeps)',
    `type-changed (request ${reverseProof})`
  ])
})
