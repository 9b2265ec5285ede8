import type ts from 'typescript'
import type {FileContext} from '../file-context.ts'
import {expandAlternatives} from '../values/alternatives.ts'
import {readCallee} from '../values/call-results.ts'
import {concatParts} from '../values/map-deferred.ts'
import {applyFunction, getMember} from '../values/members.ts'
import {joinUrl} from '../values/url-values.ts'
import {type StaticValue, stringValue, unresolvedValue} from '../values/value.ts'
import {type FoundRequest, httpMethodOf} from './request-calls.ts'

// Clients of frameworks that send requests based on the return value of a function or on member names.

/** Requests of a framework client call. `undefined` if the call isn't one. */
export function findFrameworkRequests(node: ts.CallExpression, read: FileContext): FoundRequest[] | undefined {
  const {callee, name} = readCallee(node, read)
  const [first] = node.arguments
  if (callee.kind === 'package' && callee.name === 'hono/client') return findHonoRequests(callee.path, node, read)
  if (!first) return undefined
  if (callee.kind === 'package' && callee.name === '@angular/common/http' && callee.path[0] === 'httpResource')
    return requestsOfFunction(read.evaluate(first), undefined, first, read)
  if (!/^(?:query|mutation|infiniteQuery)$/.test(name)) return undefined
  // Any other call can define an endpoint of RTK Query, by a `query` function in its options.
  const given = getMember(read.evaluate(first), 'query')
  return given.kind === 'function' ? requestsOfFunction(given, findBaseUrl(node, read), first, read) : undefined
}

/** Requests of a function that returns an address or `{url, method}`. `undefined` if the value isn't a function. */
function requestsOfFunction(
  given: StaticValue,
  base: StaticValue | undefined,
  at: ts.Node,
  {ts}: FileContext
): FoundRequest[] | undefined {
  if (given.kind !== 'function') return undefined
  const options = ts.isObjectLiteralExpression(at)
    ? at.properties.find(({name}) => name && 'text' in name && name.text === 'query')
    : undefined
  return expandAlternatives(applyFunction(given, [unresolvedValue('arg'), unresolvedValue('arg')]).returns()).map(
    ({value}): FoundRequest => {
      const isRecord = value.kind === 'record'
      const method = isRecord ? getMember(value, 'method') : stringValue('GET')
      return {
        form: 'fetch',
        address: joinUrl(base, isRecord ? getMember(value, 'url') : value),
        method: method.kind === 'absent' ? stringValue('GET') : method,
        at: options ?? at
      }
    }
  )
}

/** Base URL of the enclosing API definition: `baseQuery: fetchBaseQuery({baseUrl})`. */
function findBaseUrl(node: ts.Node, read: FileContext): StaticValue {
  const {ts} = read
  for (let at = node.parent; at; at = at.parent) {
    if (!ts.isObjectLiteralExpression(at)) continue
    for (const property of at.properties) {
      if (ts.isPropertyAssignment(property) && property.name.getText() === 'baseQuery')
        return readBaseUrl(property.initializer, read)
    }
  }
  return unresolvedValue('baseQuery')
}

/** Base URL of a base query, also inside wrappers: `retry(fetchBaseQuery({baseUrl}))`. */
function readBaseUrl(given: ts.Expression, read: FileContext): StaticValue {
  const {ts, evaluate} = read
  const made = read.initializerOf(given)
  const [first] = ts.isCallExpression(made) ? made.arguments : []
  if (!ts.isCallExpression(made) || !first) return unresolvedValue('baseQuery')
  if (made.expression.getText() !== 'fetchBaseQuery') return readBaseUrl(first, read)
  const base = getMember(evaluate(first), 'baseUrl')
  return base.kind === 'absent' ? stringValue('') : base
}

/** Requests of a Hono client: `hc(base).v1.loans[':id'].$get()`. `undefined` if the path isn't a call of one. */
function findHonoRequests(
  path: readonly string[],
  node: ts.CallExpression,
  read: FileContext
): FoundRequest[] | undefined {
  const end = path.indexOf('()')
  const method = httpMethodOf(/^\$([a-z]+)$/.exec(path.at(-1) ?? '')?.[1])
  if (path[0] !== 'hc' || end < 0 || method === undefined) return undefined
  const words = path.slice(end + 1, -1).filter(word => word !== 'index')
  const address = joinUrl(
    honoBaseUrl(node.expression, read),
    concatParts(words.flatMap(word => [stringValue('/'), stringValue(word)]))
  )
  return [{form: 'fetch', address, method: stringValue(method), at: node.expression}]
}

function honoBaseUrl(node: ts.Expression, read: FileContext): StaticValue {
  const {ts} = read
  let at = node
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at)) at = at.expression
  const made = read.initializerOf(at)
  const [first] = ts.isCallExpression(made) ? made.arguments : []
  return first ? read.evaluate(first) : unresolvedValue('hc')
}
