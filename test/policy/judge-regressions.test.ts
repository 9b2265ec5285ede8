// Bugs in judging that were found while rules were written.
import {describe, expect, it} from 'vitest'
import {rules} from '../../rules/index.ts'
import {judgeAll, lint} from '../../src/lint.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import {entryOfEnd} from '../../src/model/verdict/judgment.ts'
import {historyOf, policyOf} from '../reading.ts'

const judge = (history: string, policy?: string) => judgeAll(historyOf(history), policyOf(policy))

describe('a successor that was released after the removal', () => {
  const historyWith = (date: string) => `
service: Lending Library API
releases:
  - {on: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
  - {release: "1.9.1", ${date} changes: [{added: GET /v2/loans}]}
`
  it('does not turn a compliant removal into a violation', () => {
    expect(judge(historyWith('date: 2026-01-10,')).map(({verdict}) => verdict)).toEqual(['compliant'])
  })

  it('leaves the verdict undetermined if its date is missing', () => {
    const [judgment] = judge(historyWith(''))
    expect(judgment?.verdict).toBe('undetermined')
    expect(judgment?.missing).toEqual([{fact: 'date', of: 'release 1.9.1'}])
    expect(judge(historyWith('date: 2025-05-10,')).map(({verdict}) => verdict)).toEqual(['violation'])
  })
})

it('an unknown introduction is reported as missing once', () => {
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
  expect(judge(history, policy)[0]?.missing).toEqual([{fact: 'introduction', of: 'GET /v1/loans'}])
})

it.each(['notice: 1 month, lifetime: 4 releases', 'notice: 4 releases, starts: introduction'])(
  'releases since an unknown introduction are not counted: %s',
  guarantee => {
    const policy = `name: p\nstabilities: [ga]\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: {${guarantee}}}`
    const history = `
service: Lending Library API
releases:
  - {release: "3.0", date: 2021-01-10, changes: [{deprecated: GET /v1/loans, sunset: "3.1"}]}
  - {release: "3.1", date: 2022-05-25, changes: [{removed: GET /v1/loans}]}
`
    expect(judge(history, policy).map(({verdict, missing}) => [verdict, missing])).toEqual([
      ['undetermined', [{fact: 'introduction', of: 'GET /v1/loans'}]]
    ])
  }
)

it('overlap with a successor of unknown stability is undetermined', () => {
  const history = (day: string) => `
service: Lending Library API
releases:
  - {on: 2024-01-10, changes: [{deprecated: GET /v1/loans, replacement: operation LendCopies, sunset: 2025-06-01}]}
  - {release: "1.9", date: ${day}, changes: [{added: operation LendCopies}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`
  const [late] = judge(history('2025-05-01'))
  expect(late?.verdict).toBe('undetermined')
  expect(late?.missing).toEqual([{fact: 'stability', of: 'operation LendCopies'}])
  expect(judge(history('2024-02-01')).map(({verdict}) => verdict)).toEqual(['compliant'])
})

it('the replacement of an endpoint is the matching endpoint below the new prefix, not the prefix', () => {
  const history = `
service: Lending Library API
releases:
  - {on: 2024-01-10, changes: [{deprecated: /v1/**, replacement: /v2/**, sunset: 2025-06-01}]}
  - release: "2.0"
    date: 2025-06-01
    changes: [{removed: GET /v1/loans}, {removed: GET /v1/copies, replacement: GET /v2/holdings}]
`
  const named = judge(history).map(({subject, replacement}) =>
    [subject, replacement].map(each => each && formatSubject(each))
  )
  expect(named).toContainEqual(['GET /v1/loans', 'GET /v2/loans'])
  expect(named).toContainEqual(['GET /v1/copies', 'GET /v2/holdings'])
})

it('an end of support that is compliant under every possible stability is compliant', () => {
  const history = `
service: Lending Library API
releases:
  - {on: 2024-01-10, changes: [{deprecated: operation LendCopies, sunset: 2025-06-01}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: operation LendCopies}]}
`
  expect(judge(history).map(({verdict, missing}) => [verdict, missing])).toEqual([['compliant', []]])
})

describe('a sunset that was withdrawn, after a move on an unknown date', () => {
  const historyWith = (moved: string, withdrawn: string) => `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-31, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2024-02-05, changes: [{deprecated: GET /v1/loans, sunset: 2026-06-30}]}
  - {release: "1.2", ${moved} changes: [{rescheduled: GET /v1/loans, sunset: 2027-06-30}]}
  - {release: "2.0", ${withdrawn} changes: [{withdrawn: GET /v1/loans}]}
  - {release: next, date: 2027-01-01, changes: [{removed: GET /v1/loans}]}
`
  const verdictsOf = (moved: string, withdrawn: string) =>
    judgeAll(historyOf(historyWith(moved, withdrawn), '2026-11-20'), policyOf(undefined)).map(({verdict, missing}) => ({
      verdict,
      missing
    }))

  it('is a violation if it was withdrawn before the day, whenever it was moved', () => {
    expect(verdictsOf('', 'date: 2025,')).toEqual([{verdict: 'violation', missing: []}])
    expect(verdictsOf('date: 2025-03-01,', 'date: 2025-06-01,')).toEqual([{verdict: 'violation', missing: []}])
  })

  it('is undetermined, with the missing dates, if the day may have come before', () => {
    expect(verdictsOf('', 'date: 2026,')).toEqual([
      {
        verdict: 'undetermined',
        missing: [
          {fact: 'date', of: 'release 1.2'},
          {fact: 'date', of: 'release 2.0', known: '2026'}
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
    judge(
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
  ])('%s does not replace the stability of the path', (_, lines) => {
    expect(verdictOf(lines)).toEqual(['violation, ga'])
  })

  it('counts if it is stated with the introduction, or as a fact without a date', () => {
    const lines = `  - {release: "1.1", date: 2023-06-01, changes: [{deprecated: GET /v1/loans}]}\n${removed()}`
    expect(verdictOf(lines, '', LATE)).toEqual(['compliant, beta'])
    expect(verdictOf(lines, 'subjects: [{subject: GET /v1/loans, stability: beta}]')).toEqual(['compliant, beta'])
  })
})

it('the missing date is reported if notice starts at the later of announcement and introduction', () => {
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

describe('a replacement that is named but not recorded', () => {
  const history = (complete: boolean) => `
service: Lending Library API
${complete ? '' : 'complete: 2100-01-01'}
policy: p
releases:
  - {release: "1.0", date: 2020-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2021-01-10, changes: [{deprecated: GET /v1/loans, replacement: GET /v2/loans}]}
  - {release: "2.0", date: 2024-06-01, changes: [{removed: GET /v1/loans, replacement: GET /v2/loans}]}
`
  const policy = (guarantee: string) => `
name: p
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {${guarantee}}}
`
  it.each(['successor: same', 'successor: any', 'notice: 1 year, starts: successor'])(
    'makes the verdict undetermined if the policy asks for a successor: %s',
    guarantee => {
      for (const complete of [true, false])
        expect(judge(history(complete), policy(guarantee)).map(({verdict, missing}) => [verdict, missing])).toEqual([
          ['undetermined', expect.arrayContaining([{fact: 'introduction', of: 'GET /v2/loans'}])]
        ])
    }
  )

  it('does not prevent a violation of another clause', () => {
    const [judgment] = judge(history(true), policy('notice: 9 years, successor: any'))
    expect(judgment?.verdict).toBe('violation')
  })

  it('gives no notice if it is only named with the removal', () => {
    const withoutAnnouncement = history(true).replace('{deprecated: GET /v1/loans, replacement: GET /v2/loans}', '')
    expect(judge(withoutAnnouncement).map(({verdict}) => verdict)).toEqual(['violation'])
  })

  it('is required: no replacement is a violation', () => {
    const none = history(true).replaceAll('replacement: GET /v2/loans', 'replacement: none')
    expect(judge(none, policy('successor: any')).map(({verdict}) => verdict)).toEqual(['violation'])
  })
})

it('paths have the default stability if the policy has no marker forms', () => {
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
  expect(judge(history, policy).map(({verdict, stability}) => [verdict, stability])).toEqual([
    ['violation', 'stable'],
    ['violation', 'stable']
  ])
})

describe('a version marker that is a date with a `v` before it', () => {
  const history = (removed: string) => `
service: Lending Library API
releases:
  - {release: "1", date: 2014-04-01, changes: [{added: GET /v2024-04-01/a}]}
  - {release: "2", date: 2025-06-15, changes: [{added: GET /v2025-06-15/a}]}
  - {release: "3", date: ${removed}, changes: [{removed: GET /v2024-04-01/a}]}
`
  it.each(['next-version', 'successor', '{successor: same}'])('starts the notice period at `%s`', clock => {
    const policy = `
name: p
stabilities: [ga]
markers: [{form: v<date>, stability: ga}]
guarantees: {ga: {notice: 12 months, starts: ${clock}}}
`
    expect(judge(history('2026-06-15'), policy).map(({verdict}) => verdict)).toEqual(['compliant'])
    expect(judge(history('2026-06-14'), policy).map(({verdict}) => verdict)).toEqual(['violation'])
  })
})

it.each(['v1', 'v1beta1'])('parameters and headers are exempt under the Kubernetes policy: %s', version => {
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

describe('notice that starts with the announcement of the sunset', () => {
  const policy = `
name: p
stabilities: [ga]
defaultStability: ga
guarantees: {ga: {notice: 30 days, starts: sunset-announcement, also: [{notice: 12 months, starts: release}]}}
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
    ['30 days before', [`2024-12-02, ${moved('2025-01-01')}`], 'compliant'],
    ['a day before', [`2024-12-31, ${moved('2025-01-01')}`], 'violation'],
    ['never', [], 'violation'],
    ['for a later day', [`2024-06-01, ${moved('2025-06-01')}`, `2024-12-31, ${moved('2025-01-01')}`], 'violation'],
    ['for an earlier day', [`2024-06-01, ${moved('2024-12-31')}`, `2024-12-30, ${moved('2025-01-01')}`], 'compliant']
  ])('counts from the first statement that announced this day or an earlier one: %s', (_, statements, verdict) => {
    expect(judge(history(...statements), policy).map(each => each.verdict)).toEqual([verdict])
  })

  it('is undetermined in an incomplete history', () => {
    const incomplete = history().replace('releases:', 'complete: 2030-01-01\nreleases:')
    expect(judge(incomplete, policy).map(each => each.verdict)).toEqual(['undetermined'])
  })
})

describe('a waiver for something that was never released', () => {
  const history = (...releases: string[]) => `
service: Lending Library API
releases:
${releases.map(each => `  - {${each}}`).join('\n')}
`
  const waiver = 'waiver: {reason: never-released, approver: head@library.example, approved: 2025-01-10}'
  const removed = 'release: next, changes: [{removed: GET /v1/loans'
  const first = 'release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/copies}]'
  const added = 'release: "2.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]'
  const verdicts = (...releases: string[]) => judge(history(...releases)).map(({verdict}) => verdict)

  it('is valid only if no release has it', () => {
    expect(verdicts(first, added, `${removed}, ${waiver}}]`)).toEqual(['violation'])
    expect(verdicts(first, 'release: "2.0", date: 2025-01-10', `${removed}, ${waiver}}]`)).toEqual(['undetermined'])
    expect(judge(history(first, `${removed}, ${waiver}}]`))[0]?.missing).toContainEqual({
      fact: 'released',
      of: 'GET /v1/loans'
    })
  })

  it('is not valid for a change of something that was released', () => {
    const change = `{added: GET /v1/loans, parameter: floor, required: true, ${waiver}}`
    expect(verdicts(first, added, `release: next, changes: [${change}]`)).toEqual(['violation'])
  })
})

describe('an inexact day', () => {
  const OLD = '{release: "2.0", date: 2022-08-04, changes: [{added: GET /v1/loans}]}'
  const deprecated = (entry: string, more = '') =>
    `{${entry}, changes: [{deprecated: GET /v1/loans, replacement: none, note: x${more}}]}`
  const removed = (date: string, more = '') =>
    `{release: "3.0", date: ${date}, changes: [{removed: GET /v1/loans${more}}]}`
  const SHORT = 'waiver: {reason: security, approver: head@library.example'

  it.each<[string, string[], string, RegExp]>([
    [
      'of a sunset',
      [deprecated('release: "2.4", date: 2023-05-15', ', sunset: 2024-06'), removed('2024-08-10')],
      'notice-too-short',
      /The day of the sunset `2024-06` is missing, so the 13-month notice can't be checked\.$/
    ],
    [
      'of a sunset that may be after the removal',
      [deprecated('release: "2.4", date: 2022-09-15', ', sunset: 2024-06'), removed('2024-06-10')],
      'ended-before-sunset',
      /removed in 3\.0 \(2024-06-10\)\. The day of the sunset `2024-06` is missing/
    ],
    [
      'of the release that deprecates',
      [deprecated('release: "2.4", date: 2023-05'), removed('2024-06-10')],
      'notice-too-short',
      /The day of 2\.4 \(known only as 2023-05\) is missing, so/
    ],
    [
      'of the release that removes, and of the other one',
      [deprecated('release: "2.4", date: 2023-05'), removed('2024')],
      'notice-too-short',
      /The day of 2\.4 \(known only as 2023-05\) and the day of 3\.0 \(known only as 2024\) are missing, so/
    ],
    [
      'of one release, and no day of another',
      [deprecated('release: "2.4"'), removed('2024-06')],
      'notice-too-short',
      /The day of 3\.0 \(known only as 2024-06\) and the date of 2\.4 are missing, so/
    ],
    [
      'of a statement',
      [deprecated('on: 2023-05'), removed('2024-06-10')],
      'notice-too-short',
      /The day of the announcement `2023-05` is missing, so/
    ],
    [
      'of an announcement on the line of the removal',
      [removed('2024-06-10', ', announced: 2023')],
      'notice-too-short',
      /The day of the announcement `2023` is missing, so/
    ],
    [
      'of a waiver',
      [
        deprecated('release: "2.4", date: 2024-05-15'),
        removed('2024-06-10', `, ${SHORT}, approved: 2024-06-10, until: 2024-06}`)
      ],
      'notice-too-short',
      /The day in `until` of its waiver is missing, so/
    ],
    [
      'of a removal under a waiver',
      [
        deprecated('release: "2.4", date: 2024-05-15'),
        removed('2024-06', `, ${SHORT}, approved: 2024-06-10, until: 2024-06-20}`)
      ],
      'notice-too-short',
      /The day of 3\.0 \(known only as 2024-06\) is missing, so/
    ]
  ])('is named: %s', (_, releases, rule, sentence) => {
    const policy = `
name: library
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 13 months}}
waiverReasons: {security: {}}
`
    const text = `service: Lending Library API\nreleases:\n${[OLD, ...releases].map(each => `  - ${each}`).join('\n')}\n`
    const findings = lint(historyOf(text), policyOf(policy), rules).findings.filter(
      ({verdict}) => verdict === 'undetermined'
    )
    expect(findings).toEqual([expect.objectContaining({rule, message: expect.stringMatching(sentence)})])
  })
})

describe('a notice of 3 major releases', () => {
  const policy = `
name: majors
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 major releases}}
`
  const judgeRemoval = (...releases: string[]) => {
    const [last = '', ...between] = releases.toReversed()
    return judge(
      `
service: Lending Library API
releases:
  - {release: "2.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "2.4", date: 2024-01-11, changes: [{deprecated: GET /v1/loans}]}
${between
  .map((name, at) => `  - {release: "${name}", date: 2024-0${9 - at}-10}`)
  .toReversed()
  .join('\n')}
  - {release: ${last === 'next' ? last : `"${last}"`}, date: 2024-10-10, changes: [{removed: GET /v1/loans}]}
`,
      policy
    )[0]
  }

  it.each<[string, string[], string, {fact: string; of: string}[]]>([
    ['is over with the third', ['3.0', '3.1', '4.0.0', '5.0'], 'compliant', []],
    ['is not over with the second', ['3.0', '4.0'], 'violation', []],
    ['is not over with a candidate of the third', ['3.0', '4.0', '5.0.0-rc.1'], 'violation', []],
    ['does not count minor releases and patches', ['2.5', '2.6', '3.0', '3.0.1', '3.1', '4.0', '4.1'], 'violation', []],
    ['does not take the next release for a major one', ['3.0', '4.0', 'next'], 'violation', []],
    [
      'is undetermined where a major release may be unlisted',
      ['3.0', '5.0'],
      'undetermined',
      [{fact: 'major releases', of: 'between release 2.4 and release 5.0'}]
    ],
    [
      'is undetermined where a release has no version',
      ['3.0', 'spring', '5.0'],
      'undetermined',
      [{fact: 'version', of: 'release spring'}]
    ]
  ])('%s', (_, releases, verdict, missing) => {
    expect(judgeRemoval(...releases)).toMatchObject({verdict, missing})
  })
})

it('a release that is named after a day has this date', () => {
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
  // The sunset had passed, and the finding still names the release that removed the endpoint.
  expect(judgment && history.timeline.entries[entryOfEnd(judgment) ?? -1]?.name).toBe('2024-05-01')
  const finding = lint(history, policyOf(undefined), rules).findings.find(({rule}) => rule === 'notice-too-short')
  expect(finding).toMatchObject({release: '2024-05-01'})
})

it('a sunset that is moved to a day after which a release is named is moved and not dropped', () => {
  const history = historyOf(`
service: Lending Library API
releases:
  - {release: 2022-01-01, changes: [{added: GET /v1/loans}]}
  - {release: 2022-02-01, changes: [{deprecated: GET /v1/loans, sunset: 2024-07-01}]}
  - {release: 2022-03-01, changes: [{rescheduled: GET /v1/loans, sunset: 2024-06-01}]}
  - {release: 2024-06-01, changes: [{removed: GET /v1/loans}]}
`)
  expect(judgeAll(history, policyOf(undefined))[0]).toMatchObject({verdict: 'compliant'})
})

it('two announcements of unknown order together show a notice that neither of them shows', () => {
  const policy = policyOf(`
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: "9 months or 2 releases, whichever is longer"}}
`)
  const removedOn = (day: string) =>
    judgeAll(
      historyOf(`
service: Lending Library API
releases:
  - {release: "1.0", date: 2020-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", changes: [{deprecated: GET /v1/loans}]}
  - {release: "1.2", date: 2021-01-10, changes: [{deprecated: GET /v1/loans}]}
  - {release: "1.3", date: ${day}, changes: [{removed: GET /v1/loans}]}
`),
      policy
    )[0]
  // From 1.1 on, two releases; from 1.2 on, nine months.
  expect(removedOn('2021-10-10')).toMatchObject({verdict: 'compliant'})
  expect(removedOn('2021-10-09')).toMatchObject({verdict: 'undetermined'})
})

it('a removal is undetermined if only some days meet the notice', () => {
  const history = (removal: string) => `
service: Lending Library API
releases:
  - {release: "1.0", date: 2023-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2024-01, changes: [{deprecated: GET /v1/loans}]}
  - {release: "2.0.0", changes: [{removed: GET /v1/loans}]}
  - {release: "2.0.1", date: ${removal}}
`
  // Announced on the first day of January, and removed on the last possible day, it has had 13 months.
  expect(judge(history('2025-02-01')).map(({verdict}) => verdict)).toEqual(['undetermined'])
  expect(judge(history('2025-01-31')).map(({verdict}) => verdict)).toEqual(['violation'])
})

it("the next version of an API doesn't start the notice of an endpoint that came after it", () => {
  const policy = `
name: after-the-next-version
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 12 months, starts: next-version}}
`
  const history = (introduction: string) => `
service: Lending Library API
releases:
  - {release: "1.0", date: 2020-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "2.0", date: 2022-01-10, changes: [{added: GET /v2/loans}]}
  - {release: "2.1", date: ${introduction}, changes: [{added: GET /v1/fees}]}
  - {release: "3.0", date: 2024-06-10, changes: [{removed: GET /v1/fees}]}
`
  const [late] = judge(history('2024-01-10'), policy)
  expect([late?.verdict, late?.start?.when.earliest]).toEqual(['violation', '2024-01-10'])
  expect(judge(history('2023-06-10'), policy).map(({verdict}) => verdict)).toEqual(['compliant'])
})

it('a sunset that is moved in the release that states it is the later one', () => {
  const history = (...lines: readonly string[]) => `
service: Lending Library API
releases:
  - {release: "1.0", date: 2022-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2023-01-10, changes: [${lines.join(', ')}]}
  - {release: "2.0", date: 2024-07-01, changes: [{removed: GET /v1/loans}]}
`
  const lines = ['{deprecated: GET /v1/loans, sunset: 2024-06-01}', '{rescheduled: GET /v1/loans, sunset: 2025-06-01}']
  expect(judge(history(...lines)).map(({verdict}) => verdict)).toEqual(['violation'])
  expect(judge(history(...lines.slice(0, 1))).map(({verdict}) => verdict)).toEqual(['compliant'])
})
