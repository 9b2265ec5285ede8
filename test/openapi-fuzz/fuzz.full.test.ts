import {expect, test} from 'vitest'
import type {Written} from './descriptions.ts'
import {fuzz} from './fuzz.ts'
import {Reading} from './reference.ts'
import {meantBy, writtenAs} from './wire.ts'

// Seeds at which nothing is left to mend; `npm run fuzz:openapi` goes through all of them.
test.each([
  [322, 100],
  [516, 140]
])(
  'random descriptions from seed %i on: no value speaks against what is told',
  (seed, pairs) => {
    const {failures, compatible, breaking, tried, witnesses} = fuzz(seed, pairs)
    expect(failures).toEqual([])
    expect(Math.min(compatible, breaking, witnesses)).toBeGreaterThan(20)
    expect(tried).toBeGreaterThan(3000)
  },
  60_000
)

// Each of these once got a wrong answer: a break called compatible, or an example that the whole message refuses.
const MENDED = [
  ...[803, 893, 994, 1422, 2023, 2326, 3192, 4058, 5254, 5448, 6186, 8028, 8356, 8984, 9092, 9533, 9779],
  ...[7681, 8225],
  ...[101_184, 201_200, 201_509, 201_602, 300_164, 301_306, 6802]
]

// The same, of pairs with rarer keywords.
const MENDED_WIDE = [304_146, 417_241, 503_974, 600_444, 606_696, 607_025, 607_201, 609_691, 701_445, 704_103]

test('what once was found stays mended', () => {
  expect(MENDED.flatMap(seed => fuzz(seed, 1, {isWide: false}).failures)).toEqual([])
  expect(MENDED_WIDE.flatMap(seed => fuzz(seed, 1).failures)).toEqual([])
})

test('the reference leaves out what goes the other way, and knows what is documented', () => {
  const loan = {
    type: 'object',
    properties: {title: {type: 'string', readOnly: true}, due: {type: 'string', nullable: true}},
    required: ['title', 'due']
  }
  const document: Written = {openapi: '3.0.3', paths: {}, components: {schemas: {Loan: loan}}}
  const [sent, shown] = [new Reading(document, 'request'), new Reading(document, 'response')]
  const schema = {$ref: '#/components/schemas/Loan'}
  expect(sent.accepts(schema, {due: null})).toBe(true)
  expect(shown.accepts(schema, {due: null})).toBe(false)
  expect(sent.documents([schema], {due: null})).toBe(true)
  expect(sent.documents([schema], {due: null, shelf: 1})).toBe(false)
})

test('a list in a query may be meant by texts of its style alone', () => {
  const limit = {name: 'limit', in: 'query', style: 'pipeDelimited', explode: false}
  expect(writtenAs([1, 'a'], limit)).toEqual(['1|a'])
  expect(meantBy(['1|a'], limit)).toContainEqual([1, 'a'])
  expect(meantBy(['1|a'], {...limit, style: 'form'})).not.toContainEqual([1, 'a'])
})
