// Proofs about single keywords rest on a part of a schema. What only the whole shows is reported, too.
// Expected: `kind about (side proof)`.
import {describe} from 'vitest'
import {answered, check, NUMBER, object, type Raw, sent, TEXT} from './cases.ts'

const takes = (schema: unknown): object => sent(schema as Raw, undefined, '3.1.0')
const returns = (schema: unknown): object => answered(schema as Raw, '3.1.0')
const AMOUNT = {type: 'number'}
const map = (keyword: Raw, properties: Raw = {}): Raw => ({type: 'object', properties, ...keyword})
const TAGS = {patternProperties: {'^tag-': TEXT}}
const OTHERS = {unevaluatedProperties: TEXT}

describe('a field that a map already accepted gets a schema of its own', () => {
  check([
    {
      name: 'a map by a pattern of names',
      old: takes(map(TAGS)),
      new: takes(map(TAGS, {'tag-size': AMOUNT})),
      told: ['constraint-changed tag-size (request breaks)'],
      back: ['field-removed tag-size (request undetermined)']
    },
    {
      name: 'a name that the pattern does not match',
      old: takes(map(TAGS)),
      new: takes(map(TAGS, {size: AMOUNT})),
      told: ['field-added size (request keeps)']
    },
    {
      name: 'a map of all fields that nothing else names',
      old: takes(map(OTHERS)),
      new: takes(map(OTHERS, {size: AMOUNT})),
      told: ['constraint-changed size (request breaks)']
    },
    {
      name: 'the field is forbidden',
      old: takes(map({additionalProperties: TEXT})),
      new: takes(map({additionalProperties: TEXT}, {size: false})),
      told: ['field-removed size (request breaks)'],
      back: ['field-added size (request keeps)']
    },
    {
      name: 'an alternative forbids it no more',
      old: takes({oneOf: [map({additionalProperties: true}, {size: false}), TEXT]}),
      new: takes({oneOf: [map({additionalProperties: true}), TEXT]}),
      told: ['field-added size (request keeps)']
    },
    {
      name: 'a response no longer forbids it',
      old: returns(map({additionalProperties: true}, {size: false})),
      new: returns(map({additionalProperties: true})),
      told: ['field-added size (response breaks)'],
      back: ['constraint-tightened properties (response keeps)']
    },
    {
      name: 'in a response the field goes back into the map',
      old: returns(map(TAGS, {'tag-size': AMOUNT})),
      new: returns(map(TAGS)),
      told: ['field-removed tag-size (response breaks)']
    }
  ])
})

describe('properties that move into a part of `allOf` are additional ones to the map beside it', () => {
  const together = {type: 'object', properties: {id: TEXT}, additionalProperties: AMOUNT}
  const apart = {type: 'object', allOf: [{properties: {id: TEXT}}], additionalProperties: AMOUNT}
  const inParts = {
    allOf: [
      {type: 'object', properties: {id: TEXT}},
      {type: 'object', additionalProperties: AMOUNT}
    ]
  }
  check([
    {
      name: 'beside the map',
      old: takes(together),
      new: takes(apart),
      told: ['composition-changed additionalProperties (request breaks)']
    },
    {
      name: 'both in parts',
      old: takes(together),
      new: takes(inParts),
      told: ['composition-changed additionalProperties (request breaks)']
    },
    {
      name: 'and back, in a response',
      old: returns(apart),
      new: returns(together),
      told: ['composition-changed additionalProperties (response breaks)']
    }
  ])
})

describe('null against schemas whose alternatives refuse it', () => {
  const either = {anyOf: [NUMBER, TEXT]}
  check([
    {
      name: 'a choice of other types',
      old: takes({type: 'null'}),
      new: takes(either),
      told: ['type-changed (request breaks)']
    },
    {
      name: 'a choice becomes null',
      old: returns(either),
      new: returns({type: 'null'}),
      told: ['type-changed (response breaks)']
    },
    {
      name: 'a choice of null alone gets other alternatives',
      old: takes({anyOf: [{type: 'null'}]}),
      new: takes({anyOf: [{type: 'null'}, {oneOf: [NUMBER, object({shelf: TEXT})]}]}),
      told: ['type-changed (request keeps)']
    },
    {
      name: 'null beside a choice in a choice',
      old: returns({oneOf: [{oneOf: [object({shelf: TEXT}), NUMBER]}, {type: 'null'}]}),
      new: returns({oneOf: [{type: 'null'}, object({shelf: TEXT})]}),
      told: ['composition-changed oneOf (response keeps)', 'type-changed (response keeps)']
    },
    {
      name: 'null moves out of a choice around a choice',
      old: returns({oneOf: [{oneOf: [object({shelf: TEXT}), NUMBER]}, {type: 'null'}]}),
      new: returns({oneOf: [object({shelf: TEXT}), NUMBER, {type: 'null'}]}),
      told: ['alternative-added null (response keeps)']
    },
    {
      name: 'null is listed as a value',
      old: returns({anyOf: [{oneOf: [object({shelf: TEXT}), NUMBER]}, {type: 'null'}]}),
      new: returns({anyOf: [{oneOf: [object({shelf: TEXT}), NUMBER]}, {enum: [null]}]}),
      told: []
    },
    {
      name: 'a choice in a choice',
      old: takes({type: 'null'}),
      new: takes({anyOf: [either, AMOUNT]}),
      told: ['composition-changed anyOf (request breaks)', 'type-changed (request keeps)']
    }
  ])
})

describe('listed values of which another keyword excludes some', () => {
  check([
    {
      name: 'the first is excluded, and the second has another type',
      old: returns({type: 'string', const: 'a'}),
      new: returns({enum: [1, 2], not: {const: 1}}),
      told: ['constraint-tightened not (response keeps)', 'type-changed (response breaks)']
    },
    {
      name: 'the only one of another type is excluded',
      old: returns({type: 'string', enum: ['a', 'b', 'c']}),
      new: returns({enum: ['a', 1], not: {const: 1}}),
      told: [
        'constraint-tightened not (response keeps)',
        'type-changed (response keeps)',
        'value-removed b (response keeps)',
        'value-removed c (response keeps)'
      ]
    }
  ])
})

describe('alternatives of `oneOf` that overlap now refuse what one of them accepted', () => {
  const orNull = {type: ['object', 'null']}
  check([
    {
      name: 'an object beside any object',
      old: takes({oneOf: [{type: 'object'}, TEXT]}),
      new: takes({oneOf: [{type: 'object'}, TEXT, object({shelf: TEXT})]}),
      told: ['alternative-added object (request undetermined)']
    },
    {
      name: 'null beside an object or null',
      old: takes({oneOf: [TEXT, orNull]}),
      new: takes({oneOf: [TEXT, orNull, {type: 'null'}]}),
      told: ['alternative-added null (request undetermined)']
    },
    {
      name: 'an alternative beside any object accepts more',
      old: takes({oneOf: [{type: 'object'}, object({title: NUMBER})]}),
      new: takes({oneOf: [{type: 'object'}, object({title: {}})]}),
      told: ['composition-changed oneOf (request undetermined)', 'type-changed (request keeps)']
    },
    {
      name: 'beside anything at all, an alternative of a response accepts less',
      old: returns({oneOf: [{}, object({title: {}})]}),
      new: returns({oneOf: [{}, object({title: NUMBER})]}),
      told: ['composition-changed oneOf (response undetermined)', 'type-changed (response keeps)']
    },
    {
      name: 'beside any object, in a part of its own',
      old: returns({oneOf: [{allOf: [{type: 'object'}]}, object({title: {}})]}),
      new: returns({oneOf: [{allOf: [{type: 'object'}]}, object({title: NUMBER})]}),
      told: ['composition-changed oneOf (response undetermined)', 'type-changed (response keeps)']
    },
    {
      name: 'values that are no object, which no discriminator names',
      old: takes({oneOf: [object({kind: {const: 'a'}}), TEXT], discriminator: {propertyName: 'kind'}}),
      new: takes({
        oneOf: [object({kind: {const: 'a'}}), TEXT, {enum: ['x', 'y']}],
        discriminator: {propertyName: 'kind'}
      }),
      told: ['alternative-added oneOf 3 (request undetermined)']
    },
    {
      name: 'alternatives that keep apart',
      old: takes({oneOf: [object({shelf: TEXT}, {required: ['shelf']})]}),
      new: takes({oneOf: [object({shelf: TEXT}, {required: ['shelf']}), TEXT]}),
      told: ['composition-changed oneOf (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'objects that two alternatives accepted become a text',
      old: takes({oneOf: [object({shelf: TEXT}), {...orNull, properties: {shelf: TEXT}}]}),
      new: takes({type: ['string', 'null']}),
      told: ['type-changed (request undetermined)']
    }
  ])
})

describe('a field that nobody sent is required without a schema', () => {
  check([
    {
      name: 'it was read-only',
      old: takes(object({shelf: {...TEXT, readOnly: true}, copy: TEXT})),
      new: takes(object({copy: TEXT}, {required: ['shelf']})),
      told: ['field-required shelf (request breaks)']
    }
  ])
})

describe('a combination that only accepts more is reported, if nothing else shows it', () => {
  const titled = object({title: TEXT})
  const apart = {type: 'object', allOf: [{properties: {id: TEXT}}], additionalProperties: AMOUNT}
  const together = {type: 'object', properties: {id: TEXT}, additionalProperties: AMOUNT}
  check([
    {
      name: 'an alternative no longer has to be an object',
      old: takes({anyOf: [NUMBER, titled]}),
      new: takes({anyOf: [NUMBER, {properties: {title: TEXT}}]}),
      told: ['composition-changed anyOf (request keeps)']
    },
    {
      name: 'a field moves out of a part beside a map',
      old: takes(apart),
      new: takes(together),
      told: ['composition-changed additionalProperties (request keeps)']
    },
    {
      name: 'a response has fewer values',
      old: returns(together),
      new: returns(apart),
      told: ['composition-changed additionalProperties (response keeps)']
    },
    {
      name: 'in a field',
      old: takes(object({shelf: apart})),
      new: takes(object({shelf: together})),
      told: ['composition-changed additionalProperties (request keeps)']
    },
    {
      name: 'another line shows it',
      old: takes(apart),
      new: takes({...together, properties: {id: {}}}),
      told: ['type-changed (request keeps)']
    },
    {
      name: 'parts that are written otherwise',
      old: takes({allOf: [object({id: TEXT}), titled]}),
      new: takes({allOf: [object({id: TEXT, title: TEXT}), {type: 'object'}]}),
      told: []
    }
  ])
})

describe('a required field that is described no more', () => {
  const need = (properties: Raw): Raw => object(properties, {required: ['shelf']})
  check([
    {
      name: 'it was read-only, so nobody had to send it',
      old: takes(need({shelf: {...TEXT, readOnly: true}})),
      new: takes(need({})),
      told: ['field-required shelf (request breaks)'],
      back: ['field-optional shelf (request keeps)']
    },
    {
      name: 'in a map, where the other side is a response',
      old: returns({type: 'object', additionalProperties: need({})}),
      new: returns({type: 'object', additionalProperties: need({shelf: {...TEXT, writeOnly: true}})}),
      told: ['field-optional shelf (response breaks)'],
      back: ['field-required shelf (response keeps)']
    }
  ])
})

describe('a break is shown at the part that an example of it has', () => {
  const maybe = {type: ['object', 'null'], properties: {copy: object({title: {type: 'array'}})}}
  const book = (shelf: Raw): Raw => ({
    allOf: [{type: 'object', additionalProperties: {type: 'null'}}, object({shelf})]
  })
  check([
    {
      name: 'a field can only be null, so nothing in it counts',
      old: takes({oneOf: [book(maybe), NUMBER]}),
      new: takes({oneOf: [book(object({copy: object({title: TEXT})})), NUMBER]}),
      told: ['null-refused (request breaks)', 'type-changed (request undetermined)']
    }
  ])
})

describe('a field that is not sent this way has no say in it', () => {
  const due = {type: 'string', writeOnly: true}
  const shelf = (form: Raw): Raw => ({oneOf: [NUMBER, object({shelf: form})]})
  check([
    {
      name: 'another part requires it',
      old: returns({allOf: [object({due}), {type: 'object', required: ['due']}]}),
      new: returns({anyOf: [{type: 'object'}, object({title: TEXT})]}),
      told: ['composition-changed anyOf (response keeps)']
    },
    {
      name: 'an alternative beside it changes its type',
      old: takes({allOf: [shelf({type: 'boolean'}), object({shelf: {...TEXT, readOnly: true}})]}),
      new: takes({allOf: [shelf(TEXT), object({shelf: {...TEXT, readOnly: true}})]}),
      told: ['type-changed (request keeps)']
    }
  ])
})
