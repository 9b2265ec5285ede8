import {normalizeUrl} from '@tenure/core/model/api/server-url'
import type {Direction} from '@tenure/core/model/subject/subject'
import {canonicalText, isRecord, own} from '@tenure/json-schema/json'
import {isEqual} from '@tenure/json-schema/json-equality'
import type {OpenapiKind} from '../../kinds/kinds.ts'
import type {OlderNewer} from '../context.ts'

/** The parts of a security scheme that matter to clients, without its documentation. */
interface Scheme {
  /** What a client sends, and where, as a key for comparison. */
  readonly key: string
  /** What a client sends, and where, in the words of the description. */
  readonly asWritten: string
  /** The OAuth flows, each with its addresses and scopes. */
  readonly flows: ReadonlyMap<string, {readonly addresses: readonly unknown[]; readonly scopes: ReadonlySet<string>}>
  readonly addresses: readonly unknown[]
  /** The authentication scheme in the `Authorization` header; missing if the header isn't used. */
  readonly authorization?: string
  /** The metadata URL, which only repeats the other fields, so that adding it demands nothing of clients. */
  readonly metadata: unknown
}

const FLOW_ADDRESSES = ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl']

function parseScheme(raw: unknown): Scheme {
  const text = (key: string): string => String((isRecord(raw) ? own(raw, key) : undefined) ?? '')
  // The names of headers and of HTTP authentication schemes are case-insensitive.
  const name = text('in') === 'header' ? text('name').toLowerCase() : text('name')
  const flows = isRecord(raw) ? own(raw, 'flows') : undefined
  const words = (...all: string[]): string => all.filter(each => each !== '').join(' ')
  const authorization = authorizationBy(text('type'), `${text('in')} ${name}`, text('scheme').toLowerCase())
  return {
    key: words(text('type'), text('in'), name, text('scheme').toLowerCase()),
    ...(authorization === undefined ? {} : {authorization}),
    asWritten: words(text('type'), text('in'), text('name'), text('scheme')),
    flows: new Map(
      Object.entries(isRecord(flows) ? flows : {})
        .filter(([each]) => !each.startsWith('x-'))
        .map(([each, flow]) => {
          const scopes = isRecord(flow) ? own(flow, 'scopes') : undefined
          const addresses = FLOW_ADDRESSES.map(key => addressIn(flow, key))
          return [each, {addresses, scopes: new Set(Object.keys(isRecord(scopes) ? scopes : {}))}] as const
        })
    ),
    addresses: [addressIn(raw, 'openIdConnectUrl')],
    metadata: addressIn(raw, 'oauth2MetadataUrl')
  }
}

/**
 * The authentication scheme in the `Authorization` header; `undefined` if the header isn't used. An API key there can
 * be anything, because Swagger 2.0 can't describe a bearer token. OAuth and OpenID Connect always use a bearer token.
 */
function authorizationBy(type: string, where: string, scheme: string): string | undefined {
  if (type === 'http') return scheme
  if (type === 'oauth2' || type === 'openIdConnect') return 'bearer'
  return type === 'apiKey' && where === 'header authorization' ? ANYTHING : undefined
}

const ANYTHING = '*'

/** Whether two schemes may ask for the same `Authorization` header, though they're described differently. */
export function maySendSameAuthorization(one: unknown, other: unknown): boolean {
  const [{authorization: was}, {authorization: is}] = [parseScheme(one), parseScheme(other)]
  return was !== undefined && is !== undefined && (was === is || was === ANYTHING || is === ANYTHING)
}

/** Whether a scheme uses the `Authorization` header. */
export const usesAuthorizationHeader = (raw: unknown): boolean => parseScheme(raw).authorization !== undefined

function addressIn(container: unknown, key: string): unknown {
  const address = isRecord(container) ? own(container, key) : undefined
  return typeof address === 'string' ? normalizeUrl(address) : address
}

/** A scheme in short form: `apiKey header Library-Card`. */
export const formatScheme = (raw: unknown): string => parseScheme(raw).asWritten

/** What a scheme asks for, whatever its name: the same text for schemes that ask for the same. */
export function schemeMeaning(raw: unknown): string {
  const {key, flows, addresses} = parseScheme(raw)
  return canonicalText([key, addresses, Object.fromEntries([...flows].map(([name, flow]) => [name, flow.addresses]))])
}

/** Whether two schemes with different names are the same. */
export const isSameScheme = (one: unknown, other: unknown): boolean => schemeMeaning(one) === schemeMeaning(other)

interface SchemeChange {
  readonly kind: OpenapiKind
  readonly was?: string
  readonly is?: string
}

/** The change of a scheme for operations that ask for the given scopes; `undefined` if there is none. */
export function findSchemeChange(
  {older, newer}: OlderNewer<unknown>,
  scopes: ReadonlySet<string>,
  side: Direction
): SchemeChange | undefined {
  const [was, is] = [parseScheme(older), parseScheme(newer)]
  // Receivers of webhooks and callbacks look for the credential where it was.
  const isSent = side === 'response'
  if (was.key !== is.key && maySendSameAuthorization(older, newer))
    return {kind: 'security-changed', was: was.asWritten, is: is.asWritten}
  if (was.key !== is.key)
    return {kind: isSent ? 'security-looser' : 'security-stricter', was: was.asWritten, is: is.asWritten}
  const hasRemoved = [...was.flows.keys()].some(name => !is.flows.has(name))
  const hasAdded = [...is.flows.keys()].some(name => !was.flows.has(name))
  const say = ({asWritten, flows}: Scheme): string => [asWritten, [...flows.keys()].join(' or ')].join(' by ')
  if (hasRemoved) return {kind: isSent ? 'security-changed' : 'security-stricter', was: say(was), is: say(is)}
  const lost = [...was.flows].flatMap(([name, flow]) =>
    [...scopes].filter(scope => flow.scopes.has(scope) && is.flows.get(name)?.scopes.has(scope) === false)
  )
  if (lost.length > 0) return {kind: 'security-changed', was: [...new Set(lost)].join(', ')}
  const moved = [
    [was.addresses, is.addresses] as const,
    ...(was.metadata && is.metadata ? [[[was.metadata], [is.metadata]] as const] : []),
    ...[...was.flows].map(([name, flow]) => [flow.addresses, is.flows.get(name)?.addresses ?? []] as const)
  ].flatMap(([before, after]) => before.flatMap((each, at) => (isEqual(each, after[at]) ? [] : [[each, after[at]]])))
  const [first] = moved
  if (first) return {kind: 'security-changed', ...addressesOf(first)}
  return hasAdded ? {kind: isSent ? 'security-changed' : 'security-looser', was: say(was), is: say(is)} : undefined
}

const addressesOf = ([was, is]: readonly unknown[]) => ({
  ...(typeof was === 'string' ? {was} : {}),
  ...(typeof is === 'string' ? {is} : {})
})
