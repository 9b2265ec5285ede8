import type {Details, Operation} from '../model/snapshot.ts'
import type {Direction} from '../model/subject.ts'
import {compareBodies} from './contents.ts'
import {isEqual} from './equality.ts'
import {announcedIn} from './lives.ts'
import {compareParameters} from './parameters.ts'
import {compareResponses} from './responses.ts'
import {compareSchemes, compareSecurity} from './security.ts'
import {compareServers} from './servers.ts'
import {compareLives, compareProse, type Stop, subjectOf, type Two, tell, type Walk} from './walk.ts'

/** Two operations that are the same endpoint version, or what a service sends under the same name. */
export function compareOperations(walk: Walk, {older, newer}: Two<Operation>): void {
  const [was, is] = [older.details(), newer.details()]
  const subject = subjectOf(newer)
  // What the service sends is to its receivers what an answer is.
  const isSent = newer.kind !== 'endpoint'
  const stop = (side: Direction): Stop => ({
    subject,
    side: isSent === (side === 'request') ? 'response' : 'request',
    ...announcedIn(was.life)
  })
  const request = stop('request')
  const answer = stop('response')
  const places = {old: older.place, new: newer.place}
  if (older.path !== newer.path && older.kind === 'endpoint')
    tell(walk, request, {kind: 'documentation-changed', about: 'path', was: older.path, is: newer.path, ...places})
  compareParameters(walk, request, {older: was.parameters, newer: is.parameters}, namesInPath(older, newer))
  compareBodies(walk, request, {older: was.body, newer: is.body})
  compareResponses(walk, answer, {older: was.responses, newer: is.responses})
  compareSecurity(walk, request, {older: {...was, place: older.place}, newer: {...is, place: newer.place}})
  compareSchemes(walk, request, {older: was.security, newer: is.security})
  compareServers(walk, request, {older: was.servers, newer: is.servers})
  compareLives(walk, request, {older: {...was, place: older.place}, newer: {...is, place: newer.place}})
  compareNames(walk, request, {older: {...was, place: older.place}, newer: {...is, place: newer.place}})
  compareCallbacks(walk, {older: was.callbacks, newer: is.callbacks})
}

/** Of operations that say the same: what they ask of those who call may be another thing now. */
export function compareSchemesOf(walk: Walk, {older, newer}: Two<Operation>): void {
  const stop: Stop = {subject: subjectOf(newer), side: 'request'}
  compareSchemes(walk, stop, {older: older.details().security, newer: newer.details().security})
}

/** What the parameters of the older path are called in the newer one. */
function namesInPath(older: Operation, newer: Operation): ReadonlyMap<string, string> {
  const names = (path: string): string[] => [...path.matchAll(/\{([^{}]*)\}/g)].map(match => match[1] ?? '')
  const others = names(newer.path)
  return new Map(names(older.path).map((name, at) => [name, others[at] ?? name]))
}

/** What generated code and pages are made of: nothing on the wire. */
function compareNames(walk: Walk, stop: Stop, two: Two<Details & {place: Operation['place']}>): void {
  const {older, newer} = two
  const places = {old: older.place, new: newer.place}
  if (older.id !== newer.id)
    tell(walk, stop, {kind: 'documentation-changed', about: 'operationId', was: older.id, is: newer.id, ...places})
  if (!isEqual(older.tags, newer.tags))
    tell(walk, stop, {kind: 'documentation-changed', about: 'tags', was: older.tags, is: newer.tags, ...places})
  compareProse(walk, stop, two)
}

function compareCallbacks(walk: Walk, {older, newer}: Two<readonly Operation[]>): void {
  const key = ({target}: Operation): string => JSON.stringify(target)
  const was = new Map(older.map(each => [key(each), each]))
  const is = new Map(newer.map(each => [key(each), each]))
  for (const [name, operation] of was) {
    const other = is.get(name)
    if (other) compareOperations(walk, {older: operation, newer: other})
    else tellGone(walk, operation)
  }
  for (const [name, operation] of is) if (!was.has(name)) tellNew(walk, operation)
}

export function tellGone(walk: Walk, operation: Operation): void {
  const kind = operation.kind === 'endpoint' ? 'operation-removed' : 'webhook-removed'
  const {life} = operation.details()
  tell(walk, {subject: subjectOf(operation), side: 'request'}, {kind, old: operation.place, ...announcedIn(life)})
}

export function tellNew(walk: Walk, operation: Operation): void {
  const kind = operation.kind === 'endpoint' ? 'operation-added' : 'webhook-added'
  tell(walk, {subject: subjectOf(operation), side: 'request'}, {kind, new: operation.place})
}
