// Schemas that stand where one with a discriminator does, though nothing refers to them.
import {describe, expect, test} from 'vitest'
import {api, check, NUMBER, OK, object, type Raw, TEXT} from '../cases.ts'
import {between} from '../comparing.ts'

const ref = (name: string): Raw => ({$ref: `#/definitions/${name}`})
const item = object({kind: TEXT}, {discriminator: 'kind', required: ['kind']})
const listing = (...kinds: readonly string[]): Raw =>
  object({kind: {...TEXT, enum: kinds}}, {discriminator: 'kind', required: ['kind']})
const book = (more: Raw, required: readonly string[] = []): Raw => ({allOf: [ref('Item'), object(more, {required})]})

/** What is sent to it and what it answers is an item, of some kind. */
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

describe('of a kind', () => {
  check([
    {
      name: 'a field more that must be sent',
      old: items({Book: book({pages: NUMBER})}),
      new: items({Book: book({pages: NUMBER, author: TEXT}, ['author'])}),
      told: ['required-field-added author (request breaks, response keeps)'],
      back: ['field-removed author (request keeps, response breaks)']
    },
    {
      name: 'of another type, in a kind of that kind',
      old: items({Book: book({}), Comic: {allOf: [ref('Book'), object({pages: NUMBER})]}}),
      new: items({Book: book({}), Comic: {allOf: [ref('Book'), object({pages: TEXT})]}}),
      told: ['type-changed (request breaks, response breaks)']
    },
    {
      name: 'one kind more',
      old: items({Book: book({pages: NUMBER})}),
      new: items({Book: book({pages: NUMBER}), Film: book({minutes: NUMBER})}),
      told: ['alternative-added Film (request keeps, response undetermined)'],
      back: ['alternative-removed Film (request, response)']
    },
    {
      name: 'one kind more, of kinds that are listed: that is told of the list',
      old: items({Item: listing('Book'), Book: book({pages: NUMBER})}),
      new: items({Item: listing('Book', 'Film'), Book: book({pages: NUMBER}), Film: book({minutes: NUMBER})}),
      told: [
        'alternative-added Film (request keeps, response keeps)',
        'value-added Film (request keeps, response breaks)'
      ],
      back: ['alternative-removed Film (request, response)', 'value-removed Film (request breaks, response keeps)']
    },
    {
      name: 'the same kind by another name',
      old: items({Book: {...book({pages: NUMBER}), 'x-ms-discriminator-value': 'book'}}),
      new: items({PrintedBook: {...book({pages: NUMBER}), 'x-ms-discriminator-value': 'book'}}),
      told: [],
      back: []
    },
    {
      name: 'what all kinds have is told once',
      old: items({Book: book({pages: NUMBER}), Film: book({minutes: NUMBER})}),
      new: items({
        Item: object({kind: TEXT, shelf: TEXT}, {discriminator: 'kind', required: ['kind', 'shelf']}),
        Book: book({pages: NUMBER}),
        Film: book({minutes: NUMBER})
      }),
      told: ['required-field-added shelf (request breaks, response keeps)']
    },
    {
      name: 'of what is used nowhere nothing is told',
      old: api({'/shelves': {get: {responses: OK}}}, {definitions: {Item: item, Book: book({pages: NUMBER})}}, '2.0'),
      new: api({'/shelves': {get: {responses: OK}}}, {definitions: {Item: item, Book: book({pages: TEXT})}}, '2.0'),
      told: []
    }
  ])
})

test('a kind more is one of what it is a kind of', () => {
  const film = items({Film: book({minutes: NUMBER})})
  const [came] = between(items({}), film)
  const [went] = between(film, items({}))
  expect(came).toMatchObject({kind: 'alternative-added', component: 'Item', about: 'Film'})
  expect(came?.where.new?.pointer).toBe('/definitions/Film')
  expect(went).toMatchObject({kind: 'alternative-removed', component: 'Item', about: 'Film'})
})

describe('a mapping that writes the kinds by their names', () => {
  const titled = (name: string): Raw => ({$ref: `#/components/schemas/${name}`})
  const kindOf = (base: string, more: Raw): Raw => ({allOf: [titled(base), object(more)]})

  /** What is sent and answered is an item; `mapping` says which value stands for which kind. */
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

  check([
    {name: 'is the same as with references', old: catalog(references), new: catalog(names), told: [], back: []},
    {
      name: 'in 3.1, too',
      old: catalog(references, {}, '3.1.0'),
      new: catalog(names, {}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'and a kind that changes is compared by its value',
      old: catalog(references),
      new: catalog(names, pages),
      told: ['type-changed (request breaks, response breaks)']
    },
    {
      name: 'a component whose name looks like a file is that component',
      old: catalog({...references, comic: '#/components/schemas/Comic.yaml'}, dotted('Comic.yaml')),
      new: catalog({...names, comic: 'Comic.yaml'}, dotted('Comic.yaml')),
      told: [],
      back: []
    },
    {
      name: 'a value that stood for another kind is a change of the mapping',
      old: catalog({book: 'Book', film: 'Film', reel: 'Film'}),
      new: catalog({book: 'Book', film: 'Film', reel: 'Book'}),
      told: ['discriminator-changed mapping (request, response)']
    }
  ])
})
