import {describe, expect, it} from 'vitest'
import {judgeAll} from '../../src/lint.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
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

function asked(ga: string, releases: string, complete = true) {
  const history = historyOf(`service: Lending Library API\ncomplete: ${complete}\nreleases:\n${releases}`, AS_OF)
  const lifecycle = history.lifecycles.find(({subject}) => formatSubject(subject) === V1)
  if (!lifecycle) throw new Error('Unexpected lack of a life')
  return {lifecycle, policy: policyOf(policyWith(ga)), history}
}

function lawful(ga: string, releases: string, complete?: boolean): EarliestEndOfSupport {
  const {lifecycle, policy, history} = asked(ga, releases, complete)
  return earliestEndOfSupport(lifecycle, policy, history)
}

const said = (end: EarliestEndOfSupport): string =>
  sayEarliestEndOfSupport(subjectOf(V1), end, {announced: true, asOf: AS_OF})

describe('support beside a successor that may not count', () => {
  const OVERLAP = '{overlap: 12 months}'
  const RELEASES = `
  - {release: "1.0", date: 2023-01-10, changes: [{added: ${V1}}]}
  - {release: "1.1", date: 2024-06-10, changes: [{added: GET /v2/loans, stability: odd}]}`

  it('is lawful for certain only when that time is over, and perhaps at once', () => {
    const end = lawful(OVERLAP, RELEASES)
    expect(end).toMatchObject({kind: 'day', day: '2025-06-10', earlier: {day: AS_OF}})
    expect(said(end)).toBe(
      '`GET /v1/loans` can be removed on or after 2025-06-10. An earlier day may be allowed, but the stability of `GET /v2/loans` is unknown.'
    )
  })

  it('is owed where the successor counts, and not owed where it is less stable', () => {
    expect(lawful(OVERLAP, RELEASES.replace('odd', 'ga'))).toMatchObject({day: '2025-06-10'})
    expect(lawful(OVERLAP, RELEASES.replace('odd', 'ga')).earlier).toBeUndefined()
    expect(lawful(OVERLAP, RELEASES.replace('odd', 'beta'))).toMatchObject({day: AS_OF})
  })

  it('cannot be told where it is counted in releases that have not shipped', () => {
    const end = lawful('{overlap: 2 releases}', RELEASES)
    expect(end.kind).toBe('undetermined')
    expect(end.missing).toContainEqual({fact: 'stability', of: 'GET /v2/loans'})
  })

  it('may be announced by no one knows when for an end before that day', () => {
    const {lifecycle, policy, history} = asked(OVERLAP, RELEASES)
    expect(latestAnnouncement(lifecycle, '2025-03-01', policy, history)).toMatchObject({
      kind: 'undetermined',
      missing: [{fact: 'stability', of: 'GET /v2/loans'}]
    })
    expect(latestAnnouncement(lifecycle, '2025-06-10', policy, history).kind).toBe('none-needed')
  })
})

describe('a successor that the policy demands', () => {
  const DEMANDS = '{notice: 3 months, successor: same}'
  const EARLY = '{notice: 3 months, successor: {stability: same, before: announcement}}'
  const FIRST = `
  - {release: "1.0", date: 2023-01-10, changes: [{added: ${V1}}]}`
  const ANNOUNCED = `${FIRST}
  - {release: "1.1", date: 2024-06-10, changes: [{deprecated: ${V1}}]}`

  it('is a condition of the day where there is none yet', () => {
    for (const complete of [true, false]) {
      const end = lawful(DEMANDS, ANNOUNCED, complete)
      expect(end).toMatchObject({kind: 'day', day: AS_OF})
      expect(said(end)).toBe('`GET /v1/loans` can be removed on or after 2025-01-10, once its successor is recorded.')
    }
  })

  it('is none where it is there', () => {
    const end = lawful(
      DEMANDS,
      `${ANNOUNCED}\n  - {release: "1.2", date: 2024-07-10, changes: [{added: GET /v2/loans}]}`
    )
    expect(said(end)).toBe('`GET /v1/loans` can be removed on or after 2025-01-10.')
  })

  it('comes too late after an announcement that it had to precede', () => {
    const end = lawful(EARLY, `${ANNOUNCED}\n  - {release: "1.2", date: 2024-07-10, changes: [{added: GET /v2/loans}]}`)
    expect(end.kind).toBe('undetermined')
    expect(lawful(EARLY, FIRST)).toMatchObject({kind: 'day', day: '2025-04-10'})
  })

  it('decides nothing as long as its stability is not known', () => {
    const end = lawful(
      DEMANDS,
      `${ANNOUNCED}\n  - {release: "1.2", date: 2024-07-10, changes: [{added: GET /v2/loans, stability: odd}]}`
    )
    expect(said(end)).toBe(
      "It can't be decided when `GET /v1/loans` can be removed: the stability of `GET /v2/loans` is unknown."
    )
  })

  it('is asked for where an end is to be announced', () => {
    const {lifecycle, policy, history} = asked(DEMANDS, FIRST)
    const announcement = latestAnnouncement(lifecycle, '2025-12-01', policy, history)
    expect(sayLatestAnnouncement(subjectOf(V1), '2025-12-01', announcement)).toBe(
      "It can't be decided by when to deprecate `GET /v1/loans` for a removal on 2025-12-01: its successor is unknown. Counting days only, deprecate it on or before 2025-09-01."
    )
  })
})

it('what must be met besides is asked for where an end is to be announced', () => {
  const {lifecycle, history} = asked(
    'none',
    `
  - {release: "1.0", date: 2023-01-10, changes: [{added: ${V1}}]}`
  )
  expect(latestAnnouncement(lifecycle, '2025-12-01', policyOf('zalando'), history)).toMatchObject({
    kind: 'undetermined',
    missing: [{fact: 'consent', of: V1}]
  })
})

it('an end for which a successor of unknown age gives the notice asks for its introduction, not for the day of its release', () => {
  const releases = `
  - {release: "1.0", date: 2024-06-10, existing: true, changes: [{added: ${V1}}, {added: GET /v2/loans}]}
  - {release: "1.1", date: 2025-01-02, changes: [{removed: ${V1}}]}`
  const history = historyOf(`service: Lending Library API\nreleases:\n${releases}`, AS_OF)
  const [judgment] = judgeAll(history, policyOf('thirteen-months'))
  expect(judgment).toMatchObject({
    verdict: 'undetermined',
    missing: [{fact: 'introduction', of: 'GET /v2/loans'}]
  })
})

describe('what had to be there before the announcement', () => {
  const DUTY = '{notice: 1 month, starts: announcement, successor: {stability: any, before: announcement}}'
  const TOLD = `
  - {release: "1.0", date: 2023-01-10, changes: [{added: ${V1}}]}
  - {release: "1.1", date: 2024-06-10, changes: [{deprecated: ${V1}}]}`

  it.each([
    ['came after it', `${TOLD}\n  - {release: "1.2", date: 2024-08-10, changes: [{added: GET /v2/loans}]}`],
    ['never came', TOLD]
  ])('leaves no lawful end where it %s', (_, releases) => {
    expect(said(lawful(DUTY, releases))).toBe(
      "`GET /v1/loans` can't be removed, because it was deprecated before its successor was released. Withdraw the deprecation (`withdrawn:`), and deprecate it again once there is a successor."
    )
  })

  it('is a doubt where no one says that the record is complete', () => {
    expect(lawful(DUTY, TOLD, false).isLate).toBeUndefined()
  })
})

describe('an announcement that may have been of what was there before', () => {
  it('is safe a notice from today, for perhaps nothing was announced', () => {
    const end = lawful(
      '{notice: 13 months, starts: announcement}',
      `
  - {on: 2022-01-10, changes: [{deprecated: /v1/**, sunset: 2024-10}]}
  - {release: "1.1", date: 2024-10, changes: [{added: ${V1}}]}`
    )
    expect(end).toMatchObject({kind: 'day', day: '2026-02-10', earlier: {day: '2025-11-01'}})
  })
})
