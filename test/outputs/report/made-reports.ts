import type {Waiver} from '../../../src/model/lifecycle/event.ts'
import type {Finding} from '../../../src/model/verdict/finding.ts'
import type {LocatedJudgment} from '../../../src/outputs/report/groups/group-findings.ts'
import type {Report} from '../../../src/outputs/report/report.ts'
import {change, reach} from '../../changes.ts'
import {found, judged, reportOf, TIMELINE} from './judgments.ts'

/** Hostile texts that can appear where a name is expected. */
export const HOSTILE: Readonly<Record<string, string>> = {
  percent: '100%0A%25::error::x',
  newline: 'a\n::error file=x::hacked\r\n##[error]hacked',
  command: '::error::hacked',
  'old command': '##[error]hacked ##vso[task.complete]hacked',
  cdata: ']]><hacked/>&amp;<!--',
  script: '<script>hacked()</script></details>',
  backticks: 'a`<b>hacked</b> @hacked #12 https://hacked.example`b```',
  pipe: 'a|b\\|c [hacked](https://hacked.example) ![x](x)',
  ansi: '\u001b[2J\u001b]8;;https://hacked.example\u0007hacked\u009b31m',
  bidi: 'a\u202egnp.exe\u2066\u200b',
  nul: 'a\u0000b\ufffe\uffff',
  surrogate: 'a\ud800b\udc00c',
  placeholder: '{0}/{id}/{99999999}',
  properties: 'a,line=1:col=2;x=y]z',
  long: 'x'.repeat(80_000)
}

const WAIVER: Waiver = {
  reason: 'security',
  approver: 'security@library.example',
  note: 'tokens could be forged',
  place: {source: 'tenure.yaml', line: 4, column: 3}
}

const says = (name: string) => `{} was removed in 2.0 with ${name}. The policy requires ${name}.`

/** A report of `check` with one removal for each name, all of them violations with a finding. */
export function checkOf(names: readonly string[], more: Partial<Report> = {}): Report {
  const judgments = names.map(name => judged(`GET /v1/${name.replace(/\s/g, '') || 'x'}`))
  return reportOf(
    judgments,
    judgments.map(
      (each, index): Finding => ({
        ...found(each, 'unannounced-removal', says(names[index] ?? '')),
        fingerprint: `${index}`
      })
    ),
    {command: 'check', ...more}
  )
}

export const many = (length: number): string[] => Array.from({length}, (_, at) => `shelves-${at}`)

/**
 * One finding of each kind: violation, undetermined, pending, a note, a breaking change with its counterexample,
 * waived, and compliant.
 */
export function mixed(more: Partial<Report> = {}): Report {
  const violating = judged('GET /v1/loans', {
    announcement: {
      event: {...judged('GET /v1/loans', {entry: 1}).event, place: {source: 'history.yaml', pointer: '/releases/1'}},
      moment: {when: {earliest: '2024-02-01', latest: '2024-02-01'}, entry: 1, stated: 'release 1.1'},
      mark: {when: {earliest: '2024-02-01', latest: '2024-02-01'}, entry: 1, stated: 'release 1.1'},
      unrecorded: false
    }
  })
  const unsure = judged('GET /v1/shelves', {verdict: 'undetermined', missing: [{fact: 'date', of: 'release 2.1'}]})
  const pending = judged('GET /v1/fees', {pending: true, entry: 3})
  const observed = change('value-removed', 'GET /v1/copies', {
    about: 'status',
    old: 'LOST',
    proofs: {request: {is: 'breaks', witness: {status: 'LOST'}, at: ''}},
    reaches: [reach('GET /v1/copies', 'request', 'query parameter status')]
  })
  const proven = judged('GET /v1/copies', {kind: 'change', event: {change: 'value-removed', observed}})
  const waived: LocatedJudgment = judged('POST /v1/tokens', {
    verdict: 'exempt',
    exemptBy: 'waiver',
    waiver: {waiver: WAIVER, flaws: [], needed: true}
  })
  const compliant = judged('GET /v1/readers', {verdict: 'compliant'})
  const note: Finding = {
    rule: 'missing-replacement',
    level: 'info',
    message: '`Loan.shelf` was removed without a replacement.',
    remedy: 'Add `replacement: SUBJECT`.',
    place: {source: 'history.yaml', pointer: '/releases/3'},
    missing: [],
    evidence: [{text: 'the other line', place: {source: 'history.yaml', line: 9, column: 2}}],
    covers: [],
    reasons: [],
    fingerprint: 'note'
  }
  const findings: Finding[] = [
    {...found(unsure, 'notice-too-short', says('a doubt')), fingerprint: 'unsure'},
    {
      ...found(violating, 'notice-too-short', says('a short notice')),
      fingerprint: 'violation',
      reasons: [
        {
          rule: 'successor-missing',
          level: 'error',
          message: 'There is no successor.',
          remedy: 'Release it.',
          place: {source: 'history.yaml', pointer: '/releases/3'},
          missing: [],
          evidence: [],
          fingerprint: 'broken-too'
        }
      ]
    },
    {...found(pending, 'unannounced-removal', says('nothing said')), fingerprint: 'pending'},
    {...found(proven, 'ga-breaking-change', says('a value less')), fingerprint: 'proven'},
    note
  ]
  return reportOf([violating, unsure, pending, proven, waived, compliant], findings, {
    command: 'check',
    remarks: ['Unreleased changes are checked as if released today.'],
    version: '0.1.0',
    timeline: TIMELINE,
    rules: [
      {
        id: 'notice-too-short',
        since: '0.1.0',
        level: 'error',
        summary: 'An end comes only after its notice.',
        why: 'People need the time.'
      }
    ],
    ...more
  })
}
