import type ts from 'typescript'
import type {Reader} from '../file-context.ts'
import {choice} from './alternatives.ts'
import {clientOf, globalPath} from './libraries.ts'
import {concat, following} from './map-deferred.ts'
import {applied, memberOf} from './members.ts'
import {resolved} from './url-values.ts'
import {ABSENT, type ClientValue, isSymbolic, literalOf, nameOf, text, unknown, type Value} from './value.ts'

/** Callee, receiver, and name of a call. */
export function calleeOf(node: ts.CallExpression | ts.NewExpression, {ts, evaluate}: Reader) {
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
export function valueOfCall(node: ts.CallExpression, read: Reader): Value {
  const {ts, evaluate} = read
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return importedModule(node, read)
  const {receiver, name, callee} = calleeOf(node, read)
  const args = node.arguments
  if (callee.kind === 'function') return applied(callee, args.map(evaluate)).returns()
  const of = receiver && evaluate(receiver)
  const made = of && (of.kind === 'package' ? undefined : callMethod(of, name, args, read))
  if (made) return made
  if (callee.kind === 'choice' || isSymbolic(callee)) return callDeferred(callee, args.map(evaluate))
  const client = clientOf(callee)
  if (client) return createClientInstance(client, args, read) ?? unknown(name)
  if (callee.kind === 'package') {
    if (callee.name === '') return callGlobal(callee, node, read)
    const [first] = args
    return (first && hookResult(name, () => evaluate(first))) ?? {...callee, path: [...callee.path, '()']}
  }
  return unknown(name || nameOf(callee))
}

function callDeferred(callee: Value, args: readonly Value[]): Value {
  return following([callee, ...args], ([known, ...callArguments]) =>
    known?.kind === 'function' ? applied(known, callArguments).returns() : unknown(known ? nameOf(known) : '…')
  )
}

function importedModule({arguments: args}: ts.CallExpression, {evaluate, imported}: Reader): Value {
  const from = args[0] && literalOf(evaluate(args[0]))
  return from === undefined ? unknown('…') : imported(from, '*')
}

/** Hooks that return a value passed to them. */
export const HOLDERS =
  /^(?:useState|useMemo|useRef|useCallback|useDeferredValue|ref|shallowRef|computed|signal|toRef|unref)$/

function callGlobal(callee: Extract<Value, {kind: 'package'}>, node: ts.CallExpression, read: Reader): Value {
  const {evaluate} = read
  const path = globalPath(callee.path)
  const [first] = node.arguments
  const name = path.join('.')
  if (!first) return {...callee, path: [...callee.path, '()']}
  switch (name) {
    case 'require': {
      const from = literalOf(evaluate(first))
      return from === undefined ? unknown('…') : read.imported(from, '=')
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
        : unknown('…')
    }
    case 'Object.assign':
      return {kind: 'record', entries: new Map(), spread: node.arguments.map(each => evaluate(each)).toReversed()}
    default:
      return {...callee, path: [...callee.path, '()']}
  }
}

/** An encoded value stays a single path segment. */
const encodeSegment = (value: Value): Value =>
  following([value], ([known = value]) => {
    const literal = literalOf(known)
    if (literal !== undefined) return text(encodeURIComponent(literal))
    return unknown(known.kind === 'text' ? '…' : nameOf(known))
  })

/** Returned value of a hook. `undefined` if the name isn't one of a hook. */
function hookResult(name: string, first: () => Value): Value | undefined {
  if (!HOLDERS.test(name)) return undefined
  if (name === 'useState') return {kind: 'list', items: [callWithoutArguments(first())]}
  return name === 'useCallback' ? first() : callWithoutArguments(first())
}

const callWithoutArguments = (value: Value): Value => (value.kind === 'function' ? applied(value, []).returns() : value)

/**
 * Result of a method of a string or list. Deferred if the value depends on callers; `undefined` if the method isn't
 * known.
 */
function callMethod(of: Value, name: string, args: readonly ts.Expression[], read: Reader): Value | undefined {
  if (of.kind === 'list') return callListMethod(of.items, name, args, read)
  if (name === 'join' && isSymbolic(of)) {
    return following(
      [of],
      ([known = of]) => (known.kind === 'list' && callListMethod(known.items, name, args, read)) || unknown(name)
    )
  }
  return callStringMethod(of, name, args, read)
}

function callStringMethod(
  of: Value,
  name: string,
  args: readonly ts.Expression[],
  {evaluate}: Reader
): Value | undefined {
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
      return concat([of, ...args.map(evaluate)])
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
function replaceLiteral(of: Value, from: Value, to: Value): Value {
  return following([of, from], ([whole = of, part = from]) => {
    const word = literalOf(part)
    const literal = literalOf(whole)
    if (literal === undefined || !word) return whole
    const at = literal.indexOf(word)
    const filled = to.kind === 'text' || to.kind === 'unknown' ? to : unknown(nameOf(to))
    return at < 0 ? whole : concat([text(literal.slice(0, at)), filled, text(literal.slice(at + word.length))])
  })
}

function callListMethod(
  items: readonly Value[],
  name: string,
  args: readonly ts.Expression[],
  {evaluate}: Reader
): Value | undefined {
  const [first] = args
  switch (name) {
    case 'join': {
      const separator = first ? evaluate(first) : text(',')
      return concat(items.flatMap((each, index) => (index === 0 ? [each] : [separator, each])))
    }
    case 'map': {
      const made = first && evaluate(first)
      return made?.kind === 'function'
        ? {kind: 'list', items: items.map(each => applied(made, [each]).returns())}
        : undefined
    }
    case 'filter':
    case 'concat':
      return {kind: 'list', items: [...items, ...(name === 'concat' ? args.map(evaluate) : [])]}
    case 'find':
    case 'at':
      return items.length > 0 ? choice(items) : undefined
    default:
      return undefined
  }
}

/** A client instance created by a library. `undefined` if the call creates none. */
function createClientInstance(client: ClientValue, args: readonly ts.Expression[], read: Reader): Value | undefined {
  const {form, verb, base} = client
  const [first] = args
  const options = first ? read.evaluate(first) : ABSENT
  const made = (from: Value | undefined): Value => ({kind: 'client', form, ...(from ? {base: from} : {})})
  if (verb === 'bind') return {kind: 'client', form, ...(base ? {base} : {})}
  if (verb === undefined && form === 'openapi-fetch') {
    if (options.kind === 'client') return options
    return made(unlessAbsent(memberOf(options, 'baseUrl')))
  }
  if (form === 'supertest' && (verb === undefined || verb === 'agent')) {
    return made(options.kind === 'text' || options.kind === 'choice' ? options : undefined)
  }
  if (verb !== 'create' && verb !== 'extend' && verb !== 'defaults' && verb !== 'instance') return undefined
  const keys = {ky: 'prefixUrl', got: 'prefixUrl', axios: 'baseURL', fetch: 'baseURL'} as const
  const key = Object.hasOwn(keys, form) ? keys[form as keyof typeof keys] : undefined
  const own = key && options.kind !== 'function' ? unlessAbsent(memberOf(options, key)) : undefined
  return made(own ?? base)
}

const unlessAbsent = (value: Value): Value | undefined => (value.kind === 'absent' ? undefined : value)

/** Value of a `new` expression. */
export function valueOfNew(node: ts.NewExpression, read: Reader): Value {
  const {evaluate} = read
  const {callee, name} = calleeOf(node, read)
  const args = node.arguments ?? []
  const [first, second] = args
  if (callee.kind === 'class') return {kind: 'instance', def: callee.def, args: args.map(evaluate), given: callee.given}
  if (callee.kind !== 'package') return unknown(name)
  const path = globalPath(callee.path)
  if (callee.name === 'undici') {
    const isPool = /^(?:Pool|Client|BalancedPool|RoundRobinPool|MockPool|MockClient)$/.test(path.at(-1) ?? '')
    return {kind: 'client', form: 'undici', ...(isPool && first ? {base: evaluate(first)} : {})}
  }
  if (callee.name === '' || callee.name === 'url' || callee.name === 'node:url') {
    if (path.at(-1) === 'URL' && first) return resolved(evaluate(first), second ? evaluate(second) : undefined)
    if (path[0] === 'Request') return {kind: 'request'}
    if (path[0] === 'XMLHttpRequest') return {kind: 'client', form: 'xhr'}
    if (path[0] === 'URLSearchParams') return unknown('query')
  }
  return {...callee, path: [...callee.path, '()']}
}
