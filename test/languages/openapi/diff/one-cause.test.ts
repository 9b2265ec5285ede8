// An enum value or an alternative of another type is one change, not an additional change of the type. Expected:
// `kind about (side proof)`.
import {answered, asked, check, object, type Raw, sent, TEXT} from './cases.ts'

const constant = (value: string): Raw => ({type: 'string', const: value})
const WORDS = [constant('LENT'), constant('BACK')]
const LOST = object({since: TEXT}, {required: ['since']})
const query = (schema: Raw): object => asked({parameters: [{name: 'state', in: 'query', schema}]}, {}, '3.1.0')

check([
  {
    name: 'an object alternative next to a stated type',
    old: answered({type: 'string', oneOf: WORDS}, '3.1.0'),
    new: answered({oneOf: [...WORDS, LOST]}, '3.1.0'),
    told: ['alternative-added object (response breaks)'],
    back: ['alternative-removed object (response keeps)']
  },
  {
    name: 'an object alternative of a request, where all types are stated',
    old: sent({type: 'string', oneOf: WORDS}, undefined, '3.1.0'),
    new: sent({type: ['string', 'object'], oneOf: [...WORDS, LOST]}, undefined, '3.1.0'),
    told: ['alternative-added object (request keeps)'],
    back: ['alternative-removed object (request breaks)']
  },
  {
    name: 'an object alternative without a stated type',
    old: answered({oneOf: WORDS}, '3.1.0'),
    new: answered({oneOf: [...WORDS, LOST]}, '3.1.0'),
    told: ['alternative-added object (response breaks)'],
    back: ['alternative-removed object (response keeps)']
  },
  {
    name: 'an integer constant among strings changes the type, because clients read strings',
    old: answered({oneOf: WORDS}, '3.1.0'),
    new: answered({oneOf: [...WORDS, {type: 'integer', const: 1}]}, '3.1.0'),
    told: ['type-changed (response breaks)'],
    back: ['type-changed (response keeps)']
  },
  {
    name: 'an enum of strings replaces one of integers, and no type is stated any more',
    old: answered({type: 'integer', enum: [1, 2]}, '3.1.0'),
    new: answered({enum: ['LENT', 'BACK']}, '3.1.0'),
    told: ['type-changed (response breaks)'],
    back: ['type-changed (response breaks)']
  },
  {
    name: 'an enum of strings replaces one of integers without a stated type',
    old: answered({enum: [1, 2]}, '3.1.0'),
    new: answered({enum: ['LENT', 'BACK']}, '3.1.0'),
    told: ['type-changed (response breaks)'],
    back: ['type-changed (response breaks)']
  },
  {
    name: 'an enum gets an integer and a string, of which only the string changes the type',
    old: answered({type: 'integer', enum: [1, 2]}, '3.1.0'),
    new: answered({type: ['integer', 'string'], enum: [1, 2, 3, 'LENT']}, '3.1.0'),
    told: ['type-changed (response breaks)', 'value-added 3 (response breaks)'],
    back: ['type-changed (response keeps)', 'value-removed 3 (response keeps)']
  },
  {
    name: 'an enum gets an integer',
    old: sent({type: 'string', enum: ['LENT']}, undefined, '3.1.0'),
    new: sent({type: ['string', 'integer'], enum: ['LENT', 1]}, undefined, '3.1.0'),
    told: ['value-added 1 (request keeps)'],
    back: ['value-removed 1 (request breaks)']
  },
  {
    name: 'an enum gets an integer in a URL',
    old: query({type: 'string', enum: ['LENT']}),
    new: query({type: ['string', 'integer'], enum: ['LENT', 1]}),
    told: ['value-added 1 (request keeps)'],
    back: ['value-removed 1 (request breaks)']
  },
  {
    name: 'a type without a value is reported as a type',
    old: sent({type: 'string', enum: ['LENT']}, undefined, '3.1.0'),
    new: sent({type: ['string', 'integer'], enum: ['LENT']}, undefined, '3.1.0'),
    told: ['type-changed (request keeps)'],
    back: ['type-changed (request keeps)']
  },
  {
    name: 'a type that excludes an alternative is reported as a type',
    old: sent({oneOf: [...WORDS, LOST]}, undefined, '3.1.0'),
    new: sent({type: 'string', oneOf: [...WORDS, LOST]}, undefined, '3.1.0'),
    told: ['type-changed (request breaks)'],
    back: ['type-changed (request keeps)']
  },
  {
    name: 'an enum whose values all change their type is reported as a type',
    old: sent({type: 'integer', enum: [1, 2]}),
    new: sent({type: 'string', enum: ['1', '2']}),
    told: ['type-changed (request breaks)'],
    back: ['type-changed (request breaks)']
  },
  {
    name: 'array items whose values all change their type are reported as a type',
    old: answered({type: 'array', items: {type: 'boolean', enum: [true]}}),
    new: answered({type: 'array', items: {type: 'string', enum: ['true']}}),
    told: ['type-changed (response breaks)'],
    back: ['type-changed (response breaks)']
  },
  {
    name: 'alternatives that all change their type are reported as a type',
    old: answered({
      type: 'string',
      anyOf: [
        {type: 'string', maxLength: 3},
        {type: 'string', pattern: '^LENT'}
      ]
    }),
    new: answered({
      type: 'integer',
      anyOf: [
        {type: 'integer', maximum: 3},
        {type: 'integer', multipleOf: 5}
      ]
    }),
    told: ['type-changed (response breaks)'],
    back: ['type-changed (response breaks)']
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
    told: ['type-changed (request breaks)'],
    back: ['type-changed (request breaks)']
  }
])
