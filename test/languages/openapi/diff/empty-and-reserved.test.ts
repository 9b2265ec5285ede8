// Constraints on parameters and form fields besides their schema: empty values and reserved characters.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {api, NUMBER, OK, type Raw, TEXT, testChanges, withOperation} from './cases.ts'
import {diffDocuments} from './comparing.ts'

const form = (consumes: string, ...fields: readonly Raw[]): object => {
  const parameters = fields.map(field => ({name: 'copy', in: 'formData', type: 'string', ...field}))
  return api({'/loans': {post: {consumes: [consumes], parameters, responses: OK}}}, {}, '2.0')
}
const query = (schema: Raw, more: Raw = {}): object =>
  withOperation({parameters: [{name: 'shelf', in: 'query', schema, ...more}]})
const reserved = (schema: Raw): {old: object; new: object} => ({
  old: query(schema, {allowReserved: true}),
  new: query(schema)
})
const list = (items: Raw): Raw => ({type: 'array', items})
const OWN_SCHEMA = '#/paths/~1loans/get/parameters/0/schema'
const EMPTY = {allowEmptyValue: true}
const ESCAPING_CHANGES = {
  changes: ['constraint-tightened allowReserved (request)'],
  reverse: ['constraint-loosened allowReserved (request)']
}
const NO_CHANGES = {changes: [], reverse: []}
const URL_ENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

const sentencesOf = (older: object, newer: object): string[] =>
  diffDocuments(JSON.stringify(older), JSON.stringify(newer)).map(formatChange)

describe('form fields of Swagger 2.0 with empty values', () => {
  testChanges([
    ...[URL_ENCODED, MULTIPART].map(type => ({
      name: type,
      old: form(type, EMPTY),
      new: form(type, {}),
      changes: ['constraint-tightened allowEmptyValue (request)'],
      reverse: ['constraint-loosened allowEmptyValue (request)']
    })),
    {
      name: 'explicitly not allowed',
      old: form(URL_ENCODED, {}),
      new: form(URL_ENCODED, {allowEmptyValue: false}),
      ...NO_CHANGES
    }
  ])

  test('are reported with the field', () => {
    const [older, newer] = [form(URL_ENCODED, EMPTY), form(URL_ENCODED, {})]
    expect(sentencesOf(older, newer)).toEqual(['`copy` in the request body of `POST /loans` can no longer be empty'])
    expect(sentencesOf(newer, older)).toEqual(['`copy` in the request body of `POST /loans` can now be empty'])
  })
})

describe('required form fields of Swagger 2.0', () => {
  const [copy, note] = [{name: 'copy'}, {name: 'note'}]
  const required = {name: 'copy', required: true}
  testChanges([
    {
      name: 'the only field becomes required',
      old: form(URL_ENCODED, copy),
      new: form(URL_ENCODED, required),
      changes: ['field-required copy (request breaks)'],
      reverse: ['field-optional copy (request keeps)']
    },
    {
      name: 'a required field is added',
      old: form(MULTIPART, note),
      new: form(MULTIPART, note, required),
      changes: ['required-field-added copy (request breaks)'],
      reverse: ['field-removed copy (request keeps)']
    },
    {
      name: 'a body with a required field is added',
      old: withOperation({}, {}, '2.0'),
      new: withOperation({parameters: [{...required, in: 'formData', type: 'string'}]}, {}, '2.0'),
      changes: ['required-body-added (request)'],
      reverse: ['body-removed (request)']
    },
    {
      name: 'a body parameter becomes required',
      old: withOperation({parameters: [{name: 'loan', in: 'body', schema: TEXT}]}, {}, '2.0'),
      new: withOperation({parameters: [{name: 'loan', in: 'body', required: true, schema: TEXT}]}, {}, '2.0'),
      changes: ['body-required (request)'],
      reverse: ['body-optional (request)']
    }
  ])
})

describe('reserved characters', () => {
  testChanges([
    {name: 'do not occur in an enum', ...reserved({...TEXT, enum: ['north', 'south-2']}), ...NO_CHANGES},
    {name: 'occur in one value of an enum', ...reserved({...TEXT, enum: ['north', 'south:2']}), ...ESCAPING_CHANGES},
    {name: 'occur in the only value of an enum', ...reserved({...TEXT, enum: ['north@1']}), ...ESCAPING_CHANGES},
    {name: 'do not occur in an array of numbers', ...reserved(list(NUMBER)), ...NO_CHANGES},
    {name: 'do not occur in an array with an enum', ...reserved(list({...TEXT, enum: ['north']})), ...NO_CHANGES},
    {name: 'may occur in an array of strings', ...reserved(list(TEXT)), ...ESCAPING_CHANGES},
    {name: 'may occur in an array without an item schema', ...reserved({type: 'array'}), ...ESCAPING_CHANGES},
    {name: 'may occur in an array of itself', ...reserved(list({$ref: OWN_SCHEMA})), ...ESCAPING_CHANGES}
  ])

  test('are reported with the parameter', () => {
    const {old, new: newer} = reserved(TEXT)
    const shelf = 'the query parameter `shelf` of `GET /loans`'
    expect(sentencesOf(old, newer)).toEqual([`${shelf} can no longer contain unescaped reserved characters`])
    expect(sentencesOf(newer, old)).toEqual([`${shelf} can now contain unescaped reserved characters`])
  })
})
