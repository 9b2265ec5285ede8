// Sentences that differ from the usual ones, because the usual ones would be wrong.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {api, OK, object, type Raw, TEXT, withRequest, withResponse, withResponses} from './cases.ts'
import {diffDocuments} from './comparing.ts'

const sentencesOf = (older: object, newer: object): string[] =>
  diffDocuments(JSON.stringify(older), JSON.stringify(newer)).map(formatChange).sort()

describe('an enum string that looks like another value', () => {
  const body = 'the request body of `POST /loans`'
  test('is reported in quotes', () => {
    expect(sentencesOf(withRequest({enum: [1, 'a']}), withRequest({enum: ['1', 'a']}))).toEqual([
      `${body} no longer accepts \`1\``,
      `${body} now accepts \`"1"\``
    ])
    expect(sentencesOf(withRequest({enum: ['true']}), withRequest({enum: [true]}))).toEqual([
      `the only allowed value of ${body} changed from \`"true"\` to \`true\``
    ])
  })
  test('is reported without quotes if there is no such value', () => {
    expect(sentencesOf(withRequest({enum: ['1', '2']}), withRequest({enum: ['1']}))).toEqual([
      `${body} no longer accepts \`2\``
    ])
  })
})

describe('an enum value next to any string', () => {
  const open = (...values: string[]): Raw => object({shelf: {anyOf: [TEXT, {...TEXT, enum: values}]}})
  const [one, two] = [open('A1'), open('A1', 'B2')]
  test('is reported as listed, because it was allowed anyway', () => {
    expect(sentencesOf(withRequest(two), withRequest(one))).toEqual([
      '`shelf` in the request body of `POST /loans` no longer lists `B2`'
    ])
    expect(sentencesOf(withRequest(one), withRequest(two))).toEqual([
      '`shelf` in the request body of `POST /loans` now lists `B2`'
    ])
    const answer = '`shelf` in the `200` response of `GET /loans`'
    expect(sentencesOf(withResponse(two), withResponse(one))).toEqual([`${answer} no longer lists \`B2\``])
    expect(sentencesOf(withResponse(one), withResponse(two))).toEqual([`${answer} now lists \`B2\``])
  })
  test('is reported as no longer allowed if no other alternative accepts it', () => {
    const closed = (...values: string[]): Raw => object({shelf: {anyOf: [{type: 'integer'}, {...TEXT, enum: values}]}})
    expect(sentencesOf(withResponse(closed('A1', 'B2')), withResponse(closed('A1')))).toEqual([
      '`shelf` in the `200` response of `GET /loans` no longer returns `B2`'
    ])
  })
})

describe('a schema that accepts nothing', () => {
  const list = (items: unknown): object => withResponse({type: 'array', items}, '3.1.0')
  const place = 'each item of the `200` response of `GET /loans`'
  test('is reported without a type', () => {
    expect(sentencesOf(list(true), list(false))).toEqual([`${place} no longer allows any value`])
    expect(sentencesOf(list(false), list(true))).toEqual([`${place} can now have any value (previously no value)`])
    expect(sentencesOf(list(false), list(TEXT))).toEqual([`${place} can now be \`string\` (previously no value)`])
  })
})

test('a renamed XML root element is reported for the body, not for a field', () => {
  const body = (name: string): object => withRequest(object({title: TEXT}, {xml: {name}}), 'application/xml')
  expect(sentencesOf(body('loan'), body('Loan'))).toEqual([
    'the serialization of the request body of `POST /loans` changed from `element loan` to `element Loan`'
  ])
})

test('a header of a webhook is reported as sent by the service', () => {
  const hook = (parameters: readonly Raw[]): object => ({
    openapi: '3.1.0',
    info: {title: 'Lending Library API', version: '1.0'},
    webhooks: {loanOverdue: {post: {parameters, responses: {'200': {description: 'Heard'}}}}}
  })
  const [change] = diffDocuments(hook([]), hook([{name: 'Signature', in: 'header', required: true, schema: TEXT}]))
  expect(change?.subject.part).toEqual({header: 'Signature', in: 'response'})
  expect(change && formatChange({...change, reaches: []})).toBe(
    'added the header `Signature` to the webhook `loanOverdue` (always sent)'
  )
})

describe('media types of one body that change differently', () => {
  const content = (json: Raw, text: Raw): Raw => ({
    content: {'application/json': {schema: {...TEXT, ...json}}, 'text/plain': {schema: {...TEXT, ...text}}}
  })
  const [short, long] = [{minLength: 3}, {minLength: 5}]
  test('are named in a response', () => {
    const answer = (json: Raw, text: Raw): object =>
      withResponses({'200': {description: 'Fine', ...content(json, text)}})
    expect(sentencesOf(answer(long, {}), answer(short, short))).toEqual([
      'the minimum length of the `200` response (`application/json`) of `GET /loans` changed from `5` to `3`',
      'the minimum length of the `200` response (`text/plain`) of `GET /loans` is now `3` (previously none)'
    ])
  })
  test('are named in a request', () => {
    const body = (json: Raw, text: Raw): object =>
      api({'/loans': {post: {requestBody: {required: true, ...content(json, text)}, responses: OK}}})
    expect(sentencesOf(body({}, long), body(short, short))).toEqual([
      'the minimum length of the request body (`application/json`) of `POST /loans` is now `3` (previously none)',
      'the minimum length of the request body (`text/plain`) of `POST /loans` changed from `5` to `3`'
    ])
  })
  test('are named in a shared response', () => {
    const shared = (json: Raw, text: Raw): object => ({
      ...withResponses({'200': {$ref: '#/components/responses/Fine'}}),
      components: {responses: {Fine: {description: 'Fine', ...content(json, text)}}}
    })
    expect(sentencesOf(shared(long, {}), shared(short, short))).toEqual([
      'the minimum length of `Fine` (`application/json`) changed from `5` to `3`',
      'the minimum length of `Fine` (`text/plain`) is now `3` (previously none)'
    ])
  })
  test('are omitted if only one of them changed, or all equally', () => {
    const answer = (json: Raw, text: Raw): object =>
      withResponses({'200': {description: 'Fine', ...content(json, text)}})
    expect(sentencesOf(answer(long, short), answer(short, short))).toEqual([
      'the minimum length of the `200` response of `GET /loans` changed from `5` to `3`'
    ])
  })
})
