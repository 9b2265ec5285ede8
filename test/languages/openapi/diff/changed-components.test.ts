// A change belongs to the component that changed, and never to one that is equal in both descriptions.
import {expect, test} from 'vitest'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {object, type Raw, TEXT, withRequest, withResponse} from './cases.ts'
import {diffDocuments} from './comparing.ts'

const LOAN = object({copy: TEXT, due: TEXT})
const ref = (name: string): Raw => ({$ref: `#/components/schemas/${name}`})
const OR_NULL = {anyOf: [ref('Loan'), {type: 'null'}]}

const withSchemas = (description: object, schemas: Raw): string =>
  JSON.stringify({...description, components: {schemas}})
const sentencesOf = (older: string, newer: string): string[] => diffDocuments(older, newer).map(formatChange)

const BODY = 'the request body of `POST /loans`'
const ANSWER = 'the `200` response of `GET /loans`'

test('no field is reported as added or removed if the other side accepts anything', () => {
  const [some, any] = [withRequest({allOf: [ref('Loan'), object({note: TEXT})]}), withRequest({})].map(each =>
    withSchemas(each, {Loan: LOAN})
  ) as [string, string]
  expect(sentencesOf(some, any)).toEqual([`the type of ${BODY} is no longer specified (was \`object\`)`])
  expect(sentencesOf(any, some)).toEqual([`the type of ${BODY} is now \`object\` (previously any)`])
  const [alternatives, open] = [{anyOf: [ref('Loan'), object({note: TEXT})]}, {}].map(each =>
    withSchemas(withResponse(each), {Loan: LOAN})
  ) as [string, string]
  expect(sentencesOf(alternatives, open)).toEqual([`${ANSWER} is no longer one of 2 alternatives`])
  expect(sentencesOf(open, alternatives)).toEqual([`${ANSWER} is now one of 2 alternatives`])
})

test('removed fields are reported for the schema that referred to a component, not for the component', () => {
  const note = object({note: TEXT})
  const [older, newer] = [{allOf: [ref('Loan'), note]}, {allOf: [note]}]
  const withEntry = (Entry: Raw): string => withSchemas(withResponse(ref('Entry')), {Loan: LOAN, Entry})
  expect(sentencesOf(withEntry(older), withEntry(newer))).toEqual(['removed `Entry.copy`', 'removed `Entry.due`'])
  const plain = (schema: Raw): string => withSchemas(withResponse(schema), {Loan: LOAN})
  expect(sentencesOf(plain(older), plain(newer))).toEqual([
    `removed \`copy\` from ${ANSWER}`,
    `removed \`due\` from ${ANSWER}`
  ])
})

test('a schema that can now be null is the one that refers to the component, located at its choice', () => {
  const plain = (schema: Raw): string => withSchemas(withResponse(schema, '3.1.0'), {Loan: LOAN})
  const [change, ...others] = diffDocuments(
    plain({oneOf: [ref('Loan')]}),
    plain({oneOf: [ref('Loan'), {type: 'null'}]})
  )
  expect(others).toEqual([])
  if (!change) throw new Error('Unexpected lack of a change, expected one')
  expect(formatChange(change)).toBe(`${ANSWER} can now be \`null\``)
  expect([change.where.old?.pointer, change.where.new?.pointer].map(each => each?.split('/').at(-1))).toEqual([
    'oneOf',
    'oneOf'
  ])
  const withEntry = (loan: Raw): string =>
    withSchemas(withResponse(ref('Entry'), '3.1.0'), {Loan: LOAN, Entry: object({loan})})
  expect(sentencesOf(withEntry(ref('Loan')), withEntry(OR_NULL))).toEqual(['`Entry.loan` can now be `null`'])
  expect(sentencesOf(withEntry(OR_NULL), withEntry(ref('Loan')))).toEqual(['`Entry.loan` can no longer be `null`'])
})

test('a schema that can no longer be null is not the component that was added', () => {
  const held = (copy: Raw, more: Raw): string => withSchemas(withResponse(object({copy}), '3.1.0'), more)
  expect(sentencesOf(held({type: ['string', 'null']}, {}), held(ref('Copy'), {Copy: TEXT}))).toEqual([
    `\`copy\` in ${ANSWER} can no longer be \`null\``
  ])
})

test('fields of a removed alternative are reported for the schema with the choice', () => {
  const LIST = {oneOf: [ref('Loan'), ref('Note')]}
  const withEntry = (item: Raw, Loan: Raw): string =>
    withSchemas(withRequest(ref('Entry')), {Loan, Note: object({note: TEXT}), Entry: object({item})})
  const alternatives = withEntry(LIST, {...LOAN, required: ['copy']})
  const alone = withEntry(ref('Loan'), {...object({copy: TEXT, due: TEXT, late: TEXT}), required: ['copy']})
  expect(sentencesOf(alternatives, alone)).toContain('removed `Entry.item.note`')
})
