import type {Proof} from '../../model/api/change.ts'
import type {Response} from '../../model/api/snapshot.ts'
import {type Stop, type Two, tell, type Walk} from '../context.ts'
import {compareHeaders, comparePartHeaders} from './headers.ts'
import {compareContents} from './media-types.ts'

type ByStatus = ReadonlyMap<string, Response>

const rangeOf = (status: string): string => `${status[0]}XX`
const isSuccess = (status: string): boolean => /^[1-3]/.test(status)

/** `default` is for errors, but where it stands for all. */
const isError = (status: string, among: ByStatus): boolean =>
  status === 'default' ? [...among.keys()].some(isSuccess) : /^[45]/.test(status)

/** What a side documents of a status that it does not list: its range, else `default`. */
function holderOf(status: string, among: ByStatus): Response | undefined {
  if (status === 'default') return undefined
  const others = among.get('default')
  const holds = !isSuccess(status) || !isError('default', among)
  return among.get(rangeOf(status)) ?? (holds ? others : undefined)
}

/**
 * Whether a success is still one of those that may come, nobody can tell of `default`; who answers may send any of it. Of
 * one that code computes that was said where it was read.
 */
function successHolderOf(status: string, among: ByStatus): Response | undefined {
  const others = among.get('default')
  return among.get(rangeOf(status)) ?? (others?.isComputed ? others : undefined)
}

/** What of a range, or of `default` that stood for all, is listed now: fewer answers, each compared with it. */
const listedOf = (status: string, is: ByStatus, {isOfAll}: {readonly isOfAll: boolean}): string[] =>
  [...is.keys()].filter(each => isOfAll || (status === rangeOf(status) && rangeOf(each) === status))

const ALL = ['2XX', '3XX', '4XX', '5XX']

/** Whether what `default` documented is listed now, range by range. */
function isListed(was: ByStatus, is: ByStatus, isSent: boolean): boolean {
  if (isError('default', was)) return is.has('4XX') && is.has('5XX')
  return isSent ? [...is.keys()].some(isSuccess) : ALL.every(range => is.has(range))
}

const NARROWED = {proofs: {response: {is: 'keeps'}}} as const

/** What an operation may answer; or, of what the service sends, what those who receive it may. */
export function compareResponses(walk: Walk, stop: Stop, {older, newer}: Two<readonly Response[]>): void {
  const was = new Map(older.map(each => [each.status, each]))
  const is = new Map(newer.map(each => [each.status, each]))
  const isSent = stop.side === 'response'
  for (const [status, response] of was) {
    const other = is.get(status) ?? (isSent && isSuccess(status) ? successHolderOf(status, is) : holderOf(status, is))
    const here: Stop = {...stop, part: `response ${status}`}
    if (other) compareResponse(walk, here, {older: response, newer: other})
    else if (status !== 'default' || !isListed(was, is, isSent)) {
      const isOfAll = !isSent && status === 'default' && !isError(status, was)
      const areErrors = isError(status, was) || (isOfAll && is.has('2XX'))
      const left = listedOf(status, is, {isOfAll})
      // Of a range anything may come: who reads it is not sent more than before. Who answers could send any of it.
      const narrowed = left.length > 0 ? {is: left, ...(isSent ? NARROWED : {})} : {}
      const kind = areErrors ? 'error-code-removed' : 'status-removed'
      tell(walk, here, {kind, about: status, old: response.place, ...narrowed})
    }
  }
  for (const [status, response] of is) {
    if (was.has(status)) continue
    const other = holderOf(status, was)
    const here: Stop = {...stop, part: `response ${status}`}
    if (other) compareResponse(walk, here, {older: other, newer: response})
    else {
      const kind = isError(status, is) ? 'error-code-added' : 'status-added'
      tell(walk, here, {kind, about: status, new: response.place})
    }
  }
}

/** Who answers a service need not have sent anything yet; of no answer is it said whether its body may be left out. */
const OF_FIRST: Proof = {is: 'undetermined', why: 'whether an answer without a body is still accepted is not said'}

function compareResponse(walk: Walk, stop: Stop, {older, newer}: Two<Response>): void {
  if (older.isUnread || newer.isUnread) return
  const places = {older: older.place, newer: newer.place}
  const contents = {older: older.contents, newer: newer.contents}
  const further = stop.side === 'request' ? {ofFirst: OF_FIRST} : {}
  compareContents(walk, stop, contents, places, {...further, inside: comparePartHeaders})
  compareHeaders(walk, stop, {older: older.headers, newer: newer.headers})
}
