// What a change may not take back of a history: levels, sunsets, and introductions that bind a removal.
import {describe, expect, it} from 'vitest'
import {findWeakened, weakenedPast} from '../../src/gate/past/weakened-past.ts'
import {readHistoryText} from '../../src/inputs/history/file.ts'
import {policyOf} from '../reading.ts'

const ASOF = '2025-06-01'
const POLICY = `
name: p
stabilities: [beta, ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 1 month, lifetime: 1 year}, beta: {notice: 1 month}}
`
const declared = (...lines: readonly string[]) =>
  readHistoryText(
    `service: Lending Library API\nreleases:\n${lines.map((line, at) => `  - {release: "1.${at}", date: 2024-0${at + 1}-10, changes: [${line}]}\n`).join('')}`,
    'history.yaml'
  ).declared
const weakened = (before: readonly string[], after: readonly string[]): string[] =>
  findWeakened(declared(...before), declared(...after), {asOf: ASOF, policy: policyOf(POLICY)}).map(({fact}) => fact)

describe('the level of an endpoint whose path has none', () => {
  const lineOf = (stability: string | undefined): string =>
    `{added: GET /loans${stability === undefined ? '' : `, stability: ${stability}`}}`

  it.each([
    ['ga', 'ga', []],
    ['beta', 'ga', []],
    ['ga', 'beta', ['stability']],
    ['ga', undefined, ['stability']],
    ['beta', undefined, ['stability']],
    [undefined, 'beta', []]
  ])('is changed from %s to %s, which weakens %j', (was, is, facts) => {
    expect(weakened([lineOf(was)], [lineOf(is)])).toEqual(facts)
  })
})

describe('a sunset', () => {
  const linesOf = (sunset: string | undefined): readonly string[] => [
    '{added: GET /v1/loans}',
    `{deprecated: GET /v1/loans${sunset === undefined ? '' : `, sunset: ${sunset}`}}`
  ]

  it.each([
    ['2025-09-10', '2025-09-10', []],
    ['2025-09-10', '2025-09-11', []],
    ['2025-09-10', '2025-09-09', ['sunset']],
    ['2025-09-10', '2025-09', ['sunset']],
    ['2025-09', '2025-09-30', []],
    ['2025-09', '2025-09-29', ['sunset']],
    ['2025-09', '2025-08-31', ['sunset']],
    ['2025-09-10', undefined, ['sunset']],
    // One that was reached binds nothing any longer.
    ['2025-06-01', '2025-05-31', []],
    ['2025-06-02', '2025-06-01', ['sunset']]
  ])('is changed from %s to %s, which weakens %j', (was, is, facts) => {
    expect(weakened(linesOf(was), linesOf(is))).toEqual(facts)
  })
})

it.each([
  ['GET /v1/loans', []],
  ['GET /v1/fees', ['introduction']]
])('an introduction of GET /v1/loans becomes one of %s, which weakens %j', (subject, facts) => {
  const last = '{deprecated: GET /v1/loans}'
  expect(weakened(['{added: GET /v1/loans}', last], [`{added: ${subject}}`, last])).toEqual(facts)
})

describe('a change of the past on 2025-06-01', () => {
  const before = declared('{added: GET /loans, stability: ga}')
  const now = declared('{added: GET /loans}')
  const stateOf = (file: unknown, adopted?: string) => ({
    ...{path: 'history.yaml', file: {declared: file}, judge: {policy: policyOf(POLICY), assumed: false}},
    config: adopted === undefined ? undefined : {adopted: {day: adopted}}
  })
  const found = (adopted: string | undefined, more: object = {}): number | undefined => {
    const rules = {
      own: stateOf(now),
      target: {...stateOf(before, adopted), id: 'a', isChanged: true, label: 'main', isOwn: false},
      isTargetAlone: false,
      ...more
    }
    return weakenedPast(rules as unknown as Parameters<typeof weakenedPast>[0], ASOF).weakened?.length
  }

  it.each([
    [undefined, 1],
    ['2025-05-31', 1],
    ['2025-06-01', undefined],
    ['2025-06-02', 1]
  ])('that a maintainer accepted for %s weakens facts: %s', (adopted, count) => {
    expect(found(adopted)).toBe(count)
  })

  it('that only the target made weakens nothing', () => {
    expect(found(undefined, {isTargetAlone: true})).toBeUndefined()
  })

  it('weakens nothing that the target got since the change began', () => {
    const began = {...stateOf(now), id: 'b', isChanged: true, label: 'main', isOwn: false}
    expect(found(undefined, {began})).toBe(0)
    expect(found(undefined, {began: {...began, ...stateOf(before)}})).toBe(1)
  })
})
