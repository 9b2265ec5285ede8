import type {EndpointUsage, UsageScan} from '../model/api/client-call.ts'
import {daysUntil, type EndingEndpointCalls, type EndStatus} from '../policy/end-status.ts'
import {formatCount, formatFew} from '../text/format-values.ts'

/** Calls found in client code. */
export interface UsageReport {
  /** Path of the folder, as given on the command line. */
  readonly folder: string
  readonly usage: UsageScan
  /** Ending endpoints: those that have ended first, then by the day on which calls break. */
  readonly endpoints: readonly EndingEndpointCalls[]
  /** Calls with an unknown method that may refer to an ending endpoint. */
  readonly uncertain: readonly EndpointUsage[]
}

/** `9 uses of 4 endpoints that end; 2 of them have ended, the next breaks on 2027-01-20 (61 days left)`. */
export function usageHeadline({endpoints, uncertain, usage}: UsageReport, asOf: string): string {
  const open = [
    ...(uncertain.length > 0 ? [`${formatCount(uncertain.length, 'use')} by a method that is not known`] : []),
    ...(usage.open.length > 0 ? [`${formatCount(usage.open.length, 'call')} that cannot be told`] : [])
  ]
  const more = open.length > 0 ? `; ${open.join(' and ')}` : ''
  if (endpoints.length === 0) return `No use of an endpoint that ends${more}`
  const places = new Set(endpoints.flatMap(({uses}) => uses)).size
  const ended = endpoints.filter(({leaving}) => leaving.kind === 'ended')
  const days = endpoints.flatMap(({leaving}) => (leaving.kind === 'ending' && leaving.day ? [leaving.day] : []))
  const first = days.toSorted()[0]
  const breaks =
    first === undefined
      ? undefined
      : first <= asOf
        ? 'may break any day'
        : `breaks on ${first} (${sayLeft(first, asOf)})`
  const counts = `${formatCount(places, 'use')} of ${formatCount(endpoints.length, 'endpoint')} that ${endpoints.length === 1 ? 'ends' : 'end'}`
  if (ended.length === 0) return `${counts}${breaks ? `; first ${breaks}` : '; when, nobody can tell'}${more}`
  const gone =
    ended.length === endpoints.length
      ? ended.length === 1
        ? 'it has ended'
        : 'all have ended'
      : `${ended.length} of them ${ended.length === 1 ? 'has' : 'have'} ended${breaks ? `, the next ${breaks}` : ''}`
  return `${counts}; ${gone}${more}`
}

function sayLeft(day: string, asOf: string): string {
  const left = daysUntil(day, asOf)
  return left < 0 ? `${formatCount(-left, 'day')} ago` : `${formatCount(left, 'day')} left`
}

/** `3 uses, first breaks on 2027-01-20`, the second half of an endpoint's heading. */
export function sayEnding({leaving}: Pick<EndingEndpointCalls, 'leaving'>, asOf: string): string {
  if (leaving.kind === 'ended') return `ended ${sayStated(leaving.at)}`
  const left = leaving.day === undefined ? '' : ` (${sayLeft(leaving.day, asOf)})`
  if (leaving.at) return `ends ${sayStated(leaving.at)}${left}`
  return leaving.day === undefined
    ? 'deprecated; nobody can tell when it ends'
    : leaving.day <= asOf
      ? 'deprecated; may end any day'
      : `deprecated; may end from ${leaving.day} on${left}`
}

const sayStated = ({stated, when}: NonNullable<Extract<EndStatus, {kind: 'ended'}>['at']>): string => {
  const day = when.earliest !== undefined && when.earliest === when.latest ? when.earliest : undefined
  if (day === stated) return `on ${day}`
  if (day !== undefined && stated.includes(day)) return `with ${stated}`
  return day === undefined ? `with ${stated}` : `with ${stated}, ${day}`
}

/** Files and calls that were checked, in one line. */
export function sayScanned({usage, folder}: UsageReport): string {
  const {uses, open, others, files} = usage
  const all = uses.length + open.length + others
  return (
    `${formatCount(all, 'call')} in ${formatCount(files, 'file')} of ${folder}: ${uses.length} of this API, ${open.length} that cannot be ` +
    `told, ${others} to elsewhere`
  )
}

/** Files that were skipped, and how to include them. `undefined` if there are none. */
export function saySkipped({usage: {skipped}}: UsageReport): string | undefined {
  const [first] = skipped
  return first === undefined
    ? undefined
    : `Passed over: ${formatFew(skipped)}. To read one, name it: tenure usages ${first}`
}
