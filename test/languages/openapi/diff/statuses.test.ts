// Statuses, ranges of them and `default`; media types, ranges of them and their parameters.
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
const traced = {'X-Request-Id': {schema: TEXT}}

describe('statuses that are documented in another way', () => {
  check([
    {
      name: 'an error that was one of all, and is like them',
      old: answers({...OK, default: fault}),
      new: answers({...OK, default: fault, '404': fault}),
      told: ['error-code-added 404 (response keeps)'],
      back: ['error-code-removed 404 (response keeps)']
    },
    {
      name: 'an error that was one of all, and looks otherwise',
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
      name: 'an error that was one of all, and has another media type',
      old: answers({...OK, default: fault}),
      new: answers({...OK, default: fault, '404': answer(TEXT, 'text/plain')}),
      told: [
        'error-code-added 404 (response keeps)',
        'media-type-added text/plain (response)',
        'media-type-removed application/json (response)'
      ]
    },
    {
      name: 'an error that was one of all, and is only described',
      old: answers({...OK, default: fault}),
      new: answers({...OK, default: fault, '422': {description: 'Not a loan'}}),
      told: ['error-code-added 422 (response keeps)'],
      back: ['error-code-removed 422 (response keeps)']
    },
    {
      name: 'an error that was one of a range, and is only described',
      old: answers({...OK, '4XX': fault, default: other}),
      new: answers({...OK, '4XX': fault, default: other, '422': {description: 'Not a loan'}}),
      told: ['error-code-added 422 (response keeps)'],
      back: ['error-code-removed 422 (response keeps)']
    },
    {
      name: 'a range of errors that is only described',
      old: answers({...OK, default: fault}),
      new: answers({...OK, default: fault, '5XX': {description: 'Our fault'}}),
      told: ['error-code-added 5XX (response keeps)'],
      back: ['error-code-removed 5XX (response keeps)']
    },
    {
      name: 'an error with a header of its own, whose body is only described',
      old: answers({...OK, default: {...fault, headers: traced}}),
      new: answers({...OK, default: {...fault, headers: traced}, '429': {description: 'Slow down', headers: traced}}),
      told: ['error-code-added 429 (response keeps)'],
      back: ['error-code-removed 429 (response keeps)']
    },
    {
      name: 'a success that is only described is compared with the one of any status',
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
      name: 'one error is documented and another one no longer',
      old: answers({...OK, default: fault, '404': {description: 'No such loan'}}),
      new: answers({...OK, default: fault, '429': {description: 'Slow down'}}),
      told: ['error-code-added 429 (response keeps)', 'error-code-removed 404 (response keeps)']
    },
    {
      name: 'an error that no response covers',
      old: answers({...OK, '5XX': fault}),
      new: answers({...OK, '5XX': fault, '404': {description: 'No such loan'}}),
      told: ['error-code-added 404 (response)'],
      back: ['error-code-removed 404 (response)']
    },
    {
      name: 'an error that receivers of a webhook could answer among others',
      old: hook({...OK, default: fault}),
      new: hook({...OK, default: fault, '410': {description: 'Unsubscribed'}}),
      told: ['error-code-added 410 (request keeps)'],
      back: ['error-code-removed 410 (request keeps)']
    },
    {
      name: 'a range of errors that look otherwise',
      old: answers({...OK, default: fault}),
      new: answers({...OK, default: fault, '4XX': other}),
      told: [
        'error-code-added 4XX (response keeps)',
        'field-removed code (response breaks)',
        'required-field-added detail (response keeps)'
      ]
    },
    {
      name: 'all errors, one range after the other',
      old: answers({...OK, default: fault}),
      new: answers({...OK, '4XX': fault, '5XX': fault}),
      told: [],
      back: ['error-code-added default (response)']
    },
    {
      name: 'errors of all kinds are documented now',
      old: answers(OK),
      new: answers({...OK, default: fault}),
      told: ['error-code-added default (response)'],
      back: ['error-code-removed default (response)']
    },
    {
      name: 'the only answer, of any status',
      old: answers({'200': answer(TEXT)}),
      new: answers({default: answer(NUMBER)}),
      told: ['status-added default (response)', 'status-removed 200 (response)'],
      back: ['type-changed (response breaks)']
    },
    {
      name: 'a success beside the answer of any status',
      old: answers({'200': answer(TEXT), default: fault}),
      new: answers({'200': answer(TEXT), '201': answer(TEXT), default: fault}),
      told: ['status-added 201 (response)'],
      back: ['status-removed 201 (response)']
    },
    {
      name: 'a range where one of it was: others may come',
      old: answers({'200': answer(TEXT)}),
      new: answers({'2XX': answer(TEXT)}),
      told: ['status-added 2XX (response)'],
      back: ['status-removed 2XX (response keeps)']
    },
    {
      name: 'a range, and another one of it than was listed',
      old: answers({'200': answer(TEXT), '2XX': answer(TEXT)}),
      new: answers({'201': answer(TEXT)}),
      told: ['status-removed 200 (response)', 'status-removed 2XX (response keeps)']
    },
    {
      name: 'a range of errors, and one of it',
      old: answers({...OK, '4XX': fault}),
      new: answers({...OK, '404': fault}),
      told: ['error-code-removed 4XX (response keeps)'],
      back: ['error-code-added 4XX (response)']
    },
    {
      name: 'receivers of a webhook could answer any of a range',
      old: hook({'2XX': {description: 'Fine'}}),
      new: hook({'201': {description: 'Fine'}}),
      told: ['status-removed 2XX (request)']
    },
    {
      name: 'receivers of a webhook could answer anything',
      old: hook({default: answer(TEXT)}),
      new: hook({'204': answer(TEXT)}),
      told: ['status-removed default (request)'],
      back: ['status-added default (request)']
    },
    {
      name: 'receivers of a webhook could answer anything, and may still answer any success',
      old: hook({default: answer(TEXT)}),
      new: hook({'2XX': answer(TEXT)}),
      told: ['error-code-removed default (request)'],
      back: ['status-added default (request)']
    },
    {
      name: 'receivers of a webhook could answer anything, and still can, range by range',
      old: hook({default: answer(TEXT)}),
      new: hook({'2XX': answer(TEXT), '3XX': answer(TEXT), '4XX': answer(TEXT), '5XX': answer(TEXT)}),
      told: []
    },
    {
      name: 'what receivers of a webhook could answer is one of all that they may',
      old: hook({'2XX': answer(TEXT), default: answer(TEXT)}),
      new: hook({default: answer(TEXT)}),
      told: [],
      back: []
    },
    {
      name: 'what receivers of a webhook could answer is compared with all that they may',
      old: hook({'200': answer(TEXT)}),
      new: hook({default: answer(NUMBER)}),
      told: ['status-added default (request)', 'type-changed (request breaks)'],
      back: ['status-removed default (request)', 'type-changed (request breaks)']
    },
    {
      name: 'errors of all kinds that receivers of a webhook could answer',
      old: hook({...OK, default: fault}),
      new: hook(OK),
      told: ['error-code-removed default (request)'],
      back: ['error-code-added default (request)']
    },
    {
      name: 'a success that receivers of a webhook could answer, beside errors of all kinds',
      old: hook({...OK, '204': {description: 'Fine'}, default: fault}),
      new: hook({...OK, default: fault}),
      told: ['status-removed 204 (request)'],
      back: ['status-added 204 (request)']
    },
    {
      name: 'a range beside one of it',
      old: answers({'200': answer(TEXT)}),
      new: answers({'200': answer(TEXT), '2XX': answer(TEXT)}),
      told: ['status-added 2XX (response)'],
      back: ['status-removed 2XX (response keeps)']
    },
    {
      name: 'what receivers of a webhook may answer, too',
      old: hook(OK),
      new: hook({...OK, '202': {description: 'Fine'}}),
      told: ['status-added 202 (request)'],
      back: ['status-removed 202 (request)']
    }
  ])
})

describe('an error that is documented beside a default', () => {
  const faulty = {...OK, default: {$ref: '#/components/responses/Fault'}}
  const library = (of: (status: string) => Raw, status = '429', components: Raw = {}): object =>
    api(
      Object.fromEntries(
        ['/loans', '/shelves'].map(path => [
          path,
          {get: {responses: {...faulty, ...of(status)}}, delete: {responses: {...faulty, ...of(status)}}}
        ])
      ),
      {components: {responses: {Fault: fault, ...components}}}
    )
  const shared = {Slow: {description: 'Too many requests'}}
  const told = (older: object, newer: object) =>
    between(JSON.stringify(older), JSON.stringify(newer)).map(
      change => `${formatChange(change)}: ${change.reaches.length}`
    )
  const none = library(() => ({}), '', shared)

  test('is one change, however many operations refer to it', () => {
    const one = (status: string) => library(each => ({[each]: {$ref: '#/components/responses/Slow'}}), status, shared)
    expect(told(none, one('429'))).toEqual(['`GET /loans` can now return the error `429`: 4'])
    expect(told(one('429'), none)).toEqual(['`GET /loans` no longer documents the error `429` on its own: 4'])
    expect(told(one('420'), one('429'))).toEqual(['`GET /loans` now returns the error `429` instead of `420`: 4'])
  })

  test('is one change, however many operations repeat its description', () => {
    const one = (status: string) => library(each => ({[each]: {description: 'Too many requests'}}), status, shared)
    expect(told(none, one('429'))).toEqual(['`GET /loans` can now return the error `429`: 4'])
    expect(told(one('420'), one('429'))).toEqual(['`GET /loans` now returns the error `429` instead of `420`: 4'])
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
const given = (contents: Raw): object => answers({'200': {description: 'Fine', ...contentOf(contents)}})

describe('media types', () => {
  const taken = (contents: Raw): object => api({'/loans': {post: {requestBody: contentOf(contents), responses: OK}}})
  check([
    {
      name: 'another version of one is another one',
      old: sent(TEXT, 'application/json;version=1'),
      new: sent(TEXT, 'application/json;version=2'),
      told: [
        'media-type-added application/json;version=2 (request)',
        'media-type-removed application/json;version=1 (request)'
      ]
    },
    {
      name: 'any version of it',
      old: sent(TEXT, 'application/json;version=1'),
      new: sent(TEXT),
      told: ['media-type-added application/json (request)'],
      back: ['media-type-added application/json;version=1 (request)', 'media-type-removed application/json (request)']
    },
    {
      name: 'JSON is in UTF-8 without saying so',
      old: sent(TEXT),
      new: sent(TEXT, 'application/json; charset=utf-8'),
      told: ['media-type-added application/json;charset=utf-8 (request)']
    },
    {
      name: 'letters that are written otherwise',
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
      name: 'of text, how its letters are written was not said',
      old: answers({'200': answer(TEXT, 'text/plain')}),
      new: answers({'200': answer(TEXT, 'text/plain; charset=utf-16')}),
      told: ['media-type-added text/plain;charset=utf-16 (response)']
    },
    {
      name: 'a patch is no plain JSON to who takes it',
      old: sent(TEXT, 'application/merge-patch+json'),
      new: sent(TEXT),
      told: ['media-type-added application/json (request)', 'media-type-removed application/merge-patch+json (request)']
    },
    {
      name: 'problem details can be read as JSON, which does not say that who asked for that takes them',
      old: answers({'200': answer(TEXT)}),
      new: answers({'200': answer(NUMBER, 'application/problem+json')}),
      told: ['media-type-removed application/json (response undetermined)', 'type-changed (response breaks)'],
      back: ['media-type-added application/json (response)', 'media-type-removed application/problem+json (response)']
    },
    {
      name: 'a kind of JSON beside it takes nothing away',
      old: answers({'200': answer(TEXT)}),
      new: given({'application/json': TEXT, 'application/problem+json': TEXT}),
      told: ['media-type-added application/problem+json (response)']
    },
    {
      name: 'two kinds of JSON in place of it are one thing that is gone',
      old: answers({'200': answer(TEXT)}),
      new: given({'application/vnd.loan+json': TEXT, 'application/problem+json': TEXT}),
      told: ['media-type-removed application/json (response undetermined)'],
      back: [
        'media-type-added application/json (response)',
        'media-type-removed application/problem+json (response)',
        'media-type-removed application/vnd.loan+json (response)'
      ]
    },
    {
      name: 'a range of kinds of JSON holds one of them',
      old: taken({'application/ld+json': TEXT}),
      new: taken({'application/*+json': NUMBER}),
      told: ['media-type-added application/*+json (request)', 'type-changed (request breaks)'],
      back: [
        'media-type-added application/ld+json (request)',
        'media-type-removed application/*+json (request)',
        'type-changed (request breaks)'
      ]
    },
    {
      name: 'a range of kinds of JSON holds nothing else',
      old: taken({'application/json': TEXT, 'text/csv': TEXT}),
      new: taken({'application/*+json': TEXT}),
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
      name: 'an answer in one of a range',
      old: answers({'200': answer(TEXT, 'application/*+json')}),
      new: answers({'200': answer(NUMBER, 'application/ld+json')}),
      told: ['media-type-added application/ld+json (response)', 'type-changed (response breaks)'],
      back: ['media-type-removed application/ld+json (response)', 'type-changed (response breaks)']
    },
    {
      name: 'the narrowest range that holds it',
      old: taken({'application/json': TEXT}),
      new: taken({'*/*': NUMBER, 'application/*': TEXT}),
      told: ['media-type-added */* (request)', 'media-type-added application/* (request)']
    },
    {
      name: 'a range that holds several which were taken is told once',
      old: taken({'application/json': TEXT, 'application/xml': TEXT}),
      new: taken({'application/*': TEXT}),
      told: ['media-type-added application/* (request)'],
      back: [
        'media-type-added application/json (request)',
        'media-type-added application/xml (request)',
        'media-type-removed application/* (request)'
      ]
    },
    {
      name: 'left to a range that was there, with another type',
      old: taken({'application/json': TEXT, '*/*': NUMBER}),
      new: taken({'*/*': NUMBER}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    ...['application/*', '*/*', 'application/json;charset=utf-8'].flatMap(type => [
      {
        name: `what ${type} held as well is neither new nor gone: taken`,
        old: taken({'application/json': TEXT, [type]: TEXT}),
        new: taken({[type]: TEXT}),
        told: [],
        back: []
      },
      {
        name: `what ${type} held as well is neither new nor gone: answered`,
        old: given({'application/json': TEXT, [type]: TEXT}),
        new: given({[type]: TEXT}),
        told: [],
        back: []
      },
      {
        name: `what ${type} held as well is compared with that`,
        old: given({'application/json': NUMBER, [type]: TEXT}),
        new: given({[type]: TEXT}),
        told: ['type-changed (response breaks)'],
        back: ['type-changed (response breaks)']
      }
    ]),
    {
      name: 'the one that says its letters aloud goes',
      old: given({'application/json': TEXT, 'application/json;charset=utf-8': TEXT}),
      new: given({'application/json': TEXT}),
      told: [],
      back: []
    },
    {
      name: 'another version is not held by what stays',
      old: given({'application/json': TEXT, 'application/json;version=2': TEXT}),
      new: given({'application/json': TEXT}),
      told: ['media-type-removed application/json;version=2 (response)'],
      back: ['media-type-added application/json;version=2 (response)']
    }
  ])
})

test('an answer in a kind of what came before no longer comes as that', () => {
  const [json, problem] = ['application/json', 'application/problem+json'].map(type =>
    JSON.stringify(answers({'200': answer(TEXT, type)}))
  ) as [string, string]
  const whole = 'the `200` response of `GET /loans`'
  expect(between(json, problem).map(formatChange)).toEqual([
    `${whole} is now \`application/problem+json\` instead of \`application/json\``
  ])
  expect(
    between(json, given({'application/vnd.loan+json': TEXT, 'application/*+json': TEXT})).map(formatChange)
  ).toEqual([`${whole} is now \`application/vnd.loan+json\` or \`application/*+json\` instead of \`application/json\``])
  const told = between(json, problem)
  const policy = policyOf('thirteen-months')
  expect(judgeChanges(told, {policy, asOf: '2026-11-20'}).map(({verdict}) => verdict)).toEqual(['undetermined'])
  expect(told.flatMap(inconclusiveReasons)).toEqual([
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

test('whether receivers of a webhook must send the body that is documented now is not said', () => {
  const [none, first, other] = [OK, {'200': answer(object({id: TEXT}, {required: ['id']}))}, {'200': answer(TEXT)}].map(
    hook
  ) as [object, object, object]
  const told = between(none, first)
  const verdictBy = (breaks: string): string[] => {
    const policy = policyOf(`name: p\nextends: thirteen-months\n${breaks}`)
    return judgeChanges(told, {policy, asOf: '2026-11-20'}).map(({verdict}) => verdict)
  }
  expect(verdictBy('')).toEqual(['undetermined'])
  expect(told.flatMap(inconclusiveReasons)).toEqual([
    "the API description doesn't state whether a response without a body is still accepted"
  ])
  expect(verdictBy('compatibility: {media-type-added: compatible}\n')).toEqual(['compliant'])
  expect(verdictBy('compatibility: {media-type-added: {request: breaking}}\n')).toEqual(['violation'])
  // One more is as it ever was, and what comes from the service need not be read.
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

test('what may still come among others is not said to come no longer', () => {
  const [json, any] = ['application/json', '*/*'].map(type => answers({'200': answer(TEXT, type)})) as [object, object]
  expect(between(json, any).map(formatChange)).toEqual([
    'the `200` response of `GET /loans` can now be `*/*`, not only `application/json`'
  ])
})

describe('what is left of a range', () => {
  const said = (older: object, newer: object): string[] => between(older, newer).map(formatChange)
  test('of statuses is told', () => {
    const [range, one] = ['2XX', '201'].map(status => answers({[status]: answer(TEXT)})) as [object, object]
    expect(said(range, one)).toEqual(['`GET /loans` no longer returns any `2XX` except `201`'])
  })
  test('of statuses that receivers of a webhook may answer is told', () => {
    const left = (was: string, ...statuses: string[]): string[] =>
      said(hook({[was]: answer(TEXT)}), hook(Object.fromEntries(statuses.map(each => [each, answer(TEXT)]))))
    const called = 'the webhook `loanOverdue`'
    expect(left('2XX', '201')).toEqual([`${called} no longer accepts any \`2XX\` except \`201\``])
    expect(left('2XX', '200', '201', '202')).toEqual([
      `${called} no longer accepts any \`2XX\` except \`200\`, \`201\`, and \`202\``
    ])
    expect(left('default', '204')).toEqual([`${called} no longer accepts any response except \`204\``])
    expect(left('204', 'default')).toEqual([`${called} now documents a default response`])
    expect(said(hook({...OK, default: fault}), hook(OK))).toEqual([
      `${called} no longer documents a default error response`
    ])
  })
  test('of media types that are sent is told', () => {
    const [any, json] = ['*/*', 'application/json'].map(type => answers({'200': answer(TEXT, type)})) as [
      object,
      object
    ]
    const place = 'the `200` response of `GET /loans`'
    expect(said(any, json)).toEqual([`${place} now lists \`application/json\`, which was covered by \`*/*\``])
    expect(findAsymmetry(between(json, any), between(any, json))).toEqual({lost: [], torn: []})
  })
  test('of media types that are taken was taken before', () => {
    const [any, json] = ['*/*', 'application/json'].map(type => sent(TEXT, type)) as [object, object]
    expect(said(any, json).sort()).toEqual([
      '`POST /loans` no longer accepts any `*/*` except `application/json`',
      '`POST /loans` now lists `application/json`, which was covered by `*/*`'
    ])
  })
})
