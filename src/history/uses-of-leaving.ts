import type {EndpointUsage} from '../model/api/client-call.ts'
import type {History} from '../model/lifecycle/history.ts'
import {type Subject, subjectKey} from '../model/subject/subject.ts'
import type {Policy} from '../model/verdict/policy.ts'
import {type EndingEndpointCalls, type EndStatus, endStatusOf, findSupportedReplacement} from '../policy/end-status.ts'

/**
 * Client calls of endpoints whose support has ended or is ending, grouped by endpoint: ended ones first, then by the
 * day on which they end. A call with an unknown method counts for the endpoints on its path if all of them are ending;
 * otherwise it is uncertain.
 */
export function findCallsOfEndingEndpoints(history: History, policy: Policy, uses: readonly EndpointUsage[]) {
  const known = new Map<string, EndingEndpointCalls & {uses: EndpointUsage[]}>()
  const statuses = new Map<string, EndStatus | undefined>()
  const statusOf = (subject: Subject): EndStatus | undefined => {
    const key = subjectKey(subject)
    if (statuses.has(key)) return statuses.get(key)
    const lifecycle = history.bySubject.get(key)
    const leaving = lifecycle && endStatusOf(lifecycle, policy, history)
    statuses.set(key, leaving)
    return leaving
  }
  const uncertain: EndpointUsage[] = []
  for (const use of uses) {
    const leaving = use.endpoints.filter(statusOf)
    if (leaving.length === 0) continue
    if (!use.isCertain && leaving.length < use.endpoints.length) {
      uncertain.push(use)
      continue
    }
    // A call with an unknown method breaks with any of them, so it is reported for one.
    for (const subject of use.isCertain ? leaving : leaving.slice(0, 1)) {
      const key = subjectKey(subject)
      const status = statusOf(subject)
      const lifecycle = history.bySubject.get(key)
      if (!status || !lifecycle) continue
      const replacement = findSupportedReplacement(lifecycle, history)
      const entry = known.get(key) ?? {subject, leaving: status, uses: [], ...(replacement ? {replacement} : {})}
      entry.uses.push(use)
      known.set(key, entry)
    }
  }
  const endpoints: EndingEndpointCalls[] = [...known.values()].toSorted((a, b) =>
    sortKeyOf(a) < sortKeyOf(b) ? -1 : 1
  )
  return {endpoints, uncertain}
}

/** The sort key of an endpoint: ended ones first, those without a known day last. */
function sortKeyOf({subject, leaving}: EndingEndpointCalls): string {
  const day = leaving.kind === 'ended' ? leaving.at.when.latest : leaving.day
  return `${leaving.kind === 'ended' ? 0 : 1} ${day ?? '9999-99-99'} ${subjectKey(subject)}`
}
