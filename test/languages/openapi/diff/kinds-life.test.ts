// Small pairs for each kind of change, and for what looks like one and is none. Expected: `kind about (side proof)`.
import {describe} from 'vitest'
import {asked, check, NUMBER, object, type Raw, TEXT} from './cases.ts'
import {answered, both, loans, query, ref, schemas, sent} from './loans.ts'

describe('life', () => {
  const life = (more: Raw): object => loans(more)
  check([
    {
      name: 'deprecated',
      old: life({}),
      new: life({deprecated: true}),
      told: ['deprecated deprecated (request)'],
      back: ['deprecation-withdrawn deprecated (request)']
    },
    {name: 'not deprecated, said aloud', old: life({}), new: life({deprecated: false}), told: [], back: []},
    {
      name: 'sunset set',
      old: life({deprecated: true}),
      new: life({deprecated: true, 'x-sunset': '2030-01-31'}),
      told: ['sunset-set sunset (request)'],
      back: ['sunset-dropped sunset (request)']
    },
    {
      name: 'sunset moved',
      old: life({deprecated: true, 'x-sunset': '2030-01-31'}),
      new: life({deprecated: true, 'x-sunset': '2031-01-31'}),
      told: ['sunset-moved-later sunset (request)'],
      back: ['sunset-moved-earlier sunset (request)']
    },
    {
      name: 'sunset moved to another release, of which no one knows which is the later',
      old: life({deprecated: true, 'x-sunset': 'v2.8'}),
      new: life({deprecated: true, 'x-sunset': 'v2.10'}),
      told: ['sunset-moved-earlier sunset (request)'],
      back: ['sunset-moved-earlier sunset (request)']
    },
    {
      name: 'what is no date in place of a sunset',
      old: life({deprecated: true, 'x-sunset': '2030-01-31'}),
      new: life({deprecated: true, 'x-sunset': 'soon'}),
      told: ['sunset-moved-earlier sunset (request)'],
      back: ['sunset-moved-earlier sunset (request)']
    },
    {
      name: 'stability',
      old: life({'x-stability-level': 'beta'}),
      new: life({'x-stability-level': 'stable'}),
      told: ['stability-changed stability (request)'],
      back: ['stability-changed stability (request)']
    },
    {
      name: 'replacement',
      old: life({deprecated: true}),
      new: life({deprecated: true, 'x-replaced-by': 'GET /v2/loans'}),
      told: ['replacement-changed replacement (request)']
    },
    {
      name: 'a parameter deprecated',
      old: query(TEXT),
      new: query(TEXT, {deprecated: true}),
      told: ['deprecated deprecated (request)']
    },
    {
      name: 'a property deprecated',
      old: answered(object({copy: TEXT})),
      new: answered(object({copy: {type: 'string', deprecated: true}})),
      told: ['deprecated deprecated (response)']
    },
    {
      name: 'a property deprecated beside a reference, which 3.1 reads',
      old: answered(object({copy: ref('Copy')}), schemas({Copy: TEXT}), '3.1.0'),
      new: answered(object({copy: {...ref('Copy'), deprecated: true}}), schemas({Copy: TEXT}), '3.1.0'),
      told: ['deprecated deprecated (response)'],
      back: ['deprecation-withdrawn deprecated (response)']
    },
    {
      name: 'fewer items in places of their own, where no others may be',
      old: both({type: 'array', prefixItems: [TEXT, NUMBER], unevaluatedItems: false}, {}, '3.1.0'),
      new: both({type: 'array', prefixItems: [TEXT], unevaluatedItems: false}, {}, '3.1.0'),
      told: [
        'constraint-changed prefixItems (request keeps, response keeps)',
        'constraint-changed unevaluatedItems (request breaks)'
      ],
      back: [
        'constraint-changed prefixItems (request keeps, response keeps)',
        'constraint-changed unevaluatedItems (response breaks)'
      ]
    },
    {
      name: 'the default of what stands in a list, which is there',
      old: sent({type: 'array', items: {...TEXT, default: 'a'}}),
      new: sent({type: 'array', items: {...TEXT, default: 'b'}}),
      told: [],
      back: []
    },
    {
      name: 'the default of a body that must be sent',
      old: sent({...TEXT, default: 'a'}),
      new: sent({...TEXT, default: 'b'}),
      told: [],
      back: []
    },
    {
      name: 'the default of a field that must be sent',
      old: sent(object({copy: {...TEXT, default: 'a'}}, {required: ['copy']})),
      new: sent(object({copy: TEXT})),
      told: ['field-optional copy (request keeps)'],
      back: ['field-required copy (request breaks)']
    },
    {
      name: 'the default of a field that must be sent no longer',
      old: sent(object({copy: {...TEXT, default: 'a'}}, {required: ['copy']})),
      new: sent(object({copy: {...TEXT, default: 'b'}})),
      told: ['default-added default (request)', 'field-optional copy (request keeps)'],
      back: ['field-required copy (request breaks)']
    },
    {
      name: 'the default of a text, written as what it was read as',
      old: sent(object({copy: {...TEXT, default: true}})),
      new: sent(object({copy: {...TEXT, default: 'true'}})),
      told: [],
      back: []
    },
    {
      name: 'the default of a body that is text, which is no parameter',
      old: asked({requestBody: {content: {'text/plain': {schema: TEXT}}}}),
      new: asked({requestBody: {content: {'text/plain': {schema: {...TEXT, default: 'x'}}}}}),
      told: ['default-added default (request)'],
      back: ['default-changed default (request)']
    },
    {
      name: 'the default of what is no text only is another one',
      old: sent(object({copy: {oneOf: [TEXT, {type: 'boolean'}], default: true}})),
      new: sent(object({copy: {oneOf: [TEXT, {type: 'boolean'}], default: 'true'}})),
      told: ['default-changed default (request)'],
      back: ['default-changed default (request)']
    },
    {
      name: 'a default changed beside a reference, which 3.1 reads',
      old: sent(object({copy: {...ref('Copy'), default: 'a'}}), schemas({Copy: TEXT}), '3.1.0'),
      new: sent(object({copy: {...ref('Copy'), default: 'b'}}), schemas({Copy: TEXT}), '3.1.0'),
      told: ['default-changed default (request)']
    },
    {
      name: 'a mark beside a reference is one in 3.0, too',
      old: answered(object({copy: ref('Copy')}), schemas({Copy: TEXT})),
      new: answered(object({copy: {...ref('Copy'), deprecated: true}}), schemas({Copy: TEXT})),
      told: ['deprecated deprecated (response)']
    }
  ])
})
