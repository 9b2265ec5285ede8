import {readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {assemble} from '../src/history/assemble.ts'
import {readPolicyText} from '../src/inputs/config/policy-file.ts'
import {readHistoryText} from '../src/inputs/history/file.ts'
import {judgeAll} from '../src/lint.ts'
import {formatSubject, isEndpoint} from '../src/model/subject/subject.ts'
import type {Judgment} from '../src/model/verdict/judgment.ts'
import {packageFolder} from '../src/stores/files/installed-packages.ts'
import {HERE} from './here.ts'
import {historyOf, policyOf} from './reading.ts'

const folder = packageFolder('fixtures/model-testing-service')
const HISTORY = readFileSync(`${folder}/history.yaml`, 'utf8')
const POLICY = readFileSync(`${folder}/policy.yaml`, 'utf8')

interface Edit {
  readonly dates?: Readonly<Record<string, string>>
  /** The start of the 13-month revision, as in the policy file. */
  readonly since?: string
}

/** The audit of the fixture, with dated releases or another start of the second revision. */
function audit({dates = {}, since}: Edit = {}): Judgment[] {
  const history = Object.entries(dates).reduce((text, [name, date]) => {
    expect(text).toContain(`  - release: ${name}\n`)
    return text.replace(`  - release: ${name}\n`, `  - release: ${name}\n    date: ${date}\n`)
  }, HISTORY)
  const policy =
    since === undefined
      ? POLICY
      : POLICY.replace('- revision: 13 months\n    from: unknown', `- revision: 13 months\n    from: ${since}`)
  const {declared} = readHistoryText(history, 'history.yaml')
  return judgeAll(assemble(declared, {asOf: '2026-11-20'}), readPolicyText(HERE.files, policy, 'policy.yaml').policy)
}

const summarize = (judgments: readonly Judgment[]) =>
  judgments.map(({subject, verdict, exemptBy, missing, clause}) => ({
    subject: formatSubject(subject),
    verdict: exemptBy ? `${verdict} by ${exemptBy}` : verdict,
    missing: missing.map(({fact, of}) => `${fact} of ${of}`),
    clause: `${clause.revision} ${clause.pointer}`
  }))

const firewall = (edit: Edit) => {
  const found = summarize(audit(edit)).find(({subject}) => subject === '/v1/firewall/**')
  return {verdict: found?.verdict, missing: found?.missing}
}

describe('the model testing service', () => {
  const all = summarize(audit())
  const of = (verdict: string) => all.filter(each => each.verdict === verdict)

  it('has 18 removals and breaking changes', () => expect(all).toHaveLength(18))

  it('has 9 violations for GA, whatever the dates and under both revisions', () => {
    expect(of('violation')).toHaveLength(9)
    for (const each of of('violation')) {
      expect(each.subject).toMatch(/ \/v1\//)
      expect(each).toMatchObject({missing: [], clause: '13 months /revisions/1/guarantees/ga/notice'})
    }
    for (const revision of ['1000-01-01', '9000-01-01']) {
      expect(summarize(audit({since: revision})).filter(({verdict}) => verdict === 'violation')).toHaveLength(9)
    }
  })

  it('has 6 exempt removals of beta paths', () => {
    expect(of('exempt by policy')).toHaveLength(6)
    for (const each of of('exempt by policy')) {
      expect(each.subject).toMatch(/ \/v1-beta\//)
      expect(each.clause).toBe('13 months /guarantees/beta')
    }
  })

  it('has 3 undetermined verdicts with their missing facts', () => {
    expect(of('undetermined').map(({subject, missing}) => ({subject, missing: missing.toSorted()}))).toEqual([
      {subject: 'connection_info.delta_lake', missing: ['stability of connection_info.delta_lake']},
      {subject: '/v1/firewall/**', missing: ['date of release 2.2', 'date of release 2.4']},
      {
        subject: 'operation ListAPITokensQuery',
        missing: ['breaking of operation ListAPITokensQuery', 'stability of operation ListAPITokensQuery']
      }
    ])
  })

  it('has the release and replacement of each removal', () => {
    const removed = audit().filter(({subject}) => isEndpoint(subject.target))
    expect(removed).toHaveLength(15)
    for (const {replacement, end} of removed) {
      expect(end.stated).toMatch(/^release 2\./)
      expect(replacement).toBeDefined()
    }
  })
})

describe('a date decides only the verdict that depends on it', () => {
  it.each([
    ['thirteen months and more', '2023-01-10', '2024-03-01', 'compliant'],
    ['exactly thirteen months', '2023-01-10', '2024-02-10', 'compliant'],
    ['less than six months', '2023-01-10', '2023-06-01', 'violation'],
    ['a day less than six months', '2023-01-10', '2023-07-09', 'violation'],
    ['imprecise dates that are far enough apart', '2022', '2024-02', 'compliant'],
    ['imprecise dates that are too close', '2023-03', '2023-05', 'violation']
  ])('with notice of %s', (_, deprecated, removed, verdict) => {
    expect(firewall({dates: {'2.2': deprecated, '2.4': removed}})).toEqual({verdict, missing: []})
  })

  it.each([
    ['one day less than thirteen months', '2023-01-10', '2024-02-09'],
    ['nine months', '2023-01-10', '2023-10-10'],
    ['exactly six months', '2023-01-10', '2023-07-10']
  ])('but not with notice of %s, if the start of the 13-month revision is missing', (_, deprecated, removed) => {
    const dates = {'2.2': deprecated, '2.4': removed}
    expect(firewall({dates})).toEqual({verdict: 'undetermined', missing: ['start of revision 13 months']})
    expect(firewall({dates, since: '2022-12-31'})).toEqual({verdict: 'violation', missing: []})
    expect(firewall({dates, since: '2023-01-10'})).toEqual({verdict: 'violation', missing: []})
    expect(firewall({dates, since: '2023-01-11'})).toEqual({verdict: 'compliant', missing: []})
    expect(firewall({dates, since: '{release: "2.1"}'})).toEqual({verdict: 'violation', missing: []})
    expect(firewall({dates, since: '{release: "2.3"}'})).toEqual({verdict: 'compliant', missing: []})
  })

  it('and one of two dates makes the other one the missing fact', () => {
    expect(firewall({dates: {'2.2': '2023-01-10'}}).missing).toEqual(['date of release 2.4'])
    expect(firewall({dates: {'2.4': '2023-01-10'}}).missing).toEqual(['date of release 2.2'])
  })

  it('and does not change other verdicts', () => {
    const others = (edit: Edit) => summarize(audit(edit)).filter(({subject}) => subject !== '/v1/firewall/**')
    expect(others({dates: {'2.2': '2023-01-10', '2.4': '2024-03-01'}})).toEqual(others({}))
  })
})

describe('a successor as an announcement', () => {
  const history = (removed: string, named = '') => `
service: Lending Library API
releases:
  - {release: "1.0", date: 2022-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "2.0", date: 2023-01-10, changes: [{added: GET /v2/loans}${named}]}
  - {release: "2.5", date: ${removed}, changes: [{deprecated: GET /v1/loans}, {removed: GET /v1/loans}]}
`
  const policy = (from: string) => `
name: lending-library
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 13 months, starts: ${from}}}
`
  const verdict = (text: string, rules: string | undefined) =>
    judgeAll(historyOf(text), policyOf(rules)).map(each => each.verdict)

  it('gives 14 months of notice if the policy starts notice with it', () => {
    expect(verdict(history('2024-03-10'), policy('[announcement, {successor: same}]'))).toEqual(['compliant'])
    expect(verdict(history('2024-03-10'), policy('[announcement, successor]'))).toEqual(['compliant'])
    expect(verdict(history('2024-03-10'), undefined)).toEqual(['violation'])
    expect(verdict(history('2024-03-10'), policy('announcement'))).toEqual(['violation'])
  })

  it('gives too little notice after 12 months', () => {
    expect(verdict(history('2024-01-10'), policy('[announcement, {successor: same}]'))).toEqual(['violation'])
  })

  it('does not start the notice period if it is named as the replacement after its own release', () => {
    const late = (at: '2.0' | '2.5') => `
service: Lending Library API
releases:
  - {release: "1.0", date: 2022-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "2.0", date: 2023-01-10, changes: [{added: GET /v1/lendings}${at === '2.0' ? ', {deprecated: GET /v1/loans, replacement: GET /v1/lendings}' : ''}]}
  - {release: "2.5", date: 2024-03-10, changes: [{removed: GET /v1/loans, replacement: GET /v1/lendings}]}
`
    expect(verdict(late('2.0'), policy('{successor: same}'))).toEqual(['compliant'])
    expect(verdict(late('2.5'), policy('{successor: same}'))).toEqual(['violation'])
  })
})
