// Proofs of single keywords only consider a part of a schema. What only the whole schema shows is reported as well.
// Expected: `kind about (side proof)`.
import {describe} from 'vitest'
import {answered, check, NUMBER, object, type Raw, sent, TEXT} from './cases.ts'

const withRequest = (schema: unknown): object => sent(schema as Raw, undefined, '3.1.0')
const withResponse = (schema: unknown): object => answered(schema as Raw, '3.1.0')
const AMOUNT = {type: 'number'}
const map = (keyword: Raw, properties: Raw = {}): Raw => ({type: 'object', properties, ...keyword})
const TAGS = {patternProperties: {'^tag-': TEXT}}
const UNEVALUATED = {unevaluatedProperties: TEXT}

describe('a field that a map already accepted gets its own schema', () => {
  check([
    {
      name: 'in a map with a pattern of names',
      old: withRequest(map(TAGS)),
      new: withRequest(map(TAGS, {'tag-size': AMOUNT})),
      told: ['constraint-changed tag-size (request breaks)'],
      back: ['field-removed tag-size (request undetermined)']
    },
    {
      name: 'in a map with a pattern that does not match its name',
      old: withRequest(map(TAGS)),
      new: withRequest(map(TAGS, {size: AMOUNT})),
      told: ['field-added size (request keeps)']
    },
    {
      name: 'in a map of unevaluated properties',
      old: withRequest(map(UNEVALUATED)),
      new: withRequest(map(UNEVALUATED, {size: AMOUNT})),
      told: ['constraint-changed size (request breaks)']
    },
    {
      name: 'that forbids it',
      old: withRequest(map({additionalProperties: TEXT})),
      new: withRequest(map({additionalProperties: TEXT}, {size: false})),
      told: ['field-removed size (request breaks)'],
      back: ['field-added size (request keeps)']
    },
    {
      name: 'that no longer forbids it in an alternative',
      old: withRequest({oneOf: [map({additionalProperties: true}, {size: false}), TEXT]}),
      new: withRequest({oneOf: [map({additionalProperties: true}), TEXT]}),
      told: ['field-added size (request keeps)']
    },
    {
      name: 'that no longer forbids it in a response',
      old: withResponse(map({additionalProperties: true}, {size: false})),
      new: withResponse(map({additionalProperties: true})),
      told: ['field-added size (response breaks)'],
      back: ['constraint-tightened properties (response keeps)']
    },
    {
      name: 'that is removed again in a response',
      old: withResponse(map(TAGS, {'tag-size': AMOUNT})),
      new: withResponse(map(TAGS)),
      told: ['field-removed tag-size (response breaks)']
    }
  ])
})

describe('properties that move into `allOf` become additional properties for a map next to it', () => {
  const direct = {type: 'object', properties: {id: TEXT}, additionalProperties: AMOUNT}
  const inAllOf = {type: 'object', allOf: [{properties: {id: TEXT}}], additionalProperties: AMOUNT}
  const inParts = {
    allOf: [
      {type: 'object', properties: {id: TEXT}},
      {type: 'object', additionalProperties: AMOUNT}
    ]
  }
  check([
    {
      name: 'next to the map',
      old: withRequest(direct),
      new: withRequest(inAllOf),
      told: ['composition-changed additionalProperties (request breaks)']
    },
    {
      name: 'together with the map',
      old: withRequest(direct),
      new: withRequest(inParts),
      told: ['composition-changed additionalProperties (request breaks)']
    },
    {
      name: 'in the reverse direction, in a response',
      old: withResponse(inAllOf),
      new: withResponse(direct),
      told: ['composition-changed additionalProperties (response breaks)']
    }
  ])
})

describe('null and alternatives that reject it', () => {
  const either = {anyOf: [NUMBER, TEXT]}
  check([
    {
      name: 'null becomes a choice of other types',
      old: withRequest({type: 'null'}),
      new: withRequest(either),
      told: ['type-changed (request breaks)']
    },
    {
      name: 'a choice of other types becomes null',
      old: withResponse(either),
      new: withResponse({type: 'null'}),
      told: ['type-changed (response breaks)']
    },
    {
      name: 'a choice of null alone gets other alternatives',
      old: withRequest({anyOf: [{type: 'null'}]}),
      new: withRequest({anyOf: [{type: 'null'}, {oneOf: [NUMBER, object({shelf: TEXT})]}]}),
      told: ['type-changed (request keeps)']
    },
    {
      name: 'a choice next to null loses an alternative',
      old: withResponse({oneOf: [{oneOf: [object({shelf: TEXT}), NUMBER]}, {type: 'null'}]}),
      new: withResponse({oneOf: [{type: 'null'}, object({shelf: TEXT})]}),
      told: ['composition-changed oneOf (response keeps)', 'type-changed (response keeps)']
    },
    {
      name: 'null moves into the inner choice',
      old: withResponse({oneOf: [{oneOf: [object({shelf: TEXT}), NUMBER]}, {type: 'null'}]}),
      new: withResponse({oneOf: [object({shelf: TEXT}), NUMBER, {type: 'null'}]}),
      told: ['alternative-added null (response keeps)']
    },
    {
      name: 'null becomes an enum value',
      old: withResponse({anyOf: [{oneOf: [object({shelf: TEXT}), NUMBER]}, {type: 'null'}]}),
      new: withResponse({anyOf: [{oneOf: [object({shelf: TEXT}), NUMBER]}, {enum: [null]}]}),
      told: []
    },
    {
      name: 'null becomes a nested choice',
      old: withRequest({type: 'null'}),
      new: withRequest({anyOf: [either, AMOUNT]}),
      told: ['composition-changed anyOf (request breaks)', 'type-changed (request keeps)']
    }
  ])
})

describe('enum values that another keyword excludes', () => {
  check([
    {
      name: 'the first value is excluded, and the second has another type',
      old: withResponse({type: 'string', const: 'a'}),
      new: withResponse({enum: [1, 2], not: {const: 1}}),
      told: ['constraint-tightened not (response keeps)', 'type-changed (response breaks)']
    },
    {
      name: 'the only value of another type is excluded',
      old: withResponse({type: 'string', enum: ['a', 'b', 'c']}),
      new: withResponse({enum: ['a', 1], not: {const: 1}}),
      told: [
        'constraint-tightened not (response keeps)',
        'type-changed (response keeps)',
        'value-removed b (response keeps)',
        'value-removed c (response keeps)'
      ]
    }
  ])
})

describe('alternatives of `oneOf` that now overlap reject former values', () => {
  const orNull = {type: ['object', 'null']}
  check([
    {
      name: 'an object next to any object',
      old: withRequest({oneOf: [{type: 'object'}, TEXT]}),
      new: withRequest({oneOf: [{type: 'object'}, TEXT, object({shelf: TEXT})]}),
      told: ['alternative-added object (request undetermined)']
    },
    {
      name: 'null next to an object or null',
      old: withRequest({oneOf: [TEXT, orNull]}),
      new: withRequest({oneOf: [TEXT, orNull, {type: 'null'}]}),
      told: ['alternative-added null (request undetermined)']
    },
    {
      name: 'an alternative next to any object accepts more',
      old: withRequest({oneOf: [{type: 'object'}, object({title: NUMBER})]}),
      new: withRequest({oneOf: [{type: 'object'}, object({title: {}})]}),
      told: ['composition-changed oneOf (request undetermined)', 'type-changed (request keeps)']
    },
    {
      name: 'an alternative of a response next to any value accepts less',
      old: withResponse({oneOf: [{}, object({title: {}})]}),
      new: withResponse({oneOf: [{}, object({title: NUMBER})]}),
      told: ['composition-changed oneOf (response undetermined)', 'type-changed (response keeps)']
    },
    {
      name: 'an alternative of a response next to any object in `allOf` accepts less',
      old: withResponse({oneOf: [{allOf: [{type: 'object'}]}, object({title: {}})]}),
      new: withResponse({oneOf: [{allOf: [{type: 'object'}]}, object({title: NUMBER})]}),
      told: ['composition-changed oneOf (response undetermined)', 'type-changed (response keeps)']
    },
    {
      name: 'values that are no objects, which a discriminator does not distinguish',
      old: withRequest({oneOf: [object({kind: {const: 'a'}}), TEXT], discriminator: {propertyName: 'kind'}}),
      new: withRequest({
        oneOf: [object({kind: {const: 'a'}}), TEXT, {enum: ['x', 'y']}],
        discriminator: {propertyName: 'kind'}
      }),
      told: ['alternative-added oneOf 3 (request undetermined)']
    },
    {
      name: 'distinct alternatives',
      old: withRequest({oneOf: [object({shelf: TEXT}, {required: ['shelf']})]}),
      new: withRequest({oneOf: [object({shelf: TEXT}, {required: ['shelf']}), TEXT]}),
      told: ['composition-changed oneOf (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'objects that two alternatives accepted become a string',
      old: withRequest({oneOf: [object({shelf: TEXT}), {...orNull, properties: {shelf: TEXT}}]}),
      new: withRequest({type: ['string', 'null']}),
      told: ['type-changed (request undetermined)']
    }
  ])
})

describe('a field that no client sent becomes required without a schema', () => {
  check([
    {
      name: 'because it was read-only',
      old: withRequest(object({shelf: {...TEXT, readOnly: true}, copy: TEXT})),
      new: withRequest(object({copy: TEXT}, {required: ['shelf']})),
      told: ['field-required shelf (request breaks)']
    }
  ])
})

describe('a combination that accepts more is reported if no other change shows it', () => {
  const titled = object({title: TEXT})
  const inAllOf = {type: 'object', allOf: [{properties: {id: TEXT}}], additionalProperties: AMOUNT}
  const direct = {type: 'object', properties: {id: TEXT}, additionalProperties: AMOUNT}
  check([
    {
      name: 'an alternative does not have to be an object any more',
      old: withRequest({anyOf: [NUMBER, titled]}),
      new: withRequest({anyOf: [NUMBER, {properties: {title: TEXT}}]}),
      told: ['composition-changed anyOf (request keeps)']
    },
    {
      name: 'a field moves out of `allOf` next to a map',
      old: withRequest(inAllOf),
      new: withRequest(direct),
      told: ['composition-changed additionalProperties (request keeps)']
    },
    {
      name: 'a field moves into `allOf` next to a map, in a response',
      old: withResponse(direct),
      new: withResponse(inAllOf),
      told: ['composition-changed additionalProperties (response keeps)']
    },
    {
      name: 'a nested field moves out of `allOf` next to a map',
      old: withRequest(object({shelf: inAllOf})),
      new: withRequest(object({shelf: direct})),
      told: ['composition-changed additionalProperties (request keeps)']
    },
    {
      name: 'another change already shows it',
      old: withRequest(inAllOf),
      new: withRequest({...direct, properties: {id: {}}}),
      told: ['type-changed (request keeps)']
    },
    {
      name: 'a field moves between parts without a map',
      old: withRequest({allOf: [object({id: TEXT}), titled]}),
      new: withRequest({allOf: [object({id: TEXT, title: TEXT}), {type: 'object'}]}),
      told: []
    }
  ])
})

describe('a required field without a description', () => {
  const withRequired = (properties: Raw): Raw => object(properties, {required: ['shelf']})
  check([
    {
      name: 'was read-only, so no client had to send it',
      old: withRequest(withRequired({shelf: {...TEXT, readOnly: true}})),
      new: withRequest(withRequired({})),
      told: ['field-required shelf (request breaks)'],
      back: ['field-optional shelf (request keeps)']
    },
    {
      name: 'gets a write-only schema in a map of a response',
      old: withResponse({type: 'object', additionalProperties: withRequired({})}),
      new: withResponse({type: 'object', additionalProperties: withRequired({shelf: {...TEXT, writeOnly: true}})}),
      told: ['field-optional shelf (response breaks)'],
      back: ['field-required shelf (response keeps)']
    }
  ])
})

describe('a break is located at the part that its example contains', () => {
  const nullable = {type: ['object', 'null'], properties: {copy: object({title: {type: 'array'}})}}
  const book = (shelf: Raw): Raw => ({
    allOf: [{type: 'object', additionalProperties: {type: 'null'}}, object({shelf})]
  })
  check([
    {
      name: 'a field that can only be null',
      old: withRequest({oneOf: [book(nullable), NUMBER]}),
      new: withRequest({oneOf: [book(object({copy: object({title: TEXT})})), NUMBER]}),
      told: ['null-refused (request breaks)', 'type-changed (request undetermined)']
    }
  ])
})

describe('a field of the other direction has no effect', () => {
  const due = {type: 'string', writeOnly: true}
  const shelf = (form: Raw): Raw => ({oneOf: [NUMBER, object({shelf: form})]})
  check([
    {
      name: 'if another part requires it',
      old: withResponse({allOf: [object({due}), {type: 'object', required: ['due']}]}),
      new: withResponse({anyOf: [{type: 'object'}, object({title: TEXT})]}),
      told: ['composition-changed anyOf (response keeps)']
    },
    {
      name: 'if an alternative next to it changes its type',
      old: withRequest({allOf: [shelf({type: 'boolean'}), object({shelf: {...TEXT, readOnly: true}})]}),
      new: withRequest({allOf: [shelf(TEXT), object({shelf: {...TEXT, readOnly: true}})]}),
      told: ['type-changed (request keeps)']
    }
  ])
})
