// A schema that contains itself, at every place that has a schema: a comparison comes to its end.

import {describe, expect, test} from 'vitest'
import {sample} from '../../../tier.ts'
import {api, type Raw, TEXT} from './cases.ts'
import {diffDocuments} from './comparing.ts'

const ITSELF = {$ref: '#/components/schemas/Shelf'}
const SHELVES: Record<string, Raw> = {
  'a list of itself': {type: 'array', items: ITSELF},
  'a map of itself': {type: 'object', additionalProperties: ITSELF},
  'a field of itself': {type: 'object', properties: {copy: ITSELF}},
  'a part of itself': {allOf: [ITSELF, TEXT]},
  'an alternative of itself': {oneOf: [ITSELF, TEXT]},
  'the only alternative of itself': {anyOf: [ITSELF]},
  'nothing but itself': ITSELF,
  'not itself': {not: ITSELF},
  'a list of its alternatives': {type: 'array', items: {oneOf: [ITSELF, {type: 'integer'}]}},
  'a condition of itself': {if: ITSELF, else: TEXT},
  text: TEXT
}
const parameter = (more: Raw): Raw => ({parameters: [{name: 'shelf', schema: ITSELF, ...more}]})
const body = (type: string, more: Raw = {}): Raw => ({requestBody: {content: {[type]: {schema: ITSELF, ...more}}}})
const PLACES: Record<string, Raw> = {
  'a query': parameter({in: 'query', allowReserved: true}),
  'a list with spaces in a query': parameter({in: 'query', style: 'spaceDelimited', explode: false}),
  'an object in a query': parameter({in: 'query', style: 'deepObject'}),
  'a header': parameter({in: 'header'}),
  'a cookie': parameter({in: 'cookie'}),
  'JSON in a query': {parameters: [{name: 'shelf', in: 'query', content: {'application/json': {schema: ITSELF}}}]},
  'a form': body('application/x-www-form-urlencoded', {encoding: {copy: {style: 'deepObject'}}}),
  'parts of a body': body('multipart/form-data', {encoding: {copy: {headers: {Shelf: {schema: ITSELF}}}}}),
  'a JSON body': body('application/json'),
  'an XML body': body('application/xml'),
  'a response': {responses: {200: {description: 'Fine', content: {'application/json': {schema: ITSELF}}}}},
  'a header of a response': {responses: {200: {description: 'Fine', headers: {Shelf: {schema: ITSELF}}}}}
}
const PLAIN = parameter({in: 'query'})
const written = (place: Raw, Shelf: Raw): string =>
  JSON.stringify(
    api(
      {'/loans': {post: {responses: {200: {description: 'Fine'}}, ...place}}},
      {components: {schemas: {Shelf}}},
      '3.1.0'
    )
  )

const shelves = Object.entries(SHELVES)

describe.each(
  sample(shelves.map(([name, shelf], at) => [name, shelf, shelves[(at + 1) % shelves.length]?.[1] ?? TEXT] as const))
)('a schema that is %s', (_, shelf, next) => {
  test.each(sample(Object.entries(PLACES)))('in %s', (_, place) => {
    const here = written(place, shelf)
    expect(diffDocuments(here, here)).toEqual([])
    const others = [written(place, next), written(place, TEXT), written(PLAIN, shelf)]
    for (const other of others)
      for (const [older, newer] of [
        [here, other],
        [other, here]
      ] as const)
        expect(() => diffDocuments(older, newer)).not.toThrow()
  })
})
