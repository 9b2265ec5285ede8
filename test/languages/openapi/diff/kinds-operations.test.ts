// Small pairs for each kind of change, and for what looks like one and is none. Expected: `kind about (side proof)`.
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
      name: 'a method went, another came',
      old: paths({'/loans': {get: {responses: OK}}}),
      new: paths({'/loans': {put: {responses: OK}}}),
      told: ['operation-added (request)', 'operation-removed (request)']
    },
    {
      name: 'a path parameter renamed is the same path',
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
      name: 'a path parameter renamed and narrowed is the same parameter',
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
      name: 'two path parameters that change places',
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
      name: 'parameters of the path are those of its operations',
      old: paths({'/loans': {parameters: [{name: 'shelf', in: 'query', schema: TEXT}], get: {responses: OK}}}),
      new: paths({'/loans': {get: {parameters: [{name: 'shelf', in: 'query', schema: TEXT}], responses: OK}}}),
      told: [],
      back: []
    },
    {
      name: 'an own parameter goes before that of the path',
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
      name: 'added, required',
      old: loans({}),
      new: query(TEXT, {required: true}),
      told: ['required-parameter-added shelf (request)'],
      back: ['parameter-removed shelf (request)']
    },
    {
      name: 'added, and may be left out',
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
      name: 'moved, and narrowed on the way',
      old: query(TEXT),
      new: loans({parameters: [{name: 'shelf', in: 'header', schema: {type: 'string', maxLength: 3}}]}),
      told: ['constraint-tightened maxLength (request breaks)', 'moved shelf (request)']
    },
    {
      name: 'moved, and must be sent now',
      old: query(TEXT),
      new: loans({parameters: [{name: 'shelf', in: 'header', required: true, schema: TEXT}]}),
      told: ['moved shelf (request)']
    },
    {
      name: 'a header by another case is the same header',
      old: loans({parameters: [{name: 'Branch', in: 'header', schema: TEXT}]}),
      new: loans({parameters: [{name: 'branch', in: 'header', schema: TEXT}]}),
      told: [],
      back: []
    },
    {
      name: 'a query parameter by another case is another one',
      old: loans({parameters: [{name: 'Shelf', in: 'query', schema: TEXT}]}),
      new: query(TEXT),
      told: ['parameter-added shelf (request)', 'parameter-removed Shelf (request)']
    },
    {
      name: 'a list, no longer repeated',
      old: query({type: 'array', items: TEXT}),
      new: query({type: 'array', items: TEXT}, {explode: false}),
      told: ['serialization-changed style (request)'],
      back: ['serialization-changed style (request)']
    },
    {
      name: 'a list, divided otherwise',
      old: query({type: 'array', items: TEXT}, {style: 'pipeDelimited', explode: false}),
      new: query({type: 'array', items: TEXT}, {style: 'spaceDelimited', explode: false}),
      told: ['serialization-changed style (request)']
    },
    {
      name: 'explode of one plain value says nothing',
      old: query(TEXT),
      new: query(TEXT, {explode: false}),
      told: [],
      back: []
    },
    {
      name: 'the default that is written out',
      old: query({type: 'array', items: TEXT}),
      new: query({type: 'array', items: TEXT}, {style: 'form', explode: true, required: false}),
      told: [],
      back: []
    },
    {
      name: 'the default changed',
      old: query({type: 'integer', default: 20}),
      new: query({type: 'integer', default: 50}),
      told: ['default-changed default (request)'],
      back: ['default-changed default (request)']
    },
    {
      name: 'a default where none was: what was meant before is not known',
      old: query(NUMBER),
      new: query({type: 'integer', default: 50}),
      told: ['default-changed default (request)']
    },
    {
      name: 'an integer that is any text now: all that was sent is still fine',
      old: query(NUMBER),
      new: query(TEXT),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'a list of words that is a number now: all that was said of the words goes with them',
      old: answered(object({state: {type: 'string', enum: ['open', 'lost'], maxLength: 4}})),
      new: answered(object({state: {type: 'integer', minimum: 1}})),
      told: ['type-changed (response breaks)'],
      back: ['type-changed (response breaks)']
    },
    {
      name: 'a number that is an integer now',
      old: query({type: 'number'}),
      new: query(NUMBER),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'a switch that is one of two words now',
      old: query({type: 'boolean'}),
      new: query({type: 'string', enum: ['true', 'false']}),
      told: ['constraint-tightened enum (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'an integer that must be a short text now',
      old: query(NUMBER),
      new: query({type: 'string', maxLength: 2}),
      told: ['constraint-tightened maxLength (request keeps)', 'type-changed (request breaks)']
    },
    {
      name: 'numbers that are enumerated as texts',
      old: query({type: 'integer', enum: [1, 2]}),
      new: query({type: 'string', enum: ['1', '2']}),
      // Numbers can be written in many ways: whether all that were sent are among the texts is left open.
      told: ['type-changed (request keeps)']
    },
    {
      name: 'one value that may be a list now',
      old: query(TEXT),
      new: query({type: 'array', items: TEXT}),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'one value that is a list of at least two now',
      old: query(TEXT),
      new: query({type: 'array', minItems: 2, items: TEXT}),
      told: ['type-changed (request breaks)']
    },
    {
      name: 'an integer that is any text now, in a JSON body',
      old: sent(NUMBER),
      new: sent(TEXT),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'values by content, as JSON: no text',
      old: loans({parameters: [{name: 'shelf', in: 'query', content: {[JSON_TYPE]: {schema: NUMBER}}}]}),
      new: loans({parameters: [{name: 'shelf', in: 'query', content: {[JSON_TYPE]: {schema: TEXT}}}]}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'an integer that is any text now, in a form',
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
      name: 'empty values allowed no longer',
      old: query(TEXT, {allowEmptyValue: true}),
      new: query(TEXT),
      told: ['constraint-tightened allowEmptyValue (request)'],
      back: ['constraint-loosened allowEmptyValue (request)']
    },
    {
      name: 'only a query parameter can be empty',
      old: query(TEXT, {allowEmptyValue: true, in: 'header'}),
      new: query(TEXT, {in: 'header'}),
      told: [],
      back: []
    },
    {
      name: 'characters that divide a URL must be escaped',
      old: query(TEXT, {allowReserved: true}),
      new: query(TEXT),
      told: ['constraint-tightened allowReserved (request)'],
      back: ['constraint-loosened allowReserved (request)']
    },
    {
      name: 'a number has none of them',
      old: query({type: 'integer'}, {allowReserved: true}),
      new: query({type: 'integer'}),
      told: [],
      back: []
    }
  ])
})

describe('the id of an operation', () => {
  const called = (operationId?: string, summary = 'Loans'): object =>
    asked({...(operationId === undefined ? {} : {operationId}), summary})
  check([
    {
      name: 'is another one',
      old: called('listLoans'),
      new: called('getLoans'),
      told: ['operation-id-changed (request)'],
      back: ['operation-id-changed (request)']
    },
    {
      name: 'is new, or gone',
      old: called(),
      new: called('getLoans'),
      told: ['operation-id-changed (request)'],
      back: ['operation-id-changed (request)']
    },
    {name: 'is the same', old: called('listLoans'), new: called('listLoans', 'All loans'), told: [], back: []}
  ])

  test('is told once, with both of them', () => {
    const found = between(JSON.stringify(called('listLoans')), JSON.stringify(called('getLoans')))
    expect(found.map(formatChange)).toEqual([
      'the `operationId` of `GET /loans` changed from `listLoans` to `getLoans`'
    ])
  })

  test('needs review where a policy says that clients are generated, and unless it says more', () => {
    const found = between(JSON.stringify(called('listLoans')), JSON.stringify(called('getLoans')))
    const verdictBy = (text: string): string[] =>
      judgeChanges(found, {policy: policyOf(`name: p\nextends: thirteen-months\n${text}`), asOf: '2026-11-20'}).map(
        ({verdict}) => verdict
      )
    expect(verdictBy('')).toEqual(['compliant'])
    expect(verdictBy('sdk: false\n')).toEqual(['compliant'])
    expect(verdictBy('sdk: true\n')).toEqual(['undetermined'])
    expect(verdictBy('sdk: true\ncompatibility: {operation-id-changed: breaking}\n')).toEqual(['violation'])
    expect(verdictBy('sdk: true\ncompatibility: {operation-id-changed: compatible}\n')).toEqual(['compliant'])
  })
})
