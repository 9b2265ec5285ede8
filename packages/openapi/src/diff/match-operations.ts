import {serverPath} from '@tenure/core/model/api/server-url'
import {groupBy} from '@tenure/core/model/group-by'
import {isNamed, pathShape} from '@tenure/core/model/subject/subject'
import {isEqual} from '@tenure/json-schema/json-equality'
import type {Operation, Snapshot} from '../snapshot.ts'
import type {OlderNewer} from './context.ts'
import {addressesOf} from './http/servers.ts'
import {type AcceptsText, type FilledTemplate, pairByTemplate} from './match-templates.ts'

/**
 * The key that finds an operation on the other side. Templates that differ only in the names of path parameters share a
 * key.
 */
export type OperationKey = (
  operation: Pick<Operation, 'kind' | 'method' | 'path' | 'target'>,
  snapshot: Snapshot
) => string

export interface OperationPair extends OlderNewer<Operation> {
  /** Set if one side has a path parameter where the other has text. */
  readonly filled?: FilledTemplate
}

interface OperationPairs {
  /** The pairs by their older operation. An operation of either side can be in several pairs. */
  readonly pairs: ReadonlyMap<Operation, readonly OperationPair[]>
  readonly keyOf: OperationKey
  /** The base paths that moved into the paths, or out of them; `undefined` if the base path didn't. */
  readonly movedBasePaths: ReadonlySet<string> | undefined
}

const withoutBase: OperationKey = ({method, path, kind, target}) =>
  kind === 'endpoint' ? `${method} ${pathShape(path)}` : JSON.stringify(target)
const withBase: OperationKey = (operation, {basePath: base}) =>
  withoutBase({...operation, path: `${base}${operation.path}`}, {basePath: base} as Snapshot)

/** The maximum number of further base paths that are tried. Beyond it, operations below them have no counterpart. */
const MAX_BASES = 100

/**
 * Pairs the operations of two descriptions. The base path isn't part of the key unless more pairs are found with it.
 */
export function pairOperations(older: Snapshot, newer: Snapshot, accepts: AcceptsText): OperationPairs {
  const plain = pairByKey(older, newer, withoutBase, accepts)
  const based = older.basePath === newer.basePath ? plain : pairByKey(older, newer, withBase, accepts)
  const isMoved = based.pairs.length > plain.pairs.length
  const {pairs, bases} = isMoved ? based : plain
  return {
    pairs: groupBy(pairs, pair => pair.older),
    keyOf: isMoved ? withBase : withoutBase,
    movedBasePaths: isMoved ? new Set([older.basePath, newer.basePath, ...bases]) : undefined
  }
}

/**
 * Pairs operations with the same key. If several path templates have the same shape (`/shelves/{id}` and
 * `/shelves/{name}`), those with the same spelling are paired first, and then the others, because all of them are one
 * endpoint. Operations without a counterpart are paired by the text that a path parameter stands for.
 */
function pairByKey(
  older: Snapshot,
  newer: Snapshot,
  keyOf: OperationKey,
  accepts: AcceptsText
): {readonly pairs: readonly OperationPair[]; readonly bases: ReadonlySet<string>} {
  const isBased = keyOf === withBase
  const written = ({kind, path}: Operation, {basePath: base}: Snapshot): string =>
    isBased && kind === 'endpoint' ? `${base}${path}` : path
  const others = groupBy(newer.operations, each => keyOf(each, newer))
  const pairs = new Map<Operation, Operation>()
  for (const [key, olds] of groupBy(older.operations, each => keyOf(each, older))) {
    const open = new Set(others.get(key))
    const byPath = groupBy(open, is => written(is, newer))
    const left = olds.filter(was => {
      const same = byPath.get(written(was, older))?.find(is => open.has(is))
      if (!same) return true
      pairs.set(was, same)
      return !open.delete(same)
    })
    const [free, [any]] = [[...open], others.get(key) ?? []]
    // What isn't paired by now is one endpoint that a description lists several times.
    for (const [at, was] of left.entries()) {
      const is = free[at] ?? any
      if (is) pairs.set(was, is)
    }
  }
  const sideOf = (snapshot: Snapshot, known: {readonly has: (operation: Operation) => boolean}) => {
    const endpoints = snapshot.operations.filter(({kind}) => kind === 'endpoint')
    const bases = isBased ? new Set(snapshot.servers.flatMap(addressesOf).map(serverPath)) : new Set<string>()
    bases.delete(snapshot.basePath)
    if (bases.size > MAX_BASES) bases.clear()
    const all = endpoints.map(operation => ({
      operation,
      path: written(operation, snapshot),
      others: new Map([...bases].map(base => [base, `${base}${operation.path}`]))
    }))
    return {snapshot, all, open: new Set(all.filter(({operation}) => !known.has(operation)))}
  }
  const sides = {older: sideOf(older, pairs), newer: sideOf(newer, new Set(pairs.values()))}
  const byTemplate = pairByTemplate(sides, accepts)
  const exact = [...pairs].map(([was, is]): OperationPair => {
    const parameters = byTemplate.withMoved(was, is)
    const filled = parameters && {parameters: {older: was.details().parameters, newer: parameters}}
    return {older: was, newer: is, ...(filled && {filled})}
  })
  return {pairs: [...exact, ...byTemplate.pairs], bases: byTemplate.bases}
}

interface CallbackPair extends OlderNewer<Operation> {
  readonly isRenamed: boolean
}

interface CallbackPairs {
  readonly pairs: readonly CallbackPair[]
  readonly removed: readonly Operation[]
  readonly added: readonly Operation[]
}

/**
 * Pairs the callbacks of two matching operations: first by name, then by address and method, because the name is never
 * sent.
 */
export function pairCallbacks(
  {older, newer}: OlderNewer<Operation>,
  renamed: ReadonlyMap<string, string>
): CallbackPairs {
  const names = older.kind === 'endpoint' ? renamed : new Map<string, string>()
  const useNewNames = (text: string): string =>
    text.replace(PATH_PARAMETER, (_, start: string, parameter: string) => start + (names.get(parameter) ?? parameter))
  const was = older.details().callbacks.map(each => toKeyedCallback(each, older, useNewNames))
  const is = newer.details().callbacks.map(each => toKeyedCallback(each, newer, text => text))
  const pairs: CallbackPair[] = []
  const pair = (
    keyOf: (each: KeyedCallback) => string,
    isCalledOtherwise: boolean,
    mayBe: PairCheck = () => true
  ): void => {
    const left = groupCallbacks(
      is.filter(each => !each.isPaired),
      keyOf
    )
    for (const each of was) {
      const other = each.isPaired ? undefined : left.get(keyOf(each))?.find(one => !one.isPaired && mayBe(each, one))
      if (!other) continue
      each.isPaired = true
      other.isPaired = true
      pairs.push({older: each.operation, newer: other.operation, isRenamed: isCalledOtherwise})
    }
  }
  pair(({name}) => name, false)
  pair(({name}) => lowerCaseHeaders(name), true)
  const addressOf = ({address}: KeyedCallback): string => address
  pair(addressOf, true, (one, other) => isEqual(one.operation.rawParts, other.operation.rawParts))
  // Several callbacks can have the same address; then nothing shows which of them became which.
  const [before, after] = [was, is].map(all => groupCallbacks(all, addressOf))
  const isAlone = ({address}: KeyedCallback) => before?.get(address)?.length === 1 && after?.get(address)?.length === 1
  pair(addressOf, true, isAlone)
  const leftOf = (all: readonly KeyedCallback[]) => all.filter(each => !each.isPaired).map(({operation}) => operation)
  return {pairs, removed: leftOf(was), added: leftOf(is)}
}

type PairCheck = (older: KeyedCallback, newer: KeyedCallback) => boolean

function groupCallbacks(
  all: readonly KeyedCallback[],
  keyOf: (each: KeyedCallback) => string
): ReadonlyMap<string, KeyedCallback[]> {
  const groups = new Map<string, KeyedCallback[]>()
  for (const each of all) {
    const group = groups.get(keyOf(each))
    if (group) group.push(each)
    else groups.set(keyOf(each), [each])
  }
  return groups
}

interface KeyedCallback {
  readonly operation: Operation
  readonly name: string
  /** The runtime expression and the method. */
  readonly address: string
  isPaired: boolean
}

function toKeyedCallback(operation: Operation, caller: Operation, called: (text: string) => string): KeyedCallback {
  const {target, path, method} = operation
  const whole = isNamed(target) ? target.name : target.text
  const owner = ` of ${caller.target.text}`
  const name = called(whole.endsWith(owner) ? whole.slice(0, -owner.length) : whole)
  return {operation, name, address: `${lowerCaseHeaders(called(path))} ${method}`, isPaired: false}
}

/** A path parameter in the runtime expression of a callback. */
const PATH_PARAMETER = /(\{\$request\.path\.)([^{}]+)/g

/** A header name in a runtime expression, which is case-insensitive. */
const HEADER_NAME = /\$(?:request|response)\.header\.[\w!#$%&'*+.^`|~-]+/g

const lowerCaseHeaders = (text: string): string => text.replace(HEADER_NAME, header => header.toLowerCase())
