import type ts from 'typescript'
import type {FileContext} from '../file-context.ts'
import {combineAlternatives} from './alternatives.ts'
import {asClient, withoutGlobalObject} from './libraries.ts'
import {concatParts, mapDeferred} from './map-deferred.ts'
import {applyFunction, getMember} from './members.ts'
import {resolveUrl} from './url-values.ts'
import {
  ABSENT_VALUE,
  type ClientValue,
  dependsOnCaller,
  literalOf,
  type StaticValue,
  stringValue,
  unresolvedValue,
  valueNameOf
} from './value.ts'

/** Callee, receiver, and name of a call. */
export function readCallee(node: ts.CallExpression | ts.NewExpression, {ts, evaluate}: FileContext) {
  let expression: ts.Expression = node.expression
  while (
    ts.isParenthesizedExpression(expression) ||
    ts.isNonNullExpression(expression) ||
    ts.isAsExpression(expression)
  )
    expression = expression.expression
  if (ts.isPropertyAccessExpression(expression))
    return {expression, receiver: expression.expression, name: expression.name.text, callee: evaluate(expression)}
  return {expression, name: ts.isIdentifier(expression) ? expression.text : '', callee: evaluate(expression)}
}

/** Returned value of a call. */
export function evaluateCall(node: ts.CallExpression, read: FileContext): StaticValue {
  const {ts, evaluate} = read
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return importedModule(node, read)
  const {receiver, name, callee} = readCallee(node, read)
  const args = node.arguments
  if (callee.kind === 'function') return applyFunction(callee, args.map(evaluate)).returns()
  const of = receiver && evaluate(receiver)
  const made = of && (of.kind === 'package' ? undefined : callMethod(of, name, args, read))
  if (made) return made
  if (callee.kind === 'choice' || dependsOnCaller(callee)) return callDeferred(callee, args.map(evaluate))
  const client = asClient(callee)
  if (client) return createClientInstance(client, args, read) ?? unresolvedValue(name)
  if (callee.kind === 'package') {
    if (callee.name === '') return callGlobal(callee, node, read)
    const [first] = args
    return (first && hookResult(name, () => evaluate(first))) ?? {...callee, path: [...callee.path, '()']}
  }
  return unresolvedValue(name || valueNameOf(callee))
}

function callDeferred(callee: StaticValue, args: readonly StaticValue[]): StaticValue {
  return mapDeferred([callee, ...args], ([known, ...callArguments]) =>
    known?.kind === 'function'
      ? applyFunction(known, callArguments).returns()
      : unresolvedValue(known ? valueNameOf(known) : '…')
  )
}

function importedModule(
  {arguments: args}: ts.CallExpression,
  {evaluate, importedValue: imported}: FileContext
): StaticValue {
  const from = args[0] && literalOf(evaluate(args[0]))
  return from === undefined ? unresolvedValue('…') : imported(from, '*')
}

/** Hooks that return a value passed to them. */
export const VALUE_HOOKS =
  /^(?:useState|useMemo|useRef|useCallback|useDeferredValue|ref|shallowRef|computed|signal|toRef|unref)$/

function callGlobal(
  callee: Extract<StaticValue, {kind: 'package'}>,
  node: ts.CallExpression,
  read: FileContext
): StaticValue {
  const {evaluate} = read
  const path = withoutGlobalObject(callee.path)
  const [first] = node.arguments
  const name = path.join('.')
  if (!first) return {...callee, path: [...callee.path, '()']}
  switch (name) {
    case 'require': {
      const from = literalOf(evaluate(first))
      return from === undefined ? unresolvedValue('…') : read.importedValue(from, '=')
    }
    case 'String':
    case 'encodeURI':
    case 'decodeURI':
    case 'Object.freeze':
    case 'Promise.resolve':
    case 'structuredClone':
    case 'unref':
      return evaluate(first)
    case 'encodeURIComponent':
      return encodeSegment(evaluate(first))
    case 'Object.values': {
      const value = evaluate(first)
      return value.kind === 'record' && value.spread.length === 0
        ? {kind: 'list', items: [...value.entries.values()].map(each => each.get())}
        : unresolvedValue('…')
    }
    case 'Object.assign':
      return {kind: 'record', entries: new Map(), spread: node.arguments.map(each => evaluate(each)).toReversed()}
    default:
      return {...callee, path: [...callee.path, '()']}
  }
}

/** Encodes a value as `encodeURIComponent` does, after which it's a single path segment. */
const encodeSegment = (value: StaticValue): StaticValue =>
  mapDeferred([value], ([known = value]) => {
    const literal = literalOf(known)
    if (literal !== undefined) return stringValue(encodeURIComponent(literal))
    return unresolvedValue(known.kind === 'text' ? '…' : valueNameOf(known))
  })

/** Returned value of a hook. `undefined` if the name isn't one of a hook. */
function hookResult(name: string, first: () => StaticValue): StaticValue | undefined {
  if (!VALUE_HOOKS.test(name)) return undefined
  if (name === 'useState') return {kind: 'list', items: [callWithoutArguments(first())]}
  return name === 'useCallback' ? first() : callWithoutArguments(first())
}

const callWithoutArguments = (value: StaticValue): StaticValue =>
  value.kind === 'function' ? applyFunction(value, []).returns() : value

/**
 * Result of a method of a string or list. Deferred if the value depends on callers; `undefined` if the method isn't
 * known.
 */
function callMethod(
  of: StaticValue,
  name: string,
  args: readonly ts.Expression[],
  read: FileContext
): StaticValue | undefined {
  if (of.kind === 'list') return callListMethod(of.items, name, args, read)
  if (name === 'join' && dependsOnCaller(of)) {
    return mapDeferred(
      [of],
      ([known = of]) =>
        (known.kind === 'list' && callListMethod(known.items, name, args, read)) || unresolvedValue(name)
    )
  }
  return callStringMethod(of, name, args, read)
}

function callStringMethod(
  of: StaticValue,
  name: string,
  args: readonly ts.Expression[],
  {evaluate}: FileContext
): StaticValue | undefined {
  const [first, second] = args
  switch (name) {
    case 'toString':
    case 'trim':
    case 'toJSON':
    case 'valueOf':
    case 'toLowerCase':
    case 'toUpperCase':
    case 'normalize':
      // The string form of a number isn't known.
      return of.kind === 'text' || of.kind === 'choice' || of.kind === 'deferred' || of.kind === 'unknown'
        ? of
        : undefined
    case 'concat':
      return concatParts([of, ...args.map(evaluate)])
    case 'replace':
    case 'replaceAll':
      return first && second ? replaceLiteral(of, evaluate(first), evaluate(second)) : undefined
    default:
      return undefined
  }
}

/**
 * Replaces a literal within a literal, as in `'/jobs/:id'.replace(':id', id)`. Any other replacement leaves the string
 * unchanged.
 */
function replaceLiteral(of: StaticValue, from: StaticValue, to: StaticValue): StaticValue {
  return mapDeferred([of, from], ([whole = of, part = from]) => {
    const word = literalOf(part)
    const literal = literalOf(whole)
    if (literal === undefined || !word) return whole
    const at = literal.indexOf(word)
    const filled = to.kind === 'text' || to.kind === 'unknown' ? to : unresolvedValue(valueNameOf(to))
    return at < 0
      ? whole
      : concatParts([stringValue(literal.slice(0, at)), filled, stringValue(literal.slice(at + word.length))])
  })
}

function callListMethod(
  items: readonly StaticValue[],
  name: string,
  args: readonly ts.Expression[],
  {evaluate}: FileContext
): StaticValue | undefined {
  const [first] = args
  switch (name) {
    case 'join': {
      const separator = first ? evaluate(first) : stringValue(',')
      return concatParts(items.flatMap((each, index) => (index === 0 ? [each] : [separator, each])))
    }
    case 'map': {
      const made = first && evaluate(first)
      return made?.kind === 'function'
        ? {kind: 'list', items: items.map(each => applyFunction(made, [each]).returns())}
        : undefined
    }
    case 'filter':
    case 'concat':
      return {kind: 'list', items: [...items, ...(name === 'concat' ? args.map(evaluate) : [])]}
    case 'find':
    case 'at':
      return items.length > 0 ? combineAlternatives(items) : undefined
    default:
      return undefined
  }
}

/** A client instance created by a library. `undefined` if the call creates none. */
function createClientInstance(
  client: ClientValue,
  args: readonly ts.Expression[],
  read: FileContext
): StaticValue | undefined {
  const {form, verb, base} = client
  const [first] = args
  const options = first ? read.evaluate(first) : ABSENT_VALUE
  const made = (from: StaticValue | undefined): StaticValue => ({kind: 'client', form, ...(from ? {base: from} : {})})
  if (verb === 'bind') return {kind: 'client', form, ...(base ? {base} : {})}
  if (verb === undefined && form === 'openapi-fetch') {
    if (options.kind === 'client') return options
    return made(unlessAbsent(getMember(options, 'baseUrl')))
  }
  if (form === 'supertest' && (verb === undefined || verb === 'agent')) {
    return made(options.kind === 'text' || options.kind === 'choice' ? options : undefined)
  }
  if (verb !== 'create' && verb !== 'extend' && verb !== 'defaults' && verb !== 'instance') return undefined
  const keys = {ky: 'prefixUrl', got: 'prefixUrl', axios: 'baseURL', fetch: 'baseURL'} as const
  const key = Object.hasOwn(keys, form) ? keys[form as keyof typeof keys] : undefined
  const own = key && options.kind !== 'function' ? unlessAbsent(getMember(options, key)) : undefined
  return made(own ?? base)
}

const unlessAbsent = (value: StaticValue): StaticValue | undefined => (value.kind === 'absent' ? undefined : value)

/** Value of a `new` expression. */
export function evaluateNew(node: ts.NewExpression, read: FileContext): StaticValue {
  const {evaluate} = read
  const {callee, name} = readCallee(node, read)
  const args = node.arguments ?? []
  const [first, second] = args
  if (callee.kind === 'class') return {kind: 'instance', def: callee.def, args: args.map(evaluate), given: callee.given}
  if (callee.kind !== 'package') return unresolvedValue(name)
  const path = withoutGlobalObject(callee.path)
  if (callee.name === 'undici') {
    const isPool = /^(?:Pool|Client|BalancedPool|RoundRobinPool|MockPool|MockClient)$/.test(path.at(-1) ?? '')
    return {kind: 'client', form: 'undici', ...(isPool && first ? {base: evaluate(first)} : {})}
  }
  if (callee.name === '' || callee.name === 'url' || callee.name === 'node:url') {
    if (path.at(-1) === 'URL' && first) return resolveUrl(evaluate(first), second ? evaluate(second) : undefined)
    if (path[0] === 'Request') return {kind: 'request'}
    if (path[0] === 'XMLHttpRequest') return {kind: 'client', form: 'xhr'}
    if (path[0] === 'URLSearchParams') return unresolvedValue('query')
  }
  return {...callee, path: [...callee.path, '()']}
}
