import {rootNode} from '../../../../packages/json-schema/src/document/node.ts'
import {isRecord, own} from '../../../../packages/json-schema/src/json.ts'
import {defined} from '../../../model/defined.ts'
import {type Direction, isNamed} from '../../../model/subject/subject.ts'
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
  type OlderNewer,
  reportChange,
  type Stop,
  subjectOf
} from './context.ts'
import {type DocumentationChanges, equalsIgnoringDocumentation, hasNamesAsKeys} from './documentation.ts'
import {matchApiKeys} from './http/api-keys.ts'
import {readChangedParameters} from './http/changed-parameters.ts'
import {comparePartHeaders} from './http/headers.ts'
import {compareContents} from './http/media-types.ts'
import {compareParameters} from './http/parameters.ts'
import {compareResponses} from './http/responses.ts'
import {compareSecurity, compareSecuritySchemes, findChangedSchemes, type SecurityDemand} from './http/security.ts'
import {compareOperationServers} from './http/servers.ts'
import {isEqual} from './json-equality.ts'
import {addDocumentMarks, announcedEndOf} from './lifecycle-marks.ts'
import {pairCallbacks} from './match-operations.ts'
import type {FilledTemplate} from './match-templates.ts'
import {comparePagination} from './pagination-parameters.ts'
import {isBriefValue} from './schema/invalid-keywords.ts'

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
  {older, newer}: OlderNewer<Operation>,
  {areAlike = false, filled, hasMovedBase = false}: ComparisonOptions,
  callbacks: ComparedCallbacks
): void {
  const subject = subjectOf(newer)
  // The request of a webhook or callback is to its receiver what a response is to a client.
  const isSent = newer.kind !== 'endpoint'
  const site = (side: Direction): Stop => ({
    subject,
    side: isSent === (side === 'request') ? 'response' : 'request',
    // The deprecation of an operation that stays is no notice for its parts; its sunset ends them, too.
    announced: () => {
      const life = isSent ? older.details().marks : addDocumentMarks(older.details().marks, context.older.marks)
      return life.sunset && announcedEndOf(life).announced
    }
  })
  if (areAlike && context.sharedComponents.compare({older, newer}, site)) {
    compareSchemes(context, {older, newer}, callbacks)
    return
  }
  const [was, is] = [older.details(), newer.details()]
  const request = site('request')
  const answer = site('response')
  const places = {old: older.place, new: newer.place}
  const haveSameRest = isSameOutside({older, newer}, areAlike)
  const isClean = haveSameRest ? unchangedPartsOf(context, {older, newer}, areAlike) : NONE
  const urls = hasMovedBase
    ? {was: context.older.basePath + older.path, is: context.newer.basePath + newer.path}
    : {was: older.path, is: newer.path}
  if (urls.was !== urls.is && older.kind === 'endpoint')
    reportChange(context, request, {kind: 'documentation-changed', about: 'path', ...urls, ...places})
  // None of the parameters became an API key if they're unchanged, so they don't have to be read.
  const changed = isClean.parameters
    ? undefined
    : (filled?.parameters ?? readChangedParameters(context, {older, newer}))
  const keys = changed && matchApiKeys(context, {older, newer}, changed)
  if (changed) {
    for (const {name, place} of keys?.matchedParameters.older ?? [])
      reportChange(context, request, {
        kind: 'documentation-changed',
        about: name,
        was: 'parameter',
        is: 'security scheme',
        old: place,
        new: newer.place
      })
    for (const {name, place} of keys?.matchedParameters.newer ?? [])
      reportChange(context, request, {
        kind: 'documentation-changed',
        about: name,
        was: 'security scheme',
        is: 'parameter',
        old: older.place,
        new: place
      })
    const parameters = dropReservedHeaders(context, keys?.parameters ?? changed)
    const paths = {older: withPath(older, filled), newer: withPath(newer, filled)}
    const isPartial = {older: was.hasUnreadParameters, newer: is.hasUnreadParameters}
    if (parameters.older.length > 0 || parameters.newer.length > 0)
      compareParameters(context, request, parameters, matchPathNames(older, newer), paths, isPartial)
    comparePagination(context, answer, {older, newer}, changed.newer)
  }
  const {sharedComponents: shared} = context
  if (!isClean.body && !(haveSameRest && shared.compareBodies({older, newer}, request)))
    compareBodies(context, request, {older: was.body, newer: is.body})
  if (!isClean.responses && !(haveSameRest && shared.compareResponses({older, newer}, answer)))
    compareResponses(context, answer, {older: was.responses, newer: is.responses})
  if (changed || !isClean.security) {
    const security = keys?.security ?? {older: was.security, newer: is.security}
    compareSecurity(context, request, {
      older: securityDemandOf(older, security.older, context.older),
      newer: securityDemandOf(newer, security.newer, context.newer)
    })
  }
  compareSecuritySchemes(context, request, {older: () => was.security, newer: () => is.security})
  if (!isClean.rest) {
    // An operation that lists no servers uses those of the description. In Swagger 2.0 only the schemes belong to an
    // operation.
    const areOwn = was.servers.length > 0 || is.servers.length > 0
    if (areOwn && !(context.newer.format === 'swagger-2.0' && areSame('schemes', older, newer)))
      compareOperationServers(context, request, {
        older: was.servers.length > 0 ? was.servers : context.older.servers,
        newer: is.servers.length > 0 ? is.servers : context.newer.servers
      })
    compareCallbacks(context, {older, newer}, callbacks)
  } else compareSchemesOfCallbacks(context, {older, newer}, callbacks)
  if (!isClean.rest || !isClean.responses)
    compareLifecycleMarks(context, request, {
      older: {marks: was.marks, place: older.place},
      newer: {marks: is.marks, place: newer.place}
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

/** Whether two operations have the same path, and everything outside their path item that applies to them is the same. */
function isSameOutside({older, newer}: OlderNewer<Operation>, areAlike: boolean): boolean {
  const [[, , ...before], [, , ...after]] = [older.rawParts, newer.rawParts]
  return older.path === newer.path && (areAlike || equalsIgnoringDocumentation(before, after))
}

/** Which parts of two operations are the same, with everything they refer to, so that they don't have to be read. */
function unchangedPartsOf(
  {changedReferences, newer: {format}}: DiffContext,
  {older, newer}: OlderNewer<Operation>,
  areEqual: boolean
): Parts {
  const [[was, wasOnPath], [is, isOnPath]] = [older.rawParts, newer.rawParts]
  const [from, to] = [rootNode(older.schemaSource), rootNode(newer.schemaSource)]
  const isSame = (a: unknown, b: unknown, areNames = false): boolean =>
    (areEqual || equalsIgnoringDocumentation(a, b, areNames)) &&
    changedReferences.isUnchangedInside(a, from, to, areNames)
  const [old, fresh] = [isRecord(was) ? was : {}, isRecord(is) ? is : {}]
  const areSame = (...keys: string[]): boolean =>
    keys.every(key => isSame(own(old, key), own(fresh, key), hasNamesAsKeys(key)))
  const rest = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter(key => !PART_KEYS.has(key))
  const parameters = areSame('parameters') && isSame(wasOnPath, isOnPath)
  return {
    parameters,
    // Swagger 2.0 lists bodies among the parameters.
    body: format === 'swagger-2.0' ? parameters && areSame('consumes') : areSame('requestBody'),
    responses: areSame('responses', 'produces'),
    security: areSame('security'),
    rest: areSame(...rest) && isSame(wasOnPath, isOnPath)
  }
}

type Parts = {readonly [Part in 'parameters' | 'body' | 'responses' | 'security' | 'rest']: boolean}
const NONE: Parts = {parameters: false, body: false, responses: false, security: false, rest: false}
const PART_KEYS: ReadonlySet<string> = new Set([
  ...['parameters', 'requestBody', 'responses', 'security', 'consumes', 'produces'],
  ...['description', 'summary', 'tags', 'operationId', 'externalDocs']
])

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
  const isUnreadIn = ({unreadCallbacks}: Details, {target}: Operation): boolean =>
    isNamed(target) && unreadCallbacks.some(called => target.name.startsWith(`callback ${called} `))
  const {pairs, removed, added: fresh} = pairCallbacks(two, matchPathNames(two.older, two.newer))
  const [older, newer] = [two.older.details(), two.newer.details()]
  for (const pair of pairs) {
    callbacks.add('all', pair, () => compareParts(context, pair, {}, callbacks))
    if (pair.isRenamed) reportDocumentationChange(context, pair)
  }
  for (const operation of removed) if (!isUnreadIn(newer, operation)) reportRemovedOperation(context, operation)
  for (const operation of fresh) if (!isUnreadIn(older, operation)) reportAddedOperation(context, operation)
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
