// Small pairs for each kind of change, and for similar pairs without one. Expected: `kind about (side proof)`.
import {describe, expect, test} from 'vitest'
import {judgeChanges} from '../../../../src/policy/compatibility/compatibility.ts'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {policyOf} from '../../../reading.ts'
import {NUMBER, OK, object, TEXT, testChanges} from './cases.ts'
import {diffDocuments} from './comparing.ts'
import {api, JSON_TYPE, withOperation, withPaths, withQuery, withRequest, withResponse} from './loans.ts'

describe('changes of operations and paths', () => {
  testChanges([
    {
      name: 'a method is replaced by another one',
      old: withPaths({'/loans': {get: {responses: OK}}}),
      new: withPaths({'/loans': {put: {responses: OK}}}),
      changes: ['operation-added (request)', 'operation-removed (request)']
    },
    {
      name: 'a renamed path parameter does not change the path',
      old: withPaths({
        '/loans/{id}': {get: {parameters: [{name: 'id', in: 'path', required: true, schema: TEXT}], responses: OK}}
      }),
      new: withPaths({
        '/loans/{loan}': {get: {parameters: [{name: 'loan', in: 'path', required: true, schema: TEXT}], responses: OK}}
      }),
      changes: [],
      reverse: []
    },
    {
      name: 'a renamed path parameter is compared with its former schema',
      old: withPaths({
        '/loans/{id}': {get: {parameters: [{name: 'id', in: 'path', required: true, schema: TEXT}], responses: OK}}
      }),
      new: withPaths({
        '/loans/{loan}': {
          get: {
            parameters: [{name: 'loan', in: 'path', required: true, schema: {type: 'string', maxLength: 5}}],
            responses: OK
          }
        }
      }),
      changes: ['constraint-tightened maxLength (request breaks)'],
      reverse: ['constraint-loosened maxLength (request keeps)']
    },
    {
      name: 'two path parameters exchange their names',
      old: withPaths({
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
      new: withPaths({
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
      changes: [],
      reverse: []
    },
    {
      name: 'parameters of the path apply to its operations',
      old: withPaths({'/loans': {parameters: [{name: 'shelf', in: 'query', schema: TEXT}], get: {responses: OK}}}),
      new: withPaths({'/loans': {get: {parameters: [{name: 'shelf', in: 'query', schema: TEXT}], responses: OK}}}),
      changes: [],
      reverse: []
    },
    {
      name: 'a parameter of the operation overrides that of the path',
      old: withPaths({'/loans': {parameters: [{name: 'shelf', in: 'query', schema: TEXT}], get: {responses: OK}}}),
      new: withPaths({
        '/loans': {
          parameters: [{name: 'shelf', in: 'query', schema: TEXT}],
          get: {parameters: [{name: 'shelf', in: 'query', required: true, schema: TEXT}], responses: OK}
        }
      }),
      changes: ['parameter-required shelf (request)'],
      reverse: ['parameter-optional shelf (request)']
    }
  ])
})

describe('changes of parameters', () => {
  testChanges([
    {
      name: 'added as required',
      old: withOperation({}),
      new: withQuery(TEXT, {required: true}),
      changes: ['required-parameter-added shelf (request)'],
      reverse: ['parameter-removed shelf (request)']
    },
    {
      name: 'added as optional',
      old: withOperation({}),
      new: withQuery(TEXT),
      changes: ['parameter-added shelf (request)'],
      reverse: ['parameter-removed shelf (request)']
    },
    {
      name: 'moved from the query to a header',
      old: withQuery(TEXT),
      new: withOperation({parameters: [{name: 'shelf', in: 'header', schema: TEXT}]}),
      changes: ['moved shelf (request)'],
      reverse: ['moved shelf (request)']
    },
    {
      name: 'moved and narrowed',
      old: withQuery(TEXT),
      new: withOperation({parameters: [{name: 'shelf', in: 'header', schema: {type: 'string', maxLength: 3}}]}),
      changes: ['constraint-tightened maxLength (request breaks)', 'moved shelf (request)']
    },
    {
      name: 'moved and now required',
      old: withQuery(TEXT),
      new: withOperation({parameters: [{name: 'shelf', in: 'header', required: true, schema: TEXT}]}),
      changes: ['moved shelf (request)']
    },
    {
      name: 'a header name in another case',
      old: withOperation({parameters: [{name: 'Branch', in: 'header', schema: TEXT}]}),
      new: withOperation({parameters: [{name: 'branch', in: 'header', schema: TEXT}]}),
      changes: [],
      reverse: []
    },
    {
      name: 'a query parameter name in another case',
      old: withOperation({parameters: [{name: 'Shelf', in: 'query', schema: TEXT}]}),
      new: withQuery(TEXT),
      changes: ['parameter-added shelf (request)', 'parameter-removed Shelf (request)']
    },
    {
      name: 'an array is no longer repeated',
      old: withQuery({type: 'array', items: TEXT}),
      new: withQuery({type: 'array', items: TEXT}, {explode: false}),
      changes: ['serialization-changed style (request)'],
      reverse: ['serialization-changed style (request)']
    },
    {
      name: 'an array has another delimiter',
      old: withQuery({type: 'array', items: TEXT}, {style: 'pipeDelimited', explode: false}),
      new: withQuery({type: 'array', items: TEXT}, {style: 'spaceDelimited', explode: false}),
      changes: ['serialization-changed style (request)']
    },
    {
      name: '`explode` has no effect on a single value',
      old: withQuery(TEXT),
      new: withQuery(TEXT, {explode: false}),
      changes: [],
      reverse: []
    },
    {
      name: 'default values are written out',
      old: withQuery({type: 'array', items: TEXT}),
      new: withQuery({type: 'array', items: TEXT}, {style: 'form', explode: true, required: false}),
      changes: [],
      reverse: []
    },
    {
      name: 'a default changes',
      old: withQuery({type: 'integer', default: 20}),
      new: withQuery({type: 'integer', default: 50}),
      changes: ['default-changed default (request)'],
      reverse: ['default-changed default (request)']
    },
    {
      name: 'a default is added',
      old: withQuery(NUMBER),
      new: withQuery({type: 'integer', default: 50}),
      changes: ['default-added default (request)'],
      reverse: ['default-changed default (request)']
    },
    {
      name: 'an integer becomes a string',
      old: withQuery(NUMBER),
      new: withQuery(TEXT),
      changes: ['type-changed (request keeps)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'a string with constraints becomes an integer with other constraints',
      old: withResponse(object({state: {type: 'string', enum: ['open', 'lost'], maxLength: 4}})),
      new: withResponse(object({state: {type: 'integer', minimum: 1}})),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response breaks)']
    },
    {
      name: 'a number becomes an integer',
      old: withQuery({type: 'number'}),
      new: withQuery(NUMBER),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request keeps)']
    },
    {
      name: 'a Boolean becomes an enum of `true` and `false`',
      old: withQuery({type: 'boolean'}),
      new: withQuery({type: 'string', enum: ['true', 'false']}),
      changes: ['constraint-tightened enum (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'an integer becomes a short string',
      old: withQuery(NUMBER),
      new: withQuery({type: 'string', maxLength: 2}),
      changes: ['constraint-tightened maxLength (request keeps)', 'type-changed (request breaks)']
    },
    {
      name: 'an enum of numbers becomes an enum of strings',
      old: withQuery({type: 'integer', enum: [1, 2]}),
      new: withQuery({type: 'string', enum: ['1', '2']}),
      // A number can be written in many ways, so it is left open whether all of them are listed.
      changes: ['type-changed (request keeps)']
    },
    {
      name: 'a single value becomes an array',
      old: withQuery(TEXT),
      new: withQuery({type: 'array', items: TEXT}),
      changes: ['type-changed (request keeps)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'a single value becomes an array of at least two',
      old: withQuery(TEXT),
      new: withQuery({type: 'array', minItems: 2, items: TEXT}),
      changes: ['type-changed (request breaks)']
    },
    {
      name: 'an integer becomes a string in a JSON body',
      old: withRequest(NUMBER),
      new: withRequest(TEXT),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'an integer becomes a string in a JSON parameter',
      old: withOperation({parameters: [{name: 'shelf', in: 'query', content: {[JSON_TYPE]: {schema: NUMBER}}}]}),
      new: withOperation({parameters: [{name: 'shelf', in: 'query', content: {[JSON_TYPE]: {schema: TEXT}}}]}),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request breaks)']
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
      changes: ['type-changed (request keeps)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'empty values are no longer allowed',
      old: withQuery(TEXT, {allowEmptyValue: true}),
      new: withQuery(TEXT),
      changes: ['constraint-tightened allowEmptyValue (request)'],
      reverse: ['constraint-loosened allowEmptyValue (request)']
    },
    {
      name: '`allowEmptyValue` has no effect on a header',
      old: withQuery(TEXT, {allowEmptyValue: true, in: 'header'}),
      new: withQuery(TEXT, {in: 'header'}),
      changes: [],
      reverse: []
    },
    {
      name: 'reserved characters must be escaped',
      old: withQuery(TEXT, {allowReserved: true}),
      new: withQuery(TEXT),
      changes: ['constraint-tightened allowReserved (request)'],
      reverse: ['constraint-loosened allowReserved (request)']
    },
    {
      name: 'reserved characters do not occur in numbers',
      old: withQuery({type: 'integer'}, {allowReserved: true}),
      new: withQuery({type: 'integer'}),
      changes: [],
      reverse: []
    }
  ])
})

describe('a default that is no value', () => {
  const moment = (value: unknown): object => withQuery({...TEXT, format: 'date-time', default: value})
  const rows = (value: unknown): object => withQuery({...NUMBER, default: value})
  const note: string[] = []
  const changed = ['default-changed default (request)']
  const unknown = ['default-changed default (request undetermined)']
  testChanges([
    {
      name: 'but the moment of generation promises nothing',
      old: moment('2026-10-01T17:37:57.285Z'),
      new: moment('2026-11-27T19:42:00.126Z'),
      changes: note,
      reverse: changed
    },
    {name: 'but a moment in milliseconds', old: rows(1678356672123), new: rows(1678456672129), changes: note},
    {
      name: 'at the same time of another day is chosen',
      old: moment('2024-12-31T23:59:59Z'),
      new: moment('2025-12-31T23:59:59Z'),
      changes: changed
    },
    {
      name: 'at a full hour is chosen',
      old: moment('2024-01-01T00:00:00Z'),
      new: moment('2025-06-01T12:00:00Z'),
      changes: changed
    },
    {name: 'but prose is a remark', old: moment('now'), new: moment('current time'), changes: note},
    {name: 'but prose becomes a value', old: rows('as many as fit'), new: rows(20), changes: unknown, reverse: changed},
    {
      name: 'but a sentence for a parameter',
      old: withQuery({...TEXT, default: 'all of the shelves'}),
      new: withQuery({...TEXT, default: 'all shelves of the library'}),
      changes: note
    },
    {name: 'but the text of one', old: rows('10'), new: rows('20'), changes: changed},
    {
      name: 'but a number that lost its zero in YAML',
      old: withQuery({...TEXT, default: '1.10'}),
      new: withQuery({...TEXT, default: 1.1}),
      changes: note
    },
    {
      name: 'that the schema lists',
      old: withQuery({...TEXT, enum: ['asc', 'desc'], default: 'none'}),
      new: withQuery({...TEXT, enum: ['asc', 'desc'], default: 'asc'}),
      changes: changed
    }
  ])
})

describe('the `operationId`', () => {
  const withId = (operationId?: string, summary = 'Loans'): object =>
    withOperation({...(operationId === undefined ? {} : {operationId}), summary})
  testChanges([
    {
      name: 'changes',
      old: withId('listLoans'),
      new: withId('getLoans'),
      changes: ['operation-id-changed (request)'],
      reverse: ['operation-id-changed (request)']
    },
    {
      name: 'is added or removed',
      old: withId(),
      new: withId('getLoans'),
      changes: ['operation-id-changed (request)'],
      reverse: ['operation-id-changed (request)']
    },
    {name: 'does not change', old: withId('listLoans'), new: withId('listLoans', 'All loans'), changes: [], reverse: []}
  ])

  test('is reported once, with both values', () => {
    const changes = diffDocuments(JSON.stringify(withId('listLoans')), JSON.stringify(withId('getLoans')))
    expect(changes.map(formatChange)).toEqual([
      'the `operationId` of `GET /loans` changed from `listLoans` to `getLoans`'
    ])
  })

  test('needs review if the policy states that clients are generated, unless it sets the effect explicitly', () => {
    const changes = diffDocuments(JSON.stringify(withId('listLoans')), JSON.stringify(withId('getLoans')))
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
