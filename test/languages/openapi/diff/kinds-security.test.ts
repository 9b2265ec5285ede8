// Small pairs for each kind of change, and for similar pairs without one. Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {OK, type Raw, testChanges} from './cases.ts'
import {diffDocuments} from './comparing.ts'
import {api, HEAD, withOperation} from './loans.ts'

describe('changes of security requirements', () => {
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
    withOperation(security ? {security} : {}, {components})
  const badge = SCHEMES.securitySchemes.card
  const withSecurity = (...names: readonly string[]): object =>
    api({
      paths: Object.fromEntries(names.map((name, at) => [`/${at}`, {get: {security: [{[name]: []}], responses: OK}}])),
      components: {securitySchemes: {...SCHEMES.securitySchemes, badge}}
    })
  testChanges([
    {
      name: 'required for the first time',
      old: secured([]),
      new: secured([{card: []}]),
      changes: ['security-stricter nothing (request)'],
      reverse: ['security-looser nothing (request)']
    },
    {
      name: 'a renamed scheme, whose former entry is still defined but unused',
      old: secured([{card: []}]),
      new: secured([{badge: []}], {securitySchemes: {...SCHEMES.securitySchemes, badge}}),
      changes: [],
      reverse: []
    },
    {
      name: 'another one of two equal schemes that are both in use',
      old: withSecurity('card', 'card', 'card'),
      new: withSecurity('badge', 'badge', 'card'),
      changes: ['security-changed badge (request)'],
      reverse: ['security-changed card (request)']
    },
    {
      name: 'an alternative is added',
      old: secured([{card: []}]),
      new: secured([{card: []}, {desk: ['read']}]),
      changes: ['security-looser desk (read) (request)'],
      reverse: ['security-stricter desk (read) (request)']
    },
    {
      name: 'a scope is added',
      old: secured([{desk: ['read']}]),
      new: secured([{desk: ['read', 'write']}]),
      changes: ['security-stricter desk (read) (request)'],
      reverse: ['security-looser desk (read) (request)']
    },
    {
      name: 'a second scheme is required as well',
      old: secured([{card: []}]),
      new: secured([{card: [], desk: ['read']}]),
      changes: ['security-stricter card (request)']
    },
    {
      name: 'alternatives in another order',
      old: secured([{card: []}, {desk: ['read']}]),
      new: secured([{desk: ['read']}, {card: []}]),
      changes: [],
      reverse: []
    },
    {
      name: 'anonymous access, stated in two ways',
      old: secured([{}, {card: []}]),
      new: secured([]),
      changes: [],
      reverse: []
    },
    {
      name: 'stated for the document, or for its only operation',
      old: withOperation({}, {security: [{card: []}], components: SCHEMES}),
      new: withOperation({security: [{card: []}]}, {components: SCHEMES}),
      changes: [],
      reverse: []
    },
    {
      name: 'the API key moves to the query',
      old: secured([{card: []}]),
      new: secured([{card: []}], {
        securitySchemes: {...SCHEMES.securitySchemes, card: {type: 'apiKey', in: 'query', name: 'Reader-Card'}}
      }),
      changes: ['security-stricter card (request)'],
      reverse: ['security-stricter card (request)']
    },
    {
      name: 'the token URL changes',
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
      changes: ['security-changed desk (request)']
    },
    {
      name: 'the definition of a required scheme is removed',
      old: secured([{card: []}]),
      new: secured([{card: []}], {}),
      changes: ['security-changed card (request)'],
      reverse: ['security-changed card (request)']
    },
    {
      name: 'the definition of a scheme is removed together with its requirement',
      old: secured([{card: []}]),
      new: secured([{desk: []}], {securitySchemes: {desk: SCHEMES.securitySchemes.desk}}),
      changes: ['security-stricter card (request)']
    },
    {
      name: "a scheme that can't be read",
      old: secured([{card: []}]),
      new: secured([{card: []}], {securitySchemes: {card: {$ref: '#/components/securitySchemes/none'}}}),
      changes: [],
      reverse: []
    },
    {
      name: 'an unused scheme is added',
      old: secured([{card: []}]),
      new: secured([{card: []}], {
        securitySchemes: {...SCHEMES.securitySchemes, desk: {type: 'http', scheme: 'bearer'}}
      }),
      changes: [],
      reverse: []
    },
    {
      name: 'a renamed scheme',
      old: secured([{card: []}]),
      new: secured([{readerCard: []}], {securitySchemes: {readerCard: SCHEMES.securitySchemes.card}}),
      changes: [],
      reverse: []
    }
  ])
})

test('a changed `bearerFormat` is a documentation change, because clients do not parse tokens', () => {
  const bearer = (bearerFormat: string): object =>
    withOperation(
      {security: [{card: []}]},
      {components: {securitySchemes: {card: {type: 'http', scheme: 'bearer', bearerFormat}}}}
    )
  const [change, ...others] = diffDocuments(bearer('JWT'), bearer('opaque'))
  expect(change).toMatchObject({kind: 'documentation-changed', component: 'card'})
  expect(others).toEqual([])
})

describe('changes of servers and base paths', () => {
  const at = (...urls: string[]): object => withOperation({}, {servers: urls.map(url => ({url}))})
  const swagger = (basePath: string): object => ({
    swagger: '2.0',
    ...HEAD,
    host: 'library.example',
    schemes: ['https'],
    basePath,
    paths: {'/loans': {get: {responses: OK}}}
  })
  testChanges([
    {
      name: 'one is added, and one is removed',
      old: at('https://library.example/v1', 'https://north.library.example/v1'),
      new: at('https://library.example/v1', 'https://south.library.example/v1'),
      changes: [
        'server-added https://south.library.example/v1 (request)',
        'server-removed https://north.library.example/v1 (request)'
      ]
    },
    {
      name: 'the base path changes',
      old: at('https://library.example/v1'),
      new: at('https://library.example/v2'),
      changes: ['base-path-changed (request)'],
      reverse: ['base-path-changed (request)']
    },
    {
      name: 'the base path of Swagger 2.0 changes',
      old: swagger('/v1'),
      new: swagger('/v2'),
      changes: ['base-path-changed (request)']
    },
    {
      name: 'the base path moves into the paths',
      old: withOperation({}, {servers: [{url: 'https://library.example/v1'}]}),
      new: api({servers: [{url: 'https://library.example'}], paths: {'/v1/loans': {get: {responses: OK}}}}),
      changes: []
    },
    {
      name: 'the base path of several servers moves into the paths',
      old: withOperation({}, {servers: [{url: 'https://library.example/v1'}, {url: 'http://library.example/v1'}]}),
      new: api({
        servers: [{url: 'https://library.example'}, {url: 'http://library.example'}],
        paths: {'/v1/loans': {get: {responses: OK}}}
      }),
      changes: [],
      reverse: []
    },
    {
      name: 'the base path of several servers changes',
      old: at('https://library.example/v1', 'http://library.example/v1'),
      new: at('https://library.example/v2', 'http://library.example/v2'),
      changes: ['base-path-changed (request)'],
      reverse: ['base-path-changed (request)']
    },
    {
      name: 'the base path and the host change',
      old: at('https://library.example/v1'),
      new: at('https://branch.example/v2'),
      changes: [
        'base-path-changed (request)',
        'server-added https://branch.example/v2 (request)',
        'server-removed https://library.example/v1 (request)'
      ]
    },
    {
      name: 'servers in another order',
      old: at('https://library.example/v1', 'https://branch.example'),
      new: at('https://branch.example', 'https://library.example/v1'),
      changes: [],
      reverse: []
    },
    {
      name: 'the location of the document, stated as `./` or omitted',
      old: at('./'),
      new: withOperation({}),
      changes: [],
      reverse: []
    },
    {
      name: 'a trailing slash',
      old: at('https://library.example/v1'),
      new: at('https://library.example/v1/'),
      changes: [],
      reverse: []
    }
  ])
})

test('a security scheme that gets or loses its definition is reported with its known definition', () => {
  const secured = (components: Raw): object => withOperation({security: [{card: []}]}, {components})
  const known = secured({securitySchemes: {card: {type: 'apiKey', in: 'header', name: 'Reader-Card'}}})
  const sentencesOf = (older: object, newer: object): string[] => diffDocuments(older, newer).map(formatChange)
  expect(sentencesOf(known, secured({}))).toEqual([
    'the security scheme `card` of `GET /loans` is no longer defined (was `apiKey header Reader-Card`)'
  ])
  expect(sentencesOf(secured({}), known)).toEqual([
    'the security scheme `card` of `GET /loans` is now defined (`apiKey header Reader-Card`)'
  ])
})

test('a deprecated security scheme is reported once, for the scheme and not for its operations', () => {
  const secured = (more: Raw): object => {
    const card = {type: 'apiKey', in: 'header', name: 'Reader-Card', ...more}
    const paths = {'/loans': {get: {responses: OK}}, '/shelves': {get: {responses: OK}}}
    return {...api({paths, components: {securitySchemes: {card}}}), openapi: '3.2.0', security: [{card: []}]}
  }
  const [change, ...others] = diffDocuments(secured({}), secured({deprecated: true}))
  expect(others).toEqual([])
  expect(change && formatChange(change)).toBe('`card` is now deprecated')
  expect(change?.reaches.map(({part}) => part)).toEqual(['security', 'security'])
  expect(change?.where.new?.pointer).toBe('/components/securitySchemes/card/deprecated')
  const reverse = diffDocuments(secured({deprecated: true}), secured({}))
  expect(reverse.map(({kind}) => kind)).toEqual(['deprecation-withdrawn'])
})
