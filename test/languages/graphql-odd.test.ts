// Odd and broken schemas: each is read, with a warning where something is left out, or refused with a place.

import {readFileSync} from 'node:fs'
import process from 'node:process'
import {expect, test} from 'vitest'
import {openSchema} from '../../packages/graphql/src/schema/description.ts'
import {createTextFileTree} from '../../src/documents/file-tree.ts'
import {InputError} from '../../src/model/input-error.ts'
import {sample, tries} from '../tier.ts'
import {compareSchemas} from './graphql/compare.ts'
import {ODD} from './graphql/odd.ts'
import {createRandom, type Random} from './random.ts'

const SEED = Number(process.env.SEED ?? 47)
const FILES = Number(process.env.FILES ?? tries(600, 60))
const LIBRARY = readFileSync(new URL('library.graphql', import.meta.url), 'utf8')

/** What a warning is about, in a word. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/commas/, 'commas'],
  [/braces/, 'braces'],
  [/^Comments/, 'comments'],
  [/ignored/, 'ignored'],
  [/as a scalar/, 'scalar'],
  [/left out/, 'left out'],
  [/twice/, 'twice']
]

/** The warnings of a schema, or the place at which it is refused. */
function read(text: string): string[] {
  try {
    const description = openSchema(createTextFileTree('schema.graphql', new Map([['schema.graphql', text]])))
    description.listTargets()
    return description.describe().gaps.map(({message, place}) => {
      const word = WORDS.find(([pattern]) => pattern.test(message))?.[1] ?? message
      return `${place.line}:${place.column} ${word}`
    })
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const {line, column} = error.problems[0]?.place ?? {}
    return [line === undefined ? 'refused' : `refused ${line}:${column}`]
  }
}

const isRead = (text: string): boolean => !read(text)[0]?.startsWith('refused')

test.each(sample(Object.entries(ODD)))('%s', (_, [text, ...answer]) => {
  const found = read(text)
  // A text that is old in another way has comments as descriptions, too.
  expect(found.filter(each => answer.includes(each) || !each.endsWith(' comments'))).toEqual(answer)
  if (!isRead(text)) return
  expect(compareSchemas(text, text).changes).toEqual([])
  for (const other of ['', 'type Query { id: ID }', LIBRARY]) {
    compareSchemas(text, other)
    compareSchemas(other, text)
  }
})

test('a break has its example where graphql-js refuses a default or a directive', () => {
  const schema = (more: string): string =>
    `type Query { a(x: A = {}): ID ${more} }\ninput A { a: A = {} b: Int @deprecated(reason: 5) }`
  const {changes} = compareSchemas(schema('b: Int'), schema(''))
  expect(changes.map(({proofs}) => proofs.response)).toEqual([
    {is: 'breaks', witness: '{ b }', at: '', isDocument: true}
  ])
})

const TOKENS = [
  ...[
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '!',
    ':',
    '=',
    '|',
    '&',
    '@',
    '"',
    '"""',
    '#',
    ',',
    '$',
    '...',
    '\u0000',
    '\n',
    '\\'
  ],
  ...[' type ', ' input ', ' extend ', ' schema ', ' implements ', ' on ', ' @deprecated ', ' Query ', ' null ', ' 1 ']
]

/** The text with a few pieces removed, repeated, moved, or replaced. */
function mutate(text: string, random: Random): string {
  let mutated = text
  for (let left = 1 + Math.floor(random.next() * 4); left > 0; left--) {
    const at = Math.floor(random.next() * mutated.length)
    const end = at + Math.floor(random.next() * random.pick([3, 30, 300]))
    const [before, piece, after] = [mutated.slice(0, at), mutated.slice(at, end), mutated.slice(end)]
    mutated = random.pick([
      () => before + after,
      () => before + piece + piece + after,
      () => before + random.pick(TOKENS) + after,
      () => before + random.pick(TOKENS) + piece + after,
      () => piece + before + after,
      () =>
        before +
        piece.replaceAll(/\w+/g, () => random.pick(['Query', 'Loan', 'id', 'ID', 'LoanFilter', 'Item'])) +
        after
    ])()
  }
  return mutated
}

test(`${FILES} broken schemas are read, or refused with a place`, () => {
  const random = createRandom(SEED)
  const texts = [
    LIBRARY,
    ...Object.values(ODD)
      .map(([text]) => text)
      .filter(text => text.length < 5000)
  ]
  let opened = 0
  for (let made = 0; made < FILES; made++) {
    const text = mutate(random.happens(0.6) ? LIBRARY : random.pick(texts), random)
    const answer = read(text)
    expect(answer).not.toEqual(['refused undefined'])
    if (answer[0]?.startsWith('refused')) continue
    opened++
    expect(compareSchemas(text, text).changes).toEqual([])
    compareSchemas(text, LIBRARY)
    compareSchemas(LIBRARY, text)
  }
  expect(opened).toBeGreaterThan(FILES / 10)
})
