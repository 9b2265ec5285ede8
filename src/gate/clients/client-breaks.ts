import supportedRelease from '../../../rules/supported-release.ts'
import versionSkew from '../../../rules/version-skew.ts'
import {activeRules} from '../../app/plugins/load-plugins.ts'
import type {Context} from '../../context/context.ts'
import {judgeAll, lint} from '../../lint.ts'
import {defined} from '../../model/defined.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import type {ClientBreak} from '../../model/verdict/client-break.ts'
import type {Finding} from '../../model/verdict/finding.ts'
import type {Judgment, Verdict} from '../../model/verdict/judgment.ts'
import {findingKey, type Report} from '../../outputs/report/report.ts'
import type {GateSession} from '../gate.ts'
import {breakKey} from './chained-comparison.ts'
import type {ComparedWithReleases} from './compare-with-releases.ts'

const RULES: ReadonlySet<string> = new Set([supportedRelease.id, versionSkew.id])

/** Findings about clients and servers of other releases than the base, with the levels of the target's rules. */
export function findClientBreaks(session: GateSession, context: Context): readonly Finding[] {
  const {releases, ofTarget, history, locate} = session
  if (!releases || releases.breaks.length === 0) return []
  const {policy: judging, config} = ofTarget ?? session
  // A skew that the change adds counts at once.
  const policy = {...judging, ...defined({skew: judging.skew ?? session.policy.skew})}
  const judgments = judgeAll((ofTarget ?? session).history, policy)
  const clientBreaks = releases.breaks.filter(each => !isJudged(each, judgments))
  const settings = config?.rules ?? {}
  const rules = activeRules(context).filter(({id}) => RULES.has(id))
  const findings = lint(history, policy, rules, {settings, judgments: [], clientBreaks}).findings
  return findings.map(each => ({...each, place: locate(each.place)}))
}

/**
 * Whether the history has judged the same thing already: what it records of a released removal decides, and what the
 * change violates isn't reported twice.
 */
function isJudged({judged: {change, forward}, demand}: ClientBreak, judgments: readonly Judgment[]): boolean {
  if (forward) return false
  const decided: readonly Verdict[] = demand === 'supported' ? ['compliant', 'exempt'] : ['violation']
  return judgments.some(
    ({subject, covers, verdict}) =>
      decided.includes(verdict) && [subject, ...covers].some(each => subjectKey(each) === subjectKey(change.subject))
  )
}

/** Adds to the findings about changes since the base which releases they reach. */
export function addReleases(
  {findings, judgments}: Pick<Report, 'findings' | 'judgments'>,
  compared: ComparedWithReleases | undefined
): readonly Finding[] {
  if (!compared || compared.reached.size === 0) return findings
  const about = new Map(judgments.map(each => [findingKey(each.event.id, each.subject), each.event.observed]))
  return findings.map(finding => {
    const change = about.get(findingKey(finding.event, finding.subject))
    const releases = change && compared.reached.get(breakKey(change))
    return {...finding, ...defined({releases})}
  })
}
