import {load} from 'js-yaml'
import {describe, expect, test} from 'vitest'
import type {OpenapiKind} from '../../../packages/openapi/src/kinds/kinds.ts'
import type {Change, ChangeKind} from '../../../src/model/api/change.ts'
import {formatChange, formatPieces} from '../../../src/text/changes/sentences.ts'
import {
  affectedOperationNames,
  formatSplitVerdict,
  formatVerdictReason
} from '../../../src/text/changes/verdict-reasons.ts'
import {witnessesOf, witnessPieces} from '../../../src/text/changes/witnesses.ts'
import {change, reach, subjectOf} from '../../changes.ts'
import {OPENAPI_CATALOG, splitExample, topicsOf} from '../../kind-catalog.ts'

const KINDS = Object.keys(OPENAPI_CATALOG) as readonly OpenapiKind[]

const inResponse = (field: string, more: Partial<Change> = {}): Partial<Change> => ({
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

describe('the sentence for a change', () => {
  test.each<[string, Change]>([
    ['removed `GET /v1/loans`', change('operation-removed', LOANS)],
    ['added the webhook `loanOverdue`', change('webhook-added', subjectOf('operation webhook loanOverdue'))],
    ['`GET /v1/loans` now documents a default error response', change('error-code-added', LOANS, {about: 'default'})],
    ['`GET /v1/loans` no longer documents a default response', change('status-removed', LOANS, {about: 'default'})],
    [
      '`GET /v1/loans` now also requires the scope `shelves.read` of `oauth`',
      change('security-stricter', LOANS, {
        old: 'oauth (holds.read, holds.write, loans.read, loans.write, returns.read, returns.write, statistics.read)',
        new: 'oauth (holds.read, holds.write, loans.read, loans.write, returns.read, returns.write, shelves.read, statistics.read)'
      })
    ],
    [
      '`Loan.tags` no longer documents fields with other names',
      change('field-removed', LOANS, {about: '{}', at: 'tags.{}', component: 'Loan'})
    ],
    [
      '`GET /v1/loans` no longer accepts `library_card (loans.administer)`; use `library_card (loans.read)` or `library_card (loans.write)`',
      change('security-stricter', LOANS, {
        old: 'library_card (loans.read), or library_card (loans.write), or library_card (loans.administer)',
        new: 'library_card (loans.read), or library_card (loans.write)'
      })
    ],
    [
      'a URL of the security scheme `oauth` of `GET /v1/loans` changed from `login.library.example` to `https://login.library.example/`',
      change('security-changed', LOANS, {
        about: 'oauth',
        old: 'login.library.example',
        new: 'https://login.library.example/'
      })
    ],
    [
      'the security scheme `oauth` of `GET /v1/loans` no longer has `loans.read`',
      change('security-changed', LOANS, {about: 'oauth', old: 'loans.read'})
    ],
    [
      '`GET /v1/loans` now requires `badge` instead of `card`',
      change('security-changed', LOANS, {about: 'badge', old: 'card', new: 'badge'})
    ],
    [
      '`Loan.due` is now one of 2 alternatives',
      change('composition-changed', LOANS, shared('due', {about: 'oneOf', new: 2}))
    ],
    [
      '`Loan.due` is no longer one of 3 alternatives',
      change('composition-changed', LOANS, shared('due', {about: 'anyOf', old: 3}))
    ],
    [
      'the discriminator mapping of `Loan.due` changed: added `day`; removed `Day` and `week`',
      change('discriminator-changed', LOANS, shared('due', {about: 'mapping', old: ['Day', 'week'], new: ['day']}))
    ],
    [
      'the discriminator mapping of `Loan.due` changed',
      change('discriminator-changed', LOANS, shared('due', {about: 'mapping', old: 'kind', new: 'kind'}))
    ],
    [
      'the query parameter `branch` of `GET /v1/loans` now accepts several values',
      change('type-changed', LOANS, {
        subject: {...LOANS, part: {parameter: 'branch'}},
        reaches: [{operation: LOANS, side: 'request', part: 'query parameter branch'}],
        proofs: {request: {is: 'keeps'}},
        old: ['string'],
        new: ['array']
      })
    ],
    ['`Loan.due` can now also be a `uiNode`', change('alternative-added', LOANS, shared('due', {about: 'uiNode'}))],
    [
      '`Loan.due` now always has `day` or `week`',
      change('composition-changed', LOANS, shared('due', {about: 'anyOf', new: [['day'], ['week']]}))
    ],
    [
      '`Loan.due` now always has `day` and `hour`, or `week`',
      change('composition-changed', LOANS, shared('due', {about: 'anyOf', new: [['day', 'hour'], ['week']]}))
    ],
    [
      '`Loan.due` no longer always has exactly one of `day` and `week`',
      change('composition-changed', LOANS, shared('due', {about: 'oneOf', old: [['day'], ['week']]}))
    ],
    [
      '`Loan.due` is now one of 3 alternatives',
      change('composition-changed', LOANS, shared('due', {about: 'oneOf', new: [['a', 'b'], ['c'], ['d']]}))
    ],
    [
      '`Loan.due` now has further constraints when `week` is present',
      change(
        'constraint-tightened',
        LOANS,
        shared('due', {about: 'dependentSchemas', new: {dependentSchemas: {week: {required: ['day']}}}})
      )
    ],
    [
      'the values that match exactly one alternative of `Loan.due` changed',
      change('composition-changed', LOANS, shared('due', {about: 'oneOf'}))
    ],
    [
      "`Loan.due` refers to a schema that can't be found",
      change('composition-changed', LOANS, shared('due', {about: '$ref'}))
    ],
    [
      'the serialization of `scan` in the request body of `POST /v1/loans` changed from `text` to `file`',
      change('serialization-changed', LEND, {
        about: 'scan',
        old: 'text',
        new: 'file',
        reaches: [reach('POST /v1/loans', 'request', 'body multipart/form-data')]
      })
    ],
    ['`GET /v1/loans` can now return the error `409`', change('error-code-added', LOANS, {about: '409'})],
    ['the webhook `loanOverdue` now accepts the response `202`', change('status-added', OVERDUE, {about: '202'})],
    [
      'the webhook `loanOverdue` no longer accepts the response `202`',
      change('status-removed', OVERDUE, {about: '202'})
    ],
    ['the webhook `loanOverdue` now accepts the error `409`', change('error-code-added', OVERDUE, {about: '409'})],
    [
      'the webhook `loanOverdue` no longer accepts the error `409`',
      change('error-code-removed', OVERDUE, {about: '409'})
    ],
    ['`GET /v1/loans` no longer returns `202`', change('status-removed', LOANS, {about: '202'})],
    ['the webhook `loanOverdue` now sends a request body', change('required-body-added', OVERDUE, comes)],
    [
      'the `200` response of `GET /v1/loans` can now be `*/*`, not only `application/json`',
      change('media-type-removed', LOANS, {
        about: 'application/json',
        new: '*/*',
        reaches: [reach('GET /v1/loans', 'response', 'response 200 application/json')]
      })
    ],
    ['added the header `Shelf` to the webhook `loanOverdue`', change('parameter-added', OVERDUE, shelf)],
    [
      'added the header `Shelf` to the webhook `loanOverdue` (always sent)',
      change('required-parameter-added', OVERDUE, shelf)
    ],
    [
      'the header `Shelf` of the webhook `loanOverdue` is now always sent',
      change('parameter-required', OVERDUE, shelf)
    ],
    [
      'the header `Shelf` of the webhook `loanOverdue` can now be missing',
      change('parameter-optional', OVERDUE, shelf)
    ],
    ['the webhook `loanOverdue` no longer sends a request body', change('body-removed', OVERDUE, comes)],
    ['the request body of the webhook `loanOverdue` can now be missing', change('body-optional', OVERDUE, comes)],
    ['the request body of the webhook `loanOverdue` is now always sent', change('body-required', OVERDUE, comes)],
    ['the webhook `loanOverdue` can now send a request body', change('body-added', OVERDUE, comes)],
    ['the request body of `POST /v1/loans` is now optional', change('body-optional', LEND)],
    [
      'the `200` response of `GET /v1/loans` is now `application/problem+json` instead of `application/json`',
      change('media-type-removed', LOANS, {
        about: 'application/json',
        new: 'application/problem+json',
        reaches: [reach('GET /v1/loans', 'response', 'response 200 application/json')]
      })
    ],
    ['the query parameter `limit` of `GET /v1/loans` is now required', change('parameter-required', LOANS, limit)],
    [
      'removed the parameter `limit` from `GET /v1/loans`',
      change('parameter-removed', subjectOf('GET /v1/loans', {parameter: 'limit', in: 'request'}), {about: 'limit'})
    ],
    [
      'the header `Total-Count` of the `200` response of `GET /v1/loans` can now be missing',
      change('header-optional', LOANS, {
        reaches: [reach('GET /v1/loans', 'response', 'response 200 header Total-Count')]
      })
    ],
    ['removed `Loan.due`', change('field-removed', subjectOf('Loan.due'), shared('due', {about: 'due'}))],
    [
      'removed `due` from the `200` response of `GET /v1/loans`',
      change('field-removed', subjectOf('GET /v1/loans', {field: 'due', in: 'response'}), inResponse('due'))
    ],
    [
      'added the required field `due` to the request body of `POST /v1/loans`',
      change('required-field-added', LEND, inBody('due'))
    ],
    [
      'added `due` to the `200` response of `GET /v1/loans` (always present)',
      change('required-field-added', LOANS, inResponse('due'))
    ],
    [
      '`Loan.status` can now return `PAUSED`',
      change('value-added', subjectOf('Loan.status'), shared('status', {new: 'PAUSED'}))
    ],
    [
      '`status` in the request body of `POST /v1/loans` no longer accepts `PAUSED`',
      change('value-removed', LEND, inBody('status', {old: 'PAUSED', about: 'PAUSED'}))
    ],
    [
      '`Loan.status` now allows `PAUSED`',
      change('value-added', subjectOf('Loan.status'), {
        component: 'Loan',
        at: 'status',
        new: 'PAUSED',
        reaches: [reach('GET /v1/loans', 'response'), reach('POST /v1/loans', 'request')]
      })
    ],
    [
      'the maximum length of `Loan.note` changed from `200` to `100`',
      change('constraint-tightened', subjectOf('Loan.note'), shared('note', {about: 'maxLength', old: 200, new: 100}))
    ],
    [
      '`Loan.fee` can no longer be exactly `0`',
      change('constraint-tightened', subjectOf('Loan.fee'), shared('fee', {about: 'exclusiveMinimum', old: 0, new: 0}))
    ],
    [
      '`Loan.fee` can now be exactly `9`',
      change('constraint-loosened', subjectOf('Loan.fee'), shared('fee', {about: 'maximum', old: 9, new: 9}))
    ],
    [
      'the maximum length of `Loan.note` is now `100` (previously unlimited)',
      change('constraint-tightened', subjectOf('Loan.note'), shared('note', {about: 'maxLength', new: 100}))
    ],
    [
      '`Loan.note` can now contain values other than `A` and `B`',
      change('constraint-loosened', subjectOf('Loan.note'), shared('note', {about: 'enum', old: ['A', 'B']}))
    ],
    [
      '`Loan.tags` can now repeat items',
      change(
        'constraint-loosened',
        subjectOf('Loan.tags'),
        shared('tags', {about: 'uniqueItems', old: true, new: false})
      )
    ],
    [
      'what `unevaluatedProperties` rejects in `Loan` changed',
      change('constraint-changed', subjectOf('Loan.*'), shared('', {about: 'unevaluatedProperties'}))
    ],
    [
      '`not` of `Loan` changed',
      change('constraint-changed', subjectOf('Loan.*'), shared('', {about: 'not', old: [{}], new: [{a: 1}]}))
    ],
    [
      '`b` in the request body of `POST /v1/loans` is now required when `a` is sent',
      change('constraint-tightened', LEND, {about: 'dependentRequired', new: {dependentRequired: {a: ['b']}}, ...body})
    ],
    [
      '`b` and `c` in the request body of `POST /v1/loans` are no longer required when `a` is sent',
      change('constraint-loosened', LEND, {
        about: 'dependentRequired',
        old: {dependentRequired: {a: ['b', 'c']}},
        ...body
      })
    ],
    [
      '`dependentRequired` of the request body of `POST /v1/loans` changed',
      change('constraint-changed', LEND, {about: 'dependentRequired', new: {dependentRequired: {a: ['b']}}, ...body})
    ],
    [
      '`pattern` in the request body of `POST /v1/loans` was added',
      change('constraint-changed', LEND, {
        about: 'pattern',
        where: {new: {source: 'new.yaml', pointer: '/components/schemas/Loan/properties/pattern'}},
        ...body
      })
    ],
    [
      '`Loan.kind` was added',
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
      '`unevaluatedItems` of `Loan` changed from `true` to `false`',
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
      '`patternProperties` of `Loan` changed',
      change('constraint-loosened', subjectOf('Loan.*'), shared('', {about: 'patternProperties'}))
    ],
    [
      '`Loan` now restricts undocumented fields',
      change(
        'constraint-tightened',
        subjectOf('Loan.*'),
        shared('', {about: 'additionalProperties', old: true, new: {}})
      )
    ],
    [
      '`Loan` no longer restricts undocumented fields',
      change('constraint-loosened', subjectOf('Loan.*'), shared('', {about: 'additionalProperties', old: {}}))
    ],
    [
      '`minContains` of `Loan` is now `2`',
      change('constraint-tightened', subjectOf('Loan.*'), shared('', {about: 'minContains', new: 2}))
    ],
    [
      'the default of `Loan.open` changed from `true` to `"true"`',
      change('default-changed', subjectOf('Loan.open'), shared('open', {about: 'default', old: true, new: 'true'}))
    ],
    [
      'the type of `Loan.due` changed from `integer` to `string` or `null`',
      change('type-changed', subjectOf('Loan.due'), shared('due', {old: ['integer'], new: ['string', 'null']}))
    ],
    [
      'the type of `Loan.due` is no longer specified (was `integer`)',
      change('type-changed', subjectOf('Loan.due'), shared('due', {old: ['integer']}))
    ],
    [
      '`Loan.due` declares its type in another place (`integer`)',
      change('type-changed', subjectOf('Loan.due'), shared('due', {old: ['integer'], new: ['integer']}))
    ],
    [
      'the parameter `branch` of `GET /v1/loans` moved from query to header',
      change('moved', LOANS, {about: 'branch', old: 'query', new: 'header'})
    ],
    [
      'the `200` response of `GET /v1/loans` can now be `text/csv`',
      change('media-type-added', LOANS, inResponse('', {about: 'text/csv'}))
    ],
    [
      '`POST /v1/loans` no longer accepts `text/csv`',
      change('media-type-removed', LEND, inBody('', {about: 'text/csv'}))
    ],
    [
      'the sunset date of `GET /v1/loans` moved earlier, from `2027-06-01` to `2027-01-01`',
      change('sunset-moved-earlier', LOANS, {old: '2027-06-01', new: '2027-01-01'})
    ],
    [
      'the sunset date of `GET /v1/loans` changed from `v2.8` to `v2.10`',
      change('sunset-moved-earlier', LOANS, {old: 'v2.8', new: 'v2.10'})
    ],
    [
      '`Loan.note` now defaults to `null`',
      change('default-added', subjectOf('Loan.note'), shared('note', {about: 'default', new: null}))
    ],
    [
      'the `description` of `Loan.note` changed',
      change('documentation-changed', subjectOf('Loan.note'), shared('note', {about: 'description'}))
    ]
  ])('is right: %s', (words, about) => {
    expect(formatChange(about)).toBe(words)
  })

  test('shortens long values visibly', () => {
    const about = change('default-changed', subjectOf('Loan.note'), shared('note', {old: 'x'.repeat(90), new: ''}))
    expect(formatChange(about)).toBe(`the default of \`Loan.note\` changed from \`${'x'.repeat(59)}…\` to \`""\``)
  })

  test.each(KINDS)('is complete with whatever details are known: %s', kind => {
    for (const about of [change(kind, LOANS), change(kind, subjectOf('Loan.due'), shared('due'))]) {
      const words = formatChange(about)
      expect(words).toMatch(/`(GET \/v1\/loans|Loan(\.due)?)`/)
      expect(words).not.toMatch(/undefined|\s{2}|\s$|^\s/)
    }
  })
})

describe('counterexamples', () => {
  const proofs = {response: {is: 'breaks', witness: {due: null}, at: ''}} as const

  test('are shown at the place of the value, or of the object of a field', () => {
    const value = change('null-allowed', subjectOf('Loan.due'), shared('due', {proofs}))
    expect(witnessesOf(value)).toMatchObject([
      {side: 'response', value: {due: null}, where: 'GET /v1/loans, response 200 application/json, [].due'}
    ])
    const field = change('field-optional', subjectOf('Loan.due'), shared('due', {about: 'due', proofs}))
    expect(witnessesOf(field)[0]?.where).toBe('GET /v1/loans, response 200 application/json, []')
  })

  test('are shown at the path that the proof states', () => {
    const at = {response: {is: 'breaks', witness: 'x', at: 'name'}} as const
    const about = change('type-changed', subjectOf('Loan.due'), shared('due', {proofs: at}))
    expect(witnessesOf(about)[0]?.where).toBe('GET /v1/loans, response 200 application/json, [].name')
  })
})

test('each operation is listed once', () => {
  const reaches = [
    reach('GET /v1/loans', 'response'),
    reach('GET /v1/loans', 'request'),
    reach('POST /v1/loans', 'request')
  ]
  expect(affectedOperationNames(reaches)).toEqual(['GET /v1/loans', 'POST /v1/loans'])
})

test('operations with other verdicts are distinguished by stability, else by side', () => {
  const clause = {policy: 'p', revision: 'r', pointer: ''}
  const ruling = {clause, missing: [], ground: 'review'} as const
  const about = change('value-added', subjectOf('Loan.status'))
  const [ga, beta] = [{stability: 'ga'}, {stability: 'beta'}]
  const response = {...ruling, verdict: 'violation', reaches: [reach('GET /v1/loans', 'response')]} as const
  const other = {...ruling, verdict: 'compliant', reaches: [reach('POST /v1/loans', 'request')]} as const
  const split = (...rulings: Parameters<typeof formatSplitVerdict>[0]['rulings']) =>
    formatSplitVerdict({change: about, verdict: 'violation', breaks: 'yes', effects: {}, rulings})
  expect(split({...response, ...ga})).toBeUndefined()
  expect(split({...response, ...ga}, {...other, ...beta})).toBe(
    'not allowed (ga) for 1 operation and allowed (beta) for 1'
  )
  expect(split({...response, ...ga}, {...other, ...ga})).toBe(
    'not allowed (ga, in the response) for 1 operation and allowed (ga, in the request) for 1'
  )
})

test('only the first of many missing facts are listed', () => {
  const missing = ['a', 'b', 'c', 'd', 'e'].map(of => ({fact: 'stability', of}))
  const clause = {policy: 'p', revision: 'r', pointer: ''}
  expect(formatVerdictReason({verdict: 'undetermined', ground: 'open', clause, missing, reaches: []})).toBe(
    'what the policy requires depends on missing facts; missing: the stability of `a`, the stability of `b`, the stability of `c`, and 2 more'
  )
})

describe('the catalog of changes', () => {
  test('has every kind once', () => {
    expect(
      topicsOf('openapi')
        .flatMap(({kinds}) => Object.keys(kinds))
        .toSorted()
    ).toEqual(KINDS.toSorted())
  })

  test.each(KINDS)('has an example for `%s` whose documents are valid and differ', kind => {
    const {example} = OPENAPI_CATALOG[kind] as {example?: string}
    if (example === undefined) return
    const {old, new: fresh} = splitExample(example)
    expect(load(old)).toMatchObject({openapi: expect.stringMatching(/^3\./)})
    expect(load(fresh)).not.toEqual(load(old))
  })

  test('has no example only for kinds that people declare', () => {
    const without = KINDS.filter(kind => !('example' in OPENAPI_CATALOG[kind]))
    expect(without.toSorted()).toEqual([
      'behavior-changed',
      'field-writable-added',
      'opaque-format-changed',
      'order-changed',
      'rate-limit-stricter',
      'renamed'
    ])
  })
})

test.each([
  ['now requires `apiKey query Card` instead of `apiKey header Card`', 'apiKey header Card', 'apiKey query Card'],
  ['now requires `http bearer` instead of `http basic`', 'http basic', 'http bearer'],
  ['now requires `desk (write)` instead of `desk (read)`', 'desk (read)', 'desk (write)'],
  ['now requires `card`', 'nothing', 'card'],
  ['now also requires `desk (read)`', 'card', 'card and desk (read)'],
  ['now also requires the scope `write` of `desk`', 'desk (read)', 'desk (read, write)'],
  ['now requires `card` and `desk` instead of `card` or `desk`', 'card, or desk', 'card and desk'],
  ['no longer accepts `card`; use `desk`', 'card, or desk', 'desk'],
  ['no longer accepts `pass`; use `card` and `desk`', 'card and desk, or pass', 'card and desk'],
  [
    'now requires either `card` and `desk`, or `pass (read)`, instead of either `card` and `desk`, or `pass`',
    'card and desk, or pass',
    'card and desk, or pass (read)'
  ]
])('stricter security is worded: `GET /v1/loans` %s', (words, old, fresh) => {
  expect(formatChange(change('security-stricter', LOANS, {old, new: fresh}))).toBe(`\`GET /v1/loans\` ${words}`)
})

test.each([
  ['no longer requires `card`', 'card', 'nothing'],
  ['no longer requires `desk`', 'card and desk', 'card'],
  ['now also accepts `desk`', 'card', 'card, or desk'],
  ['no longer requires the scope `write` of `desk`', 'desk (read, write)', 'desk (read)']
])('looser security is worded: `GET /v1/loans` %s', (words, old, fresh) => {
  expect(formatChange(change('security-looser', LOANS, {old, new: fresh}))).toBe(`\`GET /v1/loans\` ${words}`)
})

describe('newly documented fields', () => {
  const documented = (proofs: Change['proofs']): string =>
    formatChange(
      change(
        'constraint-changed',
        subjectOf('Loan.kind'),
        shared('kind', {
          about: 'kind',
          where: {new: {source: 'new.yaml', pointer: '/components/schemas/Loan/properties/kind'}},
          proofs
        })
      )
    )

  test('are added if nothing is narrowed, and documented if values are rejected', () => {
    expect(documented({request: {is: 'keeps'}})).toBe('`Loan.kind` was added')
    expect(documented({request: {is: 'breaks', witness: 1, at: ''}})).toBe(
      "`Loan.kind` is now documented; values that don't match its schema are rejected"
    )
    expect(documented({response: {is: 'breaks', witness: 1, at: ''}})).toBe(
      '`Loan.kind` is now documented and can have values that were not possible before'
    )
  })
})

describe('the example of a counterexample', () => {
  const example = (kind: ChangeKind, subject: string, more: Partial<Change>): string =>
    witnessesOf(change(kind, subjectOf(subject), more))
      .map(each => formatPieces(witnessPieces(each)))
      .join(' ')
  const breaks = (witness: unknown, at = '') => ({is: 'breaks', witness, at}) as const

  test.each<[string, ChangeKind, string, Partial<Change>]>([
    [
      'Example: `GET /v1/loans` can now return `"due": null` in an item.',
      'null-allowed',
      'Loan.due',
      shared('due', {proofs: {response: breaks(null)}})
    ],
    [
      'Example: the response can now contain `"due": ""`.',
      'type-changed',
      'GET /v1/loans',
      inResponse('due', {proofs: {response: breaks('')}})
    ],
    [
      'Example: `?limit=closed` was accepted and is now rejected.',
      'value-removed',
      'GET /v1/loans',
      {...limit, proofs: {request: breaks('closed')}}
    ],
    [
      'Example: `"due": ""` was accepted and is now rejected.',
      'constraint-tightened',
      'POST /v1/loans',
      inBody('due', {proofs: {request: breaks('')}})
    ],
    [
      'Example: `GET /v1/loans` can now omit `due` in an item.',
      'field-optional',
      'Loan.due',
      shared('due', {about: 'due', proofs: {response: breaks({note: 'x'.repeat(300)})}})
    ],
    [
      'Example: `GET /v1/loans` no longer returns `due` in an item.',
      'field-removed',
      'Loan.due',
      shared('due', {about: 'due', proofs: {response: breaks({})}})
    ],
    [
      'Example: a request without `due` was accepted and is now rejected.',
      'field-required',
      'POST /v1/loans',
      inBody('due', {proofs: {request: breaks({})}})
    ],
    [
      'Example: `GET /v1/loans` can now return a string of 101 characters as `note` in an item.',
      'constraint-loosened',
      'Loan.note',
      shared('note', {about: 'maxLength', proofs: {response: breaks('x'.repeat(101))}})
    ]
  ])('is right: %s', (words, kind, subject, more) => {
    expect(example(kind, subject, more)).toBe(words)
  })
})
