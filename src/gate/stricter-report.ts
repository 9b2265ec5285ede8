import {subjectKey} from '../model/subject/subject.ts'
import {isFailing, isOpen, listFindings, RUN_RESULTS, runResultOf} from '../outputs/report/findings.ts'
import type {Report} from '../outputs/report/report.ts'
import {isNeverLonger} from '../policy/notice/weakened-guarantees.ts'

/** Whether a report has more severe problems than another one, or more of the same severity. */
export function isStricter(report: Report, other: Report): boolean {
  const [mine, theirs] = [weightOf(report), weightOf(other)]
  const first = mine.findIndex((count, at) => count !== theirs[at])
  return first !== -1 && (mine[first] ?? 0) > (theirs[first] ?? 0)
}

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

/** How severe a report is: whether it fails the run, as its configuration says, and then its counts of problems. */
const weightOf = (report: Report): number[] => [
  -RUN_RESULTS.indexOf(runResultOf(report)),
  listFindings(report).filter(isFailing).length,
  report.summary.violation,
  isOpen(report) ? 1 : 0
]
