import type {CallForm} from '@tenure/core/model/api/client-call'
import type ts from 'typescript'
import type {FileContext} from '../file-context.ts'
import {ANY_METHOD, withoutGlobalObject} from '../values/libraries.ts'
import {concatParts, mapDeferred} from '../values/map-deferred.ts'
import {getMember} from '../values/members.ts'
import {joinUrl} from '../values/url-values.ts'
import {ABSENT_VALUE, type ClientValue, type StaticValue, stringValue, unresolvedValue} from '../values/value.ts'

/** A request found in code, with the node of its address. */
export interface FoundRequest {
  readonly form: CallForm
  readonly address: StaticValue
  readonly method?: StaticValue
  readonly at: ts.Node
}

const VERBS: Readonly<Record<string, string>> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  del: 'DELETE',
  head: 'HEAD',
  options: 'OPTIONS',
  postForm: 'POST',
  putForm: 'PUT',
  patchForm: 'PATCH',
  getJSON: 'GET'
}

/** HTTP method for a name such as `get` or `GET`. `undefined` if the name isn't one. */
export function httpMethodOf(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  if (Object.hasOwn(VERBS, name)) return VERBS[name]
  return /^[A-Z]+$/.test(name) && Object.hasOwn(VERBS, name.toLowerCase()) ? name : undefined
}

/** Method in an options object, or the default if it has none. */
const methodOption = (options: StaticValue, otherwise: string, key = 'method'): StaticValue =>
  mapDeferred([options], ([known = ABSENT_VALUE]) => {
    if (known.kind === 'absent' || known.kind === 'function') return stringValue(otherwise)
    const method = getMember(known, key)
    return method.kind === 'absent' ? stringValue(otherwise) : method
  })

type Args = readonly ts.Expression[]

/** Requests of a call of a client library. */
export function findClientRequests(client: ClientValue, args: Args, read: FileContext): FoundRequest[] {
  const [first] = args
  if (!first) return []
  const {verb = ''} = client
  if (verb.endsWith(ANY_METHOD)) {
    const requests = findClientRequests({...client, verb: verb.replace(ANY_METHOD, 'get')}, args, read)
    return requests.map(({method: _, ...rest}) => rest)
  }
  return FORMS[client.form](client, args as [ts.Expression, ...ts.Expression[]], read)
}

type AtLeastOne = readonly [ts.Expression, ...ts.Expression[]]
type Form = (client: ClientValue, args: AtLeastOne, read: FileContext) => FoundRequest[]

const FORMS: Readonly<Record<ClientValue['form'], Form>> = {
  fetch(client, all, read) {
    const args = client.verb === 'call' ? (all.slice(1) as unknown as AtLeastOne) : all
    if (client.verb !== undefined && client.verb !== 'call' && client.verb !== 'raw') return []
    return urlAndOptions(client, args, read, 'GET', 'baseURL')
  },
  axios(client, args, read) {
    const {verb = 'request'} = client
    if (verb === 'request') return urlAndOptions(client, args, read, 'GET', 'baseURL')
    const method = httpMethodOf(verb)
    if (method === undefined) return []
    const config = args[/^(?:post|put|patch)/.test(verb) ? 2 : 1]
    return [createRequest(client, args[0], stringValue(method), read, config, 'baseURL')]
  },
  ky: prefixUrlRequests,
  got: prefixUrlRequests,
  undici(client, args, read) {
    const {verb = ''} = client
    if (!/^(?:request|stream|pipeline|connect|dispatch|upgrade)$/.test(verb)) return []
    const [first, second] = args
    const options = read.evaluate(first)
    if (options.kind !== 'record') return urlAndOptions(client, args, read, 'GET')
    const origin = getMember(options, 'origin')
    const base = origin.kind === 'absent' ? client.base : origin
    const method = methodOption(second && !read.ts.isFunctionLike(second) ? options : options, 'GET')
    return [
      {
        form: 'undici',
        address: joinUrl(base, getMember(options, 'path')),
        method,
        at: findPropertyNode(first, ['path'], read)
      }
    ]
  },
  'openapi-fetch'(client, args, read) {
    const {verb = ''} = client
    const method = httpMethodOf(verb)
    if (method !== undefined) return [createRequest(client, args[0], stringValue(method), read)]
    const [by, path] = args
    const isNamed = /^(?:request|use(?:Suspense|Infinite|Immutable)?Query|useMutation|queryOptions)$/.test(verb)
    return isNamed && path ? [createRequest(client, path, read.evaluate(by), read)] : []
  },
  supertest(client, args, read) {
    const {verb} = client
    const method = httpMethodOf(verb)
    if (method !== undefined) return [createRequest(client, args[0], stringValue(method), read)]
    return []
  },
  request(client, args, read) {
    const {verb = 'request'} = client
    const method = httpMethodOf(verb)
    if (verb !== 'request' && verb !== 'ajax' && method === undefined) return []
    const [first] = args
    const options = read.evaluate(first)
    if (options.kind !== 'record')
      return method === undefined
        ? urlAndOptions(client, args, read, 'GET')
        : [createRequest(client, first, stringValue(method), read)]
    const whole = ['url', 'uri'].map(key => getMember(options, key)).find(each => each.kind !== 'absent')
    const address = whole ?? nodeAddress(options)
    const by = ['method', 'type'].find(key => getMember(options, key).kind !== 'absent') ?? 'method'
    return [
      {
        form: 'request',
        address,
        method: method === undefined ? methodOption(options, 'GET', by) : stringValue(method),
        at: findPropertyNode(first, ['url', 'uri', 'path'], read)
      }
    ]
  },
  xhr({verb}, [by, url], read) {
    return verb === 'open' && url
      ? [{form: 'xhr', address: read.evaluate(url), method: read.evaluate(by), at: url}]
      : []
  }
}

function prefixUrlRequests(client: ClientValue, args: AtLeastOne, read: FileContext): FoundRequest[] {
  const verb = client.verb?.replace(/^(?:stream|paginate(?:\.(?:all|each))?)\.?/, '') ?? ''
  if (verb === '') return urlAndOptions(client, args, read, 'GET', 'prefixUrl')
  const method = httpMethodOf(verb)
  return method === undefined ? [] : [createRequest(client, args[0], stringValue(method), read, args[1], 'prefixUrl')]
}

function createRequest(
  client: ClientValue,
  at: ts.Expression,
  method: StaticValue,
  read: FileContext,
  options?: ts.Expression,
  key = 'baseURL'
): FoundRequest {
  const own = options ? getMember(read.evaluate(options), key) : ABSENT_VALUE
  const base = own.kind === 'absent' || own.kind === 'unknown' ? client.base : own
  return {form: client.form, address: joinUrl(base, read.evaluate(at)), method, at}
}

/** Requests of `(url, options)`, or of options that include the URL. */
function urlAndOptions(
  client: ClientValue,
  [first, second]: AtLeastOne,
  read: FileContext,
  otherwise: string,
  key = 'baseURL'
): FoundRequest[] {
  const value = read.evaluate(first)
  if (value.kind === 'request') return []
  if (value.kind === 'record') {
    const own = getMember(value, key)
    const base = own.kind === 'absent' ? client.base : own
    const address = joinUrl(base, getMember(value, 'url'))
    return [
      {form: client.form, address, method: methodOption(value, otherwise), at: findPropertyNode(first, ['url'], read)}
    ]
  }
  const options = second ? read.evaluate(second) : ABSENT_VALUE
  return [createRequest(client, first, methodOption(options, otherwise), read, second, key)]
}

/** Address from Node request options: host and path. */
function nodeAddress(options: StaticValue): StaticValue {
  const host = ['hostname', 'host'].map(key => getMember(options, key)).find(each => each.kind !== 'absent')
  const path = getMember(options, 'path')
  return concatParts([
    stringValue('//'),
    host ?? unresolvedValue('host'),
    path.kind === 'absent' ? stringValue('/') : path
  ])
}

/** Node of the first of these properties in an object literal, or the argument itself if there is none. */
export function findPropertyNode(
  given: ts.Expression,
  keys: readonly string[],
  {ts, initializerOf: origin}: FileContext
): ts.Node {
  const node = origin(given)
  if (!ts.isObjectLiteralExpression(node)) return given
  for (const key of keys) {
    for (const property of node.properties) {
      if (property.name && 'text' in property.name && property.name.text === key)
        return ts.isPropertyAssignment(property) ? property.initializer : property
    }
  }
  return given
}

/** Requests of browser globals. `undefined` if the value isn't one of them. */
export function findGlobalRequests(
  value: StaticValue,
  args: Args,
  isNew: boolean,
  {evaluate}: FileContext
): FoundRequest[] | undefined {
  if (value.kind !== 'package' || value.name !== '') return undefined
  const [first, second] = args
  const name = withoutGlobalObject(value.path).join('.')
  if (!first) return undefined
  const page = (method: string, form: CallForm = 'page'): FoundRequest[] => [
    {form, address: evaluate(first), method: stringValue(method), at: first}
  ]
  if (isNew) {
    if (name === 'Request') {
      const made = evaluate(first)
      if (made.kind === 'request') return []
      const method = methodOption(second ? evaluate(second) : ABSENT_VALUE, 'GET')
      return [{form: 'fetch', address: made, method, at: first}]
    }
    return name === 'EventSource' ? page('GET', 'fetch') : undefined
  }
  if (name === 'navigator.sendBeacon') return page('POST', 'fetch')
  if (name === 'open' && value.path.length > 1) return page('GET')
  if (name === 'location.assign' || name === 'location.replace') return page('GET')
  return undefined
}

/** Splits a string of the form `METHOD /path`, as in Octokit. `undefined` for any other value. */
export function splitMethodAndPath(value: StaticValue): {method: StaticValue; address: StaticValue} | undefined {
  if (value.kind !== 'text') return undefined
  const [first, ...rest] = value.pieces
  const match = typeof first === 'string' ? /^([A-Z]+) (\/.*)$/s.exec(first) : undefined
  if (!match || httpMethodOf(match[1]) === undefined) return undefined
  return {method: stringValue(match[1] ?? ''), address: {kind: 'text', pieces: [match[2] ?? '', ...rest]}}
}
