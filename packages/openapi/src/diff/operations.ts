import {defined} from '@tenure/core/model/defined'
import {type Direction, isNamed} from '@tenure/core/model/subject/subject'
import {isRecord, own} from '@tenure/json-schema/json'
import {isEqual} from '@tenure/json-schema/json-equality'
import {
  type Body,
  type Details,
  isReservedHeader,
  type Operation,
  type Parameter,
  type SecurityRequirement,
  type Snapshot
} from '../snapshot.ts'
import {ComparedCallbacks} from './compared-callbacks.ts'
import {
  compareLifecycleMarks,
  type DiffContext,
  ignoresBody,
  type OlderNewer,
  reportChange,
  type Stop,
  subjectOf
} from './context.ts'
import type {DocumentationChanges} from './documentation.ts'
import {type ApiKeyMatch, matchApiKeys} from './http/api-keys.ts'
import {readChangedParameters} from './http/changed-parameters.ts'
import {comparePartHeaders} from './http/headers.ts'
import {compareContents} from './http/media-types.ts'
import {compareParameters} from './http/parameters.ts'
import {compareResponses} from './http/responses.ts'
import {compareSecurity, compareSecuritySchemes, findChangedSchemes, type SecurityDemand} from './http/security.ts'
import {compareOperationServers} from './http/servers.ts'
import {addDocumentMarks, announcedEndOf} from './lifecycle-marks.ts'
import {pairCallbacks} from './match-operations.ts'
import type {FilledTemplate} from './match-templates.ts'
import {comparePagination} from './pagination-parameters.ts'
import {isBriefValue} from './schema/invalid-keywords.ts'
import {ALL_CHANGED, isSameOutside, unchangedPartsOf} from './unchanged-operation-parts.ts'

interface ComparisonOptions {
  /** Whether they have the same path and text, apart from documentation. */
  readonly areAlike?: boolean
  /** Set if one side has a path parameter where the other has text. */
  readonly filled?: FilledTemplate | undefined
  /** Whether a base path moved into the paths or out of them, so that paths are compared with it. */
  readonly hasMovedBase?: boolean
}

/** Compares two operations that are the same endpoint version or webhook, with their callbacks. */
export function compareOperations(
  context: DiffContext,
  two: OlderNewer<Operation>,
  options: ComparisonOptions = {}
): void {
  const callbacks = callbacksBelow(context)
  compareParts(context, two, options, callbacks)
  callbacks.compareAll()
}

const callbacksBelow = ({omissions}: DiffContext): ComparedCallbacks =>
  new ComparedCallbacks(({newer}) => omissions.allow('callbacks', () => newer.place))

/** Compares two operations without their callbacks, which are added to the given ones. */
function compareParts(
  context: DiffContext,
  two: OlderNewer<Operation>,
  {areAlike = false, filled, hasMovedBase = false}: ComparisonOptions,
  callbacks: ComparedCallbacks
): void {
  const site = sitesOf(two.newer)
  const {sharedComponents: shared} = context
  if (areAlike && shared.compare(two, site)) {
    compareSchemes(context, two, callbacks)
    return
  }
  const [was, is] = [two.older.details(), two.newer.details()]
  const [request, answer] = [site('request'), site('response')]
  const haveSameRest = isSameOutside(two, areAlike)
  const isClean = haveSameRest ? unchangedPartsOf(context, two, areAlike) : ALL_CHANGED
  comparePaths(context, request, two, hasMovedBase)
  // None of the parameters became an API key if they're unchanged, so they don't have to be read.
  const changed = isClean.parameters ? undefined : (filled?.parameters ?? readChangedParameters(context, two))
  const keys = changed && compareOwnParameters(context, {request, answer}, two, changed, filled)
  if (ignoresBody(context, two)) reportIgnoredBody(context, two)
  else if (!isClean.body && !(haveSameRest && shared.compareBodies(two, request)))
    compareBodies(context, request, {older: was.body, newer: is.body})
  if (!isClean.responses && !(haveSameRest && shared.compareResponses(two, answer)))
    compareResponses(context, answer, {older: was.responses, newer: is.responses})
  if (changed || !isClean.security)
    compareSecurityDemands(context, request, two, keys?.security ?? {older: was.security, newer: is.security})
  compareSecuritySchemes(context, request, {older: () => was.security, newer: () => is.security})
  if (!isClean.rest) {
    compareOwnServers(context, request, two)
    compareCallbacks(context, two, callbacks)
  } else compareSchemesOfCallbacks(context, two, callbacks)
  if (!isClean.rest || !isClean.responses)
    compareLifecycleMarks(context, request, {
      older: {marks: was.marks, place: two.older.place},
      newer: {marks: is.marks, place: two.newer.place}
    })
}

/** Where changes of the request and of the response of an operation are found. */
function sitesOf(newer: Operation): (side: Direction) => Stop {
  const subject = subjectOf(newer)
  // The request of a webhook or callback is to its receiver what a response is to a client.
  const isSent = newer.kind !== 'endpoint'
  return side => ({
    subject,
    side: isSent === (side === 'request') ? 'response' : 'request'
  })
}

function comparePaths(
  context: DiffContext,
  site: Stop,
  {older, newer}: OlderNewer<Operation>,
  hasMovedBase: boolean
): void {
  const [was, is] = hasMovedBase
    ? [context.older.basePath + older.path, context.newer.basePath + newer.path]
    : [older.path, newer.path]
  if (was === is || older.kind !== 'endpoint') return
  reportChange(context, site, {
    kind: 'documentation-changed',
    about: 'path',
    was,
    is,
    old: older.place,
    new: newer.place
  })
}

/** Compares parameters that aren't the same. Returns those that are API keys; `undefined` if there are none. */
function compareOwnParameters(
  context: DiffContext,
  {request, answer}: {readonly request: Stop; readonly answer: Stop},
  {older, newer}: OlderNewer<Operation>,
  changed: OlderNewer<readonly Parameter[]>,
  filled: FilledTemplate | undefined
): ApiKeyMatch | undefined {
  const keys = matchApiKeys(context, {older, newer}, changed)
  if (keys) reportMatchedKeys(context, request, {older, newer}, keys)
  const parameters = dropReservedHeaders(context, keys?.parameters ?? changed)
  const paths = {older: withPath(older, filled), newer: withPath(newer, filled)}
  const unread = {older: older.details().unreadParameters, newer: newer.details().unreadParameters}
  if (parameters.older.length > 0 || parameters.newer.length > 0)
    compareParameters(context, request, parameters, matchPathNames(older, newer), paths, unread)
  comparePagination(context, answer, {older, newer}, changed.newer)
  return keys
}

function reportMatchedKeys(
  context: DiffContext,
  site: Stop,
  {older, newer}: OlderNewer<Operation>,
  {matchedParameters}: ApiKeyMatch
): void {
  const [parameter, scheme] = ['parameter', 'security scheme']
  const kind = 'documentation-changed'
  for (const {name, place} of matchedParameters.older)
    reportChange(context, site, {kind, about: name, was: parameter, is: scheme, old: place, new: newer.place})
  for (const {name, place} of matchedParameters.newer)
    reportChange(context, site, {kind, about: name, was: scheme, is: parameter, old: older.place, new: place})
}

const compareSecurityDemands = (
  context: DiffContext,
  site: Stop,
  {older, newer}: OlderNewer<Operation>,
  security: OlderNewer<readonly SecurityRequirement[]>
): void =>
  compareSecurity(context, site, {
    older: securityDemandOf(older, security.older, context.older),
    newer: securityDemandOf(newer, security.newer, context.newer)
  })

/** Compares servers that an operation lists itself. One that lists none uses those of the description. */
function compareOwnServers(context: DiffContext, site: Stop, two: OlderNewer<Operation>): void {
  const [was, is] = [two.older.details().servers, two.newer.details().servers]
  if (was.length === 0 && is.length === 0) return
  // In Swagger 2.0 only the schemes belong to an operation.
  if (context.newer.format === 'swagger-2.0' && areSame('schemes', two.older, two.newer)) return
  compareOperationServers(context, site, {
    older: was.length > 0 ? was : context.older.servers,
    newer: is.length > 0 ? is : context.newer.servers
  })
}

/**
 * Drops reserved headers such as `Accept` if only one side is Swagger 2.0. OpenAPI 3 can't describe them as parameters,
 * so their absence means nothing.
 */
function dropReservedHeaders(
  {older, newer}: DiffContext,
  parameters: OlderNewer<readonly Parameter[]>
): OlderNewer<readonly Parameter[]> {
  if ((older.format === 'swagger-2.0') === (newer.format === 'swagger-2.0')) return parameters
  const heard = (all: readonly Parameter[]) => all.filter(each => !isReservedHeader(each))
  return {older: heard(parameters.older), newer: heard(parameters.newer)}
}

const areSame = (key: string, {rawParts: [was]}: Operation, {rawParts: [is]}: Operation): boolean =>
  isRecord(was) && isRecord(is) && isEqual(own(was, key), own(is, key))

/**
 * The security requirements of an operation. If it inherits them from the description, so does their location, so that
 * a change is reported once.
 */
function securityDemandOf(
  operation: Operation,
  security: readonly SecurityRequirement[],
  {placeAt}: Snapshot
): SecurityDemand {
  const {rawParts, place, kind} = operation
  const isOfAll = kind === 'endpoint' && isRecord(rawParts[0]) && !Object.hasOwn(rawParts[0], 'security')
  return {
    security,
    place: isOfAll ? placeAt('/security') : place,
    operation: place,
    sendsAuthorization: () => operation.details().asksForAuthorization === true
  }
}

/** Compares the security schemes of otherwise unchanged operations, because a scheme can change under the same name. */
export function compareSchemesOfOperation(context: DiffContext, two: OlderNewer<Operation>): void {
  const callbacks = callbacksBelow(context)
  compareSchemes(context, two, callbacks)
  callbacks.compareAll()
}

function compareSchemes(
  context: DiffContext,
  {older, newer}: OlderNewer<Operation>,
  callbacks: ComparedCallbacks
): void {
  const site: Stop = {subject: subjectOf(newer), side: newer.kind === 'endpoint' ? 'request' : 'response'}
  compareSecuritySchemes(context, site, {older: () => older.details().security, newer: () => newer.details().security})
  compareSchemesOfCallbacks(context, {older, newer}, callbacks)
}

/** Compares the security schemes of unchanged callbacks, which prove who sends the callback. */
function compareSchemesOfCallbacks(
  context: DiffContext,
  {older, newer}: OlderNewer<Operation>,
  callbacks: ComparedCallbacks
): void {
  if (findChangedSchemes(context).length === 0) return
  for (const two of pairCallbacks({older, newer}, matchPathNames(older, newer)).pairs)
    callbacks.add('schemes', two, () => compareSchemes(context, two, callbacks))
}

const withPath = ({place, schemaSource, path}: Operation, filled: FilledTemplate | undefined) => ({
  place,
  schemaSource,
  path: filled?.path ?? path
})

/**
 * The names of the older path's parameters in the newer path. Segments are matched from the end, because the base path
 * can be part of one of the paths.
 */
function matchPathNames(older: Operation, newer: Operation): ReadonlyMap<string, string> {
  const segments = (path: string): string[] => path.split('/').reverse()
  const names = (segment: string): string[] => [...segment.matchAll(/\{([^{}]*)\}/g)].map(match => match[1] ?? '')
  const others = segments(newer.path)
  return new Map(
    segments(older.path).flatMap((segment, at) => {
      const found = names(others[at] ?? '')
      return names(segment).map((name, index) => [name, found[index] ?? name] as const)
    })
  )
}

/** Compares operation IDs, which generated clients use as names of methods. */
export function compareOperationIds(context: DiffContext, {older, newer}: OlderNewer<Operation>): void {
  const [was, is] = [older, newer].map(({rawParts: [raw]}) => (isRecord(raw) ? own(raw, 'operationId') : undefined))
  if (isEqual(was, is)) return
  const site: Stop = {subject: subjectOf(newer), side: 'request'}
  reportChange(context, site, {kind: 'operation-id-changed', was, is, old: older.place, new: newer.place})
}

/** Reports a documentation change of an operation, which changes nothing that is sent. */
export function reportDocumentationChange(
  context: DiffContext,
  {older, newer}: OlderNewer<Operation>,
  changes?: DocumentationChanges
): void {
  const site: Stop = {subject: subjectOf(newer), side: 'request'}
  const what = changes ? describeDocumentation(changes) : {}
  reportChange(context, site, {kind: 'documentation-changed', ...what, old: older.place, new: newer.place})
}

/** The names of what changed, and the values of a single extension. Empty if no name says it. */
export function describeDocumentation({keys, isElsewhere, values}: DocumentationChanges): {
  about?: string
  was?: unknown
  is?: unknown
} {
  if (keys.length === 0) return {}
  const about = [...(isElsewhere ? ['documentation'] : []), ...keys].join(', ')
  const areShown = values?.every(each => each === undefined || isBriefValue(each))
  return areShown ? defined({about, was: values?.[0], is: values?.[1]}) : {about}
}

function compareCallbacks(context: DiffContext, two: OlderNewer<Operation>, callbacks: ComparedCallbacks): void {
  const countUnread = ({unreadCallbacks}: Details, {target}: Operation): number =>
    isNamed(target) ? unreadCallbacks.filter(called => target.name.startsWith(`callback ${called} `)).length : 0
  const mayBeUnread = (operation: Operation, here: Details, there: Details): boolean =>
    countUnread(there, operation) > countUnread(here, operation)
  const {pairs, removed, added: fresh} = pairCallbacks(two, matchPathNames(two.older, two.newer))
  const [older, newer] = [two.older.details(), two.newer.details()]
  for (const pair of pairs) {
    callbacks.add('all', pair, () => compareParts(context, pair, {}, callbacks))
    if (pair.isRenamed) reportDocumentationChange(context, pair)
  }
  for (const operation of removed) if (!mayBeUnread(operation, older, newer)) reportRemovedOperation(context, operation)
  for (const operation of fresh) if (!mayBeUnread(operation, newer, older)) reportAddedOperation(context, operation)
}

export function reportRemovedOperation(context: DiffContext, operation: Operation): void {
  const kind = operation.kind === 'endpoint' ? 'operation-removed' : 'webhook-removed'
  const {marks} = operation.details()
  const life = operation.kind === 'endpoint' ? addDocumentMarks(marks, context.older.marks) : marks
  reportChange(
    context,
    {subject: subjectOf(operation), side: 'request'},
    {kind, old: operation.place, ...announcedEndOf(life)}
  )
}

export function reportAddedOperation(context: DiffContext, operation: Operation): void {
  const kind = operation.kind === 'endpoint' ? 'operation-added' : 'webhook-added'
  reportChange(context, {subject: subjectOf(operation), side: 'request'}, {kind, new: operation.place})
}

/** Reports that an ignored body is written differently, which changes nothing that is sent. */
function reportIgnoredBody(context: DiffContext, {older, newer}: OlderNewer<Operation>): void {
  if (areSame('requestBody', older, newer)) return
  const places = {old: older.place, new: newer.place}
  const site: Stop = {subject: subjectOf(newer), side: 'request'}
  reportChange(context, site, {kind: 'documentation-changed', about: 'requestBody', ...places})
}

/** Compares request bodies. */
function compareBodies(context: DiffContext, site: Stop, {older, newer}: OlderNewer<Body | undefined>): void {
  const here: Stop = {...site, part: 'body'}
  // If a body couldn't be read, it isn't even known whether it's required.
  if ((!older && !newer) || older?.isUnread || newer?.isUnread) return
  if (!older || !newer) {
    if (newer)
      reportChange(context, here, {kind: newer.required ? 'required-body-added' : 'body-added', new: newer.place})
    if (older) reportChange(context, here, {kind: 'body-removed', old: older.place})
    return
  }
  const places = {old: older.place, new: newer.place}
  const isOfFields = older.isOfFields && newer.isOfFields
  if (older.required !== newer.required && !isOfFields)
    reportChange(context, here, {kind: newer.required ? 'body-required' : 'body-optional', ...places})
  const isNeeded = {older: older.required, newer: newer.required}
  const contents = {older: older.contents, newer: newer.contents}
  const bodies = {older: older.place, newer: newer.place}
  compareContents(context, here, contents, bodies, {isNeeded, inside: comparePartHeaders})
}
