import type {Operation} from '../model/api/snapshot.ts'
import {formatTarget} from '../model/subject/subject.ts'
import type {OlderNewer} from './context.ts'
import {isEqual} from './json-equality.ts'

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
  const whole = target.kind === 'operation' ? target.name : formatTarget(target)
  const owner = ` of ${formatTarget(caller.target)}`
  const name = called(whole.endsWith(owner) ? whole.slice(0, -owner.length) : whole)
  return {operation, name, address: `${lowerCaseHeaders(called(path))} ${method}`, isPaired: false}
}

/** A path parameter in the runtime expression of a callback. */
const PATH_PARAMETER = /(\{\$request\.path\.)([^{}]+)/g

/** A header name in a runtime expression, which is case-insensitive. */
const HEADER_NAME = /\$(?:request|response)\.header\.[\w!#$%&'*+.^`|~-]+/g

const lowerCaseHeaders = (text: string): string => text.replace(HEADER_NAME, header => header.toLowerCase())
