// Sentences that say what is so, where the usual words would not.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {answered, answers, api, OK, object, type Raw, sent, TEXT} from './cases.ts'
import {between} from './comparing.ts'

const said = (older: object, newer: object): string[] =>
  between(JSON.stringify(older), JSON.stringify(newer)).map(formatChange).sort()

describe('a text with the letters of another value', () => {
  const body = 'the request body of `POST /loans`'
  test('is told with its quotes', () => {
    expect(said(sent({enum: [1, 'a']}), sent({enum: ['1', 'a']}))).toEqual([
      `${body} no longer accepts \`1\``,
      `${body} now accepts \`"1"\``
    ])
    expect(said(sent({enum: ['true']}), sent({enum: [true]}))).toEqual([
      `the only allowed value of ${body} changed from \`"true"\` to \`true\``
    ])
  })
  test('is told without them where there is no such value', () => {
    expect(said(sent({enum: ['1', '2']}), sent({enum: ['1']}))).toEqual([`${body} no longer accepts \`2\``])
  })
})

describe('a value that is listed beside any text', () => {
  const open = (...values: string[]): Raw => object({shelf: {anyOf: [TEXT, {...TEXT, enum: values}]}})
  const [one, two] = [open('A1'), open('A1', 'B2')]
  test('may stand there before and after', () => {
    expect(said(sent(two), sent(one))).toEqual(['`shelf` in the request body of `POST /loans` no longer lists `B2`'])
    expect(said(sent(one), sent(two))).toEqual(['`shelf` in the request body of `POST /loans` now lists `B2`'])
    const answer = '`shelf` in the `200` response of `GET /loans`'
    expect(said(answered(two), answered(one))).toEqual([`${answer} no longer lists \`B2\``])
    expect(said(answered(one), answered(two))).toEqual([`${answer} now lists \`B2\``])
  })
  test('may not where no other form takes it', () => {
    const closed = (...values: string[]): Raw => object({shelf: {anyOf: [{type: 'integer'}, {...TEXT, enum: values}]}})
    expect(said(answered(closed('A1', 'B2')), answered(closed('A1')))).toEqual([
      '`shelf` in the `200` response of `GET /loans` no longer returns `B2`'
    ])
  })
})

describe('what nothing fits', () => {
  const list = (items: unknown): object => answered({type: 'array', items}, '3.1.0')
  const place = 'each item of the `200` response of `GET /loans`'
  test('has no type', () => {
    expect(said(list(true), list(false))).toEqual([`${place} no longer allows any value`])
    expect(said(list(false), list(true))).toEqual([`${place} can now have any value (previously no value)`])
    expect(said(list(false), list(TEXT))).toEqual([`${place} can now be \`string\` (previously no value)`])
  })
})

test('of a body as a whole no field is named where it is called otherwise in XML', () => {
  const body = (name: string): object => sent(object({title: TEXT}, {xml: {name}}), 'application/xml')
  expect(said(body('loan'), body('Loan'))).toEqual([
    'the serialization of the request body of `POST /loans` changed from `element loan` to `element Loan`'
  ])
})

test('what a webhook brings in a header belongs to what is sent', () => {
  const hook = (parameters: readonly Raw[]): object => ({
    openapi: '3.1.0',
    info: {title: 'Lending Library API', version: '1.0'},
    webhooks: {loanOverdue: {post: {parameters, responses: {'200': {description: 'Heard'}}}}}
  })
  const [change] = between(hook([]), hook([{name: 'Signature', in: 'header', required: true, schema: TEXT}]))
  expect(change?.subject.part).toEqual({header: 'Signature', in: 'response'})
  expect(change && formatChange({...change, reaches: []})).toBe(
    'added the header `Signature` to the webhook `loanOverdue` (always sent)'
  )
})

describe('media types of one answer or body that changed otherwise', () => {
  const content = (json: Raw, text: Raw): Raw => ({
    content: {'application/json': {schema: {...TEXT, ...json}}, 'text/plain': {schema: {...TEXT, ...text}}}
  })
  const [short, long] = [{minLength: 3}, {minLength: 5}]
  test('are named in an answer', () => {
    const answer = (json: Raw, text: Raw): object => answers({'200': {description: 'Fine', ...content(json, text)}})
    expect(said(answer(long, {}), answer(short, short))).toEqual([
      'the minimum length of the `200` response (`application/json`) of `GET /loans` changed from `5` to `3`',
      'the minimum length of the `200` response (`text/plain`) of `GET /loans` is now `3` (previously none)'
    ])
  })
  test('are named in a request', () => {
    const body = (json: Raw, text: Raw): object =>
      api({'/loans': {post: {requestBody: {required: true, ...content(json, text)}, responses: OK}}})
    expect(said(body({}, long), body(short, short))).toEqual([
      'the minimum length of the request body (`application/json`) of `POST /loans` is now `3` (previously none)',
      'the minimum length of the request body (`text/plain`) of `POST /loans` changed from `5` to `3`'
    ])
  })
  test('are named in an answer that is shared', () => {
    const shared = (json: Raw, text: Raw): object => ({
      ...answers({'200': {$ref: '#/components/responses/Fine'}}),
      components: {responses: {Fine: {description: 'Fine', ...content(json, text)}}}
    })
    expect(said(shared(long, {}), shared(short, short))).toEqual([
      'the minimum length of `Fine` (`application/json`) changed from `5` to `3`',
      'the minimum length of `Fine` (`text/plain`) is now `3` (previously none)'
    ])
  })
  test('are left out where just one of them changed, or all in the same way', () => {
    const answer = (json: Raw, text: Raw): object => answers({'200': {description: 'Fine', ...content(json, text)}})
    expect(said(answer(long, short), answer(short, short))).toEqual([
      'the minimum length of the `200` response of `GET /loans` changed from `5` to `3`'
    ])
  })
})
