// Alternatives are matched correctly and efficiently, few or thousands.
import {describe, expect, test} from 'vitest'
import {type Node, rootNode} from '../../../../../packages/json-schema/src/document/node.ts'
import {matchAlternatives} from '../../../../../packages/openapi/src/diff/alternatives/match-alternatives.ts'
import {NUMBER, object, type Raw, TEXT, testChanges, withResponse} from '../cases.ts'

const alternatives = (names: readonly string[]): Node[] =>
  names.map(name =>
    rootNode({
      schema: {type: 'object', properties: {[name]: {type: 'string'}}},
      dialect: '2020-12',
      pointer: `/components/schemas/${name}`
    })
  )

test('thousands of unchanged alternatives are each compared once', () => {
  let comparisons = 0
  const isUnchanged = (older: Node, newer: Node): boolean => {
    comparisons++
    return older.pointer === newer.pointer
  }
  const names = Array.from({length: 2000}, (_, at) => `Form${at}`)
  const {pairs, removed, added} = matchAlternatives(
    {changedReferences: {isUnchanged: isUnchanged}} as Parameters<typeof matchAlternatives>[0],
    alternatives(names),
    [...alternatives(['First']), ...alternatives(names).reverse()]
  )
  expect(pairs).toHaveLength(2000)
  expect(pairs.every(([older, newer]) => older.pointer === newer.pointer)).toBe(true)
  expect(removed).toEqual([])
  expect(added.map(({pointer}) => pointer)).toEqual(['/components/schemas/First'])
  expect(comparisons).toBe(2000)
})

describe('`oneOf` alternatives whose `kind` lists different values', () => {
  const ref = (name: string): Raw => ({$ref: `#/components/schemas/${name}`})
  const item = (kind: Raw): Raw => object({kind, title: TEXT, shelf: NUMBER}, {required: ['kind', 'title']})
  const listOf = (...all: readonly string[]): Raw => ({...TEXT, enum: all})
  const items = (one: string, schemas: Raw): object => ({
    ...withResponse({oneOf: [ref('Book'), ref(one)]}, '3.1.0'),
    components: {schemas: {Book: item(listOf('BOOK')), ...schemas}}
  })
  testChanges([
    {
      name: 'one replaces another one',
      old: items('Map', {Map: item(listOf('MAP'))}),
      new: items('Film', {Film: item(listOf('FILM'))}),
      changes: ['alternative-removed Map (response keeps)', 'alternative-added Film (response breaks)']
    },
    {
      name: 'one replaces another one, and a shared list changes, too',
      old: items('Map', {Map: item({...listOf('MAP'), allOf: [ref('Kind')]}), Kind: listOf('BOOK', 'MAP')}),
      new: items('Film', {Film: item({...listOf('FILM'), allOf: [ref('Kind')]}), Kind: listOf('BOOK', 'FILM')}),
      changes: ['alternative-removed Map (response keeps)', 'alternative-added Film (response breaks)']
    },
    {
      name: 'a renamed component with the same value is matched',
      old: items('Map', {Map: item(listOf('MAP'))}),
      new: items('Chart', {Chart: {...item(listOf('MAP')), required: ['kind']}}),
      changes: ['field-optional title (response breaks)']
    },
    {
      name: 'a component that keeps its name and lists another value is matched',
      old: items('Map', {Map: item(listOf('MAP'))}),
      new: items('Map', {Map: item(listOf('CHART'))}),
      changes: ['constraint-changed enum (response breaks)']
    }
  ])
})

test('alternatives in separate files are matched by file, not by similarity', () => {
  const inFile = (name: string, properties: readonly string[]): Node =>
    rootNode({
      schema: object(Object.fromEntries(properties.map(each => [each, TEXT]))),
      dialect: '2020-12',
      address: `tenure:///schemas/${name}.yaml`
    })
  // Each file now resembles the former other one.
  const olds = [inFile('Book', ['title', 'pages', 'author']), inFile('Film', ['title', 'minutes', 'director'])]
  const news = [inFile('Film', ['title', 'pages', 'author']), inFile('Book', ['title', 'minutes', 'director'])]
  const isUnchanged = (older: Node, newer: Node): boolean => JSON.stringify(older.raw) === JSON.stringify(newer.raw)
  const {pairs} = matchAlternatives(
    {changedReferences: {isUnchanged}} as Parameters<typeof matchAlternatives>[0],
    olds,
    news
  )
  const fileOf = ({resource}: Node): string => resource.document.address
  expect(pairs.map(pair => pair.map(fileOf))).toEqual([
    ['tenure:///schemas/Book.yaml', 'tenure:///schemas/Book.yaml'],
    ['tenure:///schemas/Film.yaml', 'tenure:///schemas/Film.yaml']
  ])
})
