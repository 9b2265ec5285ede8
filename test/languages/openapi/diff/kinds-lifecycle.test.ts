// Small pairs for each kind of change, and for similar pairs without one. Expected: `kind about (side proof)`.
import {describe} from 'vitest'
import {NUMBER, object, type Raw, TEXT, testChanges} from './cases.ts'
import {ref, schemas, withBoth, withOperation, withQuery, withRequest, withResponse} from './loans.ts'

describe('lifecycle changes and defaults', () => {
  const withLifecycle = (more: Raw): object => withOperation(more)
  testChanges([
    {
      name: 'an operation is deprecated',
      old: withLifecycle({}),
      new: withLifecycle({deprecated: true}),
      changes: ['deprecated deprecated (request)'],
      reverse: ['deprecation-withdrawn deprecated (request)']
    },
    {
      name: 'an operation is explicitly not deprecated',
      old: withLifecycle({}),
      new: withLifecycle({deprecated: false}),
      changes: [],
      reverse: []
    },
    {
      name: 'an operation is deprecated with its sunset and its replacement, which are withdrawn with it',
      old: withLifecycle({}),
      new: withLifecycle({deprecated: true, 'x-sunset': '2030-01-31', 'x-replaced-by': 'GET /v2/loans'}),
      changes: [
        'deprecated deprecated (request)',
        'replacement-changed replacement (request)',
        'sunset-set sunset (request)'
      ],
      reverse: ['deprecation-withdrawn deprecated (request)']
    },
    {
      name: 'a sunset stays without the deprecation',
      old: withLifecycle({deprecated: true, 'x-sunset': '2030-01-31'}),
      new: withLifecycle({'x-sunset': '2029-01-31'}),
      changes: ['deprecation-withdrawn deprecated (request)', 'sunset-moved-earlier sunset (request)']
    },
    {
      name: 'a sunset without a deprecation is set',
      old: withLifecycle({}),
      new: withLifecycle({'x-sunset': '2030-01-31'}),
      changes: ['sunset-set sunset (request)'],
      reverse: ['sunset-dropped sunset (request)']
    },
    {
      name: 'a sunset is set',
      old: withLifecycle({deprecated: true}),
      new: withLifecycle({deprecated: true, 'x-sunset': '2030-01-31'}),
      changes: ['sunset-set sunset (request)'],
      reverse: ['sunset-dropped sunset (request)']
    },
    {
      name: 'a sunset is moved to a later date',
      old: withLifecycle({deprecated: true, 'x-sunset': '2030-01-31'}),
      new: withLifecycle({deprecated: true, 'x-sunset': '2031-01-31'}),
      changes: ['sunset-moved-later sunset (request)'],
      reverse: ['sunset-moved-earlier sunset (request)']
    },
    {
      name: 'a sunset is moved to another release of unknown order',
      old: withLifecycle({deprecated: true, 'x-sunset': 'v2.8'}),
      new: withLifecycle({deprecated: true, 'x-sunset': 'v2.10'}),
      changes: ['sunset-moved-earlier sunset (request)'],
      reverse: ['sunset-moved-earlier sunset (request)']
    },
    {
      name: 'a sunset is replaced by an invalid date',
      old: withLifecycle({deprecated: true, 'x-sunset': '2030-01-31'}),
      new: withLifecycle({deprecated: true, 'x-sunset': 'soon'}),
      changes: ['sunset-moved-earlier sunset (request)'],
      reverse: ['sunset-moved-earlier sunset (request)']
    },
    {
      name: 'a stability changes',
      old: withLifecycle({'x-stability-level': 'beta'}),
      new: withLifecycle({'x-stability-level': 'stable'}),
      changes: ['stability-changed stability (request)'],
      reverse: ['stability-changed stability (request)']
    },
    {
      name: 'a replacement is added',
      old: withLifecycle({deprecated: true}),
      new: withLifecycle({deprecated: true, 'x-replaced-by': 'GET /v2/loans'}),
      changes: ['replacement-changed replacement (request)']
    },
    {
      name: 'a parameter is deprecated',
      old: withQuery(TEXT),
      new: withQuery(TEXT, {deprecated: true}),
      changes: ['deprecated deprecated (request)']
    },
    {
      name: 'a property is deprecated',
      old: withResponse(object({copy: TEXT})),
      new: withResponse(object({copy: {type: 'string', deprecated: true}})),
      changes: ['deprecated deprecated (response)']
    },
    {
      name: 'a property is deprecated next to a reference in OpenAPI 3.1',
      old: withResponse(object({copy: ref('Copy')}), schemas({Copy: TEXT}), '3.1.0'),
      new: withResponse(object({copy: {...ref('Copy'), deprecated: true}}), schemas({Copy: TEXT}), '3.1.0'),
      changes: ['deprecated deprecated (response)'],
      reverse: ['deprecation-withdrawn deprecated (response)']
    },
    {
      name: 'fewer items of a closed tuple',
      old: withBoth({type: 'array', prefixItems: [TEXT, NUMBER], unevaluatedItems: false}, {}, '3.1.0'),
      new: withBoth({type: 'array', prefixItems: [TEXT], unevaluatedItems: false}, {}, '3.1.0'),
      changes: [
        'constraint-changed prefixItems (request keeps, response keeps)',
        'constraint-changed unevaluatedItems (request breaks)'
      ],
      reverse: [
        'constraint-changed prefixItems (request keeps, response keeps)',
        'constraint-changed unevaluatedItems (response breaks)'
      ]
    },
    {
      name: 'the default of array items has no effect',
      old: withRequest({type: 'array', items: {...TEXT, default: 'a'}}),
      new: withRequest({type: 'array', items: {...TEXT, default: 'b'}}),
      changes: [],
      reverse: []
    },
    {
      name: 'the default of a required body has no effect',
      old: withRequest({...TEXT, default: 'a'}),
      new: withRequest({...TEXT, default: 'b'}),
      changes: [],
      reverse: []
    },
    {
      name: 'the default of a required field has no effect',
      old: withRequest(object({copy: {...TEXT, default: 'a'}}, {required: ['copy']})),
      new: withRequest(object({copy: TEXT})),
      changes: ['field-optional copy (request keeps)'],
      reverse: ['field-required copy (request breaks)']
    },
    {
      name: 'the default of a field that is no longer required',
      old: withRequest(object({copy: {...TEXT, default: 'a'}}, {required: ['copy']})),
      new: withRequest(object({copy: {...TEXT, default: 'b'}})),
      changes: ['default-added default (request)', 'field-optional copy (request keeps)'],
      reverse: ['field-required copy (request breaks)']
    },
    {
      name: 'the default of a string, written as a Boolean',
      old: withRequest(object({copy: {...TEXT, default: true}})),
      new: withRequest(object({copy: {...TEXT, default: 'true'}})),
      changes: [],
      reverse: []
    },
    {
      name: 'the default of an object is another text',
      old: withRequest(object({copy: {...object({}), default: 'x'}})),
      new: withRequest(object({copy: {...object({}), default: 'y'}})),
      changes: ['default-changed default (request undetermined)'],
      reverse: ['default-changed default (request undetermined)']
    },
    {
      name: 'the default of a plain text body',
      old: withOperation({requestBody: {content: {'text/plain': {schema: TEXT}}}}, {}, '3.1.0'),
      new: withOperation({requestBody: {content: {'text/plain': {schema: {...TEXT, default: 'x'}}}}}, {}, '3.1.0'),
      changes: ['default-added default (request)'],
      reverse: ['default-changed default (request)']
    },
    {
      name: 'a Boolean default becomes a string',
      old: withRequest(object({copy: {oneOf: [TEXT, {type: 'boolean'}], default: true}})),
      new: withRequest(object({copy: {oneOf: [TEXT, {type: 'boolean'}], default: 'true'}})),
      changes: ['default-changed default (request)'],
      reverse: ['default-changed default (request)']
    },
    {
      name: 'a default changes next to a reference in OpenAPI 3.1',
      old: withRequest(object({copy: {...ref('Copy'), default: 'a'}}), schemas({Copy: TEXT}), '3.1.0'),
      new: withRequest(object({copy: {...ref('Copy'), default: 'b'}}), schemas({Copy: TEXT}), '3.1.0'),
      changes: ['default-changed default (request)']
    },
    {
      name: 'a property is deprecated next to a reference in OpenAPI 3.0',
      old: withResponse(object({copy: ref('Copy')}), schemas({Copy: TEXT})),
      new: withResponse(object({copy: {...ref('Copy'), deprecated: true}}), schemas({Copy: TEXT})),
      changes: ['deprecated deprecated (response)']
    }
  ])
})
