// An API key that is a parameter in one description, and a security scheme in the other.
import {describe, expect, test} from 'vitest'
import {type Raw, TEXT, testChanges} from '../cases.ts'
import {diffDocuments} from '../comparing.ts'
import {withOperation} from '../loans.ts'

const card = {type: 'apiKey', in: 'header', name: 'Reader-Card'}
const desk = {type: 'http', scheme: 'bearer'}
const COMPONENTS = {components: {securitySchemes: {card, desk}}}

const parameter = (more: Raw = {}): object =>
  withOperation({parameters: [{name: 'Reader-Card', in: 'header', required: true, schema: TEXT, ...more}]}, COMPONENTS)
const secured = (...security: readonly Raw[]): object => withOperation({security}, COMPONENTS)
const key = {card: []}

describe('an API key', () => {
  testChanges([
    {
      name: 'as a header parameter and as a security scheme',
      old: parameter(),
      new: secured(key),
      changes: [],
      reverse: []
    },
    {
      name: 'as a header parameter and as a security scheme, with the header in another case',
      old: parameter({name: 'reader-card'}),
      new: secured(key),
      changes: [],
      reverse: []
    },
    {
      name: 'that was optional and is now required',
      old: parameter({required: false}),
      new: secured(key),
      changes: ['security-stricter nothing (request)'],
      reverse: ['security-looser nothing (request)']
    },
    {
      name: 'with another scheme as an alternative',
      old: parameter(),
      new: secured(key, {desk: []}),
      changes: ['security-looser desk (request)'],
      reverse: ['required-parameter-added Reader-Card (request)', 'security-looser nothing (request)']
    },
    {
      name: 'and another scheme together',
      old: parameter(),
      new: secured({card: [], desk: []}),
      changes: ['security-stricter card (request)'],
      reverse: ['security-looser card (request)']
    },
    {
      name: 'with a pattern, which may exclude former keys',
      old: secured(key),
      new: parameter({schema: {...TEXT, pattern: '^[0-9]{8}$'}}),
      changes: ['required-parameter-added Reader-Card (request)', 'security-looser nothing (request)'],
      reverse: []
    },
    {
      name: 'in a query parameter, which is another key',
      old: parameter({in: 'query'}),
      new: secured(key),
      changes: ['parameter-removed Reader-Card (request)', 'security-stricter nothing (request)']
    },
    {
      name: 'that is no longer required',
      old: parameter(),
      new: secured(),
      changes: ['parameter-removed Reader-Card (request)'],
      reverse: ['required-parameter-added Reader-Card (request)']
    }
  ])
})

test('replacing an API key parameter by a security scheme is a documentation change', () => {
  expect(diffDocuments(parameter(), secured(key)).map(({kind, about}) => `${kind} ${about}`)).toEqual([
    'documentation-changed Reader-Card'
  ])
})
