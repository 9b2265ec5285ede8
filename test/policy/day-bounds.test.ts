// The days at the edges of what a policy allows: the first and the last one, and months whose days aren't known.
import {describe, expect, it} from 'vitest'
import sunsetTooEarly from '../../rules/sunset-too-early.ts'
import {dueOf} from '../../src/app/due.ts'
import {parseLength} from '../../src/inputs/config/policy-format.ts'
import {judgeAll, lint} from '../../src/lint.ts'
import type {Lifecycle} from '../../src/model/lifecycle/lifecycle.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import {earliestEndOfSupport} from '../../src/policy/earliest-end-of-support.ts'
import {endStatusOf} from '../../src/policy/end-status.ts'
import {dueDay, latestStart} from '../../src/policy/notice/durations.ts'
import {isAfterAdoption} from '../../src/policy/violations.ts'
import {historyOf, policyOf} from '../reading.ts'

const V1 = 'GET /v1/loans'
const policyWith = (ga: string): string =>
  `name: p\nstabilities: [beta, ga]\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: ${ga}, beta: none}\n`
const textOf = (...entries: readonly string[]): string =>
  `service: Lending Library API\nreleases:\n${entries.map(each => `  - {${each}}\n`).join('')}`
const lifeOf = ({lifecycles}: {readonly lifecycles: readonly Lifecycle[]}): Lifecycle => {
  const life = lifecycles.find(({subject}) => formatSubject(subject) === V1)
  if (!life) throw new Error(`${V1} isn't in the history`)
  return life
}
/** The verdict on the removal, or on the sunset. */
const judge = (ga: string, ...entries: readonly string[]): string | undefined =>
  judgeAll(historyOf(textOf(...entries)), policyOf(policyWith(ga)))[0]?.verdict

const ADDED = `release: "1.0", date: 2024-01-10, changes: [{added: ${V1}}]`
const deprecatedWith = (sunset: string): string =>
  `release: "1.1", date: 2024-02-10, changes: [{deprecated: ${V1}, sunset: ${sunset}}]`
const removedOn = (date: string): string => `release: "2.0", date: ${date}, changes: [{removed: ${V1}}]`

describe('a sunset in June 2025', () => {
  it.each([
    ['2025-05-31', 'violation'],
    ['2025-06-01', 'undetermined'],
    ['2025-06-29', 'undetermined'],
    ['2025-06-30', 'compliant'],
    ['2025-07-01', 'compliant'],
    ['2025-05', 'violation'],
    ['2025-06', 'undetermined'],
    ['2025-07', 'compliant']
  ])('and a removal on %s is %s', (date, verdict) => {
    expect(judge('{notice: 1 month}', ADDED, deprecatedWith('2025-06'), removedOn(date))).toBe(verdict)
  })

  it.each([
    ['2025-06', '2025-06-30'],
    ['2025-06-01', '2025-06-01'],
    ['2025-06-30', '2025-06-30'],
    ['2025', '2025-12-31']
  ])('written as %s is allowed to be kept on %s', (sunset, day) => {
    const history = historyOf(textOf(ADDED, deprecatedWith(sunset)), '2024-06-01')
    expect(earliestEndOfSupport(lifeOf(history), policyOf(policyWith('{notice: 1 month}')), history)).toMatchObject({
      ...{kind: 'day', day}
    })
  })
})

describe('a removal on a day of the year that the policy lists', () => {
  const LISTED = '{notice: 1 month, endWindow: ["06-01", "12-01"]}'
  const NOTICE = `release: "1.1", date: 2024-02-10, changes: [{deprecated: ${V1}}]`

  it.each([
    ['2025-05-31', 'violation'],
    ['2025-06-01', 'compliant'],
    ['2025-06-02', 'violation'],
    ['2025-05', 'violation'],
    ['2025-06', 'undetermined'],
    ['2025-07', 'violation'],
    ['2025', 'undetermined']
  ])('on %s is %s', (date, verdict) => {
    expect(judge(LISTED, ADDED, NOTICE, removedOn(date))).toBe(verdict)
  })
})

describe('a notice of a month from 2025-05-15', () => {
  const NOTICE = `release: "1.1", date: 2025-05-15, changes: [{deprecated: ${V1}}]`

  it.each([
    ['2025-06-14', 'violation'],
    ['2025-06-15', 'compliant'],
    // Over on some days of the month.
    ['2025-06', 'undetermined'],
    ['2025-05', 'violation'],
    ['2025-07', 'compliant']
  ])('is enough for a removal on %s: %s', (date, verdict) => {
    expect(judge('{notice: 1 month}', ADDED, NOTICE, removedOn(date))).toBe(verdict)
  })

  it('that is over on the last day of a month may be enough for a removal in it', () => {
    const late = `release: "1.1", date: 2025-05-30, changes: [{deprecated: ${V1}}]`
    expect(judge('{notice: 1 month}', ADDED, late, removedOn('2025-06'))).toBe('undetermined')
    expect(judge('{notice: 31 days}', ADDED, late, removedOn('2025-06'))).toBe('undetermined')
    expect(judge('{notice: 32 days}', ADDED, late, removedOn('2025-06'))).toBe('violation')
  })
})

it.each([
  ['2025-05-31', 'ending'],
  ['2025-06-01', 'ending'],
  ['2025-06-02', undefined]
])('an endpoint deprecated on %s is ending on 2025-06-01: %s', (day, kind) => {
  const history = historyOf(textOf(ADDED, `release: "1.1", date: ${day}, changes: [{deprecated: ${V1}}]`), '2025-06-01')
  expect(endStatusOf(lifeOf(history), policyOf(policyWith('{notice: 1 month}')), history)?.kind).toBe(kind)
})

it.each<[date: string, isAfter: boolean]>([
  ['2025-03-09', false],
  ['2025-03-10', true],
  ['2025-03-11', true],
  ['2025-03', false],
  ['2025-04', true]
])('a release of %s is held to an adoption on 2025-03-10: %s', (date, isAfter) => {
  const history = {...historyOf(textOf(`release: "1.0", date: ${date}`)), adopted: '2025-03-10'}
  expect(isAfterAdoption(0, history)).toBe(isAfter)
  expect(isAfterAdoption(0, historyOf(textOf(`release: "1.0", date: ${date}`)))).toBe(false)
})

const lengthOf = (text: string) => {
  const length = parseLength(text)
  if (!length) throw new Error(text)
  return length
}

describe('phases that follow each other', () => {
  const phases = {consecutive: [lengthOf('12 months'), lengthOf('6 months'), lengthOf('30 days')]}

  it.each([
    ['2024-01-10', '2025-08-09'],
    ['2024-08-31', '2026-03-30']
  ])('from %s are over on %s', (from, until) => {
    expect(dueDay(from, phases)).toBe(until)
    expect(latestStart(until, phases)).toBe(from)
  })
})

it.each([
  ['13 months', '2025-02-28', '2024-01-31'],
  ['1 month', '2025-03-01', '2025-02-01'],
  ['30 days', '2025-03-31', '2025-03-01'],
  ['1 year', '2025-02-28', '2024-02-29'],
  ['0 days', '2025-03-31', '2025-03-31']
])('%s that end on %s begin on %s at the latest', (length, end, start) => {
  expect(latestStart(end, lengthOf(length))).toBe(start)
})

describe('the revision of a policy in force', () => {
  const POLICY = `
name: p
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 1 month}}
revisions:
  - {revision: short}
  - {revision: long, from: 2025-03-10, guarantees: {ga: {notice: 24 months}}}
`
  const revisionOf = (deprecated: string): string | undefined => {
    const notice = `release: "1.1", date: ${deprecated}, changes: [{deprecated: ${V1}}]`
    const [judgment] = judgeAll(historyOf(textOf(ADDED, notice, removedOn('2026-01-10'))), policyOf(POLICY))
    return judgment && `${judgment.clause.revision} ${judgment.verdict}`
  }

  it.each([
    ['2025-03-09', 'short compliant'],
    ['2025-03-10', 'long violation'],
    ['2025-03-11', 'long violation'],
    ['2025-02', 'short compliant'],
    ['2025-04', 'long violation']
  ])('at a deprecation on %s is %s', (day, expected) => {
    expect(revisionOf(day)).toBe(expected)
  })
})

it.each([
  ['2026-02', ['sunset-too-early']],
  ['2026-03-09', ['sunset-too-early']],
  ['2026-03', []],
  ['2026-03-10', []]
])('a sunset of %s is reported as too early by %j, if the first allowed day is 2026-03-10', (sunset, rules) => {
  const entry = `release: "1.1", date: 2025-02-10, changes: [{deprecated: ${V1}, sunset: ${sunset}}]`
  const history = historyOf(textOf(ADDED, entry), '2025-03-01')
  const {findings} = lint(history, policyOf(policyWith('{notice: 13 months}')), [sunsetTooEarly])
  expect(findings.map(({rule}) => rule)).toEqual(rules)
})

it.each([
  ['2025-05-31', 'coming'],
  ['2025-06-01', 'now'],
  ['2025-06-02', 'overdue']
])('a sunset on 2025-06-01 is, as of %s, %s', (asOf, state) => {
  const history = historyOf(textOf(ADDED, deprecatedWith('2025-06-01')), asOf)
  const due = dueOf(lifeOf(history), '2025-12-31', {history, policy: policyOf(policyWith('{notice: 1 month}'))})
  expect(due.map(each => each.state)).toEqual([state])
})
