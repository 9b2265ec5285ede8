// Which alternatives are the same ones, of a few and of thousands.
import {describe, expect, test} from 'vitest'
import {type Node, rootNode} from '../../../../../packages/json-schema/src/document/node.ts'
import {matchAlternatives} from '../../../../../src/languages/openapi/diff/alternatives/match-alternatives.ts'
import {answered, check, NUMBER, object, type Raw, TEXT} from '../cases.ts'

const forms = (names: readonly string[]): Node[] =>
  names.map(name =>
    rootNode({
      schema: {type: 'object', properties: {[name]: {type: 'string'}}},
      dialect: '2020-12',
      pointer: `/components/schemas/${name}`
    })
  )

test('of thousands that are where they were each is looked at once', () => {
  let questions = 0
  const isClean = (older: Node, newer: Node): boolean => {
    questions++
    return older.pointer === newer.pointer
  }
  const names = Array.from({length: 2000}, (_, at) => `Form${at}`)
  const {pairs, gone, come} = matchAlternatives(
    {changedReferences: {isUnchanged: isClean}} as Parameters<typeof matchAlternatives>[0],
    forms(names),
    [...forms(['First']), ...forms(names).reverse()]
  )
  expect(pairs).toHaveLength(2000)
  expect(pairs.every(([older, newer]) => older.pointer === newer.pointer)).toBe(true)
  expect(gone).toEqual([])
  expect(come.map(({pointer}) => pointer)).toEqual(['/components/schemas/First'])
  expect(questions).toBe(2000)
})

describe('of components, those that say of themselves that they are not the other are two', () => {
  const ref = (name: string): Raw => ({$ref: `#/components/schemas/${name}`})
  const item = (kind: Raw): Raw => object({kind, title: TEXT, shelf: NUMBER}, {required: ['kind', 'title']})
  const kinds = (...all: readonly string[]): Raw => ({...TEXT, enum: all})
  const items = (one: string, schemas: Raw): object => ({
    ...answered({oneOf: [ref('Book'), ref(one)]}, '3.1.0'),
    components: {schemas: {Book: item(kinds('BOOK')), ...schemas}}
  })
  check([
    {
      name: 'one in place of another',
      old: items('Map', {Map: item(kinds('MAP'))}),
      new: items('Film', {Film: item(kinds('FILM'))}),
      told: ['alternative-removed Map (response keeps)', 'alternative-added Film (response breaks)']
    },
    {
      name: 'though a list that they share has changed, too: it is not that one which is told',
      old: items('Map', {Map: item({...kinds('MAP'), allOf: [ref('Kind')]}), Kind: kinds('BOOK', 'MAP')}),
      new: items('Film', {Film: item({...kinds('FILM'), allOf: [ref('Kind')]}), Kind: kinds('BOOK', 'FILM')}),
      told: ['alternative-removed Map (response keeps)', 'alternative-added Film (response breaks)']
    },
    {
      name: 'the same by another name is one',
      old: items('Map', {Map: item(kinds('MAP'))}),
      new: items('Chart', {Chart: {...item(kinds('MAP')), required: ['kind']}}),
      told: ['field-optional title (response breaks)']
    },
    {
      name: 'another value of the same one is another value',
      old: items('Map', {Map: item(kinds('MAP'))}),
      new: items('Map', {Map: item(kinds('CHART'))}),
      told: ['constraint-changed enum (response breaks)']
    }
  ])
})

test('those in files of their own are matched by the file that they refer to, and not by likeness', () => {
  const inFile = (name: string, properties: readonly string[]): Node =>
    rootNode({
      schema: object(Object.fromEntries(properties.map(each => [each, TEXT]))),
      dialect: '2020-12',
      address: `tenure:///schemas/${name}.yaml`
    })
  // Each is now like the other was.
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
