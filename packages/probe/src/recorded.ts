import {groupBy} from '@tenure/core/model/group-by'
import {subjectKey} from '@tenure/core/model/subject/subject'
import type {HttpAnswer} from './answer.ts'
import type {AnswerComparison} from './compare.ts'
import type {ProbedEndpoint} from './endpoints.ts'
import {compareOnDays, type EndpointResult, type Expect, joinComparisons} from './results.ts'

const UNRECORDED = 'No answer is recorded of these'

export interface Recorded {
  readonly results: readonly EndpointResult[]
  /** Answers of what the API doesn't have. */
  readonly others: number
}

/** Compares recorded answers. With a base URL, only those under it count. */
export function compareRecorded(
  endpoints: readonly ProbedEndpoint[],
  answers: readonly HttpAnswer[],
  base: URL | undefined,
  {expect, timezone}: {readonly expect: Expect; readonly timezone: string}
): Recorded {
  const known = new Map(endpoints.map(each => [each.entry, each]))
  const found = new Map<ProbedEndpoint, HttpAnswer[]>()
  let others = 0
  for (const answer of answers) {
    const entry = isUnder(answer.url, base)
      ? expect(answer.method, answer.url, answer.days[0] ?? '').endpoint
      : undefined
    const endpoint = entry && known.get(entry)
    if (endpoint) found.set(endpoint, [...(found.get(endpoint) ?? []), answer])
    else others++
  }
  const results = endpoints.map((endpoint): EndpointResult => {
    const own = found.get(endpoint)
    if (!own) return {endpoint, notAsked: UNRECORDED}
    return {endpoint, ...joinComparisons(own.map(answer => compareOnDays(endpoint, answer, expect, timezone)))}
  })
  return {results, others}
}

/** Joins what was recorded on several days, for the endpoints of today. */
export function joinRecorded(endpoints: readonly ProbedEndpoint[], parts: readonly Recorded[]): Recorded {
  const found = groupBy(
    parts.flatMap(({results}) => results.filter(({notAsked}) => notAsked === undefined)),
    ({endpoint}) => subjectKey(endpoint.subject)
  )
  const results = endpoints.map((endpoint): EndpointResult => {
    const own = found.get(subjectKey(endpoint.subject))
    return own ? {endpoint, ...joinComparisons(own as readonly AnswerComparison[])} : {endpoint, notAsked: UNRECORDED}
  })
  return {results, others: parts.reduce((sum, each) => sum + each.others, 0)}
}

function isUnder(url: string, base: URL | undefined): boolean {
  if (!URL.canParse(url)) return false
  const {origin, pathname} = new URL(url)
  const path = base?.pathname.replace(/\/+$/, '')
  return base === undefined || (origin === base.origin && (pathname === path || pathname.startsWith(`${path}/`)))
}
