// Checks all rules together, on small histories and on random ones.

import {readdirSync} from 'node:fs'
import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {rules} from '../rules/index.ts'
import {subjectKey} from '../src/model/subject/subject.ts'
import type {Finding} from '../src/model/verdict/finding.ts'
import {lintText} from './reading.ts'
import {tries} from './tier.ts'

interface Story {
  readonly history: string
  readonly policy?: string
  readonly asOf?: string
  readonly adopted?: string
  readonly recorded?: Readonly<Record<string, string>>
  /** The rule of each finding, and the rules that give further reasons. */
  readonly rules: readonly (readonly [rule: string, ...reasons: string[]])[]
}

const STORIES: Readonly<Record<string, Story>> = {
  'announcements fourteen months before, replacements, and removals on the sunset': {
    asOf: '2025-06-10',
    history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2023-01-10
    changes:
      - added: GET /v1/loans
      - added: POST /v1/loans
      - added: GET /v1/copies/{copyId}
      - added: GET /v1/health
      - added: GET /v1-beta/shelves
  - release: "1.1"
    date: 2023-06-10
    changes:
      - {promoted: GET /v1-beta/shelves, to: GET /v1/shelves, oldUntil: "1.2"}
      - {added: GET /v1/loans, field: dueDate, in: response}
      - {deprecated: GET /v1/loans, field: due, in: response, replacement: {field: dueDate}, sunset: 2024-08-01}
  - {release: "1.2", date: 2023-12-10, changes: [{removed: GET /v1-beta/shelves}]}
  - release: "2.0"
    date: 2024-01-10
    changes:
      - added: GET /v2/loans
      - added: POST /v2/loans
      - added: GET /v2/copies/{copyId}
      - added: GET /v2/shelves
      - {changed: GET /v1/loans, breaking: false, note: answers are sorted}
  - on: 2024-02-01
    via: a mail to all readers
    changes:
      - {deprecated: /v1/**, replacement: /v2/**, except: [GET /v1/health], sunset: 2025-04-01}
  - {release: "2.1", date: 2024-08-01, changes: [{removed: GET /v1/loans, field: due, in: response}]}
  - {release: "3.0", date: 2025-04-01, changes: [{removed: /v1/**, except: [GET /v1/health]}]}
  - release: next
    changes:
      - added: PUT /v2/loans
      - {deprecated: POST /v2/loans, replacement: PUT /v2/loans, sunset: 2026-08-01}
`,
    rules: []
  },
  'a removal that violates several requirements': {
    history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2023-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/copies}]}
  - release: "2.0"
    date: 2024-01-10
    changes: [{added: GET /v2/loans}, {deprecated: GET /v1/loans, sunset: 2024-06-01}]
  - {release: "2.1", date: 2024-03-10, changes: [{removed: GET /v1/loans, replacement: GET /v2/loans}]}
`,
    rules: [['notice-too-short', 'ended-before-sunset', 'successor-support-too-short']]
  },
  'a breaking change and a removal of the same endpoint': {
    history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2023-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/lendings}]}
  - {release: "1.1", date: 2023-06-10, changes: [{changed: GET /v1/loans, breaking: true}]}
  - {release: "2.0", date: 2024-01-10, changes: [{removed: GET /v1/loans, replacement: GET /v1/lendings}]}
`,
    rules: [['ga-breaking-change'], ['unannounced-removal']]
  },
  'a removed prefix': {
    history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2023-01-10
    changes: [{added: GET /v1/loans}, {added: GET /v1/copies}, {added: GET /v2/loans}, {added: GET /v2/copies}]
  - {release: "2.0", date: 2024-01-10, changes: [{removed: /v1/**, replacement: /v2/**}]}
`,
    rules: [['unannounced-removal']]
  },
  'an announcement, but no deprecation to start the notice period': {
    policy: `
name: by-the-mark
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 6 months, starts: release, also: [{notice: 12 months, starts: announcement}]}}
`,
    history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2022-01-10, changes: [{added: GET /v1/loans}, {added: GET /v2/loans}]}
  - {on: 2023-01-10, changes: [{deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2024-02-10}]}
  - {release: "2.0", date: 2024-02-10, changes: [{removed: GET /v1/loans}]}
`,
    rules: [['notice-too-short']]
  },
  'no dates, and a sunset without a recorded removal': {
    history: `
service: Lending Library API
complete: 2030-01-01
releases:
  - {release: "2.1", changes: [{changed: operation ListReaders, note: answers are paginated}]}
  - {release: "2.2", changes: [{deprecated: /v1/shelves/**, sunset: "2.4"}]}
  - {release: "2.4"}
`,
    rules: [
      ['ga-breaking-change', 'unclaimed-change'],
      ['notice-too-short', 'missing-replacement', 'sunset-passed-without-removal']
    ]
  },
  'an announcement that was recorded late': {
    history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2023-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/lendings}]}
  - release: "1.1"
    date: 2024-01-10
    changes: [{deprecated: GET /v1/loans, replacement: GET /v1/lendings, sunset: 2025-03-10}]
  - {release: "2.0", date: 2025-03-10, changes: [{removed: GET /v1/loans}]}
`,
    adopted: '2024-01-01',
    recorded: {'deprecated GET /v1/loans': '2025-03-01'},
    rules: [['back-dated-announcement'], ['notice-too-short']]
  },
  'an unreleased removal, sunset, and breaking change': {
    asOf: '2025-01-10',
    history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2023-01-10
    changes:
      - added: GET /v1/loans
      - added: GET /v1/copies
      - added: GET /v1/shelves
      - added: GET /v1/holdings
  - release: next
    changes:
      - {removed: GET /v1/loans, replacement: GET /v2/loans}
      - {deprecated: GET /v1/copies, replacement: GET /v1/holdings, sunset: 2025-06-01}
      - {changed: GET /v1/shelves, kind: field-removed, in: response}
`,
    rules: [['unannounced-removal', 'replacement-not-available'], ['sunset-too-early'], ['ga-breaking-change']]
  }
}

const THREE = ['unannounced-removal', 'notice-too-short', 'ga-breaking-change']

/** Properties that the findings of all rules must have. */
function expectLaws(story: Omit<Story, 'rules'>): readonly Finding[] {
  const {judgments, findings} = lintText(story, rules)
  const withReasons = findings.map(finding => ({finding, all: [finding, ...finding.reasons]}))
  expect(new Set(findings.map(({fingerprint}) => fingerprint)).size).toBe(findings.length)
  for (const {finding, all} of withReasons) {
    // At most one of the three rules reports an event, and no rule reports it twice.
    expect(all.filter(({rule}) => THREE.includes(rule)).length).toBeLessThan(2)
    expect(all.filter(({message}) => /\bundefined\b|\{\w+\}|expected to know( |$)(to|,|$)/.test(message))).toEqual([])
    if (finding.verdict) expect(finding.clause).toBeDefined()
  }
  // Each removal has one finding, and each requirement that isn't met is reported once with its own verdict.
  const open = judgments.filter(({verdict}) => verdict === 'violation' || verdict === 'undetermined')
  const verdicts = findings.filter(({verdict}) => verdict === 'violation' || verdict === 'undetermined')
  const key = (subject: Parameters<typeof subjectKey>[0], pointer: string | undefined, verdict: string | undefined) =>
    `${subjectKey(subject)} ${pointer} ${verdict}`
  expect(verdicts.map(({subject, place, verdict}) => key(subject as never, place.pointer, verdict)).toSorted()).toEqual(
    open.map(({subject, event, verdict}) => key(subject, event.place.pointer, verdict)).toSorted()
  )
  return findings
}

describe.each(Object.entries(STORIES))('a history with %s', (_, story) => {
  it('has the expected findings', () => {
    const findings = expectLaws(story)
    expect(findings.map(({rule, reasons}) => [rule, ...reasons.map(reason => reason.rule).toSorted()])).toEqual(
      story.rules
    )
  })

  it('suggests a waiver only for unreleased changes', () => {
    for (const finding of expectLaws(story)) {
      if (finding.verdict === 'violation') expect(/waiver/.test(finding.remedy ?? '')).toBe(finding.release === 'next')
    }
  })
})

describe('the remedy of a violation', () => {
  const remedyOf = (history: string, asOf: string): string | undefined =>
    lintText({history: `service: Lending Library API\nreleases: [${history}]`, asOf}, rules).findings.find(
      ({verdict}) => verdict === 'violation'
    )?.remedy
  const waiver =
    'add a waiver to the entry: `waiver: {reason: REASON, approver: NAME, approved: DAY}` (replace REASON with security, legal, low-usage, bug-fix, or never-released, NAME with the approver, and DAY with the day of approval)'
  const start =
    '{release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {deprecated: GET /v1/copies, sunset: 2025-12-01}]}'

  it('without an announcement is to deprecate now', () => {
    expect(remedyOf(`${start}, {release: next, changes: [{removed: GET /v1/loans}]}`, '2025-01-31')).toBe(
      `Deprecate it now and remove it on or after 2026-02-28, restore it, or ${waiver}.`
    )
  })

  it('with too little notice, or before the sunset, is to wait', () => {
    expect(remedyOf(`${start}, {release: next, changes: [{removed: GET /v1/copies}]}`, '2025-01-31')).toBe(
      `Remove it on or after 2025-12-01, restore it, or ${waiver}.`
    )
  })

  it('by a breaking change is a new version', () => {
    expect(
      remedyOf(`${start}, {release: next, changes: [{changed: GET /v1/loans, breaking: true}]}`, '2025-01-31')
    ).toBe(`Release it as a new version, revert it, or ${waiver}.`)
  })

  it('in the past is to restore and deprecate', () => {
    expect(
      remedyOf(`${start}, {release: "1.1", date: 2024-02-10, changes: [{removed: GET /v1/loans}]}`, '2025-01-31')
    ).toBe('Restore it and deprecate it first, or leave the entry as it is.')
  })
})

describe('random histories', () => {
  const SUBJECTS = [
    'GET /v1/loans',
    'GET /v2/loans',
    'GET /v1-beta/loans',
    '/v1/**',
    '/v2/**',
    'operation Lend',
    'Loan.due'
  ]
  const DAYS = ['2024-01-10', '2024-06-30', '2025-03-31', '2026-02-28', '2027-07-01']
  const subject = fc.constantFrom(...SUBJECTS)
  const moment = fc.constantFrom(...DAYS, '"1.3"', '"2.0"', '"9.0"')
  const optional = (name: string, value: fc.Arbitrary<string>) =>
    fc.option(
      value.map(text => `, ${name}: ${text}`),
      {nil: ''}
    )
  const line = fc.oneof(
    subject.map(text => `{added: ${text}}`),
    fc
      .tuple(subject, optional('breaking', fc.constantFrom('true', 'false')))
      .map(parts => `{changed: ${parts.join('')}}`),
    fc
      .tuple(subject, optional('replacement', subject), optional('sunset', moment))
      .map(parts => `{deprecated: ${parts.join('')}}`),
    fc.tuple(subject, moment).map(([text, sunset]) => `{rescheduled: ${text}, sunset: ${sunset}}`),
    subject.map(text => `{withdrawn: ${text}}`),
    fc.tuple(subject, optional('replacement', subject)).map(parts => `{removed: ${parts.join('')}}`),
    subject.map(text => `{restored: ${text}}`)
  )
  const changes = fc.array(line, {maxLength: 5}).map(lines => lines.join(', '))
  const names = ['1.0', '1.1', '1.3', '2.0', 'next']
  const history = fc
    .tuple(
      fc.constantFrom('', 'complete: "1.1"', 'complete: 2025-06-01'),
      fc.array(fc.tuple(fc.boolean(), changes), {minLength: names.length, maxLength: names.length})
    )
    .map(([complete, releases]) =>
      [
        'service: Lending Library API',
        complete,
        'releases:',
        ...releases.map(([dated, lines], index) => {
          const date = dated && names[index] !== 'next' ? `, date: ${DAYS[index]}` : ''
          return `  - {release: "${names[index]}"${date}, changes: [${lines}]}`
        })
      ].join('\n')
    )
  const POLICIES = readdirSync(new URL('../policies', import.meta.url)).map(name => name.replace(/\.yaml$/, ''))
  const policy = fc.constantFrom(...POLICIES)

  it('have valid findings, and report each violation once', () => {
    fc.assert(
      fc.property(history, policy, fc.constantFrom(...DAYS), (text, name, asOf) => {
        expectLaws({history: text, policy: name, asOf})
      }),
      {numRuns: tries(300)}
    )
  })
})
