import {describe, expect, it} from 'vitest'
import {dueOf} from '../../src/app/due.ts'
import {judgeAll} from '../../src/lint.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import type {Policy} from '../../src/model/verdict/policy.ts'
import {
  sayEarliestEndOfSupport,
  sayLatestAnnouncement
} from '../../src/outputs/report/answers/earliest-end-of-support.ts'
import {type EarliestEndOfSupport, earliestEndOfSupport} from '../../src/policy/earliest-end-of-support.ts'
import {latestAnnouncement} from '../../src/policy/latest-announcement.ts'
import {subjectOf} from '../changes.ts'
import {historyOf, policyOf} from '../reading.ts'

const AS_OF = '2025-01-10'
const V1 = 'GET /v1/loans'

const policyWith = (ga: string): string => `
name: library
stabilities: [beta, ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: ${ga}, beta: none}
`

function readInputs(ga: string, releases: string, complete = true) {
  const history = historyOf(
    `service: Lending Library API\n${complete ? '' : 'complete: 2100-01-01\n'}releases:\n${releases}`,
    AS_OF
  )
  const lifecycle = history.lifecycles.find(({subject}) => formatSubject(subject) === V1)
  if (!lifecycle) throw new Error('Unexpected lack of a life')
  return {lifecycle, policy: policyOf(policyWith(ga)), history}
}

function earliestEnd(ga: string, releases: string, complete?: boolean): EarliestEndOfSupport {
  const {lifecycle, policy, history} = readInputs(ga, releases, complete)
  return earliestEndOfSupport(lifecycle, policy, history)
}

const formatEnd = (end: EarliestEndOfSupport): string => sayEarliestEndOfSupport(subjectOf(V1), end)

describe('an overlap with a successor of unknown stability', () => {
  const OVERLAP = '{overlap: 12 months}'
  const RELEASES = `
  - {release: "1.0", date: 2023-01-10, changes: [{added: ${V1}}]}
  - {release: "1.1", date: 2024-06-10, changes: [{added: GET /v2/loans, stability: odd}]}`

  it('ends for certain after the full time, and possibly at once', () => {
    const end = earliestEnd(OVERLAP, RELEASES)
    expect(end).toMatchObject({kind: 'day', day: '2025-06-10'})
    expect(end.earlier).toEqual({missing: [{fact: 'stability', of: 'GET /v2/loans'}]})
    expect(formatEnd(end)).toBe(
      '`GET /v1/loans` can be removed on or after 2025-06-10. An earlier day may be allowed, but the stability of `GET /v2/loans` is unknown.'
    )
  })

  it('is required if the successor is stable, and not if it is less stable', () => {
    expect(earliestEnd(OVERLAP, RELEASES.replace('odd', 'ga'))).toMatchObject({day: '2025-06-10'})
    expect(earliestEnd(OVERLAP, RELEASES.replace('odd', 'ga')).earlier).toBeUndefined()
    expect(earliestEnd(OVERLAP, RELEASES.replace('odd', 'beta'))).toMatchObject({kind: 'any', bounds: []})
  })

  it('is undetermined if it is counted in future releases', () => {
    const end = earliestEnd('{overlap: 2 releases}', RELEASES)
    expect(end.kind).toBe('undetermined')
    expect(end.missing).toContainEqual({fact: 'stability', of: 'GET /v2/loans'})
  })

  it('makes the latest announcement for an earlier removal undetermined', () => {
    const {lifecycle, policy, history} = readInputs(OVERLAP, RELEASES)
    expect(latestAnnouncement(lifecycle, '2025-03-01', policy, history)).toMatchObject({
      kind: 'undetermined',
      missing: [{fact: 'stability', of: 'GET /v2/loans'}]
    })
    expect(latestAnnouncement(lifecycle, '2025-06-10', policy, history).kind).toBe('none-needed')
  })
})

describe('a successor that the policy requires', () => {
  const REQUIRES_SUCCESSOR = '{notice: 3 months, successor: same}'
  const EARLY = '{notice: 3 months, successor: {stability: same, before: announcement}}'
  const FIRST = `
  - {release: "1.0", date: 2023-01-10, changes: [{added: ${V1}}]}`
  const ANNOUNCED = `${FIRST}
  - {release: "1.1", date: 2024-06-10, changes: [{deprecated: ${V1}}]}`

  it('is a condition of the earliest day while there is none', () => {
    for (const complete of [true, false]) {
      const end = earliestEnd(REQUIRES_SUCCESSOR, ANNOUNCED, complete)
      expect(end).toMatchObject({kind: 'day', day: '2024-09-10'})
      expect(formatEnd(end)).toBe(
        '`GET /v1/loans` can be removed on or after 2024-09-10, once its successor is recorded.'
      )
    }
  })

  it('is no condition once it exists', () => {
    const end = earliestEnd(
      REQUIRES_SUCCESSOR,
      `${ANNOUNCED}\n  - {release: "1.2", date: 2024-07-10, changes: [{added: GET /v2/loans}]}`
    )
    expect(formatEnd(end)).toBe('`GET /v1/loans` can be removed on or after 2024-09-10.')
  })

  it('is too late after an announcement that it had to precede', () => {
    const end = earliestEnd(
      EARLY,
      `${ANNOUNCED}\n  - {release: "1.2", date: 2024-07-10, changes: [{added: GET /v2/loans}]}`
    )
    expect(end.kind).toBe('undetermined')
    expect(earliestEnd(EARLY, FIRST)).toMatchObject({kind: 'after'})
  })

  it('leaves the earliest day undetermined while its stability is unknown', () => {
    const end = earliestEnd(
      REQUIRES_SUCCESSOR,
      `${ANNOUNCED}\n  - {release: "1.2", date: 2024-07-10, changes: [{added: GET /v2/loans, stability: odd}]}`
    )
    expect(formatEnd(end)).toBe(
      "It can't be decided when `GET /v1/loans` can be removed: the stability of `GET /v2/loans` is unknown."
    )
  })

  it('is reported as missing in the latest announcement', () => {
    const {lifecycle, policy, history} = readInputs(REQUIRES_SUCCESSOR, FIRST)
    const announcement = latestAnnouncement(lifecycle, '2025-12-01', policy, history)
    expect(sayLatestAnnouncement(subjectOf(V1), '2025-12-01', announcement)).toBe(
      "It can't be decided by when to deprecate `GET /v1/loans` for a removal on 2025-12-01: its successor is unknown. Counting days only, deprecate it on or before 2025-09-01."
    )
  })
})

it('other conditions of the policy are reported as missing in the latest announcement', () => {
  const {lifecycle, history} = readInputs(
    'none',
    `
  - {release: "1.0", date: 2023-01-10, changes: [{added: ${V1}}]}`
  )
  expect(latestAnnouncement(lifecycle, '2025-12-01', policyOf('zalando'), history)).toMatchObject({
    kind: 'undetermined',
    missing: [{fact: 'consent', of: V1}]
  })
})

it('if a successor of unknown age gives the notice, its introduction is missing, not the date of its release', () => {
  const releases = `
  - {release: "1.0", date: 2024-06-10, existing: true, changes: [{added: ${V1}}, {added: GET /v2/loans}]}
  - {release: "1.1", date: 2025-01-02, changes: [{removed: ${V1}}]}`
  const history = historyOf(`service: Lending Library API\nreleases:\n${releases}`, AS_OF)
  const policy = policyOf(
    'name: p\nextends: thirteen-months\nguarantees: {ga: {notice: 13 months, starts: [announcement, {successor: same}], overlap: 13 months, breaking: forbidden}}\n'
  )
  const [judgment] = judgeAll(history, policy)
  expect(judgment).toMatchObject({
    verdict: 'undetermined',
    missing: [{fact: 'introduction', of: 'GET /v2/loans'}]
  })
})

describe('a successor that had to exist before the announcement', () => {
  const REQUIREMENT = '{notice: 1 month, starts: announcement, successor: {stability: any, before: announcement}}'
  const ANNOUNCED_FIRST = `
  - {release: "1.0", date: 2023-01-10, changes: [{added: ${V1}}]}
  - {release: "1.1", date: 2024-06-10, changes: [{deprecated: ${V1}}]}`

  it.each([
    [
      'was released after it',
      `${ANNOUNCED_FIRST}\n  - {release: "1.2", date: 2024-08-10, changes: [{added: GET /v2/loans}]}`
    ],
    ['was never released', ANNOUNCED_FIRST]
  ])('leaves no allowed removal if it %s', (_, releases) => {
    expect(formatEnd(earliestEnd(REQUIREMENT, releases))).toBe(
      "`GET /v1/loans` can't be removed, because it was deprecated before its successor was released. Withdraw the deprecation (`withdrawn:`), and deprecate it again once there is a successor."
    )
  })

  it('may exist if the history is not known to be complete', () => {
    expect(earliestEnd(REQUIREMENT, ANNOUNCED_FIRST, false).isLate).toBeUndefined()
  })
})

describe('an announcement of a prefix that may be older than the endpoint', () => {
  it('gives the whole notice as safe, and an earlier possible day', () => {
    const end = earliestEnd(
      '{notice: 13 months, starts: announcement}',
      `
  - {on: 2022-01-10, changes: [{deprecated: /v1/**, sunset: 2024-10}]}
  - {release: "1.1", date: 2024-10, changes: [{added: ${V1}}]}`
    )
    expect(end).toMatchObject({kind: 'after', earlier: {day: '2025-11-01'}})
  })
})

describe('what only a new major version may remove', () => {
  const majorsOnly = (notice: string): Policy =>
    policyOf(
      `name: library\nstabilities: [ga]\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: {${notice}endWindow: major}}`
    )
  const history = historyOf(
    `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2025-01-10, changes: [{deprecated: GET /v1/loans}]}
`,
    '2025-10-01'
  )
  const lifecycle = history.lifecycles.find(({subject}) => formatSubject(subject) === 'GET /v1/loans')
  if (!lifecycle) throw new Error('Unexpected lack of a life')
  const say = (policy: Policy): string =>
    sayEarliestEndOfSupport(lifecycle.subject, earliestEndOfSupport(lifecycle, policy, history))

  it.each([
    ['', 'only in a new major version', 'later', undefined],
    ['notice: 6 months, ', 'only in a new major version, on or after 2025-07-10', 'later', undefined],
    ['notice: 10 months, ', 'only in a new major version, on or after 2025-11-10', 'coming', '2025-11-10'],
    ['notice: 24 months, ', 'only in a new major version, on or after 2027-01-10', 'later', '2027-01-10']
  ])('has no day of its own, and at most that of its notice: %s', (notice, when, state, day) => {
    expect(say(majorsOnly(notice))).toBe(`\`GET /v1/loans\` can be removed ${when}.`)
    const [due] = dueOf(lifecycle, '2025-12-31', {history, policy: majorsOnly(notice)})
    // A day that has passed is none that removals wait for.
    const open = day === undefined ? 'only in a new major version' : when
    expect([due?.state, due?.day, due?.text]).toEqual([state, day, `can be removed ${open}, no sunset date`])
  })
})

it('a period of no length starts no clock, whatever the days are from which the policy counts', () => {
  const end = earliestEnd(
    '{notice: 0 days, startsOn: quarter-start}',
    '  - {release: "1.0", date: 2025-01-08, changes: [{deprecated: GET /v1/loans}]}'
  )
  expect(end).toMatchObject({kind: 'any', bounds: []})
})
