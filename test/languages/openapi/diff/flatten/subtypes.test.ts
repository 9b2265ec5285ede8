// Schemas that extend one with a discriminator belong to its messages, even if nothing refers to them.
import {describe, expect, test} from 'vitest'
import {api, NUMBER, OK, object, type Raw, TEXT, testChanges} from '../cases.ts'
import {diffDocuments} from '../comparing.ts'

const ref = (name: string): Raw => ({$ref: `#/definitions/${name}`})
const item = object({kind: TEXT}, {discriminator: 'kind', required: ['kind']})
const listing = (...kinds: readonly string[]): Raw =>
  object({kind: {...TEXT, enum: kinds}}, {discriminator: 'kind', required: ['kind']})
const book = (more: Raw, required: readonly string[] = []): Raw => ({allOf: [ref('Item'), object(more, {required})]})

/** An API that accepts and returns items of some subtype. */
const items = (definitions: Raw): object =>
  api(
    {
      '/items': {
        post: {
          parameters: [{name: 'item', in: 'body', required: true, schema: ref('Item')}],
          responses: {'200': {description: 'Fine', schema: ref('Item')}}
        }
      },
      '/shelves': {get: {responses: OK}}
    },
    {definitions: {Item: item, ...definitions}},
    '2.0'
  )

describe('a subtype', () => {
  testChanges([
    {
      name: 'requires a new field',
      old: items({Book: book({pages: NUMBER})}),
      new: items({Book: book({pages: NUMBER, author: TEXT}, ['author'])}),
      changes: ['required-field-added author (request breaks, response keeps)'],
      reverse: ['field-removed author (request keeps, response breaks)']
    },
    {
      name: 'of a subtype changes the type of a field',
      old: items({Book: book({}), Comic: {allOf: [ref('Book'), object({pages: NUMBER})]}}),
      new: items({Book: book({}), Comic: {allOf: [ref('Book'), object({pages: TEXT})]}}),
      changes: ['type-changed (request breaks, response breaks)']
    },
    {
      name: 'is added',
      old: items({Book: book({pages: NUMBER})}),
      new: items({Book: book({pages: NUMBER}), Film: book({minutes: NUMBER})}),
      changes: ['alternative-added Film (request keeps, response undetermined)'],
      reverse: ['alternative-removed Film (request, response)']
    },
    {
      name: 'is added, and the list of subtypes reports it as a value',
      old: items({Item: listing('Book'), Book: book({pages: NUMBER})}),
      new: items({Item: listing('Book', 'Film'), Book: book({pages: NUMBER}), Film: book({minutes: NUMBER})}),
      changes: [
        'alternative-added Film (request keeps, response keeps)',
        'value-added Film (request keeps, response breaks)'
      ],
      reverse: ['alternative-removed Film (request, response)', 'value-removed Film (request breaks, response keeps)']
    },
    {
      name: 'has another name and the same discriminator value',
      old: items({Book: {...book({pages: NUMBER}), 'x-ms-discriminator-value': 'book'}}),
      new: items({PrintedBook: {...book({pages: NUMBER}), 'x-ms-discriminator-value': 'book'}}),
      changes: [],
      reverse: []
    },
    {
      name: 'inherits a new field, which is reported once',
      old: items({Book: book({pages: NUMBER}), Film: book({minutes: NUMBER})}),
      new: items({
        Item: object({kind: TEXT, shelf: TEXT}, {discriminator: 'kind', required: ['kind', 'shelf']}),
        Book: book({pages: NUMBER}),
        Film: book({minutes: NUMBER})
      }),
      changes: ['required-field-added shelf (request breaks, response keeps)']
    },
    {
      name: 'is ignored if no operation uses it',
      old: api({'/shelves': {get: {responses: OK}}}, {definitions: {Item: item, Book: book({pages: NUMBER})}}, '2.0'),
      new: api({'/shelves': {get: {responses: OK}}}, {definitions: {Item: item, Book: book({pages: TEXT})}}, '2.0'),
      changes: []
    }
  ])
})

test('a new subtype is reported as an alternative of its base', () => {
  const film = items({Film: book({minutes: NUMBER})})
  const [addition] = diffDocuments(items({}), film)
  const [removal] = diffDocuments(film, items({}))
  expect(addition).toMatchObject({kind: 'alternative-added', component: 'Item', about: 'Film'})
  expect(addition?.where.new?.pointer).toBe('/definitions/Film')
  expect(removal).toMatchObject({kind: 'alternative-removed', component: 'Item', about: 'Film'})
})

describe('a mapping that lists subtypes by name', () => {
  const titled = (name: string): Raw => ({$ref: `#/components/schemas/${name}`})
  const kindOf = (base: string, more: Raw): Raw => ({allOf: [titled(base), object(more)]})

  /** An API that accepts and returns items; `mapping` assigns discriminator values to subtypes. */
  function catalog(mapping: Raw, more: Raw = {}, version = '3.0.3'): object {
    const content = {'application/json': {schema: titled('Item')}}
    const schemas = {
      Item: object({kind: TEXT}, {required: ['kind'], discriminator: {propertyName: 'kind', mapping}}),
      Book: kindOf('Item', {pages: NUMBER}),
      Film: kindOf('Item', {minutes: NUMBER}),
      ...more
    }
    return api(
      {'/items': {post: {requestBody: {required: true, content}, responses: {'200': {description: 'Fine', content}}}}},
      {components: {schemas}},
      version
    )
  }

  const references = {book: '#/components/schemas/Book', film: '#/components/schemas/Film'}
  const names = {book: 'Book', film: 'Film'}
  const pages = {Book: kindOf('Item', {pages: TEXT})}
  const dotted = (name: string): Raw => ({[name]: kindOf('Item', {pages: NUMBER})})

  testChanges([
    {
      name: 'is equal to a mapping with references',
      old: catalog(references),
      new: catalog(names),
      changes: [],
      reverse: []
    },
    {
      name: 'is equal to a mapping with references, in OpenAPI 3.1',
      old: catalog(references, {}, '3.1.0'),
      new: catalog(names, {}, '3.1.0'),
      changes: [],
      reverse: []
    },
    {
      name: 'matches a changed subtype by its value',
      old: catalog(references),
      new: catalog(names, pages),
      changes: ['type-changed (request breaks, response breaks)']
    },
    {
      name: 'refers to a component whose name looks like a file name',
      old: catalog({...references, comic: '#/components/schemas/Comic.yaml'}, dotted('Comic.yaml')),
      new: catalog({...names, comic: 'Comic.yaml'}, dotted('Comic.yaml')),
      changes: [],
      reverse: []
    },
    {
      name: 'assigns a value to another subtype',
      old: catalog({book: 'Book', film: 'Film', reel: 'Film'}),
      new: catalog({book: 'Book', film: 'Film', reel: 'Book'}),
      changes: ['discriminator-changed mapping (request, response)']
    }
  ])
})
