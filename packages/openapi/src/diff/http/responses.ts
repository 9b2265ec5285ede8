import type {Proof} from '@tenure/core/model/api/change'
import {canonicalText, type Json} from '@tenure/json-schema/json'
import {isEqual} from '@tenure/json-schema/json-equality'
import type {Response} from '../../snapshot.ts'
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
 * The newly listed statuses of a range, or of a `default` that stood for everything. Each of them is compared with the
 * response of that range or `default`.
 */
const listedStatusesOf = (status: string, is: ByStatus, {isOfAll}: {readonly isOfAll: boolean}): string[] =>
  [...is.keys()].filter(each => isOfAll || (status === rangeOf(status) && rangeOf(each) === status))

const ALL_RANGES = ['2XX', '3XX', '4XX', '5XX']

/** Whether everything that `default` documented is now listed, range by range. */
function isListed(was: ByStatus, is: ByStatus, isSent: boolean): boolean {
  if (isError('default', was)) return is.has('4XX') && is.has('5XX')
  return isSent ? [...is.keys()].some(isSuccess) : ALL_RANGES.every(range => is.has(range))
}

/**
 * Whether a status that one side doesn't list is an error, and a range or `default` on both sides covers it, so that
 * clients handle it either way.
 */
function isCoveredError(status: string, {older, newer}: OlderNewer<ByStatus>): boolean {
  const covering = findCovering(status, older.has(status) ? newer : older)?.status
  return /^[45]/.test(status) && covering !== undefined && older.has(covering) && newer.has(covering)
}

/** The response that covers another one, without contents or headers where the other one describes none. */
const withUndescribed = (covering: Response, {contents, headers}: Response): Response => ({
  ...covering,
  contents: contents.length > 0 ? covering.contents : [],
  headers: headers.length > 0 ? covering.headers : []
})

/** Whether two responses differ in nothing but the status. */
function isSameResponse(one: Response, other: Response): boolean {
  if (isEqual(one.place, other.place)) return true
  const written = ({contents, headers, documentation}: Response) => [
    documentation,
    contents.map(({type, schema, encoding}) => [type, schema?.schema, encoding]),
    headers.map(({name, required, schema}) => [name, required, schema?.schema])
  ]
  return isEqual(written(one), written(other))
}

/**
 * Reports an error that is now listed, or no longer listed, next to the response that covers it. `former`: the same
 * response under another status. Operations that repeat the same description have the same cause.
 */
function reportCoveredError(
  context: DiffContext,
  site: Stop,
  {
    kind,
    response,
    former
  }: {kind: 'error-code-added' | 'error-code-removed'; response: Response; former?: Response | undefined}
): void {
  const {status, place, contents, headers, documentation} = response
  const isBare = contents.length === 0 && headers.length === 0 && !response.isUnread
  const isAdded = kind === 'error-code-added'
  reportChange(
    context,
    {...site, part: `response ${status}`},
    {
      kind,
      about: status,
      ...(former ? {was: former.status, is: status, old: former.place} : {}),
      ...(isAdded ? {new: place} : {old: place}),
      ...(isBare ? {cause: canonicalText(documentation as Json)} : {}),
      proofs: {[site.side]: {is: 'keeps'}}
    }
  )
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
  const renumbered = reportAddedErrors(context, site, {older, newer}, {older: was, newer: is})
  for (const response of was.values())
    if (!renumbered.has(response)) compareOlderResponse(context, site, response, {older: was, newer: is})
  for (const response of is.values())
    if (!was.has(response.status)) compareAddedResponse(context, site, response, {older: was, newer: is})
}

/** Reports added errors that another response covers. Returns the older responses that only have another status. */
function reportAddedErrors(
  context: DiffContext,
  site: Stop,
  {older, newer}: OlderNewer<readonly Response[]>,
  statuses: OlderNewer<ByStatus>
): ReadonlySet<Response> {
  const added = newer.filter(({status}) => !statuses.older.has(status) && isCoveredError(status, statuses))
  const renumbered = new Set<Response>()
  for (const response of added) {
    const former = older.find(
      each =>
        !renumbered.has(each) &&
        !statuses.newer.has(each.status) &&
        isCoveredError(each.status, statuses) &&
        isSameResponse(each, response)
    )
    if (former) renumbered.add(former)
    reportCoveredError(context, site, {kind: 'error-code-added', response, former})
  }
  return renumbered
}

function compareOlderResponse(
  context: DiffContext,
  site: Stop,
  response: Response,
  {older: was, newer: is}: OlderNewer<ByStatus>
): void {
  const {status} = response
  const isSent = site.side === 'response'
  const other =
    is.get(status) ?? (isSent && isSuccess(status) ? findCoveringSuccess(status, is) : findCovering(status, is))
  const here: Stop = {...site, part: `response ${status}`}
  const isAlone = !is.has(status) && isCoveredError(status, {older: was, newer: is})
  if (isAlone) reportCoveredError(context, site, {kind: 'error-code-removed', response})
  if (other)
    compareResponse(context, here, {older: response, newer: isAlone ? withUndescribed(other, response) : other})
  else if (status !== 'default' || !isListed(was, is, isSent))
    reportRemovedResponse(context, here, response, {older: was, newer: is})
}

function reportRemovedResponse(
  context: DiffContext,
  site: Stop,
  {status, place}: Response,
  {older: was, newer: is}: OlderNewer<ByStatus>
): void {
  const isSent = site.side === 'response'
  const isOfAll = !isSent && status === 'default' && !isError(status, was)
  const areErrors = isError(status, was) || (isOfAll && is.has('2XX'))
  const left = listedStatusesOf(status, is, {isOfAll})
  // Clients don't receive more than the range that they knew, but receivers could send any status of it.
  const narrowed = left.length > 0 ? {is: left, ...(isSent ? NARROWED : {})} : {}
  const kind = areErrors ? 'error-code-removed' : 'status-removed'
  reportChange(context, site, {kind, about: status, old: place, ...narrowed})
}

function compareAddedResponse(
  context: DiffContext,
  site: Stop,
  response: Response,
  {older: was, newer: is}: OlderNewer<ByStatus>
): void {
  const {status, place} = response
  const other = findCovering(status, was)
  const here: Stop = {...site, part: `response ${status}`}
  if (other) {
    const isCovered = isCoveredError(status, {older: was, newer: is})
    compareResponse(context, here, {older: isCovered ? withUndescribed(other, response) : other, newer: response})
  } else {
    const kind = isError(status, is) ? 'error-code-added' : 'status-added'
    reportChange(context, here, {kind, about: status, new: place})
  }
}

/**
 * The proof for the first body of a response that receivers send: a description can't say whether it can be omitted.
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
