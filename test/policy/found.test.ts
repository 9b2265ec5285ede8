// Faults of the calculus that writing the rules brought to light.
import {describe, expect, it} from 'vitest'
import {rules} from '../../rules/index.ts'
import {judgeAll, lint} from '../../src/lint.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import {entryOfEnd} from '../../src/model/verdict/judgment.ts'
import {historyOf, policyOf} from '../reading.ts'

const judged = (history: string, policy?: string) => judgeAll(historyOf(history), policyOf(policy))

describe('a successor that came after the end', () => {
  const record = (date: string) => `
service: Lending Library API
releases:
  - {on: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
  - {release: "1.9.1", ${date} changes: [{added: GET /v2/loans}]}
`
  it('does not make a lawful end unlawful afterwards', () => {
    expect(judged(record('date: 2026-01-10,')).map(({verdict}) => verdict)).toEqual(['compliant'])
  })

  it('leaves open what its missing date would decide', () => {
    const [judgment] = judged(record(''))
    expect(judgment?.verdict).toBe('undetermined')
    expect(judgment?.missing).toEqual([{fact: 'date', of: 'release 1.9.1'}])
    expect(judged(record('date: 2025-05-10,')).map(({verdict}) => verdict)).toEqual(['violation'])
  })
})

it('asks for an unknown introduction once', () => {
  const policy = `
name: a-year-of-life
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {lifetime: 12 months}}
`
  const history = `
service: Lending Library API
releases:
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`
  expect(judged(history, policy)[0]?.missing).toEqual([{fact: 'introduction', of: 'GET /v1/loans'}])
})

it.each(['notice: 1 month, lifetime: 4 releases', 'notice: 4 releases, starts: introduction'])(
  'counts no releases from an introduction that no one knows: %s',
  promised => {
    const policy = `name: p\nstabilities: [ga]\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: {${promised}}}`
    const history = `
service: Lending Library API
releases:
  - {release: "3.0", date: 2021-01-10, changes: [{deprecated: GET /v1/loans, sunset: "3.1"}]}
  - {release: "3.1", date: 2022-05-25, changes: [{removed: GET /v1/loans}]}
`
    expect(judged(history, policy).map(({verdict, missing}) => [verdict, missing])).toEqual([
      ['undetermined', [{fact: 'introduction', of: 'GET /v1/loans'}]]
    ])
  }
)

it('cannot tell whether support beside a successor of unknown stability is owed', () => {
  const history = (day: string) => `
service: Lending Library API
releases:
  - {on: 2024-01-10, changes: [{deprecated: GET /v1/loans, replacement: operation LendCopies, sunset: 2025-06-01}]}
  - {release: "1.9", date: ${day}, changes: [{added: operation LendCopies}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`
  const [late] = judged(history('2025-05-01'))
  expect(late?.verdict).toBe('undetermined')
  expect(late?.missing).toEqual([{fact: 'stability', of: 'operation LendCopies'}])
  expect(judged(history('2024-02-01')).map(({verdict}) => verdict)).toEqual(['compliant'])
})

it('names what replaces an endpoint, and not the prefix that replaces its prefix', () => {
  const history = `
service: Lending Library API
releases:
  - {on: 2024-01-10, changes: [{deprecated: /v1/**, replacement: /v2/**, sunset: 2025-06-01}]}
  - release: "2.0"
    date: 2025-06-01
    changes: [{removed: GET /v1/loans}, {removed: GET /v1/copies, replacement: GET /v2/holdings}]
`
  const named = judged(history).map(({subject, replacement}) =>
    [subject, replacement].map(each => each && formatSubject(each))
  )
  expect(named).toContainEqual(['GET /v1/loans', 'GET /v2/loans'])
  expect(named).toContainEqual(['GET /v1/copies', 'GET /v2/holdings'])
})

it('is content with what was kept under each stability that owes anything', () => {
  const history = `
service: Lending Library API
releases:
  - {on: 2024-01-10, changes: [{deprecated: operation LendCopies, sunset: 2025-06-01}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: operation LendCopies}]}
`
  expect(judged(history).map(({verdict, missing}) => [verdict, missing])).toEqual([['compliant', []]])
})

describe('an end that was promised and taken back, between them a date that no one knows', () => {
  const record = (moved: string, taken: string) => `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-31, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2024-02-05, changes: [{deprecated: GET /v1/loans, sunset: 2026-06-30}]}
  - {release: "1.2", ${moved} changes: [{rescheduled: GET /v1/loans, sunset: 2027-06-30}]}
  - {release: "2.0", ${taken} changes: [{withdrawn: GET /v1/loans}]}
  - {release: next, date: 2027-01-01, changes: [{removed: GET /v1/loans}]}
`
  const read = (moved: string, taken: string) =>
    judgeAll(historyOf(record(moved, taken), '2026-11-20'), policyOf(undefined)).map(({verdict, missing}) => ({
      verdict,
      missing
    }))

  it('is broken where it was taken back before its day, whenever it was moved', () => {
    expect(read('', 'date: 2025,')).toEqual([{verdict: 'violation', missing: []}])
    expect(read('date: 2025-03-01,', 'date: 2025-06-01,')).toEqual([{verdict: 'violation', missing: []}])
  })

  it('names the dates that would tell where its day may have come before', () => {
    expect(read('', 'date: 2026,')).toEqual([
      {
        verdict: 'undetermined',
        missing: [
          {fact: 'date', of: 'release 1.2'},
          {fact: 'date', of: 'release 2.0'}
        ]
      }
    ])
  })
})

describe('a lower stability that is stated late', () => {
  const policy = `
name: a-year
stabilities: [beta, ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 12 months}, beta: {notice: 1 month}}
`
  const verdictOf = (lines: string, head = '', added = ''): unknown =>
    judged(
      `
service: Lending Library API
${head}
releases:
  - {release: "1.0", date: 2023-01-01, changes: [{added: GET /v1/loans${added}}]}
${lines}`,
      policy
    )
      .filter(({kind}) => kind === 'end')
      .map(({verdict, stability}) => `${verdict}, ${stability}`)
  const removed = (more = '') => `  - {release: "1.3", date: 2023-12-01, changes: [{removed: GET /v1/loans${more}}]}\n`
  const LATE = ', stability: beta'

  it.each([
    ['with the end', removed(`${LATE}, announced: 2023-06-01`)],
    [
      'with the announcement',
      `  - {release: "1.1", date: 2023-06-01, changes: [{deprecated: GET /v1/loans${LATE}}]}\n${removed()}`
    ],
    [
      'with a change',
      `  - {release: "1.1", date: 2023-06-01, changes: [{changed: GET /v1/loans, breaking: false${LATE}}, {deprecated: GET /v1/loans}]}\n${removed()}`
    ]
  ])('%s leaves what its path promised', (_, lines) => {
    expect(verdictOf(lines)).toEqual(['violation, ga'])
  })

  it('puts right what its path seems to promise where it is said with the introduction, or of no day', () => {
    const lines = `  - {release: "1.1", date: 2023-06-01, changes: [{deprecated: GET /v1/loans}]}\n${removed()}`
    expect(verdictOf(lines, '', LATE)).toEqual(['compliant, beta'])
    expect(verdictOf(lines, 'subjects: [{subject: GET /v1/loans, stability: beta}]')).toEqual(['compliant, beta'])
  })
})

it('asks for the date that is open where the later of an announcement and an introduction counts', () => {
  const history = historyOf(`
service: Lending Library API
releases:
  - {release: "1.1.0", date: 2020-03-20}
  - {release: "1.1.1", changes: [{added: GET /v1/loans}]}
  - {release: "1.3.0", date: 2021-07-19, changes: [{deprecated: GET /v1/loans, replacement: none}]}
  - {release: "1.3.5", date: 2025-05-25, changes: [{removed: GET /v1/loans}]}
`)
  const [judgment] = judgeAll(history, policyOf(undefined))
  expect(judgment).toMatchObject({verdict: 'undetermined', missing: [{fact: 'date', of: 'release 1.1.1'}]})
})

describe('a replacement that is named and not on record', () => {
  const history = (complete: boolean) => `
service: Lending Library API
complete: ${complete}
policy: p
releases:
  - {release: "1.0", date: 2020-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2021-01-10, changes: [{deprecated: GET /v1/loans, replacement: GET /v2/loans}]}
  - {release: "2.0", date: 2024-06-01, changes: [{removed: GET /v1/loans, replacement: GET /v2/loans}]}
`
  const policy = (promised: string) => `
name: p
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {${promised}}}
`
  it.each(['successor: same', 'successor: any', 'notice: 1 year, starts: successor'])(
    'leaves open what it would decide: %s',
    promised => {
      for (const complete of [true, false])
        expect(judged(history(complete), policy(promised)).map(({verdict, missing}) => [verdict, missing])).toEqual([
          ['undetermined', expect.arrayContaining([{fact: 'introduction', of: 'GET /v2/loans'}])]
        ])
    }
  )

  it('does not excuse what another clause breaks', () => {
    const [judgment] = judged(history(true), policy('notice: 9 years, successor: any'))
    expect(judgment?.verdict).toBe('violation')
  })

  it('gives no notice where it is named with the end', () => {
    const silent = history(true).replace('{deprecated: GET /v1/loans, replacement: GET /v2/loans}', '')
    expect(judged(silent).map(({verdict}) => verdict)).toEqual(['violation'])
  })

  it('is broken where none is named', () => {
    const none = history(true).replaceAll('replacement: GET /v2/loans', 'replacement: none')
    expect(judged(none, policy('successor: any')).map(({verdict}) => verdict)).toEqual(['violation'])
  })
})

it('takes every path for one without a marker where the policy has no forms of markers', () => {
  const policy = `
name: p
stabilities: [preview, stable]
defaultStability: stable
guarantees: {preview: none, stable: {notice: 90 days}}
`
  const history = `
service: Lending Library API
releases:
  - {release: "1", date: 2020-01-01, changes: [{added: GET /api/v2/x}, {added: GET /x}]}
  - release: "2"
    date: 2021-01-01
    changes: [{removed: GET /api/v2/x, announced: never}, {removed: GET /x, announced: never}]
`
  expect(judged(history, policy).map(({verdict, stability}) => [verdict, stability])).toEqual([
    ['violation', 'stable'],
    ['violation', 'stable']
  ])
})

describe('a version marker that is a day with a `v` before it', () => {
  const history = (removed: string) => `
service: Lending Library API
releases:
  - {release: "1", date: 2014-04-01, changes: [{added: GET /v2024-04-01/a}]}
  - {release: "2", date: 2025-06-15, changes: [{added: GET /v2025-06-15/a}]}
  - {release: "3", date: ${removed}, changes: [{removed: GET /v2024-04-01/a}]}
`
  it.each(['next-version', 'successor', 'stable-successor'])('starts the clock %s', clock => {
    const policy = `
name: p
stabilities: [ga]
markers: [{form: v<date>, stability: ga}]
guarantees: {ga: {notice: 12 months, starts: ${clock}}}
`
    expect(judged(history('2026-06-15'), policy).map(({verdict}) => verdict)).toEqual(['compliant'])
    expect(judged(history('2026-06-14'), policy).map(({verdict}) => verdict)).toEqual(['violation'])
  })
})

it.each(['v1', 'v1beta1'])('holds no parameter and no header against the policy of Kubernetes: %s', version => {
  const endpoint = `GET /apis/apps/${version}/deployments`
  for (const date of ['2019-03-25', '2024-03-25']) {
    const history = (part: string) => `
service: Lending Library API
releases:
  - {release: v1.14, date: 2018-03-25, changes: [{added: ${endpoint}}]}
  - {release: v1.16, date: ${date}, changes: [{removed: ${endpoint}, ${part}}]}
`
    const verdicts = [
      'parameter: watch, in: request',
      'header: Warning, in: response',
      'field: spec, in: response'
    ].map(part => judgeAll(historyOf(history(part)), policyOf('kubernetes')).map(({verdict}) => verdict))
    expect(verdicts).toEqual([['exempt'], ['exempt'], ['violation']])
  }
})

describe('a notice that counts from the announcement of the sunset', () => {
  const policy = `
name: p
stabilities: [ga]
defaultStability: ga
guarantees: {ga: {notice: 30 days, starts: sunset-announcement, also: [{notice: 12 months, starts: deprecation}]}}
`
  const history = (...statements: string[]) => `
service: Lending Library API
releases:
  - {release: "1", date: 2022-01-01, changes: [{added: GET /v1/loans}]}
  - {release: "2", date: 2023-01-01, changes: [{deprecated: GET /v1/loans, replacement: none}]}
${statements.map(each => `  - {on: ${each}}`).join('\n')}
  - {release: "3", date: 2025-01-01, changes: [{removed: GET /v1/loans, replacement: none}]}
`
  const moved = (sunset: string) => `changes: [{rescheduled: GET /v1/loans, sunset: ${sunset}}]`

  it.each([
    ['30 days ahead', [`2024-12-02, ${moved('2025-01-01')}`], 'compliant'],
    ['a day ahead', [`2024-12-31, ${moved('2025-01-01')}`], 'violation'],
    ['never', [], 'violation'],
    ['for a later day', [`2024-06-01, ${moved('2025-06-01')}`, `2024-12-31, ${moved('2025-01-01')}`], 'violation'],
    ['for an earlier day', [`2024-06-01, ${moved('2024-12-31')}`, `2024-12-30, ${moved('2025-01-01')}`], 'compliant']
  ])('is judged by who named that day or an earlier one: %s', (_, statements, verdict) => {
    expect(judged(history(...statements), policy).map(each => each.verdict)).toEqual([verdict])
  })

  it('may have begun all the same where the record does not say everything', () => {
    const open = history().replace('releases:', 'complete: false\nreleases:')
    expect(judged(open, policy).map(each => each.verdict)).toEqual(['undetermined'])
  })
})

describe('what no release holds', () => {
  const history = (...releases: string[]) => `
service: Lending Library API
releases:
${releases.map(each => `  - {${each}}`).join('\n')}
`
  const waiver = 'waiver: {reason: never-released, approver: head@library.example, approved: 2025-01-10}'
  const removed = 'release: next, changes: [{removed: GET /v1/loans'
  const first = 'release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/copies}]'
  const added = 'release: "2.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]'
  const verdicts = (...releases: string[]) => judged(history(...releases)).map(({verdict}) => verdict)

  it('is what a waiver for that reason has to be about', () => {
    expect(verdicts(first, added, `${removed}, ${waiver}}]`)).toEqual(['violation'])
    expect(verdicts(first, 'release: "2.0", date: 2025-01-10', `${removed}, ${waiver}}]`)).toEqual(['undetermined'])
    expect(judged(history(first, `${removed}, ${waiver}}]`))[0]?.missing).toContainEqual({
      fact: 'released',
      of: 'GET /v1/loans'
    })
  })

  it('is excused by no such waiver where the change is made to what was released', () => {
    const change = `{added: GET /v1/loans, parameter: floor, required: true, ${waiver}}`
    expect(verdicts(first, added, `release: next, changes: [${change}]`)).toEqual(['violation'])
  })
})

it('keeps the day of a release that is named by one', () => {
  const history = historyOf(`
service: Lending Library API
releases:
  - {release: 2022-01-01, changes: [{added: GET /v1/loans}]}
  - {release: 2023-01-01, date: 2023-01-02, changes: [{deprecated: GET /v1/loans, sunset: 2024-01-01}]}
  - {release: 2024-05-01, changes: [{removed: GET /v1/loans}]}
`)
  expect(history.timeline.entries.map(({when}) => when.earliest)).toEqual(['2022-01-01', '2023-01-02', '2024-05-01'])
  const [judgment] = judgeAll(history, policyOf(undefined))
  expect(judgment).toMatchObject({verdict: 'violation', end: {stated: '2024-01-01'}})
  // The sunset had passed: the release that took it away is named all the same.
  expect(judgment && history.timeline.entries[entryOfEnd(judgment) ?? -1]?.name).toBe('2024-05-01')
  const finding = lint(history, policyOf(undefined), rules).findings.find(({rule}) => rule === 'notice-too-short')
  expect(finding).toMatchObject({release: '2024-05-01'})
})
