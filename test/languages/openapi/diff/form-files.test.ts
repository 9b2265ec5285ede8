// A form field that changes from a file to a string, or the reverse, is one change.
import {describe, expect, test} from 'vitest'
import {diffDocuments} from './comparing.ts'

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
  diffDocuments(older, newer).map(({kind, old, new: fresh}) => `${kind} ${old} -> ${fresh}`)

describe.each([
  ['OpenAPI 3.0', '3.0.3', FILE],
  ['OpenAPI 3.1', '3.1.0', FILE],
  ['OpenAPI 3.1 with a media type', '3.1.0', PICTURE]
])('a file field of a form in %s', (_, version, file) => {
  const [texts, files] = [of(version, TEXT), of(version, file)]

  test('that becomes a string, or the reverse, is reported once', () => {
    expect(kinds(files, texts)).toEqual(['serialization-changed file -> text'])
    expect(kinds(texts, files)).toEqual(['serialization-changed text -> file'])
  })

  test('that becomes an array of files is still a file', () => {
    const lists = of(version, {type: 'array', items: file})
    expect(kinds(files, lists)).toEqual(['type-changed string -> array'])
    expect(kinds(lists, files)).toEqual(['type-changed array -> string'])
    const names = of(version, {type: 'array', items: TEXT})
    expect(kinds(files, names)).toHaveLength(2)
  })

  test('that becomes a string with a format reports the format, too', () => {
    const reported = kinds(files, of(version, {...TEXT, format: 'uuid'}))
    expect(reported).toContain('serialization-changed file -> text')
    expect(reported).toContainEqual(expect.stringMatching(/^format-changed .*-> uuid$/))
  })
})

test('a file schema that a response shares is reported for the response, too', () => {
  const namePath = {
    '/names': {
      get: {
        responses: {
          200: {description: 'Fine', content: {'application/json': {schema: {$ref: '#/components/schemas/Cover'}}}}
        }
      }
    }
  }
  const shared = (cover: object): object => ({
    ...of('3.0.3', {$ref: '#/components/schemas/Cover'}, namePath),
    components: {schemas: {Cover: cover}}
  })
  expect(kinds(shared(FILE), shared(TEXT)).toSorted()).toEqual([
    'format-changed binary -> undefined',
    'serialization-changed file -> text'
  ])
})
