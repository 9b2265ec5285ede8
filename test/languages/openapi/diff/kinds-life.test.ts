// Small pairs for each kind of change, and for similar pairs without one. Expected: `kind about (side proof)`.
import {describe} from 'vitest'
import {asked, check, NUMBER, object, type Raw, TEXT} from './cases.ts'
import {answered, both, loans, query, ref, schemas, sent} from './loans.ts'

describe('lifecycle changes and defaults', () => {
  const withLifecycle = (more: Raw): object => loans(more)
  check([
    {
      name: 'an operation is deprecated',
      old: withLifecycle({}),
      new: withLifecycle({deprecated: true}),
      told: ['deprecated deprecated (request)'],
      back: ['deprecation-withdrawn deprecated (request)']
    },
    {
      name: 'an operation is explicitly not deprecated',
      old: withLifecycle({}),
      new: withLifecycle({deprecated: false}),
      told: [],
      back: []
    },
    {
      name: 'a sunset is set',
      old: withLifecycle({deprecated: true}),
      new: withLifecycle({deprecated: true, 'x-sunset': '2030-01-31'}),
      told: ['sunset-set sunset (request)'],
      back: ['sunset-dropped sunset (request)']
    },
    {
      name: 'a sunset is moved to a later date',
      old: withLifecycle({deprecated: true, 'x-sunset': '2030-01-31'}),
      new: withLifecycle({deprecated: true, 'x-sunset': '2031-01-31'}),
      told: ['sunset-moved-later sunset (request)'],
      back: ['sunset-moved-earlier sunset (request)']
    },
    {
      name: 'a sunset is moved to another release of unknown order',
      old: withLifecycle({deprecated: true, 'x-sunset': 'v2.8'}),
      new: withLifecycle({deprecated: true, 'x-sunset': 'v2.10'}),
      told: ['sunset-moved-earlier sunset (request)'],
      back: ['sunset-moved-earlier sunset (request)']
    },
    {
      name: 'a sunset is replaced by an invalid date',
      old: withLifecycle({deprecated: true, 'x-sunset': '2030-01-31'}),
      new: withLifecycle({deprecated: true, 'x-sunset': 'soon'}),
      told: ['sunset-moved-earlier sunset (request)'],
      back: ['sunset-moved-earlier sunset (request)']
    },
    {
      name: 'a stability changes',
      old: withLifecycle({'x-stability-level': 'beta'}),
      new: withLifecycle({'x-stability-level': 'stable'}),
      told: ['stability-changed stability (request)'],
      back: ['stability-changed stability (request)']
    },
    {
      name: 'a replacement is added',
      old: withLifecycle({deprecated: true}),
      new: withLifecycle({deprecated: true, 'x-replaced-by': 'GET /v2/loans'}),
      told: ['replacement-changed replacement (request)']
    },
    {
      name: 'a parameter is deprecated',
      old: query(TEXT),
      new: query(TEXT, {deprecated: true}),
      told: ['deprecated deprecated (request)']
    },
    {
      name: 'a property is deprecated',
      old: answered(object({copy: TEXT})),
      new: answered(object({copy: {type: 'string', deprecated: true}})),
      told: ['deprecated deprecated (response)']
    },
    {
      name: 'a property is deprecated next to a reference in OpenAPI 3.1',
      old: answered(object({copy: ref('Copy')}), schemas({Copy: TEXT}), '3.1.0'),
      new: answered(object({copy: {...ref('Copy'), deprecated: true}}), schemas({Copy: TEXT}), '3.1.0'),
      told: ['deprecated deprecated (response)'],
      back: ['deprecation-withdrawn deprecated (response)']
    },
    {
      name: 'fewer items of a closed tuple',
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
      name: 'the default of array items has no effect',
      old: sent({type: 'array', items: {...TEXT, default: 'a'}}),
      new: sent({type: 'array', items: {...TEXT, default: 'b'}}),
      told: [],
      back: []
    },
    {
      name: 'the default of a required body has no effect',
      old: sent({...TEXT, default: 'a'}),
      new: sent({...TEXT, default: 'b'}),
      told: [],
      back: []
    },
    {
      name: 'the default of a required field has no effect',
      old: sent(object({copy: {...TEXT, default: 'a'}}, {required: ['copy']})),
      new: sent(object({copy: TEXT})),
      told: ['field-optional copy (request keeps)'],
      back: ['field-required copy (request breaks)']
    },
    {
      name: 'the default of a field that is no longer required',
      old: sent(object({copy: {...TEXT, default: 'a'}}, {required: ['copy']})),
      new: sent(object({copy: {...TEXT, default: 'b'}})),
      told: ['default-added default (request)', 'field-optional copy (request keeps)'],
      back: ['field-required copy (request breaks)']
    },
    {
      name: 'the default of a string, written as a Boolean',
      old: sent(object({copy: {...TEXT, default: true}})),
      new: sent(object({copy: {...TEXT, default: 'true'}})),
      told: [],
      back: []
    },
    {
      name: 'the default of a plain text body',
      old: asked({requestBody: {content: {'text/plain': {schema: TEXT}}}}),
      new: asked({requestBody: {content: {'text/plain': {schema: {...TEXT, default: 'x'}}}}}),
      told: ['default-added default (request)'],
      back: ['default-changed default (request)']
    },
    {
      name: 'a Boolean default becomes a string',
      old: sent(object({copy: {oneOf: [TEXT, {type: 'boolean'}], default: true}})),
      new: sent(object({copy: {oneOf: [TEXT, {type: 'boolean'}], default: 'true'}})),
      told: ['default-changed default (request)'],
      back: ['default-changed default (request)']
    },
    {
      name: 'a default changes next to a reference in OpenAPI 3.1',
      old: sent(object({copy: {...ref('Copy'), default: 'a'}}), schemas({Copy: TEXT}), '3.1.0'),
      new: sent(object({copy: {...ref('Copy'), default: 'b'}}), schemas({Copy: TEXT}), '3.1.0'),
      told: ['default-changed default (request)']
    },
    {
      name: 'a property is deprecated next to a reference in OpenAPI 3.0',
      old: answered(object({copy: ref('Copy')}), schemas({Copy: TEXT})),
      new: answered(object({copy: {...ref('Copy'), deprecated: true}}), schemas({Copy: TEXT})),
      told: ['deprecated deprecated (response)']
    }
  ])
})
