// What a sent text may be beside its schema, empty or with reserved characters, and how that is said.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {api, asked, check, NUMBER, OK, type Raw, TEXT} from './cases.ts'
import {between} from './comparing.ts'

const form = (consumes: string, ...fields: readonly Raw[]): object => {
  const parameters = fields.map(field => ({name: 'copy', in: 'formData', type: 'string', ...field}))
  return api({'/loans': {post: {consumes: [consumes], parameters, responses: OK}}}, {}, '2.0')
}
const query = (schema: Raw, more: Raw = {}): object =>
  asked({parameters: [{name: 'shelf', in: 'query', schema, ...more}]})
const reserved = (schema: Raw): {old: object; new: object} => ({
  old: query(schema, {allowReserved: true}),
  new: query(schema)
})
const list = (items: Raw): Raw => ({type: 'array', items})
const EMPTY = {allowEmptyValue: true}
const ESCAPED = {
  told: ['constraint-tightened allowReserved (request)'],
  back: ['constraint-loosened allowReserved (request)']
}
const SAME = {told: [], back: []}
const URL_ENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

const says = (older: object, newer: object): string[] =>
  between(JSON.stringify(older), JSON.stringify(newer)).map(formatChange)

describe('form fields of Swagger 2.0 that may be empty', () => {
  check([
    ...[URL_ENCODED, MULTIPART].map(type => ({
      name: type,
      old: form(type, EMPTY),
      new: form(type, {}),
      told: ['constraint-tightened allowEmptyValue (request)'],
      back: ['constraint-loosened allowEmptyValue (request)']
    })),
    {
      name: 'said with other words',
      old: form(URL_ENCODED, {}),
      new: form(URL_ENCODED, {allowEmptyValue: false}),
      ...SAME
    }
  ])

  test('how it is said', () => {
    const [older, newer] = [form(URL_ENCODED, EMPTY), form(URL_ENCODED, {})]
    expect(says(older, newer)).toEqual(['`copy` in the request body of `POST /loans` can no longer be empty'])
    expect(says(newer, older)).toEqual(['`copy` in the request body of `POST /loans` can now be empty'])
  })
})

describe('form fields of Swagger 2.0 say alone whether they must be sent', () => {
  const [copy, note] = [{name: 'copy'}, {name: 'note'}]
  const must = {name: 'copy', required: true}
  check([
    {
      name: 'the first of them must be',
      old: form(URL_ENCODED, copy),
      new: form(URL_ENCODED, must),
      told: ['field-required copy (request breaks)'],
      back: ['field-optional copy (request keeps)']
    },
    {
      name: 'a new one must be',
      old: form(MULTIPART, note),
      new: form(MULTIPART, note, must),
      told: ['required-field-added copy (request breaks)'],
      back: ['field-removed copy (request keeps)']
    },
    {
      name: 'a body where there was none',
      old: asked({}, {}, '2.0'),
      new: asked({parameters: [{...must, in: 'formData', type: 'string'}]}, {}, '2.0'),
      told: ['required-body-added (request)'],
      back: ['body-removed (request)']
    },
    {
      name: 'of a body that is none of fields it is told',
      old: asked({parameters: [{name: 'loan', in: 'body', schema: TEXT}]}, {}, '2.0'),
      new: asked({parameters: [{name: 'loan', in: 'body', required: true, schema: TEXT}]}, {}, '2.0'),
      told: ['body-required (request)'],
      back: ['body-optional (request)']
    }
  ])
})

describe('reserved characters', () => {
  check([
    {name: 'in none of the listed texts', ...reserved({...TEXT, enum: ['north', 'south-2']}), ...SAME},
    {name: 'in one of the listed texts', ...reserved({...TEXT, enum: ['north', 'south:2']}), ...ESCAPED},
    {name: 'in the only text', ...reserved({...TEXT, enum: ['north@1']}), ...ESCAPED},
    {name: 'in no number of a list', ...reserved(list(NUMBER)), ...SAME},
    {name: 'in no listed text of a list', ...reserved(list({...TEXT, enum: ['north']})), ...SAME},
    {name: 'in a text of a list', ...reserved(list(TEXT)), ...ESCAPED},
    {name: 'in a list of which nothing more is said', ...reserved({type: 'array'}), ...ESCAPED}
  ])

  test('how it is said', () => {
    const {old, new: fresh} = reserved(TEXT)
    const shelf = 'the query parameter `shelf` of `GET /loans`'
    expect(says(old, fresh)).toEqual([`${shelf} can no longer contain unescaped reserved characters`])
    expect(says(fresh, old)).toEqual([`${shelf} can now contain unescaped reserved characters`])
  })
})
