import type {Judgement} from '../model/verdict/judgement.ts'
import {formatCount, formatFew, formatMissingFacts} from '../text/format-values.ts'
import {isFailing, judgementKey, type ListedFinding} from './findings.ts'
import type {Report} from './report.ts'

/** Judgements with the verdict that aren't in the baseline, whether or not a rule reports them. */
export function judgementsOutsideBaseline(
  verdict: Judgement['verdict'],
  {judgements, findings, baseline}: Report
): Judgement[] {
  const known = findings.filter(each => baseline?.unchanged.has(each))
  const keys = new Set(known.flatMap(({event, subject}) => (subject ? [judgementKey(event, subject)] : [])))
  return judgements.filter(each => each.verdict === verdict && !keys.has(judgementKey(each.event.id, each.subject)))
}

/** Required actions in a sentence or two: failures first, then undetermined verdicts. */
export function sayNextSteps(listed: readonly ListedFinding[], report: Report): string {
  const failing = listed.filter(isFailing).length
  const all =
    failing === 1 ? 'What is red must be mended or excused' : `All ${failing} in red must be mended or excused`
  const broken = judgementsOutsideBaseline('broken', report).length
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
