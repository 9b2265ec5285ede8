import {describe, expect, it} from 'vitest'
import {judgeAll} from '../../src/lint.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import {
  sayEarliestEndOfSupport,
  sayLatestAnnouncement
} from '../../src/outputs/report/answers/earliest-end-of-support.ts'
import {earliestEndOfSupport} from '../../src/policy/earliest-end-of-support.ts'
import {latestAnnouncement} from '../../src/policy/latest-announcement.ts'
import {subjectOf} from '../changes.ts'
import {historyOf, policyOf} from '../reading.ts'

const V1 = 'GET /v1/loans'

function readInputs(ga: string, releases: string, asOf: string) {
  const history = historyOf(`service: Lending Library API\nreleases:\n${releases}`, asOf)
  const lifecycle = history.lifecycles.find(({subject}) => formatSubject(subject) === V1)
  if (!lifecycle) throw new Error('Unexpected lack of a life')
  const text = `name: library\nstabilities: [ga]\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: ${ga}}`
  return {lifecycle, policy: policyOf(text), history}
}

function earliestRemoval(ga: string, releases: string, asOf = '2025-10-01'): string {
  const {lifecycle, policy, history} = readInputs(ga, releases, asOf)
  return sayEarliestEndOfSupport(subjectOf(V1), earliestEndOfSupport(lifecycle, policy, history))
}

function latestDeprecation(ga: string, releases: string, end: string): string {
  const {lifecycle, policy, history} = readInputs(ga, releases, '2025-10-01')
  return sayLatestAnnouncement(subjectOf(V1), end, latestAnnouncement(lifecycle, end, policy, history))
}

describe('an unrecorded introduction', () => {
  it('is reported as missing once', () => {
    expect(
      earliestRemoval(
        '{notice: 13 months, lifetime: 24 months}',
        `  - {release: "1.1", date: 2025-01-10, changes: [{deprecated: ${V1}}]}`
      )
    ).toBe("It can't be decided when `GET /v1/loans` can be removed: its introduction date is missing.")
  })
})

const NINE = '{notice: "9 months or 3 releases, whichever is longer"}'
const LINES = `
  - {release: "1.22", date: 2024-08-04, changes: [{added: ${V1}}]}
  - {release: "1.23", date: 2024-12-07, changes: [{deprecated: ${V1}}]}
  - {release: "1.24", date: 2025-03-01}
  - {release: "1.25", date: 2025-06-01}`

describe('a notice period counted in releases', () => {
  it('ends with a future release, and not before its minimum time', () => {
    expect(earliestRemoval(NINE, LINES)).toBe(
      '`GET /v1/loans` can be removed in the next counted release, on or after 2025-09-07.'
    )
    expect(earliestRemoval('{notice: 3 releases}', LINES)).toBe(
      '`GET /v1/loans` can be removed in the next counted release.'
    )
    expect(earliestRemoval('{notice: 5 releases}', LINES)).toBe(
      '`GET /v1/loans` can be removed in the last of the next 3 counted releases.'
    )
  })

  it('ends on a day if enough releases have shipped', () => {
    expect(earliestRemoval('{notice: 2 releases}', LINES)).toBe(
      '`GET /v1/loans` can be removed on or after 2025-06-01.'
    )
  })

  it('starts with the deprecation if nothing was announced', () => {
    expect(earliestRemoval(NINE, LINES.replace('deprecated', 'changed'))).toBe(
      '`GET /v1/loans` can be removed 9 months or 3 releases, whichever is longer, after its deprecation.'
    )
  })

  it('is undetermined if releases may be missing from the list', () => {
    expect(earliestRemoval(NINE, LINES.replace('1.25', '1.27'))).toMatch(
      /the number of releases after 1\.23 is unknown/
    )
  })

  it('counts only major releases if the policy says so', () => {
    const majors = LINES.replace('1.24', '2.0').replace('1.25', '2.1')
    expect(earliestRemoval('{notice: 1 major release}', majors)).toBe(
      '`GET /v1/loans` can be removed on or after 2025-03-01.'
    )
    expect(earliestRemoval('{notice: 3 major releases}', majors)).toBe(
      '`GET /v1/loans` can be removed in the last of the next 2 major releases.'
    )
    expect(earliestRemoval('{notice: "3 releases or 2 major releases, whichever is longer"}', majors)).toBe(
      "It can't be decided when `GET /v1/loans` can be removed: the date of the next counted release and the date of the next major release are missing."
    )
    expect(earliestRemoval('{notice: 3 major releases}', majors.replace('2.1', 'spring'))).toBe(
      "It can't be decided when `GET /v1/loans` can be removed: the version of release spring is unknown."
    )
    expect(
      latestDeprecation('{notice: 1 major release}', LINES.replace('deprecated', 'changed'), '2027-01-01')
    ).toMatch(/the date of the last major release up to 2027-01-01 is missing/)
  })

  it('gives no latest day to announce a removal, but a release', () => {
    const first = 'the date of the first of the last 3 counted releases up to 2027-01-01 is missing'
    expect(latestDeprecation('{notice: 3 releases}', LINES.replace('deprecated', 'changed'), '2027-01-01')).toBe(
      `It can't be decided by when to deprecate \`GET /v1/loans\` for a removal on 2027-01-01: ${first}.`
    )
    expect(latestDeprecation(NINE, LINES.replace('deprecated', 'changed'), '2027-01-01')).toBe(
      `It can't be decided by when to deprecate \`GET /v1/loans\` for a removal on 2027-01-01: ${first}. Counting days only, deprecate it on or before 2026-04-01.`
    )
  })
})

describe('a removal after releases that could not all be read', () => {
  const POLICY =
    'name: library\nstabilities: [ga]\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: {notice: 13 months}}'
  const judge = (between: string, removed: string) => {
    const releases = `
  - {release: "1.0", date: 2024-01-01, changes: [{added: ${V1}}]}
  - {release: "1.1", date: 2025-01-01${between}}
  - {release: "1.2", date: 2026-01-01, changes: [{removed: ${V1}${removed}}]}`
    const history = historyOf(`service: Lending Library API\nreleases:${releases}`, '2026-02-01')
    return judgeAll(history, policyOf(POLICY)).map(({verdict, missing}) => [verdict, missing.map(({fact}) => fact)])
  }

  it.each([
    [
      'may have been announced in an unreadable part',
      ', partial: true',
      ', after: "1.0"',
      [['undetermined', ['announcement', 'description']]]
    ],
    ['was not announced if everything was read', '', ', after: "1.0"', [['violation', []]]],
    ['was not announced if it was seen without a deprecation', ', partial: true', '', [['violation', []]]],
    ['was not announced if that is stated', ', partial: true', ', after: "1.0", announced: never', [['violation', []]]]
  ])('%s', (_, between, removed, expected) => {
    expect(judge(between, removed)).toEqual(expected)
  })
})

describe('an announcement that an incomplete history may lack', () => {
  const judge = (revisions: string) => {
    const releases = `
  - {release: "1.0", date: 2025-01-10, changes: [{added: ${V1}}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: ${V1}}]}`
    const history = historyOf(`service: Lending Library API\ncomplete: 2030-01-01\nreleases:${releases}`, '2025-10-01')
    const guarantees = 'guarantees: {ga: {notice: 13 months}}'
    const text = `name: library\nstabilities: [ga]\nmarkers: [{form: v<major>, stability: ga}]\n${guarantees}\n${revisions}`
    return judgeAll(history, policyOf(text)).map(({verdict}) => verdict)
  }

  it('cannot be earlier than the introduction', () => {
    expect(judge('')).toEqual(['violation'])
  })

  it('does not matter if no notice is required', () => {
    const none = 'guarantees: {ga: {notice: none}}'
    expect(judge(`revisions: [{revision: a}, {revision: b, from: 2025-04-01, ${none}}]`)).toEqual(['exempt'])
  })

  it('may have been made under an earlier policy revision that requires less', () => {
    const later = '{revision: b, from: 2025-04-01}'
    expect(judge(`revisions: [{revision: a, guarantees: {ga: {notice: 1 month}}}, ${later}]`)).toEqual(['undetermined'])
    expect(judge(`revisions: [{revision: a, guarantees: {ga: {notice: 6 months}}}, ${later}]`)).toEqual(['violation'])
  })
})
