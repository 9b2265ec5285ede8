import {load} from 'js-yaml'
import {describe, expect, test} from 'vitest'
import {readLifecycle} from '../../../../packages/openapi/src/read/lifecycle-extensions.ts'
import {normalizeDay} from '../../../../src/model/time/normalize-day.ts'
import {sample} from '../../../tier.ts'
import {details, openapi} from '../openapi-documents.ts'

const PLACE = {source: 'library.yaml', pointer: '/paths/~1loans/get'}

/** The facts without their places. */
const factsOf = (life: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(life).map(([key, fact]) => [key, fact.value]))

test.each(
  sample([
    ['2026-12-20', '2026-12-20'],
    [' 2026-12-20 ', '2026-12-20'],
    ['2026-12-20T12:00:00Z', '2026-12-20'],
    ['2026-12-20T12:00:00.000+00:00', '2026-12-20'],
    ['2026-12-20T23:30:00-05:00', '2026-12-21'],
    ['2026-12-20 12:00:00', '2026-12-20'],
    ['Sun, 20 Dec 2026 00:00:00 GMT', '2026-12-20'],
    ['@1797724800', '2026-12-20'],
    ['soon', 'soon'],
    ['2026-13-45', '2026-13-45'],
    ['2026-13-45T00:00:00Z', '2026-13-45T00:00:00Z'],
    ['Sun, 99 Dec 2026 00:00:00 GMT', 'Sun, 99 Dec 2026 00:00:00 GMT'],
    ['@99999999999', '5138-11-16'],
    ['3.2', '3.2'],
    ['2026-12', '2026-12']
  ])
)('the date %j is normalized to %j', (written, day) => {
  expect(normalizeDay(written)).toBe(day)
})

test.each(
  sample([
    ['deprecated: true', {deprecated: true}],
    ['deprecated: false', {deprecated: false}],
    ['{deprecated: false, x-deprecated: true}', {deprecated: false}],
    ['x-deprecated: use another', {deprecated: true}],
    ["x-deprecated-since: '2026-01-02'", {since: '2026-01-02'}],
    ['x-deprecatedInVersion: 52', {since: '52'}],
    ["x-deprecation-date: '2026-01-02'", {since: '2026-01-02'}],
    [
      "x-github: {deprecationDate: '2026-01-02', removalDate: '2026-02-03'}",
      {since: '2026-01-02', sunset: '2026-02-03'}
    ],
    [
      "x-ms-deprecation: {date: '2026-01-02T00:00:00Z', removalDate: '2026-02-03T00:00:00Z', version: 2026-01/Loans}",
      {deprecated: true, since: '2026-01-02', sunset: '2026-02-03'}
    ],
    [
      "x-sap-stateInfo: {state: Deprecated, deprecationDate: '2026-01-02', decommissionedDate: '2026-02-03', successorApi: /v2}",
      {deprecated: true, since: '2026-01-02', sunset: '2026-02-03', replacement: '/v2'}
    ],
    ['x-sap-stateInfo: {state: DECOMMISSIONED}', {deprecated: true, decommissioned: true}],
    ['x-sap-stateInfo: {state: Active}', {}],
    ['x-sap-stateInfo: {state: Beta}', {stability: 'beta'}],
    ["{x-sunset: '2026-02-03', x-sunset-date: '2027-01-01'}", {sunset: '2026-02-03'}],
    ['x-sunset: soon', {sunset: 'soon'}],
    ['x-sunset: null', {}],
    ['x-stability-level: Draft', {stability: 'draft'}],
    ['{x-stability: stable, x-beta: true}', {stability: 'stable'}],
    ['x-beta: true', {stability: 'beta'}],
    ['x-beta: false', {}],
    ['x-state: Beta', {stability: 'beta'}],
    ['x-unstable: This endpoint may change.', {stability: 'beta'}],
    ['x-oaiMeta: {beta: true}', {stability: 'beta'}],
    ['x-replaced-by: GET /v2/loans', {replacement: 'GET /v2/loans'}],
    ['x-replaced-by: [GET /v2/loans, GET /v2/shelves]', {replacement: 'GET /v2/loans, GET /v2/shelves'}],
    ['x-addedInVersion: 49', {added: '49'}],
    ['type: string', {}],
    ['[1]', {}]
  ])
)('reads `%s` as %j', (lines, life) => {
  expect(factsOf(readLifecycle(load(lines), PLACE))).toEqual(life)
})

test('each fact has its place', () => {
  expect(readLifecycle({'x-github': {removalDate: '2026-02-03'}}, PLACE).sunset).toEqual({
    value: '2026-02-03',
    place: {...PLACE, pointer: '/paths/~1loans/get/x-github/removalDate'}
  })
})

describe('lifecycle headers of responses', () => {
  const marksOf = (headers: string, operation = '', version = '3.1.0') =>
    details(
      openapi(
        version,
        `paths:
  /loans: {get: {${operation} responses: {'200': {headers: {${headers}}}}}}
components: {schemas: {day: {const: 'Wed, 03 Feb 2027 00:00:00 GMT'}}}`
      )
    ).marks

  test.each(
    sample([
      ["deprecation: {schema: {const: '@1767312000'}}", {deprecated: true, since: '2026-01-02'}],
      ["Deprecation: {schema: {type: string, enum: ['@1767312000']}}", {deprecated: true, since: '2026-01-02'}],
      ["Deprecation: {schema: {}, example: '@1767312000'}", {deprecated: true, since: '2026-01-02'}],
      ["Deprecation: {schema: {}, examples: {a: {value: '@1767312000'}}}", {deprecated: true, since: '2026-01-02'}],
      ['Deprecation: {schema: {type: string}}', {deprecated: true}],
      ["Deprecation: {schema: {const: 'true'}}", {deprecated: true}],
      ["Deprecation: {schema: {const: 'false'}}", {deprecated: false}],
      ["Sunset: {schema: {$ref: '#/components/schemas/day'}}", {sunset: '2027-02-03'}],
      ['Sunset: {schema: {type: string}}', {}],
      ['X-Total: {schema: {default: 3}}', {}]
    ])
  )('`%s` are read as %j', (headers, facts) => {
    expect(factsOf(marksOf(headers))).toEqual(facts)
  })

  test('are overridden by the extensions of the operation', () => {
    const facts = marksOf("Sunset: {schema: {const: 'Wed, 03 Feb 2027 00:00:00 GMT'}}", "x-sunset: '2028-01-01',")
    expect(factsOf(facts)).toEqual({sunset: '2028-01-01'})
  })
})

test('a document can state a lifecycle for all of it', () => {
  const snapshot = openapi('3.0.0', "paths: {}\nx-sap-stateInfo: {state: deprecated, deprecationDate: '2026-01-02'}")
  expect(factsOf(snapshot.marks)).toEqual({deprecated: true, since: '2026-01-02'})
  expect(snapshot.marks.since?.place).toEqual({source: 'library.yaml', pointer: '/x-sap-stateInfo/deprecationDate'})
})
