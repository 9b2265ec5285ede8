import type {EndpointUsage, UsageScan} from '../../model/api/client-call.ts'
import {daysUntil, type EndingEndpointCalls, type EndStatus} from '../../policy/end-status.ts'
import {formatCount, formatFew} from '../../text/format-values.ts'

/** Calls found in client code. */
export interface UsageReport {
  /** Path of the folder, as given on the command line. */
  readonly folder: string
  readonly usage: UsageScan
  /**
   * Called endpoints whose support has ended or will end: the ended ones first, then by the day on which calls break.
   */
  readonly endpoints: readonly EndingEndpointCalls[]
  /** Calls with an unknown method that may refer to an ending endpoint. */
  readonly uncertain: readonly EndpointUsage[]
}

/**
 * `9 calls to 4 deprecated or removed endpoints; 2 have ended, the next can be removed on 2027-01-20 (61 days left)`.
 */
export function usageHeadline({endpoints, uncertain, usage}: UsageReport, asOf: string): string {
  const open = [
    ...(uncertain.length > 0 ? [`${formatCount(uncertain.length, 'call')} with an unknown method`] : []),
    ...(usage.open.length > 0 ? [`${formatCount(usage.open.length, 'call')} with an unknown address`] : [])
  ]
  const more = open.length > 0 ? `; ${open.join(', ')}` : ''
  if (endpoints.length === 0) return `No calls to deprecated or removed endpoints${more}`
  const places = new Set(endpoints.flatMap(({uses}) => uses)).size
  const ended = endpoints.filter(({leaving}) => leaving.kind === 'ended').length
  const days = endpoints.flatMap(({leaving}) => (leaving.kind === 'ending' && leaving.day ? [leaving.day] : []))
  const [first] = days.toSorted()
  const which = ended > 0 ? 'the next' : endpoints.length === 1 ? 'it' : 'the first'
  const details = [
    ...(ended > 0 ? [`${ended === endpoints.length && ended > 1 ? 'all' : ended} no longer supported`] : []),
    ...(first === undefined
      ? []
      : [
          first <= asOf
            ? `${which} can stop working any day`
            : `${which} stops working on ${first} (${sayLeft(first, asOf)})`
        ])
  ]
  const about = `${formatCount(places, 'call')} to ${formatCount(endpoints.length, 'deprecated or removed endpoint')}`
  return `${details.length > 0 ? `${about}: ${details.join(', ')}` : `${about}, no sunset date`}${more}`
}

function sayLeft(day: string, asOf: string): string {
  const left = daysUntil(day, asOf)
  return left < 0 ? `${formatCount(-left, 'day')} ago` : `${formatCount(left, 'day')} left`
}

/** `support ends on 2027-01-20 (61 days left)`, the second half of an endpoint's heading. */
export function sayEnding({leaving}: Pick<EndingEndpointCalls, 'leaving'>, asOf: string): string {
  if (leaving.kind === 'ended') return `support ended ${sayStated(leaving.at)}`
  const left = leaving.day === undefined ? '' : ` (${sayLeft(leaving.day, asOf)})`
  if (leaving.at) return `support ends ${sayStated(leaving.at)}${left}`
  return leaving.day === undefined
    ? 'deprecated, no sunset date'
    : leaving.day <= asOf
      ? 'deprecated, can be removed any day'
      : `deprecated, can be removed on or after ${leaving.day}${left}`
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
    `Found ${formatCount(all, 'call')} in ${formatCount(files, 'file')} of ${folder}: ${uses.length} to this API, ` +
    `${open.length} with an unknown address, ${others} to other hosts`
  )
}

/** Files that were skipped, and how to include them. `undefined` if there are none. */
export function saySkipped({usage: {skipped}}: UsageReport): string | undefined {
  const [first] = skipped
  return first === undefined
    ? undefined
    : `Skipped ${formatFew(skipped)}. To include one, name it: tenure usages ${first}`
}
