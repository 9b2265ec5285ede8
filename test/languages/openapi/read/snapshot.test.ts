import {describe, expect, test} from 'vitest'
import {rootNode} from '../../../../packages/json-schema/src/document/node.ts'
import {resolveReference} from '../../../../packages/json-schema/src/document/references.ts'
import {InputError} from '../../../../src/model/input-error.ts'
import {sample} from '../../../tier.ts'
import {details, gapsIn, openapi, operation, snapshotOf, swagger} from '../openapi-documents.ts'

const OK = "responses: {'200': {description: ok}}"

describe('the version', () => {
  test.each(
    sample([
      ['swagger: "2.0"', 'swagger-2.0'],
      ['swagger: 2.0', 'swagger-2.0'],
      ['openapi: 3.0', 'openapi-3.0'],
      ['openapi: 3.0.4', 'openapi-3.0'],
      ['openapi: 3.1', 'openapi-3.1'],
      ['openapi: 3.1.0-rc1', 'openapi-3.1'],
      ['openapi: 3.2.0', 'openapi-3.2']
    ])
  )('is read from `%s` as %s', (line, format) => {
    expect(snapshotOf(`${line}\npaths: {}`)).toMatchObject({format, gaps: []})
  })

  test.each(
    sample([
      ['openapi: 4.0.0', "`openapi: 4.0.0` isn't supported. Use", '/openapi'],
      ['openapi: 3.10.0', "`openapi: 3.10.0` isn't supported. Use", '/openapi'],
      ['swagger: "1.2"', "`swagger: 1.2` isn't supported. Use", '/swagger'],
      ['openapi: [3]', '`openapi` is a list, not a version. Use', '/openapi'],
      ['openapi: 3.0.0\nswagger: "2.0"', 'The document has both `swagger` and `openapi`.', '/swagger'],
      ['paths: {}', "This isn't an OpenAPI document. Add `openapi`", ''],
      ['- paths', "This isn't an OpenAPI document: it is a list.", '']
    ])
  )('is not supported: %j', (text, message, pointer) => {
    const attempt = expect(() => snapshotOf(text))
    attempt.toThrow(InputError)
    attempt.toThrow(message)
    try {
      snapshotOf(text)
    } catch (error) {
      expect((error as InputError).problems[0]?.place).toEqual({source: 'library.yaml', pointer})
    }
  })

  test.each(
    sample([
      ['https://json-schema.org/draft/2020-12/schema', '2020-12', 0],
      ['https://spec.openapis.org/oas/3.1/dialect/base', '2020-12', 0],
      ['http://json-schema.org/draft-07/schema#', 'draft-07', 0],
      ['https://library.example/dialect', '2020-12', 1]
    ])
  )('sets the dialect of schemas to %s', (dialect, expected, gaps) => {
    const snapshot = openapi('3.1.0', `jsonSchemaDialect: ${dialect}\npaths: {}`)
    expect(snapshot.schemaAt({}, '').dialect).toBe(expected)
    expect(snapshot.gaps).toHaveLength(gaps)
  })
})

describe('operations', () => {
  test('have a place, and all parts that they depend on', () => {
    const snapshot = openapi(
      '3.0.3',
      `security: [{key: []}]
paths:
  x-shelf: {get: 1}
  /loans/{id}/:
    x-room: 1
    summary: A loan
    parameters: [{name: id, in: path}]
    get: {${OK}}
    delete: {security: [], ${OK}}`
    )
    expect(snapshot.operations.map(({target}) => target.text)).toEqual(['GET /loans/{id}/', 'DELETE /loans/{id}/'])
    const [get, remove] = snapshot.operations
    expect(get).toMatchObject({kind: 'endpoint', method: 'GET', path: '/loans/{id}/'})
    expect(get?.place).toEqual({source: 'library.yaml', pointer: '/paths/~1loans~1{id}~1/get'})
    expect(get?.rawParts).toContainEqual([{key: []}])
    expect(remove?.rawParts).not.toContainEqual([{key: []}])
    expect(JSON.stringify(get?.rawParts)).toContain('"A loan"')
    expect(get?.rawParts).toHaveLength(remove?.rawParts.length ?? 0)
    expect(gapsIn(snapshot)).toEqual([
      "library.yaml#/security/0: `key` isn't a security scheme of this description. Define it in `components.securitySchemes`."
    ])
  })

  test('have the methods of their version of OpenAPI', () => {
    const lines = `paths: {/loans: {query: {${OK}}, trace: {${OK}}, additionalOperations: {COPY: {${OK}}}}}`
    const methods = (version: string) => openapi(version, lines).operations.map(({method}) => method)
    expect(methods('3.2.0')).toEqual(['QUERY', 'TRACE', 'COPY'])
    expect(methods('3.1.0')).toEqual(['TRACE'])
    expect(gapsIn(openapi('3.1.0', lines))).toHaveLength(2)
  })

  test('with invalid paths or methods are gaps', () => {
    expect(
      gapsIn(
        openapi(
          '3.0.0',
          `paths:
  loans: {get: {${OK}}}
  /loans/{id}: {get: {${OK}}, GET: {${OK}}, fetch: {}}
  /loans/{loanId}: {get: {${OK}}, put: {${OK}}}
  /shelves: {get: [], put: null}
  /rooms: 7`
        )
      ).map(gap => gap.replace('library.yaml#/paths', ''))
    ).toEqual([
      '/loans: Path `loans` must begin with `/`.',
      "/~1loans~1{id}/GET: `GET` isn't a key of a path, so it isn't read. Write methods in lowercase.",
      "/~1loans~1{id}/fetch: `fetch` isn't a key of a path, so it isn't read. Write methods in lowercase.",
      '/~1loans~1{loanId}/get: `GET /loans/{loanId}` is the same endpoint as `GET /loans/{id}`. Describe it once.',
      '/~1shelves/get: This operation must be an object, not a list.',
      '/~1rooms: This path must be an object, not a number.'
    ])
  })

  test('with equal path templates are all read', () => {
    const {operations, gaps} = snapshotOf(
      `openapi: 3.0.0\npaths: {'/loans/{id}': {get: {${OK}}}, '/loans/{loanId}': {get: {${OK}}, put: {${OK}}}}`
    )
    expect(operations.map(({target}) => target.text)).toEqual([
      'GET /loans/{id}',
      'GET /loans/{loanId}',
      'PUT /loans/{loanId}'
    ])
    expect(gaps.map(({message}) => message)).toEqual([
      '`GET /loans/{loanId}` is the same endpoint as `GET /loans/{id}`. Describe it once.'
    ])
  })

  test('can be in another file, next to others that are not', () => {
    const snapshot = snapshotOf(
      `openapi: 3.1.0
paths:
  /loans: {$ref: 'paths/loans.yaml#/loans', put: {${OK}}}`,
      {
        'paths/loans.yaml': `loans:
  parameters: [{$ref: '#/page'}]
  get: {responses: {'200': {content: {application/json: {schema: {$ref: '../loan.yaml'}}}}}}
page: {name: page, in: query, schema: {type: integer}}`,
        'loan.yaml': 'type: object'
      }
    )
    expect(snapshot.operations.map(({method}) => method)).toEqual(['PUT', 'GET'])
    expect(operation(snapshot, 1).place).toEqual({source: 'paths/loans.yaml', pointer: '/loans/get'})
    const [put, get] = [details(snapshot, 0), details(snapshot, 1)]
    expect(put.parameters).toEqual(get.parameters)
    expect(get.parameters[0]).toMatchObject({place: {source: 'paths/loans.yaml', pointer: '/page'}})
    const schema = get.responses[0]?.contents[0]?.schema
    expect(schema?.address).toBe('tenure:///paths/loans.yaml')
    expect(schema?.lookup).toBe(snapshot.schemaAt({}, '').lookup)
    expect(schema && resolveReference(rootNode(schema), '../loan.yaml')).toMatchObject({raw: {type: 'object'}})
    expect(snapshot.placeAt('/type', 'tenure:///loan.yaml')).toEqual({source: 'loan.yaml', pointer: '/type'})
    const address = 'tenure:///loan.yaml'
    expect(snapshot.schemaAt({}, '', address)).toMatchObject({document: {type: 'object'}, address})
  })

  test.each(
    sample([
      ['3.0.3', `get: {${OK}}`, ['`get` is next to a `$ref`, so some tools ignore it.']],
      ['3.0.3', 'parameters: []', ['`parameters` is next to a `$ref`, so some tools ignore it.']],
      ['3.0.3', 'summary: Shelves\n    x-owner: desk', []],
      ['3.1.0', `get: {${OK}}`, []],
      ['3.1.0', `post: {${OK}}`, ['`post` is next to a `$ref`, which has it, too, so which one counts is undefined.']],
      ['3.2.0', 'servers: [{url: /a}]', ['`servers` is next to a `$ref`, which has it, too']]
    ])
  )('next to a `$ref` of a path are read together with its target, in %s: %s', (version, keys, reasons) => {
    const target = `{post: {${OK}}, servers: [{url: /b}]}`
    const snapshot = openapi(version, `paths:\n  /loans:\n    $ref: '#/x-loans'\n    ${keys}\nx-loans: ${target}`)
    expect(snapshot.operations.map(({method}) => method)).toContain('POST')
    expect(gapsIn(snapshot).map(gap => reasons.findIndex(reason => gap.includes(reason)))).toEqual(
      reasons.map((_, at) => at)
    )
  })

  test('read their details only once', () => {
    const snapshot = openapi('3.0.0', `paths: {/loans: {get: {operationId: listLoans, tags: [loans], ${OK}}}}`)
    expect(details(snapshot)).toBe(details(snapshot))
    expect(details(snapshot)).toMatchObject({id: 'listLoans', tags: ['loans'], security: [], servers: [], marks: {}})
  })

  test('end at circular references of paths', () => {
    const snapshot = openapi(
      '3.1.0',
      `paths: {/loans: {$ref: '#/paths/~1shelves'}, /shelves: {$ref: '#/paths/~1loans', get: {${OK}}}}`
    )
    expect(snapshot.operations).toHaveLength(2)
    expect(gapsIn(snapshot)[0]).toContain('The references of this path form a circle.')
  })
})

describe('the base path', () => {
  test.each(
    sample([
      ["servers: [{url: 'https://library.example/api/v1/'}]", '/api/v1'],
      ["servers: [{url: '/v2'}]", '/v2'],
      ["servers: [{url: './v2'}]", '/v2'],
      ["servers: [{url: 'https://{city}.library.example/{base}', variables: {base: {default: v3}}}]", '/v3'],
      ["servers: [{url: 'https://library.example'}, {url: /v1}]", ''],
      ['servers: []', '']
    ])
  )('of `%s` is `%s`', (lines, base) => {
    expect(openapi('3.0.0', `${lines}\npaths: {}`).basePath).toBe(base)
  })

  test('is read from the host and schemes of Swagger 2.0', () => {
    const snapshot = swagger('host: library.example\nbasePath: /v1/\nschemes: [https, http]\npaths: {}')
    expect(snapshot.basePath).toBe('/v1')
    expect(snapshot.servers).toEqual([
      {url: 'https://library.example/v1', place: {source: 'library.yaml', pointer: '/schemes/0'}},
      {url: 'http://library.example/v1', place: {source: 'library.yaml', pointer: '/schemes/1'}}
    ])
    expect(swagger('basePath: /\npaths: {}')).toMatchObject({basePath: '', servers: []})
  })

  test('is overridden by the servers of an operation or a path', () => {
    const snapshot = openapi(
      '3.0.0',
      `servers: [{url: /v1}]
paths:
  /loans:
    servers: [{url: /path}]
    get: {servers: [{url: /own}], ${OK}}
    put: {${OK}}`
    )
    expect([details(snapshot), details(snapshot, 1)].map(({servers}) => servers[0]?.url)).toEqual(['/own', '/path'])
    expect(
      swagger(`host: a.example\npaths: {/loans: {get: {schemes: [http], ${OK}}}}`).operations[0]?.details()
    ).toMatchObject({servers: [{url: 'http://a.example'}]})
  })
})

describe('paths with queries in `x-ms-paths`', () => {
  const snapshot = swagger(`paths: {/loans: {get: {${OK}}}}
x-ms-paths:
  /loans?due=today: {get: {${OK}}, post: {$ref: gone.yaml}}
  /loans: {get: {${OK}}}
  x-note: {}`)

  test('are endpoints like others', () => {
    expect(snapshot.operations.map(({target}) => target.text)).toEqual(['GET /loans', 'GET /loans?due=today'])
  })

  test("are reported as unread if their reference can't be resolved", () => {
    expect(snapshot.unread).toEqual([{kind: 'endpoint', path: '/loans?due=today'}])
  })

  test('are read only once', () => {
    expect(snapshot.gaps.map(({message}) => message)).toContain("`GET /loans` is listed twice. This one isn't read.")
  })
})

describe('webhooks and callbacks', () => {
  test('webhooks are read as operations', () => {
    const lines = `webhooks: {loanDue: {post: {${OK}}, get: {${OK}}}}\nx-webhooks: {loanDue: {put: {}}, fine: {post: {${OK}}}}`
    const names = (version: string) =>
      openapi(version, `${lines}\npaths: {}\nsecurity: [{key: []}]`).operations.map(({target}) => target.text)
    expect(names('3.1.0')).toEqual([
      'operation webhook loanDue',
      'operation webhook loanDue GET',
      'operation webhook fine'
    ])
    expect(names('3.0.0')).toEqual(['operation webhook loanDue PUT', 'operation webhook fine'])
    expect(openapi('3.1.0', lines).operations[0]).toMatchObject({kind: 'webhook', path: 'loanDue'})
    expect(details(openapi('3.1.0', `${lines}\nsecurity: [{key: []}]`)).security).toEqual([])
  })

  test('callbacks are read as operations, even if they refer to themselves', () => {
    const snapshot = openapi(
      '3.0.0',
      `paths:
  /loans: {post: {callbacks: {due: {$ref: '#/components/callbacks/due'}}, ${OK}}}
components:
  callbacks:
    due:
      x-shelf: 1
      '{$request.body#/url}': {post: {callbacks: {due: {$ref: '#/components/callbacks/due'}}, ${OK}}}`
    )
    const [callback] = details(snapshot).callbacks
    expect(callback).toMatchObject({
      kind: 'callback',
      path: '{$request.body#/url}',
      target: {name: 'callback due {$request.body#/url} POST of POST /loans'},
      place: {pointer: '/components/callbacks/due/{$request.body#~1url}/post'}
    })
    expect(callback?.details().callbacks).toMatchObject([{place: callback?.place}])
    expect(gapsIn(snapshot)).toEqual([])
  })
})

describe('security', () => {
  test('requirements of an operation override those of the document', () => {
    const snapshot = openapi(
      '3.0.0',
      `security: [{key: []}]
paths:
  /loans:
    get: {${OK}}
    put: {security: [], ${OK}}
    post: {security: [{oauth: [write, read, read], key: []}, {}], ${OK}}`
    )
    expect(details(snapshot).security).toEqual([new Map([['key', []]])])
    expect(details(snapshot, 1).security).toEqual([])
    expect(details(snapshot, 2).security).toEqual([
      new Map([
        ['key', []],
        ['oauth', ['read', 'write']]
      ]),
      new Map()
    ])
  })

  test('schemes of Swagger 2.0 are read like those of OpenAPI 3', () => {
    const old = swagger(`paths: {}
securityDefinitions:
  basic: {type: basic}
  key: {type: apiKey, in: header, name: X-Key}
  oauth: {type: oauth2, flow: accessCode, authorizationUrl: /a, tokenUrl: /t, scopes: {read: all}}`)
    const now = openapi(
      '3.0.0',
      `paths: {}
components:
  securitySchemes:
    basic: {type: http, scheme: basic}
    key: {type: apiKey, in: header, name: X-Key}
    oauth: {$ref: '#/components/securitySchemes/o'}
    o: {type: oauth2, flows: {authorizationCode: {authorizationUrl: /a, tokenUrl: /t, scopes: {read: all}}}}`
    )
    for (const [name, scheme] of old.schemes) expect(now.schemes.get(name)?.raw).toEqual(scheme.raw)
    expect(old.schemes.get('key')?.place.pointer).toBe('/securityDefinitions/key')
    expect(now.schemes.get('oauth')?.place.pointer).toBe('/components/securitySchemes/o')
  })
})

test('problems are reported once, and only when the details are read', () => {
  const snapshot = openapi(
    '3.0.0',
    `paths:
  /loans:
    get: {parameters: [{$ref: '#/components/parameters/lost'}], responses: []}
    put: {parameters: [{$ref: '#/components/parameters/lost'}], ${OK}}
components: {parameters: {lost: {in: query}}}`
  )
  expect(snapshot.gaps).toEqual([])
  expect(gapsIn(snapshot)).toEqual([
    "library.yaml#/components/parameters/lost: This parameter has no `name`, so it isn't read.",
    'library.yaml#/paths/~1loans/get/responses: `responses` must be an object, not a list.'
  ])
})

test('names such as `__proto__` and `constructor` are ordinary names', () => {
  const snapshot = openapi(
    '3.1.0',
    `paths: {/constructor: {constructor: 1, get: {responses: {'200': {headers: {constructor: {schema: {}}}}}}}}`
  )
  expect(details(snapshot).responses[0]?.headers[0]?.name).toBe('constructor')
  expect(gapsIn(snapshot)).toEqual([expect.stringContaining("`constructor` isn't a key of a path")])
})
