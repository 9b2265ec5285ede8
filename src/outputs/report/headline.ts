import {groupBy} from '../../model/group-by.ts'
import {memoize} from '../../model/memoize.ts'
import type {TimelineEntry} from '../../model/time/timeline.ts'
import type {Finding, FindingReason, Level} from '../../model/verdict/finding.ts'
import type {Judgment} from '../../model/verdict/judgment.ts'
import type {TextPiece} from '../../phrases/text-pieces.ts'
import {truncate} from '../../phrases/values.ts'
import {formatCount, formatFew, formatOwners} from '../../text/format-values.ts'
import {anyFailing, findFailing, findWaivedJudgments, type ListedFinding, listFindings} from './findings.ts'
import {findingKey, hasMissingFacts, type Report} from './report.ts'
import {formatPolicyName, sayDiffHeadline, sayUnreadReleases} from './report-text.ts'
import {plainText} from './sanitize-text.ts'

/**
 * Results of a run in a word, the most severe first. `reported` is a violation that doesn't fail the run, and
 * `undetermined` says that missing facts or unread parts may hide one.
 */
export const OUTCOMES = ['violation', 'reported', 'undetermined', 'compliant'] as const
export type Outcome = (typeof OUTCOMES)[number]

export function outcomeOf(report: Report): Outcome {
  if (judgmentsOutsideBaseline('violation', report).length > 0 || anyFailing(report))
    return report.reportOnly ? 'reported' : 'violation'
  const isUnsure =
    (report.probe && (report.probe.isUnsure || report.probe.endpoints.differing > 0)) ||
    judgmentsOutsideBaseline('undetermined', report).length > 0 ||
    hasMissingFacts({...report, summary: {...report.summary, undetermined: 0}}) ||
    report.source.partial ||
    (report.uncompared !== undefined && !report.uncompared.isHistoryOnly)
  return isUnsure ? 'undetermined' : 'compliant'
}

/** Judgments with the verdict that aren't in the baseline, whether or not a rule reports them. */
function judgmentsOutsideBaseline(
  verdict: Judgment['verdict'],
  {judgments, findings, baseline}: Pick<Report, 'judgments' | 'findings' | 'baseline'>
): Judgment[] {
  const known = findings.filter(each => baseline?.unchanged.has(each))
  const keys = new Set(known.flatMap(({event, subject}) => (subject ? [findingKey(event, subject)] : [])))
  return judgments.filter(each => each.verdict === verdict && !keys.has(findingKey(each.event.id, each.subject)))
}

/** Numbers of the results of a run that aren't in the baseline. */
export interface ResultCounts {
  readonly violations: number
  readonly errors: number
  readonly undetermined: number
  readonly waived: number
  readonly warnings: number
  readonly notes: number
}

/** Counts the results. A finding that explains a verdict counts with it. */
export function countResults(report: Report): ResultCounts {
  const others = listOthers(report)
  const open = others.filter(({verdict}) => verdict === 'undetermined').length
  const ofLevel = (level: Level): number =>
    others.filter(each => each.verdict !== 'undetermined' && each.level === level).length
  return {
    violations: judgmentsOutsideBaseline('violation', report).length,
    errors: ofLevel('error'),
    undetermined: judgmentsOutsideBaseline('undetermined', report).length + open,
    waived: findWaivedJudgments(report).length,
    warnings: ofLevel('warning'),
    notes: ofLevel('info')
  }
}

/** All counts but that of the violations, without zeros: `2 undetermined`, `1 waived`, `4 warnings`. */
export const sayOtherResults = ({errors, undetermined, waived, warnings, notes}: ResultCounts): string[] => [
  ...countIf(errors, 'error'),
  ...(undetermined > 0 ? [`${undetermined} undetermined`] : []),
  ...(waived > 0 ? [`${waived} waived`] : []),
  ...countIf(warnings, 'warning'),
  ...countIf(notes, 'note')
]

/**
 * Counts of a report: `3 violations, 2 undetermined, 1 waived, 4 warnings`. Without violations, what fails the run
 * comes first: `1 error, 4 warnings`.
 */
export function sayCounts(report: Report): string {
  const results = countResults(report)
  const {violations, errors} = results
  const would = report.reportOnly ? findFailing(report).length : 0
  const condition = sayCondition(report.reportOnly)
  const counted = [
    ...sayOtherResults(results),
    ...sayNewWaivers(report),
    ...countIf(report.acceptedGaps?.accepted ?? 0, 'accepted gap'),
    ...countIf(report.acceptedGaps?.unused ?? 0, 'unused gap entry', 'unused gap entries'),
    ...baselineCounts(report)
  ]
  const isCompared = !report.uncompared || report.uncompared.isHistoryOnly === true
  const isAlone = counted.length === 0 && !report.source.partial && isCompared
  const failsOtherwise = violations === 0 && counted.length > 0 && anyFailing(report)
  const [first = '', ...others] = failsOtherwise ? counted : [sayViolations(results, isAlone), ...counted]
  if (would === 0) return [first, ...others].join(', ')
  return would === (failsOtherwise ? errors : violations) && (failsOtherwise || errors === 0)
    ? [`${first} would fail ${condition}`, ...others].join(', ')
    : `${[first, ...others].join(', ')}; ${would} would fail ${condition}`
}

/** When the findings would fail the run: from a day on, or without what keeps them from it. Empty if they fail it. */
export const sayCondition = (reportOnly: Report['reportOnly']): string =>
  !reportOnly ? '' : 'written' in reportOnly ? `without \`${reportOnly.written}\`` : `from ${reportOnly.enforceFrom} on`

/** `3 violations`, `No violations`, or `No policy violations` if nothing else is counted. */
export const sayViolations = ({violations}: ResultCounts, isAlone: boolean): string =>
  violations > 0 ? formatCount(violations, 'violation') : isAlone ? 'No policy violations' : 'No violations'

/**
 * New findings that don't explain a verdict. The gate counts a finding and its reasons as one. An audit counts each
 * reason, and also what other rules found about a judged subject.
 */
function listOthers(report: Report): Pick<FindingReason, 'verdict' | 'level'>[] {
  const judged = new Set(report.judgments.map(({event, subject}) => findingKey(event.id, subject)))
  return listFindings(report).flatMap(({finding, level, isKnown}) => {
    const {verdict, event, subject, reasons} = finding
    if (isKnown) return []
    const isExplanation = verdict !== undefined && subject !== undefined && judged.has(findingKey(event, subject))
    if (report.command !== 'audit') return isExplanation ? [] : [{...finding, level}]
    return isExplanation ? reasons.filter(each => each.verdict === undefined) : [finding, ...reasons]
  })
}

const countIf = (count: number, noun: string, plural?: string): string[] =>
  count > 0 ? [formatCount(count, noun, plural)] : []

function baselineCounts({baseline}: Pick<Report, 'baseline'>): string[] {
  if (!baseline) return []
  const {size} = baseline.unchanged
  const gone = baseline.gone.length
  return [
    ...(size > 0 ? [`${size} in the baseline`] : []),
    ...(gone > 0 ? [`${formatCount(gone, 'baseline entry', 'baseline entries')} no longer found`] : [])
  ]
}

/** `2 new waivers (1 counts once merged)`. Empty if the change adds none. */
function sayNewWaivers({newWaivers}: Pick<Report, 'newWaivers'>): string[] {
  if (!newWaivers) return []
  const {added, ignored} = newWaivers
  const counts = ignored === 1 ? 'counts' : 'count'
  const note =
    ignored === 0 ? '' : ignored === added ? ` (${counts} once merged)` : ` (${ignored} ${counts} once merged)`
  return [`${formatCount(added, 'new waiver')}${note}`]
}

/** First line of every report: the counts, the source, and the policy. */
export const sayHeadline = (report: Report): string =>
  report.diff
    ? sayDiffHeadline(report.diff)
    : plainText(
        report.probe?.headline ??
          `${sayCounts(report)}${scopePieces(report).map(textOf).join('')} (policy: ${formatPolicyName(report)})`
      )

const MAX_PATH_LENGTH = 300

const textOf = (piece: TextPiece): string =>
  typeof piece === 'string' ? piece : 'code' in piece ? piece.code : piece.free

/** ` in openapi.yaml`, and what limits the counts, with the path as code. */
export function scopePieces({source, spec, uncompared, judgments, revisions}: Report): TextPiece[] {
  const {partial, unread = source.path, unreadReleases} = source
  const path: TextPiece = {code: truncate(spec ?? source.path, MAX_PATH_LENGTH)}
  if (partial && unreadReleases) return [' in ', path, ` (${sayUnreadReleases(unreadReleases)})`]
  if (partial) return [' in what could be read of ', {code: truncate(unread, MAX_PATH_LENGTH)}]
  if (!uncompared) return [' in ', path, ...(revisions?.base?.unreleased ? [', and nothing was released yet'] : [])]
  if (uncompared.isHistoryOnly) return [' in ', path, ' (history only, no description compared)']
  if (!uncompared.isPart && judgments.length === 0) return [', but nothing was compared in ', path]
  return [' in ', path, `, but ${uncompared.isPart ? 'not everything' : 'nothing'} was compared`]
}

/** What to do about the result, in a sentence or two. Empty if there's nothing to do. */
export function sayNextSteps(report: Report): string[] {
  if (report.command !== 'check') return []
  const failing = findFailing(report)
  const violations = judgmentsOutsideBaseline('violation', report).length
  // Only what has a verdict can be waived, for the reasons that the policy lists.
  const isWaivable = (report.policy.revisions.at(-1)?.waiverReasons.length ?? 0) > 0
  const verb = isWaivable && failing.some(({judgment}) => judgment) ? 'Fix or waive' : 'Fix'
  const {reportOnly} = report
  if (failing.length > 0) {
    const by = reportOnly
      ? reportOnly.enforceFrom === undefined
        ? ''
        : ` before ${reportOnly.enforceFrom}`
      : ' before you merge'
    return [
      `${verb} ${failing.length === 1 ? 'it' : `all ${failing.length}`}${by}.${reportOnly ? sayOldest(report) : ''}`,
      ...sayOwnersOf(failing)
    ]
  }
  return violations > 0
    ? [`No rule fails on ${violations === 1 ? 'the violation' : 'the violations'}: each is off or not at error level.`]
    : []
}

/** The release with which the oldest of the findings that would fail came. Empty if all of them come with the change. */
function sayOldest(report: Report): string {
  const entries = findFailing(report).flatMap(({finding}) => releasedEntry(finding, report) ?? [])
  const oldest = entries.toSorted((a, b) => a.index - b.index)[0]
  return oldest ? ` The oldest came with ${oldest.name}${oldest.date === undefined ? '' : ` (${oldest.date})`}.` : ''
}

/** The entry of the past that a finding came with. `undefined` if it comes with the change. */
export function releasedEntry({entry}: Finding, {timeline}: Report): TimelineEntry | undefined {
  const found = entry === undefined ? undefined : timeline.entries[entry]
  return found?.pending === false ? found : undefined
}

/** Owners of what fails, each with the number of findings. */
function countByOwners(failing: readonly ListedFinding[]): [string, number][] {
  const owned = failing.flatMap(({finding: {owners}}) => (owners ? [formatOwners(owners)] : []))
  return [...groupBy(owned, each => each)].map(([owners, {length}]) => [owners, length])
}

/** The owners of all failing findings, whom the next steps name. `undefined` if they differ. */
export const commonOwners = memoize((report: Report): string | undefined => {
  const failing = findFailing(report)
  const [[owners, count] = []] = countByOwners(failing)
  return report.command === 'check' && count === failing.length ? owners : undefined
})

/** Who can approve what fails. Empty if no owner is known. */
function sayOwnersOf(failing: readonly ListedFinding[]): string[] {
  const groups = countByOwners(failing).map(([owners, count]) =>
    count === failing.length ? owners : `${owners} (${formatCount(count, 'finding')})`
  )
  return groups.length === 0 ? [] : [`Have the owners approve a waiver: ${formatFew(groups)}.`]
}
