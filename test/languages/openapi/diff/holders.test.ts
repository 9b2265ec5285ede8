// Whose a change is: a component that is the same in both descriptions has not changed.
import {expect, test} from 'vitest'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {answered, object, type Raw, sent, TEXT} from './cases.ts'
import {between} from './comparing.ts'

const LOAN = object({copy: TEXT, due: TEXT})
const at = (name: string): Raw => ({$ref: `#/components/schemas/${name}`})
const OR_NULL = {anyOf: [at('Loan'), {type: 'null'}]}

const holding = (description: object, schemas: Raw): string => JSON.stringify({...description, components: {schemas}})
const said = (older: string, newer: string): string[] => between(older, newer).map(formatChange)

const BODY = 'the request body of `POST /loans`'
const ANSWER = 'the `200` response of `GET /loans`'

test('no field is gone or new where the other side takes anything', () => {
  const [some, any] = [sent({allOf: [at('Loan'), object({note: TEXT})]}), sent({})].map(each =>
    holding(each, {Loan: LOAN})
  ) as [string, string]
  expect(said(some, any)).toEqual([`the type of ${BODY} is no longer specified (was \`object\`)`])
  expect(said(any, some)).toEqual([`the type of ${BODY} is now \`object\` (previously any)`])
  const [forms, open] = [{anyOf: [at('Loan'), object({note: TEXT})]}, {}].map(each =>
    holding(answered(each), {Loan: LOAN})
  ) as [string, string]
  expect(said(forms, open)).toEqual([`${ANSWER} is no longer one of 2 alternatives`])
  expect(said(open, forms)).toEqual([`${ANSWER} is now one of 2 alternatives`])
})

test('fields are gone from what named the component, and not from the component', () => {
  const note = object({note: TEXT})
  const [older, newer] = [{allOf: [at('Loan'), note]}, {allOf: [note]}]
  const held = (Entry: Raw): string => holding(answered(at('Entry')), {Loan: LOAN, Entry})
  expect(said(held(older), held(newer))).toEqual(['removed `Entry.copy`', 'removed `Entry.due`'])
  const plain = (schema: Raw): string => holding(answered(schema), {Loan: LOAN})
  expect(said(plain(older), plain(newer))).toEqual([
    `removed \`copy\` from ${ANSWER}`,
    `removed \`due\` from ${ANSWER}`
  ])
})

test('what may now be null is what refers to a component, at the choice that says so', () => {
  const plain = (schema: Raw): string => holding(answered(schema, '3.1.0'), {Loan: LOAN})
  const [change, ...others] = between(plain({oneOf: [at('Loan')]}), plain({oneOf: [at('Loan'), {type: 'null'}]}))
  expect(others).toEqual([])
  if (!change) throw new Error('Unexpected lack of a change, expected one')
  expect(formatChange(change)).toBe(`${ANSWER} can now be \`null\``)
  expect([change.where.old?.pointer, change.where.new?.pointer].map(each => each?.split('/').at(-1))).toEqual([
    'oneOf',
    'oneOf'
  ])
  const held = (loan: Raw): string => holding(answered(at('Entry'), '3.1.0'), {Loan: LOAN, Entry: object({loan})})
  expect(said(held(at('Loan')), held(OR_NULL))).toEqual(['`Entry.loan` can now be `null`'])
  expect(said(held(OR_NULL), held(at('Loan')))).toEqual(['`Entry.loan` can no longer be `null`'])
})

test('nor is it a component that only one side has', () => {
  const held = (copy: Raw, more: Raw): string => holding(answered(object({copy}), '3.1.0'), more)
  expect(said(held({type: ['string', 'null']}, {}), held(at('Copy'), {Copy: TEXT}))).toEqual([
    `\`copy\` in ${ANSWER} can no longer be \`null\``
  ])
})

test('fields of a form that went are gone from the place that named the form, and not from the one that is left', () => {
  const LIST = {oneOf: [at('Loan'), at('Note')]}
  const held = (item: Raw, Loan: Raw): string =>
    holding(sent(at('Entry')), {Loan, Note: object({note: TEXT}), Entry: object({item})})
  const forms = held(LIST, {...LOAN, required: ['copy']})
  const alone = held(at('Loan'), {...object({copy: TEXT, due: TEXT, late: TEXT}), required: ['copy']})
  expect(said(forms, alone)).toContain('removed `Entry.item.note`')
})
