import {subjectKey} from '../model/subject/subject.ts'
import {isFailing, listFindings} from '../outputs/report/findings.ts'
import {hasMissingFacts, lacksBase, type Report} from '../outputs/report/report.ts'
import {isNeverLonger} from '../policy/notice/weakened-guarantees.ts'

/**
 * Strictest of several reports, so that a change can't exempt itself by weakening its own policy or lowering a rule's
 * level. The first of equally strict ones.
 */
export const stricterReport = (reports: readonly Report[]): Report =>
  reports.reduce((strictest, each) => {
    const [weight, other] = [weightOf(strictest), weightOf(each)]
    const first = weight.findIndex((count, at) => count !== other[at])
    return (other[first] ?? 0) > (weight[first] ?? 0) ? each : strictest
  })

/** Whether a report requires as much as another one wherever that finds a violation, so that its remedies are enough. */
export function isAsStrictAs(report: Report, other: Report): boolean {
  const violationsOf = ({judgments}: Report) => judgments.filter(({verdict}) => verdict === 'violation')
  // A change can bring a history, in which the same event has another number.
  const mine = new Map(violationsOf(report).map(({subject, requirements}) => [subjectKey(subject), requirements]))
  return violationsOf(other).every(({subject, requirements}) =>
    requirements.every(({aspect, length}) =>
      mine
        .get(subjectKey(subject))
        ?.some(own => own.aspect === aspect && (!length || (own.length && isNeverLonger(length, own.length))))
    )
  )
}

/** Counts of problems, the most severe first. */
const weightOf = (report: Report): number[] => [
  report.source.partial || lacksBase(report) ? 1 : 0,
  listFindings(report).filter(isFailing).length,
  report.summary.violation,
  hasMissingFacts(report) ? 1 : 0
]
