// Small descriptions of a library which, together, have each object of a specification.

import type {Raw, Specification} from './meta-schemas.ts'

export type Path = readonly (string | number)[]

export interface Described {
  readonly root: Raw
  /** The part whose keywords are edited. */
  readonly part: Path
}

export const TEXT: Raw = {type: 'string'}
export const COUNT: Raw = {type: 'integer'}
export const DOCS: Raw = {description: 'More', url: 'https://library.example/docs'}
export const INFO: Raw = {
  title: 'Lending library',
  version: '1',
  description: 'Lends books',
  termsOfService: 'https://library.example/terms',
  contact: {name: 'Desk', url: 'https://library.example', email: 'desk@library.example'},
  license: {name: 'MIT', url: 'https://library.example/license'}
}
export const object = (properties: Raw, more: Raw = {}): Raw => ({type: 'object', properties, ...more})

const media = (schema: Raw, more: Raw = {}): Raw => ({schema, ...more})
const json = (schema: Raw): Raw => ({'application/json': media(schema)})
const component = (section: string, name: string): Raw => ({$ref: `#/components/${section}/${name}`})

/** A constant, because the linter would mistake an object with a literal `then` key for a thenable. */
const THEN = 'then'

const OPENAPI: {readonly [Each in Specification]?: string} = {
  'OpenAPI 3.0': '3.0.3',
  'OpenAPI 3.1': '3.1.0',
  'OpenAPI 3.2': '3.2.0',
  'JSON Schema 2020-12': '3.1.0'
}
const OK: Raw = {'200': {description: 'Fine', content: json(TEXT)}}
const WAY = ['paths', '/loans/{loanId}']
const EXAMPLES: Raw = {first: {summary: 'First', description: 'The first', value: 'A'}}
const EVENT: Raw = {
  requestBody: {required: true, content: json(object({title: TEXT}))},
  responses: {'204': {description: 'Taken'}}
}

const PARAMETERS: Record<string, Raw> = {
  'a path parameter': {name: 'loanId', in: 'path', required: true, schema: TEXT},
  'a query parameter': {name: 'branch', in: 'query', schema: TEXT, examples: EXAMPLES},
  'a required query parameter': {name: 'days', in: 'query', schema: COUNT, required: true},
  'a list in the query': {
    name: 'titles',
    in: 'query',
    schema: {type: 'array', items: TEXT},
    style: 'form',
    explode: false
  },
  'an object in the query': {
    name: 'filter',
    in: 'query',
    schema: object({title: TEXT}),
    style: 'deepObject',
    explode: true
  },
  'JSON in the query': {name: 'sort', in: 'query', content: json(object({by: TEXT}))},
  'a header parameter': {name: 'X-Desk', in: 'header', schema: TEXT},
  'a list in a header parameter': {name: 'X-Desks', in: 'header', schema: {type: 'array', items: COUNT}},
  'a cookie': {name: 'visit', in: 'cookie', schema: TEXT}
}

const HEADERS: Record<string, Raw> = {
  'a header': {description: 'When', required: true, schema: TEXT, examples: EXAMPLES},
  'a list in a header': {schema: {type: 'array', items: COUNT}},
  'JSON in a header': {content: json(COUNT)}
}

/** Contents of a body that are serialized in different ways. */
const CONTENTS: Record<string, Raw> = {
  JSON: {'application/json': media(object({title: TEXT}, {required: ['title']}), {example: {title: 'A'}})},
  text: {'text/plain': media(TEXT, {examples: EXAMPLES})},
  XML: {
    'application/xml': media(
      object(
        {title: {...TEXT, xml: {attribute: true}}, tags: {type: 'array', items: TEXT, xml: {wrapped: true}}},
        {xml: {name: 'loan', namespace: 'https://library.example/x', prefix: 'l'}}
      )
    )
  },
  'a form': {
    'application/x-www-form-urlencoded': media(object({title: TEXT, tags: {type: 'array', items: TEXT}}), {
      encoding: {tags: {style: 'form', explode: true}, title: {}}
    })
  },
  'a multipart form': {
    'multipart/form-data': media(object({title: TEXT, cover: {type: 'string', format: 'binary'}}), {
      encoding: {cover: {contentType: 'image/png', headers: {'X-Size': {schema: COUNT}}}, title: {}}
    })
  },
  'two types': {'application/json': {}, 'text/plain': {}}
}

const NEWER_CONTENTS: Record<string, Raw> = {
  'a sequence': {'application/jsonl': {itemSchema: object({title: TEXT})}},
  'a multipart list': {
    'multipart/mixed': {
      schema: {type: 'array', prefixItems: [TEXT, COUNT], items: TEXT},
      prefixEncoding: [{contentType: 'text/plain'}],
      itemEncoding: {contentType: 'text/plain'}
    }
  }
}

/** The descriptions of a specification, by what they are about. */
export function descriptionsOf(specification: Specification): Record<string, Described> {
  const openapi = OPENAPI[specification]
  const isOld = specification === 'OpenAPI 3.0'
  const isNew = specification === 'OpenAPI 3.2'
  const described: Record<string, Described> = {}
  const head: Raw = {openapi, info: {title: 'Lending library', version: '1'}}
  const loans = (item: Raw): Raw => ({...head, paths: {'/loans/{loanId}': item}})
  const posted = (operation: Raw): Raw => loans({post: {responses: OK, ...operation}})
  const answered = (response: Raw): Raw => posted({responses: {'200': {description: 'Fine', ...response}}})
  const POST = [...WAY, 'post']
  const RESPONSE = [...POST, 'responses', '200']

  for (const [name, parameter] of Object.entries(PARAMETERS))
    described[name] = {root: posted({parameters: [parameter]}), part: [...POST, 'parameters', 0]}
  for (const [name, header] of Object.entries(HEADERS))
    described[name] = {root: answered({headers: {ETag: header}}), part: [...RESPONSE, 'headers', 'ETag']}
  for (const [name, content] of Object.entries({...CONTENTS, ...(isNew ? NEWER_CONTENTS : {})})) {
    described[`${name} in a request`] = {
      root: posted({requestBody: {required: true, content}}),
      part: [...POST, 'requestBody', 'content']
    }
    described[`${name} in a response`] = {root: answered({content}), part: [...RESPONSE, 'content']}
  }
  const schemas = {
    Title: TEXT,
    Count: COUNT,
    Loan: object({kind: TEXT, days: COUNT}, {required: ['kind']}),
    Visit: object({kind: TEXT, desk: TEXT}, {required: ['kind']}),
    Other: object({kind: TEXT}, {required: ['kind']})
  }
  for (const [name, schema] of Object.entries(schemasOf(isOld))) {
    const content = json(object({[name]: component('schemas', 'Field')}))
    described[name] = {
      root: {
        ...posted({requestBody: {content}, responses: {'200': {description: 'Fine', content}}}),
        components: {schemas: {...schemas, Field: schema}}
      },
      part: ['components', 'schemas', 'Field']
    }
  }
  if (specification === 'JSON Schema 2020-12') return described

  const server: Raw = {
    url: 'https://{branch}.library.example/v1',
    description: 'A branch',
    variables: {branch: {default: 'north', enum: ['north', 'south'], description: 'Which branch'}}
  }
  described.document = {
    root: {
      openapi,
      info: INFO,
      security: [{card: []}],
      tags: [{name: 'loans', description: 'Loans', externalDocs: DOCS}, {name: 'books'}],
      externalDocs: DOCS,
      servers: [server],
      paths: {'/loans/{loanId}': {get: {tags: ['loans'], responses: OK}}},
      components: {securitySchemes: {card: {type: 'apiKey', name: 'X-Card', in: 'header'}}}
    },
    part: []
  }
  for (const [name, scheme] of Object.entries(schemesOf(specification)))
    described[name] = {
      root: {
        ...posted({security: [{[name]: scheme.type === 'oauth2' ? ['read'] : []}]}),
        components: {
          securitySchemes: {[name]: scheme, ...(name === 'card' ? {unused: {type: 'http', scheme: 'basic'}} : {})}
        }
      },
      part: ['components', 'securitySchemes']
    }
  described['a path item'] = {
    root: loans({
      summary: 'A loan',
      description: 'One loan',
      servers: [server],
      parameters: [PARAMETERS['a path parameter']],
      get: {responses: OK},
      ...(isNew ? {query: {responses: OK}, additionalOperations: {COPY: {responses: OK}}} : {})
    }),
    part: ['paths']
  }
  described['an operation'] = {
    root: posted({
      operationId: 'getLoan',
      tags: ['loans'],
      summary: 'Get',
      description: 'Gets a loan',
      externalDocs: DOCS,
      deprecated: false,
      servers: [server],
      parameters: [PARAMETERS['a path parameter']],
      requestBody: {description: 'The loan', required: true, content: json(TEXT)},
      responses: {...OK, '404': {description: 'Unknown'}, '5XX': {description: 'Broken'}, default: {description: 'Any'}}
    }),
    part: POST
  }
  described['a minimal operation'] = {root: posted({}), part: POST}
  described['a response with links'] = {
    root: answered({
      links: {
        self: {
          operationId: 'getLoan',
          description: 'The loan',
          parameters: {loanId: '$response.body#/id'},
          requestBody: '$request.body',
          server: {url: 'https://library.example'}
        }
      }
    }),
    part: [...RESPONSE, 'links']
  }
  described['a callback'] = {
    root: posted({callbacks: {returned: {'{$request.body#/url}': {post: EVENT}}}}),
    part: [...POST, 'callbacks']
  }
  if (!isOld) described['a webhook'] = {root: {...head, paths: {}, webhooks: {lent: {post: EVENT}}}, part: ['webhooks']}
  if (isNew)
    described['a whole query'] = {
      root: posted({
        parameters: [
          {name: 'all', in: 'querystring', content: {'application/x-www-form-urlencoded': media(object({title: TEXT}))}}
        ]
      }),
      part: [...POST, 'parameters', 0]
    }
  described['shared components'] = {root: withComponents(head, {isOld, isNew}), part: ['components']}
  described.references = {root: withComponents(head, {isOld, isNew}), part: ['paths']}
  return described
}

/** A field of each kind of schema. */
function schemasOf(isOld: boolean): Record<string, Raw> {
  const titled = object({title: TEXT})
  return {
    text: TEXT,
    count: COUNT,
    price: {type: 'number'},
    open: {type: 'boolean'},
    list: {type: 'array', items: TEXT},
    book: object({title: TEXT, days: COUNT}, {required: ['title']}),
    map: {type: 'object', additionalProperties: COUNT},
    any: {},
    kind: {type: 'string', enum: ['loan', 'visit']},
    all: {allOf: [titled, object({days: COUNT})]},
    one: {oneOf: [TEXT, titled]},
    some: {anyOf: [COUNT, titled]},
    none: {type: 'string', not: {enum: ['A']}},
    named: component('schemas', 'Title'),
    pet: {
      oneOf: [component('schemas', 'Loan'), component('schemas', 'Visit')],
      discriminator: {propertyName: 'kind', mapping: {loan: '#/components/schemas/Loan'}}
    },
    noted: {...TEXT, externalDocs: DOCS, xml: {name: 'note'}},
    ...(isOld
      ? {}
      : {
          perhaps: {type: ['string', 'null']},
          pair: {type: 'array', prefixItems: [TEXT, COUNT], items: false, contains: TEXT},
          patterned: {type: 'object', patternProperties: {'^x': TEXT}, propertyNames: {maxLength: 20}},
          dependent: object(
            {title: TEXT, days: COUNT},
            {dependentRequired: {title: ['days']}, dependentSchemas: {days: {required: ['title']}}}
          ),
          when: {...titled, if: {required: ['title']}, [THEN]: {maxProperties: 5}, else: {maxProperties: 9}},
          rest: {allOf: [titled], unevaluatedProperties: COUNT},
          items: {type: 'array', prefixItems: [TEXT], unevaluatedItems: COUNT},
          coded: {type: 'string', contentMediaType: 'application/json', contentSchema: TEXT},
          fixed: {const: 'A'},
          local: {$ref: '#/components/schemas/Title', $defs: {Spare: TEXT}}
        })
  }
}

function schemesOf(specification: Specification): Record<string, Raw> {
  const flow: Raw = {
    authorizationUrl: 'https://library.example/authorize',
    tokenUrl: 'https://library.example/token',
    refreshUrl: 'https://library.example/refresh',
    scopes: {read: 'Read', write: 'Write'}
  }
  const {authorizationUrl: _, ...direct} = flow
  const {tokenUrl: __, ...implicit} = flow
  const device = {...direct, deviceAuthorizationUrl: 'https://library.example/device'}
  const isNew = specification === 'OpenAPI 3.2'
  return {
    card: {type: 'apiKey', name: 'X-Card', in: 'header', description: 'The library card'},
    basic: {type: 'http', scheme: 'basic'},
    bearer: {type: 'http', scheme: 'bearer', bearerFormat: 'JWT'},
    account: {
      type: 'oauth2',
      flows: {
        implicit,
        password: direct,
        clientCredentials: direct,
        authorizationCode: flow,
        ...(isNew ? {deviceAuthorization: device} : {})
      }
    },
    identity: {type: 'openIdConnect', openIdConnectUrl: 'https://library.example/.well-known/openid'},
    ...(specification === 'OpenAPI 3.0' ? {} : {certificate: {type: 'mutualTLS'}})
  }
}

/** Each kind of component twice: once used, and once unused. */
function withComponents(head: Raw, {isOld, isNew}: {isOld: boolean; isNew: boolean}): Raw {
  const parts: Raw = {
    schemas: object({title: TEXT}),
    responses: {description: 'Fine', content: json(TEXT)},
    parameters: {name: 'branch', in: 'query', schema: TEXT},
    examples: {value: 'A'},
    requestBodies: {content: json(TEXT)},
    headers: {schema: TEXT},
    links: {operationId: 'makeLoan'},
    callbacks: {'{$request.body#/url}': {post: EVENT}},
    ...(isOld ? {} : {pathItems: {get: {responses: OK}}}),
    ...(isNew ? {mediaTypes: media(TEXT)} : {})
  }
  return {
    ...head,
    paths: {
      '/loans': {
        post: {
          operationId: 'makeLoan',
          parameters: [component('parameters', 'Used')],
          requestBody: component('requestBodies', 'Used'),
          responses: {
            '200': {
              description: 'Fine',
              headers: {ETag: component('headers', 'Used')},
              content: {
                'application/json': media(component('schemas', 'Used'), {
                  examples: {first: component('examples', 'Used')}
                }),
                ...(isNew ? {'text/plain': component('mediaTypes', 'Used')} : {})
              },
              links: {self: component('links', 'Used')}
            },
            '404': component('responses', 'Used')
          },
          callbacks: {returned: component('callbacks', 'Used')}
        }
      },
      ...(isOld ? {} : {'/books': component('pathItems', 'Used')})
    },
    components: Object.fromEntries(
      Object.entries(parts).map(([section, part]) => [section, {Used: part, Unused: part}])
    )
  }
}
