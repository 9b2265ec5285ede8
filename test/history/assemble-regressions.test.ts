// Bugs in assembling and linting a history that were found while rules were written.
import {describe, expect, it} from 'vitest'
import {rules} from '../../rules/index.ts'
import {parseTarget} from '../../src/languages/languages.ts'
import {judgeAll, lint} from '../../src/lint.ts'
import {type Lifecycle, reachedEnd} from '../../src/model/lifecycle/lifecycle.ts'
import {type Subject, subjectKey, type Target} from '../../src/model/subject/subject.ts'
import {historyOf, policyOf} from '../reading.ts'

const subject = (text: string): Subject => ({target: parseTarget(text) as Target})
const lifecycleOf = (text: string, history: string, part?: Subject['part']): Lifecycle => {
  const key = subjectKey({...subject(text), ...(part ? {part} : {})})
  return historyOf(history).bySubject.get(key) as Lifecycle
}
const ends = ({tenures}: Lifecycle) => tenures.map(({end}) => end?.moment.stated)

it('a tenure keeps its changes when a restoration voids its announcement', () => {
  const history = historyOf(`
service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2025-02-10, changes: [{changed: GET /v1/loans, breaking: true}, {deprecated: /v1/**}]}
  - {release: "1.2", date: 2025-03-10, changes: [{restored: /v1/**}]}
`)
  expect(judgeAll(history, policyOf(undefined)).map(({kind, verdict}) => [kind, verdict])).toEqual([
    ['change', 'violation']
  ])
})

it('restoring an endpoint does not restore a field that was removed separately', () => {
  const history = `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{removed: GET /v1/loans, field: due}]}
  - {release: "2.0", changes: [{removed: GET /v1/loans}]}
  - {release: "3.0", changes: [{restored: GET /v1/loans}]}
`
  expect(ends(lifecycleOf('GET /v1/loans', history))).toEqual(['release 2.0', undefined])
  expect(ends(lifecycleOf('GET /v1/loans', history, {field: 'due'}))).toEqual(['release 1.0'])
})

it('a prefix removal also removes an endpoint that was changed before its addition is recorded', () => {
  const history = `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{changed: GET /v1/loans}]}
  - {release: "2.0", changes: [{removed: /v1/**}]}
  - {release: "3.0", changes: [{added: GET /v1/loans}, {added: GET /v1/copies}]}
`
  expect(ends(lifecycleOf('GET /v1/loans', history))).toEqual(['release 2.0', undefined])
  expect(ends(lifecycleOf('GET /v1/copies', history))).toEqual([undefined])
})

it('a patch on an older line restores nothing', () => {
  const history = (verb: string) => `
service: Lending Library API
releases:
  - {release: "2.0", date: 2025-01-10}
  - {release: "2.1", date: 2025-02-10, changes: [{added: GET /v1/loans}]}
  - {release: "2.2", date: 2025-03-10, changes: [{removed: GET /v1/loans}]}
  - {release: "2.0.6", date: 2025-04-10, changes: [{${verb}: GET /v1/loans}]}
`
  expect(ends(lifecycleOf('GET /v1/loans', history('added')))).toEqual(['release 2.2'])
  expect(ends(lifecycleOf('GET /v1/loans', history('restored')))).toEqual(['release 2.2'])
})

describe('a waiver for an endpoint that was removed with its prefix', () => {
  const history = historyOf(`
service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/copies}]}
  - {release: "2.0", date: 2025-03-10, changes: [{removed: /v1/**}]}
`)
  const waiver = {...subject('GET /v1/loans'), subject: subject('GET /v1/loans'), reason: 'tidiness'}
  const place = {source: 'tenure.yaml', pointer: '/waivers/0'}
  const waived = {...history, waivers: [{...waiver, place}]}

  it('is reported as faulty although it waives nothing', () => {
    const {judgments, findings} = lint(waived, policyOf(undefined), rules)
    expect(judgments.map(({covers}) => covers.length)).toEqual([1, 0])
    const ruleIds = findings.flatMap(({rule, reasons}) => [rule, ...reasons.map(reason => reason.rule)])
    expect(ruleIds).toEqual(expect.arrayContaining(['waiver-reason-unknown', 'waiver-without-approver']))
    expect(ruleIds).not.toContain('waiver-unused')
  })
})

describe('a change of plans after the sunset has passed does not change the verdict:', () => {
  const verdicts = (later: string) =>
    judgeAll(
      historyOf(
        `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-01
    changes: [{added: GET /v1/copies}, {deprecated: GET /v1/loans, sunset: 2024-06-01, replacement: GET /v1/copies}]
${later}
`,
        '2026-11-20'
      ),
      policyOf(undefined)
    ).map(({verdict, end}) => `${verdict} ${end.stated}`)

  it.each([
    ['no further entry', ''],
    ['sunset moved in `next`', '  - {release: next, changes: [{rescheduled: GET /v1/loans, sunset: 2027-06-01}]}'],
    ['deprecation withdrawn in `next`', '  - {release: next, changes: [{withdrawn: GET /v1/loans}]}'],
    [
      'deprecated again',
      '  - {release: "1.1", date: 2024-08-01, changes: [{deprecated: GET /v1/loans, sunset: 2026-01-01}]}'
    ],
    [
      'sunset moved too late, then removed',
      `  - {release: "1.1", date: 2024-08-01, changes: [{rescheduled: GET /v1/loans, sunset: 2025-03-01}]}
  - {release: "1.2", date: 2025-03-01, changes: [{removed: GET /v1/loans}]}`
    ]
  ])('%s', (_, later) => expect(verdicts(later)).toEqual(['violation 2024-06-01']))

  it('a sunset that was moved in time is compliant', () => {
    const later = `  - {release: "1.1", date: 2024-05-31, changes: [{rescheduled: GET /v1/loans, sunset: 2025-03-01}]}
  - {release: "1.2", date: 2025-03-01, changes: [{removed: GET /v1/loans}]}`
    expect(verdicts(later)).toEqual(['compliant release 1.2'])
  })
})

it('a field removed after its endpoint and a change of a removed endpoint are not judged', () => {
  const history = historyOf(`
service: Lending Library API
releases:
  - {release: "1.0", date: 2021-01-01, changes: [{added: GET /v1/loans}, {added: GET /v1/loans, field: due}]}
  - {release: "1.1", date: 2023-06-01, changes: [{removed: GET /v1/loans, announced: 2022-02-01}]}
  - release: "1.2"
    date: 2023-08-01
    changes: [{removed: GET /v1/loans, field: due}, {changed: GET /v1/loans, breaking: true}]
`)
  expect(judgeAll(history, policyOf(undefined)).map(({verdict, event}) => `${verdict} ${event.verb}`)).toEqual([
    'compliant removed'
  ])
})

it('the introduction date is only needed if the announcement may precede the introduction', () => {
  const judged = (...releases: string[]) => {
    const history = historyOf(
      `service: Lending Library API\nreleases:\n${releases.map(each => `  - ${each}\n`).join('')}`
    )
    return judgeAll(history, policyOf(undefined)).map(({verdict, missing}) => [verdict, missing])
  }
  const removal = '{release: "1.2", date: 2023-01-28, changes: [{removed: GET /v1/loans}]}'
  const deprecation = (release: string) =>
    `{release: "${release}", date: 2019-12-10, changes: [{deprecated: GET /v1/loans, replacement: none, sunset: 2022-12-15}]}`
  expect(judged('{release: "1.0", changes: [{added: GET /v1/loans}]}', deprecation('1.1'), removal)).toEqual([
    ['compliant', []]
  ])
  // The patch may have shipped after the announcement, and even after the sunset.
  expect(
    judged(
      '{release: "1.0", date: 2019-01-10}',
      '{release: "1.0.1", changes: [{added: GET /v1/loans}]}',
      deprecation('1.1'),
      removal
    )
  ).toEqual([['undetermined', [{fact: 'date', of: 'release 1.0.1'}]]])
})

describe('a subject that comes with a mark and a sunset in the past', () => {
  const history = (removed: string) =>
    historyOf(`
service: Lending Library API
policy: github-graphql
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{added: Loan.due}]}
  - {release: "1.1", date: 2025-02-10, changes: [{removed: Loan.due}]}
  - release: "1.2"
    date: 2025-03-10
    changes:
      - {added: Loan.due}
      - {deprecated: Loan.due, sunset: 2025-02-01}
      - {added: Loan.shelf}
      - {deprecated: Loan.shelf, sunset: 2025-02-01}
  - {release: "2.0", date: ${removed}, changes: [{removed: Loan.due}, {removed: Loan.shelf}]}
`)

  it.each([
    ['2025-05-01', 'undetermined'],
    ['2026-07-01', 'compliant']
  ])('is announced by its mark, and removed on %s after that notice', (removed, verdict) => {
    const last = judgeAll(history(removed), policyOf('github-graphql')).filter(({end}) => end.stated === 'release 2.0')
    expect(last.map(each => [each.verdict, each.start?.stated])).toEqual([
      [verdict, 'release 1.2'],
      [verdict, 'release 1.2']
    ])
  })
})

it('the last of several sunsets in one release counts, even if that release has no date', () => {
  const {tenures} = lifecycleOf(
    'GET /v1/loans',
    `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - release: "1.1"
    changes: [{deprecated: GET /v1/loans, sunset: 2025-03-01}, {rescheduled: GET /v1/loans, sunset: 2025-04-01}]
`
  )
  expect(tenures).toMatchObject([{end: {kind: 'sunset', moment: {stated: '2025-04-01'}}}])
  expect(tenures[0]?.otherwise).toBeUndefined()
})

it.each([
  ['2025-03-01', {moment: {stated: '2025-03-01'}}, undefined],
  ['2025-06-01', undefined, {kind: 'removed', moment: {stated: 'release 2.0'}}]
])(
  'a field with the sunset %s ends with its endpoint, unless its sunset was reached before',
  (sunset, end, endWithTarget) => {
    const {tenures} = lifecycleOf(
      'GET /v1/loans',
      `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2024-02-10, changes: [{deprecated: GET /v1/loans, field: due, sunset: ${sunset}}]}
  - {release: "2.0", date: 2025-04-10, changes: [{removed: GET /v1/loans}]}
`,
      {field: 'due'}
    )
    if (end) expect(tenures[0]?.end).toMatchObject(end)
    else expect(tenures[0]?.end).toBeUndefined()
    if (endWithTarget) expect(tenures[0]?.endWithTarget).toMatchObject(endWithTarget)
    else expect(tenures[0]?.endWithTarget).toBeUndefined()
  }
)

it('a sunset that is too early for a field is no finding once its endpoint was removed', () => {
  const history = historyOf(
    `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2024-02-10, changes: [{deprecated: GET /v1/loans}]}
  - {release: "1.2", date: 2025-04-10, changes: [{deprecated: GET /v1/loans, field: due, sunset: 2025-06-01}]}
  - {release: "2.0", date: 2025-05-10, changes: [{removed: GET /v1/loans}]}
`,
    '2025-05-11'
  )
  const {findings} = lint(history, policyOf(undefined), rules)
  expect(findings.filter(({rule}) => rule === 'sunset-too-early')).toEqual([])
})

describe('a part with a sunset of its own, whose target is removed,', () => {
  const endOf = (sunset: string) => {
    const history = historyOf(`
service: Lending Library API
releases:
  - {release: "1.0", date: 2023-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2023-06-10, changes: [{deprecated: GET /v1/loans, field: due, in: response, sunset: ${sunset}}]}
  - {release: "2.0", date: 2024-10-01, changes: [{removed: GET /v1/loans}]}
`)
    const tenure = history.lifecycles.find(({subject}) => subject.part)?.tenures.at(-1)
    const {kind, removal, isOwn} = (tenure && reachedEnd(tenure)) ?? {}
    return {kind, removal: removal?.stated, isOwn}
  }

  it('ended at the sunset, and is removed with the target', () => {
    expect(endOf('2024-08-01')).toEqual({kind: 'sunset', removal: 'release 2.0', isOwn: true})
  })

  it('ended with the target if that was first', () => {
    expect(endOf('2024-12-01')).toEqual({kind: 'removed', removal: 'release 2.0', isOwn: false})
  })
})
