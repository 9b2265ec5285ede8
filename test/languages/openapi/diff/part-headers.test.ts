// Headers of the parts of a multipart form, which are compared like any other header.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {answers, api, asked, check, NUMBER, OK, object, type Raw, TEXT} from './cases.ts'
import {between} from './comparing.ts'

const contentOf = (headers: Raw, type: string): Raw => ({
  [type]: {schema: object({cover: {type: 'string', format: 'binary'}}), encoding: {cover: {headers}}}
})
const withFormHeaders = (headers: Raw, type = 'multipart/form-data', more: Raw = {}): object =>
  asked({requestBody: {content: contentOf(headers, type)}}, more)
const withResponseHeaders = (headers: Raw): object =>
  answers({'200': {...OK['200'], content: contentOf(headers, 'multipart/mixed')}})
const withNestedHeaders = (headers: Raw): object => {
  const part = {prefixEncoding: [{encoding: {cover: {headers}}}]}
  const schema = {type: 'array', prefixItems: [object({cover: TEXT})]}
  return asked({requestBody: {content: {'multipart/mixed': {schema, ...part}}}}, {}, '3.2.0')
}
const withItemHeaders = (headers: Raw): object => {
  const content = {'multipart/mixed': {itemSchema: object({cover: TEXT}), itemEncoding: {headers}}}
  return answers({'200': {...OK['200'], content}}, '3.2.0')
}
const withReferencedHeader = (header: Raw): object =>
  withFormHeaders({Shelf: {$ref: '#/components/headers/Shelf'}}, undefined, {components: {headers: {Shelf: header}}})
const withReferencedSchema = (schema: Raw): object =>
  withFormHeaders({Shelf: {schema: {$ref: '#/components/schemas/Shelf'}}}, undefined, {
    components: {schemas: {Shelf: schema}}
  })
const optional = {Shelf: {schema: TEXT}}
const required = {Shelf: {schema: TEXT, required: true}}

describe('the header of a part', () => {
  check([
    {
      name: 'changes its type in a request',
      old: withFormHeaders({Shelf: {schema: NUMBER}}),
      new: withFormHeaders({Shelf: {schema: {...TEXT, enum: ['first']}}}),
      told: ['constraint-tightened enum (request breaks)', 'type-changed (request breaks)']
    },
    {
      name: 'changes its type in a response',
      old: withResponseHeaders({Shelf: {schema: NUMBER}}),
      new: withResponseHeaders({Shelf: {schema: TEXT}}),
      told: ['type-changed (response breaks)'],
      back: ['type-changed (response keeps)']
    },
    {
      name: 'is removed from a response',
      old: withResponseHeaders(optional),
      new: withResponseHeaders({}),
      told: ['header-removed Shelf (response)'],
      back: ['header-added Shelf (response)']
    },
    {
      name: 'becomes required in a response',
      old: withResponseHeaders(optional),
      new: withResponseHeaders(required),
      told: ['header-required Shelf (response)'],
      back: ['header-optional Shelf (response)']
    },
    {
      name: 'is added as optional',
      old: withFormHeaders({}),
      new: withFormHeaders(optional),
      told: ['parameter-added Shelf (request)'],
      back: ['parameter-removed Shelf (request)']
    },
    {
      name: 'is added as required',
      old: withFormHeaders({}),
      new: withFormHeaders(required),
      told: ['required-parameter-added Shelf (request)'],
      back: ['parameter-removed Shelf (request)']
    },
    {
      name: 'becomes required',
      old: withFormHeaders(optional),
      new: withFormHeaders(required),
      told: ['parameter-required Shelf (request)'],
      back: ['parameter-optional Shelf (request)']
    },
    {
      name: 'becomes required as a component',
      old: withReferencedHeader({schema: TEXT}),
      new: withReferencedHeader({schema: TEXT, required: true}),
      told: ['parameter-required Shelf (request)'],
      back: ['parameter-optional Shelf (request)']
    },
    {
      name: 'is moved to a component, in another case',
      old: withFormHeaders({shelf: {schema: TEXT, required: true}}),
      new: withReferencedHeader({schema: TEXT, required: true}),
      told: [],
      back: []
    },
    {
      name: 'is narrowed in a shared schema',
      old: withReferencedSchema(TEXT),
      new: withReferencedSchema({...TEXT, maxLength: 3}),
      told: ['constraint-tightened maxLength (request breaks)'],
      back: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: 'of a nested part becomes required',
      old: withNestedHeaders(optional),
      new: withNestedHeaders(required),
      told: ['parameter-required Shelf (request)'],
      back: ['parameter-optional Shelf (request)']
    },
    {
      name: 'of every item of a stream changes its type',
      old: withItemHeaders({Shelf: {schema: NUMBER}}),
      new: withItemHeaders({Shelf: {schema: TEXT}}),
      told: ['type-changed (response breaks)'],
      back: ['type-changed (response keeps)']
    },
    {
      name: 'has no effect if it is the content type, which the part states',
      old: withFormHeaders({}),
      new: withFormHeaders({'Content-Type': {required: true, schema: TEXT}}),
      told: [],
      back: []
    },
    {
      name: 'has no effect in a form without parts',
      old: withFormHeaders({}, 'application/x-www-form-urlencoded'),
      new: withFormHeaders(required, 'application/x-www-form-urlencoded'),
      told: [],
      back: []
    },
    {
      name: 'becomes required in a response to a webhook',
      old: withWebhookResponse(optional),
      new: withWebhookResponse(required),
      told: ['parameter-required Shelf (request)'],
      back: ['parameter-optional Shelf (request)']
    }
  ])

  test('is reported with its part', () => {
    const sentencesOf = (older: object, newer: object): string[] => between(older, newer).map(formatChange)
    expect(sentencesOf(withFormHeaders(optional), withFormHeaders(required))).toEqual([
      'the header `Shelf` of the part `cover` of the request body of `GET /loans` is now required'
    ])
    expect(
      sentencesOf(withResponseHeaders({Shelf: {schema: NUMBER}}), withResponseHeaders({Shelf: {schema: TEXT}}))
    ).toEqual([
      'the type of the header `Shelf` of the part `cover` of the `200` response of `GET /loans` changed from `integer` to `string`'
    ])
  })
})

/** A webhook whose receiver responds with these headers. */
function withWebhookResponse(headers: Raw): object {
  const responses = {'200': {...OK['200'], headers}}
  return api({}, {webhooks: {overdue: {post: {responses}}}}, '3.1.0')
}
