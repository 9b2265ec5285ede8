// Proofs of single keywords only consider a part of a schema. What only the whole schema shows is reported as well.
// Expected: `kind about (side proof)`.
import {describe} from 'vitest'
import {NUMBER, object, type Raw, TEXT, testChanges, withRequest, withResponse} from './cases.ts'

const requestOf = (schema: unknown): object => withRequest(schema as Raw, undefined, '3.1.0')
const responseOf = (schema: unknown): object => withResponse(schema as Raw, '3.1.0')
const AMOUNT = {type: 'number'}
const map = (keyword: Raw, properties: Raw = {}): Raw => ({type: 'object', properties, ...keyword})
const TAGS = {patternProperties: {'^tag-': TEXT}}
const UNEVALUATED = {unevaluatedProperties: TEXT}

describe('a field that a map already accepted gets its own schema', () => {
  testChanges([
    {
      name: 'in a map with a pattern of names',
      old: requestOf(map(TAGS)),
      new: requestOf(map(TAGS, {'tag-size': AMOUNT})),
      changes: ['constraint-changed tag-size (request breaks)'],
      reverse: ['field-removed tag-size (request undetermined)']
    },
    {
      name: 'in a map with a pattern that does not match its name',
      old: requestOf(map(TAGS)),
      new: requestOf(map(TAGS, {size: AMOUNT})),
      changes: ['field-added size (request keeps)']
    },
    {
      name: 'in a map of unevaluated properties',
      old: requestOf(map(UNEVALUATED)),
      new: requestOf(map(UNEVALUATED, {size: AMOUNT})),
      changes: ['constraint-changed size (request breaks)']
    },
    {
      name: 'that forbids it',
      old: requestOf(map({additionalProperties: TEXT})),
      new: requestOf(map({additionalProperties: TEXT}, {size: false})),
      changes: ['field-removed size (request breaks)'],
      reverse: ['field-added size (request keeps)']
    },
    {
      name: 'that no longer forbids it in an alternative',
      old: requestOf({oneOf: [map({additionalProperties: true}, {size: false}), TEXT]}),
      new: requestOf({oneOf: [map({additionalProperties: true}), TEXT]}),
      changes: ['field-added size (request keeps)']
    },
    {
      name: 'that no longer forbids it in a response',
      old: responseOf(map({additionalProperties: true}, {size: false})),
      new: responseOf(map({additionalProperties: true})),
      changes: ['field-added size (response breaks)'],
      reverse: ['constraint-tightened properties (response keeps)']
    },
    {
      name: 'that is removed again in a response',
      old: responseOf(map(TAGS, {'tag-size': AMOUNT})),
      new: responseOf(map(TAGS)),
      changes: ['field-removed tag-size (response breaks)']
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
  testChanges([
    {
      name: 'next to the map',
      old: requestOf(direct),
      new: requestOf(inAllOf),
      changes: ['composition-changed additionalProperties (request breaks)']
    },
    {
      name: 'together with the map',
      old: requestOf(direct),
      new: requestOf(inParts),
      changes: ['composition-changed additionalProperties (request breaks)']
    },
    {
      name: 'in the reverse direction, in a response',
      old: responseOf(inAllOf),
      new: responseOf(direct),
      changes: ['composition-changed additionalProperties (response breaks)']
    }
  ])
})

describe('null and alternatives that reject it', () => {
  const either = {anyOf: [NUMBER, TEXT]}
  testChanges([
    {
      name: 'null becomes a choice of other types',
      old: requestOf({type: 'null'}),
      new: requestOf(either),
      changes: ['type-changed (request breaks)']
    },
    {
      name: 'a choice of other types becomes null',
      old: responseOf(either),
      new: responseOf({type: 'null'}),
      changes: ['type-changed (response breaks)']
    },
    {
      name: 'a choice of null alone gets other alternatives',
      old: requestOf({anyOf: [{type: 'null'}]}),
      new: requestOf({anyOf: [{type: 'null'}, {oneOf: [NUMBER, object({shelf: TEXT})]}]}),
      changes: ['type-changed (request keeps)']
    },
    {
      name: 'a choice next to null loses an alternative',
      old: responseOf({oneOf: [{oneOf: [object({shelf: TEXT}), NUMBER]}, {type: 'null'}]}),
      new: responseOf({oneOf: [{type: 'null'}, object({shelf: TEXT})]}),
      changes: ['composition-changed oneOf (response keeps)', 'type-changed (response keeps)']
    },
    {
      name: 'null moves into the inner choice',
      old: responseOf({oneOf: [{oneOf: [object({shelf: TEXT}), NUMBER]}, {type: 'null'}]}),
      new: responseOf({oneOf: [object({shelf: TEXT}), NUMBER, {type: 'null'}]}),
      changes: ['alternative-added null (response keeps)']
    },
    {
      name: 'null becomes an enum value',
      old: responseOf({anyOf: [{oneOf: [object({shelf: TEXT}), NUMBER]}, {type: 'null'}]}),
      new: responseOf({anyOf: [{oneOf: [object({shelf: TEXT}), NUMBER]}, {enum: [null]}]}),
      changes: []
    },
    {
      name: 'null becomes a nested choice',
      old: requestOf({type: 'null'}),
      new: requestOf({anyOf: [either, AMOUNT]}),
      changes: ['composition-changed anyOf (request breaks)', 'type-changed (request keeps)']
    }
  ])
})

describe('enum values that another keyword excludes', () => {
  testChanges([
    {
      name: 'the first value is excluded, and the second has another type',
      old: responseOf({type: 'string', const: 'a'}),
      new: responseOf({enum: [1, 2], not: {const: 1}}),
      changes: ['constraint-tightened not (response keeps)', 'type-changed (response breaks)']
    },
    {
      name: 'the only value of another type is excluded',
      old: responseOf({type: 'string', enum: ['a', 'b', 'c']}),
      new: responseOf({enum: ['a', 1], not: {const: 1}}),
      changes: [
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
  testChanges([
    {
      name: 'an object next to any object',
      old: requestOf({oneOf: [{type: 'object'}, TEXT]}),
      new: requestOf({oneOf: [{type: 'object'}, TEXT, object({shelf: TEXT})]}),
      changes: ['alternative-added object (request undetermined)']
    },
    {
      name: 'null next to an object or null',
      old: requestOf({oneOf: [TEXT, orNull]}),
      new: requestOf({oneOf: [TEXT, orNull, {type: 'null'}]}),
      changes: ['alternative-added null (request breaks)']
    },
    {
      name: 'an alternative next to any object accepts more',
      old: requestOf({oneOf: [{type: 'object'}, object({title: NUMBER})]}),
      new: requestOf({oneOf: [{type: 'object'}, object({title: {}})]}),
      changes: ['composition-changed oneOf (request undetermined)', 'type-changed (request keeps)']
    },
    {
      name: 'an alternative of a response next to any value accepts less',
      old: responseOf({oneOf: [{}, object({title: {}})]}),
      new: responseOf({oneOf: [{}, object({title: NUMBER})]}),
      changes: ['composition-changed oneOf (response undetermined)', 'type-changed (response keeps)']
    },
    {
      name: 'an alternative of a response next to any object in `allOf` accepts less',
      old: responseOf({oneOf: [{allOf: [{type: 'object'}]}, object({title: {}})]}),
      new: responseOf({oneOf: [{allOf: [{type: 'object'}]}, object({title: NUMBER})]}),
      changes: ['composition-changed oneOf (response undetermined)', 'type-changed (response keeps)']
    },
    {
      name: 'values that are no objects, which a discriminator does not distinguish',
      old: requestOf({oneOf: [object({kind: {const: 'a'}}), TEXT], discriminator: {propertyName: 'kind'}}),
      new: requestOf({
        oneOf: [object({kind: {const: 'a'}}), TEXT, {enum: ['x', 'y']}],
        discriminator: {propertyName: 'kind'}
      }),
      changes: ['alternative-added oneOf 3 (request breaks)']
    },
    {
      name: 'distinct alternatives',
      old: requestOf({oneOf: [object({shelf: TEXT}, {required: ['shelf']})]}),
      new: requestOf({oneOf: [object({shelf: TEXT}, {required: ['shelf']}), TEXT]}),
      changes: ['composition-changed oneOf (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'objects that two alternatives accepted become a string',
      old: requestOf({oneOf: [object({shelf: TEXT}), {...orNull, properties: {shelf: TEXT}}]}),
      new: requestOf({type: ['string', 'null']}),
      changes: ['type-changed (request undetermined)']
    }
  ])
})

describe('a field that no client sent becomes required without a schema', () => {
  testChanges([
    {
      name: 'because it was read-only',
      old: requestOf(object({shelf: {...TEXT, readOnly: true}, copy: TEXT})),
      new: requestOf(object({copy: TEXT}, {required: ['shelf']})),
      changes: ['field-required shelf (request breaks)']
    }
  ])
})

describe('a combination that accepts more is reported if no other change shows it', () => {
  const titled = object({title: TEXT})
  const inAllOf = {type: 'object', allOf: [{properties: {id: TEXT}}], additionalProperties: AMOUNT}
  const direct = {type: 'object', properties: {id: TEXT}, additionalProperties: AMOUNT}
  testChanges([
    {
      name: 'an alternative does not have to be an object any more',
      old: requestOf({anyOf: [NUMBER, titled]}),
      new: requestOf({anyOf: [NUMBER, {properties: {title: TEXT}}]}),
      changes: ['composition-changed anyOf (request keeps)']
    },
    {
      name: 'a field moves out of `allOf` next to a map',
      old: requestOf(inAllOf),
      new: requestOf(direct),
      changes: ['composition-changed additionalProperties (request keeps)']
    },
    {
      name: 'a field moves into `allOf` next to a map, in a response',
      old: responseOf(direct),
      new: responseOf(inAllOf),
      changes: ['composition-changed additionalProperties (response keeps)']
    },
    {
      name: 'a nested field moves out of `allOf` next to a map',
      old: requestOf(object({shelf: inAllOf})),
      new: requestOf(object({shelf: direct})),
      changes: ['composition-changed additionalProperties (request keeps)']
    },
    {
      name: 'another change already shows it',
      old: requestOf(inAllOf),
      new: requestOf({...direct, properties: {id: {}}}),
      changes: ['type-changed (request keeps)']
    },
    {
      name: 'a field moves between parts without a map',
      old: requestOf({allOf: [object({id: TEXT}), titled]}),
      new: requestOf({allOf: [object({id: TEXT, title: TEXT}), {type: 'object'}]}),
      changes: []
    }
  ])
})

describe('a required field without a description', () => {
  const withRequired = (properties: Raw): Raw => object(properties, {required: ['shelf']})
  testChanges([
    {
      name: 'was read-only, so no client had to send it',
      old: requestOf(withRequired({shelf: {...TEXT, readOnly: true}})),
      new: requestOf(withRequired({})),
      changes: ['field-required shelf (request breaks)'],
      reverse: ['field-optional shelf (request keeps)']
    },
    {
      name: 'gets a write-only schema in a map of a response',
      old: responseOf({type: 'object', additionalProperties: withRequired({})}),
      new: responseOf({type: 'object', additionalProperties: withRequired({shelf: {...TEXT, writeOnly: true}})}),
      changes: ['field-optional shelf (response breaks)'],
      reverse: ['field-required shelf (response keeps)']
    }
  ])
})

describe('a break is located at the part that its example contains', () => {
  const nullable = {type: ['object', 'null'], properties: {copy: object({title: {type: 'array'}})}}
  const book = (shelf: Raw): Raw => ({
    allOf: [{type: 'object', additionalProperties: {type: 'null'}}, object({shelf})]
  })
  testChanges([
    {
      name: 'a field that can only be null',
      old: requestOf({oneOf: [book(nullable), NUMBER]}),
      new: requestOf({oneOf: [book(object({copy: object({title: TEXT})})), NUMBER]}),
      changes: ['null-refused (request breaks)', 'type-changed (request undetermined)']
    }
  ])
})

describe('a field of the other direction has no effect', () => {
  const due = {type: 'string', writeOnly: true}
  const shelf = (form: Raw): Raw => ({oneOf: [NUMBER, object({shelf: form})]})
  testChanges([
    {
      name: 'if another part requires it',
      old: responseOf({allOf: [object({due}), {type: 'object', required: ['due']}]}),
      new: responseOf({anyOf: [{type: 'object'}, object({title: TEXT})]}),
      changes: ['composition-changed anyOf (response keeps)']
    },
    {
      name: 'if an alternative next to it changes its type',
      old: requestOf({allOf: [shelf({type: 'boolean'}), object({shelf: {...TEXT, readOnly: true}})]}),
      new: requestOf({allOf: [shelf(TEXT), object({shelf: {...TEXT, readOnly: true}})]}),
      changes: ['type-changed (request keeps)']
    }
  ])
})
