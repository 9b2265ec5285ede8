import {describe, expect, it} from 'vitest'
import {rules} from '../../rules/index.ts'
import type {Session} from '../../src/app/session/session.ts'
import type {GateSession, TargetSession} from '../../src/gate/gate.ts'
import {judgeByRules} from '../../src/gate/judge-case.ts'
import {isStricter} from '../../src/gate/stricter-report.ts'
import {assemble} from '../../src/history/assemble.ts'
import {readPolicyText} from '../../src/inputs/config/policy-file.ts'
import {readHistoryText} from '../../src/inputs/history/file.ts'
import type {Finding} from '../../src/model/verdict/finding.ts'
import type {Report} from '../../src/outputs/report/report.ts'
import {HERE} from '../here.ts'
import {sample} from '../tier.ts'
import {history, TODAY} from './scenario.ts'

// The judging of a change in memory, with a row for each condition: whose rules decide, and what counts against it.

const STRICT = 'guarantees: {ga: {notice: 24 months}}'
const LONG = 'guarantees: {ga: {notice: 12 months}}'
const SHORT = 'guarantees: {ga: {notice: 3 months}}'

/** A history in which a release deprecated one endpoint six months ago, with further lines. */
const historyOf = (next: readonly string[], last: readonly string[]): string =>
  history([
    ['1.0', '2024-01-15', ['added: GET /v1/loans', 'added: GET /v1/desks', 'added: GET /v1/shelves']],
    ['1.1', '2025-09-01', ['{deprecated: GET /v1/desks, sunset: 2026-03-01, replacement: none}', ...last]],
    ...(next.length > 0 ? [['next', undefined, next] as const] : [])
  ])

const REMOVED_DESKS = '{removed: GET /v1/desks}'
const REMOVED_LOANS = '{removed: GET /v1/loans}'

interface Judged {
  readonly next?: readonly string[]
  readonly last?: readonly string[]
  readonly policy?: string
  readonly more?: Partial<GateSession & TargetSession>
}

function sessionOf({next = [REMOVED_DESKS], last = [], policy = LONG, more = {}}: Judged = {}): Session & {
  readonly past: ReadonlySet<number>
  readonly brought: ReadonlySet<number>
} {
  const {declared, locate} = readHistoryText(historyOf(next, last), 'history.yaml')
  return {
    history: assemble(declared, {asOf: TODAY}),
    policy: readPolicyText(
      HERE.files,
      `format: 1\nmarkers: [{form: 'v<major>', stability: ga}]\n${policy}\n`,
      'policy.yaml'
    ).policy,
    assumed: false,
    path: 'history.yaml',
    kind: 'history',
    partial: false,
    remarks: ['Compared `openapi.yaml` with `main`.'],
    locate,
    past: new Set(),
    brought: new Set(),
    ...more
  }
}

const targetOf = (judged: Judged = {}): TargetSession => ({
  approved: [],
  label: 'main',
  isFirst: false,
  decidesAlone: false,
  ...sessionOf(judged)
})

const judge = (session: Session & Partial<GateSession>, others: readonly Finding[] = []): readonly Report[] =>
  judgeByRules(session, {rules, others, remarks: [], api: undefined})

const strictestOf = (reports: readonly Report[]): Report =>
  reports.reduce((strictest, each) => (isStricter(each, strictest) ? each : strictest))

/** The verdicts of the strictest result, with the endpoints that they are about. */
const verdictsOf = ({judgments}: Report): string[] =>
  judgments.map(({subject: {target}, verdict}) => `${target.text} ${verdict}`)

describe('the rules that decide', () => {
  it.each<[string, Judged & {readonly target?: Judged & {readonly decidesAlone?: boolean}}, string[], number]>(
    sample([
      ['the own ones without those of a target', {policy: LONG}, ['GET /v1/desks violation'], 1],
      ['the own ones without those of a target', {policy: SHORT}, ['GET /v1/desks compliant'], 1],
      [
        'those of the target against a weaker policy',
        {policy: SHORT, target: {policy: LONG}},
        ['GET /v1/desks violation'],
        2
      ],
      ['the own ones if they are stricter', {policy: LONG, target: {policy: SHORT}}, ['GET /v1/desks violation'], 2],
      [
        'both alike if neither finds a violation',
        {policy: SHORT, target: {policy: SHORT}},
        ['GET /v1/desks compliant'],
        2
      ],
      [
        'those of the target alone if the change left them as they were',
        {policy: STRICT, target: {policy: SHORT, decidesAlone: true}},
        ['GET /v1/desks compliant'],
        1
      ]
    ])
  )('are %s', (_, {target, ...own}, verdicts, results) => {
    const {decidesAlone = false, ...judged} = target ?? {}
    const ofTarget = target && {...targetOf(judged), decidesAlone}
    const reports = judge({...sessionOf(own), ...(ofTarget ? {ofTarget} : {})})
    expect(reports).toHaveLength(results)
    expect(verdictsOf(strictestOf(reports))).toEqual(verdicts)
  })

  it.each<[string, string, string, object]>(
    sample([
      ['the own ones if they ask for as much', STRICT, LONG, {count: 24, unit: 'months'}],
      ['those of the target if the own ones ask for less', LONG, STRICT, {count: 24, unit: 'months'}]
    ])
  )('of two results with a violation are %s, so that its remedy is enough for both', (_, own, target, notice) => {
    const strictest = strictestOf(judge({...sessionOf({policy: own}), ofTarget: targetOf({policy: target})}))
    expect(strictest.judgments[0]?.requirements.flatMap(({length}) => length ?? [])).toEqual([notice])
    expect(strictest.policyChange).toContain('guarantees.ga')
  })

  it('are said with the result', () => {
    const session = sessionOf({policy: SHORT})
    expect(judge({...session, ofTarget: targetOf()}).map(({remarks}) => remarks.join(' '))).toEqual([
      expect.stringContaining('main decide'),
      expect.stringContaining("The result by the policy of main isn't stricter")
    ])
    expect(judge({...session, ofTarget: {...targetOf(), isFirst: true}})[1]?.policyChange).toBeUndefined()
  })
})

describe('what counts against a change', () => {
  it.each<[string, Judged, string[]]>(
    sample([
      ['what it adds to `next`', {next: [REMOVED_LOANS]}, ['GET /v1/loans violation']],
      ['nothing that a release has already', {next: [], last: [REMOVED_LOANS]}, []],
      ['nothing that was there before it', {next: [REMOVED_LOANS], more: {past: new Set([2])}}, []],
      [
        'a line of the past that it brings',
        {next: [], last: [REMOVED_LOANS], more: {brought: new Set([4])}},
        ['GET /v1/loans violation']
      ],
      ['nothing that no release has', {next: [REMOVED_LOANS], more: {standing: new Map([[4, 'unreleased']])}}, []],
      ['nothing that its base has', {next: [REMOVED_LOANS], more: {standing: new Map([[4, 'inherited']])}}, []]
    ])
  )('is %s', (_, judged, verdicts) => {
    expect(judge(sessionOf(judged)).map(verdictsOf)).toEqual([verdicts])
  })

  it("isn't what the target has, too, judged by the same rules", () => {
    const before = {label: 'main', open: () => sessionOf({next: [REMOVED_LOANS]})}
    const [report] = judge(sessionOf({next: [REMOVED_LOANS, REMOVED_DESKS], more: {before}}))
    expect(report && verdictsOf(report)).toEqual(['GET /v1/desks violation'])
    expect(report?.remarks.join(' ')).toContain("1 finding of main isn't of this change")
  })

  it('is listed as changes, but not if it was compared with nothing for certain', () => {
    const [known] = judge(sessionOf())
    expect(known?.changes?.map(({effect}) => effect)).toEqual(['removed'])
    const uncompared = {text: 'Compared `openapi.yaml` with nothing.', isUnsure: true}
    const [unknown] = judge(sessionOf({more: {uncompared}}))
    expect(unknown?.changes).toBeUndefined()
  })

  it('is any finding about something else than the history', () => {
    const [report] = judge(sessionOf({next: []}))
    const [found] = judge(sessionOf()).flatMap(({findings}) => findings)
    const {event: _, ...other} = found as Finding
    expect(report?.findings).toEqual([])
    expect(judge(sessionOf({next: []}), [other])[0]?.findings.map(({rule}) => rule)).toEqual([other.rule])
  })
})
