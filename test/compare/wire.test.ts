// What is the same on the wire, however it is described, and what only looks the same.
import {describe} from 'vitest'
import {api, asked, check, NUMBER, OK, object, type Raw, TEXT} from './cases.ts'

const query = (schema: unknown, more: Raw = {}): object =>
  asked({parameters: [{name: 'shelf', in: 'query', schema, ...more}]})
const onPath = (parameters: readonly Raw[]): object => api({'/loans/{loan}': {get: {parameters, responses: OK}}})
const list = {type: 'array', items: TEXT}

describe('parameters', () => {
  check([
    {
      name: 'one of the path of which nothing is said is one all the same',
      old: onPath([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      new: onPath([]),
      told: [],
      back: []
    },
    {
      name: 'fields of an exploded object, or parameters of these names',
      old: query(object({copy: TEXT, size: NUMBER})),
      new: asked({
        parameters: [
          {name: 'copy', in: 'query', schema: TEXT},
          {name: 'size', in: 'query', schema: NUMBER}
        ]
      }),
      told: [],
      back: []
    },
    {
      name: 'fields of an exploded object that are parameters of another type',
      old: query(object({copy: TEXT})),
      new: asked({parameters: [{name: 'copy', in: 'query', required: true, schema: NUMBER}]}),
      told: ['parameter-required copy (request)', 'type-changed (request breaks)']
    },
    {
      name: 'fields of an object that is no parameter of theirs',
      old: query(object({copy: TEXT}), {style: 'deepObject'}),
      new: asked({parameters: [{name: 'copy', in: 'query', schema: TEXT}]}),
      told: ['parameter-added copy (request)', 'parameter-removed shelf (request)']
    },
    {
      name: 'of deep objects there is one way',
      old: query(object({copy: TEXT}), {style: 'deepObject', explode: true}),
      new: query(object({copy: TEXT}), {style: 'deepObject'}),
      told: [],
      back: []
    },
    {
      name: 'an object as JSON',
      old: query(object({copy: TEXT})),
      new: asked({
        parameters: [{name: 'shelf', in: 'query', content: {'application/json': {schema: object({copy: TEXT})}}}]
      }),
      told: ['serialization-changed style (request)'],
      back: ['serialization-changed style (request)']
    },
    {
      name: 'a text as JSON has its quotes',
      old: query(TEXT),
      new: asked({parameters: [{name: 'shelf', in: 'query', content: {'application/json': {schema: TEXT}}}]}),
      told: ['serialization-changed style (request)']
    },
    {
      name: 'a number as JSON, and a text as text, are what they were',
      old: query(NUMBER),
      new: asked({parameters: [{name: 'shelf', in: 'query', content: {'application/json': {schema: NUMBER}}}]}),
      told: [],
      back: []
    },
    {
      name: 'all of the query has no name',
      old: asked({parameters: [{name: 'all', in: 'querystring', content: form(object({copy: TEXT}))}]}, {}, '3.2.0'),
      new: asked({parameters: [{name: 'any', in: 'querystring', content: form(object({copy: TEXT}))}]}, {}, '3.2.0'),
      told: [],
      back: []
    },
    {
      name: 'listed numbers are listed texts',
      old: query({type: 'integer', enum: [1, 2]}),
      new: query({type: 'string', enum: ['1', '2']}),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'the default of what must be sent',
      old: query({...TEXT, default: 'a'}, {required: true}),
      new: query({...TEXT, default: 'b'}, {required: true}),
      told: [],
      back: []
    },
    {
      name: 'the default of what must be sent no longer',
      old: query({...TEXT, default: 'a'}, {required: true}),
      new: query({...TEXT, default: 'b'}),
      told: ['default-changed default (request)', 'parameter-optional shelf (request)']
    },
    {
      name: 'lists in a list, in Swagger 2.0',
      old: swagger([{name: 'shelf', in: 'query', type: 'array', items: {...list, collectionFormat: 'pipes'}}]),
      new: swagger([{name: 'shelf', in: 'query', type: 'array', items: {...list, collectionFormat: 'csv'}}]),
      told: ['serialization-changed style (request)']
    },
    {
      name: 'a header that is no parameter',
      old: secret(TEXT),
      new: secret(NUMBER),
      told: []
    }
  ])
})

describe('forms', () => {
  const multipart = (schema: unknown, encoding?: Raw): object =>
    api({
      '/loans': {
        post: {
          requestBody: {content: {'multipart/form-data': {schema: object({cover: schema}), encoding}}},
          responses: OK
        }
      }
    })
  const file = {...TEXT, format: 'binary'}
  check([
    {
      name: 'a file may be of fewer kinds',
      old: multipart(file, {cover: {contentType: 'image/png, image/jpeg'}}),
      new: multipart(file, {cover: {contentType: 'image/png'}}),
      told: ['serialization-changed cover (request)'],
      back: []
    },
    {
      name: 'a text is no file',
      old: multipart(TEXT),
      new: multipart(file),
      told: ['format-changed format (request keeps)', 'serialization-changed cover (request)'],
      back: ['format-changed format (request keeps)', 'serialization-changed cover (request)']
    },
    {
      name: 'nor is it in Swagger 2.0',
      old: swagger([{name: 'cover', in: 'formData', type: 'file'}], ['multipart/form-data']),
      new: swagger([{name: 'cover', in: 'formData', type: 'string'}], ['multipart/form-data']),
      told: ['format-changed format (request keeps)', 'serialization-changed cover (request)']
    }
  ])
})

describe('lists', () => {
  const sent = (schema: unknown): object =>
    api(
      {'/loans': {post: {requestBody: {required: true, content: {'application/json': {schema}}}, responses: OK}}},
      {},
      '3.1.0'
    )
  const tuple = {type: 'array', prefixItems: [TEXT]}
  check([
    {
      name: 'nothing after the first items',
      old: sent(tuple),
      new: sent({...tuple, items: false}),
      told: ['constraint-tightened items (request breaks)'],
      back: ['constraint-loosened items (request keeps)']
    },
    {
      name: 'something else after the first items',
      old: sent({...tuple, items: NUMBER}),
      new: sent({...tuple, items: TEXT}),
      told: ['type-changed (request breaks)']
    }
  ])
})

function form(schema: unknown): Raw {
  return {'application/x-www-form-urlencoded': {schema}}
}

function swagger(parameters: readonly Raw[], consumes?: readonly string[]): object {
  return api({'/loans': {post: {parameters, consumes, responses: OK}}}, {}, '2.0')
}

/** The schema is a component, so that the operations are the same word for word. */
function secret(schema: unknown): object {
  const parameters = [{name: 'Authorization', in: 'header', schema: {$ref: '#/components/schemas/Secret'}}]
  return asked({parameters}, {components: {schemas: {Secret: schema}}})
}
