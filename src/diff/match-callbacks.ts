import type {Operation} from '../model/api/snapshot.ts'
import {formatTarget} from '../model/subject/subject.ts'
import type {Two} from './context.ts'
import {isEqual} from './json-equality.ts'

interface CallbackPair extends Two<Operation> {
  readonly isCalledOtherwise: boolean
}

interface CallbackPairs {
  readonly pairs: readonly CallbackPair[]
  readonly gone: readonly Operation[]
  readonly fresh: readonly Operation[]
}

/**
 * Pairs the callbacks of two matching operations: first by name, then by address and method, because the name is never
 * sent.
 */
export function pairsOfCallbacks({older, newer}: Two<Operation>, renamed: ReadonlyMap<string, string>): CallbackPairs {
  const names = older.kind === 'endpoint' ? renamed : new Map<string, string>()
  const calledAnew = (text: string): string =>
    text.replace(IN_PATH, (_, start: string, parameter: string) => start + (names.get(parameter) ?? parameter))
  const was = older.details().callbacks.map(each => keyed(each, older, calledAnew))
  const is = newer.details().callbacks.map(each => keyed(each, newer, text => text))
  const pairs: CallbackPair[] = []
  const pair = (keyOf: (each: Keyed) => string, isCalledOtherwise: boolean, mayBe: Check = () => true): void => {
    const left = grouped(
      is.filter(each => !each.isPaired),
      keyOf
    )
    for (const each of was) {
      const other = each.isPaired ? undefined : left.get(keyOf(each))?.find(one => !one.isPaired && mayBe(each, one))
      if (!other) continue
      each.isPaired = true
      other.isPaired = true
      pairs.push({older: each.operation, newer: other.operation, isCalledOtherwise})
    }
  }
  pair(({name}) => name, false)
  pair(({name}) => inOneCase(name), true)
  const addressOf = ({address}: Keyed): string => address
  pair(addressOf, true, (one, other) => isEqual(one.operation.raws, other.operation.raws))
  // Several callbacks can have the same address; then nothing shows which of them became which.
  const [before, after] = [was, is].map(all => grouped(all, addressOf))
  const isAlone = ({address}: Keyed) => before?.get(address)?.length === 1 && after?.get(address)?.length === 1
  pair(addressOf, true, isAlone)
  const leftOf = (all: readonly Keyed[]) => all.filter(each => !each.isPaired).map(({operation}) => operation)
  return {pairs, gone: leftOf(was), fresh: leftOf(is)}
}

type Check = (older: Keyed, newer: Keyed) => boolean

function grouped(all: readonly Keyed[], keyOf: (each: Keyed) => string): ReadonlyMap<string, Keyed[]> {
  const groups = new Map<string, Keyed[]>()
  for (const each of all) {
    const group = groups.get(keyOf(each))
    if (group) group.push(each)
    else groups.set(keyOf(each), [each])
  }
  return groups
}

interface Keyed {
  readonly operation: Operation
  readonly name: string
  /** The runtime expression and the method. */
  readonly address: string
  isPaired: boolean
}

function keyed(operation: Operation, holder: Operation, called: (text: string) => string): Keyed {
  const {target, path, method} = operation
  const whole = target.kind === 'operation' ? target.name : formatTarget(target)
  const owner = ` of ${formatTarget(holder.target)}`
  const name = called(whole.endsWith(owner) ? whole.slice(0, -owner.length) : whole)
  return {operation, name, address: `${inOneCase(called(path))} ${method}`, isPaired: false}
}

/** A path parameter in the runtime expression of a callback. */
const IN_PATH = /(\{\$request\.path\.)([^{}]+)/g

/** A header name in a runtime expression, which is case-insensitive. */
const IN_HEADER = /\$(?:request|response)\.header\.[\w!#$%&'*+.^`|~-]+/g

const inOneCase = (text: string): string => text.replace(IN_HEADER, header => header.toLowerCase())
