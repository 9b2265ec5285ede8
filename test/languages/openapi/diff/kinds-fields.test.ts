// Small pairs for each kind of change, and for similar pairs without one. Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {NUMBER, object, type Raw, summarizeDiff, TEXT, testChanges} from './cases.ts'
import {withBoth, withRequest, withResponse} from './loans.ts'

describe('changes of fields', () => {
  const copy = object({copy: TEXT})
  const more = object({copy: TEXT, shelf: NUMBER})
  const CLOSED = {unevaluatedProperties: false}
  testChanges([
    {
      name: 'added',
      old: withBoth(copy),
      new: withBoth(more),
      changes: ['field-added shelf (request keeps, response keeps)'],
      reverse: ['field-removed shelf (request keeps, response keeps)']
    },
    {
      name: 'added as required',
      old: withBoth(copy),
      new: withBoth({...more, required: ['shelf']}),
      changes: ['required-field-added shelf (request breaks, response keeps)'],
      reverse: ['field-removed shelf (request keeps, response breaks)']
    },
    {
      name: 'no longer allowed',
      old: withBoth(more, {}, '3.1.0'),
      new: withBoth(object({copy: TEXT, shelf: false}), {}, '3.1.0'),
      changes: ['field-removed shelf (request breaks, response keeps)'],
      reverse: ['field-added shelf (request keeps, response breaks)']
    },
    {
      name: 'removed from an object without unevaluated properties',
      old: withBoth({...more, unevaluatedProperties: false}, {}, '3.1.0'),
      new: withBoth({...copy, unevaluatedProperties: false}, {}, '3.1.0'),
      changes: ['field-removed shelf (request breaks, response keeps)'],
      reverse: ['field-added shelf (request keeps, response breaks)']
    },
    {
      name: 'removed from a part of such an object',
      old: withBoth({allOf: [more, object({size: NUMBER})], unevaluatedProperties: false}, {}, '3.1.0'),
      new: withBoth({allOf: [copy, object({size: NUMBER})], unevaluatedProperties: false}, {}, '3.1.0'),
      changes: ['field-removed shelf (request breaks, response keeps)'],
      reverse: ['field-added shelf (request keeps, response breaks)']
    },
    {
      name: 'closed with another keyword',
      old: withBoth({...copy, additionalProperties: false}, {}, '3.1.0'),
      new: withBoth({...copy, unevaluatedProperties: false}, {}, '3.1.0'),
      changes: ['constraint-tightened unevaluatedProperties (request keeps, response keeps)'],
      reverse: ['constraint-loosened unevaluatedProperties (request keeps, response keeps)']
    },
    {
      name: 'opened by additional properties',
      old: withBoth({...copy, additionalProperties: false}, {}, '3.1.0'),
      new: withBoth({...copy, additionalProperties: true, unevaluatedProperties: false}, {}, '3.1.0'),
      changes: [
        'constraint-tightened unevaluatedProperties (request keeps, response breaks)',
        'object-opened additionalProperties (request keeps, response breaks)'
      ]
    },
    {
      name: 'removed from a closed map with a pattern of names',
      old: withBoth({type: 'object', patternProperties: {'^x-': TEXT}, additionalProperties: false}, {}, '3.1.0'),
      new: withBoth({type: 'object', additionalProperties: false}, {}, '3.1.0'),
      changes: ['constraint-tightened patternProperties (request breaks)', 'field-removed {} (response)'],
      reverse: ['constraint-loosened patternProperties (request keeps, response breaks)']
    },
    {
      name: 'matched by a narrower pattern in a closed object',
      old: withBoth({...copy, patternProperties: {'^x': TEXT}, additionalProperties: false}, {}, '3.1.0'),
      new: withBoth({...copy, patternProperties: {'^xy': TEXT}, additionalProperties: false}, {}, '3.1.0'),
      changes: ['constraint-changed patternProperties (request breaks, response keeps)'],
      reverse: ['constraint-changed patternProperties (request keeps, response breaks)']
    },
    {
      name: 'matched by a pattern that constrains them differently from additional properties',
      old: withBoth({type: 'object', patternProperties: {'^x': NUMBER}, additionalProperties: TEXT}, {}, '3.1.0'),
      new: withBoth({type: 'object', additionalProperties: TEXT}, {}, '3.1.0'),
      changes: ['constraint-changed patternProperties (request breaks, response breaks)'],
      reverse: ['constraint-changed patternProperties (request breaks, response breaks)']
    },
    {
      name: 'removed from such an object, although a pattern still matches them',
      old: withBoth({...more, patternProperties: {'^sh': NUMBER}, unevaluatedProperties: false}, {}, '3.1.0'),
      new: withBoth({...copy, patternProperties: {'^sh': NUMBER}, unevaluatedProperties: false}, {}, '3.1.0'),
      changes: ['field-removed shelf (request undetermined, response keeps)'],
      reverse: ['field-added shelf (request keeps, response keeps)']
    },
    {
      name: 'no longer evaluated by a condition in such an object',
      old: withBoth({...copy, dependentSchemas: {copy: object({shelf: NUMBER})}, ...CLOSED}, {}, '3.1.0'),
      new: withBoth({...copy, dependentSchemas: {copy: object({})}, ...CLOSED}, {}, '3.1.0'),
      changes: [
        'constraint-changed dependentSchemas (request keeps, response keeps)',
        'constraint-changed unevaluatedProperties (request breaks)'
      ],
      reverse: [
        'constraint-changed dependentSchemas (request keeps, response keeps)',
        'constraint-changed unevaluatedProperties (response breaks)'
      ]
    },
    {
      name: 'removed from an alternative of such an object',
      old: withBoth({anyOf: [more, object({size: NUMBER})], ...CLOSED}, {}, '3.1.0'),
      new: withBoth({anyOf: [copy, object({size: NUMBER})], ...CLOSED}, {}, '3.1.0'),
      changes: [
        'composition-changed unevaluatedProperties (request breaks)',
        'field-removed shelf (request keeps, response keeps)'
      ],
      reverse: [
        'composition-changed unevaluatedProperties (response breaks)',
        'field-added shelf (request keeps, response keeps)'
      ]
    },
    {
      name: 'allowed by a new alternative of such an object',
      old: withBoth({anyOf: [copy, object({size: NUMBER})], ...CLOSED}, {}, '3.1.0'),
      new: withBoth({anyOf: [copy, object({size: NUMBER}), object({shelf: NUMBER})], ...CLOSED}, {}, '3.1.0'),
      changes: [
        'alternative-added object (request keeps, response keeps)',
        'constraint-changed unevaluatedProperties (response breaks)',
        'field-added shelf (request keeps)'
      ]
    },
    {
      name: 'removed from a closed object',
      old: withBoth({...more, additionalProperties: false}),
      new: withBoth({...copy, additionalProperties: false}),
      changes: ['field-removed shelf (request breaks, response keeps)'],
      reverse: ['field-added shelf (request keeps, response breaks)']
    },
    {
      name: 'required',
      old: withBoth(copy),
      new: withBoth({...copy, required: ['copy']}),
      changes: ['field-required copy (request breaks, response keeps)'],
      reverse: ['field-optional copy (request keeps, response breaks)']
    },
    {
      name: 'renamed, as a guess',
      old: withBoth(object({dueDate: TEXT})),
      new: withBoth(object({due_date: TEXT})),
      changes: ['renamed due_date (request keeps, response keeps)']
    },
    {
      name: 'nested in arrays',
      old: withResponse({type: 'array', items: object({copies: {type: 'array', items: object({title: TEXT})}})}),
      new: withResponse({type: 'array', items: object({copies: {type: 'array', items: object({title: NUMBER})}})}),
      changes: ['type-changed (response breaks)']
    },
    {
      name: 'closed, where documented properties are all that clients knew',
      old: withBoth(copy),
      new: withBoth({...copy, additionalProperties: false}),
      changes: ['object-closed additionalProperties (request keeps, response keeps)'],
      reverse: ['object-opened additionalProperties (request keeps, response keeps)']
    },
    ...[{}, {description: 'Anything'}].map(additional => ({
      name: `additional properties of any type: ${JSON.stringify(additional)}`,
      old: withRequest({...copy, additionalProperties: additional}),
      new: withRequest({...copy, additionalProperties: true}),
      changes: [],
      reverse: []
    })),
    {
      name: 'explicitly open',
      old: withRequest(copy),
      new: withRequest({...copy, additionalProperties: true}),
      changes: []
    },
    {
      name: 'a type is stated for an implicit object',
      old: withBoth({properties: {title: TEXT}}),
      new: withBoth({type: 'object', properties: {title: TEXT}}),
      changes: [],
      reverse: []
    },
    {
      name: 'a type is no longer stated for a map',
      old: withBoth({type: 'object', additionalProperties: TEXT}),
      new: withBoth({additionalProperties: TEXT}),
      changes: ['type-changed (request keeps, response breaks)'],
      reverse: ['type-changed (request breaks, response keeps)']
    },
    {
      name: 'a type is stated for a schema with constraints of several types',
      old: withRequest({properties: {title: TEXT}, minLength: 1}),
      new: withRequest({type: 'string', properties: {title: TEXT}, minLength: 1}),
      changes: ['type-changed (request breaks)']
    },
    {
      name: 'a map of other values',
      old: withBoth({type: 'object', additionalProperties: TEXT}),
      new: withBoth({type: 'object', additionalProperties: NUMBER}),
      changes: ['type-changed (request breaks, response breaks)']
    },
    {
      name: 'closed in one part of `allOf`, which rejects the fields of the other part',
      old: withRequest({allOf: [copy, object({shelf: NUMBER})]}),
      new: withRequest({allOf: [{...copy, additionalProperties: false}, object({shelf: NUMBER})]}),
      changes: ['object-closed additionalProperties (request breaks)'],
      reverse: ['object-opened additionalProperties (request keeps)']
    },
    {
      name: 'closed next to `allOf`, which rejects the fields of its parts',
      old: withRequest({...more, additionalProperties: false}),
      new: withRequest({allOf: [copy, object({shelf: NUMBER})], additionalProperties: false}),
      changes: ['object-closed additionalProperties (request breaks)'],
      reverse: ['object-opened additionalProperties (request keeps)']
    },
    {
      name: 'closed in another part of `allOf` than before',
      old: withRequest({allOf: [{...copy, additionalProperties: false}, object({shelf: NUMBER})]}),
      new: withRequest({allOf: [copy, {...object({shelf: NUMBER}), additionalProperties: false}]}),
      changes: ['constraint-changed additionalProperties (request breaks)'],
      reverse: ['constraint-changed additionalProperties (request breaks)']
    },
    {
      name: 'a new field in one part of `allOf`, which the closed other part rejects',
      old: withRequest({allOf: [{...copy, additionalProperties: false}, object({shelf: NUMBER})]}),
      new: withRequest({allOf: [{...copy, additionalProperties: false}, object({shelf: NUMBER, due: TEXT})]}),
      changes: ['field-added due (request keeps)'],
      reverse: ['field-removed due (request keeps)']
    },
    {
      name: 'split into `allOf`',
      old: withBoth(more),
      new: withBoth({allOf: [copy, object({shelf: NUMBER})]}),
      changes: [],
      reverse: []
    }
  ])
})

test('a field that becomes part of a map with another type is breaking', () => {
  const fields = object({copy: TEXT, shelf: TEXT})
  const map = object({copy: TEXT}, {additionalProperties: NUMBER})
  // The response can now be `{"shelf": 1}`, which was invalid before.
  expect(summarizeDiff(withResponse(fields), withResponse(map)).join()).toContain('response breaks')
  expect(summarizeDiff(withRequest(fields), withRequest(map)).join()).toContain('request breaks')
})

describe('next to a field that accepts no value', () => {
  // Clients send such a field anyway, so a schema that accepts nothing proves nothing.
  const loan = (fine: Raw, required: readonly string[], more: Raw = {}): object =>
    withBoth(object({fine, copy: TEXT}, {required, ...more}))
  const withImpossibleField = (name: string, fine: Raw) => ({
    name,
    old: loan(fine, ['fine']),
    new: loan(fine, ['fine', 'copy']),
    changes: ['field-required copy (request undetermined, response keeps)'],
    reverse: ['field-optional copy (request keeps, response undetermined)']
  })
  testChanges([
    withImpossibleField('integers listed as strings', {type: 'integer', enum: ['1', '2']}),
    withImpossibleField('an array with an enum of strings', {type: 'array', items: TEXT, enum: ['small', 'large']}),
    withImpossibleField('contradictory lengths', {type: 'string', minLength: 5, maxLength: 2}),
    {
      name: 'another value of the wrong type',
      old: withBoth({type: 'integer', enum: ['1', '2']}),
      new: withBoth({type: 'integer', enum: ['1', '2', '3']}),
      changes: ['value-added 3 (request keeps, response undetermined)'],
      reverse: ['value-removed 3 (request undetermined, response keeps)']
    },
    {
      name: 'a field with the schema `false`',
      old: withBoth(object({fine: false, copy: TEXT}), {}, '3.1.0'),
      new: withBoth(object({fine: false, copy: TEXT}, {required: ['copy']}), {}, '3.1.0'),
      changes: ['field-required copy (request breaks, response keeps)']
    },
    {
      name: 'two equal alternatives, which are read as one',
      old: withRequest(object({fine: {oneOf: [TEXT, TEXT]}, copy: {type: 'string', maxLength: 9}})),
      new: withRequest(object({fine: {oneOf: [TEXT, TEXT]}, copy: {type: 'string', maxLength: 5}})),
      changes: ['constraint-tightened maxLength (request breaks)']
    }
  ])
})
