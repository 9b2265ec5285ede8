// Small pairs for each kind of change, and for what looks like one and is none. Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {check, differ, NUMBER, object, type Raw, TEXT} from './cases.ts'
import {answered, both, sent} from './loans.ts'

describe('fields', () => {
  const copy = object({copy: TEXT})
  const more = object({copy: TEXT, shelf: NUMBER})
  const SHUT = {unevaluatedProperties: false}
  check([
    {
      name: 'added',
      old: both(copy),
      new: both(more),
      told: ['field-added shelf (request keeps, response keeps)'],
      back: ['field-removed shelf (request keeps, response keeps)']
    },
    {
      name: 'added, required',
      old: both(copy),
      new: both({...more, required: ['shelf']}),
      told: ['required-field-added shelf (request breaks, response keeps)'],
      back: ['field-removed shelf (request keeps, response breaks)']
    },
    {
      name: 'that may not be there any more',
      old: both(more, {}, '3.1.0'),
      new: both(object({copy: TEXT, shelf: false}), {}, '3.1.0'),
      told: ['field-removed shelf (request breaks, response keeps)'],
      back: ['field-added shelf (request keeps, response breaks)']
    },
    {
      name: 'removed from an object that takes nothing else that is not looked at',
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
      name: 'closed in other words is as closed as before',
      old: both({...copy, additionalProperties: false}, {}, '3.1.0'),
      new: both({...copy, unevaluatedProperties: false}, {}, '3.1.0'),
      told: ['constraint-tightened unevaluatedProperties (request keeps, response keeps)'],
      back: ['constraint-loosened unevaluatedProperties (request keeps, response keeps)']
    },
    {
      name: 'what also takes anything else is open',
      old: both({...copy, additionalProperties: false}, {}, '3.1.0'),
      new: both({...copy, additionalProperties: true, unevaluatedProperties: false}, {}, '3.1.0'),
      told: [
        'constraint-tightened unevaluatedProperties (request keeps, response breaks)',
        'object-opened additionalProperties (request keeps, response breaks)'
      ]
    },
    {
      name: 'by a pattern of their names, in an object that takes nothing else',
      old: both({type: 'object', patternProperties: {'^x-': TEXT}, additionalProperties: false}, {}, '3.1.0'),
      new: both({type: 'object', additionalProperties: false}, {}, '3.1.0'),
      told: ['constraint-tightened patternProperties (request breaks)', 'field-removed {} (response)'],
      back: ['constraint-loosened patternProperties (request keeps, response breaks)']
    },
    {
      name: 'by a narrower pattern, in such an object',
      old: both({...copy, patternProperties: {'^x': TEXT}, additionalProperties: false}, {}, '3.1.0'),
      new: both({...copy, patternProperties: {'^xy': TEXT}, additionalProperties: false}, {}, '3.1.0'),
      told: ['constraint-changed patternProperties (request breaks, response keeps)'],
      back: ['constraint-changed patternProperties (request keeps, response breaks)']
    },
    {
      name: 'by a pattern that bounds them otherwise than the rest',
      old: both({type: 'object', patternProperties: {'^x': NUMBER}, additionalProperties: TEXT}, {}, '3.1.0'),
      new: both({type: 'object', additionalProperties: TEXT}, {}, '3.1.0'),
      told: ['constraint-changed patternProperties (request breaks, response breaks)'],
      back: ['constraint-changed patternProperties (request breaks, response breaks)']
    },
    {
      name: 'removed from such an object, which looks at names like it',
      old: both({...more, patternProperties: {'^sh': NUMBER}, unevaluatedProperties: false}, {}, '3.1.0'),
      new: both({...copy, patternProperties: {'^sh': NUMBER}, unevaluatedProperties: false}, {}, '3.1.0'),
      told: ['field-removed shelf (request undetermined, response keeps)'],
      back: ['field-added shelf (request keeps, response keeps)']
    },
    {
      name: 'looked at under a condition no more, in such an object',
      old: both({...copy, dependentSchemas: {copy: object({shelf: NUMBER})}, ...SHUT}, {}, '3.1.0'),
      new: both({...copy, dependentSchemas: {copy: object({})}, ...SHUT}, {}, '3.1.0'),
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
      name: 'removed from an alternative beside such a word',
      old: both({anyOf: [more, object({size: NUMBER})], ...SHUT}, {}, '3.1.0'),
      new: both({anyOf: [copy, object({size: NUMBER})], ...SHUT}, {}, '3.1.0'),
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
      name: 'one more alternative beside such a word',
      old: both({anyOf: [copy, object({size: NUMBER})], ...SHUT}, {}, '3.1.0'),
      new: both({anyOf: [copy, object({size: NUMBER}), object({shelf: NUMBER})], ...SHUT}, {}, '3.1.0'),
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
      name: 'renamed, by a guess',
      old: both(object({dueDate: TEXT})),
      new: both(object({due_date: TEXT})),
      told: ['renamed due_date (request keeps, response keeps)']
    },
    {
      name: 'at any depth',
      old: answered({type: 'array', items: object({copies: {type: 'array', items: object({title: TEXT})}})}),
      new: answered({type: 'array', items: object({copies: {type: 'array', items: object({title: NUMBER})}})}),
      told: ['type-changed (response breaks)']
    },
    {
      name: 'closed: what documents its properties had no others',
      old: both(copy),
      new: both({...copy, additionalProperties: false}),
      told: ['object-closed additionalProperties (request keeps, response keeps)'],
      back: ['object-opened additionalProperties (request keeps, response keeps)']
    },
    ...[{}, {description: 'Anything'}].map(rest => ({
      name: `other properties that may be anything: ${JSON.stringify(rest)}`,
      old: sent({...copy, additionalProperties: rest}),
      new: sent({...copy, additionalProperties: true}),
      told: [],
      back: []
    })),
    {
      name: 'open, said aloud',
      old: sent(copy),
      new: sent({...copy, additionalProperties: true}),
      told: []
    },
    {
      name: 'the type is said now of what was described as an object all along',
      old: both({properties: {title: TEXT}}),
      new: both({type: 'object', properties: {title: TEXT}}),
      told: [],
      back: []
    },
    {
      name: 'the type is no longer said of what holds a map',
      old: both({type: 'object', additionalProperties: TEXT}),
      new: both({additionalProperties: TEXT}),
      told: ['type-changed (request keeps, response breaks)'],
      back: ['type-changed (request breaks, response keeps)']
    },
    {
      name: 'the type is said now of what said other things of values too',
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
      name: 'closed in one part of allOf, which refuses what the other part names',
      old: sent({allOf: [copy, object({shelf: NUMBER})]}),
      new: sent({allOf: [{...copy, additionalProperties: false}, object({shelf: NUMBER})]}),
      told: ['object-closed additionalProperties (request breaks)'],
      back: ['object-opened additionalProperties (request keeps)']
    },
    {
      name: 'closed before, and now beside the parts of allOf, of which it refuses all that they name',
      old: sent({...more, additionalProperties: false}),
      new: sent({allOf: [copy, object({shelf: NUMBER})], additionalProperties: false}),
      told: ['object-closed additionalProperties (request breaks)'],
      back: ['object-opened additionalProperties (request keeps)']
    },
    {
      name: 'closed in another part of allOf than before',
      old: sent({allOf: [{...copy, additionalProperties: false}, object({shelf: NUMBER})]}),
      new: sent({allOf: [copy, {...object({shelf: NUMBER}), additionalProperties: false}]}),
      told: ['constraint-changed additionalProperties (request breaks)'],
      back: ['constraint-changed additionalProperties (request breaks)']
    },
    {
      name: 'closed in one part of allOf, which refuses one more field of the other part',
      old: sent({allOf: [{...copy, additionalProperties: false}, object({shelf: NUMBER})]}),
      new: sent({allOf: [{...copy, additionalProperties: false}, object({shelf: NUMBER, due: TEXT})]}),
      told: ['field-added due (request keeps)'],
      back: ['field-removed due (request keeps)']
    },
    {
      name: 'written as allOf',
      old: both(more),
      new: both({allOf: [copy, object({shelf: NUMBER})]}),
      told: [],
      back: []
    }
  ])
})

test('a field that is now one of the many of a map, whose values are others, breaks', () => {
  const fields = object({copy: TEXT, shelf: TEXT})
  const map = object({copy: TEXT}, {additionalProperties: NUMBER})
  // `{"shelf": 1}` is answered now, and was not before.
  expect(differ(answered(fields), answered(map)).join()).toContain('response breaks')
  expect(differ(sent(fields), sent(map)).join()).toContain('request breaks')
})

describe('beside a field that nothing may be', () => {
  // Somebody sends it all the same: what a schema that accepts nothing says is no proof.
  const loan = (fine: Raw, required: readonly string[], more: Raw = {}): object =>
    both(object({fine, copy: TEXT}, {required, ...more}))
  const stuck = (name: string, fine: Raw) => ({
    name,
    old: loan(fine, ['fine']),
    new: loan(fine, ['fine', 'copy']),
    told: ['field-required copy (request undetermined, response keeps)'],
    back: ['field-optional copy (request keeps, response undetermined)']
  })
  check([
    stuck('whole numbers listed as texts', {type: 'integer', enum: ['1', '2']}),
    stuck('a list of which texts are listed', {type: 'array', items: TEXT, enum: ['small', 'large']}),
    stuck('lengths that leave none', {type: 'string', minLength: 5, maxLength: 2}),
    {
      name: 'a value more, which is not of the type',
      old: both({type: 'integer', enum: ['1', '2']}),
      new: both({type: 'integer', enum: ['1', '2', '3']}),
      told: ['value-added 3 (request keeps, response undetermined)'],
      back: ['value-removed 3 (request undetermined, response keeps)']
    },
    {
      name: 'one that is said to be none',
      old: both(object({fine: false, copy: TEXT}), {}, '3.1.0'),
      new: both(object({fine: false, copy: TEXT}, {required: ['copy']}), {}, '3.1.0'),
      told: ['field-required copy (request breaks, response keeps)']
    },
    {
      name: 'a choice of twins: any of them is meant',
      old: sent(object({fine: {oneOf: [TEXT, TEXT]}, copy: {type: 'string', maxLength: 9}})),
      new: sent(object({fine: {oneOf: [TEXT, TEXT]}, copy: {type: 'string', maxLength: 5}})),
      told: ['constraint-tightened maxLength (request breaks)']
    }
  ])
})
