// Headers of the parts of a multipart form, which are compared like any other header.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {api, NUMBER, OK, object, type Raw, TEXT, testChanges, withOperation, withResponses} from './cases.ts'
import {diffDocuments} from './comparing.ts'

const contentOf = (headers: Raw, type: string): Raw => ({
  [type]: {schema: object({cover: {type: 'string', format: 'binary'}}), encoding: {cover: {headers}}}
})
const withFormHeaders = (headers: Raw, type = 'multipart/form-data', more: Raw = {}): object =>
  withOperation({requestBody: {content: contentOf(headers, type)}}, more, '3.1.0')
const withResponseHeaders = (headers: Raw): object =>
  withResponses({'200': {...OK['200'], content: contentOf(headers, 'multipart/mixed')}})
const withNestedHeaders = (headers: Raw): object => {
  const part = {prefixEncoding: [{encoding: {cover: {headers}}}]}
  const schema = {type: 'array', prefixItems: [object({cover: TEXT})]}
  return withOperation({requestBody: {content: {'multipart/mixed': {schema, ...part}}}}, {}, '3.2.0')
}
const withItemHeaders = (headers: Raw): object => {
  const content = {'multipart/mixed': {itemSchema: object({cover: TEXT}), itemEncoding: {headers}}}
  return withResponses({'200': {...OK['200'], content}}, '3.2.0')
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
  testChanges([
    {
      name: 'changes its type in a request',
      old: withFormHeaders({Shelf: {schema: NUMBER}}),
      new: withFormHeaders({Shelf: {schema: {...TEXT, enum: ['first']}}}),
      changes: ['constraint-tightened enum (request breaks)', 'type-changed (request breaks)']
    },
    {
      name: 'changes its type in a response',
      old: withResponseHeaders({Shelf: {schema: NUMBER}}),
      new: withResponseHeaders({Shelf: {schema: TEXT}}),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response keeps)']
    },
    {
      name: 'is removed from a response',
      old: withResponseHeaders(optional),
      new: withResponseHeaders({}),
      changes: ['header-removed Shelf (response)'],
      reverse: ['header-added Shelf (response)']
    },
    {
      name: 'becomes required in a response',
      old: withResponseHeaders(optional),
      new: withResponseHeaders(required),
      changes: ['header-required Shelf (response)'],
      reverse: ['header-optional Shelf (response)']
    },
    {
      name: 'is added as optional',
      old: withFormHeaders({}),
      new: withFormHeaders(optional),
      changes: ['parameter-added Shelf (request)'],
      reverse: ['parameter-removed Shelf (request)']
    },
    {
      name: 'is added as required',
      old: withFormHeaders({}),
      new: withFormHeaders(required),
      changes: ['required-parameter-added Shelf (request)'],
      reverse: ['parameter-removed Shelf (request)']
    },
    {
      name: 'becomes required',
      old: withFormHeaders(optional),
      new: withFormHeaders(required),
      changes: ['parameter-required Shelf (request)'],
      reverse: ['parameter-optional Shelf (request)']
    },
    {
      name: 'becomes required as a component',
      old: withReferencedHeader({schema: TEXT}),
      new: withReferencedHeader({schema: TEXT, required: true}),
      changes: ['parameter-required Shelf (request)'],
      reverse: ['parameter-optional Shelf (request)']
    },
    {
      name: 'is moved to a component, in another case',
      old: withFormHeaders({shelf: {schema: TEXT, required: true}}),
      new: withReferencedHeader({schema: TEXT, required: true}),
      changes: [],
      reverse: []
    },
    {
      name: 'is narrowed in a shared schema',
      old: withReferencedSchema(TEXT),
      new: withReferencedSchema({...TEXT, maxLength: 3}),
      changes: ['constraint-tightened maxLength (request breaks)'],
      reverse: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: 'of a nested part becomes required',
      old: withNestedHeaders(optional),
      new: withNestedHeaders(required),
      changes: ['parameter-required Shelf (request)'],
      reverse: ['parameter-optional Shelf (request)']
    },
    {
      name: 'of every item of a stream changes its type',
      old: withItemHeaders({Shelf: {schema: NUMBER}}),
      new: withItemHeaders({Shelf: {schema: TEXT}}),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response keeps)']
    },
    {
      name: 'has no effect if it is the content type, which the part states',
      old: withFormHeaders({}),
      new: withFormHeaders({'Content-Type': {required: true, schema: TEXT}}),
      changes: [],
      reverse: []
    },
    {
      name: 'has no effect in a form without parts',
      old: withFormHeaders({}, 'application/x-www-form-urlencoded'),
      new: withFormHeaders(required, 'application/x-www-form-urlencoded'),
      changes: [],
      reverse: []
    },
    {
      name: 'becomes required in a response to a webhook',
      old: withWebhookResponse(optional),
      new: withWebhookResponse(required),
      changes: ['parameter-required Shelf (request)'],
      reverse: ['parameter-optional Shelf (request)']
    }
  ])

  test('is reported with its part', () => {
    const sentencesOf = (older: object, newer: object): string[] => diffDocuments(older, newer).map(formatChange)
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
