// A file of a form that is sent as a text now, or the reverse, is one change of the form.
import {describe, expect, test} from 'vitest'
import {between} from './comparing.ts'

const of = (openapi: string, cover: object, more: object = {}): object => ({
  openapi,
  info: {title: 'Library', version: '1'},
  paths: {
    '/covers': {
      post: {
        requestBody: {content: {'multipart/form-data': {schema: {type: 'object', properties: {cover}}}}},
        responses: {200: {description: 'Fine'}}
      }
    },
    ...more
  }
})
const TEXT = {type: 'string'}
const FILE = {type: 'string', format: 'binary'}
const PICTURE = {type: 'string', contentMediaType: 'image/png'}

const kinds = (older: object, newer: object): string[] =>
  between(older, newer).map(({kind, old, new: fresh}) => `${kind} ${old} -> ${fresh}`)

describe.each([
  ['OpenAPI 3.0', '3.0.3', FILE],
  ['OpenAPI 3.1', '3.1.0', FILE],
  ['a media type of its own', '3.1.0', PICTURE]
])('%s', (_, version, file) => {
  const [texts, files] = [of(version, TEXT), of(version, file)]

  test('is told once', () => {
    expect(kinds(files, texts)).toEqual(['serialization-changed file -> text'])
    expect(kinds(texts, files)).toEqual(['serialization-changed text -> file'])
  })

  test('as a list of them now, is none the less bytes', () => {
    const lists = of(version, {type: 'array', items: file})
    expect(kinds(files, lists)).toEqual(['type-changed string -> array'])
    expect(kinds(lists, files)).toEqual(['type-changed array -> string'])
    const names = of(version, {type: 'array', items: TEXT})
    expect(kinds(files, names)).toHaveLength(2)
  })

  test('a format that comes instead is told beside it', () => {
    const told = kinds(files, of(version, {...TEXT, format: 'uuid'}))
    expect(told).toContain('serialization-changed file -> text')
    expect(told).toContainEqual(expect.stringMatching(/^format-changed .*-> uuid$/))
  })
})

test('of a schema that answers hold too it is told there as what it is', () => {
  const answer = {
    '/names': {
      get: {
        responses: {
          200: {description: 'Fine', content: {'application/json': {schema: {$ref: '#/components/schemas/Cover'}}}}
        }
      }
    }
  }
  const shared = (cover: object): object => ({
    ...of('3.0.3', {$ref: '#/components/schemas/Cover'}, answer),
    components: {schemas: {Cover: cover}}
  })
  expect(kinds(shared(FILE), shared(TEXT)).toSorted()).toEqual([
    'format-changed binary -> undefined',
    'serialization-changed file -> text'
  ])
})
