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
