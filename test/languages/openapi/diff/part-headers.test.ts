// The headers of the parts of a form, each of which is a header as any other.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {answers, api, asked, check, NUMBER, OK, object, type Raw, TEXT} from './cases.ts'
import {between} from './comparing.ts'

const contentOf = (headers: Raw, type: string): Raw => ({
  [type]: {schema: object({cover: {type: 'string', format: 'binary'}}), encoding: {cover: {headers}}}
})
const scanned = (headers: Raw, type = 'multipart/form-data', more: Raw = {}): object =>
  asked({requestBody: {content: contentOf(headers, type)}}, more)
const answered = (headers: Raw): object =>
  answers({'200': {...OK['200'], content: contentOf(headers, 'multipart/mixed')}})
const nested = (headers: Raw): object => {
  const part = {prefixEncoding: [{encoding: {cover: {headers}}}]}
  const schema = {type: 'array', prefixItems: [object({cover: TEXT})]}
  return asked({requestBody: {content: {'multipart/mixed': {schema, ...part}}}}, {}, '3.2.0')
}
const everyItem = (headers: Raw): object => {
  const content = {'multipart/mixed': {itemSchema: object({cover: TEXT}), itemEncoding: {headers}}}
  return answers({'200': {...OK['200'], content}}, '3.2.0')
}
const referred = (header: Raw): object =>
  scanned({Shelf: {$ref: '#/components/headers/Shelf'}}, undefined, {components: {headers: {Shelf: header}}})
const shelved = (schema: Raw): object =>
  scanned({Shelf: {schema: {$ref: '#/components/schemas/Shelf'}}}, undefined, {components: {schemas: {Shelf: schema}}})
const optional = {Shelf: {schema: TEXT}}
const required = {Shelf: {schema: TEXT, required: true}}

describe('headers of parts', () => {
  check([
    {
      name: 'hold another value',
      old: scanned({Shelf: {schema: NUMBER}}),
      new: scanned({Shelf: {schema: {...TEXT, enum: ['first']}}}),
      told: ['constraint-tightened enum (request breaks)', 'type-changed (request breaks)']
    },
    {
      name: 'hold another value in an answer',
      old: answered({Shelf: {schema: NUMBER}}),
      new: answered({Shelf: {schema: TEXT}}),
      told: ['type-changed (response breaks)'],
      back: ['type-changed (response keeps)']
    },
    {
      name: 'are gone from an answer',
      old: answered(optional),
      new: answered({}),
      told: ['header-removed Shelf (response)'],
      back: ['header-added Shelf (response)']
    },
    {
      name: 'are always there in an answer',
      old: answered(optional),
      new: answered(required),
      told: ['header-required Shelf (response)'],
      back: ['header-optional Shelf (response)']
    },
    {
      name: 'are new, and may be left out',
      old: scanned({}),
      new: scanned(optional),
      told: ['parameter-added Shelf (request)'],
      back: ['parameter-removed Shelf (request)']
    },
    {
      name: 'are new, and must be sent',
      old: scanned({}),
      new: scanned(required),
      told: ['required-parameter-added Shelf (request)'],
      back: ['parameter-removed Shelf (request)']
    },
    {
      name: 'must be sent',
      old: scanned(optional),
      new: scanned(required),
      told: ['parameter-required Shelf (request)'],
      back: ['parameter-optional Shelf (request)']
    },
    {
      name: 'are referred to, and must be sent',
      old: referred({schema: TEXT}),
      new: referred({schema: TEXT, required: true}),
      told: ['parameter-required Shelf (request)'],
      back: ['parameter-optional Shelf (request)']
    },
    {
      name: 'are said here or referred to, in any case',
      old: scanned({shelf: {schema: TEXT, required: true}}),
      new: referred({schema: TEXT, required: true}),
      told: [],
      back: []
    },
    {
      name: 'hold what a component says',
      old: shelved(TEXT),
      new: shelved({...TEXT, maxLength: 3}),
      told: ['constraint-tightened maxLength (request breaks)'],
      back: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: 'of a part of a part that has a place only',
      old: nested(optional),
      new: nested(required),
      told: ['parameter-required Shelf (request)'],
      back: ['parameter-optional Shelf (request)']
    },
    {
      name: 'of every item of a stream',
      old: everyItem({Shelf: {schema: NUMBER}}),
      new: everyItem({Shelf: {schema: TEXT}}),
      told: ['type-changed (response breaks)'],
      back: ['type-changed (response keeps)']
    },
    {
      name: 'do not tell the media type, which is said by the part',
      old: scanned({}),
      new: scanned({'Content-Type': {required: true, schema: TEXT}}),
      told: [],
      back: []
    },
    {
      name: 'say nothing where a form has no parts with headers',
      old: scanned({}, 'application/x-www-form-urlencoded'),
      new: scanned(required, 'application/x-www-form-urlencoded'),
      told: [],
      back: []
    },
    {
      name: 'must be sent by who answers what the service sends',
      old: answeredBack(optional),
      new: answeredBack(required),
      told: ['parameter-required Shelf (request)'],
      back: ['parameter-optional Shelf (request)']
    }
  ])

  test('are said with their part', () => {
    const said = (older: object, newer: object): string[] => between(older, newer).map(formatChange)
    expect(said(scanned(optional), scanned(required))).toEqual([
      'the header `Shelf` of the part `cover` of the request body of `GET /loans` is now required'
    ])
    expect(said(answered({Shelf: {schema: NUMBER}}), answered({Shelf: {schema: TEXT}}))).toEqual([
      'the type of the header `Shelf` of the part `cover` of the `200` response of `GET /loans` changed from `integer` to `string`'
    ])
  })
})

/** A receiver of a webhook answers with these headers. */
function answeredBack(headers: Raw): object {
  const responses = {'200': {...OK['200'], headers}}
  return api({}, {webhooks: {overdue: {post: {responses}}}}, '3.1.0')
}
