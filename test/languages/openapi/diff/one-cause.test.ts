// A value or a form of another type is one change: that its type came with it is no second one. Expected: `kind about
// (side proof)`.
import {answered, asked, check, object, type Raw, sent, TEXT} from './cases.ts'

const word = (value: string): Raw => ({type: 'string', const: value})
const WORDS = [word('LENT'), word('BACK')]
const LOST = object({since: TEXT}, {required: ['since']})
const query = (schema: Raw): object => asked({parameters: [{name: 'state', in: 'query', schema}]}, {}, '3.1.0')

check([
  {
    name: 'an object as one more form, where the type of all was named beside them',
    old: answered({type: 'string', oneOf: WORDS}, '3.1.0'),
    new: answered({oneOf: [...WORDS, LOST]}, '3.1.0'),
    told: ['alternative-added object (response breaks)'],
    back: ['alternative-removed object (response keeps)']
  },
  {
    name: 'in a request, where all types are named',
    old: sent({type: 'string', oneOf: WORDS}, undefined, '3.1.0'),
    new: sent({type: ['string', 'object'], oneOf: [...WORDS, LOST]}, undefined, '3.1.0'),
    told: ['alternative-added object (request keeps)'],
    back: ['alternative-removed object (request breaks)']
  },
  {
    name: 'an object as one more form, where nothing is named beside them',
    old: answered({oneOf: WORDS}, '3.1.0'),
    new: answered({oneOf: [...WORDS, LOST]}, '3.1.0'),
    told: ['alternative-added object (response breaks)'],
    back: ['alternative-removed object (response keeps)']
  },
  {
    name: 'a number as one more value, which no reader of texts can take, whatever one more value means',
    old: answered({oneOf: WORDS}, '3.1.0'),
    new: answered({oneOf: [...WORDS, {type: 'integer', const: 1}]}, '3.1.0'),
    told: ['type-changed (response breaks)'],
    back: ['type-changed (response keeps)']
  },
  {
    name: 'texts in place of numbers, where no type is named any more',
    old: answered({type: 'integer', enum: [1, 2]}, '3.1.0'),
    new: answered({enum: ['LENT', 'BACK']}, '3.1.0'),
    told: ['type-changed (response breaks)'],
    back: ['type-changed (response breaks)']
  },
  {
    name: 'texts in place of numbers, where no type was ever named',
    old: answered({enum: [1, 2]}, '3.1.0'),
    new: answered({enum: ['LENT', 'BACK']}, '3.1.0'),
    told: ['type-changed (response breaks)'],
    back: ['type-changed (response breaks)']
  },
  {
    name: 'a text beside one more number, of which only the text is of another type',
    old: answered({type: 'integer', enum: [1, 2]}, '3.1.0'),
    new: answered({type: ['integer', 'string'], enum: [1, 2, 3, 'LENT']}, '3.1.0'),
    told: ['type-changed (response breaks)', 'value-added 3 (response breaks)'],
    back: ['type-changed (response keeps)', 'value-removed 3 (response keeps)']
  },
  {
    name: 'a number in a list of values',
    old: sent({type: 'string', enum: ['LENT']}, undefined, '3.1.0'),
    new: sent({type: ['string', 'integer'], enum: ['LENT', 1]}, undefined, '3.1.0'),
    told: ['value-added 1 (request keeps)'],
    back: ['value-removed 1 (request breaks)']
  },
  {
    name: 'a number in a list of values in a URL',
    old: query({type: 'string', enum: ['LENT']}),
    new: query({type: ['string', 'integer'], enum: ['LENT', 1]}),
    told: ['value-added 1 (request keeps)'],
    back: ['value-removed 1 (request breaks)']
  },
  {
    name: 'a type that no value came with is told by itself',
    old: sent({type: 'string', enum: ['LENT']}, undefined, '3.1.0'),
    new: sent({type: ['string', 'integer'], enum: ['LENT']}, undefined, '3.1.0'),
    told: ['type-changed (request keeps)'],
    back: ['type-changed (request keeps)']
  },
  {
    name: 'and so is one that refuses a form',
    old: sent({oneOf: [...WORDS, LOST]}, undefined, '3.1.0'),
    new: sent({type: 'string', oneOf: [...WORDS, LOST]}, undefined, '3.1.0'),
    told: ['type-changed (request breaks)'],
    back: ['type-changed (request keeps)']
  },
  {
    name: 'listed values of another type, where no type is left, are a change of the type',
    old: sent({type: 'integer', enum: [1, 2]}),
    new: sent({type: 'string', enum: ['1', '2']}),
    told: ['type-changed (request breaks)'],
    back: ['type-changed (request breaks)']
  },
  {
    name: 'and so are the items of a list',
    old: answered({type: 'array', items: {type: 'boolean', enum: [true]}}),
    new: answered({type: 'array', items: {type: 'string', enum: ['true']}}),
    told: ['type-changed (response breaks)'],
    back: ['type-changed (response breaks)']
  },
  {
    name: 'and forms of another type',
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
    name: 'and in a URL',
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
