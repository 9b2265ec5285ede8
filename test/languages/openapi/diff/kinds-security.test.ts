// Small pairs for each kind of change, and for what looks like one and is none. Expected: `kind about (side proof)`.
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
  const asking = (...names: readonly string[]): object =>
    api({
      paths: Object.fromEntries(names.map((name, at) => [`/${at}`, {get: {security: [{[name]: []}], responses: OK}}])),
      components: {securitySchemes: {...SCHEMES.securitySchemes, badge}}
    })
  check([
    {
      name: 'asked for where nothing was',
      old: secured([]),
      new: secured([{card: []}]),
      told: ['security-stricter nothing (request)'],
      back: ['security-looser nothing (request)']
    },
    {
      name: 'under another name of the same scheme, the older entry left there and asked for by no one',
      old: secured([{card: []}]),
      new: secured([{badge: []}], {securitySchemes: {...SCHEMES.securitySchemes, badge}}),
      told: [],
      back: []
    },
    {
      name: 'another one of two schemes that ask for the same, each of them in use',
      old: asking('card', 'card', 'card'),
      new: asking('badge', 'badge', 'card'),
      told: ['security-changed badge (request)'],
      back: ['security-changed card (request)']
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
      name: 'a scheme of which nothing is said any more',
      old: secured([{card: []}]),
      new: secured([{card: []}], {}),
      told: ['security-changed card (request)'],
      back: ['security-changed card (request)']
    },
    {
      name: 'a scheme of which nothing is said any more, and that no one asks for now',
      old: secured([{card: []}]),
      new: secured([{desk: []}], {securitySchemes: {desk: SCHEMES.securitySchemes.desk}}),
      told: ['security-stricter card (request)']
    },
    {
      name: 'a scheme that cannot be read',
      old: secured([{card: []}]),
      new: secured([{card: []}], {securitySchemes: {card: {$ref: '#/components/securitySchemes/none'}}}),
      told: [],
      back: []
    },
    {
      name: 'a scheme that no one asks for',
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

test('how a bearer token is written is said to people: who sends it does not look inside', () => {
  const bearer = (bearerFormat: string): object =>
    loans(
      {security: [{card: []}]},
      {components: {securitySchemes: {card: {type: 'http', scheme: 'bearer', bearerFormat}}}}
    )
  const [change, ...rest] = between(bearer('JWT'), bearer('opaque'))
  expect(change).toMatchObject({kind: 'documentation-changed', component: 'card'})
  expect(rest).toEqual([])
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
      name: 'of several servers the base path moved into the paths',
      old: loans({}, {servers: [{url: 'https://library.example/v1'}, {url: 'http://library.example/v1'}]}),
      new: api({
        servers: [{url: 'https://library.example'}, {url: 'http://library.example'}],
        paths: {'/v1/loans': {get: {responses: OK}}}
      }),
      told: [],
      back: []
    },
    {
      name: 'the base path of several servers is one change',
      old: at('https://library.example/v1', 'http://library.example/v1'),
      new: at('https://library.example/v2', 'http://library.example/v2'),
      told: ['base-path-changed (request)'],
      back: ['base-path-changed (request)']
    },
    {
      name: 'of one server another base path of another host',
      old: at('https://library.example/v1'),
      new: at('https://branch.example/v2'),
      told: [
        'base-path-changed (request)',
        'server-added https://branch.example/v2 (request)',
        'server-removed https://library.example/v1 (request)'
      ]
    },
    {
      name: 'another server of the same ones stands first',
      old: at('https://library.example/v1', 'https://branch.example'),
      new: at('https://branch.example', 'https://library.example/v1'),
      told: [],
      back: []
    },
    {
      name: 'where the document is, with a dot and without',
      old: at('./'),
      new: loans({}),
      told: [],
      back: []
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

test('what a scheme is that is still asked for is told as far as it is known', () => {
  const secured = (components: Raw): object => loans({security: [{card: []}]}, {components})
  const known = secured({securitySchemes: {card: {type: 'apiKey', in: 'header', name: 'Reader-Card'}}})
  const said = (older: object, newer: object): string[] => between(older, newer).map(formatChange)
  expect(said(known, secured({}))).toEqual([
    'the security scheme `card` of `GET /loans` is no longer defined (was `apiKey header Reader-Card`)'
  ])
  expect(said(secured({}), known)).toEqual([
    'the security scheme `card` of `GET /loans` is now defined (`apiKey header Reader-Card`)'
  ])
})

test('that a scheme is to end is told once, of the scheme and not of who asks for it', () => {
  const secured = (more: Raw): object => {
    const card = {type: 'apiKey', in: 'header', name: 'Reader-Card', ...more}
    const paths = {'/loans': {get: {responses: OK}}, '/shelves': {get: {responses: OK}}}
    return {...api({paths, components: {securitySchemes: {card}}}), openapi: '3.2.0', security: [{card: []}]}
  }
  const [change, ...rest] = between(secured({}), secured({deprecated: true}))
  expect(rest).toEqual([])
  expect(change && formatChange(change)).toBe('`card` is now deprecated')
  expect(change?.reaches.map(({part}) => part)).toEqual(['security', 'security'])
  expect(change?.where.new?.pointer).toBe('/components/securitySchemes/card/deprecated')
  const back = between(secured({deprecated: true}), secured({}))
  expect(back.map(({kind}) => kind)).toEqual(['deprecation-withdrawn'])
})
