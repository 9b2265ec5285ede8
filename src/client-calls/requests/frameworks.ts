import type ts from 'typescript'
import type {Reader} from '../file-context.ts'
import {waysOf} from '../values/alternatives.ts'
import {calleeOf} from '../values/call-results.ts'
import {concat} from '../values/map-deferred.ts'
import {applied, memberOf} from '../values/members.ts'
import {joined} from '../values/url-values.ts'
import {text, unknown, type Value} from '../values/value.ts'
import {type Asked, methodOf} from './request-calls.ts'

// Clients of frameworks that send requests based on the return value of a function or on member names.

/** Requests of a framework client call. `undefined` if the call isn't one. */
export function askedOfFramework(node: ts.CallExpression, read: Reader): Asked[] | undefined {
  const {callee, name} = calleeOf(node, read)
  const [first] = node.arguments
  if (callee.kind === 'package' && callee.name === 'hono/client') return findHonoRequests(callee.path, node, read)
  if (!first) return undefined
  if (callee.kind === 'package' && callee.name === '@angular/common/http' && callee.path[0] === 'httpResource')
    return requestsOfFunction(read.evaluate(first), undefined, first, read)
  if (!/^(?:query|mutation|infiniteQuery)$/.test(name)) return undefined
  // RTK Query endpoints.
  const given = memberOf(read.evaluate(first), 'query')
  return given.kind === 'function' ? requestsOfFunction(given, findBaseUrl(node, read), first, read) : undefined
}

/** Requests of a function that returns an address or `{url, method}`. `undefined` if the value isn't a function. */
function requestsOfFunction(given: Value, base: Value | undefined, at: ts.Node, {ts}: Reader): Asked[] | undefined {
  if (given.kind !== 'function') return undefined
  const options = ts.isObjectLiteralExpression(at)
    ? at.properties.find(({name}) => name && 'text' in name && name.text === 'query')
    : undefined
  return waysOf(applied(given, [unknown('arg'), unknown('arg')]).returns()).map(({value}): Asked => {
    const isRecord = value.kind === 'record'
    const method = isRecord ? memberOf(value, 'method') : text('GET')
    return {
      form: 'fetch',
      address: joined(base, isRecord ? memberOf(value, 'url') : value),
      method: method.kind === 'absent' ? text('GET') : method,
      at: options ?? at
    }
  })
}

/** Base URL of the enclosing API definition: `baseQuery: fetchBaseQuery({baseUrl})`. */
function findBaseUrl(node: ts.Node, read: Reader): Value {
  const {ts} = read
  for (let at = node.parent; at; at = at.parent) {
    if (!ts.isObjectLiteralExpression(at)) continue
    for (const property of at.properties) {
      if (ts.isPropertyAssignment(property) && property.name.getText() === 'baseQuery')
        return readBaseUrl(property.initializer, read)
    }
  }
  return unknown('baseQuery')
}

/** Base URL of a base query, also inside wrappers: `retry(fetchBaseQuery({baseUrl}))`. */
function readBaseUrl(given: ts.Expression, read: Reader): Value {
  const {ts, evaluate} = read
  const made = read.origin(given)
  const [first] = ts.isCallExpression(made) ? made.arguments : []
  if (!ts.isCallExpression(made) || !first) return unknown('baseQuery')
  if (made.expression.getText() !== 'fetchBaseQuery') return readBaseUrl(first, read)
  const base = memberOf(evaluate(first), 'baseUrl')
  return base.kind === 'absent' ? text('') : base
}

/** Requests of a Hono client: `hc(base).v1.loans[':id'].$get()`. `undefined` if the path isn't a call of one. */
function findHonoRequests(path: readonly string[], node: ts.CallExpression, read: Reader): Asked[] | undefined {
  const end = path.indexOf('()')
  const method = methodOf(/^\$([a-z]+)$/.exec(path.at(-1) ?? '')?.[1])
  if (path[0] !== 'hc' || end < 0 || method === undefined) return undefined
  const words = path.slice(end + 1, -1).filter(word => word !== 'index')
  const address = joined(honoBaseUrl(node.expression, read), concat(words.flatMap(word => [text('/'), text(word)])))
  return [{form: 'fetch', address, method: text(method), at: node.expression}]
}

function honoBaseUrl(node: ts.Expression, read: Reader): Value {
  const {ts} = read
  let at = node
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at)) at = at.expression
  const made = read.origin(at)
  const [first] = ts.isCallExpression(made) ? made.arguments : []
  return first ? read.evaluate(first) : unknown('hc')
}
