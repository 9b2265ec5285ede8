// Statuses, their ranges, and `default`; media types, their ranges, and their parameters.
import {describe, expect, test} from 'vitest'
import {judgeChanges} from '../../../../src/policy/compatibility/compatibility.ts'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {inconclusiveReasons} from '../../../../src/text/changes/verdict-reasons.ts'
import {policyOf} from '../../../reading.ts'
import {
  api,
  jsonResponse,
  NUMBER,
  OK,
  object,
  type Raw,
  TEXT,
  testChanges,
  withRequest,
  withResponse,
  withResponses
} from './cases.ts'
import {diffDocuments} from './comparing.ts'
import {findAsymmetry} from './reverse-changes.ts'

const fault = jsonResponse(object({code: NUMBER}, {required: ['code']}))
const other = jsonResponse(object({detail: TEXT}, {required: ['detail']}))
const requestId = {'X-Request-Id': {schema: TEXT}}

describe('statuses that are documented differently', () => {
  testChanges([
    {
      name: 'an error that `default` covered is listed with the same body',
      old: withResponses({...OK, default: fault}),
      new: withResponses({...OK, default: fault, '404': fault}),
      changes: ['error-code-added 404 (response keeps)'],
      reverse: ['error-code-removed 404 (response keeps)']
    },
    {
      name: 'an error that `default` covered is listed with another body',
      old: withResponses({...OK, default: fault}),
      new: withResponses({...OK, default: fault, '404': other}),
      changes: [
        'error-code-added 404 (response keeps)',
        'field-removed code (response breaks)',
        'required-field-added detail (response keeps)'
      ],
      reverse: [
        'error-code-removed 404 (response keeps)',
        'field-removed detail (response breaks)',
        'required-field-added code (response keeps)'
      ]
    },
    {
      name: 'an error that `default` covered is listed with another media type',
      old: withResponses({...OK, default: fault}),
      new: withResponses({...OK, default: fault, '404': jsonResponse(TEXT, 'text/plain')}),
      changes: [
        'error-code-added 404 (response keeps)',
        'media-type-added text/plain (response)',
        'media-type-removed application/json (response)'
      ]
    },
    {
      name: 'an error that `default` covered is listed without a body',
      old: withResponses({...OK, default: fault}),
      new: withResponses({...OK, default: fault, '422': {description: 'Not a loan'}}),
      changes: ['error-code-added 422 (response keeps)'],
      reverse: ['error-code-removed 422 (response keeps)']
    },
    {
      name: 'an error that a range covered is listed without a body',
      old: withResponses({...OK, '4XX': fault, default: other}),
      new: withResponses({...OK, '4XX': fault, default: other, '422': {description: 'Not a loan'}}),
      changes: ['error-code-added 422 (response keeps)'],
      reverse: ['error-code-removed 422 (response keeps)']
    },
    {
      name: 'a range of errors that `default` covered is listed without a body',
      old: withResponses({...OK, default: fault}),
      new: withResponses({...OK, default: fault, '5XX': {description: 'Our fault'}}),
      changes: ['error-code-added 5XX (response keeps)'],
      reverse: ['error-code-removed 5XX (response keeps)']
    },
    {
      name: 'an error that `default` covered is listed with a header and without a body',
      old: withResponses({...OK, default: {...fault, headers: requestId}}),
      new: withResponses({
        ...OK,
        default: {...fault, headers: requestId},
        '429': {description: 'Slow down', headers: requestId}
      }),
      changes: ['error-code-added 429 (response keeps)'],
      reverse: ['error-code-removed 429 (response keeps)']
    },
    {
      name: 'a success that `default` covered is listed without a body, which is compared with it',
      old: withResponses({default: fault}),
      new: withResponses({...OK, default: fault}),
      changes: ['media-type-removed application/json (response)']
    },
    {
      name: 'the number of an error is corrected',
      old: withResponses({...OK, default: fault, '420': {description: 'Slow down'}}),
      new: withResponses({...OK, default: fault, '429': {description: 'Slow down'}}),
      changes: ['error-code-added 429 (response keeps)'],
      reverse: ['error-code-added 420 (response keeps)']
    },
    {
      name: 'the number of an error with a body is corrected',
      old: withResponses({...OK, default: fault, '420': fault}),
      new: withResponses({...OK, default: fault, '429': fault}),
      changes: ['error-code-added 429 (response keeps)']
    },
    {
      name: 'one error is listed, and another one is no longer listed',
      old: withResponses({...OK, default: fault, '404': {description: 'No such loan'}}),
      new: withResponses({...OK, default: fault, '429': {description: 'Slow down'}}),
      changes: ['error-code-added 429 (response keeps)', 'error-code-removed 404 (response keeps)']
    },
    {
      name: 'an error is listed that no response covered',
      old: withResponses({...OK, '5XX': fault}),
      new: withResponses({...OK, '5XX': fault, '404': {description: 'No such loan'}}),
      changes: ['error-code-added 404 (response)'],
      reverse: ['error-code-removed 404 (response)']
    },
    {
      name: 'an error that receivers of a webhook could return is listed',
      old: hook({...OK, default: fault}),
      new: hook({...OK, default: fault, '410': {description: 'Unsubscribed'}}),
      changes: ['error-code-added 410 (request keeps)'],
      reverse: ['error-code-removed 410 (request keeps)']
    },
    {
      name: 'a range of errors that `default` covered is listed with another body',
      old: withResponses({...OK, default: fault}),
      new: withResponses({...OK, default: fault, '4XX': other}),
      changes: [
        'error-code-added 4XX (response keeps)',
        'field-removed code (response breaks)',
        'required-field-added detail (response keeps)'
      ]
    },
    {
      name: '`default` is replaced by two ranges of errors',
      old: withResponses({...OK, default: fault}),
      new: withResponses({...OK, '4XX': fault, '5XX': fault}),
      changes: [],
      reverse: ['error-code-added default (response)']
    },
    {
      name: '`default` is added for errors',
      old: withResponses(OK),
      new: withResponses({...OK, default: fault}),
      changes: ['error-code-added default (response)'],
      reverse: ['error-code-removed default (response)']
    },
    {
      name: 'the only status becomes `default`',
      old: withResponses({'200': jsonResponse(TEXT)}),
      new: withResponses({default: jsonResponse(NUMBER)}),
      changes: ['status-added default (response)', 'status-removed 200 (response)'],
      reverse: ['type-changed (response breaks)']
    },
    {
      name: 'a success is added next to `default`',
      old: withResponses({'200': jsonResponse(TEXT), default: fault}),
      new: withResponses({'200': jsonResponse(TEXT), '201': jsonResponse(TEXT), default: fault}),
      changes: ['status-added 201 (response)'],
      reverse: ['status-removed 201 (response)']
    },
    {
      name: 'a success becomes a range',
      old: withResponses({'200': jsonResponse(TEXT)}),
      new: withResponses({'2XX': jsonResponse(TEXT)}),
      changes: ['status-added 2XX (response)'],
      reverse: ['status-removed 2XX (response keeps)']
    },
    {
      name: 'a success and a range become another success',
      old: withResponses({'200': jsonResponse(TEXT), '2XX': jsonResponse(TEXT)}),
      new: withResponses({'201': jsonResponse(TEXT)}),
      changes: ['status-removed 200 (response)', 'status-removed 2XX (response keeps)']
    },
    {
      name: 'a range of errors becomes one error',
      old: withResponses({...OK, '4XX': fault}),
      new: withResponses({...OK, '404': fault}),
      changes: ['error-code-removed 4XX (response keeps)'],
      reverse: ['error-code-added 4XX (response)']
    },
    {
      name: 'receivers of a webhook could return a range, and now one success',
      old: hook({'2XX': {description: 'Fine'}}),
      new: hook({'201': {description: 'Fine'}}),
      changes: ['status-removed 2XX (request)']
    },
    {
      name: 'receivers of a webhook could return anything, and now one success',
      old: hook({default: jsonResponse(TEXT)}),
      new: hook({'204': jsonResponse(TEXT)}),
      changes: ['status-removed default (request)'],
      reverse: ['status-added default (request)']
    },
    {
      name: 'receivers of a webhook could return anything, and now any success',
      old: hook({default: jsonResponse(TEXT)}),
      new: hook({'2XX': jsonResponse(TEXT)}),
      changes: ['error-code-removed default (request)'],
      reverse: ['status-added default (request)']
    },
    {
      name: 'receivers of a webhook could return anything, and still can by ranges',
      old: hook({default: jsonResponse(TEXT)}),
      new: hook({
        '2XX': jsonResponse(TEXT),
        '3XX': jsonResponse(TEXT),
        '4XX': jsonResponse(TEXT),
        '5XX': jsonResponse(TEXT)
      }),
      changes: []
    },
    {
      name: 'receivers of a webhook could return a range, which `default` still covers',
      old: hook({'2XX': jsonResponse(TEXT), default: jsonResponse(TEXT)}),
      new: hook({default: jsonResponse(TEXT)}),
      changes: [],
      reverse: []
    },
    {
      name: 'receivers of a webhook could return one success, which is compared with `default`',
      old: hook({'200': jsonResponse(TEXT)}),
      new: hook({default: jsonResponse(NUMBER)}),
      changes: ['status-added default (request)', 'type-changed (request breaks)'],
      reverse: ['status-removed default (request)', 'type-changed (request breaks)']
    },
    {
      name: 'receivers of a webhook could return any error',
      old: hook({...OK, default: fault}),
      new: hook(OK),
      changes: ['error-code-removed default (request)'],
      reverse: ['error-code-added default (request)']
    },
    {
      name: 'receivers of a webhook could return a success next to `default`',
      old: hook({...OK, '204': {description: 'Fine'}, default: fault}),
      new: hook({...OK, default: fault}),
      changes: ['status-removed 204 (request)'],
      reverse: ['status-added 204 (request)']
    },
    {
      name: 'a range is added next to one of its statuses',
      old: withResponses({'200': jsonResponse(TEXT)}),
      new: withResponses({'200': jsonResponse(TEXT), '2XX': jsonResponse(TEXT)}),
      changes: ['status-added 2XX (response)'],
      reverse: ['status-removed 2XX (response keeps)']
    },
    {
      name: 'receivers of a webhook can return another success',
      old: hook(OK),
      new: hook({...OK, '202': {description: 'Fine'}}),
      changes: ['status-added 202 (request)'],
      reverse: ['status-removed 202 (request)']
    }
  ])
})

describe('an error that is documented next to `default`', () => {
  const withDefault = {...OK, default: {$ref: '#/components/responses/Fault'}}
  const library = (of: (status: string) => Raw, status = '429', components: Raw = {}): object =>
    api(
      Object.fromEntries(
        ['/loans', '/shelves'].map(path => [
          path,
          {get: {responses: {...withDefault, ...of(status)}}, delete: {responses: {...withDefault, ...of(status)}}}
        ])
      ),
      {components: {responses: {Fault: fault, ...components}}}
    )
  const shared = {Slow: {description: 'Too many requests'}}
  const sentencesOf = (older: object, newer: object) =>
    diffDocuments(JSON.stringify(older), JSON.stringify(newer)).map(
      change => `${formatChange(change)}: ${change.reaches.length}`
    )
  const none = library(() => ({}), '', shared)

  test('is one change for all operations that refer to it', () => {
    const one = (status: string) => library(each => ({[each]: {$ref: '#/components/responses/Slow'}}), status, shared)
    expect(sentencesOf(none, one('429'))).toEqual(['`GET /loans` can now return the error `429`: 4'])
    expect(sentencesOf(one('429'), none)).toEqual(['`GET /loans` no longer documents the error `429` on its own: 4'])
    expect(sentencesOf(one('420'), one('429'))).toEqual([
      '`GET /loans` now returns the error `429` instead of `420`: 4'
    ])
  })

  test('is one change for all operations that repeat it', () => {
    const one = (status: string) => library(each => ({[each]: {description: 'Too many requests'}}), status, shared)
    expect(sentencesOf(none, one('429'))).toEqual(['`GET /loans` can now return the error `429`: 4'])
    expect(sentencesOf(one('420'), one('429'))).toEqual([
      '`GET /loans` now returns the error `429` instead of `420`: 4'
    ])
  })

  test('is compatible under a policy that calls new and removed errors breaking', () => {
    const policy = policyOf(
      'name: p\nextends: thirteen-months\ncompatibility: {error-code-added: breaking, error-code-removed: breaking}\n'
    )
    const one = library(each => ({[each]: {description: 'Too many requests'}}), '429', shared)
    const verdicts = (older: object, newer: object) =>
      judgeChanges(diffDocuments(older, newer), {policy, asOf: '2026-11-20'}).map(({verdict}) => verdict)
    expect(verdicts(none, one)).toEqual(['compliant'])
    expect(verdicts(one, none)).toEqual(['compliant'])
  })
})

const contentOf = (contents: Raw): Raw => ({
  content: Object.fromEntries(Object.entries(contents).map(([type, schema]) => [type, {schema}]))
})
const withContents = (contents: Raw): object => withResponses({'200': {description: 'Fine', ...contentOf(contents)}})

describe('changes of media types', () => {
  const withBody = (contents: Raw): object => api({'/loans': {post: {requestBody: contentOf(contents), responses: OK}}})
  testChanges([
    {
      name: 'another version',
      old: withRequest(TEXT, 'application/json;version=1'),
      new: withRequest(TEXT, 'application/json;version=2'),
      changes: [
        'media-type-added application/json;version=2 (request)',
        'media-type-removed application/json;version=1 (request)'
      ]
    },
    {
      name: 'any version instead of one',
      old: withRequest(TEXT, 'application/json;version=1'),
      new: withRequest(TEXT),
      changes: ['media-type-added application/json (request)'],
      reverse: [
        'media-type-added application/json;version=1 (request)',
        'media-type-removed application/json (request)'
      ]
    },
    {
      name: 'a stated UTF-8 charset of JSON',
      old: withRequest(TEXT),
      new: withRequest(TEXT, 'application/json; charset=utf-8'),
      changes: ['media-type-added application/json;charset=utf-8 (request)']
    },
    {
      name: 'another charset of plain text',
      old: withResponses({'200': jsonResponse(TEXT, 'text/plain; charset=utf-8')}),
      new: withResponses({'200': jsonResponse(TEXT, 'text/plain; charset=utf-16')}),
      changes: [
        'media-type-added text/plain;charset=utf-16 (response)',
        'media-type-removed text/plain;charset=utf-8 (response)'
      ],
      reverse: [
        'media-type-added text/plain;charset=utf-8 (response)',
        'media-type-removed text/plain;charset=utf-16 (response)'
      ]
    },
    {
      name: 'a charset of plain text that was not stated',
      old: withResponses({'200': jsonResponse(TEXT, 'text/plain')}),
      new: withResponses({'200': jsonResponse(TEXT, 'text/plain; charset=utf-16')}),
      changes: ['media-type-added text/plain;charset=utf-16 (response)']
    },
    {
      name: 'a JSON patch becomes plain JSON',
      old: withRequest(TEXT, 'application/merge-patch+json'),
      new: withRequest(TEXT),
      changes: [
        'media-type-added application/json (request)',
        'media-type-removed application/merge-patch+json (request)'
      ]
    },
    {
      name: 'JSON becomes problem details, which clients can read but may not accept',
      old: withResponses({'200': jsonResponse(TEXT)}),
      new: withResponses({'200': jsonResponse(NUMBER, 'application/problem+json')}),
      changes: ['media-type-removed application/json (response undetermined)', 'type-changed (response breaks)'],
      reverse: [
        'media-type-added application/json (response)',
        'media-type-removed application/problem+json (response)'
      ]
    },
    {
      name: 'problem details are added next to JSON',
      old: withResponses({'200': jsonResponse(TEXT)}),
      new: withContents({'application/json': TEXT, 'application/problem+json': TEXT}),
      changes: ['media-type-added application/problem+json (response)']
    },
    {
      name: 'JSON becomes one of two specific JSON types, which is one removal',
      old: withResponses({'200': jsonResponse(TEXT)}),
      new: withContents({'application/vnd.loan+json': TEXT, 'application/problem+json': TEXT}),
      changes: ['media-type-removed application/json (response undetermined)'],
      reverse: [
        'media-type-added application/json (response)',
        'media-type-removed application/problem+json (response)',
        'media-type-removed application/vnd.loan+json (response)'
      ]
    },
    {
      name: 'a JSON type becomes a range that covers it',
      old: withBody({'application/ld+json': TEXT}),
      new: withBody({'application/*+json': NUMBER}),
      changes: ['media-type-added application/*+json (request)', 'type-changed (request breaks)'],
      reverse: [
        'media-type-added application/ld+json (request)',
        'media-type-removed application/*+json (request)',
        'type-changed (request breaks)'
      ]
    },
    {
      name: 'a range of JSON types does not cover plain JSON or CSV',
      old: withBody({'application/json': TEXT, 'text/csv': TEXT}),
      new: withBody({'application/*+json': TEXT}),
      changes: [
        'media-type-added application/*+json (request)',
        'media-type-removed application/json (request)',
        'media-type-removed text/csv (request)'
      ],
      reverse: [
        'media-type-added application/json (request)',
        'media-type-added text/csv (request)',
        'media-type-removed application/*+json (request)'
      ]
    },
    {
      name: 'a range in a response becomes one of its types',
      old: withResponses({'200': jsonResponse(TEXT, 'application/*+json')}),
      new: withResponses({'200': jsonResponse(NUMBER, 'application/ld+json')}),
      changes: ['media-type-added application/ld+json (response)', 'type-changed (response breaks)'],
      reverse: ['media-type-removed application/ld+json (response)', 'type-changed (response breaks)']
    },
    {
      name: 'the narrowest of two ranges that cover a type',
      old: withBody({'application/json': TEXT}),
      new: withBody({'*/*': NUMBER, 'application/*': TEXT}),
      changes: ['media-type-added */* (request)', 'media-type-added application/* (request)']
    },
    {
      name: 'a range that covers several former types is reported once',
      old: withBody({'application/json': TEXT, 'application/xml': TEXT}),
      new: withBody({'application/*': TEXT}),
      changes: ['media-type-added application/* (request)'],
      reverse: [
        'media-type-added application/json (request)',
        'media-type-added application/xml (request)',
        'media-type-removed application/* (request)'
      ]
    },
    {
      name: 'a type is left to an existing range with another schema',
      old: withBody({'application/json': TEXT, '*/*': NUMBER}),
      new: withBody({'*/*': NUMBER}),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request breaks)']
    },
    ...['application/*', '*/*', 'application/json;charset=utf-8'].flatMap(type => [
      {
        name: `a type that ${type} covers is neither added nor removed in a request`,
        old: withBody({'application/json': TEXT, [type]: TEXT}),
        new: withBody({[type]: TEXT}),
        changes: [],
        reverse: []
      },
      {
        name: `a type that ${type} covers is neither added nor removed in a response`,
        old: withContents({'application/json': TEXT, [type]: TEXT}),
        new: withContents({[type]: TEXT}),
        changes: [],
        reverse: []
      },
      {
        name: `a type that ${type} covers is compared with it`,
        old: withContents({'application/json': NUMBER, [type]: TEXT}),
        new: withContents({[type]: TEXT}),
        changes: ['type-changed (response breaks)'],
        reverse: ['type-changed (response breaks)']
      }
    ]),
    {
      name: 'a type with a stated default charset is removed',
      old: withContents({'application/json': TEXT, 'application/json;charset=utf-8': TEXT}),
      new: withContents({'application/json': TEXT}),
      changes: [],
      reverse: []
    },
    {
      name: 'a version that no remaining type covers is removed',
      old: withContents({'application/json': TEXT, 'application/json;version=2': TEXT}),
      new: withContents({'application/json': TEXT}),
      changes: ['media-type-removed application/json;version=2 (response)'],
      reverse: ['media-type-added application/json;version=2 (response)']
    }
  ])
})

test('a response whose media type becomes a more specific one is reported as replaced', () => {
  const [json, problem] = ['application/json', 'application/problem+json'].map(type =>
    JSON.stringify(withResponses({'200': jsonResponse(TEXT, type)}))
  ) as [string, string]
  const whole = 'the `200` response of `GET /loans`'
  expect(diffDocuments(json, problem).map(formatChange)).toEqual([
    `${whole} is now \`application/problem+json\` instead of \`application/json\``
  ])
  expect(
    diffDocuments(json, withContents({'application/vnd.loan+json': TEXT, 'application/*+json': TEXT})).map(formatChange)
  ).toEqual([`${whole} is now \`application/vnd.loan+json\` or \`application/*+json\` instead of \`application/json\``])
  const changes = diffDocuments(json, problem)
  const policy = policyOf('thirteen-months')
  expect(judgeChanges(changes, {policy, asOf: '2026-11-20'}).map(({verdict}) => verdict)).toEqual(['undetermined'])
  expect(changes.flatMap(inconclusiveReasons)).toEqual([
    '`application/problem+json` can be read as `application/json` (RFC 6839), but clients that accept only that type, or compare its name, can reject it'
  ])
  expect(diffDocuments(problem, json).map(formatChange).sort()).toEqual([
    `${whole} can now be \`application/json\``,
    `${whole} is no longer \`application/problem+json\``
  ])
})

function hook(responses: object): object {
  return {
    openapi: '3.1.0',
    info: {title: 'Lending Library API', version: '1.0'},
    webhooks: {loanOverdue: {post: {responses}}}
  }
}

test('it is undetermined whether receivers of a webhook must send a newly documented body', () => {
  const [none, first, other] = [
    OK,
    {'200': jsonResponse(object({id: TEXT}, {required: ['id']}))},
    {'200': jsonResponse(TEXT)}
  ].map(hook) as [object, object, object]
  const changes = diffDocuments(none, first)
  const verdictBy = (compatibility: string): string[] => {
    const policy = policyOf(`name: p\nextends: thirteen-months\n${compatibility}`)
    return judgeChanges(changes, {policy, asOf: '2026-11-20'}).map(({verdict}) => verdict)
  }
  expect(verdictBy('')).toEqual(['undetermined'])
  expect(changes.flatMap(inconclusiveReasons)).toEqual([
    "the API description doesn't state whether a response without a body is still accepted"
  ])
  expect(verdictBy('compatibility: {media-type-added: compatible}\n')).toEqual(['compliant'])
  expect(verdictBy('compatibility: {media-type-added: {request: breaking}}\n')).toEqual(['violation'])
  // A further type adds nothing to that, and clients need not read a new body of a response.
  const both = hook({'200': {description: 'Fine', content: {'application/json': {}, 'text/csv': {}}}})
  const one = hook({'200': {description: 'Fine', content: {'application/json': {}}}})
  expect(diffDocuments(one, both).map(({kind, proofs}) => ({kind, proofs}))).toEqual([
    {kind: 'media-type-added', proofs: {}}
  ])
  expect(diffDocuments(withResponses(OK), withResponse(TEXT)).map(({kind, proofs}) => ({kind, proofs}))).toEqual([
    {kind: 'media-type-added', proofs: {}}
  ])
  expect(diffDocuments(first, none).map(formatChange)).toEqual([
    'the webhook `loanOverdue` no longer accepts `application/json`'
  ])
  expect(diffDocuments(first, other).map(({kind}) => kind)).toContain('type-changed')
})

test('a media type that a new range covers is not reported as removed', () => {
  const [json, any] = ['application/json', '*/*'].map(type => withResponses({'200': jsonResponse(TEXT, type)})) as [
    object,
    object
  ]
  expect(diffDocuments(json, any).map(formatChange)).toEqual([
    'the `200` response of `GET /loans` can now be `*/*`, not only `application/json`'
  ])
})

describe('a range that is reduced to some of its members', () => {
  const sentencesOf = (older: object, newer: object): string[] => diffDocuments(older, newer).map(formatChange)
  test('is reported for statuses', () => {
    const [range, one] = ['2XX', '201'].map(status => withResponses({[status]: jsonResponse(TEXT)})) as [object, object]
    expect(sentencesOf(range, one)).toEqual(['`GET /loans` no longer returns any `2XX` except `201`'])
  })
  test('is reported for statuses that receivers of a webhook may return', () => {
    const describeRemaining = (was: string, ...statuses: string[]): string[] =>
      sentencesOf(
        hook({[was]: jsonResponse(TEXT)}),
        hook(Object.fromEntries(statuses.map(each => [each, jsonResponse(TEXT)])))
      )
    const called = 'the webhook `loanOverdue`'
    expect(describeRemaining('2XX', '201')).toEqual([`${called} no longer accepts any \`2XX\` except \`201\``])
    expect(describeRemaining('2XX', '200', '201', '202')).toEqual([
      `${called} no longer accepts any \`2XX\` except \`200\`, \`201\`, and \`202\``
    ])
    expect(describeRemaining('default', '204')).toEqual([`${called} no longer accepts any response except \`204\``])
    expect(describeRemaining('204', 'default')).toEqual([`${called} now documents a default response`])
    expect(sentencesOf(hook({...OK, default: fault}), hook(OK))).toEqual([
      `${called} no longer documents a default error response`
    ])
  })
  test('is reported for media types of responses', () => {
    const [any, json] = ['*/*', 'application/json'].map(type => withResponses({'200': jsonResponse(TEXT, type)})) as [
      object,
      object
    ]
    const place = 'the `200` response of `GET /loans`'
    expect(sentencesOf(any, json)).toEqual([`${place} now lists \`application/json\`, which was covered by \`*/*\``])
    expect(findAsymmetry(diffDocuments(json, any), diffDocuments(any, json))).toEqual({
      unmatched: [],
      contradictory: []
    })
  })
  test('is reported for media types of requests, which the range accepted before', () => {
    const [any, json] = ['*/*', 'application/json'].map(type => withRequest(TEXT, type)) as [object, object]
    expect(sentencesOf(any, json).sort()).toEqual([
      '`POST /loans` no longer accepts any `*/*` except `application/json`',
      '`POST /loans` now lists `application/json`, which was covered by `*/*`'
    ])
  })
})
