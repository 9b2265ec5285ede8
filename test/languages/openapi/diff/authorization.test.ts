// What callers send to show who they are, said in other words.
import {describe} from 'vitest'
import {api, check, OK, type Raw, TEXT} from './cases.ts'
import {loans} from './loans.ts'

describe('what is written in the header `Authorization`', () => {
  const key = {type: 'apiKey', in: 'header', name: 'Authorization'}
  const bearer = {type: 'http', scheme: 'bearer'}
  const basic = {type: 'http', scheme: 'basic'}
  const token = {
    type: 'oauth2',
    flows: {clientCredentials: {tokenUrl: 'https://library.example/token', scopes: {read: ''}}}
  }
  const asks = (card: Raw, scopes: readonly string[] = []): object =>
    loans({security: [{card: scopes}]}, {components: {securitySchemes: {card}}})
  const named = (name: string, scheme: Raw, scopes: readonly string[] = []): object =>
    loans({security: [{[name]: scopes}]}, {components: {securitySchemes: {[name]: scheme}}})
  const unsure = {told: ['security-changed card (request)'], back: ['security-changed card (request)']}
  const others = {told: ['security-stricter card (request)'], back: ['security-stricter card (request)']}
  check([
    {name: 'a key there may be a bearer token', old: asks(key), new: asks(bearer), ...unsure},
    {name: 'or a name and a password', old: asks(key), new: asks(basic), ...unsure},
    {name: 'a token may be had in another way', old: asks(bearer), new: asks(token, ['read']), ...unsure},
    {name: 'a password is no token', old: asks(basic), new: asks(bearer), ...others},
    {name: 'a key elsewhere is no token', old: asks({...key, name: 'Reader-Card'}), new: asks(bearer), ...others},
    {
      name: 'the same under another name',
      old: named('key', key),
      new: named('bearer', bearer),
      told: ['security-changed bearer (request)'],
      back: ['security-changed key (request)']
    },
    {
      name: 'a password in place of a token under another name',
      old: named('bearer', bearer),
      new: named('basic', basic),
      told: ['security-stricter bearer (request)'],
      back: ['security-stricter basic (request)']
    }
  ])
})

describe('a header parameter `Authorization`, which OpenAPI 3 ignores, and a scheme', () => {
  const schemes = {
    bearer: {type: 'http', scheme: 'bearer'},
    basic: {type: 'http', scheme: 'basic'},
    card: {type: 'apiKey', in: 'header', name: 'Reader-Card'}
  }
  const header = {name: 'Authorization', in: 'header', required: true, schema: TEXT}
  const asks = (operation: Raw): object => loans(operation, {components: {securitySchemes: schemes}})
  const sends = (more: Raw = {}, operation: Raw = {}): object =>
    asks({...operation, parameters: [{...header, ...more}]})
  const by = (...names: readonly string[]): Raw => Object.fromEntries(names.map(name => [name, []]))
  const security = (...all: readonly Raw[]): Raw => ({security: all})
  check([
    {
      name: 'may hold the same',
      old: sends(),
      new: asks(security(by('bearer'))),
      told: ['security-changed bearer (request)'],
      back: ['security-changed Authorization (request)']
    },
    {
      name: 'that stays beside it',
      old: sends({name: 'authorization'}),
      new: sends({}, security(by('basic'))),
      told: ['security-changed basic (request)'],
      back: ['security-changed Authorization (request)']
    },
    {
      name: 'with another key that is asked for on both sides',
      old: sends({}, security(by('card'))),
      new: asks(security(by('bearer', 'card'))),
      told: ['security-changed bearer and card (request)'],
      back: ['security-changed Authorization and card (request)']
    },
    {
      name: 'or another key in its place',
      old: sends(),
      new: asks(security(by('bearer'), by('card'))),
      told: ['security-changed bearer, or card (request)'],
      back: ['security-changed Authorization (request)']
    },
    {
      name: 'and another key that was not asked for',
      old: sends(),
      new: asks(security(by('bearer', 'card'))),
      told: ['security-stricter nothing (request)'],
      back: ['security-looser nothing (request)']
    },
    {
      name: 'that could be left out',
      old: sends({required: false}),
      new: asks(security(by('bearer'))),
      told: ['security-stricter nothing (request)'],
      back: ['security-looser nothing (request)']
    },
    {
      name: 'is no key elsewhere',
      old: sends(),
      new: asks(security(by('card'))),
      told: ['security-stricter nothing (request)'],
      back: ['security-changed Authorization (request)']
    },
    {
      name: 'may turn away who came without it',
      old: asks({}),
      new: sends(),
      told: ['security-changed Authorization (request)'],
      back: []
    },
    {
      name: 'or who need not have come with a key',
      old: asks(security({}, by('bearer'))),
      new: sends(),
      told: ['security-changed Authorization (request)']
    },
    {
      name: 'or who came with another one alone',
      old: asks(security(by('card'))),
      new: sends({}, security(by('card'))),
      told: ['security-changed Authorization and card (request)'],
      back: []
    },
    {
      name: 'is nothing new to who came with a key in it',
      old: asks(security(by('bearer'))),
      new: sends({}, security(by('bearer'))),
      told: [],
      back: []
    },
    {name: 'may be left out as before', old: asks({}), new: sends({required: false}), told: [], back: []}
  ])

  const swagger = (operation: Raw): object =>
    api({'/v1/loans': {get: {responses: OK, ...operation}}}, {securityDefinitions: {basic: {type: 'basic'}}}, '2.0')
  const {schema: _, ...inline} = header
  check([
    {
      name: 'that Swagger 2.0 does not ignore is not gone',
      old: swagger({parameters: [{...inline, ...TEXT}]}),
      new: swagger(security(by('basic'))),
      told: ['security-changed basic (request)'],
      back: ['security-changed Authorization (request)']
    }
  ])
})
