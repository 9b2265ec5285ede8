// An enum value or an alternative of another type is one change, not an additional change of the type. Expected:
// `kind about (side proof)`.
import {describe} from 'vitest'
import {object, type Raw, TEXT, testChanges, withOperation, withRequest, withResponse} from './cases.ts'

const constant = (value: string): Raw => ({type: 'string', const: value})
const WORDS = [constant('LENT'), constant('BACK')]
const LOST = object({since: TEXT}, {required: ['since']})
const query = (schema: Raw): object => withOperation({parameters: [{name: 'state', in: 'query', schema}]}, {}, '3.1.0')

describe('types of values and alternatives', () => {
  testChanges([
    {
      name: 'an object alternative next to a stated type',
      old: withResponse({type: 'string', oneOf: WORDS}, '3.1.0'),
      new: withResponse({oneOf: [...WORDS, LOST]}, '3.1.0'),
      changes: ['alternative-added object (response breaks)'],
      reverse: ['alternative-removed object (response keeps)']
    },
    {
      name: 'an object alternative of a request, where all types are stated',
      old: withRequest({type: 'string', oneOf: WORDS}, undefined, '3.1.0'),
      new: withRequest({type: ['string', 'object'], oneOf: [...WORDS, LOST]}, undefined, '3.1.0'),
      changes: ['alternative-added object (request keeps)'],
      reverse: ['alternative-removed object (request breaks)']
    },
    {
      name: 'an object alternative without a stated type',
      old: withResponse({oneOf: WORDS}, '3.1.0'),
      new: withResponse({oneOf: [...WORDS, LOST]}, '3.1.0'),
      changes: ['alternative-added object (response breaks)'],
      reverse: ['alternative-removed object (response keeps)']
    },
    {
      name: 'an integer constant among strings changes the type, because clients read strings',
      old: withResponse({oneOf: WORDS}, '3.1.0'),
      new: withResponse({oneOf: [...WORDS, {type: 'integer', const: 1}]}, '3.1.0'),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response keeps)']
    },
    {
      name: 'an enum of strings replaces one of integers, and no type is stated any more',
      old: withResponse({type: 'integer', enum: [1, 2]}, '3.1.0'),
      new: withResponse({enum: ['LENT', 'BACK']}, '3.1.0'),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response breaks)']
    },
    {
      name: 'an enum of strings replaces one of integers without a stated type',
      old: withResponse({enum: [1, 2]}, '3.1.0'),
      new: withResponse({enum: ['LENT', 'BACK']}, '3.1.0'),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response breaks)']
    },
    {
      name: 'an enum gets an integer and a string, of which only the string changes the type',
      old: withResponse({type: 'integer', enum: [1, 2]}, '3.1.0'),
      new: withResponse({type: ['integer', 'string'], enum: [1, 2, 3, 'LENT']}, '3.1.0'),
      changes: ['type-changed (response breaks)', 'value-added 3 (response breaks)'],
      reverse: ['type-changed (response keeps)', 'value-removed 3 (response keeps)']
    },
    {
      name: 'an enum gets an integer',
      old: withRequest({type: 'string', enum: ['LENT']}, undefined, '3.1.0'),
      new: withRequest({type: ['string', 'integer'], enum: ['LENT', 1]}, undefined, '3.1.0'),
      changes: ['value-added 1 (request keeps)'],
      reverse: ['value-removed 1 (request breaks)']
    },
    {
      name: 'an enum gets an integer in a URL',
      old: query({type: 'string', enum: ['LENT']}),
      new: query({type: ['string', 'integer'], enum: ['LENT', 1]}),
      changes: ['value-added 1 (request keeps)'],
      reverse: ['value-removed 1 (request breaks)']
    },
    {
      name: 'a type without a value is reported as a type',
      old: withRequest({type: 'string', enum: ['LENT']}, undefined, '3.1.0'),
      new: withRequest({type: ['string', 'integer'], enum: ['LENT']}, undefined, '3.1.0'),
      changes: ['type-changed (request keeps)'],
      reverse: ['type-changed (request keeps)']
    },
    {
      name: 'a type that excludes an alternative is reported as a type',
      old: withRequest({oneOf: [...WORDS, LOST]}, undefined, '3.1.0'),
      new: withRequest({type: 'string', oneOf: [...WORDS, LOST]}, undefined, '3.1.0'),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request keeps)']
    },
    {
      name: 'an enum whose values all change their type is reported as a type',
      old: withRequest({type: 'integer', enum: [1, 2]}),
      new: withRequest({type: 'string', enum: ['1', '2']}),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'array items whose values all change their type are reported as a type',
      old: withResponse({type: 'array', items: {type: 'boolean', enum: [true]}}),
      new: withResponse({type: 'array', items: {type: 'string', enum: ['true']}}),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response breaks)']
    },
    {
      name: 'alternatives that all change their type are reported as a type',
      old: withResponse({
        type: 'string',
        anyOf: [
          {type: 'string', maxLength: 3},
          {type: 'string', pattern: '^LENT'}
        ]
      }),
      new: withResponse({
        type: 'integer',
        anyOf: [
          {type: 'integer', maximum: 3},
          {type: 'integer', multipleOf: 5}
        ]
      }),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response breaks)']
    },
    {
      name: 'alternatives of a query parameter that all change their type are reported as a type',
      old: query({
        type: 'string',
        anyOf: [
          {type: 'string', maxLength: 3},
          {type: 'string', pattern: '^LENT'}
        ]
      }),
      new: query({
        type: 'integer',
        anyOf: [
          {type: 'integer', maximum: 3},
          {type: 'integer', multipleOf: 5}
        ]
      }),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request breaks)']
    }
  ])
})

describe('properties without a type that become something else', () => {
  const untyped = {properties: {a: TEXT, b: TEXT, c: TEXT, d: TEXT}}
  const list = {type: 'array', items: TEXT}
  testChanges([
    {
      name: 'a list in a response',
      old: withResponse(object({tags: untyped})),
      new: withResponse(object({tags: list})),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response breaks)']
    },
    {
      name: 'a text in a request, in parts of `allOf`',
      old: withRequest({allOf: [untyped, {required: ['a']}]}),
      new: withRequest(TEXT),
      changes: ['type-changed (request breaks)']
    },
    {
      name: 'an object or a list',
      old: withResponse(untyped, '3.1.0'),
      new: withResponse({...untyped, type: ['object', 'array']}, '3.1.0'),
      changes: ['type-changed (response keeps)']
    }
  ])
})
