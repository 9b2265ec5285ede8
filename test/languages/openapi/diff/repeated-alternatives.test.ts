// An alternative of `oneOf` that is listed twice rejects its own values, even if it is written differently.

import {expect, test} from 'vitest'
import {sample} from '../../../tier.ts'
import {object, type Raw, summarizeDiff, TEXT, withRequest, withResponse} from './cases.ts'
import {schemas} from './loans.ts'

const [LOAN, HOLD] = ['loan', 'hold'].map(name => object({[name]: TEXT}, {required: [name]})) as [Raw, Raw]
const ref = (name: string): Raw => ({$ref: `#/components/schemas/${name}`})
const SHARED = schemas({
  Loan: LOAN,
  Hold: HOLD,
  Alias: ref('Loan'),
  Further: ref('Alias'),
  Part: {allOf: [ref('Alias')]}
})
const REPETITIONS: readonly (readonly [string, Raw])[] = [
  ['by the same reference', ref('Loan')],
  ['by an alias', ref('Alias')],
  ['by an alias of an alias', ref('Further')],
  ['by a part', ref('Part')],
  ['inline', LOAN]
]
const shared = (path: object): object => ({...path, ...SHARED})
const choice = (keyword: string, ...more: readonly Raw[]): Raw => ({[keyword]: [ref('Loan'), ref('Hold'), ...more]})

test.each(sample(REPETITIONS))(
  'a repeated alternative of `oneOf` breaks requests when it is added, and responses when it is removed: %s',
  (_, alternative) => {
    const [older, newer] = [choice('oneOf'), choice('oneOf', alternative)]
    expect(summarizeDiff(shared(withRequest(older)), shared(withRequest(newer)))).toEqual([
      expect.stringMatching(/^alternative-added .* \(request breaks\)$/)
    ])
    expect(summarizeDiff(shared(withRequest(newer)), shared(withRequest(older)))).toEqual([
      expect.stringMatching(/^alternative-removed .* \(request keeps\)$/)
    ])
    expect(summarizeDiff(shared(withResponse(older)), shared(withResponse(newer)))).toEqual([
      expect.stringMatching(/^alternative-added .* \(response keeps\)$/)
    ])
    expect(summarizeDiff(shared(withResponse(newer)), shared(withResponse(older)))).toEqual([
      expect.stringMatching(/^alternative-removed .* \(response breaks\)$/)
    ])
  }
)

test.each(sample(REPETITIONS))('a repeated alternative of `anyOf` is compatible: %s', (_, alternative) => {
  const [older, newer] = [choice('anyOf'), choice('anyOf', alternative)]
  for (const at of [withRequest, withResponse]) {
    for (const changes of [
      summarizeDiff(shared(at(older)), shared(at(newer))),
      summarizeDiff(shared(at(newer)), shared(at(older)))
    ])
      expect(changes.filter(each => !each.includes(' keeps'))).toEqual([])
  }
})

test('a third repetition in `oneOf` changes nothing compared with the second', () => {
  const twice = choice('oneOf', ref('Loan'))
  expect(
    summarizeDiff(shared(withRequest(twice)), shared(withRequest(choice('oneOf', ref('Loan'), ref('Alias')))))
  ).toEqual(['alternative-added Alias (request keeps)'])
})
