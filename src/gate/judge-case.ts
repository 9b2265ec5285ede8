import {reportOf} from '../app/audit.ts'
import type {Session} from '../app/session/session.ts'
import {judgeAll, lint} from '../lint.ts'
import {defined} from '../model/defined.ts'
import type {History} from '../model/lifecycle/history.ts'
import {NEXT} from '../model/time/timeline.ts'
import type {Finding} from '../model/verdict/finding.ts'
import type {Judgment} from '../model/verdict/judgment.ts'
import type {Policy} from '../model/verdict/policy.ts'
import {findingKey, lacksBase, type Report} from '../outputs/report/report.ts'
import {isOnlyStricter} from '../policy/notice/weakened-guarantees.ts'
import type {Rule} from '../rule.ts'
import {capitalize, formatList} from '../text/format-values.ts'
import {sayPolicyChange} from '../text/policy-changes.ts'
import type {GateSession, TargetSession} from './gate.ts'
import {subtractTarget} from './inherited-findings.ts'
import {applyPlanned} from './judging/apply-planned.ts'
import {listChanges} from './list-changes.ts'
import {findRelaxedKeys} from './relaxed-rules.ts'
import {judgeVersion} from './release/judge-version.ts'
import {isAsStrictAs} from './stricter-report.ts'

/** One history of a change, and the rules that judge it: those of the change, or those of its target. */
interface Case {
  readonly session: Session & Partial<GateSession>
  readonly rules: readonly Rule[]
  /** Findings that no rule about the history makes, such as those about pages. */
  readonly others: readonly Finding[]
  readonly remarks: readonly string[]
  /** Value for `--api`. `undefined` if there's none. */
  readonly api: string | undefined
}

/**
 * Judges a session by its own rules and by those of the target. Of equally strict results, the one whose remedies are
 * enough for both is first.
 */
export function judgeByRules(
  session: Session & Partial<GateSession>,
  shared: Omit<Case, 'session'>
): readonly Report[] {
  const {ofTarget, releasedAs, remarks} = session
  const judge = (by: Case['session'], reasons: readonly string[]): Report =>
    judgeCase({...shared, session: by, remarks: [...reasons, ...shared.remarks]})
  if (!ofTarget) return [judge(session, [])]
  const change = ofTarget.isFirst ? '' : sayPolicyChange(ofTarget.policy, session.policy)
  const keys = findRelaxedKeys(ofTarget.config, session.config).map(key => `\`${key}\``)
  const byTarget = judge({...ofTarget, ...defined({releasedAs}), remarks}, [
    ...sayTargetDecides(ofTarget, [...(change ? [`the policy (\`${ofTarget.policy.source}\`)`] : []), ...keys]),
    ...ofTarget.remarks
  ])
  if (ofTarget.decidesAlone) return [byTarget]
  const isStricter = isOnlyStricter(ofTarget.policy, session.policy)
  const isRelaxed = keys.length > 0 || (change !== '' && !isStricter)
  const byOwn = judge(session, [...(isRelaxed ? [sayOwnDecides(ofTarget, keys)] : []), ...ofTarget.approved])
  const isOther = ofTarget.policy.source !== session.policy.source
  const policyChange =
    change === ''
      ? undefined
      : `This change ${isStricter ? 'makes the policy stricter' : 'also changes the policy'}: ${change}.`
  const [own, target] = [
    withPolicies(byOwn, policyChange, isOther ? ofTarget.policy : undefined),
    withPolicies(byTarget, policyChange, isOther ? session.policy : undefined)
  ]
  return isAsStrictAs(byOwn, byTarget) ? [own, target] : [target, own]
}

/** A report with how the change changes the policy, and the other of the two policies that were applied. */
const withPolicies = (report: Report, policyChange: string | undefined, otherPolicy: Policy | undefined): Report => ({
  ...report,
  ...defined({policyChange, otherPolicy}),
  remarks: [...(policyChange === undefined ? [] : [policyChange]), ...report.remarks]
})

/**
 * Remark on why the target's rules decide, by what the change relaxes. Empty if others say so: that the target has none,
 * or that a waiver doesn't count yet.
 */
function sayTargetDecides(
  {policy, label, decidesAlone, isFirst, remarks}: TargetSession,
  relaxed: readonly string[]
): string[] {
  if (decidesAlone)
    return [
      `Checked against the policy (\`${policy.source}\`), configuration, history, and waivers of ${label}, which changed since this branch began.`
    ]
  if (isFirst || (relaxed.length === 0 && remarks.length > 0)) return []
  const causes = relaxed.length > 0 ? relaxed : ['the history']
  const [decide, them] = causes.length === 1 ? ['decides', 'it'] : ['decide', 'them']
  return [`${capitalize(formatList(causes))} of ${label} ${decide}, because this change changes ${them}.`]
}

/** Remark that the result by what the change relaxes is the same. `keys` are those of the configuration. */
const sayOwnDecides = ({label}: TargetSession, keys: readonly string[]): string =>
  keys.length > 0
    ? `This change also changes ${formatList(keys)}. The result by the rules of ${label} isn't stricter.`
    : `The result by the policy of ${label} isn't stricter, so that by the policy of this change counts.`

/** Judges a case: what the change adds, and what it ends, by the rules and levels of the case. */
function judgeCase({session, rules, others, remarks, api}: Case): Report {
  const {history, policy, config, standing} = session
  const settings = config?.rules ?? {}
  const isNew = createNewTest(session)
  const counts = (event: number | undefined): boolean => event === undefined || !standing?.has(event)
  const named = defined({api})
  // Unreleased changes are judged as if released today, so their sunsets count as reached.
  const judgments = judgeAll(applyPlanned(history), policy)
  const {findings} = lint(history, policy, rules, {settings, judgments, ...named})
  // Findings of these rules are reported until the history contains the missing entry, even for past releases.
  const {findings: missingEntries} = lint(
    history,
    policy,
    rules.filter(rule => rule.needsAuthor),
    {settings, judgments, ...named}
  )
  const {endsAtSunset, isEnding} = createSunsetTests(judgments, isNew)
  const changes = lacksBase(session)
    ? undefined
    : listChanges({...session, judgments}, ({entry, id}) => isNew(entry, id), standing)
  const version = changes && judgeVersion(session, {changes, judgments, settings, isNew})
  const all = [
    ...missingEntries.filter(({entry, event}) => !isNew(entry, event)),
    ...findings.filter(
      // Waivers in the config file always belong to the gate.
      finding => isNew(finding.entry, finding.event) || finding.place.source === config?.source || isEnding(finding)
    ),
    ...others,
    ...(version?.findings ?? [])
  ]
  const own = all.filter(({event}) => counts(event))
  const {
    found,
    isInherited,
    remarks: left
  } = subtractTarget(own, {history, before: session.before}, rules, settings, api)
  const old = findOldWarnings(found, history)
  const hidden = new Set(old.length > MAX_OLD_WARNINGS ? old : [])
  const report = reportOf(
    'check',
    session,
    judgments.filter(
      judgment =>
        counts(judgment.event.id) &&
        (isNew(judgment.event.entry, judgment.event.id) || endsAtSunset(judgment)) &&
        !isInherited(judgment)
    ),
    found.filter(finding => !hidden.has(finding)),
    [
      ...dayRemarks(history, session.releasedAs),
      ...remarks,
      ...(hidden.size > 0 ? [sayOldWarnings(hidden.size)] : []),
      ...left
    ]
  )
  return defined({...report, changes, versionReport: version?.versionReport})
}

/** Tests for ends at a sunset, which belong to the gate if the sunset comes with the next release, or before it. */
function createSunsetTests(judgments: readonly Judgment[], isNew: IsNew) {
  const endsAtSunset = ({ended, end}: Judgment): boolean =>
    ended?.kind === 'sunset' && (end.entry === undefined ? ended.pending : isNew(end.entry, undefined))
  const ending = new Set(judgments.filter(endsAtSunset).map(({event, subject}) => findingKey(event.id, subject)))
  const isEnding = ({verdict, event, subject}: Finding): boolean =>
    verdict !== undefined && event !== undefined && subject !== undefined && ending.has(findingKey(event, subject))
  return {endsAtSunset, isEnding}
}

/** Maximum number of warnings about earlier releases that the gate lists one by one. */
const MAX_OLD_WARNINGS = 5

/** Warnings and notes about released entries, such as those that a newly recorded past brings. */
function findOldWarnings(findings: readonly Finding[], history: History): Finding[] {
  const unreleased = findUnreleased(history)
  return findings.filter(
    ({entry, level, verdict, missing, reasons}) =>
      entry !== undefined &&
      !unreleased.has(entry) &&
      verdict === undefined &&
      missing.length === 0 &&
      [level, ...reasons.map(each => each.level)].every(each => each !== 'error')
  )
}

const sayOldWarnings = (count: number): string =>
  `${count} warnings about earlier releases aren't listed. See them with \`tenure audit\`.`

/** Indexes of the unreleased entries, and of announcements since the last release. */
function findUnreleased({timeline: {entries}}: History): Set<number> {
  const last = entries.findLastIndex(({kind, pending}) => kind === 'release' && !pending)
  return new Set(
    entries
      .filter(({index, kind, pending}) => pending || (kind === 'announcement' && index > last))
      .map(({index}) => index)
  )
}

/**
 * Remarks on the day by which unreleased changes are judged. Empty if that is today, as their findings say. `tag` has
 * released them.
 */
function dayRemarks({timeline: {entries, asOf}}: History, tag: string | undefined): string[] {
  const pending = entries.filter(entry => entry.kind === 'release' && entry.pending)
  if (pending.length === 0)
    return ['Nothing is unreleased: the history has no `next` and no release after the as-of day.']
  return pending.flatMap(({name, date, claimed}) => {
    if (date !== undefined || name !== NEXT)
      return `${name === NEXT ? 'Unreleased changes are' : `Release \`${name}\` is`} checked as if released ${date?.length === 10 ? 'on' : 'in'} ${date}.`
    const who =
      tag === undefined ? 'Unreleased changes' : `Nothing is unreleased: the last commit is \`${tag}\`. Its changes`
    const why = claimed ? ", because the date that this change gives them isn't merged" : ''
    return tag === undefined && !claimed ? [] : `${who} are checked as if released today (${asOf})${why}.`
  })
}

type IsNew = (entry: number | undefined, event: number | undefined) => boolean

/** Returns a function that says whether the change adds an entry or an event. */
function createNewTest({history, past, brought}: Session & Partial<GateSession>): IsNew {
  const entries = findUnreleased(history)
  for (const entry of past ?? []) entries.delete(entry)
  return (entry, event) =>
    (entry !== undefined && entries.has(entry)) || (event !== undefined && brought?.has(event) === true)
}
