// Small pairs for each kind of change, and for similar pairs without one. Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {check, OK, type Raw} from './cases.ts'
import {between} from './comparing.ts'
import {api, HEAD, loans} from './loans.ts'

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
  const badge = SCHEMES.securitySchemes.card
  const withSecurity = (...names: readonly string[]): object =>
    api({
      paths: Object.fromEntries(names.map((name, at) => [`/${at}`, {get: {security: [{[name]: []}], responses: OK}}])),
      components: {securitySchemes: {...SCHEMES.securitySchemes, badge}}
    })
  check([
    {
      name: 'required for the first time',
      old: secured([]),
      new: secured([{card: []}]),
      told: ['security-stricter nothing (request)'],
      back: ['security-looser nothing (request)']
    },
    {
      name: 'a renamed scheme, whose former entry is still defined but unused',
      old: secured([{card: []}]),
      new: secured([{badge: []}], {securitySchemes: {...SCHEMES.securitySchemes, badge}}),
      told: [],
      back: []
    },
    {
      name: 'another one of two equal schemes that are both in use',
      old: withSecurity('card', 'card', 'card'),
      new: withSecurity('badge', 'badge', 'card'),
      told: ['security-changed badge (request)'],
      back: ['security-changed card (request)']
    },
    {
      name: 'an alternative is added',
      old: secured([{card: []}]),
      new: secured([{card: []}, {desk: ['read']}]),
      told: ['security-looser desk (read) (request)'],
      back: ['security-stricter desk (read) (request)']
    },
    {
      name: 'a scope is added',
      old: secured([{desk: ['read']}]),
      new: secured([{desk: ['read', 'write']}]),
      told: ['security-stricter desk (read) (request)'],
      back: ['security-looser desk (read) (request)']
    },
    {
      name: 'a second scheme is required as well',
      old: secured([{card: []}]),
      new: secured([{card: [], desk: ['read']}]),
      told: ['security-stricter card (request)']
    },
    {
      name: 'alternatives in another order',
      old: secured([{card: []}, {desk: ['read']}]),
      new: secured([{desk: ['read']}, {card: []}]),
      told: [],
      back: []
    },
    {
      name: 'anonymous access, stated in two ways',
      old: secured([{}, {card: []}]),
      new: secured([]),
      told: [],
      back: []
    },
    {
      name: 'stated for the document, or for its only operation',
      old: loans({}, {security: [{card: []}], components: SCHEMES}),
      new: loans({security: [{card: []}]}, {components: SCHEMES}),
      told: [],
      back: []
    },
    {
      name: 'the API key moves to the query',
      old: secured([{card: []}]),
      new: secured([{card: []}], {
        securitySchemes: {...SCHEMES.securitySchemes, card: {type: 'apiKey', in: 'query', name: 'Reader-Card'}}
      }),
      told: ['security-stricter card (request)'],
      back: ['security-stricter card (request)']
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
      told: ['security-changed desk (request)']
    },
    {
      name: 'the definition of a required scheme is removed',
      old: secured([{card: []}]),
      new: secured([{card: []}], {}),
      told: ['security-changed card (request)'],
      back: ['security-changed card (request)']
    },
    {
      name: 'the definition of a scheme is removed together with its requirement',
      old: secured([{card: []}]),
      new: secured([{desk: []}], {securitySchemes: {desk: SCHEMES.securitySchemes.desk}}),
      told: ['security-stricter card (request)']
    },
    {
      name: "a scheme that can't be read",
      old: secured([{card: []}]),
      new: secured([{card: []}], {securitySchemes: {card: {$ref: '#/components/securitySchemes/none'}}}),
      told: [],
      back: []
    },
    {
      name: 'an unused scheme is added',
      old: secured([{card: []}]),
      new: secured([{card: []}], {
        securitySchemes: {...SCHEMES.securitySchemes, desk: {type: 'http', scheme: 'bearer'}}
      }),
      told: [],
      back: []
    },
    {
      name: 'a renamed scheme',
      old: secured([{card: []}]),
      new: secured([{readerCard: []}], {securitySchemes: {readerCard: SCHEMES.securitySchemes.card}}),
      told: [],
      back: []
    }
  ])
})

test('a changed `bearerFormat` is a documentation change, because clients do not parse tokens', () => {
  const bearer = (bearerFormat: string): object =>
    loans(
      {security: [{card: []}]},
      {components: {securitySchemes: {card: {type: 'http', scheme: 'bearer', bearerFormat}}}}
    )
  const [change, ...others] = between(bearer('JWT'), bearer('opaque'))
  expect(change).toMatchObject({kind: 'documentation-changed', component: 'card'})
  expect(others).toEqual([])
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
      name: 'one is added, and one is removed',
      old: at('https://library.example/v1', 'https://north.library.example/v1'),
      new: at('https://library.example/v1', 'https://south.library.example/v1'),
      told: [
        'server-added https://south.library.example/v1 (request)',
        'server-removed https://north.library.example/v1 (request)'
      ]
    },
    {
      name: 'the base path changes',
      old: at('https://library.example/v1'),
      new: at('https://library.example/v2'),
      told: ['base-path-changed (request)'],
      back: ['base-path-changed (request)']
    },
    {
      name: 'the base path of Swagger 2.0 changes',
      old: swagger('/v1'),
      new: swagger('/v2'),
      told: ['base-path-changed (request)']
    },
    {
      name: 'the base path moves into the paths',
      old: loans({}, {servers: [{url: 'https://library.example/v1'}]}),
      new: api({servers: [{url: 'https://library.example'}], paths: {'/v1/loans': {get: {responses: OK}}}}),
      told: []
    },
    {
      name: 'the base path of several servers moves into the paths',
      old: loans({}, {servers: [{url: 'https://library.example/v1'}, {url: 'http://library.example/v1'}]}),
      new: api({
        servers: [{url: 'https://library.example'}, {url: 'http://library.example'}],
        paths: {'/v1/loans': {get: {responses: OK}}}
      }),
      told: [],
      back: []
    },
    {
      name: 'the base path of several servers changes',
      old: at('https://library.example/v1', 'http://library.example/v1'),
      new: at('https://library.example/v2', 'http://library.example/v2'),
      told: ['base-path-changed (request)'],
      back: ['base-path-changed (request)']
    },
    {
      name: 'the base path and the host change',
      old: at('https://library.example/v1'),
      new: at('https://branch.example/v2'),
      told: [
        'base-path-changed (request)',
        'server-added https://branch.example/v2 (request)',
        'server-removed https://library.example/v1 (request)'
      ]
    },
    {
      name: 'servers in another order',
      old: at('https://library.example/v1', 'https://branch.example'),
      new: at('https://branch.example', 'https://library.example/v1'),
      told: [],
      back: []
    },
    {
      name: 'the location of the document, stated as `./` or omitted',
      old: at('./'),
      new: loans({}),
      told: [],
      back: []
    },
    {
      name: 'a trailing slash',
      old: at('https://library.example/v1'),
      new: at('https://library.example/v1/'),
      told: [],
      back: []
    }
  ])
})

test('a security scheme that gets or loses its definition is reported with its known definition', () => {
  const secured = (components: Raw): object => loans({security: [{card: []}]}, {components})
  const known = secured({securitySchemes: {card: {type: 'apiKey', in: 'header', name: 'Reader-Card'}}})
  const sentencesOf = (older: object, newer: object): string[] => between(older, newer).map(formatChange)
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
  const [change, ...others] = between(secured({}), secured({deprecated: true}))
  expect(others).toEqual([])
  expect(change && formatChange(change)).toBe('`card` is now deprecated')
  expect(change?.reaches.map(({part}) => part)).toEqual(['security', 'security'])
  expect(change?.where.new?.pointer).toBe('/components/securitySchemes/card/deprecated')
  const reverse = between(secured({deprecated: true}), secured({}))
  expect(reverse.map(({kind}) => kind)).toEqual(['deprecation-withdrawn'])
})
