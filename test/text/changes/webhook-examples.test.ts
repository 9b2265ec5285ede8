// Examples for webhooks and callbacks, where the service sends the request and its clients respond.
import {expect, test} from 'vitest'
import {formatChange, formatPieces} from '../../../src/text/changes/sentences.ts'
import {witnessesOf, witnessPieces} from '../../../src/text/changes/witnesses.ts'
import {NUMBER, OK, object, type Raw, TEXT} from '../../languages/openapi/diff/cases.ts'
import {diffDocuments} from '../../languages/openapi/diff/comparing.ts'

const content = (schema: Raw): Raw => ({content: {'application/json': {schema}}})
const head = {openapi: '3.1.0', info: {title: 'Library', version: '1'}}
const receivedBy = (schema: Raw, schemas: Raw = {}): object => ({
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
const examplesOf = (older: object, newer: object): string[] =>
  diffDocuments(older, newer).flatMap(change => [
    formatChange(change),
    ...witnessesOf(change).map(each => formatPieces(witnessPieces(each)))
  ])

const receipt = (more: Raw, required: readonly string[]): Raw =>
  object({seen: {type: 'string', maxLength: 10}, ...more}, {required})
const description = 'the `200` response of the webhook `loanOverdue`'

test('an example shows a webhook response that is now rejected', () => {
  const old = receivedBy(receipt({}, ['seen']))
  expect(examplesOf(old, receivedBy(receipt({by: TEXT}, ['seen', 'by'])))).toEqual([
    `added the required field \`by\` to ${description}`,
    'Example: an answer without `by` was accepted and is now rejected.'
  ])
  const shorter = receivedBy(object({seen: {type: 'string', maxLength: 5}}, {required: ['seen']}))
  expect(examplesOf(old, shorter)).toEqual([
    `the maximum length of \`seen\` in ${description} changed from \`10\` to \`5\``,
    'Example: `"seen": "xxxxxx"` was accepted and is now rejected.'
  ])
  expect(examplesOf(receivedBy(TEXT), receivedBy(NUMBER))).toEqual([
    `the type of ${description} changed from \`string\` to \`integer\``,
    'Example: the answer `""` was accepted and is now rejected.'
  ])
})

test('an example shows a callback response that is now rejected', () => {
  const examples = examplesOf(called(receipt({}, ['seen'])), called(receipt({by: TEXT}, ['seen', 'by'])))
  expect(examples.at(-1)).toBe('Example: an answer without `by` was accepted and is now rejected.')
})

test('an example shows a response with a shared schema that is now rejected', () => {
  const shared = (required: readonly string[]): object =>
    receivedBy({$ref: '#/components/schemas/Receipt'}, {Receipt: receipt({by: TEXT}, required)})
  expect(examplesOf(shared(['seen']), shared(['seen', 'by'])).at(-1)).toBe(
    'Example: the webhook `loanOverdue` accepted an answer without `by` and now rejects it.'
  )
})

test('an example shows a new value in the request that the service sends', () => {
  expect(examplesOf(sent({type: 'string', maxLength: 5}), sent({type: 'string', maxLength: 6})).at(-1)).toBe(
    'Example: the request can now contain `"xxxxxx"`.'
  )
  const state = (...values: string[]): object =>
    sent({$ref: '#/components/schemas/Loan'}, {Loan: object({state: {type: 'string', enum: values}})})
  expect(examplesOf(state('open'), state('open', 'lost'))).toEqual([
    '`Loan.state` can now contain `lost`',
    'Example: the webhook `loanOverdue` can now send `"state": "lost"`.'
  ])
})
