// The same library in Swagger 2.0.

import {COUNT, type Described, DOCS, INFO, object, TEXT} from './descriptions.ts'
import type {Raw} from './meta-schemas.ts'

const HEAD: Raw = {swagger: '2.0', info: {title: 'Lending library', version: '1'}}
const OK: Raw = {'200': {description: 'Fine', schema: TEXT}}
const LIST: Raw = {type: 'array', items: TEXT, collectionFormat: 'csv'}
const POST = ['paths', '/loans/{loanId}', 'post']
const posted = (operation: Raw): Raw => ({...HEAD, paths: {'/loans/{loanId}': {post: {responses: OK, ...operation}}}})

const PARAMETERS: Record<string, Raw> = {
  'a path parameter': {name: 'loanId', in: 'path', required: true, ...TEXT},
  'a query parameter': {name: 'branch', in: 'query', ...TEXT},
  'a required query parameter': {name: 'days', in: 'query', required: true, ...COUNT},
  'a list in the query': {name: 'titles', in: 'query', ...LIST},
  'a header parameter': {name: 'X-Desk', in: 'header', ...TEXT},
  'a list in a header parameter': {name: 'X-Desks', in: 'header', ...LIST, items: COUNT},
  'a form field': {name: 'title', in: 'formData', ...TEXT},
  'a list in a form': {name: 'tags', in: 'formData', ...LIST},
  'a file': {name: 'cover', in: 'formData', type: 'file'},
  'a body': {name: 'loan', in: 'body', required: true, schema: object({title: TEXT}, {required: ['title']})}
}

const FIELDS: Record<string, Raw> = {
  text: TEXT,
  count: COUNT,
  price: {type: 'number'},
  open: {type: 'boolean'},
  list: {type: 'array', items: TEXT},
  book: object({title: TEXT, days: COUNT}, {required: ['title']}),
  map: {type: 'object', additionalProperties: COUNT},
  any: {},
  kind: {type: 'string', enum: ['loan', 'visit']},
  all: {allOf: [object({title: TEXT}), object({days: COUNT})]},
  named: {$ref: '#/definitions/Title'},
  base: {$ref: '#/definitions/Base'},
  noted: {...TEXT, externalDocs: DOCS, xml: {name: 'note', namespace: 'https://library.example/x', prefix: 'l'}}
}

const DEFINITIONS: Raw = {
  Title: TEXT,
  Count: COUNT,
  Base: object({kind: TEXT}, {discriminator: 'kind', required: ['kind']}),
  Loan: {allOf: [{$ref: '#/definitions/Base'}, object({days: COUNT})]}
}

/** Security schemes of each kind. */
function schemes(): Record<string, Raw> {
  const flow: Raw = {type: 'oauth2', scopes: {read: 'Read', write: 'Write'}}
  const authorizationUrl = 'https://library.example/authorize'
  const tokenUrl = 'https://library.example/token'
  return {
    card: {type: 'apiKey', name: 'X-Card', in: 'header', description: 'The library card'},
    basic: {type: 'basic', description: 'A password'},
    implicit: {...flow, flow: 'implicit', authorizationUrl},
    password: {...flow, flow: 'password', tokenUrl},
    own: {...flow, flow: 'application', tokenUrl},
    code: {...flow, flow: 'accessCode', authorizationUrl, tokenUrl}
  }
}

export function swaggerDescriptions(): Record<string, Described> {
  const described: Record<string, Described> = {}
  for (const [name, parameter] of Object.entries(PARAMETERS)) {
    const consumes = parameter.in === 'formData' ? ['multipart/form-data'] : ['application/json']
    described[name] = {root: posted({consumes, parameters: [parameter]}), part: [...POST, 'parameters', 0]}
  }
  const types = {consumes: ['application/json'], produces: ['application/json']}
  for (const [name, field] of Object.entries(FIELDS)) {
    const schema = object({[name]: {$ref: '#/definitions/Field'}})
    const parameters = [{name: 'loan', in: 'body', required: true, schema}]
    described[name] = {
      root: {
        ...posted({...types, parameters, responses: {'200': {description: 'Fine', schema}}}),
        definitions: {...DEFINITIONS, Field: field}
      },
      part: ['definitions', 'Field']
    }
  }
  described.definitions = {
    root: {
      ...posted({...types, responses: {'200': {description: 'Fine', schema: {$ref: '#/definitions/Base'}}}}),
      definitions: DEFINITIONS
    },
    part: ['definitions']
  }
  for (const [name, scheme] of Object.entries(schemes()))
    described[name] = {
      root: {
        ...posted({security: [{[name]: scheme.type === 'oauth2' ? ['read'] : []}]}),
        securityDefinitions: {[name]: scheme, ...(name === 'card' ? {unused: {type: 'basic'}} : {})}
      },
      part: ['securityDefinitions']
    }
  described.document = {
    root: {
      swagger: '2.0',
      info: INFO,
      host: 'library.example',
      basePath: '/v1',
      schemes: ['https'],
      consumes: ['application/json'],
      produces: ['application/json'],
      security: [{card: []}],
      tags: [{name: 'loans', description: 'Loans', externalDocs: DOCS}, {name: 'books'}],
      externalDocs: DOCS,
      paths: {
        '/loans/{loanId}': {
          put: {tags: ['loans'], parameters: [{name: 'loan', in: 'body', schema: TEXT}], responses: OK}
        }
      },
      securityDefinitions: {card: {type: 'apiKey', name: 'X-Card', in: 'header'}}
    },
    part: []
  }
  described['an operation'] = {
    root: posted({
      operationId: 'getLoan',
      tags: ['loans'],
      summary: 'Get',
      description: 'Gets a loan',
      externalDocs: DOCS,
      deprecated: false,
      schemes: ['https'],
      consumes: ['application/json'],
      produces: ['application/json', 'text/plain'],
      parameters: [PARAMETERS['a path parameter'], {name: 'loan', in: 'body', schema: TEXT}],
      responses: {
        '200': {
          description: 'Fine',
          schema: object({title: TEXT}),
          headers: {ETag: {description: 'When', ...TEXT}, 'X-Counts': {...LIST, items: COUNT}},
          examples: {'application/json': {title: 'A'}}
        },
        '404': {description: 'Unknown', schema: TEXT},
        default: {description: 'Any'}
      }
    }),
    part: POST
  }
  described['a path item'] = {
    root: {
      ...HEAD,
      paths: {'/loans/{loanId}': {parameters: [PARAMETERS['a path parameter']], get: {responses: OK}}}
    },
    part: ['paths']
  }
  described['a file in a response'] = {
    root: posted({responses: {'200': {description: 'A file', schema: {type: 'file'}}}}),
    part: [...POST, 'responses', '200', 'schema']
  }
  const parts: Raw = {
    definitions: object({title: TEXT}),
    parameters: {name: 'branch', in: 'query', ...TEXT},
    responses: {description: 'Fine', schema: TEXT}
  }
  const root: Raw = {
    ...posted({
      parameters: [{$ref: '#/parameters/Used'}],
      responses: {
        '200': {description: 'Fine', schema: {$ref: '#/definitions/Used'}},
        '404': {$ref: '#/responses/Used'}
      }
    }),
    ...Object.fromEntries(Object.entries(parts).map(([section, part]) => [section, {Used: part, Unused: part}]))
  }
  for (const part of ['definitions', 'parameters', 'responses', 'paths'])
    described[`shared ${part}`] = {root, part: [part]}
  return described
}
