// Seeded edits of a schema whose effect is known: none is compatible that breaks, and each break has its example.
// Random documents and graphql-js itself are the judges that know nothing of the edits.
import {readFileSync} from 'node:fs'
import process from 'node:process'
import {
  buildASTSchema,
  type DocumentNode,
  findBreakingChanges,
  type GraphQLSchema,
  parse,
  print,
  validate,
  validateSchema
} from 'graphql'
import {expect, test} from 'vitest'
import type {Change} from '../../src/model/api/change.ts'
import {tries} from '../tier.ts'
import {compareSchemas} from './graphql/compare.ts'
import {RandomDocuments} from './graphql/documents.ts'
import {editRandomly} from './graphql/edits.ts'
import {findReached} from './graphql/reached.ts'
import {findUnproven} from './graphql/witnesses.ts'
import {createRandom} from './random.ts'

const SEED = Number(process.env.SEED ?? 47)
const EDITS = Number(process.env.EDITS ?? tries(100, 25))
const PATH = new URL('library.graphql', import.meta.url)
const DOCUMENTS = 100

const random = createRandom(SEED)
const build = (document: DocumentNode): GraphQLSchema =>
  buildASTSchema(document, {assumeValidSDL: true, assumeValid: true})

const BASE = parse(readFileSync(PATH, 'utf8'), {noLocation: true})
const TEXT = print(BASE)
const SCHEMA = build(BASE)
const REACHED = findReached(SCHEMA)

/** Random documents that the schema accepts. */
const ACCEPTED = (() => {
  const writer = new RandomDocuments(SCHEMA, random)
  const all = Array.from({length: DOCUMENTS * 3}, () => parse(writer.write(), {noLocation: true}))
  return all.filter(each => validate(SCHEMA, each).length === 0).slice(0, DOCUMENTS)
})()

/** What graphql-js calls breaking, without what only schemas can write or what nothing refers to any more. */
const findBroken = (newer: GraphQLSchema): string[] =>
  findBreakingChanges(SCHEMA, newer)
    .map(({description}) => description)
    .filter(each => !/Standard scalar|shelved/.test(each))

const keyOf = ({subject, about}: Change): string => `${subject.target.text} ${about ?? ''}`
const keysBetween = (older: DocumentNode, newer: DocumentNode): Set<string> =>
  new Set(compareSchemas(print(older), print(newer)).changes.map(keyOf))

/** The examples of one edit that only the other one breaks. */
function findBorrowed(changes: readonly Change[], between: DocumentNode, last: DocumentNode): string[] {
  const [first, second] = [keysBetween(BASE, between), keysBetween(between, last)]
  const schema = build(between)
  return changes.flatMap(change => {
    const key = keyOf(change)
    return Object.values(change.proofs).flatMap(proof => {
      // What both edits change is the change of both.
      if (proof.is !== 'breaks' || !proof.isDocument || first.has(key) === second.has(key)) return []
      const isValid = validate(schema, parse(String(proof.witness))).length === 0
      return isValid === second.has(key) ? [] : [`${key} is shown by the other edit: ${proof.witness}`]
    })
  })
}

test('the schema is valid, and so are random documents', () => {
  expect(validateSchema(buildASTSchema(BASE))).toEqual([])
  expect(ACCEPTED.length).toBe(DOCUMENTS)
})

test(`${EDITS} edits have the effect that they were made for, and examples that graphql-js confirms`, () => {
  const wrong: string[] = []
  for (let made = 0; made < EDITS; ) {
    const edit = editRandomly(BASE, REACHED, random)
    if (!edit) continue
    made++
    // A second edit, of the same place or of another one, which may take the first one back.
    const second = random.happens(0.3) ? editRandomly(edit.document, REACHED, random) : undefined
    const {document} = second ?? edit
    const newer = build(document)
    const {changes, answer} = compareSchemas(TEXT, print(document))
    const say = (text: string): void => void wrong.push(`${edit.name}${second ? `, ${second.name}` : ''} ${text}`)
    if (!second && (!edit.allowed.includes(answer) || (changes.length === 0) !== (edit.isSame ?? false)))
      say(`is ${answer}`)
    const rejected = ACCEPTED.find(each => validate(newer, each).length > 0)
    if (rejected && answer !== 'breaking') say(`is ${answer}, and rejects ${print(rejected).replace(/\s+/g, ' ')}`)
    if (answer === 'compatible' && findBroken(newer).length > 0) say(`is compatible, and breaks: ${findBroken(newer)}`)
    // Where the second edit rejects all documents of the first one, there is no example.
    for (const each of findUnproven(changes, SCHEMA, newer)) if (!second || !/has no example$/.test(each)) say(each)
    if (second) for (const each of findBorrowed(changes, edit.document, document)) say(each)
  }
  expect(wrong).toEqual([])
})
