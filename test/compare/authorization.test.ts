// What callers send to show who they are, said in other words.
import {describe} from 'vitest'
import {check, type Raw} from './cases.ts'
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
