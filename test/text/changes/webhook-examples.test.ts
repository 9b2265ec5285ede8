// Examples about webhooks and callbacks: the service sends the request, and its clients answer.
import {expect, test} from 'vitest'
import {formatChange, formatPieces} from '../../../src/text/changes/sentences.ts'
import {witnessesOf, witnessPieces} from '../../../src/text/changes/witnesses.ts'
import {NUMBER, OK, object, type Raw, TEXT} from '../../languages/openapi/diff/cases.ts'
import {diffDocuments} from '../../languages/openapi/diff/comparing.ts'

const content = (schema: Raw): Raw => ({content: {'application/json': {schema}}})
const head = {openapi: '3.1.0', info: {title: 'Library', version: '1'}}
const answered = (schema: Raw, schemas: Raw = {}): object => ({
  ...head,
  webhooks: {loanOverdue: {post: {responses: {'200': {description: 'Fine', ...content(schema)}}}}},
  components: {schemas}
})
const sent = (schema: Raw, schemas: Raw = {}): object => ({
  ...head,
  webhooks: {loanOverdue: {post: {requestBody: {required: true, ...content(schema)}, responses: OK}}},
  components: {schemas}
})
const called = (schema: Raw): object => ({
  ...head,
  paths: {
    '/readers': {
      post: {
        responses: OK,
        callbacks: {
          overdue: {'{$request.body#/url}': {post: {responses: {'200': {description: 'Fine', ...content(schema)}}}}}
        }
      }
    }
  }
})
const told = (older: object, newer: object): string[] =>
  diffDocuments(older, newer).flatMap(change => [
    formatChange(change),
    ...witnessesOf(change).map(each => formatPieces(witnessPieces(each)))
  ])

const receipt = (more: Raw, required: readonly string[]): Raw =>
  object({seen: {type: 'string', maxLength: 10}, ...more}, {required})
const whole = 'the `200` response of the webhook `loanOverdue`'

test('an answer that receivers could give is rejected', () => {
  const old = answered(receipt({}, ['seen']))
  expect(told(old, answered(receipt({by: TEXT}, ['seen', 'by'])))).toEqual([
    `added the required field \`by\` to ${whole}`,
    'Example: an answer without `by` was accepted and is now rejected.'
  ])
  const shorter = answered(object({seen: {type: 'string', maxLength: 5}}, {required: ['seen']}))
  expect(told(old, shorter)).toEqual([
    `the maximum length of \`seen\` in ${whole} changed from \`10\` to \`5\``,
    'Example: `"seen": "xxxxxx"` was accepted and is now rejected.'
  ])
  expect(told(answered(TEXT), answered(NUMBER))).toEqual([
    `the type of ${whole} changed from \`string\` to \`integer\``,
    'Example: the answer `""` was accepted and is now rejected.'
  ])
})

test('an answer to a callback is rejected', () => {
  const examples = told(called(receipt({}, ['seen'])), called(receipt({by: TEXT}, ['seen', 'by'])))
  expect(examples.at(-1)).toBe('Example: an answer without `by` was accepted and is now rejected.')
})

test('an answer with a shared schema is rejected', () => {
  const shared = (required: readonly string[]): object =>
    answered({$ref: '#/components/schemas/Receipt'}, {Receipt: receipt({by: TEXT}, required)})
  expect(told(shared(['seen']), shared(['seen', 'by'])).at(-1)).toBe(
    'Example: the webhook `loanOverdue` accepted an answer without `by` and now rejects it.'
  )
})

test('what the service sends can contain more', () => {
  expect(told(sent({type: 'string', maxLength: 5}), sent({type: 'string', maxLength: 6})).at(-1)).toBe(
    'Example: the request can now contain `"xxxxxx"`.'
  )
  const state = (...values: string[]): object =>
    sent({$ref: '#/components/schemas/Loan'}, {Loan: object({state: {type: 'string', enum: values}})})
  expect(told(state('open'), state('open', 'lost'))).toEqual([
    '`Loan.state` can now contain `lost`',
    'Example: the webhook `loanOverdue` can now send `"state": "lost"`.'
  ])
})
