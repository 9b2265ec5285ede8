import type {createColors} from 'picocolors'
import type {SourceLocation} from '../../model/location.ts'
import {type Moment, NEXT} from '../../model/time/timeline.ts'
import type {Level} from '../../model/verdict/finding.ts'
import type {Judgment, Verdict} from '../../model/verdict/judgment.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {formatUnannounced} from '../../text/finding-phrases.ts'
import {formatCount, formatFew, formatLength, formatMoment} from '../../text/format-values.ts'
import {formatMissingFacts} from '../../text/missing-facts.ts'
import {type DiffReport, sayDiffSide, sayDiffSummary, sayUnreadParts} from './diff-report.ts'
import type {Report, UnreadReleases} from './report.ts'
import {plainText} from './sanitize-text.ts'

// Signs and phrases that all reports share.

export type Colors = ReturnType<typeof createColors>

/** Signs of verdicts, of results, and of levels. */
export const SIGNS = {
  violation: '✖',
  reported: '!',
  undetermined: '?',
  compliant: '✔',
  exempt: '–',
  error: '✖',
  warning: '!',
  info: 'i'
} as const satisfies Record<Verdict | Level | 'reported', string>

export const paint = (colors: Colors, sign: keyof typeof SIGNS): ((text: string) => string) =>
  ({
    violation: colors.red,
    reported: colors.yellow,
    undetermined: colors.yellow,
    compliant: colors.green,
    exempt: colors.dim,
    error: colors.red,
    warning: colors.yellow,
    info: colors.cyan
  })[sign]

/** Line with the policy, the day, and the source. */
export function policyLine(report: Pick<Report, 'policy' | 'assumed' | 'otherPolicy' | 'asOf' | 'source'>): string {
  return plainText(`Checked ${report.source.path} against ${policiesOf(report, true)}, as of ${report.asOf}.`)
}

/** `Policy: lending-library (policy.yaml), as of 2026-11-20`. */
export const sayPolicy = (report: Pick<Report, 'policy' | 'assumed' | 'otherPolicy' | 'asOf'>): string =>
  `Policy: ${policiesOf(report)}, as of ${report.asOf}`

/** The policies with their sources. `isInSentence` adds the noun and backticks: `the policy \`thirteen-months\``. */
function policiesOf(
  {policy, assumed, otherPolicy}: Pick<Report, 'policy' | 'assumed' | 'otherPolicy'>,
  isInSentence = false
): string {
  const named = ({name, source}: Policy): string => {
    const shown = isInSentence ? `\`${name}\`` : name
    return source === name ? shown : `${shown} (${source})`
  }
  const noun = isInSentence ? (otherPolicy ? 'the policies ' : 'the policy ') : ''
  if (otherPolicy) return `${noun}${named(policy)} and ${named(otherPolicy)}`
  const how = assumed ? ' (the default; choose another with `--policy`)' : ''
  return `${noun}${assumed ? named({...policy, source: policy.name}) : named(policy)}${how}`
}

/** `thirteen-months, default`: the policy in the first line of an answer. */
export const formatPolicyName = ({
  policy,
  assumed,
  otherPolicy
}: Pick<Report, 'policy' | 'assumed' | 'otherPolicy'>): string =>
  [policy.name, ...(assumed && !otherPolicy ? ['default'] : []), ...(otherPolicy ? [otherPolicy.name] : [])].join(', ')

/** First line of a comparison: the counts, both descriptions, and the policy. */
export const sayDiffHeadline = (diff: DiffReport): string =>
  plainText(
    `${sayDiffSummary(diff)} from ${sayDiffSide(diff.old)} to ${sayDiffSide(diff.new)}${sayUnreadParts(diff)} (policy: ${formatPolicyName(diff)})`
  )

/** `ga.notice` of revision `current`: the policy clause that decided. */
export function formatClause({clause: {revision, pointer}}: Pick<Judgment, 'clause'>): string {
  const [, path = pointer.slice(1)] = /\/guarantees\/(.*)$/.exec(pointer) ?? []
  return `\`${path.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')}\` of revision \`${revision}\``
}

export const sayPlace = ({source, line, column}: SourceLocation): string =>
  [source, ...(line === undefined ? [] : [line, column ?? 1])].join(':')

/** Appends the number of further locations. */
export const sayMore = (others: number): string => (others > 0 ? ` and ${others} more` : '')

/**
 * Moment under which a judgment is listed: when it took effect. A removal that shipped after its sunset is listed
 * under its release, although the sunset is judged.
 */
export const listedMoment = ({end, ended}: Judgment): Moment =>
  ended?.kind === 'sunset' && ended.removal?.entry !== undefined ? ended.removal : end

/** Groups judgments by the title of their release or day, in timeline order. */
export function groupByRelease({
  judgments,
  timeline
}: Pick<Report, 'judgments' | 'timeline'>): Map<string, Report['judgments'][number][]> {
  const groups: {title: string; entry?: number; judgments: Report['judgments'][number][]}[] = []
  const isLate = (judgment: Judgment): boolean => listedMoment(judgment) !== judgment.end
  for (const judgment of [...judgments.filter(each => !isLate(each)), ...judgments.filter(isLate)]) {
    const moment = listedMoment(judgment)
    const title = titleOf(moment, timeline)
    const group = groups.find(each => each.title === title)
    if (group) group.judgments.push(judgment)
    else {
      const {entry} = moment
      const after = groups.findIndex(each => entry !== undefined && each.entry !== undefined && each.entry > entry)
      const added = {title, ...(entry === undefined ? {} : {entry}), judgments: [judgment]}
      groups.splice(isLate(judgment) && after >= 0 ? after : groups.length, 0, added)
    }
  }
  return new Map(groups.map(({title, judgments: all}) => [title, all]))
}

function titleOf({entry, stated}: Moment, {entries}: Report['timeline']): string {
  const at = entry === undefined ? undefined : entries[entry]
  if (!at) return `On ${stated}`
  if (at.kind !== 'release') return `On ${at.name}`
  return at.name === NEXT ? 'Next release' : formatMoment({stated: `Release ${at.name}`, when: at.when})
}

/** Reason why there's no finding for a judgment, as a sentence. */
export function sayNoFinding(judgment: Judgment): string {
  const [reason, unannounced] = [sayReason(judgment), formatUnannounced(judgment)]
  return unannounced === '' || judgment.exemptBy === 'policy' ? reason : `${reason.replace(/\.$/, '')}${unannounced}`
}

function sayReason(judgment: Judgment): string {
  const {verdict, exemptBy, kind, clause, start, length, end, ended, waiver, missing, stability, requirements} =
    judgment
  if (verdict === 'exempt' && exemptBy === 'waiver') {
    const by = waiver?.waiver.approver ? `, approved by ${waiver.waiver.approver}` : ''
    return `Waived for ${waiver?.waiver.reason}${by}${waiver?.waiver.note ? `: ${waiver.waiver.note}` : ''}`
  }
  const whom = stability === undefined ? '' : ` for \`${stability}\``
  if (verdict === 'exempt') {
    // A clause that allows breaking changes may still require notice for ends of support.
    const isAllowed = kind === 'change' && /\/guarantees\/.+\/breaking$/.test(clause.pointer)
    return isAllowed ? `The policy allows breaking changes${whom}` : `The policy has no requirements${whom}`
  }
  if (verdict === 'undetermined') return `Missing: ${formatMissingFacts(missing, judgment)}`
  if (verdict === 'violation') return 'Not allowed by the policy; the rule that explains why is off'
  if (start && length) {
    const until = ended?.kind === 'sunset' ? 'the sunset' : formatMoment(end)
    return `The required ${formatLength(length)} passed between ${formatMoment(start)} and ${until}`
  }
  return requirements.length > 0 ? 'Meets the policy' : "The policy doesn't restrict this"
}

/** `1 of 130 releases couldn't be read: v0.0.3`. */
export const sayUnreadReleases = ({names, of, isWhole}: UnreadReleases): string =>
  `${names.length} of ${formatCount(of, 'release')} couldn't be read${isWhole ? '' : ' in full'}: ${formatFew(names)}`

/** Sentence about unreadable parts. Empty if all parts were read. */
export function sayUnread({partial, path, unread = path, unreadReleases}: Report['source']): string[] {
  if (!partial) return []
  return [
    plainText(
      unreadReleases
        ? `More may have changed in ${unreadReleases.names.length === 1 ? 'the release' : 'the releases'} that couldn't be read.`
        : `Not all of ${unread} could be read; the rest isn't checked.`
    )
  ]
}
