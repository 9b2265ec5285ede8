// Small pairs for each kind of change, and for what looks like one and is none. Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {differ, type Raw} from './cases.ts'
import {between, reached} from './comparing.ts'

const HEAD = {info: {title: 'Lending Library API', version: '1.0'}}
const OK = {'200': {description: 'Fine'}}
const JSON_TYPE = 'application/json'

const api = (more: Raw, version = '3.0.3'): object => ({openapi: version, ...HEAD, ...more})
const paths = (more: Raw, version?: string): object => api({paths: more}, version)
const loans = (operation: Raw, more: Raw = {}, version?: string): object =>
  api({paths: {'/loans': {get: {responses: OK, ...operation}}}, ...more}, version)
const query = (schema: unknown, more: Raw = {}): object =>
  loans({parameters: [{name: 'shelf', in: 'query', schema, ...more}]})
const sent = (schema: unknown, more: Raw = {}, version?: string): object =>
  api(
    {
      paths: {'/loans': {post: {requestBody: {required: true, content: {[JSON_TYPE]: {schema}}}, responses: OK}}},
      ...more
    },
    version
  )
const answered = (schema: unknown, more: Raw = {}, version?: string): object =>
  api(
    {paths: {'/loans': {get: {responses: {'200': {description: 'Fine', content: {[JSON_TYPE]: {schema}}}}}}}, ...more},
    version
  )
/** The same schema is sent and answered. */
const both = (
  schema: unknown,
  {components}: {readonly components?: {readonly schemas: Raw}} = {},
  version?: string
): object => {
  const content = {[JSON_TYPE]: {schema: ref('Loan')}}
  return api(
    {
      paths: {
        '/loans': {put: {requestBody: {required: true, content}, responses: {'200': {description: 'Fine', content}}}}
      },
      ...schemas({...components?.schemas, Loan: schema})
    },
    version
  )
}
const schemas = (all: Raw): {readonly components: {readonly schemas: Raw}} => ({components: {schemas: all}})
const ref = (name: string): Raw => ({$ref: `#/components/schemas/${name}`})
const object = (properties: Raw, more: Raw = {}): Raw => ({type: 'object', properties, ...more})
const TEXT = {type: 'string'}
const NUMBER = {type: 'integer'}

interface Case {
  readonly name: string
  readonly old: object
  readonly new: object
  readonly told: readonly string[]
  /** From the other end. */
  readonly back?: readonly string[]
}

const check = (cases: readonly Case[]): void => {
  test.each(cases)('$name', ({old, new: fresh, told, back}) => {
    expect(differ(old, fresh)).toEqual([...told].sort())
    if (back) expect(differ(fresh, old)).toEqual([...back].sort())
  })
}

describe('operations and paths', () => {
  check([
    {
      name: 'a method went, another came',
      old: paths({'/loans': {get: {responses: OK}}}),
      new: paths({'/loans': {put: {responses: OK}}}),
      told: ['operation-added (request)', 'operation-removed (request)']
    },
    {
      name: 'a path parameter renamed is the same path',
      old: paths({
        '/loans/{id}': {get: {parameters: [{name: 'id', in: 'path', required: true, schema: TEXT}], responses: OK}}
      }),
      new: paths({
        '/loans/{loan}': {get: {parameters: [{name: 'loan', in: 'path', required: true, schema: TEXT}], responses: OK}}
      }),
      told: [],
      back: []
    },
    {
      name: 'a path parameter renamed and narrowed is the same parameter',
      old: paths({
        '/loans/{id}': {get: {parameters: [{name: 'id', in: 'path', required: true, schema: TEXT}], responses: OK}}
      }),
      new: paths({
        '/loans/{loan}': {
          get: {
            parameters: [{name: 'loan', in: 'path', required: true, schema: {type: 'string', maxLength: 5}}],
            responses: OK
          }
        }
      }),
      told: ['constraint-tightened maxLength (request breaks)'],
      back: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: 'two path parameters that change places',
      old: paths({
        '/{a}/{b}': {
          get: {
            parameters: [
              {name: 'a', in: 'path', required: true, schema: NUMBER},
              {name: 'b', in: 'path', required: true, schema: TEXT}
            ],
            responses: OK
          }
        }
      }),
      new: paths({
        '/{b}/{a}': {
          get: {
            parameters: [
              {name: 'b', in: 'path', required: true, schema: NUMBER},
              {name: 'a', in: 'path', required: true, schema: TEXT}
            ],
            responses: OK
          }
        }
      }),
      told: [],
      back: []
    },
    {
      name: 'parameters of the path are those of its operations',
      old: paths({'/loans': {parameters: [{name: 'shelf', in: 'query', schema: TEXT}], get: {responses: OK}}}),
      new: paths({'/loans': {get: {parameters: [{name: 'shelf', in: 'query', schema: TEXT}], responses: OK}}}),
      told: [],
      back: []
    },
    {
      name: 'an own parameter goes before that of the path',
      old: paths({'/loans': {parameters: [{name: 'shelf', in: 'query', schema: TEXT}], get: {responses: OK}}}),
      new: paths({
        '/loans': {
          parameters: [{name: 'shelf', in: 'query', schema: TEXT}],
          get: {parameters: [{name: 'shelf', in: 'query', required: true, schema: TEXT}], responses: OK}
        }
      }),
      told: ['parameter-required shelf (request)'],
      back: ['parameter-optional shelf (request)']
    }
  ])
})

describe('parameters', () => {
  check([
    {
      name: 'added, required',
      old: loans({}),
      new: query(TEXT, {required: true}),
      told: ['required-parameter-added shelf (request)'],
      back: ['parameter-removed shelf (request)']
    },
    {
      name: 'added, and may be left out',
      old: loans({}),
      new: query(TEXT),
      told: ['parameter-added shelf (request)'],
      back: ['parameter-removed shelf (request)']
    },
    {
      name: 'moved from the query to a header',
      old: query(TEXT),
      new: loans({parameters: [{name: 'shelf', in: 'header', schema: TEXT}]}),
      told: ['moved shelf (request)'],
      back: ['moved shelf (request)']
    },
    {
      name: 'moved, and narrowed on the way',
      old: query(TEXT),
      new: loans({parameters: [{name: 'shelf', in: 'header', schema: {type: 'string', maxLength: 3}}]}),
      told: ['constraint-tightened maxLength (request breaks)', 'moved shelf (request)']
    },
    {
      name: 'moved, and must be sent now',
      old: query(TEXT),
      new: loans({parameters: [{name: 'shelf', in: 'header', required: true, schema: TEXT}]}),
      told: ['moved shelf (request)']
    },
    {
      name: 'a header by another case is the same header',
      old: loans({parameters: [{name: 'Branch', in: 'header', schema: TEXT}]}),
      new: loans({parameters: [{name: 'branch', in: 'header', schema: TEXT}]}),
      told: [],
      back: []
    },
    {
      name: 'a query parameter by another case is another one',
      old: loans({parameters: [{name: 'Shelf', in: 'query', schema: TEXT}]}),
      new: query(TEXT),
      told: ['parameter-added shelf (request)', 'parameter-removed Shelf (request)']
    },
    {
      name: 'a list, no longer repeated',
      old: query({type: 'array', items: TEXT}),
      new: query({type: 'array', items: TEXT}, {explode: false}),
      told: ['serialization-changed style (request)'],
      back: ['serialization-changed style (request)']
    },
    {
      name: 'a list, divided otherwise',
      old: query({type: 'array', items: TEXT}, {style: 'pipeDelimited', explode: false}),
      new: query({type: 'array', items: TEXT}, {style: 'spaceDelimited', explode: false}),
      told: ['serialization-changed style (request)']
    },
    {
      name: 'explode of one plain value says nothing',
      old: query(TEXT),
      new: query(TEXT, {explode: false}),
      told: [],
      back: []
    },
    {
      name: 'the default that is written out',
      old: query({type: 'array', items: TEXT}),
      new: query({type: 'array', items: TEXT}, {style: 'form', explode: true, required: false}),
      told: [],
      back: []
    },
    {
      name: 'the default changed',
      old: query({type: 'integer', default: 20}),
      new: query({type: 'integer', default: 50}),
      told: ['default-changed default (request)'],
      back: ['default-changed default (request)']
    },
    {
      name: 'a default where none was: what was meant before is not known',
      old: query(NUMBER),
      new: query({type: 'integer', default: 50}),
      told: ['default-changed default (request)']
    },
    {
      name: 'an integer that is any text now: all that was sent is still fine',
      old: query(NUMBER),
      new: query(TEXT),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'a list of words that is a number now: all that was said of the words goes with them',
      old: answered(object({state: {type: 'string', enum: ['open', 'lost'], maxLength: 4}})),
      new: answered(object({state: {type: 'integer', minimum: 1}})),
      told: ['type-changed (response breaks)'],
      back: ['type-changed (response breaks)']
    },
    {
      name: 'a number that is an integer now',
      old: query({type: 'number'}),
      new: query(NUMBER),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'a switch that is one of two words now',
      old: query({type: 'boolean'}),
      new: query({type: 'string', enum: ['true', 'false']}),
      told: ['constraint-tightened enum (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'an integer that must be a short text now',
      old: query(NUMBER),
      new: query({type: 'string', maxLength: 2}),
      told: ['constraint-tightened maxLength (request keeps)', 'type-changed (request breaks)']
    },
    {
      name: 'numbers that are enumerated as texts',
      old: query({type: 'integer', enum: [1, 2]}),
      new: query({type: 'string', enum: ['1', '2']}),
      // Numbers can be written in many ways: whether all that were sent are among the texts is left open.
      told: ['type-changed (request keeps)']
    },
    {
      name: 'one value that may be a list now',
      old: query(TEXT),
      new: query({type: 'array', items: TEXT}),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'one value that is a list of at least two now',
      old: query(TEXT),
      new: query({type: 'array', minItems: 2, items: TEXT}),
      told: ['type-changed (request breaks)']
    },
    {
      name: 'an integer that is any text now, in a JSON body',
      old: sent(NUMBER),
      new: sent(TEXT),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'values by content, as JSON: no text',
      old: loans({parameters: [{name: 'shelf', in: 'query', content: {[JSON_TYPE]: {schema: NUMBER}}}]}),
      new: loans({parameters: [{name: 'shelf', in: 'query', content: {[JSON_TYPE]: {schema: TEXT}}}]}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'an integer that is any text now, in a form',
      old: api({
        paths: {
          '/loans': {
            post: {
              requestBody: {content: {'application/x-www-form-urlencoded': {schema: object({shelf: NUMBER})}}},
              responses: OK
            }
          }
        }
      }),
      new: api({
        paths: {
          '/loans': {
            post: {
              requestBody: {content: {'application/x-www-form-urlencoded': {schema: object({shelf: TEXT})}}},
              responses: OK
            }
          }
        }
      }),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'empty values allowed no longer',
      old: query(TEXT, {allowEmptyValue: true}),
      new: query(TEXT),
      told: ['constraint-tightened allowEmptyValue (request)'],
      back: ['constraint-loosened allowEmptyValue (request)']
    },
    {
      name: 'characters that divide a URL must be escaped',
      old: query(TEXT, {allowReserved: true}),
      new: query(TEXT),
      told: ['constraint-tightened allowReserved (request)'],
      back: ['constraint-loosened allowReserved (request)']
    },
    {
      name: 'a number has none of them',
      old: query({type: 'integer'}, {allowReserved: true}),
      new: query({type: 'integer'}),
      told: [],
      back: []
    }
  ])
})

describe('bodies, statuses, media types and headers', () => {
  const body = (more: Raw | undefined): object =>
    api({paths: {'/loans': {post: {...(more ? {requestBody: more} : {}), responses: OK}}}})
  const content = {[JSON_TYPE]: {schema: {type: 'object'}}}
  const responses = (all: Raw): object => loans({responses: all})
  const media = (...types: string[]): object =>
    body({content: Object.fromEntries(types.map(type => [type, {schema: {type: 'object'}}]))})
  const answers = (...types: string[]): object =>
    responses({
      '200': {description: '', content: Object.fromEntries(types.map(type => [type, {schema: {type: 'object'}}]))}
    })
  const header = (more: Raw | undefined): object =>
    responses({'200': {description: '', ...(more ? {headers: {'Total-Count': more}} : {})}})
  check([
    {
      name: 'a body that must be sent',
      old: body(undefined),
      new: body({required: true, content}),
      told: ['required-body-added (request)'],
      back: ['body-removed (request)']
    },
    {
      name: 'a body that must be sent now',
      old: body({content}),
      new: body({required: true, content}),
      told: ['body-required (request)'],
      back: ['body-optional (request)']
    },
    {
      name: 'another way to succeed',
      old: responses({'200': {description: ''}}),
      new: responses({'200': {description: ''}, '202': {description: ''}}),
      told: ['status-added 202 (response)'],
      back: ['status-removed 202 (response)']
    },
    {
      name: 'an error',
      old: responses({'200': {description: ''}}),
      new: responses({'200': {description: ''}, '404': {description: ''}}),
      told: ['error-code-added 404 (response)'],
      back: ['error-code-removed 404 (response)']
    },
    {
      name: 'a status in a range that was there',
      old: responses({'2XX': {description: '', content}}),
      new: responses({'2XX': {description: '', content}, '201': {description: '', content}}),
      told: [],
      back: []
    },
    {
      name: 'a status in a range, with another type',
      old: responses({'4XX': {description: '', content: {[JSON_TYPE]: {schema: NUMBER}}}}),
      new: responses({
        '4XX': {description: '', content: {[JSON_TYPE]: {schema: NUMBER}}},
        '404': {description: '', content: {[JSON_TYPE]: {schema: TEXT}}}
      }),
      told: ['type-changed (response breaks)']
    },
    {
      name: 'a media type less in a request',
      old: media(JSON_TYPE, 'text/csv'),
      new: media(JSON_TYPE),
      told: ['media-type-removed text/csv (request)'],
      back: ['media-type-added text/csv (request)']
    },
    {
      name: 'a media type less in an answer',
      old: answers(JSON_TYPE, 'text/csv'),
      new: answers(JSON_TYPE),
      told: ['media-type-removed text/csv (response)'],
      back: ['media-type-added text/csv (response)']
    },
    {
      name: 'a range that holds what was sent',
      old: media(JSON_TYPE),
      new: media('application/*'),
      told: ['media-type-added application/* (request)']
    },
    {
      name: 'a range that is no longer held in a request',
      old: media('application/*'),
      new: media(JSON_TYPE),
      told: ['media-type-added application/json (request)', 'media-type-removed application/* (request)']
    },
    {
      name: 'a media type by another case and with a space is the same one',
      old: media('application/json; charset=utf-8'),
      new: media('Application/JSON;charset=UTF-8'),
      told: [],
      back: []
    },
    {
      name: 'a header of an answer',
      old: header(undefined),
      new: header({schema: NUMBER}),
      told: ['header-added Total-Count (response)'],
      back: ['header-removed Total-Count (response)']
    },
    {
      name: 'a header that is always there',
      old: header({schema: NUMBER}),
      new: header({required: true, schema: NUMBER}),
      told: ['header-required Total-Count (response)'],
      back: ['header-optional Total-Count (response)']
    },
    {
      name: 'a header that is any text now',
      old: header({schema: NUMBER}),
      new: header({schema: TEXT}),
      told: ['type-changed (response breaks)'],
      back: ['type-changed (response keeps)']
    }
  ])
})

describe('security', () => {
  const SCHEMES = {
    securitySchemes: {
      card: {type: 'apiKey', in: 'header', name: 'Reader-Card'},
      desk: {
        type: 'oauth2',
        flows: {clientCredentials: {tokenUrl: 'https://library.example/token', scopes: {read: '', write: ''}}}
      }
    }
  }
  const secured = (security: readonly Raw[] | undefined, components: Raw = SCHEMES): object =>
    loans(security ? {security} : {}, {components})
  check([
    {
      name: 'asked for where nothing was',
      old: secured([]),
      new: secured([{card: []}]),
      told: ['security-stricter nothing (request)'],
      back: ['security-looser nothing (request)']
    },
    {
      name: 'one more way in',
      old: secured([{card: []}]),
      new: secured([{card: []}, {desk: ['read']}]),
      told: ['security-looser desk (read) (request)'],
      back: ['security-stricter desk (read) (request)']
    },
    {
      name: 'a scope more',
      old: secured([{desk: ['read']}]),
      new: secured([{desk: ['read', 'write']}]),
      told: ['security-stricter desk (read) (request)'],
      back: ['security-looser desk (read) (request)']
    },
    {
      name: 'both instead of one',
      old: secured([{card: []}]),
      new: secured([{card: [], desk: ['read']}]),
      told: ['security-stricter card (request)']
    },
    {
      name: 'another order of the ways in',
      old: secured([{card: []}, {desk: ['read']}]),
      new: secured([{desk: ['read']}, {card: []}]),
      told: [],
      back: []
    },
    {
      name: 'anonymous, allowed in two ways',
      old: secured([{}, {card: []}]),
      new: secured([]),
      told: [],
      back: []
    },
    {
      name: 'of the document, or of its only operation',
      old: loans({}, {security: [{card: []}], components: SCHEMES}),
      new: loans({security: [{card: []}]}, {components: SCHEMES}),
      told: [],
      back: []
    },
    {
      name: 'the key is sent elsewhere',
      old: secured([{card: []}]),
      new: secured([{card: []}], {
        securitySchemes: {...SCHEMES.securitySchemes, card: {type: 'apiKey', in: 'query', name: 'Reader-Card'}}
      }),
      told: ['security-stricter card (request)'],
      back: ['security-stricter card (request)']
    },
    {
      name: 'the token is had elsewhere',
      old: secured([{desk: ['read']}]),
      new: secured([{desk: ['read']}], {
        securitySchemes: {
          ...SCHEMES.securitySchemes,
          desk: {
            type: 'oauth2',
            flows: {clientCredentials: {tokenUrl: 'https://doors.library.example/token', scopes: {read: '', write: ''}}}
          }
        }
      }),
      told: ['security-changed desk (request)']
    },
    {
      name: 'a scheme that nobody asks for',
      old: secured([{card: []}]),
      new: secured([{card: []}], {
        securitySchemes: {...SCHEMES.securitySchemes, desk: {type: 'http', scheme: 'bearer'}}
      }),
      told: [],
      back: []
    },
    {
      name: 'a scheme by another name is the same scheme',
      old: secured([{card: []}]),
      new: secured([{readerCard: []}], {securitySchemes: {readerCard: SCHEMES.securitySchemes.card}}),
      told: [],
      back: []
    }
  ])
})

describe('servers and base path', () => {
  const at = (...urls: string[]): object => loans({}, {servers: urls.map(url => ({url}))})
  const swagger = (basePath: string): object => ({
    swagger: '2.0',
    ...HEAD,
    host: 'library.example',
    schemes: ['https'],
    basePath,
    paths: {'/loans': {get: {responses: OK}}}
  })
  check([
    {
      name: 'one more, one less',
      old: at('https://library.example/v1', 'https://north.library.example/v1'),
      new: at('https://library.example/v1', 'https://south.library.example/v1'),
      told: [
        'server-added https://south.library.example/v1 (request)',
        'server-removed https://north.library.example/v1 (request)'
      ]
    },
    {
      name: 'the base path is one change',
      old: at('https://library.example/v1'),
      new: at('https://library.example/v2'),
      told: ['base-path-changed (request)'],
      back: ['base-path-changed (request)']
    },
    {name: 'the same of Swagger 2.0', old: swagger('/v1'), new: swagger('/v2'), told: ['base-path-changed (request)']},
    {
      name: 'the base path moved into the paths',
      old: loans({}, {servers: [{url: 'https://library.example/v1'}]}),
      new: api({servers: [{url: 'https://library.example'}], paths: {'/v1/loans': {get: {responses: OK}}}}),
      told: []
    },
    {
      name: 'a slash at the end',
      old: at('https://library.example/v1'),
      new: at('https://library.example/v1/'),
      told: [],
      back: []
    }
  ])
})

describe('life', () => {
  const life = (more: Raw): object => loans(more)
  check([
    {
      name: 'deprecated',
      old: life({}),
      new: life({deprecated: true}),
      told: ['deprecated deprecated (request)'],
      back: ['deprecation-withdrawn deprecated (request)']
    },
    {name: 'not deprecated, said aloud', old: life({}), new: life({deprecated: false}), told: [], back: []},
    {
      name: 'sunset set',
      old: life({deprecated: true}),
      new: life({deprecated: true, 'x-sunset': '2030-01-31'}),
      told: ['sunset-set sunset (request)'],
      back: ['sunset-dropped sunset (request)']
    },
    {
      name: 'sunset moved',
      old: life({deprecated: true, 'x-sunset': '2030-01-31'}),
      new: life({deprecated: true, 'x-sunset': '2031-01-31'}),
      told: ['sunset-moved-later sunset (request)'],
      back: ['sunset-moved-earlier sunset (request)']
    },
    {
      name: 'stability',
      old: life({'x-stability-level': 'beta'}),
      new: life({'x-stability-level': 'stable'}),
      told: ['stability-changed stability (request)'],
      back: ['stability-changed stability (request)']
    },
    {
      name: 'replacement',
      old: life({deprecated: true}),
      new: life({deprecated: true, 'x-replaced-by': 'GET /v2/loans'}),
      told: ['replacement-changed replacement (request)']
    },
    {
      name: 'a parameter deprecated',
      old: query(TEXT),
      new: query(TEXT, {deprecated: true}),
      told: ['deprecated deprecated (request)']
    },
    {
      name: 'a property deprecated',
      old: answered(object({copy: TEXT})),
      new: answered(object({copy: {type: 'string', deprecated: true}})),
      told: ['deprecated deprecated (response)']
    },
    {
      name: 'a property deprecated beside a reference, which 3.1 reads',
      old: answered(object({copy: ref('Copy')}), schemas({Copy: TEXT}), '3.1.0'),
      new: answered(object({copy: {...ref('Copy'), deprecated: true}}), schemas({Copy: TEXT}), '3.1.0'),
      told: ['deprecated deprecated (response)'],
      back: ['deprecation-withdrawn deprecated (response)']
    },
    {
      name: 'fewer items in places of their own, where no others may be',
      old: both({type: 'array', prefixItems: [TEXT, NUMBER], unevaluatedItems: false}, {}, '3.1.0'),
      new: both({type: 'array', prefixItems: [TEXT], unevaluatedItems: false}, {}, '3.1.0'),
      told: [
        'constraint-changed prefixItems (request keeps, response keeps)',
        'constraint-changed unevaluatedItems (request breaks, response keeps)'
      ],
      back: [
        'constraint-changed prefixItems (request keeps, response keeps)',
        'constraint-changed unevaluatedItems (request keeps, response breaks)'
      ]
    },
    {
      name: 'the default of what stands in a list, which is there',
      old: sent({type: 'array', items: {...TEXT, default: 'a'}}),
      new: sent({type: 'array', items: {...TEXT, default: 'b'}}),
      told: [],
      back: []
    },
    {
      name: 'the default of a body that must be sent',
      old: sent({...TEXT, default: 'a'}),
      new: sent({...TEXT, default: 'b'}),
      told: [],
      back: []
    },
    {
      name: 'a default changed beside a reference, which 3.1 reads',
      old: sent(object({copy: {...ref('Copy'), default: 'a'}}), schemas({Copy: TEXT}), '3.1.0'),
      new: sent(object({copy: {...ref('Copy'), default: 'b'}}), schemas({Copy: TEXT}), '3.1.0'),
      told: ['default-changed default (request)']
    },
    {
      name: 'what stands beside a reference says nothing in 3.0',
      old: answered(object({copy: ref('Copy')}), schemas({Copy: TEXT})),
      new: answered(object({copy: {...ref('Copy'), deprecated: true}}), schemas({Copy: TEXT})),
      told: []
    }
  ])
})

describe('fields', () => {
  const copy = object({copy: TEXT})
  const more = object({copy: TEXT, shelf: NUMBER})
  const SHUT = {unevaluatedProperties: false}
  check([
    {
      name: 'added',
      old: both(copy),
      new: both(more),
      told: ['field-added shelf (request keeps, response keeps)'],
      back: ['field-removed shelf (request keeps, response keeps)']
    },
    {
      name: 'added, required',
      old: both(copy),
      new: both({...more, required: ['shelf']}),
      told: ['required-field-added shelf (request breaks, response keeps)'],
      back: ['field-removed shelf (request keeps, response breaks)']
    },
    {
      name: 'that may not be there any more',
      old: both(more, {}, '3.1.0'),
      new: both(object({copy: TEXT, shelf: false}), {}, '3.1.0'),
      told: ['field-removed shelf (request breaks, response keeps)'],
      back: ['field-added shelf (request keeps, response breaks)']
    },
    {
      name: 'removed from an object that takes nothing else that is not looked at',
      old: both({...more, unevaluatedProperties: false}, {}, '3.1.0'),
      new: both({...copy, unevaluatedProperties: false}, {}, '3.1.0'),
      told: ['field-removed shelf (request breaks, response keeps)'],
      back: ['field-added shelf (request keeps, response breaks)']
    },
    {
      name: 'removed from a part of such an object',
      old: both({allOf: [more, object({size: NUMBER})], unevaluatedProperties: false}, {}, '3.1.0'),
      new: both({allOf: [copy, object({size: NUMBER})], unevaluatedProperties: false}, {}, '3.1.0'),
      told: ['field-removed shelf (request breaks, response keeps)'],
      back: ['field-added shelf (request keeps, response breaks)']
    },
    {
      name: 'removed from such an object, which looks at names like it',
      old: both({...more, patternProperties: {'^sh': NUMBER}, unevaluatedProperties: false}, {}, '3.1.0'),
      new: both({...copy, patternProperties: {'^sh': NUMBER}, unevaluatedProperties: false}, {}, '3.1.0'),
      told: ['field-removed shelf (request keeps, response keeps)'],
      back: ['field-added shelf (request keeps, response keeps)']
    },
    {
      name: 'looked at under a condition no more, in such an object',
      old: both({...copy, dependentSchemas: {copy: object({shelf: NUMBER})}, ...SHUT}, {}, '3.1.0'),
      new: both({...copy, dependentSchemas: {copy: object({})}, ...SHUT}, {}, '3.1.0'),
      told: [
        'constraint-changed dependentSchemas (request keeps, response keeps)',
        'constraint-changed unevaluatedProperties (request breaks, response keeps)'
      ],
      back: [
        'constraint-changed dependentSchemas (request keeps, response keeps)',
        'constraint-changed unevaluatedProperties (request keeps, response breaks)'
      ]
    },
    {
      name: 'removed from an alternative beside such a word',
      old: both({anyOf: [more, object({size: NUMBER})], ...SHUT}, {}, '3.1.0'),
      new: both({anyOf: [copy, object({size: NUMBER})], ...SHUT}, {}, '3.1.0'),
      told: ['field-removed shelf (request keeps, response keeps)'],
      back: ['field-added shelf (request keeps, response keeps)']
    },
    {
      name: 'one more alternative beside such a word',
      old: both({anyOf: [copy, object({size: NUMBER})], ...SHUT}, {}, '3.1.0'),
      new: both({anyOf: [copy, object({size: NUMBER}), object({shelf: NUMBER})], ...SHUT}, {}, '3.1.0'),
      told: [
        'alternative-added object (request keeps, response keeps)',
        'constraint-changed unevaluatedProperties (request keeps, response breaks)'
      ]
    },
    {
      name: 'removed from a closed object',
      old: both({...more, additionalProperties: false}),
      new: both({...copy, additionalProperties: false}),
      told: ['field-removed shelf (request breaks, response keeps)'],
      back: ['field-added shelf (request keeps, response breaks)']
    },
    {
      name: 'required',
      old: both(copy),
      new: both({...copy, required: ['copy']}),
      told: ['field-required copy (request breaks, response keeps)'],
      back: ['field-optional copy (request keeps, response breaks)']
    },
    {
      name: 'renamed, by a guess',
      old: both(object({dueDate: TEXT})),
      new: both(object({due_date: TEXT})),
      told: ['renamed due_date (request keeps, response keeps)']
    },
    {
      name: 'at any depth',
      old: answered({type: 'array', items: object({copies: {type: 'array', items: object({title: TEXT})}})}),
      new: answered({type: 'array', items: object({copies: {type: 'array', items: object({title: NUMBER})}})}),
      told: ['type-changed (response breaks)']
    },
    {
      name: 'closed: what documents its properties had no others',
      old: both(copy),
      new: both({...copy, additionalProperties: false}),
      told: ['object-closed additionalProperties (request keeps, response keeps)'],
      back: ['object-opened additionalProperties (request keeps, response keeps)']
    },
    {
      name: 'open, said aloud',
      old: sent(copy),
      new: sent({...copy, additionalProperties: true}),
      told: []
    },
    {
      name: 'the type is said now of what was described as an object all along',
      old: sent({properties: {title: TEXT}}),
      new: sent({type: 'object', properties: {title: TEXT}}),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'the type is said now of what said other things of values too',
      old: sent({properties: {title: TEXT}, minLength: 1}),
      new: sent({type: 'string', properties: {title: TEXT}, minLength: 1}),
      told: ['type-changed (request breaks)']
    },
    {
      name: 'a map of other values',
      old: both({type: 'object', additionalProperties: TEXT}),
      new: both({type: 'object', additionalProperties: NUMBER}),
      told: ['type-changed (request breaks, response breaks)']
    },
    {
      name: 'closed in one part of allOf, which refuses what the other part names',
      old: sent({allOf: [copy, object({shelf: NUMBER})]}),
      new: sent({allOf: [{...copy, additionalProperties: false}, object({shelf: NUMBER})]}),
      told: ['object-closed additionalProperties (request breaks)'],
      back: ['object-opened additionalProperties (request keeps)']
    },
    {
      name: 'written as allOf',
      old: both(more),
      new: both({allOf: [copy, object({shelf: NUMBER})]}),
      told: [],
      back: []
    }
  ])
})

test('a field that is now one of the many of a map, whose values are others, breaks', () => {
  const fields = object({copy: TEXT, shelf: TEXT})
  const map = object({copy: TEXT}, {additionalProperties: NUMBER})
  // `{"shelf": 1}` is answered now, and was not before.
  expect(differ(answered(fields), answered(map)).join()).toContain('response breaks')
  expect(differ(sent(fields), sent(map)).join()).toContain('request breaks')
})

describe('what goes one way only', () => {
  const loan = (id: Raw, more: Raw = {}): object => both(object({id, copy: TEXT}, more))
  check([
    {
      name: 'what only the service wrote, and another part of all requires',
      old: both({allOf: [object({id: {...TEXT, readOnly: true}}), object({copy: TEXT}, {required: ['id']})]}),
      new: both({allOf: [object({id: TEXT}), object({copy: TEXT}, {required: ['id']})]}),
      told: ['field-access-changed id (request breaks, response keeps)'],
      back: ['field-access-changed id (request keeps, response keeps)']
    },
    {
      name: 'a field that only the service writes is narrowed: no request is asked',
      old: loan({type: 'string', readOnly: true}),
      new: loan({type: 'string', readOnly: true, maxLength: 5}),
      told: ['constraint-tightened maxLength (response keeps)'],
      back: ['constraint-loosened maxLength (response breaks)']
    },
    {
      name: 'a field that only the caller writes is narrowed: no answer is asked',
      old: loan({type: 'string', writeOnly: true}),
      new: loan({type: 'string', writeOnly: true, maxLength: 5}),
      told: ['constraint-tightened maxLength (request breaks)']
    },
    {
      name: 'a required field that only the service writes',
      old: loan({type: 'string', readOnly: true}),
      new: loan({type: 'string', readOnly: true}, {required: ['id']}),
      told: ['field-required id (response keeps)'],
      back: ['field-optional id (response breaks)']
    },
    {
      name: 'a field that must be sent, for it is no longer the service that writes it',
      old: loan({type: 'string', readOnly: true}, {required: ['id']}),
      new: loan(TEXT, {required: ['id']}),
      told: ['field-access-changed id (request breaks, response keeps)']
    },
    {
      name: 'a field that is no longer answered',
      old: loan(TEXT, {required: ['id']}),
      new: loan({type: 'string', writeOnly: true}, {required: ['id']}),
      told: ['field-access-changed id (request keeps, response breaks)']
    }
  ])
})

describe('values', () => {
  const words = (...values: unknown[]): Raw => ({type: 'string', enum: values})
  check([
    {
      name: 'an enum value',
      old: both(words('OUT', 'BACK')),
      new: both(words('OUT', 'BACK', 'LOST')),
      told: ['value-added LOST (request keeps, response breaks)'],
      back: ['value-removed LOST (request breaks, response keeps)']
    },
    {
      name: 'a value that no validator can judge, for the pattern beside it is none',
      old: both({...words('OUT', 'BACK'), pattern: '['}),
      new: both({...words('OUT', 'BACK', 'LOST'), pattern: '['}),
      told: ['value-added LOST (request keeps, response undetermined)']
    },
    {
      name: 'the order of an enum',
      old: both(words('OUT', 'BACK')),
      new: both(words('BACK', 'OUT')),
      told: [],
      back: []
    },
    {
      name: 'an enum in anyOf next to free text is absorbed',
      old: both({anyOf: [words('OUT', 'BACK'), TEXT]}),
      new: both({anyOf: [words('OUT', 'BACK', 'LOST'), TEXT]}),
      told: ['value-added LOST (request keeps, response keeps)'],
      back: ['value-removed LOST (request keeps, response keeps)']
    },
    {
      name: 'null in 3.0 and in 3.1',
      old: both({type: 'string', nullable: true}, {}, '3.0.3'),
      new: both({type: ['string', 'null']}, {}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'null as an alternative',
      old: both({type: 'string', nullable: true}, {}, '3.0.3'),
      new: both({anyOf: [TEXT, {type: 'null'}]}, {}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'null',
      old: both(TEXT),
      new: both({type: 'string', nullable: true}),
      told: ['null-allowed (request keeps, response breaks)'],
      back: ['null-refused (request breaks, response keeps)']
    },
    {
      name: '`nullable` without a type says nothing',
      old: both({enum: ['OUT']}),
      new: both({enum: ['OUT'], nullable: true}),
      told: []
    },
    {
      name: 'an exclusive bound in 3.0 and in 3.1',
      old: both({type: 'integer', minimum: 1, exclusiveMinimum: true}, {}, '3.0.3'),
      new: both({type: 'integer', exclusiveMinimum: 1}, {}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'a bound',
      old: both({type: 'integer', maximum: 5}),
      new: both({type: 'integer', maximum: 9}),
      told: ['constraint-loosened maximum (request keeps, response breaks)'],
      back: ['constraint-tightened maximum (request breaks, response keeps)']
    },
    {
      name: 'a bound between two integers',
      old: both({type: 'integer', maximum: 5}),
      new: both({type: 'integer', maximum: 5.5}),
      told: ['constraint-loosened maximum (request keeps, response keeps)'],
      back: ['constraint-tightened maximum (request keeps, response keeps)']
    },
    {
      name: 'a pattern that holds all of the other one',
      old: both({type: 'string', pattern: '^[a-f]{4}$'}),
      new: both({type: 'string', pattern: '^[a-z]{2,4}$'}),
      told: ['constraint-changed pattern (request keeps, response breaks)']
    },
    {
      name: 'a whole number of 64 bits, and what it stands for',
      old: both({type: 'integer', format: 'int64'}),
      new: both({type: 'integer', format: 'unixtime'}),
      told: ['format-changed format (request keeps, response keeps)'],
      back: ['format-changed format (request keeps, response keeps)']
    },
    {
      name: 'without a sign it may be larger',
      old: both({type: 'integer', format: 'int64'}),
      new: both({type: 'integer', format: 'uint64'}),
      told: ['format-changed format (request keeps, response breaks)'],
      back: ['format-changed format (request breaks, response keeps)']
    },
    {
      name: 'a whole number of 32 bits, in OpenAPI 3.1 too',
      old: both({type: 'integer', minimum: 0}, {}, '3.1.0'),
      new: both({type: 'integer', minimum: 0, format: 'int32'}, {}, '3.1.0'),
      told: ['format-changed format (request breaks, response keeps)'],
      back: ['format-changed format (request keeps, response breaks)']
    },
    {
      name: 'a format',
      old: both(TEXT),
      new: both({type: 'string', format: 'date'}),
      told: ['format-changed format (request breaks, response keeps)']
    },
    {
      name: 'multiples',
      old: both({type: 'integer', multipleOf: 2}),
      new: both({type: 'integer', multipleOf: 6}),
      told: ['constraint-tightened multipleOf (request breaks, response keeps)']
    },
    {
      name: 'a list without twins',
      old: both({type: 'array', items: TEXT}),
      new: both({type: 'array', items: TEXT, uniqueItems: true}),
      told: ['constraint-tightened uniqueItems (request breaks, response keeps)']
    }
  ])
})

describe('forms', () => {
  const book = object({pages: NUMBER}, {required: ['pages'], title: 'Book'})
  const disc = object({tracks: NUMBER}, {required: ['tracks'], title: 'Disc'})
  const map = object({scale: TEXT}, {required: ['scale'], title: 'Map'})
  const closed = (schema: Raw): Raw => ({...schema, additionalProperties: false})
  check([
    {
      name: 'one more',
      old: both({oneOf: [closed(book), closed(disc)]}),
      new: both({oneOf: [closed(book), closed(disc), closed(map)]}),
      told: ['alternative-added Map (request keeps, response breaks)'],
      back: ['alternative-removed Map (request breaks, response keeps)']
    },
    {
      name: 'one more that overlaps: of `oneOf` just one may hold',
      old: sent({oneOf: [{type: 'string', maxLength: 5}, NUMBER]}),
      new: sent({oneOf: [{type: 'string', maxLength: 5}, NUMBER, {type: 'string', pattern: '^a'}]}),
      told: ['alternative-added string (request breaks)']
    },
    {
      name: 'the same where any may hold',
      old: sent({anyOf: [{type: 'string', maxLength: 5}, NUMBER]}),
      new: sent({anyOf: [{type: 'string', maxLength: 5}, NUMBER, {type: 'string', pattern: '^a'}]}),
      told: ['alternative-added string (request keeps)']
    },
    {
      name: 'any of them instead of one, where they are apart',
      old: both({oneOf: [TEXT, NUMBER]}),
      new: both({anyOf: [TEXT, NUMBER]}),
      told: ['composition-changed anyOf (request keeps, response keeps)'],
      back: ['composition-changed oneOf (request keeps, response keeps)']
    },
    {
      name: 'one of them instead of any, where they overlap',
      old: sent({anyOf: [NUMBER, {type: 'number'}]}),
      new: sent({oneOf: [NUMBER, {type: 'number'}]}),
      told: ['composition-changed oneOf (request breaks)']
    },
    {
      name: 'another order of the forms',
      old: both({oneOf: [book, disc]}),
      new: both({oneOf: [disc, book]}),
      told: [],
      back: []
    },
    {
      name: 'a choice where none was',
      old: sent(TEXT),
      new: sent({anyOf: [TEXT, NUMBER]}),
      told: ['composition-changed anyOf (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'forms told apart by another field',
      old: both(
        {oneOf: [ref('Book'), ref('Disc')], discriminator: {propertyName: 'kind'}},
        schemas({Book: book, Disc: disc})
      ),
      new: both(
        {oneOf: [ref('Book'), ref('Disc')], discriminator: {propertyName: 'type'}},
        schemas({Book: book, Disc: disc})
      ),
      told: ['discriminator-changed discriminator (request, response)']
    },
    {
      name: 'forms told apart by other values',
      old: both(
        {
          oneOf: [ref('Book'), ref('Disc')],
          discriminator: {propertyName: 'kind', mapping: {book: '#/components/schemas/Book'}}
        },
        schemas({Book: book, Disc: disc})
      ),
      new: both(
        {
          oneOf: [ref('Book'), ref('Disc')],
          discriminator: {propertyName: 'kind', mapping: {b: '#/components/schemas/Book'}}
        },
        schemas({Book: book, Disc: disc})
      ),
      told: ['discriminator-changed mapping (request, response)']
    },
    {
      name: 'allOf of one is that one',
      old: both(ref('Book'), schemas({Book: book})),
      new: both({allOf: [ref('Book')]}, schemas({Book: book})),
      told: [],
      back: []
    },
    {
      name: 'a condition',
      old: sent(object({kind: TEXT, pages: NUMBER}), {}, '3.1.0'),
      new: sent(
        {
          ...object({kind: TEXT, pages: NUMBER}),
          if: {properties: {kind: {const: 'book'}}, required: ['kind']},
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: {required: ['pages']}
        },
        {},
        '3.1.0'
      ),
      told: ['constraint-tightened if (request breaks)'],
      back: ['constraint-loosened if (request keeps)']
    }
  ])
})

describe('recursion', () => {
  const shelf = (name: Raw): Raw =>
    schemas({Shelf: object({name, inside: ref('Shelf'), all: {type: 'array', items: ref('Shelf')}})})
  check([
    {
      name: 'a schema that holds itself',
      old: both(ref('Shelf'), shelf(TEXT)),
      new: both(ref('Shelf'), shelf({type: 'string', maxLength: 9})),
      told: ['constraint-tightened maxLength (request breaks, response keeps)'],
      back: ['constraint-loosened maxLength (request keeps, response breaks)']
    },
    {
      name: 'a schema that is itself',
      old: both(ref('Shelf'), schemas({Shelf: ref('Shelf')})),
      new: both(ref('Shelf'), schemas({Shelf: {allOf: [ref('Shelf')]}})),
      told: []
    },
    {
      name: 'circles of allOf say what else they say',
      old: both(
        ref('A'),
        schemas({A: {allOf: [ref('B')], ...object({x: TEXT})}, B: {allOf: [ref('A')], ...object({y: TEXT})}})
      ),
      new: both(
        ref('A'),
        schemas({A: {allOf: [ref('B')], ...object({x: NUMBER})}, B: {allOf: [ref('A')], ...object({y: TEXT})}})
      ),
      told: ['type-changed (request breaks, response breaks)']
    },
    {
      name: 'two that hold each other, one unrolled',
      old: both(ref('A'), schemas({A: object({b: ref('B')}), B: object({a: ref('A')})})),
      new: both(ref('A'), schemas({A: object({b: object({a: ref('A')})})})),
      told: [],
      back: []
    }
  ])
})

describe('one root cause, one entry', () => {
  const operations = (loan: Raw): object =>
    api({
      paths: Object.fromEntries(
        ['/loans', '/copies', '/shelves'].map(path => [
          path,
          {
            get: {
              responses: {
                '200': {description: '', content: {[JSON_TYPE]: {schema: {type: 'array', items: ref('Loan')}}}}
              }
            },
            post: {requestBody: {required: true, content: {[JSON_TYPE]: {schema: ref('Loan')}}}, responses: OK}
          }
        ])
      ),
      ...schemas({Loan: loan})
    })

  test('a change in a shared component has all operations that meet it', () => {
    const changes = between(
      operations(object({copy: TEXT})),
      operations(object({copy: {type: 'string', maxLength: 5}}))
    )
    expect(changes).toHaveLength(1)
    const [change] = changes
    expect(change).toMatchObject({
      kind: 'constraint-tightened',
      component: 'Loan',
      at: 'copy',
      subject: {target: {kind: 'resource-field', resource: 'Loan', name: 'copy'}},
      where: {new: {source: 'new.yaml', pointer: '/components/schemas/Loan/properties/copy/maxLength'}}
    })
    expect(change && reached(change)).toEqual([
      'GET /copies response',
      'GET /loans response',
      'GET /shelves response',
      'POST /copies request',
      'POST /loans request',
      'POST /shelves request'
    ])
    expect(change?.reaches.find(({side}) => side === 'response')).toMatchObject({
      part: 'response 200 application/json',
      at: '[].copy'
    })
  })

  test('two changes of one component are two entries', () => {
    const changes = between(
      operations(object({copy: TEXT, shelf: NUMBER})),
      operations(object({copy: NUMBER, shelf: TEXT}))
    )
    expect(changes.map(({at}) => at).sort()).toEqual(['copy', 'shelf'])
  })

  test('a shared parameter, a shared response and a shared header', () => {
    const shared = (type: string): object =>
      api({
        paths: Object.fromEntries(
          ['/loans', '/copies'].map(path => [
            path,
            {
              get: {
                parameters: [{$ref: '#/components/parameters/limit'}],
                responses: {'200': {$ref: '#/components/responses/Fine'}}
              }
            }
          ])
        ),
        components: {
          parameters: {limit: {name: 'limit', in: 'query', schema: {type}}},
          headers: {Count: {schema: {type}}},
          responses: {
            Fine: {
              description: '',
              headers: {Count: {$ref: '#/components/headers/Count'}},
              content: {[JSON_TYPE]: {schema: {type}}}
            }
          }
        }
      })
    const changes = between(shared('integer'), shared('boolean'))
    expect(changes.map(({kind, reaches}) => `${kind} ${reaches.length}`)).toEqual([
      'type-changed 2',
      'type-changed 2',
      'type-changed 2'
    ])
  })
})

describe('what the service calls', () => {
  const webhook = (schema: unknown): object =>
    api(
      {
        webhooks: {
          loanOverdue: {post: {requestBody: {required: true, content: {[JSON_TYPE]: {schema}}}, responses: OK}}
        }
      },
      '3.1.0'
    )
  const callback = (schema: unknown): object =>
    loans({
      callbacks: {
        overdue: {
          '{$request.query.url}': {
            post: {requestBody: {required: true, content: {[JSON_TYPE]: {schema}}}, responses: OK}
          }
        }
      }
    })
  check([
    {
      name: 'a webhook is sent: who receives it must understand what it holds',
      old: webhook(object({copy: TEXT}, {required: ['copy']})),
      new: webhook(object({copy: TEXT})),
      told: ['field-optional copy (response breaks)'],
      back: ['field-required copy (response keeps)']
    },
    {
      name: 'a callback, too',
      old: callback({type: 'string', maxLength: 5}),
      new: callback({type: 'string', maxLength: 9}),
      told: ['constraint-loosened maxLength (response breaks)'],
      back: ['constraint-tightened maxLength (response keeps)']
    },
    {
      name: 'a callback that is gone',
      old: callback(TEXT),
      new: loans({}),
      told: ['webhook-removed (request)'],
      back: ['webhook-added (request)']
    }
  ])
})

describe('Swagger 2.0', () => {
  const swagger = (parameters: readonly Raw[], schema: Raw = TEXT): object => ({
    swagger: '2.0',
    ...HEAD,
    consumes: [JSON_TYPE],
    produces: [JSON_TYPE],
    paths: {'/loans': {post: {parameters, responses: {'200': {description: '', schema}}}}}
  })
  const body = (schema: Raw): Raw => ({name: 'loan', in: 'body', required: true, schema})
  check([
    {
      name: 'types are compared, in bodies and in answers',
      old: swagger([body(object({copy: TEXT}))], TEXT),
      new: swagger([body(object({copy: NUMBER}))], NUMBER),
      told: ['type-changed (request breaks)', 'type-changed (response breaks)']
    },
    {
      name: 'how a list is written',
      old: swagger([{name: 'shelf', in: 'query', type: 'array', items: TEXT}]),
      new: swagger([{name: 'shelf', in: 'query', type: 'array', items: TEXT, collectionFormat: 'multi'}]),
      told: ['serialization-changed style (request)']
    },
    {
      name: 'a body by another name is the same body',
      old: swagger([body(TEXT)]),
      new: swagger([{...body(TEXT), name: 'other'}]),
      told: []
    },
    {
      name: 'the same in OpenAPI 3.0',
      old: swagger([
        body(object({copy: TEXT, due: {type: 'string', format: 'date', 'x-nullable': true}})),
        {name: 'shelves', in: 'query', type: 'array', items: TEXT, collectionFormat: 'multi'}
      ]),
      new: api({
        paths: {
          '/loans': {
            post: {
              parameters: [{name: 'shelves', in: 'query', schema: {type: 'array', items: TEXT}}],
              requestBody: {
                required: true,
                content: {
                  [JSON_TYPE]: {schema: object({copy: TEXT, due: {type: 'string', format: 'date', nullable: true}})}
                }
              },
              responses: {'200': {description: '', content: {[JSON_TYPE]: {schema: TEXT}}}}
            }
          }
        }
      }),
      told: [],
      back: []
    }
  ])
})

describe('names that are words of the format', () => {
  const NAMES = [
    'default',
    'description',
    'enum',
    'example',
    'examples',
    'links',
    'tags',
    'title',
    'properties',
    '$comment'
  ]
  const shared = (name: string, loan: Raw): {readonly components: {readonly schemas: Raw}} =>
    schemas({[name]: loan, Loan: loan})
  const fine = (schema: Raw): Raw => ({description: 'Fine', content: {[JSON_TYPE]: {schema}}})
  const called = (name: string): Raw => ({
    callbacks: {
      [name]: {
        '{$request.query.url}': {
          post: {requestBody: {required: true, content: {[JSON_TYPE]: {schema: ref('Loan')}}}, responses: OK}
        }
      }
    }
  })

  test.each(NAMES)('a property, a component and a callback called %s', name => {
    const property = (type: Raw): object => loans({responses: {'200': fine(object({[name]: type}))}})
    expect(differ(property(TEXT), property(NUMBER))).toEqual(['type-changed (response breaks)'])
    const referred = (type: Raw): object =>
      loans({responses: {'200': fine(object({[name]: ref('Loan')}))}}, shared('Other', type))
    expect(differ(referred(TEXT), referred(NUMBER))).toEqual(['type-changed (response breaks)'])
    const component = (type: Raw): object => loans({responses: {'200': fine(ref(name))}}, shared(name, type))
    expect(differ(component(TEXT), component(NUMBER))).toEqual(['type-changed (response breaks)'])
    const callback = (type: Raw): object => loans(called(name), shared('Other', type))
    expect(differ(callback(TEXT), callback(NUMBER))).toEqual(['type-changed (response breaks)'])
  })

  test('the answer in all other cases, `default`', () => {
    const answer = (type: Raw): object => loans({responses: {default: fine(ref('Loan'))}}, shared('Other', type))
    expect(differ(answer(TEXT), answer(NUMBER))).toEqual(['type-changed (response breaks)'])
    const lost = (responses: Raw): object =>
      loans({responses: {...OK, default: {$ref: '#/components/responses/Lost'}}}, {components: {responses}})
    expect(differ(lost({Lost: fine(TEXT)}), lost({Lost: fine(NUMBER)}))).toEqual(['type-changed (response breaks)'])
  })

  test('what stands in an example or a default is data', () => {
    const shown = (type: Raw): object =>
      loans({
        responses: {'200': {...fine(TEXT), content: {[JSON_TYPE]: {schema: TEXT, example: {schema: type, $ref: 'x'}}}}}
      })
    expect(differ(shown(TEXT), shown(NUMBER))).toEqual([])
  })
})
