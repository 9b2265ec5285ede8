// Small pairs for each kind of change, and for similar pairs without one. Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {judgeChanges} from '../../../../src/policy/compatibility/compatibility.ts'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {policyOf} from '../../../reading.ts'
import {asked, check, NUMBER, OK, object, TEXT} from './cases.ts'
import {between} from './comparing.ts'
import {answered, api, JSON_TYPE, loans, paths, query, sent} from './loans.ts'

describe('operations and paths', () => {
  check([
    {
      name: 'a method is replaced by another one',
      old: paths({'/loans': {get: {responses: OK}}}),
      new: paths({'/loans': {put: {responses: OK}}}),
      told: ['operation-added (request)', 'operation-removed (request)']
    },
    {
      name: 'a renamed path parameter does not change the path',
      old: paths({
        '/loans/{id}': {get: {parameters: [{name: 'id', in: 'path', required: true, schema: TEXT}], responses: OK}}
      }),
      new: paths({
        '/loans/{loan}': {get: {parameters: [{name: 'loan', in: 'path', required: true, schema: TEXT}], responses: OK}}
      }),
      told: [],
      back: []
    },
    {
      name: 'a renamed path parameter is compared with its former schema',
      old: paths({
        '/loans/{id}': {get: {parameters: [{name: 'id', in: 'path', required: true, schema: TEXT}], responses: OK}}
      }),
      new: paths({
        '/loans/{loan}': {
          get: {
            parameters: [{name: 'loan', in: 'path', required: true, schema: {type: 'string', maxLength: 5}}],
            responses: OK
          }
        }
      }),
      told: ['constraint-tightened maxLength (request breaks)'],
      back: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: 'two path parameters exchange their names',
      old: paths({
        '/{a}/{b}': {
          get: {
            parameters: [
              {name: 'a', in: 'path', required: true, schema: NUMBER},
              {name: 'b', in: 'path', required: true, schema: TEXT}
            ],
            responses: OK
          }
        }
      }),
      new: paths({
        '/{b}/{a}': {
          get: {
            parameters: [
              {name: 'b', in: 'path', required: true, schema: NUMBER},
              {name: 'a', in: 'path', required: true, schema: TEXT}
            ],
            responses: OK
          }
        }
      }),
      told: [],
      back: []
    },
    {
      name: 'parameters of the path apply to its operations',
      old: paths({'/loans': {parameters: [{name: 'shelf', in: 'query', schema: TEXT}], get: {responses: OK}}}),
      new: paths({'/loans': {get: {parameters: [{name: 'shelf', in: 'query', schema: TEXT}], responses: OK}}}),
      told: [],
      back: []
    },
    {
      name: 'a parameter of the operation overrides that of the path',
      old: paths({'/loans': {parameters: [{name: 'shelf', in: 'query', schema: TEXT}], get: {responses: OK}}}),
      new: paths({
        '/loans': {
          parameters: [{name: 'shelf', in: 'query', schema: TEXT}],
          get: {parameters: [{name: 'shelf', in: 'query', required: true, schema: TEXT}], responses: OK}
        }
      }),
      told: ['parameter-required shelf (request)'],
      back: ['parameter-optional shelf (request)']
    }
  ])
})

describe('parameters', () => {
  check([
    {
      name: 'added as required',
      old: loans({}),
      new: query(TEXT, {required: true}),
      told: ['required-parameter-added shelf (request)'],
      back: ['parameter-removed shelf (request)']
    },
    {
      name: 'added as optional',
      old: loans({}),
      new: query(TEXT),
      told: ['parameter-added shelf (request)'],
      back: ['parameter-removed shelf (request)']
    },
    {
      name: 'moved from the query to a header',
      old: query(TEXT),
      new: loans({parameters: [{name: 'shelf', in: 'header', schema: TEXT}]}),
      told: ['moved shelf (request)'],
      back: ['moved shelf (request)']
    },
    {
      name: 'moved and narrowed',
      old: query(TEXT),
      new: loans({parameters: [{name: 'shelf', in: 'header', schema: {type: 'string', maxLength: 3}}]}),
      told: ['constraint-tightened maxLength (request breaks)', 'moved shelf (request)']
    },
    {
      name: 'moved and now required',
      old: query(TEXT),
      new: loans({parameters: [{name: 'shelf', in: 'header', required: true, schema: TEXT}]}),
      told: ['moved shelf (request)']
    },
    {
      name: 'a header name in another case',
      old: loans({parameters: [{name: 'Branch', in: 'header', schema: TEXT}]}),
      new: loans({parameters: [{name: 'branch', in: 'header', schema: TEXT}]}),
      told: [],
      back: []
    },
    {
      name: 'a query parameter name in another case',
      old: loans({parameters: [{name: 'Shelf', in: 'query', schema: TEXT}]}),
      new: query(TEXT),
      told: ['parameter-added shelf (request)', 'parameter-removed Shelf (request)']
    },
    {
      name: 'an array is no longer repeated',
      old: query({type: 'array', items: TEXT}),
      new: query({type: 'array', items: TEXT}, {explode: false}),
      told: ['serialization-changed style (request)'],
      back: ['serialization-changed style (request)']
    },
    {
      name: 'an array has another delimiter',
      old: query({type: 'array', items: TEXT}, {style: 'pipeDelimited', explode: false}),
      new: query({type: 'array', items: TEXT}, {style: 'spaceDelimited', explode: false}),
      told: ['serialization-changed style (request)']
    },
    {
      name: '`explode` has no effect on a single value',
      old: query(TEXT),
      new: query(TEXT, {explode: false}),
      told: [],
      back: []
    },
    {
      name: 'default values are written out',
      old: query({type: 'array', items: TEXT}),
      new: query({type: 'array', items: TEXT}, {style: 'form', explode: true, required: false}),
      told: [],
      back: []
    },
    {
      name: 'a default changes',
      old: query({type: 'integer', default: 20}),
      new: query({type: 'integer', default: 50}),
      told: ['default-changed default (request)'],
      back: ['default-changed default (request)']
    },
    {
      name: 'a default is added',
      old: query(NUMBER),
      new: query({type: 'integer', default: 50}),
      told: ['default-changed default (request)']
    },
    {
      name: 'an integer becomes a string',
      old: query(NUMBER),
      new: query(TEXT),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'a string with constraints becomes an integer with other constraints',
      old: answered(object({state: {type: 'string', enum: ['open', 'lost'], maxLength: 4}})),
      new: answered(object({state: {type: 'integer', minimum: 1}})),
      told: ['type-changed (response breaks)'],
      back: ['type-changed (response breaks)']
    },
    {
      name: 'a number becomes an integer',
      old: query({type: 'number'}),
      new: query(NUMBER),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'a Boolean becomes an enum of `true` and `false`',
      old: query({type: 'boolean'}),
      new: query({type: 'string', enum: ['true', 'false']}),
      told: ['constraint-tightened enum (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'an integer becomes a short string',
      old: query(NUMBER),
      new: query({type: 'string', maxLength: 2}),
      told: ['constraint-tightened maxLength (request keeps)', 'type-changed (request breaks)']
    },
    {
      name: 'an enum of numbers becomes an enum of strings',
      old: query({type: 'integer', enum: [1, 2]}),
      new: query({type: 'string', enum: ['1', '2']}),
      // A number can be written in many ways, so it is left open whether all of them are listed.
      told: ['type-changed (request keeps)']
    },
    {
      name: 'a single value becomes an array',
      old: query(TEXT),
      new: query({type: 'array', items: TEXT}),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'a single value becomes an array of at least two',
      old: query(TEXT),
      new: query({type: 'array', minItems: 2, items: TEXT}),
      told: ['type-changed (request breaks)']
    },
    {
      name: 'an integer becomes a string in a JSON body',
      old: sent(NUMBER),
      new: sent(TEXT),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'an integer becomes a string in a JSON parameter',
      old: loans({parameters: [{name: 'shelf', in: 'query', content: {[JSON_TYPE]: {schema: NUMBER}}}]}),
      new: loans({parameters: [{name: 'shelf', in: 'query', content: {[JSON_TYPE]: {schema: TEXT}}}]}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'an integer becomes a string in a form',
      old: api({
        paths: {
          '/loans': {
            post: {
              requestBody: {content: {'application/x-www-form-urlencoded': {schema: object({shelf: NUMBER})}}},
              responses: OK
            }
          }
        }
      }),
      new: api({
        paths: {
          '/loans': {
            post: {
              requestBody: {content: {'application/x-www-form-urlencoded': {schema: object({shelf: TEXT})}}},
              responses: OK
            }
          }
        }
      }),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'empty values are no longer allowed',
      old: query(TEXT, {allowEmptyValue: true}),
      new: query(TEXT),
      told: ['constraint-tightened allowEmptyValue (request)'],
      back: ['constraint-loosened allowEmptyValue (request)']
    },
    {
      name: '`allowEmptyValue` has no effect on a header',
      old: query(TEXT, {allowEmptyValue: true, in: 'header'}),
      new: query(TEXT, {in: 'header'}),
      told: [],
      back: []
    },
    {
      name: 'reserved characters must be escaped',
      old: query(TEXT, {allowReserved: true}),
      new: query(TEXT),
      told: ['constraint-tightened allowReserved (request)'],
      back: ['constraint-loosened allowReserved (request)']
    },
    {
      name: 'reserved characters do not occur in numbers',
      old: query({type: 'integer'}, {allowReserved: true}),
      new: query({type: 'integer'}),
      told: [],
      back: []
    }
  ])
})

describe('the `operationId`', () => {
  const withId = (operationId?: string, summary = 'Loans'): object =>
    asked({...(operationId === undefined ? {} : {operationId}), summary})
  check([
    {
      name: 'changes',
      old: withId('listLoans'),
      new: withId('getLoans'),
      told: ['operation-id-changed (request)'],
      back: ['operation-id-changed (request)']
    },
    {
      name: 'is added or removed',
      old: withId(),
      new: withId('getLoans'),
      told: ['operation-id-changed (request)'],
      back: ['operation-id-changed (request)']
    },
    {name: 'does not change', old: withId('listLoans'), new: withId('listLoans', 'All loans'), told: [], back: []}
  ])

  test('is reported once, with both values', () => {
    const changes = between(JSON.stringify(withId('listLoans')), JSON.stringify(withId('getLoans')))
    expect(changes.map(formatChange)).toEqual([
      'the `operationId` of `GET /loans` changed from `listLoans` to `getLoans`'
    ])
  })

  test('needs review if the policy states that clients are generated, unless it sets the effect explicitly', () => {
    const changes = between(JSON.stringify(withId('listLoans')), JSON.stringify(withId('getLoans')))
    const verdictBy = (text: string): string[] =>
      judgeChanges(changes, {policy: policyOf(`name: p\nextends: thirteen-months\n${text}`), asOf: '2026-11-20'}).map(
        ({verdict}) => verdict
      )
    expect(verdictBy('')).toEqual(['compliant'])
    expect(verdictBy('sdk: false\n')).toEqual(['compliant'])
    expect(verdictBy('sdk: true\n')).toEqual(['undetermined'])
    expect(verdictBy('sdk: true\ncompatibility: {operation-id-changed: breaking}\n')).toEqual(['violation'])
    expect(verdictBy('sdk: true\ncompatibility: {operation-id-changed: compatible}\n')).toEqual(['compliant'])
  })
})
