// A value of a type that its keyword can't have is a gap with its place, and is never read as another value.

import {describe, expect, test} from 'vitest'
import {sample} from '../../../tier.ts'
import {details, gapsIn, openapi, swagger} from '../openapi-documents.ts'

const RESPONSES = "responses: {'200': {description: ok}}"
const post = (operation: string, more = ''): string => `paths: {/loans: {post: {${RESPONSES}, ${operation}}}}\n${more}`
const parameter = (keys: string): string =>
  post(`parameters: [{name: branch, in: query, schema: {type: array}, ${keys}}]`)
const form = (encoding: string): string =>
  post(`requestBody: {content: {multipart/form-data: {schema: {type: object}, ${encoding}}}}`)
const scheme = (keys: string): string => `paths: {}\ncomponents: {securitySchemes: {card: {${keys}}}}`

describe('of OpenAPI', () => {
  test.each(
    sample([
      [parameter('required: yes'), '`required` of `branch` must be a Boolean, not the text `yes`.'],
      [parameter('required: "true"'), '`required` of `branch` must be a Boolean, not the text `true`.'],
      [parameter('required: 1'), '`required` of `branch` must be a Boolean, not a number.'],
      [parameter('explode: no'), '`explode` of `branch` must be a Boolean, not the text `no`.'],
      [parameter('allowReserved: [true]'), '`allowReserved` of `branch` must be a Boolean, not a list.'],
      [parameter('allowEmptyValue: on'), '`allowEmptyValue` of `branch` must be a Boolean, not the text `on`.'],
      [parameter('deprecated: "true"'), '`deprecated` of `branch` must be a Boolean, not the text `true`.'],
      [parameter('style: [form]'), '`style` of `branch` must be text, not a list.'],
      [post('parameters: [{name: branch, in: query, schema: string}]'), '`schema` must be a schema, not text.'],
      [post('deprecated: yes'), '`deprecated` must be a Boolean, not the text `yes`.'],
      [post('tags: [[loans]]'), 'An item of `tags` must be text, not a list.'],
      [post('security: [{card: [{}]}]'), 'An item of `card` must be text, not an object.'],
      [post('requestBody: {required: yes, content: {}}'), '`required` must be a Boolean, not the text `yes`.'],
      [post('requestBody: {$ref: [body], content: {}}'), '`$ref` must be text, not a list.'],
      [form('encoding: {cover: {contentType: [image/png]}}'), '`contentType` must be text, not a list.'],
      [form('encoding: {cover: {explode: no}}'), '`explode` must be a Boolean, not the text `no`.'],
      [form('encoding: {cover: image/png}'), 'This must be an object, not text.'],
      [scheme('type: oauth2, flows: implicit'), '`flows` must be an object, not text.'],
      [scheme('type: oauth2, flows: {implicit: {scopes: [read]}}'), '`scopes` must be an object, not a list.'],
      [scheme('type: http, scheme: {basic: true}'), '`scheme` must be text, not an object.'],
      ...['components: {schemas: {a: string}}', 'components: {schemas: {Loan: {properties: {a: string}}}}'].map(
        (lines): [string, string] => [`paths: {}\n${lines}`, '`a` must be a schema, not text.']
      ),
      [post('requestBody: {content: {a/b: {schema: {properties: {a: 5}}}}}'), '`a` must be a schema, not a number.'],
      [post('requestBody: {content: {a/b: {schema: {$defs: {a: [b]}}}}}'), '`a` must be a schema, not a list.'],
      [post('requestBody: {content: {a/b: {schema: {patternProperties: {a: b}}}}}'), '`a` must be a schema, not text.'],
      [post('requestBody: {content: {a/b: {schema: {dependentSchemas: {a: b}}}}}'), '`a` must be a schema, not text.'],
      ['paths: {}\ncomponents: {schemas: [Loan]}', '`schemas` must be an object, not a list.'],
      [
        'paths: {}\nservers: [{url: "https://{at}.library.example", variables: {at: {default: [a]}}}]',
        '`default` must be text, not a list.'
      ]
    ])
  )('%s', (lines, message) => {
    const found = gapsIn(openapi('3.0.3', lines)).map(each => each.replace(/^.*?: /, ''))
    expect(found.filter(each => !each.includes("isn't a security scheme"))).toEqual([message])
  })

  test('has the place of the value, and counts as if it were missing', () => {
    const snapshot = openapi('3.0.3', parameter('required: yes, explode: "false"'))
    expect(details(snapshot).parameters).toMatchObject([{required: false, explode: true}])
    expect(snapshot.gaps.map(({place}) => place.pointer)).toEqual([
      '/paths/~1loans/post/parameters/0/explode',
      '/paths/~1loans/post/parameters/0/required'
    ])
  })

  test('is none of a number as text, of nothing, or of an empty list as a map', () => {
    const schema = '{properties: {a: , b: [], properties: {example: {properties: {a: text}}}}, x-a: {$defs: {b: text}}}'
    const components = `components: {schemas: {Loan: ${schema}, x-order: text}, parameters: [], examples: }`
    const lines = post('tags: [2], operationId: 7, deprecated: ', components)
    expect(gapsIn(openapi('3.0.3', lines))).toEqual([])
    expect(details(openapi('3.0.3', lines))).toMatchObject({tags: ['2'], id: '7'})
  })
})

test.each(
  sample([
    [post('parameters: [{name: a, in: query, type: string, required: "true"}]'), '`required` of `a` must be a Boolean'],
    [post('parameters: [{in: body, name: a, required: yes, schema: {}}]'), '`required` of `a` must be a Boolean'],
    [post('parameters: [{in: formData, name: a, type: string, required: yes}]'), '`required` of `a` must be a Boolean'],
    [
      post('parameters: [{name: a, in: query, type: array, collectionFormat: [csv]}]'),
      '`collectionFormat` of `a` must'
    ],
    ['paths: {}\nhost: [library.example]', '`host` must be text'],
    ['paths: {}\ndefinitions: {Loan: string}', '`Loan` must be a schema, not text'],
    ['paths: {}\ndefinitions: Loan', '`definitions` must be an object']
  ])
)('of Swagger 2.0: %s', (lines, message) => {
  expect(gapsIn(swagger(lines)).map(each => each.replace(/^.*?: /, ''))).toEqual([expect.stringContaining(message)])
})
