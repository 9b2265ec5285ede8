import {load} from 'js-yaml'
import {describe, expect, test} from 'vitest'
import {CHANGE_KINDS, type Change, type ChangeKind} from '../../../src/model/api/change.ts'
import {CHANGE_CATALOGUE, CHANGE_TOPICS} from '../../../src/text/catalogue/catalogue.ts'
import {splitExample} from '../../../src/text/catalogue/example.ts'
import {formatChange} from '../../../src/text/changes/sentences.ts'
import {
  affectedOperationNames,
  formatSplitVerdict,
  formatVerdictReason,
  witnessesOf
} from '../../../src/text/changes/verdict-reasons.ts'
import {change, reach, subjectOf} from '../../changes.ts'

const KINDS = Object.keys(CHANGE_KINDS) as ChangeKind[]

const inAnswer = (field: string, more: Partial<Change> = {}): Partial<Change> => ({
  at: field,
  about: field,
  reaches: [reach('GET /v1/loans', 'response', 'response 200 application/json', field)],
  ...more
})
const inBody = (field: string, more: Partial<Change> = {}): Partial<Change> => ({
  at: field,
  about: field,
  reaches: [reach('POST /v1/loans', 'request', 'body application/json', field)],
  ...more
})
const shared = (at: string, more: Partial<Change> = {}): Partial<Change> => ({
  component: 'Loan',
  at,
  reaches: [reach('GET /v1/loans', 'response', 'response 200 application/json', `[].${at}`)],
  ...more
})
const body = {reaches: [reach('POST /v1/loans', 'request', 'body application/json')]}
const LOANS = subjectOf('GET /v1/loans')
const LEND = subjectOf('POST /v1/loans')
const OVERDUE = subjectOf('operation webhook loanOverdue')
const comes: Partial<Change> = {reaches: [reach('operation webhook loanOverdue', 'response', 'body')]}
const shelf: Partial<Change> = {
  about: 'Shelf',
  reaches: [reach('operation webhook loanOverdue', 'response', 'header Shelf')]
}
const limit = {reaches: [reach('GET /v1/loans', 'request', 'query parameter limit')]}

describe('how a change is said', () => {
  test.each<[string, Change]>([
    ['`GET /v1/loans` is gone', change('operation-removed', LOANS)],
    ['webhook `loanOverdue` is new', change('webhook-added', subjectOf('operation webhook loanOverdue'))],
    [
      '`GET /v1/loans` may now answer with an error that is not listed (`default`)',
      change('error-code-added', LOANS, {about: 'default'})
    ],
    [
      '`GET /v1/loans` no longer answers with a status that is not listed (`default`)',
      change('status-removed', LOANS, {about: 'default'})
    ],
    [
      '`GET /v1/loans` asks for more of its callers: `…returns.write, shelves.read, statistics.read)`, was `…returns.write, statistics.read)`',
      change('security-stricter', LOANS, {
        old: 'oauth (holds.read, holds.write, loans.read, loans.write, returns.read, returns.write, statistics.read)',
        new: 'oauth (holds.read, holds.write, loans.read, loans.write, returns.read, returns.write, shelves.read, statistics.read)'
      })
    ],
    [
      '`tags` of `Loan` no longer documents fields of other names',
      change('field-removed', LOANS, {about: '{}', at: 'tags.{}', component: 'Loan'})
    ],
    [
      '`GET /v1/loans` no longer accepts `library_card (loans.administer)`',
      change('security-stricter', LOANS, {
        old: 'library_card (loans.read), or library_card (loans.write), or library_card (loans.administer)',
        new: 'library_card (loans.read), or library_card (loans.write)'
      })
    ],
    [
      '`GET /v1/loans` asks its callers for something else (`oauth`): `https://login.library.example/`, was `login.library.example`',
      change('security-changed', LOANS, {
        about: 'oauth',
        old: 'login.library.example',
        new: 'https://login.library.example/'
      })
    ],
    [
      '`GET /v1/loans` asks its callers for something else (`oauth`), which no longer has `loans.read`',
      change('security-changed', LOANS, {about: 'oauth', old: 'loans.read'})
    ],
    [
      '`GET /v1/loans` asks its callers for something else: `badge`, was `card`',
      change('security-changed', LOANS, {about: 'badge', old: 'card', new: 'badge'})
    ],
    [
      '`due` of `Loan` is now one of 2 forms',
      change('composition-changed', LOANS, shared('due', {about: 'oneOf', new: 2}))
    ],
    [
      '`due` of `Loan` is no longer one of 3 forms',
      change('composition-changed', LOANS, shared('due', {about: 'anyOf', old: 3}))
    ],
    [
      'what fits just one of the forms of `due` of `Loan` has changed',
      change('composition-changed', LOANS, shared('due', {about: 'oneOf'}))
    ],
    [
      '`due` of `Loan` refers to a schema that cannot be found',
      change('composition-changed', LOANS, shared('due', {about: '$ref'}))
    ],
    [
      '`scan` in the request body of `POST /v1/loans` is now written as `file`, was `text`',
      change('serialization-changed', LEND, {
        about: 'scan',
        old: 'text',
        new: 'file',
        reaches: [reach('POST /v1/loans', 'request', 'body multipart/form-data')]
      })
    ],
    ['`GET /v1/loans` may now answer with the error `409`', change('error-code-added', LOANS, {about: '409'})],
    ['webhook `loanOverdue` now takes the answer `202`', change('status-added', OVERDUE, {about: '202'})],
    ['webhook `loanOverdue` no longer takes the answer `202`', change('status-removed', OVERDUE, {about: '202'})],
    ['webhook `loanOverdue` now takes the error `409`', change('error-code-added', OVERDUE, {about: '409'})],
    ['webhook `loanOverdue` no longer takes the error `409`', change('error-code-removed', OVERDUE, {about: '409'})],
    ['`GET /v1/loans` no longer answers `202`', change('status-removed', LOANS, {about: '202'})],
    ['webhook `loanOverdue` now comes with a request body', change('required-body-added', OVERDUE, comes)],
    [
      'the response `200` of `GET /v1/loans` may now come as `*/*`, no longer just as `application/json`',
      change('media-type-removed', LOANS, {
        about: 'application/json',
        new: '*/*',
        reaches: [reach('GET /v1/loans', 'response', 'response 200 application/json')]
      })
    ],
    ['header `Shelf` of webhook `loanOverdue` is new', change('parameter-added', OVERDUE, shelf)],
    [
      'header `Shelf` of webhook `loanOverdue` is new, and always there',
      change('required-parameter-added', OVERDUE, shelf)
    ],
    ['header `Shelf` of webhook `loanOverdue` is now always there', change('parameter-required', OVERDUE, shelf)],
    ['header `Shelf` of webhook `loanOverdue` may now be missing', change('parameter-optional', OVERDUE, shelf)],
    ['webhook `loanOverdue` no longer comes with a request body', change('body-removed', OVERDUE, comes)],
    ['webhook `loanOverdue` may now come without a request body', change('body-optional', OVERDUE, comes)],
    ['webhook `loanOverdue` now always comes with a request body', change('body-required', OVERDUE, comes)],
    ['webhook `loanOverdue` may now come with a request body', change('body-added', OVERDUE, comes)],
    ['`POST /v1/loans` can now be called without a request body', change('body-optional', LEND)],
    [
      'the response `200` of `GET /v1/loans` may now come as `application/problem+json`, no longer as `application/json`',
      change('media-type-removed', LOANS, {
        about: 'application/json',
        new: 'application/problem+json',
        reaches: [reach('GET /v1/loans', 'response', 'response 200 application/json')]
      })
    ],
    ['query parameter `limit` of `GET /v1/loans` must now be sent', change('parameter-required', LOANS, limit)],
    [
      'parameter `limit` of `GET /v1/loans` is gone',
      change('parameter-removed', subjectOf('GET /v1/loans', {parameter: 'limit', in: 'request'}), {about: 'limit'})
    ],
    [
      'header `Total-Count` of the response `200` of `GET /v1/loans` may now be missing',
      change('header-optional', LOANS, {
        reaches: [reach('GET /v1/loans', 'response', 'response 200 header Total-Count')]
      })
    ],
    ['`Loan.due` is gone', change('field-removed', subjectOf('Loan.due'), shared('due', {about: 'due'}))],
    [
      '`due` is gone from the response `200` of `GET /v1/loans`',
      change('field-removed', subjectOf('GET /v1/loans', {field: 'due', in: 'response'}), inAnswer('due'))
    ],
    [
      '`due` in the request body of `POST /v1/loans` is new, and must be sent',
      change('required-field-added', LEND, inBody('due'))
    ],
    [
      '`due` in the response `200` of `GET /v1/loans` is new, and always there',
      change('required-field-added', LOANS, inAnswer('due'))
    ],
    [
      '`status` of `Loan` may now be `PAUSED`',
      change('value-added', subjectOf('Loan.status'), shared('status', {new: 'PAUSED'}))
    ],
    [
      '`status` in the request body of `POST /v1/loans` may no longer be sent as `PAUSED`',
      change('value-removed', LEND, inBody('status', {old: 'PAUSED', about: 'PAUSED'}))
    ],
    [
      '`status` of `Loan` has the new value `PAUSED`',
      change('value-added', subjectOf('Loan.status'), {
        component: 'Loan',
        at: 'status',
        new: 'PAUSED',
        reaches: [reach('GET /v1/loans', 'response'), reach('POST /v1/loans', 'request')]
      })
    ],
    [
      'the greatest length of `note` of `Loan` is now `100`, was `200`',
      change('constraint-tightened', subjectOf('Loan.note'), shared('note', {about: 'maxLength', old: 200, new: 100}))
    ],
    [
      '`fee` of `Loan` may no longer be `0` itself',
      change('constraint-tightened', subjectOf('Loan.fee'), shared('fee', {about: 'exclusiveMinimum', old: 0, new: 0}))
    ],
    [
      '`fee` of `Loan` may now be `9` itself',
      change('constraint-loosened', subjectOf('Loan.fee'), shared('fee', {about: 'maximum', old: 9, new: 9}))
    ],
    [
      '`note` of `Loan` now has a greatest length: `100`',
      change('constraint-tightened', subjectOf('Loan.note'), shared('note', {about: 'maxLength', new: 100}))
    ],
    [
      '`note` of `Loan` no longer has a list of allowed values, was `A` or `B`',
      change('constraint-loosened', subjectOf('Loan.note'), shared('note', {about: 'enum', old: ['A', 'B']}))
    ],
    [
      '`tags` of `Loan` may now repeat an item',
      change(
        'constraint-loosened',
        subjectOf('Loan.tags'),
        shared('tags', {about: 'uniqueItems', old: true, new: false})
      )
    ],
    [
      'what `unevaluatedProperties` of `Loan` refuses has changed',
      change('constraint-changed', subjectOf('Loan.*'), shared('', {about: 'unevaluatedProperties'}))
    ],
    [
      '`not` of `Loan` has changed',
      change('constraint-changed', subjectOf('Loan.*'), shared('', {about: 'not', old: [{}], new: [{a: 1}]}))
    ],
    [
      '`b` in the request body of `POST /v1/loans` must now be sent wherever `a` is',
      change('constraint-tightened', LEND, {about: 'dependentRequired', new: {dependentRequired: {a: ['b']}}, ...body})
    ],
    [
      '`b` and `c` in the request body of `POST /v1/loans` need no longer be sent wherever `a` is',
      change('constraint-loosened', LEND, {
        about: 'dependentRequired',
        old: {dependentRequired: {a: ['b', 'c']}},
        ...body
      })
    ],
    [
      '`dependentRequired` of the request body of `POST /v1/loans` has changed',
      change('constraint-changed', LEND, {about: 'dependentRequired', new: {dependentRequired: {a: ['b']}}, ...body})
    ],
    [
      '`pattern` in the request body of `POST /v1/loans` has a schema of its own now, and was one of the other fields',
      change('constraint-changed', LEND, {
        about: 'pattern',
        where: {new: {source: 'new.yaml', pointer: '/components/schemas/Loan/properties/pattern'}},
        ...body
      })
    ],
    [
      '`Loan.kind` has a schema of its own now, and was one of the other fields',
      change(
        'constraint-changed',
        subjectOf('Loan.kind'),
        shared('kind', {
          about: 'kind',
          where: {new: {source: 'new.yaml', pointer: '/components/schemas/Loan/properties/kind'}}
        })
      )
    ],
    [
      '`Loan` now has `if`',
      change('constraint-tightened', subjectOf('Loan.*'), shared('', {about: 'if', new: {if: {}, else: {}}}))
    ],
    [
      '`Loan` no longer has `contains`',
      change('constraint-loosened', subjectOf('Loan.*'), shared('', {about: 'contains', old: {contains: {}}}))
    ],
    [
      '`Loan` now has `propertyNames`',
      change('constraint-tightened', subjectOf('Loan.*'), shared('', {about: 'propertyNames'}))
    ],
    [
      '`Loan` now has `unevaluatedProperties: false`',
      change(
        'constraint-tightened',
        subjectOf('Loan.*'),
        shared('', {about: 'unevaluatedProperties', new: {unevaluatedProperties: false}})
      )
    ],
    [
      '`unevaluatedItems` of `Loan` is now `false`, was `true`',
      change(
        'constraint-changed',
        subjectOf('Loan.*'),
        shared('', {about: 'unevaluatedItems', old: {unevaluatedItems: true}, new: {unevaluatedItems: false}})
      )
    ],
    [
      '`Loan` now has `patternProperties`',
      change(
        'constraint-loosened',
        subjectOf('Loan.*'),
        shared('', {about: 'patternProperties', new: {patternProperties: {}}})
      )
    ],
    [
      '`patternProperties` of `Loan` has changed',
      change('constraint-loosened', subjectOf('Loan.*'), shared('', {about: 'patternProperties'}))
    ],
    [
      '`Loan` now has a schema for other fields',
      change(
        'constraint-tightened',
        subjectOf('Loan.*'),
        shared('', {about: 'additionalProperties', old: true, new: {}})
      )
    ],
    [
      '`Loan` no longer has a schema for other fields',
      change('constraint-loosened', subjectOf('Loan.*'), shared('', {about: 'additionalProperties', old: {}}))
    ],
    [
      '`minContains` of `Loan` is now `2`',
      change('constraint-tightened', subjectOf('Loan.*'), shared('', {about: 'minContains', new: 2}))
    ],
    [
      'the default of `open` of `Loan` is now `"true"`, was `true`',
      change('default-changed', subjectOf('Loan.open'), shared('open', {about: 'default', old: true, new: 'true'}))
    ],
    [
      'the type of `due` of `Loan` is now `string` or `null`, was `integer`',
      change('type-changed', subjectOf('Loan.due'), shared('due', {old: ['integer'], new: ['string', 'null']}))
    ],
    [
      '`due` of `Loan` may now be of any type, was `integer`',
      change('type-changed', subjectOf('Loan.due'), shared('due', {old: ['integer']}))
    ],
    [
      '`due` of `Loan` says in another place that it is `integer`',
      change('type-changed', subjectOf('Loan.due'), shared('due', {old: ['integer'], new: ['integer']}))
    ],
    [
      'parameter `branch` of `GET /v1/loans` has moved from query to header',
      change('moved', LOANS, {about: 'branch', old: 'query', new: 'header'})
    ],
    [
      'the response `200` of `GET /v1/loans` may now come as `text/csv`',
      change('media-type-added', LOANS, inAnswer('', {about: 'text/csv'}))
    ],
    [
      '`POST /v1/loans` no longer takes `text/csv`',
      change('media-type-removed', LEND, inBody('', {about: 'text/csv'}))
    ],
    [
      'the sunset of `GET /v1/loans` is earlier: `2027-01-01`, was `2027-06-01`',
      change('sunset-moved-earlier', LOANS, {old: '2027-06-01', new: '2027-01-01'})
    ],
    [
      'the sunset of `GET /v1/loans` is now `v2.10`, was `v2.8`',
      change('sunset-moved-earlier', LOANS, {old: 'v2.8', new: 'v2.10'})
    ],
    [
      '`note` of `Loan` now has a default: `null`',
      change('default-added', subjectOf('Loan.note'), shared('note', {about: 'default', new: null}))
    ],
    [
      'the `description` of `note` of `Loan` has changed',
      change('documentation-changed', subjectOf('Loan.note'), shared('note', {about: 'description'}))
    ]
  ])('%s', (words, about) => {
    expect(formatChange(about)).toBe(words)
  })

  test('long values are cut, and shown to be', () => {
    const about = change('default-changed', subjectOf('Loan.note'), shared('note', {old: 'x'.repeat(90), new: ''}))
    expect(formatChange(about)).toBe(`the default of \`note\` of \`Loan\` is now \`""\`, was \`${'x'.repeat(59)}…\``)
  })

  test.each(KINDS)('%s says something of whatever is known', kind => {
    for (const about of [change(kind, LOANS), change(kind, subjectOf('Loan.due'), shared('due'))]) {
      const words = formatChange(about)
      expect(words).toMatch(/`(GET \/v1\/loans|Loan(\.due)?)`/)
      expect(words).not.toMatch(/undefined|\s{2}|\s$|^\s/)
    }
  })
})

describe('witnesses', () => {
  const proofs = {response: {is: 'breaks', witness: {due: null}, at: ''}} as const

  test('stand where the value stands; of a field, where its object does', () => {
    const value = change('null-allowed', subjectOf('Loan.due'), shared('due', {proofs}))
    expect(witnessesOf(value)).toEqual([
      {side: 'response', value: {due: null}, where: 'GET /v1/loans, response 200 application/json, [].due'}
    ])
    const field = change('field-optional', subjectOf('Loan.due'), shared('due', {about: 'due', proofs}))
    expect(witnessesOf(field)[0]?.where).toBe('GET /v1/loans, response 200 application/json, []')
  })

  test('are told with the way that they are given', () => {
    const at = {response: {is: 'breaks', witness: 'x', at: 'name'}} as const
    const about = change('type-changed', subjectOf('Loan.due'), shared('due', {proofs: at}))
    expect(witnessesOf(about)[0]?.where).toBe('GET /v1/loans, response 200 application/json, [].name')
  })
})

test('operations are told once', () => {
  const reaches = [
    reach('GET /v1/loans', 'response'),
    reach('GET /v1/loans', 'request'),
    reach('POST /v1/loans', 'request')
  ]
  expect(affectedOperationNames(reaches)).toEqual(['GET /v1/loans', 'POST /v1/loans'])
})

test('who is judged otherwise is told by stability, else by side', () => {
  const clause = {policy: 'p', revision: 'r', pointer: ''}
  const ruling = {clause, missing: [], ground: 'review'} as const
  const about = change('value-added', subjectOf('Loan.status'))
  const [ga, beta] = [{stability: 'ga'}, {stability: 'beta'}]
  const answer = {...ruling, verdict: 'violation', reaches: [reach('GET /v1/loans', 'response')]} as const
  const other = {...ruling, verdict: 'compliant', reaches: [reach('POST /v1/loans', 'request')]} as const
  const split = (...rulings: Parameters<typeof formatSplitVerdict>[0]['rulings']) =>
    formatSplitVerdict({change: about, verdict: 'violation', effects: {}, rulings})
  expect(split({...answer, ...ga})).toBeUndefined()
  expect(split({...answer, ...ga}, {...other, ...beta})).toBe(
    'breaking (ga) for 1 operation and compatible (beta) for 1'
  )
  expect(split({...answer, ...ga}, {...other, ...ga})).toBe(
    'breaking (ga, in the response) for 1 operation and compatible (ga, in the request) for 1'
  )
})

test('of many facts the first are told', () => {
  const missing = ['a', 'b', 'c', 'd', 'e'].map(of => ({fact: 'stability', of}))
  const clause = {policy: 'p', revision: 'r', pointer: ''}
  expect(formatVerdictReason({verdict: 'undetermined', ground: 'open', clause, missing, reaches: []})).toBe(
    'what is promised depends on facts that are not known; not known: the stability of `a`, the stability of `b`, the stability of `c`, and 2 more'
  )
})

describe('the catalogue', () => {
  test('has every kind once', () => {
    expect(CHANGE_TOPICS.flatMap(({kinds}) => kinds).toSorted()).toEqual(KINDS.toSorted())
  })

  test.each(KINDS)('%s: both documents of its example can be read, and differ', kind => {
    const {example} = CHANGE_CATALOGUE[kind] as {example?: string}
    if (example === undefined) return
    const {old, new: fresh} = splitExample(example)
    expect(load(old)).toMatchObject({openapi: expect.stringMatching(/^3\./)})
    expect(load(fresh)).not.toEqual(load(old))
  })

  test('only what people alone can state has no example', () => {
    const without = KINDS.filter(kind => !('example' in CHANGE_CATALOGUE[kind]))
    expect(without.toSorted()).toEqual([
      'behaviour-changed',
      'field-writable-added',
      'opaque-format-changed',
      'order-changed',
      'rate-limit-stricter',
      'renamed'
    ])
  })
})

test.each([
  ['asks its callers for something else', 'apiKey header Card', 'apiKey query Card'],
  ['asks its callers for something else', 'http basic', 'http bearer'],
  ['asks its callers for something else', 'desk (read)', 'desk (write)'],
  ['asks for more of its callers', 'nothing', 'card'],
  ['asks for more of its callers', 'card', 'card and desk (read)'],
  ['asks for more of its callers', 'card, or desk', 'card and desk'],
  ['asks for more of its callers', 'card, or desk', 'desk']
])('%s: %s, then %s', (words, old, fresh) => {
  expect(formatChange(change('security-stricter', LOANS, {old, new: fresh}))).toBe(
    `\`GET /v1/loans\` ${words}: \`${fresh}\`, was \`${old}\``
  )
})
