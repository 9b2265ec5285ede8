// A key that is a parameter in one document, and a scheme of security in the other.
import {describe, expect, test} from 'vitest'
import {check, type Raw, TEXT} from '../cases.ts'
import {between} from '../comparing.ts'
import {loans} from '../loans.ts'

const card = {type: 'apiKey', in: 'header', name: 'Reader-Card'}
const desk = {type: 'http', scheme: 'bearer'}
const COMPONENTS = {components: {securitySchemes: {card, desk}}}

const parameter = (more: Raw = {}): object =>
  loans({parameters: [{name: 'Reader-Card', in: 'header', required: true, schema: TEXT, ...more}]}, COMPONENTS)
const asks = (...security: readonly Raw[]): object => loans({security}, COMPONENTS)
const key = {card: []}

describe('a key', () => {
  check([
    {name: 'is the same key', old: parameter(), new: asks(key), told: [], back: []},
    {name: 'by its header in any case', old: parameter({name: 'reader-card'}), new: asks(key), told: [], back: []},
    {
      name: 'that could be left out must now be sent',
      old: parameter({required: false}),
      new: asks(key),
      told: ['security-stricter nothing (request)'],
      back: ['security-looser nothing (request)']
    },
    {
      name: 'or another proof in its place',
      old: parameter(),
      new: asks(key, {desk: []}),
      told: ['security-looser desk (request)'],
      back: ['required-parameter-added Reader-Card (request)', 'security-looser nothing (request)']
    },
    {
      name: 'and another proof beside it',
      old: parameter(),
      new: asks({card: [], desk: []}),
      told: ['security-stricter card (request)'],
      back: ['security-looser card (request)']
    },
    {
      name: 'of a certain form may not be what keys were',
      old: asks(key),
      new: parameter({schema: {...TEXT, pattern: '^[0-9]{8}$'}}),
      told: ['required-parameter-added Reader-Card (request)', 'security-looser nothing (request)'],
      back: []
    },
    {
      name: 'elsewhere is another one',
      old: parameter({in: 'query'}),
      new: asks(key),
      told: ['parameter-removed Reader-Card (request)', 'security-stricter nothing (request)']
    },
    {
      name: 'that no one asks for is gone',
      old: parameter(),
      new: asks(),
      told: ['parameter-removed Reader-Card (request)'],
      back: ['required-parameter-added Reader-Card (request)']
    }
  ])
})

test('that it is said otherwise is told as documentation', () => {
  expect(between(parameter(), asks(key)).map(({kind, about}) => `${kind} ${about}`)).toEqual([
    'documentation-changed Reader-Card'
  ])
})
