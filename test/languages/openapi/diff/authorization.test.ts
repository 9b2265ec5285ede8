// Credentials that clients send, described in different ways.
import {describe} from 'vitest'
import {api, OK, type Raw, TEXT, testChanges} from './cases.ts'
import {withOperation} from './loans.ts'

describe('security schemes that use the header `Authorization`', () => {
  const key = {type: 'apiKey', in: 'header', name: 'Authorization'}
  const bearer = {type: 'http', scheme: 'bearer'}
  const basic = {type: 'http', scheme: 'basic'}
  const token = {
    type: 'oauth2',
    flows: {clientCredentials: {tokenUrl: 'https://library.example/token', scopes: {read: ''}}}
  }
  const withScheme = (card: Raw, scopes: readonly string[] = []): object =>
    withOperation({security: [{card: scopes}]}, {components: {securitySchemes: {card}}})
  const withNamedScheme = (name: string, scheme: Raw, scopes: readonly string[] = []): object =>
    withOperation({security: [{[name]: scopes}]}, {components: {securitySchemes: {[name]: scheme}}})
  const NEEDS_REVIEW = {changes: ['security-changed card (request)'], reverse: ['security-changed card (request)']}
  const STRICTER = {changes: ['security-stricter card (request)'], reverse: ['security-stricter card (request)']}
  testChanges([
    {name: 'an API key that may be a bearer token', old: withScheme(key), new: withScheme(bearer), ...NEEDS_REVIEW},
    {
      name: 'an API key that may be a user name and a password',
      old: withScheme(key),
      new: withScheme(basic),
      ...NEEDS_REVIEW
    },
    {name: 'a token from another source', old: withScheme(bearer), new: withScheme(token, ['read']), ...NEEDS_REVIEW},
    {name: 'a password becomes a bearer token', old: withScheme(basic), new: withScheme(bearer), ...STRICTER},
    {
      name: 'an API key in another header becomes a bearer token',
      old: withScheme({...key, name: 'Reader-Card'}),
      new: withScheme(bearer),
      ...STRICTER
    },
    {
      name: 'the same credentials under another name',
      old: withNamedScheme('key', key),
      new: withNamedScheme('bearer', bearer),
      changes: ['security-changed bearer (request)'],
      reverse: ['security-changed key (request)']
    },
    {
      name: 'a password under another name replaces a token',
      old: withNamedScheme('bearer', bearer),
      new: withNamedScheme('basic', basic),
      changes: ['security-stricter bearer (request)'],
      reverse: ['security-stricter basic (request)']
    }
  ])
})

describe('a header parameter `Authorization`, which OpenAPI 3 ignores, and a security scheme', () => {
  const schemes = {
    bearer: {type: 'http', scheme: 'bearer'},
    basic: {type: 'http', scheme: 'basic'},
    card: {type: 'apiKey', in: 'header', name: 'Reader-Card'}
  }
  const header = {name: 'Authorization', in: 'header', required: true, schema: TEXT}
  const secured = (operation: Raw): object => withOperation(operation, {components: {securitySchemes: schemes}})
  const withHeader = (more: Raw = {}, operation: Raw = {}): object =>
    secured({...operation, parameters: [{...header, ...more}]})
  const requirement = (...names: readonly string[]): Raw => Object.fromEntries(names.map(name => [name, []]))
  const security = (...all: readonly Raw[]): Raw => ({security: all})
  testChanges([
    {
      name: 'can carry the same credentials',
      old: withHeader(),
      new: secured(security(requirement('bearer'))),
      changes: ['security-changed bearer (request)'],
      reverse: ['security-changed Authorization (request)']
    },
    {
      name: 'are both present afterward',
      old: withHeader({name: 'authorization'}),
      new: withHeader({}, security(requirement('basic'))),
      changes: ['security-changed basic (request)'],
      reverse: ['security-changed Authorization (request)']
    },
    {
      name: 'both with another key that is required before and after',
      old: withHeader({}, security(requirement('card'))),
      new: secured(security(requirement('bearer', 'card'))),
      changes: ['security-changed bearer and card (request)'],
      reverse: ['security-changed Authorization and card (request)']
    },
    {
      name: 'with another key as an alternative',
      old: withHeader(),
      new: secured(security(requirement('bearer'), requirement('card'))),
      changes: ['security-changed bearer, or card (request)'],
      reverse: ['security-changed Authorization (request)']
    },
    {
      name: 'with another key that was not required before',
      old: withHeader(),
      new: secured(security(requirement('bearer', 'card'))),
      changes: ['security-stricter nothing (request)'],
      reverse: ['security-looser nothing (request)']
    },
    {
      name: 'although the header was optional',
      old: withHeader({required: false}),
      new: secured(security(requirement('bearer'))),
      changes: ['security-stricter nothing (request)'],
      reverse: ['security-looser nothing (request)']
    },
    {
      name: 'although the scheme uses another header',
      old: withHeader(),
      new: secured(security(requirement('card'))),
      changes: ['security-stricter nothing (request)'],
      reverse: ['security-changed Authorization (request)']
    },
    {
      name: 'a new header can reject clients without credentials',
      old: secured({}),
      new: withHeader(),
      changes: ['security-changed Authorization (request)'],
      reverse: []
    },
    {
      name: 'a header can reject clients that did not need a key',
      old: secured(security({}, requirement('bearer'))),
      new: withHeader(),
      changes: ['security-changed Authorization (request)']
    },
    {
      name: 'a header can reject clients that sent only another key',
      old: secured(security(requirement('card'))),
      new: withHeader({}, security(requirement('card'))),
      changes: ['security-changed Authorization and card (request)'],
      reverse: []
    },
    {
      name: 'a header changes nothing for clients that already sent a key in it',
      old: secured(security(requirement('bearer'))),
      new: withHeader({}, security(requirement('bearer'))),
      changes: [],
      reverse: []
    },
    {
      name: 'a new optional header changes nothing',
      old: secured({}),
      new: withHeader({required: false}),
      changes: [],
      reverse: []
    }
  ])

  const swagger = (operation: Raw): object =>
    api({'/v1/loans': {get: {responses: OK, ...operation}}}, {securityDefinitions: {basic: {type: 'basic'}}}, '2.0')
  const {schema: _, ...inline} = header
  testChanges([
    {
      name: 'in Swagger 2.0, which does not ignore the header',
      old: swagger({parameters: [{...inline, ...TEXT}]}),
      new: swagger(security(requirement('basic'))),
      changes: ['security-changed basic (request)'],
      reverse: ['security-changed Authorization (request)']
    }
  ])
})
