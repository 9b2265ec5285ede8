// An alternative of `oneOf` that is listed twice rejects its own values, even if it is written differently.
import {expect, test} from 'vitest'
import {answered, differ, object, type Raw, sent, TEXT} from './cases.ts'
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

test.each(REPETITIONS)(
  'a repeated alternative of `oneOf` breaks requests when it is added, and responses when it is removed: %s',
  (_, alternative) => {
    const [older, newer] = [choice('oneOf'), choice('oneOf', alternative)]
    expect(differ(shared(sent(older)), shared(sent(newer)))).toEqual([
      expect.stringMatching(/^alternative-added .* \(request breaks\)$/)
    ])
    expect(differ(shared(sent(newer)), shared(sent(older)))).toEqual([
      expect.stringMatching(/^alternative-removed .* \(request keeps\)$/)
    ])
    expect(differ(shared(answered(older)), shared(answered(newer)))).toEqual([
      expect.stringMatching(/^alternative-added .* \(response keeps\)$/)
    ])
    expect(differ(shared(answered(newer)), shared(answered(older)))).toEqual([
      expect.stringMatching(/^alternative-removed .* \(response breaks\)$/)
    ])
  }
)

test.each(REPETITIONS)('a repeated alternative of `anyOf` breaks nothing: %s', (_, alternative) => {
  const [older, newer] = [choice('anyOf'), choice('anyOf', alternative)]
  for (const at of [sent, answered]) {
    for (const changes of [differ(shared(at(older)), shared(at(newer))), differ(shared(at(newer)), shared(at(older)))])
      expect(changes.filter(each => !each.includes(' keeps'))).toEqual([])
  }
})

test('a third repetition in `oneOf` changes nothing compared with the second', () => {
  const twice = choice('oneOf', ref('Loan'))
  expect(differ(shared(sent(twice)), shared(sent(choice('oneOf', ref('Loan'), ref('Alias')))))).toEqual([
    'alternative-added Alias (request keeps)'
  ])
})
