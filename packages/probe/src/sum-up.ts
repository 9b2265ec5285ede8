import {groupBy} from '@tenure/core/model/group-by'
import {subjectKey} from '@tenure/core/model/subject/subject'
import type {Finding} from '@tenure/core/model/verdict/finding'
import type {Report} from '@tenure/core/outputs/report/report'
import {formatCount, formatFew} from '@tenure/core/text/format-values'
import {hasEnd} from '@tenure/http/table-of'
import type {EndpointResult} from './results.ts'

/** Endpoints that a remark names. */
const MOST_NAMES = 5

/** The answer, with what it lacks. */
export function sumUp(
  results: readonly EndpointResult[],
  findings: readonly Finding[],
  where: string
): NonNullable<Report['probe']> {
  const asked = results.filter(({notAsked}) => notAsked === undefined)
  const undecided = asked.filter(each => each.undecided !== undefined)
  const differing = new Set(
    findings.flatMap(({subject, level}) => (subject && level !== 'info' ? [subjectKey(subject)] : []))
  ).size
  const left = results.length - asked.length
  const further = [
    ...(left > 0 ? [`${left} ${left === 1 ? "wasn't" : "weren't"} asked`] : []),
    ...(undecided.length > 0 ? [`${undecided.length} undetermined`] : [])
  ]
  const answered = asked.length - undecided.length
  const first =
    asked.length === 0
      ? `Nothing was asked ${where}`
      : differing > 0
        ? `${differing} of ${formatCount(asked.length, 'endpoint')} ${where} ${differing === 1 ? 'differs' : 'differ'} from the history`
        : answered === 0
          ? `Nothing could be checked ${where}`
          : `${formatCount(answered, 'endpoint')} ${where} ${answered === 1 ? 'answers' : 'answer'} as the history says`
  return {
    headline: further.length > 0 ? `${first}; ${further.join(', ')}` : first,
    isUnsure: answered === 0 || undecided.length > 0,
    // What ends and wasn't asked may send anything.
    leavesOutEnds: results.some(isLeftOut),
    endpoints: {
      asked: asked.length,
      differing,
      notAsked: results.flatMap(({endpoint, notAsked}) => (notAsked === undefined ? [] : [nameOf(endpoint)])),
      undetermined: undecided.map(({endpoint}) => nameOf(endpoint))
    }
  }
}

const isLeftOut = ({notAsked, endpoint}: EndpointResult): boolean => notAsked !== undefined && hasEnd(endpoint.entry)

const nameOf = ({subject}: EndpointResult['endpoint']): string => subject.target.text

/** Whether all endpoints that aren't removed answer 404. */
function isMissingWhole(results: readonly EndpointResult[]): boolean {
  const asked = results.filter(({endpoint, notAsked}) => notAsked === undefined && !endpoint.entry.removed)
  const isMissing = ({differences = [], undecided = ''}: EndpointResult): boolean =>
    undecided.startsWith('answers 404') || differences.some(each => each.kind === 'status' && each.status === 404)
  return asked.length > 1 && asked.every(isMissing)
}

/** Why endpoints weren't asked, or can't be judged, and what else was left out. */
export function probeRemarks(
  results: readonly EndpointResult[],
  {unread = 0, others = 0}: {readonly unread?: number; readonly others?: number}
): string[] {
  const namesOf = (all: readonly EndpointResult[]): string =>
    formatFew(
      all.map(({endpoint}) => `\`${nameOf(endpoint)}\``),
      MOST_NAMES
    )
  const left = groupBy(
    results.filter(({notAsked}) => notAsked !== undefined),
    ({notAsked = ''}) => notAsked
  )
  const open = groupBy(
    results.filter(({undecided}) => undecided !== undefined),
    ({undecided = ''}) => undecided
  )
  return [
    ...(isMissingWhole(results) ? ['All answers are 404: check whether the API is mounted at this URL'] : []),
    ...[...open].map(([why, all]) => `Undetermined (${why}): ${namesOf(all)}`),
    ...[...left].map(([why, all]) => `${why}: ${namesOf(all)}`),
    ...(others > 0 ? [`${formatCount(others, 'recorded answer')} of what the API doesn't have`] : []),
    ...(unread > 0 ? [`${formatCount(unread, 'entry', 'entries')} without a readable answer`] : [])
  ]
}
