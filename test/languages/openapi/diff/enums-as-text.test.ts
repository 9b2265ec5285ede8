// Enums of values that are sent as text, and a new type that may reject one of them.

import {expect, test} from 'vitest'
import {sample} from '../../../tier.ts'
import {api, NUMBER, OK, object, type Raw, TEXT, withOperation, withRequest, withResponses} from './cases.ts'
import {diffDocuments} from './comparing.ts'

const parameter = (place: string) => (schema: Raw) => {
  const parameters = [{name: 'shelf', in: place, required: true, schema}]
  return place === 'path' ? api({'/loans/{shelf}': {get: {parameters, responses: OK}}}) : withOperation({parameters})
}
const field = (type: string) => (schema: Raw) => withRequest(object({shelf: schema}), type)
const PLACES: readonly (readonly [string, (schema: Raw) => object])[] = [
  ...['query', 'header', 'cookie', 'path'].map(place => [place, parameter(place)] as const),
  ['items', schema => parameter('query')({type: 'array', items: schema})],
  ['form', field('application/x-www-form-urlencoded')],
  ['multipart', field('multipart/form-data')]
]
const FRACTION = {type: 'number', enum: [1, 1.5]}
const LETTER = {...TEXT, enum: ['a', '7']}

const witnesses = (older: object, newer: object): unknown[] =>
  diffDocuments(JSON.stringify(older), JSON.stringify(newer)).flatMap(({proofs: {request, response}}) =>
    [request, response].flatMap(proof => (proof?.is === 'breaks' ? [proof.witness] : []))
  )

test.each(
  sample(
    PLACES.flatMap(
      ([place, at]) =>
        [
          [place, 'a fraction becomes an integer', at, FRACTION, NUMBER, 1.5],
          [place, 'a fraction is still listed for an integer', at, FRACTION, {...NUMBER, enum: [1, 1.5]}, 1.5],
          [place, 'a string becomes an integer', at, LETTER, NUMBER, 'a'],
          [place, 'a string is still listed for an integer', at, LETTER, {...NUMBER, enum: ['a', '7']}, 'a'],
          [place, 'a string becomes a Boolean', at, {...TEXT, enum: ['true', 'yes']}, {type: 'boolean'}, 'yes'],
          [
            place,
            'one of several types is removed',
            at,
            {type: ['number', 'string'], enum: ['a', 1]},
            {type: ['integer', 'boolean']},
            'a'
          ],
          [
            place,
            'a fraction next to null becomes an integer',
            at,
            {...FRACTION, enum: [null, 1, 1.5], nullable: true},
            {...NUMBER, nullable: true},
            1.5
          ],
          [place, 'a fractional constant becomes an integer', at, {const: 1.5}, NUMBER, 1.5],
          [
            place,
            'a string exceeds the bound of the integer',
            at,
            {...TEXT, enum: ['1', '7']},
            {...NUMBER, maximum: 5},
            '7'
          ],
          [place, 'a string is no canonical integer', at, {...TEXT, enum: ['1', '1.0']}, NUMBER, '1.0'],
          [
            place,
            'a number exceeds the length of the string',
            at,
            {...NUMBER, enum: [1, 12]},
            {...TEXT, pattern: '^\\d$'},
            12
          ]
        ] as const
    )
  )
)('an enum in a parameter or field (%s) is breaking: %s', (_place, _name, at, older, newer, witness) => {
  expect(witnesses(at(older), at(newer))).toContain(witness)
})

test.each(
  sample(
    PLACES.flatMap(
      ([place, at]) =>
        [
          [place, 'strings of digits become integers', at, {...TEXT, enum: ['1', '7']}, NUMBER],
          [place, 'integral numbers become integers', at, {type: 'number', enum: [1, 7]}, NUMBER],
          [place, 'numbers become strings of digits', at, {...NUMBER, enum: [1, 7]}, {...TEXT, enum: ['1', '7']}],
          [place, 'strings of Booleans become Booleans', at, {...TEXT, enum: ['true', 'false']}, {type: 'boolean'}]
        ] as const
    )
  )
)('an enum in a parameter or field (%s) is compatible: %s', (_place, _name, at, older, newer) => {
  expect(witnesses(at(older), at(newer))).toEqual([])
})

test('enums of a response header are compared as text', () => {
  const withHeader = (schema: Raw): object => withResponses({'200': {...OK['200'], headers: {Shelf: {schema}}}})
  expect(witnesses(withHeader(NUMBER), withHeader(LETTER))).toContain('a')
  expect(witnesses(withHeader({...NUMBER, enum: [1, 1.5]}), withHeader(FRACTION))).toContain(1.5)
})
