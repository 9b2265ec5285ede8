import {isFailing, listFindings} from '../outputs/report/findings.ts'
import {hasMissingFacts, lacksBase, type Report} from '../outputs/report/report.ts'

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

/** Counts of problems, the most severe first. */
const weightOf = (report: Report): number[] => [
  report.source.partial || lacksBase(report) ? 1 : 0,
  listFindings(report).filter(isFailing).length,
  report.summary.violation,
  hasMissingFacts(report) ? 1 : 0
]
