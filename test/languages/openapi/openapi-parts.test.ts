import {describe, expect, test} from 'vitest'
import {childNode, originalPointer, rootNode} from '../../../packages/json-schema/src/document/node.ts'
import {dereference} from '../../../packages/json-schema/src/document/references.ts'
import type {Body, Details, Response} from '../../../packages/openapi/src/snapshot.ts'
import {sample} from '../../tier.ts'
import {details, gapsIn, openapi, snapshotOf, swagger} from './openapi-documents.ts'

const OK = "responses: {'200': {description: ok}}"

/** The details of an operation with these lines. */
const get = (lines: string, version = '3.0.0', more = ''): Details =>
  details(openapi(version, `paths: {/loans: {get: {${lines}}}}\n${more}`))

const responseOf = (lines: string, version = '3.0.0'): Response => {
  const [response] = get(`responses: {'200': {${lines}}}`, version).responses
  if (!response) throw new Error('The operation has no response')
  return response
}

describe('parameters', () => {
  test('of an operation override those of its path', () => {
    const {parameters} = details(
      openapi(
        '3.0.0',
        `paths:
  /loans/{id}:
    parameters:
      - {name: id, in: path, schema: {type: string}}
      - {name: page, in: query, schema: {type: string}}
      - {name: X-Shelf, in: header}
    get:
      parameters:
        - {name: page, in: query, required: true, schema: {type: integer}}
        - {name: x-shelf, in: header, deprecated: true}
        - {name: page, in: cookie}
      ${OK}`
      )
    )
    expect(parameters).toMatchObject([
      {name: 'id', in: 'path', required: true, style: 'simple', explode: false, schema: {schema: {type: 'string'}}},
      {name: 'page', in: 'query', required: true, style: 'form', explode: true, schema: {schema: {type: 'integer'}}},
      {name: 'x-shelf', in: 'header', required: false, marks: {deprecated: {value: true}}},
      {name: 'page', in: 'cookie', style: 'form', explode: true}
    ])
    expect(parameters[1]?.schema?.pointer).toBe('/paths/~1loans~1{id}/get/parameters/0/schema')
    expect(parameters[1]?.place.pointer).toBe('/paths/~1loans~1{id}/get/parameters/0')
  })

  test('have the serialization that they state', () => {
    const {parameters} = get(
      `parameters: [
      {name: a, in: query, style: deepObject, schema: {}},
      {name: b, in: query, explode: false, allowEmptyValue: true, schema: {}},
      {name: c, in: query, content: {application/json: {schema: {type: object}}}}], ${OK}`
    )
    expect(parameters).toMatchObject([
      {style: 'deepObject', explode: false, emptyAllowed: false},
      {style: 'form', explode: false, emptyAllowed: true},
      {contents: [{type: 'application/json', schema: {schema: {type: 'object'}}}]}
    ])
    expect(parameters[2]).not.toHaveProperty('schema')
  })

  test('that OpenAPI ignores are left out', () => {
    const lines = `parameters: [{name: accept, in: header}, {name: Content-Type, in: header}, {name: Authorization, in: query}], ${OK}`
    expect(get(lines).parameters.map(({name}) => name)).toEqual(['Authorization'])
  })

  test('are the same object wherever they are referenced', () => {
    const snapshot = openapi(
      '3.0.0',
      `paths:
  /loans:
    parameters: [{$ref: '#/components/parameters/page'}]
    get: {${OK}}
    put: {${OK}}
components: {parameters: {page: {$ref: '#/components/parameters/p'}, p: {name: page, in: query}}}`
    )
    expect(details(snapshot).parameters[0]).toBe(details(snapshot, 1).parameters[0])
    expect(details(snapshot).parameters[0]?.place.pointer).toBe('/components/parameters/p')
  })

  test("that can't be read are gaps", () => {
    const snapshot = openapi(
      '3.1.0',
      `paths:
  /loans:
    get:
      parameters:
        - {in: query}
        - {name: a}
        - {name: b, in: body}
        - {name: c, in: querystring}
        - page
        - {$ref: '#/components/parameters/x'}
        - {$ref: '#/components/parameters/lost'}
        - {name: d, in: query, type: string}
        - {name: d, in: query, schema: {}}
      ${OK}
components: {parameters: {x: {$ref: '#/components/parameters/y'}, y: {$ref: '#/components/parameters/x'}}}`
    )
    expect(details(snapshot).parameters.map(({name}) => name)).toEqual(['d'])
    expect(gapsIn(snapshot).map(gap => gap.replace('library.yaml#/paths/~1loans/get/parameters', ''))).toEqual([
      "/0: This parameter has no `name`, so it isn't read.",
      "/1: This parameter has no `in`, so it isn't read.",
      "/2: A parameter can't have `in: body`, so it isn't read. Use `path`, `query`, `header`, or `cookie`.",
      "/3: A parameter can't have `in: querystring`, so it isn't read. Use `path`, `query`, `header`, or `cookie`.",
      '/4: This must be an object, not text.',
      '/5: The reference `#/components/parameters/y` leads back to itself.',
      "/8: Parameter `d` in query is listed twice. This one isn't read.",
      "/7/type: `type` has no meaning in openapi-3.1, so it isn't read. Use `schema`."
    ])
    expect(get(`parameters: [{name: q, in: querystring, content: {}}], ${OK}`, '3.2.0').parameters).toHaveLength(1)
  })
})

describe('contents', () => {
  test('have normalized media types', () => {
    const {contents} = responseOf("content: {'Application/JSON ; Version=1; charset=UTF-8': {}, text/*: {}}")
    expect(contents.map(({type}) => type)).toEqual(['application/json;charset=utf-8;version=1', 'text/*'])
    const twice = openapi('3.0.0', `paths: {/loans: {get: {responses: {'200': {content: {a/b: {}, A/b: {}}}}}}}`)
    expect(gapsIn(twice)).toEqual([expect.stringContaining("Media type `a/b` is listed twice. This one isn't read.")])
  })

  test('have the encoding of their parts', () => {
    const {body} = get(
      `requestBody: {$ref: '#/components/requestBodies/loan'}, ${OK}`,
      '3.0.0',
      `components: {requestBodies: {loan: {required: true, content: {multipart/form-data: {schema: {}, encoding: {scan: {contentType: image/png}}}, text/plain: {encoding: {}}}}}}`
    )
    expect(body).toMatchObject({
      required: true,
      place: {pointer: '/components/requestBodies/loan'},
      contents: [{encoding: {encoding: {scan: {contentType: 'image/png'}}}}, {type: 'text/plain'}]
    })
    expect(body?.contents[1]).not.toHaveProperty('encoding')
  })

  test('with an item schema become an array schema that keeps its location', () => {
    const lines = `content: {application/jsonl: {itemSchema: {type: object, properties: {due: {type: string}}}}}`
    const schema = responseOf(lines, '3.2.0').contents[0]?.schema
    expect(schema?.schema).toMatchObject({type: 'array'})
    const item = schema && dereference(childNode(rootNode(schema), 'items'))
    expect(item).toMatchObject({
      raw: {type: 'object'},
      pointer: '/paths/~1loans/get/responses/200/content/application~1jsonl/itemSchema'
    })
    expect(responseOf(lines, '3.1.0').contents[0]).not.toHaveProperty('schema')
    const both = responseOf(lines.replace('itemSchema', 'schema: {maxItems: 3}, itemSchema'), '3.2.0')
    expect(both.contents[0]?.schema?.schema).toMatchObject({allOf: [{}, {type: 'array'}]})
  })
})

describe('responses', () => {
  test('have statuses as strings', () => {
    const statuses = (keys: string) => openapi('3.0.0', `paths: {/loans: {get: {responses: {${keys}}}}}`)
    const snapshot = statuses('200: {}, 2xx: {}, default: {}, x-shelf: {}, 20: {}, ok: {}')
    expect(details(snapshot).responses.map(({status}) => status)).toEqual(['200', '2XX', 'default'])
    expect(gapsIn(snapshot)).toEqual([
      expect.stringContaining(
        "`20` isn't a status, so this response isn't read. Use one such as `200`, `2XX`, or `default`."
      ),
      expect.stringContaining(
        "`ok` isn't a status, so this response isn't read. Use one such as `200`, `2XX`, or `default`."
      )
    ])
  })

  test('have headers without regard to case', () => {
    const {headers} = responseOf(
      'headers: {X-Total: {required: true, schema: {type: integer}}, x-total: {}, Content-Type: {}}'
    )
    expect(headers).toMatchObject([{name: 'X-Total', required: true, style: 'simple', explode: false}])
  })

  test('have their documentation separately', () => {
    const {documentation: prose} = responseOf(
      `description: All loans, content: {application/json: {example: [1], examples: {two: {$ref: '#/components/examples/two'}}}}`
    )
    expect(prose).toEqual({
      description: 'All loans',
      content: {'application/json': {example: [1], examples: {two: null}}}
    })
  })
})

test('documentation is the same inline and as a reference', () => {
  const lines = (example: string) =>
    `summary: Loans, parameters: [{name: page, in: query, examples: {two: ${example}}}], ${OK}`
  const referred = get(
    lines(`{$ref: '#/components/examples/two'}`),
    '3.0.0',
    'components: {examples: {two: {value: 2}}}'
  )
  const written = get(lines('{value: 2}'))
  expect(referred.parameters[0]?.documentation).toEqual(written.parameters[0]?.documentation)
  expect(referred.documentation).toEqual({summary: 'Loans'})
})

describe('Swagger 2.0', () => {
  test('is read like the equivalent OpenAPI 3 description', () => {
    const old = swagger(
      `consumes: [application/json]
produces: [application/json, text/csv]
paths:
  /loans/{id}:
    parameters: [{name: id, in: path, required: true, type: string, format: uuid, description: which}]
    post:
      parameters:
        - {name: ids, in: query, type: array, items: {type: integer}, description: many}
        - {name: tags, in: query, type: array, items: {type: string}, collectionFormat: multi}
        - {name: bars, in: query, type: array, items: {type: string}, collectionFormat: pipes}
        - {name: page, in: query, type: integer, default: 1, maximum: 9, allowEmptyValue: true}
        - {name: loan, in: body, required: true, description: what, schema: {$ref: '#/definitions/Loan'}}
      responses:
        '200':
          description: ok
          schema: {type: string}
          headers: {X-Total: {type: integer, description: all}}
          examples: {application/json: '1'}
definitions: {Loan: {type: object}}`
    )
    const now = openapi(
      '3.0.0',
      `paths:
  /loans/{id}:
    parameters: [{name: id, in: path, required: true, description: which, schema: {type: string, format: uuid}}]
    post:
      parameters:
        - {name: ids, in: query, explode: false, description: many, schema: {type: array, items: {type: integer}}}
        - {name: tags, in: query, schema: {type: array, items: {type: string}}}
        - {name: bars, in: query, style: pipeDelimited, schema: {type: array, items: {type: string}}}
        - {name: page, in: query, allowEmptyValue: true, schema: {type: integer, default: 1, maximum: 9}}
      requestBody:
        required: true
        description: what
        content: {application/json: {schema: {$ref: '#/definitions/Loan'}}}
      responses:
        '200':
          description: ok
          content:
            application/json: {schema: {type: string}, example: '1'}
            text/csv: {schema: {type: string}}
          headers: {X-Total: {description: all, schema: {type: integer}}}`
    )
    expect(withoutPlaces(details(old))).toEqual(withoutPlaces(details(now)))
    expect(gapsIn(old)).toEqual([])
  })

  test('form fields are read as a body', () => {
    const old = swagger(
      `paths:
  /loans:
    post:
      consumes: [multipart/form-data]
      parameters:
        - {name: id, in: formData, type: string, required: true, description: which}
        - {name: scan, in: formData, type: file}
        - {name: tags, in: formData, type: array, items: {type: string}}
        - {name: rooms, in: formData, type: array, items: {type: string}, collectionFormat: multi}
      ${OK}`
    )
    const now = openapi(
      '3.0.0',
      `paths:
  /loans:
    post:
      requestBody:
        required: true
        content:
          multipart/form-data:
            encoding: {tags: {style: form, explode: false}}
            schema:
              type: object
              required: [id]
              properties:
                id: {type: string, description: which}
                scan: {type: string, format: binary}
                tags: {type: array, items: {type: string}}
                rooms: {type: array, items: {type: string}}
      ${OK}`
    )
    expect(withoutPlaces(details(old))).toEqual(withoutPlaces(details(now)))
    const schema = details(old).body?.contents[0]?.schema
    const tag = schema && childNode(rootNode(schema), 'properties', 'tags', 'items')
    expect(tag && originalPointer(tag)).toBe('/paths/~1loans/post/parameters/2/items')
    expect(schema && originalPointer(rootNode(schema))).toBe('/paths/~1loans/post/parameters/0')
  })

  test.each(
    sample([
      [
        'consumes: [application/json], parameters: [{name: a, in: formData, type: string}]',
        'application/x-www-form-urlencoded'
      ],
      ['parameters: [{name: a, in: formData, type: file}]', 'multipart/form-data'],
      ['consumes: [], parameters: [{name: a, in: body}]', '*/*'],
      ['consumes: [text/plain], parameters: [{name: a, in: body}]', 'text/plain'],
      ['parameters: [{name: a, in: body}]', 'application/xml']
    ])
  )('reads the content type of the body from `%s`', (lines, type) => {
    const {body} = details(swagger(`consumes: [application/xml]\npaths: {/loans: {post: {${lines}, ${OK}}}}`))
    expect((body as Body).contents.map(content => content.type)).toEqual([type])
  })

  test('reports keywords of OpenAPI 3 as gaps, and OpenAPI 3 reports those of Swagger 2.0', () => {
    const lines = `requestBody: {content: {}}, responses: {'200': {content: {}}}`
    expect(gapsIn(swagger(`paths: {/loans: {get: {${lines}}}}`))).toEqual([
      expect.stringContaining('`requestBody` has no meaning in swagger-2.0'),
      expect.stringContaining('`content` has no meaning in swagger-2.0')
    ])
    const old = `produces: [a/b], responses: {'200': {schema: {}}}`
    expect(gapsIn(openapi('3.0.0', `paths: {/loans: {get: {${old}}}}`))).toEqual([
      expect.stringContaining('`produces` has no meaning in openapi-3.0'),
      expect.stringContaining('`schema` has no meaning in openapi-3.0')
    ])
  })

  test('reports a form field next to a body as a gap', () => {
    const lines = 'parameters: [{name: a, in: body}, {name: b, in: formData, type: string}]'
    expect(gapsIn(swagger(`paths: {/loans: {post: {${lines}, ${OK}}}}`))).toEqual([
      expect.stringContaining("An operation has either a body or form fields. This field isn't read.")
    ])
  })
})

test('a schema keeps the document that contains it', () => {
  const snapshot = snapshotOf(
    `openapi: 3.0.0
paths: {/loans: {get: {responses: {'200': {$ref: 'ok.yaml#/ok'}}}}}`,
    {'ok.yaml': 'ok: {content: {application/json: {schema: {type: string}}}}'}
  )
  const [response] = details(snapshot).responses
  expect(response?.place).toEqual({source: 'ok.yaml', pointer: '/ok'})
  expect(response?.contents[0]?.schema).toMatchObject({
    pointer: '/ok/content/application~1json/schema',
    address: 'tenure:///ok.yaml',
    dialect: 'openapi-3.0'
  })
})

/** Details without places, and schemas without their surroundings. */
function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces)
  if (typeof value !== 'object' || value === null || value instanceof Map) return value
  if ('lookup' in value && 'schema' in value) return value.schema
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'place')
      .map(([key, inner]) => [key, withoutPlaces(inner)])
  )
}
