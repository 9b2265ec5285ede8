import {formatSubject} from '../model/subject/subject.ts'
import type {Level} from '../model/verdict/finding.ts'
import type {Judgement} from '../model/verdict/judgement.ts'
import {formatAtMoment, formatCount, formatFew, formatList, formatMissingFacts} from '../text/format-values.ts'
import {changeLines, coveredLine, evidenceOf, remediesOf, witnessLines} from './finding-evidence.ts'
import {isFailing, type ListedFinding, type WaivedJudgement} from './findings.ts'
import {sayNewWaivers, sayNoFinding, sayPlace} from './formats/stylish.ts'
import {findingKey, type Report} from './report.ts'
import {plainText} from './sanitize-text.ts'

/** All lines of a finding except its own message, sanitized for printing. */
export const findingDetails = (listed: ListedFinding, report: Report): string[] =>
  [
    ...listed.finding.reasons.map(({rule, message}) => `${rule}: ${message}`),
    ...coveredLine(listed.finding),
    ...changeLines(listed),
    ...witnessLines(listed),
    ...evidenceOf(listed, report).map(({says, place}) => `${says} at ${sayPlace(place)}`),
    ...remediesOf(listed.finding).map(way => `→ ${way}`)
  ].map(plainText)

/** Waived subject, with the waiver's reason and approver. */
export const sayWaived = (waived: WaivedJudgement, {timeline}: Pick<Report, 'timeline'>): string =>
  plainText(`${formatSubject(waived.subject)} ${formatAtMoment(waived.end)}. ${sayNoFinding(waived, timeline.asOf)}`)

const NOUNS = {error: 'error', warning: 'warning', info: 'note'} as const satisfies Record<Level, string>

/** `2 errors and 1 note, 3 in the baseline`. Failing findings come first. */
export function sayCounts(listed: readonly ListedFinding[], {source}: Pick<Report, 'source'>): string {
  const levels = (['error', 'warning', 'info'] as const).flatMap(level => {
    const {length} = listed.filter(each => each.level === level && !each.isKnown)
    return length > 0 ? [formatCount(length, NOUNS[level])] : []
  })
  const known = listed.filter(({isKnown}) => isKnown).length
  const parts = [...(levels.length > 0 ? [formatList(levels)] : []), ...(known > 0 ? [`${known} in the baseline`] : [])]
  if (parts.length > 0) return parts.join(', ')
  return source.partial ? 'no findings in what could be read' : 'no findings'
}

/** Same counts with waivers and the baseline: `1 error; 2 excused by waivers; 1 of the baseline gone`. */
export function sayTotals(
  listed: readonly ListedFinding[],
  waived: number,
  report: Pick<Report, 'baseline' | 'source' | 'newWaivers'>
): string {
  const gone = report.baseline?.gone.length ?? 0
  return [
    sayCounts(listed, report),
    ...(waived > 0 ? [`${waived} excused by ${waived === 1 ? 'a waiver' : 'waivers'}`] : []),
    ...sayNewWaivers(report),
    ...(gone > 0 ? [`${gone} of the baseline gone`] : [])
  ].join('; ')
}

/** Judgements with the verdict that aren't in the baseline, whether or not a rule reports them. */
export function judgementsOutsideBaseline(
  verdict: Judgement['verdict'],
  {judgements, findings, baseline}: Report
): Judgement[] {
  const known = findings.filter(each => baseline?.unchanged.has(each))
  const keys = new Set(known.flatMap(({event, subject}) => (subject ? [findingKey(event, subject)] : [])))
  return judgements.filter(each => each.verdict === verdict && !keys.has(findingKey(each.event.id, each.subject)))
}

/** Required actions in a sentence or two: failures first, then undetermined verdicts. */
export function sayNextSteps(listed: readonly ListedFinding[], report: Report): string {
  const failing = listed.filter(isFailing).length
  const all =
    failing === 1 ? 'What is red must be mended or excused' : `All ${failing} in red must be mended or excused`
  const broken = judgementsOutsideBaseline('violation', report).length
  const first =
    failing > 0
      ? [`${all} before this may go out; each says how.`]
      : broken > 0
        ? [
            `${formatCount(broken, 'end or break does', 'ends and breaks do')} not keep the promise, though nothing fails for it.`
          ]
        : []
  const {partial, path, unread = path} = report.source
  const missing = partial ? [`Not all of \`${unread}\` could be read: what is missing is not judged.`] : []
  const steps = [...first, ...sayUndetermined(report), ...missing]
  if (steps.length > 0) return steps.join(' ')
  return listed.some(({isKnown}) => isKnown)
    ? 'Nothing new breaks the promise: what does is in the baseline.'
    : 'Nothing here breaks the promise.'
}

/** Number of undetermined judgements and the facts that are missing. Empty if there are none. */
function sayUndetermined(report: Report): string[] {
  const open = judgementsOutsideBaseline('undetermined', report)
  const facts = [...new Set(open.flatMap(({missing}) => missing.map(each => formatMissingFacts([each]))))]
  return open.length === 0
    ? []
    : [
        `${formatCount(open.length, 'end or break', 'ends and breaks')} cannot be judged, expected to know ${formatFew(facts)}.`
      ]
}
