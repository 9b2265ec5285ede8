// Statuses, their ranges, and `default`; media types, their ranges, and their parameters.
import {describe, expect, test} from 'vitest'
import {judgeChanges} from '../../../../src/policy/compatibility/compatibility.ts'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {inconclusiveReasons} from '../../../../src/text/changes/verdict-reasons.ts'
import {policyOf} from '../../../reading.ts'
import {answer, answered, answers, api, check, NUMBER, OK, object, type Raw, sent, TEXT} from './cases.ts'
import {between} from './comparing.ts'
import {findAsymmetry} from './mirror.ts'

const fault = answer(object({code: NUMBER}, {required: ['code']}))
const other = answer(object({detail: TEXT}, {required: ['detail']}))
const requestId = {'X-Request-Id': {schema: TEXT}}

describe('statuses that are documented differently', () => {
  check([
    {
      name: 'an error that `default` covered is listed with the same body',
      old: answers({...OK, default: fault}),
      new: answers({...OK, default: fault, '404': fault}),
      told: ['error-code-added 404 (response keeps)'],
      back: ['error-code-removed 404 (response keeps)']
    },
    {
      name: 'an error that `default` covered is listed with another body',
      old: answers({...OK, default: fault}),
      new: answers({...OK, default: fault, '404': other}),
      told: [
        'error-code-added 404 (response keeps)',
        'field-removed code (response breaks)',
        'required-field-added detail (response keeps)'
      ],
      back: [
        'error-code-removed 404 (response keeps)',
        'field-removed detail (response breaks)',
        'required-field-added code (response keeps)'
      ]
    },
    {
      name: 'an error that `default` covered is listed with another media type',
      old: answers({...OK, default: fault}),
      new: answers({...OK, default: fault, '404': answer(TEXT, 'text/plain')}),
      told: [
        'error-code-added 404 (response keeps)',
        'media-type-added text/plain (response)',
        'media-type-removed application/json (response)'
      ]
    },
    {
      name: 'an error that `default` covered is listed without a body',
      old: answers({...OK, default: fault}),
      new: answers({...OK, default: fault, '422': {description: 'Not a loan'}}),
      told: ['error-code-added 422 (response keeps)'],
      back: ['error-code-removed 422 (response keeps)']
    },
    {
      name: 'an error that a range covered is listed without a body',
      old: answers({...OK, '4XX': fault, default: other}),
      new: answers({...OK, '4XX': fault, default: other, '422': {description: 'Not a loan'}}),
      told: ['error-code-added 422 (response keeps)'],
      back: ['error-code-removed 422 (response keeps)']
    },
    {
      name: 'a range of errors that `default` covered is listed without a body',
      old: answers({...OK, default: fault}),
      new: answers({...OK, default: fault, '5XX': {description: 'Our fault'}}),
      told: ['error-code-added 5XX (response keeps)'],
      back: ['error-code-removed 5XX (response keeps)']
    },
    {
      name: 'an error that `default` covered is listed with a header and without a body',
      old: answers({...OK, default: {...fault, headers: requestId}}),
      new: answers({
        ...OK,
        default: {...fault, headers: requestId},
        '429': {description: 'Slow down', headers: requestId}
      }),
      told: ['error-code-added 429 (response keeps)'],
      back: ['error-code-removed 429 (response keeps)']
    },
    {
      name: 'a success that `default` covered is listed without a body, which is compared with it',
      old: answers({default: fault}),
      new: answers({...OK, default: fault}),
      told: ['media-type-removed application/json (response)']
    },
    {
      name: 'the number of an error is corrected',
      old: answers({...OK, default: fault, '420': {description: 'Slow down'}}),
      new: answers({...OK, default: fault, '429': {description: 'Slow down'}}),
      told: ['error-code-added 429 (response keeps)'],
      back: ['error-code-added 420 (response keeps)']
    },
    {
      name: 'the number of an error with a body is corrected',
      old: answers({...OK, default: fault, '420': fault}),
      new: answers({...OK, default: fault, '429': fault}),
      told: ['error-code-added 429 (response keeps)']
    },
    {
      name: 'one error is listed, and another one is no longer listed',
      old: answers({...OK, default: fault, '404': {description: 'No such loan'}}),
      new: answers({...OK, default: fault, '429': {description: 'Slow down'}}),
      told: ['error-code-added 429 (response keeps)', 'error-code-removed 404 (response keeps)']
    },
    {
      name: 'an error is listed that no response covered',
      old: answers({...OK, '5XX': fault}),
      new: answers({...OK, '5XX': fault, '404': {description: 'No such loan'}}),
      told: ['error-code-added 404 (response)'],
      back: ['error-code-removed 404 (response)']
    },
    {
      name: 'an error that receivers of a webhook could return is listed',
      old: hook({...OK, default: fault}),
      new: hook({...OK, default: fault, '410': {description: 'Unsubscribed'}}),
      told: ['error-code-added 410 (request keeps)'],
      back: ['error-code-removed 410 (request keeps)']
    },
    {
      name: 'a range of errors that `default` covered is listed with another body',
      old: answers({...OK, default: fault}),
      new: answers({...OK, default: fault, '4XX': other}),
      told: [
        'error-code-added 4XX (response keeps)',
        'field-removed code (response breaks)',
        'required-field-added detail (response keeps)'
      ]
    },
    {
      name: '`default` is replaced by two ranges of errors',
      old: answers({...OK, default: fault}),
      new: answers({...OK, '4XX': fault, '5XX': fault}),
      told: [],
      back: ['error-code-added default (response)']
    },
    {
      name: '`default` is added for errors',
      old: answers(OK),
      new: answers({...OK, default: fault}),
      told: ['error-code-added default (response)'],
      back: ['error-code-removed default (response)']
    },
    {
      name: 'the only status becomes `default`',
      old: answers({'200': answer(TEXT)}),
      new: answers({default: answer(NUMBER)}),
      told: ['status-added default (response)', 'status-removed 200 (response)'],
      back: ['type-changed (response breaks)']
    },
    {
      name: 'a success is added next to `default`',
      old: answers({'200': answer(TEXT), default: fault}),
      new: answers({'200': answer(TEXT), '201': answer(TEXT), default: fault}),
      told: ['status-added 201 (response)'],
      back: ['status-removed 201 (response)']
    },
    {
      name: 'a success becomes a range',
      old: answers({'200': answer(TEXT)}),
      new: answers({'2XX': answer(TEXT)}),
      told: ['status-added 2XX (response)'],
      back: ['status-removed 2XX (response keeps)']
    },
    {
      name: 'a success and a range become another success',
      old: answers({'200': answer(TEXT), '2XX': answer(TEXT)}),
      new: answers({'201': answer(TEXT)}),
      told: ['status-removed 200 (response)', 'status-removed 2XX (response keeps)']
    },
    {
      name: 'a range of errors becomes one error',
      old: answers({...OK, '4XX': fault}),
      new: answers({...OK, '404': fault}),
      told: ['error-code-removed 4XX (response keeps)'],
      back: ['error-code-added 4XX (response)']
    },
    {
      name: 'receivers of a webhook could return a range, and now one success',
      old: hook({'2XX': {description: 'Fine'}}),
      new: hook({'201': {description: 'Fine'}}),
      told: ['status-removed 2XX (request)']
    },
    {
      name: 'receivers of a webhook could return anything, and now one success',
      old: hook({default: answer(TEXT)}),
      new: hook({'204': answer(TEXT)}),
      told: ['status-removed default (request)'],
      back: ['status-added default (request)']
    },
    {
      name: 'receivers of a webhook could return anything, and now any success',
      old: hook({default: answer(TEXT)}),
      new: hook({'2XX': answer(TEXT)}),
      told: ['error-code-removed default (request)'],
      back: ['status-added default (request)']
    },
    {
      name: 'receivers of a webhook could return anything, and still can by ranges',
      old: hook({default: answer(TEXT)}),
      new: hook({'2XX': answer(TEXT), '3XX': answer(TEXT), '4XX': answer(TEXT), '5XX': answer(TEXT)}),
      told: []
    },
    {
      name: 'receivers of a webhook could return a range, which `default` still covers',
      old: hook({'2XX': answer(TEXT), default: answer(TEXT)}),
      new: hook({default: answer(TEXT)}),
      told: [],
      back: []
    },
    {
      name: 'receivers of a webhook could return one success, which is compared with `default`',
      old: hook({'200': answer(TEXT)}),
      new: hook({default: answer(NUMBER)}),
      told: ['status-added default (request)', 'type-changed (request breaks)'],
      back: ['status-removed default (request)', 'type-changed (request breaks)']
    },
    {
      name: 'receivers of a webhook could return any error',
      old: hook({...OK, default: fault}),
      new: hook(OK),
      told: ['error-code-removed default (request)'],
      back: ['error-code-added default (request)']
    },
    {
      name: 'receivers of a webhook could return a success next to `default`',
      old: hook({...OK, '204': {description: 'Fine'}, default: fault}),
      new: hook({...OK, default: fault}),
      told: ['status-removed 204 (request)'],
      back: ['status-added 204 (request)']
    },
    {
      name: 'a range is added next to one of its statuses',
      old: answers({'200': answer(TEXT)}),
      new: answers({'200': answer(TEXT), '2XX': answer(TEXT)}),
      told: ['status-added 2XX (response)'],
      back: ['status-removed 2XX (response keeps)']
    },
    {
      name: 'receivers of a webhook can return another success',
      old: hook(OK),
      new: hook({...OK, '202': {description: 'Fine'}}),
      told: ['status-added 202 (request)'],
      back: ['status-removed 202 (request)']
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
    between(JSON.stringify(older), JSON.stringify(newer)).map(
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
      judgeChanges(between(older, newer), {policy, asOf: '2026-11-20'}).map(({verdict}) => verdict)
    expect(verdicts(none, one)).toEqual(['compliant'])
    expect(verdicts(one, none)).toEqual(['compliant'])
  })
})

const contentOf = (contents: Raw): Raw => ({
  content: Object.fromEntries(Object.entries(contents).map(([type, schema]) => [type, {schema}]))
})
const withContents = (contents: Raw): object => answers({'200': {description: 'Fine', ...contentOf(contents)}})

describe('media types', () => {
  const withBody = (contents: Raw): object => api({'/loans': {post: {requestBody: contentOf(contents), responses: OK}}})
  check([
    {
      name: 'another version',
      old: sent(TEXT, 'application/json;version=1'),
      new: sent(TEXT, 'application/json;version=2'),
      told: [
        'media-type-added application/json;version=2 (request)',
        'media-type-removed application/json;version=1 (request)'
      ]
    },
    {
      name: 'any version instead of one',
      old: sent(TEXT, 'application/json;version=1'),
      new: sent(TEXT),
      told: ['media-type-added application/json (request)'],
      back: ['media-type-added application/json;version=1 (request)', 'media-type-removed application/json (request)']
    },
    {
      name: 'a stated UTF-8 charset of JSON',
      old: sent(TEXT),
      new: sent(TEXT, 'application/json; charset=utf-8'),
      told: ['media-type-added application/json;charset=utf-8 (request)']
    },
    {
      name: 'another charset of plain text',
      old: answers({'200': answer(TEXT, 'text/plain; charset=utf-8')}),
      new: answers({'200': answer(TEXT, 'text/plain; charset=utf-16')}),
      told: [
        'media-type-added text/plain;charset=utf-16 (response)',
        'media-type-removed text/plain;charset=utf-8 (response)'
      ],
      back: [
        'media-type-added text/plain;charset=utf-8 (response)',
        'media-type-removed text/plain;charset=utf-16 (response)'
      ]
    },
    {
      name: 'a charset of plain text that was not stated',
      old: answers({'200': answer(TEXT, 'text/plain')}),
      new: answers({'200': answer(TEXT, 'text/plain; charset=utf-16')}),
      told: ['media-type-added text/plain;charset=utf-16 (response)']
    },
    {
      name: 'a JSON patch becomes plain JSON',
      old: sent(TEXT, 'application/merge-patch+json'),
      new: sent(TEXT),
      told: ['media-type-added application/json (request)', 'media-type-removed application/merge-patch+json (request)']
    },
    {
      name: 'JSON becomes problem details, which clients can read but may not accept',
      old: answers({'200': answer(TEXT)}),
      new: answers({'200': answer(NUMBER, 'application/problem+json')}),
      told: ['media-type-removed application/json (response undetermined)', 'type-changed (response breaks)'],
      back: ['media-type-added application/json (response)', 'media-type-removed application/problem+json (response)']
    },
    {
      name: 'problem details are added next to JSON',
      old: answers({'200': answer(TEXT)}),
      new: withContents({'application/json': TEXT, 'application/problem+json': TEXT}),
      told: ['media-type-added application/problem+json (response)']
    },
    {
      name: 'JSON becomes one of two specific JSON types, which is one removal',
      old: answers({'200': answer(TEXT)}),
      new: withContents({'application/vnd.loan+json': TEXT, 'application/problem+json': TEXT}),
      told: ['media-type-removed application/json (response undetermined)'],
      back: [
        'media-type-added application/json (response)',
        'media-type-removed application/problem+json (response)',
        'media-type-removed application/vnd.loan+json (response)'
      ]
    },
    {
      name: 'a JSON type becomes a range that covers it',
      old: withBody({'application/ld+json': TEXT}),
      new: withBody({'application/*+json': NUMBER}),
      told: ['media-type-added application/*+json (request)', 'type-changed (request breaks)'],
      back: [
        'media-type-added application/ld+json (request)',
        'media-type-removed application/*+json (request)',
        'type-changed (request breaks)'
      ]
    },
    {
      name: 'a range of JSON types does not cover plain JSON or CSV',
      old: withBody({'application/json': TEXT, 'text/csv': TEXT}),
      new: withBody({'application/*+json': TEXT}),
      told: [
        'media-type-added application/*+json (request)',
        'media-type-removed application/json (request)',
        'media-type-removed text/csv (request)'
      ],
      back: [
        'media-type-added application/json (request)',
        'media-type-added text/csv (request)',
        'media-type-removed application/*+json (request)'
      ]
    },
    {
      name: 'a range in a response becomes one of its types',
      old: answers({'200': answer(TEXT, 'application/*+json')}),
      new: answers({'200': answer(NUMBER, 'application/ld+json')}),
      told: ['media-type-added application/ld+json (response)', 'type-changed (response breaks)'],
      back: ['media-type-removed application/ld+json (response)', 'type-changed (response breaks)']
    },
    {
      name: 'the narrowest of two ranges that cover a type',
      old: withBody({'application/json': TEXT}),
      new: withBody({'*/*': NUMBER, 'application/*': TEXT}),
      told: ['media-type-added */* (request)', 'media-type-added application/* (request)']
    },
    {
      name: 'a range that covers several former types is reported once',
      old: withBody({'application/json': TEXT, 'application/xml': TEXT}),
      new: withBody({'application/*': TEXT}),
      told: ['media-type-added application/* (request)'],
      back: [
        'media-type-added application/json (request)',
        'media-type-added application/xml (request)',
        'media-type-removed application/* (request)'
      ]
    },
    {
      name: 'a type is left to an existing range with another schema',
      old: withBody({'application/json': TEXT, '*/*': NUMBER}),
      new: withBody({'*/*': NUMBER}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    ...['application/*', '*/*', 'application/json;charset=utf-8'].flatMap(type => [
      {
        name: `a type that ${type} covers is neither added nor removed in a request`,
        old: withBody({'application/json': TEXT, [type]: TEXT}),
        new: withBody({[type]: TEXT}),
        told: [],
        back: []
      },
      {
        name: `a type that ${type} covers is neither added nor removed in a response`,
        old: withContents({'application/json': TEXT, [type]: TEXT}),
        new: withContents({[type]: TEXT}),
        told: [],
        back: []
      },
      {
        name: `a type that ${type} covers is compared with it`,
        old: withContents({'application/json': NUMBER, [type]: TEXT}),
        new: withContents({[type]: TEXT}),
        told: ['type-changed (response breaks)'],
        back: ['type-changed (response breaks)']
      }
    ]),
    {
      name: 'a type with a stated default charset is removed',
      old: withContents({'application/json': TEXT, 'application/json;charset=utf-8': TEXT}),
      new: withContents({'application/json': TEXT}),
      told: [],
      back: []
    },
    {
      name: 'a version that no remaining type covers is removed',
      old: withContents({'application/json': TEXT, 'application/json;version=2': TEXT}),
      new: withContents({'application/json': TEXT}),
      told: ['media-type-removed application/json;version=2 (response)'],
      back: ['media-type-added application/json;version=2 (response)']
    }
  ])
})

test('a response whose media type becomes a more specific one is reported as replaced', () => {
  const [json, problem] = ['application/json', 'application/problem+json'].map(type =>
    JSON.stringify(answers({'200': answer(TEXT, type)}))
  ) as [string, string]
  const whole = 'the `200` response of `GET /loans`'
  expect(between(json, problem).map(formatChange)).toEqual([
    `${whole} is now \`application/problem+json\` instead of \`application/json\``
  ])
  expect(
    between(json, withContents({'application/vnd.loan+json': TEXT, 'application/*+json': TEXT})).map(formatChange)
  ).toEqual([`${whole} is now \`application/vnd.loan+json\` or \`application/*+json\` instead of \`application/json\``])
  const changes = between(json, problem)
  const policy = policyOf('thirteen-months')
  expect(judgeChanges(changes, {policy, asOf: '2026-11-20'}).map(({verdict}) => verdict)).toEqual(['undetermined'])
  expect(changes.flatMap(inconclusiveReasons)).toEqual([
    '`application/problem+json` can be read as `application/json` (RFC 6839), but clients that accept only that type, or compare its name, can reject it'
  ])
  expect(between(problem, json).map(formatChange).sort()).toEqual([
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
  const [none, first, other] = [OK, {'200': answer(object({id: TEXT}, {required: ['id']}))}, {'200': answer(TEXT)}].map(
    hook
  ) as [object, object, object]
  const changes = between(none, first)
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
  expect(between(one, both).map(({kind, proofs}) => ({kind, proofs}))).toEqual([{kind: 'media-type-added', proofs: {}}])
  expect(between(answers(OK), answered(TEXT)).map(({kind, proofs}) => ({kind, proofs}))).toEqual([
    {kind: 'media-type-added', proofs: {}}
  ])
  expect(between(first, none).map(formatChange)).toEqual([
    'the webhook `loanOverdue` no longer accepts `application/json`'
  ])
  expect(between(first, other).map(({kind}) => kind)).toContain('type-changed')
})

test('a media type that a new range covers is not reported as removed', () => {
  const [json, any] = ['application/json', '*/*'].map(type => answers({'200': answer(TEXT, type)})) as [object, object]
  expect(between(json, any).map(formatChange)).toEqual([
    'the `200` response of `GET /loans` can now be `*/*`, not only `application/json`'
  ])
})

describe('a range that is reduced to some of its members', () => {
  const sentencesOf = (older: object, newer: object): string[] => between(older, newer).map(formatChange)
  test('is reported for statuses', () => {
    const [range, one] = ['2XX', '201'].map(status => answers({[status]: answer(TEXT)})) as [object, object]
    expect(sentencesOf(range, one)).toEqual(['`GET /loans` no longer returns any `2XX` except `201`'])
  })
  test('is reported for statuses that receivers of a webhook may return', () => {
    const describeRemaining = (was: string, ...statuses: string[]): string[] =>
      sentencesOf(hook({[was]: answer(TEXT)}), hook(Object.fromEntries(statuses.map(each => [each, answer(TEXT)]))))
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
    const [any, json] = ['*/*', 'application/json'].map(type => answers({'200': answer(TEXT, type)})) as [
      object,
      object
    ]
    const place = 'the `200` response of `GET /loans`'
    expect(sentencesOf(any, json)).toEqual([`${place} now lists \`application/json\`, which was covered by \`*/*\``])
    expect(findAsymmetry(between(json, any), between(any, json))).toEqual({lost: [], torn: []})
  })
  test('is reported for media types of requests, which the range accepted before', () => {
    const [any, json] = ['*/*', 'application/json'].map(type => sent(TEXT, type)) as [object, object]
    expect(sentencesOf(any, json).sort()).toEqual([
      '`POST /loans` no longer accepts any `*/*` except `application/json`',
      '`POST /loans` now lists `application/json`, which was covered by `*/*`'
    ])
  })
})
