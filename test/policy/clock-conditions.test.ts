// Which statements start a notice, and which of them decides about a successor and about the revision of a policy.
import {describe, expect, it} from 'vitest'
import {judgeAll} from '../../src/lint.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import {revisionStartOf} from '../../src/policy/notice/revisions.ts'
import {historyOf, policyOf} from '../reading.ts'

const V1 = 'GET /v1/loans'
const policyWith = (ga: string, more = ''): string =>
  `name: p\nstabilities: [ga]\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: ${ga}}\n${more}`
const textOf = (...entries: readonly string[]): string =>
  `service: Lending Library API\nreleases:\n${entries.map(each => `  - {${each}}\n`).join('')}`
const judgmentOf = (policy: string, ...entries: readonly string[]) =>
  judgeAll(historyOf(textOf(...entries)), policyOf(policy)).find(({subject}) => formatSubject(subject) === V1)

const ADDED = `release: "1.0", date: 2024-01-10, changes: [{added: ${V1}}]`
const MAIL = `on: 2024-02-10, changes: [{deprecated: ${V1}}]`
const MARKED = `release: "1.1", date: 2024-08-10, changes: [{deprecated: ${V1}}]`
const removedOn = (date: string): string => `release: "2.0", date: ${date}, changes: [{removed: ${V1}}]`

describe('a mail in February and a mark in August', () => {
  it.each([
    ['announcement', '2024-08-09', 'violation'],
    ['announcement', '2024-08-10', 'compliant'],
    ['release', '2025-02-09', 'violation'],
    ['release', '2025-02-10', 'compliant'],
    ['[announcement, release]', '2024-08-11', 'compliant']
  ])('before a notice of 6 months that starts with the %s, and a removal on %s: %s', (starts, date, verdict) => {
    const policy = policyWith(`{notice: 6 months, starts: ${starts}}`)
    expect(judgmentOf(policy, ADDED, MAIL, MARKED, removedOn(date))?.verdict).toBe(verdict)
  })

  it.each([
    ['2024-02-09', 'announcement', 'compliant'],
    ['2024-02-10', 'announcement', 'compliant'],
    ['2024-02-11', 'announcement', 'violation'],
    ['2024-09-10', 'announcement', 'violation'],
    ['2024-09-10', 'end', 'compliant'],
    ['2025-09-11', 'end', 'violation']
  ])('and a successor of %s that has to be there before the %s: %s', (date, before, verdict) => {
    const policy = policyWith(`{notice: 6 months, successor: {stability: same, before: ${before}}}`)
    const entries = [
      ADDED,
      `on: 2024-02-10, changes: [{deprecated: ${V1}, replacement: GET /v2/loans}]`,
      `release: "1.1", date: 2024-08-10, changes: [{deprecated: ${V1}, replacement: GET /v2/loans}]`,
      removedOn('2025-09-10')
    ]
    const dayOf = (entry: string): string => /\d{4}-\d{2}-\d{2}/.exec(entry)?.[0] ?? ''
    const added = `release: "1.5", date: ${date}, changes: [{added: GET /v2/loans}]`
    const sorted = [added, ...entries].sort((one, other) => dayOf(one).localeCompare(dayOf(other)))
    expect(judgmentOf(policy, ...sorted)?.verdict).toBe(verdict)
  })
})

it('the revision in force at the announcement decides, also if the period counts from the introduction', () => {
  const policy = policyWith(
    '{notice: 1 month, starts: [introduction, announcement]}',
    `revisions:
  - {revision: short}
  - {revision: long, from: 2024-06-01, guarantees: {ga: {notice: 24 months, starts: [introduction, announcement]}}}
`
  )
  const judgment = judgmentOf(policy, ADDED, MARKED, removedOn('2025-09-10'))
  expect([judgment?.clause.revision, judgment?.verdict]).toEqual(['long', 'violation'])
})

describe('the level of an endpoint without its mark of a beta', () => {
  const POLICY = `
name: p
stabilities: [beta, ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {beta: none, ga: {notice: 1 month}}
`
  const MARKED_BETA = `release: "1.0", date: 2024-01-10, changes: [{added: ${V1}, stability: beta}]`
  const lost = `{changed: ${V1}, kind: stability-changed, breaking: false}`
  const gone = `{removed: ${V1}}`

  it.each([
    ['is that of the mark in the release that drops both', [[lost, gone]], 'exempt'],
    ['is that of its path in a later release', [[lost], [gone]], 'violation']
  ])('%s', (_, releases, verdict) => {
    const entries = releases.map(
      (lines, at) => `release: "${at + 2}.0", date: 2025-0${at + 1}-10, changes: [${lines.join(', ')}]`
    )
    expect(judgmentOf(POLICY, MARKED_BETA, ...entries)?.verdict).toBe(verdict)
  })
})

describe('a revision with an unknown start', () => {
  const policy = policyOf(`
name: p
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 1 month}}
revisions:
  - {revision: first, from: 2023-03-10}
  - {revision: second, from: unknown}
  - {revision: third, from: 2025-03-10}
`)

  it.each([
    ['2025-03-09', '2025-03-09'],
    ['2025-03-10', '2025-03-10'],
    ['2026-01-01', '2025-03-10']
  ])('began, as of %s, between its neighbors and by %s', (asOf, latest) => {
    const [, second] = policy.revisions
    const {timeline} = historyOf(textOf(ADDED), asOf)
    expect(second && revisionStartOf(policy, second, timeline)?.when).toEqual({earliest: '2023-03-10', latest})
  })
})
