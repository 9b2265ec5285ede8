// Small pairs for each kind of change, and for similar pairs without one. Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {check, differ, NUMBER, object, type Raw, TEXT} from './cases.ts'
import {answered, both, sent} from './loans.ts'

describe('fields', () => {
  const copy = object({copy: TEXT})
  const more = object({copy: TEXT, shelf: NUMBER})
  const CLOSED = {unevaluatedProperties: false}
  check([
    {
      name: 'added',
      old: both(copy),
      new: both(more),
      told: ['field-added shelf (request keeps, response keeps)'],
      back: ['field-removed shelf (request keeps, response keeps)']
    },
    {
      name: 'added as required',
      old: both(copy),
      new: both({...more, required: ['shelf']}),
      told: ['required-field-added shelf (request breaks, response keeps)'],
      back: ['field-removed shelf (request keeps, response breaks)']
    },
    {
      name: 'no longer allowed',
      old: both(more, {}, '3.1.0'),
      new: both(object({copy: TEXT, shelf: false}), {}, '3.1.0'),
      told: ['field-removed shelf (request breaks, response keeps)'],
      back: ['field-added shelf (request keeps, response breaks)']
    },
    {
      name: 'removed from an object without unevaluated properties',
      old: both({...more, unevaluatedProperties: false}, {}, '3.1.0'),
      new: both({...copy, unevaluatedProperties: false}, {}, '3.1.0'),
      told: ['field-removed shelf (request breaks, response keeps)'],
      back: ['field-added shelf (request keeps, response breaks)']
    },
    {
      name: 'removed from a part of such an object',
      old: both({allOf: [more, object({size: NUMBER})], unevaluatedProperties: false}, {}, '3.1.0'),
      new: both({allOf: [copy, object({size: NUMBER})], unevaluatedProperties: false}, {}, '3.1.0'),
      told: ['field-removed shelf (request breaks, response keeps)'],
      back: ['field-added shelf (request keeps, response breaks)']
    },
    {
      name: 'closed with another keyword',
      old: both({...copy, additionalProperties: false}, {}, '3.1.0'),
      new: both({...copy, unevaluatedProperties: false}, {}, '3.1.0'),
      told: ['constraint-tightened unevaluatedProperties (request keeps, response keeps)'],
      back: ['constraint-loosened unevaluatedProperties (request keeps, response keeps)']
    },
    {
      name: 'opened by additional properties',
      old: both({...copy, additionalProperties: false}, {}, '3.1.0'),
      new: both({...copy, additionalProperties: true, unevaluatedProperties: false}, {}, '3.1.0'),
      told: [
        'constraint-tightened unevaluatedProperties (request keeps, response breaks)',
        'object-opened additionalProperties (request keeps, response breaks)'
      ]
    },
    {
      name: 'removed from a closed map with a pattern of names',
      old: both({type: 'object', patternProperties: {'^x-': TEXT}, additionalProperties: false}, {}, '3.1.0'),
      new: both({type: 'object', additionalProperties: false}, {}, '3.1.0'),
      told: ['constraint-tightened patternProperties (request breaks)', 'field-removed {} (response)'],
      back: ['constraint-loosened patternProperties (request keeps, response breaks)']
    },
    {
      name: 'matched by a narrower pattern in a closed object',
      old: both({...copy, patternProperties: {'^x': TEXT}, additionalProperties: false}, {}, '3.1.0'),
      new: both({...copy, patternProperties: {'^xy': TEXT}, additionalProperties: false}, {}, '3.1.0'),
      told: ['constraint-changed patternProperties (request breaks, response keeps)'],
      back: ['constraint-changed patternProperties (request keeps, response breaks)']
    },
    {
      name: 'matched by a pattern that constrains them differently from additional properties',
      old: both({type: 'object', patternProperties: {'^x': NUMBER}, additionalProperties: TEXT}, {}, '3.1.0'),
      new: both({type: 'object', additionalProperties: TEXT}, {}, '3.1.0'),
      told: ['constraint-changed patternProperties (request breaks, response breaks)'],
      back: ['constraint-changed patternProperties (request breaks, response breaks)']
    },
    {
      name: 'removed from such an object, although a pattern still matches them',
      old: both({...more, patternProperties: {'^sh': NUMBER}, unevaluatedProperties: false}, {}, '3.1.0'),
      new: both({...copy, patternProperties: {'^sh': NUMBER}, unevaluatedProperties: false}, {}, '3.1.0'),
      told: ['field-removed shelf (request undetermined, response keeps)'],
      back: ['field-added shelf (request keeps, response keeps)']
    },
    {
      name: 'no longer evaluated by a condition in such an object',
      old: both({...copy, dependentSchemas: {copy: object({shelf: NUMBER})}, ...CLOSED}, {}, '3.1.0'),
      new: both({...copy, dependentSchemas: {copy: object({})}, ...CLOSED}, {}, '3.1.0'),
      told: [
        'constraint-changed dependentSchemas (request keeps, response keeps)',
        'constraint-changed unevaluatedProperties (request breaks)'
      ],
      back: [
        'constraint-changed dependentSchemas (request keeps, response keeps)',
        'constraint-changed unevaluatedProperties (response breaks)'
      ]
    },
    {
      name: 'removed from an alternative of such an object',
      old: both({anyOf: [more, object({size: NUMBER})], ...CLOSED}, {}, '3.1.0'),
      new: both({anyOf: [copy, object({size: NUMBER})], ...CLOSED}, {}, '3.1.0'),
      told: [
        'composition-changed unevaluatedProperties (request breaks)',
        'field-removed shelf (request keeps, response keeps)'
      ],
      back: [
        'composition-changed unevaluatedProperties (response breaks)',
        'field-added shelf (request keeps, response keeps)'
      ]
    },
    {
      name: 'allowed by a new alternative of such an object',
      old: both({anyOf: [copy, object({size: NUMBER})], ...CLOSED}, {}, '3.1.0'),
      new: both({anyOf: [copy, object({size: NUMBER}), object({shelf: NUMBER})], ...CLOSED}, {}, '3.1.0'),
      told: [
        'alternative-added object (request keeps, response keeps)',
        'constraint-changed unevaluatedProperties (response breaks)',
        'field-added shelf (request keeps)'
      ]
    },
    {
      name: 'removed from a closed object',
      old: both({...more, additionalProperties: false}),
      new: both({...copy, additionalProperties: false}),
      told: ['field-removed shelf (request breaks, response keeps)'],
      back: ['field-added shelf (request keeps, response breaks)']
    },
    {
      name: 'required',
      old: both(copy),
      new: both({...copy, required: ['copy']}),
      told: ['field-required copy (request breaks, response keeps)'],
      back: ['field-optional copy (request keeps, response breaks)']
    },
    {
      name: 'renamed, as a guess',
      old: both(object({dueDate: TEXT})),
      new: both(object({due_date: TEXT})),
      told: ['renamed due_date (request keeps, response keeps)']
    },
    {
      name: 'nested in arrays',
      old: answered({type: 'array', items: object({copies: {type: 'array', items: object({title: TEXT})}})}),
      new: answered({type: 'array', items: object({copies: {type: 'array', items: object({title: NUMBER})}})}),
      told: ['type-changed (response breaks)']
    },
    {
      name: 'closed, where documented properties are all that clients knew',
      old: both(copy),
      new: both({...copy, additionalProperties: false}),
      told: ['object-closed additionalProperties (request keeps, response keeps)'],
      back: ['object-opened additionalProperties (request keeps, response keeps)']
    },
    ...[{}, {description: 'Anything'}].map(additional => ({
      name: `additional properties of any type: ${JSON.stringify(additional)}`,
      old: sent({...copy, additionalProperties: additional}),
      new: sent({...copy, additionalProperties: true}),
      told: [],
      back: []
    })),
    {
      name: 'explicitly open',
      old: sent(copy),
      new: sent({...copy, additionalProperties: true}),
      told: []
    },
    {
      name: 'a type is stated for an implicit object',
      old: both({properties: {title: TEXT}}),
      new: both({type: 'object', properties: {title: TEXT}}),
      told: [],
      back: []
    },
    {
      name: 'a type is no longer stated for a map',
      old: both({type: 'object', additionalProperties: TEXT}),
      new: both({additionalProperties: TEXT}),
      told: ['type-changed (request keeps, response breaks)'],
      back: ['type-changed (request breaks, response keeps)']
    },
    {
      name: 'a type is stated for a schema with constraints of several types',
      old: sent({properties: {title: TEXT}, minLength: 1}),
      new: sent({type: 'string', properties: {title: TEXT}, minLength: 1}),
      told: ['type-changed (request breaks)']
    },
    {
      name: 'a map of other values',
      old: both({type: 'object', additionalProperties: TEXT}),
      new: both({type: 'object', additionalProperties: NUMBER}),
      told: ['type-changed (request breaks, response breaks)']
    },
    {
      name: 'closed in one part of `allOf`, which rejects the fields of the other part',
      old: sent({allOf: [copy, object({shelf: NUMBER})]}),
      new: sent({allOf: [{...copy, additionalProperties: false}, object({shelf: NUMBER})]}),
      told: ['object-closed additionalProperties (request breaks)'],
      back: ['object-opened additionalProperties (request keeps)']
    },
    {
      name: 'closed next to `allOf`, which rejects the fields of its parts',
      old: sent({...more, additionalProperties: false}),
      new: sent({allOf: [copy, object({shelf: NUMBER})], additionalProperties: false}),
      told: ['object-closed additionalProperties (request breaks)'],
      back: ['object-opened additionalProperties (request keeps)']
    },
    {
      name: 'closed in another part of `allOf` than before',
      old: sent({allOf: [{...copy, additionalProperties: false}, object({shelf: NUMBER})]}),
      new: sent({allOf: [copy, {...object({shelf: NUMBER}), additionalProperties: false}]}),
      told: ['constraint-changed additionalProperties (request breaks)'],
      back: ['constraint-changed additionalProperties (request breaks)']
    },
    {
      name: 'a new field in one part of `allOf`, which the closed other part rejects',
      old: sent({allOf: [{...copy, additionalProperties: false}, object({shelf: NUMBER})]}),
      new: sent({allOf: [{...copy, additionalProperties: false}, object({shelf: NUMBER, due: TEXT})]}),
      told: ['field-added due (request keeps)'],
      back: ['field-removed due (request keeps)']
    },
    {
      name: 'split into `allOf`',
      old: both(more),
      new: both({allOf: [copy, object({shelf: NUMBER})]}),
      told: [],
      back: []
    }
  ])
})

test('a field that becomes part of a map with another type is breaking', () => {
  const fields = object({copy: TEXT, shelf: TEXT})
  const map = object({copy: TEXT}, {additionalProperties: NUMBER})
  // The response can now be `{"shelf": 1}`, which was invalid before.
  expect(differ(answered(fields), answered(map)).join()).toContain('response breaks')
  expect(differ(sent(fields), sent(map)).join()).toContain('request breaks')
})

describe('next to a field that accepts no value', () => {
  // Clients send such a field anyway, so a schema that accepts nothing proves nothing.
  const loan = (fine: Raw, required: readonly string[], more: Raw = {}): object =>
    both(object({fine, copy: TEXT}, {required, ...more}))
  const withImpossibleField = (name: string, fine: Raw) => ({
    name,
    old: loan(fine, ['fine']),
    new: loan(fine, ['fine', 'copy']),
    told: ['field-required copy (request undetermined, response keeps)'],
    back: ['field-optional copy (request keeps, response undetermined)']
  })
  check([
    withImpossibleField('integers listed as strings', {type: 'integer', enum: ['1', '2']}),
    withImpossibleField('an array with an enum of strings', {type: 'array', items: TEXT, enum: ['small', 'large']}),
    withImpossibleField('contradictory lengths', {type: 'string', minLength: 5, maxLength: 2}),
    {
      name: 'another value of the wrong type',
      old: both({type: 'integer', enum: ['1', '2']}),
      new: both({type: 'integer', enum: ['1', '2', '3']}),
      told: ['value-added 3 (request keeps, response undetermined)'],
      back: ['value-removed 3 (request undetermined, response keeps)']
    },
    {
      name: 'a field with the schema `false`',
      old: both(object({fine: false, copy: TEXT}), {}, '3.1.0'),
      new: both(object({fine: false, copy: TEXT}, {required: ['copy']}), {}, '3.1.0'),
      told: ['field-required copy (request breaks, response keeps)']
    },
    {
      name: 'two equal alternatives, which are read as one',
      old: sent(object({fine: {oneOf: [TEXT, TEXT]}, copy: {type: 'string', maxLength: 9}})),
      new: sent(object({fine: {oneOf: [TEXT, TEXT]}, copy: {type: 'string', maxLength: 5}})),
      told: ['constraint-tightened maxLength (request breaks)']
    }
  ])
})
