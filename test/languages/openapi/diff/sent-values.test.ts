// Values that are listed for what is sent as text, where the type that it has now refuses one of them.
import {expect, test} from 'vitest'
import {answers, api, asked, NUMBER, OK, object, type Raw, sent, TEXT} from './cases.ts'
import {between} from './comparing.ts'

const parameter = (place: string) => (schema: Raw) => {
  const parameters = [{name: 'shelf', in: place, required: true, schema}]
  return place === 'path' ? api({'/loans/{shelf}': {get: {parameters, responses: OK}}}) : asked({parameters})
}
const field = (type: string) => (schema: Raw) => sent(object({shelf: schema}), type)
const PLACES: readonly (readonly [string, (schema: Raw) => object])[] = [
  ...['query', 'header', 'cookie', 'path'].map(place => [place, parameter(place)] as const),
  ['items', schema => parameter('query')({type: 'array', items: schema})],
  ['form', field('application/x-www-form-urlencoded')],
  ['multipart', field('multipart/form-data')]
]
const FRACTION = {type: 'number', enum: [1, 1.5]}
const LETTER = {...TEXT, enum: ['a', '7']}

const witnesses = (older: object, newer: object): unknown[] =>
  between(JSON.stringify(older), JSON.stringify(newer)).flatMap(({proofs: {request, response}}) =>
    [request, response].flatMap(proof => (proof?.is === 'breaks' ? [proof.witness] : []))
  )

test.each(
  PLACES.flatMap(
    ([place, at]) =>
      [
        [place, 'a fraction to an integer', at, FRACTION, NUMBER, 1.5],
        [place, 'a fraction that stays listed', at, FRACTION, {...NUMBER, enum: [1, 1.5]}, 1.5],
        [place, 'a text to an integer', at, LETTER, NUMBER, 'a'],
        [place, 'a text that stays listed', at, LETTER, {...NUMBER, enum: ['a', '7']}, 'a'],
        [place, 'a text to a switch', at, {...TEXT, enum: ['true', 'yes']}, {type: 'boolean'}, 'yes'],
        [
          place,
          'one type of several',
          at,
          {type: ['number', 'string'], enum: ['a', 1]},
          {type: ['integer', 'boolean']},
          'a'
        ],
        [
          place,
          'null beside it',
          at,
          {...FRACTION, enum: [null, 1, 1.5], nullable: true},
          {...NUMBER, nullable: true},
          1.5
        ],
        [place, 'a constant', at, {const: 1.5}, NUMBER, 1.5],
        [place, 'beyond the bound', at, {...TEXT, enum: ['1', '7']}, {...NUMBER, maximum: 5}, '7'],
        [place, 'written as no integer is', at, {...TEXT, enum: ['1', '1.0']}, NUMBER, '1.0'],
        [place, 'a number to a short text', at, {...NUMBER, enum: [1, 12]}, {...TEXT, pattern: '^\\d$'}, 12]
      ] as const
  )
)('%s: %s breaks', (_place, _name, at, older, newer, witness) => {
  expect(witnesses(at(older), at(newer))).toContain(witness)
})

test.each(
  PLACES.flatMap(
    ([place, at]) =>
      [
        [place, 'texts that read as integers', at, {...TEXT, enum: ['1', '7']}, NUMBER],
        [place, 'whole numbers', at, {type: 'number', enum: [1, 7]}, NUMBER],
        [place, 'numbers as texts', at, {...NUMBER, enum: [1, 7]}, {...TEXT, enum: ['1', '7']}],
        [place, 'switches', at, {...TEXT, enum: ['true', 'false']}, {type: 'boolean'}]
      ] as const
  )
)('%s: %s do not', (_place, _name, at, older, newer) => {
  expect(witnesses(at(older), at(newer))).toEqual([])
})

test('what an answer lists in a header is read as text, too', () => {
  const headed = (schema: Raw): object => answers({'200': {...OK['200'], headers: {Shelf: {schema}}}})
  expect(witnesses(headed(NUMBER), headed(LETTER))).toContain('a')
  expect(witnesses(headed({...NUMBER, enum: [1, 1.5]}), headed(FRACTION))).toContain(1.5)
})
