import type {Proof} from '../../model/api/change.ts'
import type {Response} from '../../model/api/snapshot.ts'
import {type DiffContext, type OlderNewer, reportChange, type Stop} from '../context.ts'
import {compareHeaders, comparePartHeaders} from './headers.ts'
import {compareContents} from './media-types.ts'

type ByStatus = ReadonlyMap<string, Response>

const rangeOf = (status: string): string => `${status[0]}XX`
const isSuccess = (status: string): boolean => /^[1-3]/.test(status)

/** Whether a status is an error. `default` is one only if a success is listed, too. */
const isError = (status: string, among: ByStatus): boolean =>
  status === 'default' ? [...among.keys()].some(isSuccess) : /^[45]/.test(status)

/**
 * The response that covers a status which a side doesn't list: its range, or else `default`; `undefined` if there is
 * none.
 */
function findCovering(status: string, among: ByStatus): Response | undefined {
  if (status === 'default') return undefined
  const others = among.get('default')
  const holds = !isSuccess(status) || !isError('default', among)
  return among.get(rangeOf(status)) ?? (holds ? others : undefined)
}

/**
 * The response that covers a success which a side doesn't list; `undefined` if there is none. `default` doesn't show
 * which successes are still sent, unless it was computed from server code, where that was reported while the code was
 * read.
 */
function findCoveringSuccess(status: string, among: ByStatus): Response | undefined {
  const others = among.get('default')
  return among.get(rangeOf(status)) ?? (others?.isComputed ? others : undefined)
}

/**
 * The newly listed statuses of a range, or of a `default` that stood for everything. They're fewer responses, and each
 * is compared with it.
 */
const listedStatusesOf = (status: string, is: ByStatus, {isOfAll}: {readonly isOfAll: boolean}): string[] =>
  [...is.keys()].filter(each => isOfAll || (status === rangeOf(status) && rangeOf(each) === status))

const ALL_RANGES = ['2XX', '3XX', '4XX', '5XX']

/** Whether everything that `default` documented is now listed, range by range. */
function isListed(was: ByStatus, is: ByStatus, isSent: boolean): boolean {
  if (isError('default', was)) return is.has('4XX') && is.has('5XX')
  return isSent ? [...is.keys()].some(isSuccess) : ALL_RANGES.every(range => is.has(range))
}

const NARROWED = {proofs: {response: {is: 'keeps'}}} as const

/** Compares the responses of an operation, or the responses that receivers of a webhook or callback can send. */
export function compareResponses(
  context: DiffContext,
  site: Stop,
  {older, newer}: OlderNewer<readonly Response[]>
): void {
  const was = new Map(older.map(each => [each.status, each]))
  const is = new Map(newer.map(each => [each.status, each]))
  const isSent = site.side === 'response'
  for (const [status, response] of was) {
    const other =
      is.get(status) ?? (isSent && isSuccess(status) ? findCoveringSuccess(status, is) : findCovering(status, is))
    const here: Stop = {...site, part: `response ${status}`}
    if (other) compareResponse(context, here, {older: response, newer: other})
    else if (status !== 'default' || !isListed(was, is, isSent)) {
      const isOfAll = !isSent && status === 'default' && !isError(status, was)
      const areErrors = isError(status, was) || (isOfAll && is.has('2XX'))
      const left = listedStatusesOf(status, is, {isOfAll})
      // Clients don't receive more than the range that they knew, but receivers could send any status of it.
      const narrowed = left.length > 0 ? {is: left, ...(isSent ? NARROWED : {})} : {}
      const kind = areErrors ? 'error-code-removed' : 'status-removed'
      reportChange(context, here, {kind, about: status, old: response.place, ...narrowed})
    }
  }
  for (const [status, response] of is) {
    if (was.has(status)) continue
    const other = findCovering(status, was)
    const here: Stop = {...site, part: `response ${status}`}
    if (other) compareResponse(context, here, {older: other, newer: response})
    else {
      const kind = isError(status, is) ? 'error-code-added' : 'status-added'
      reportChange(context, here, {kind, about: status, new: response.place})
    }
  }
}

/**
 * Receivers didn't have to send a body before, and a description can't say whether the body of a response can be
 * omitted.
 */
const FIRST_BODY_PROOF: Proof = {
  is: 'undetermined',
  why: "the API description doesn't state whether a response without a body is still accepted"
}

function compareResponse(context: DiffContext, site: Stop, {older, newer}: OlderNewer<Response>): void {
  if (older.isUnread || newer.isUnread) return
  const places = {older: older.place, newer: newer.place}
  const contents = {older: older.contents, newer: newer.contents}
  const further = site.side === 'request' ? {ofFirst: FIRST_BODY_PROOF} : {}
  compareContents(context, site, contents, places, {...further, inside: comparePartHeaders})
  compareHeaders(context, site, {older: older.headers, newer: newer.headers})
}
