import type {ChangeKind} from '../../model/api/change.ts'
import {inOneSpelling} from '../../model/api/server-url.ts'
import type {Direction} from '../../model/subject/subject.ts'
import {isRecord, own} from '../../schema/json.ts'
import type {Two} from '../context.ts'
import {isEqual} from '../json-equality.ts'

/** A security scheme as far as it matters to who calls: what only people read is left out. */
interface Scheme {
  /** What a caller sends, and where. */
  readonly key: string
  /** The same as it is written. */
  readonly said: string
  /** The ways to a token, each with its addresses and the scopes that are had there. */
  readonly flows: ReadonlyMap<string, {readonly addresses: readonly unknown[]; readonly scopes: ReadonlySet<string>}>
  readonly addresses: readonly unknown[]
  /** What is written in the header `Authorization`, if something is. */
  readonly authorization?: string
  /** Where all that is said once more: that it is said asks for nothing. */
  readonly metadata: unknown
}

const FLOW_ADDRESSES = ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl']

function readAs(raw: unknown): Scheme {
  const text = (key: string): string => String((isRecord(raw) ? own(raw, key) : undefined) ?? '')
  // The names of headers and of HTTP's schemes are the same in any case.
  const name = text('in') === 'header' ? text('name').toLowerCase() : text('name')
  const flows = isRecord(raw) ? own(raw, 'flows') : undefined
  const words = (...all: string[]): string => all.filter(each => each !== '').join(' ')
  const authorization = authorizationBy(text('type'), `${text('in')} ${name}`, text('scheme').toLowerCase())
  return {
    key: words(text('type'), text('in'), name, text('scheme').toLowerCase()),
    ...(authorization === undefined ? {} : {authorization}),
    said: words(text('type'), text('in'), text('name'), text('scheme')),
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

/** A key there may be anything: Swagger 2.0 knows no other word for a bearer token, and a token is one, wherever it is had. */
function authorizationBy(type: string, where: string, scheme: string): string | undefined {
  if (type === 'http') return scheme
  if (type === 'oauth2' || type === 'openIdConnect') return 'bearer'
  return type === 'apiKey' && where === 'header authorization' ? ANYTHING : undefined
}

const ANYTHING = '*'

/** Whether both may ask for the same in the header `Authorization`, though they say it in other words. */
export function maySendTheSame(one: unknown, other: unknown): boolean {
  const [{authorization: was}, {authorization: is}] = [readAs(one), readAs(other)]
  return was !== undefined && is !== undefined && (was === is || was === ANYTHING || is === ANYTHING)
}

/** Whether a scheme asks for something in that header. */
export const isInAuthorization = (raw: unknown): boolean => readAs(raw).authorization !== undefined

function addressIn(holder: unknown, key: string): unknown {
  const address = isRecord(holder) ? own(holder, key) : undefined
  return typeof address === 'string' ? inOneSpelling(address) : address
}

/** A scheme in short: `apiKey header Library-Card`. */
export const saidOf = (raw: unknown): string => readAs(raw).said

/** Whether two schemes are one under two names. */
export function isSameScheme(one: unknown, other: unknown): boolean {
  const plain = ({key, flows, addresses}: Scheme): unknown => [
    key,
    addresses,
    Object.fromEntries([...flows].map(([name, flow]) => [name, flow.addresses]))
  ]
  return isEqual(plain(readAs(one)), plain(readAs(other)))
}

interface Found {
  readonly kind: ChangeKind
  readonly was?: string
  readonly is?: string
}

/** What became of a scheme, for operations that ask for some of its scopes. */
export function schemeChange(
  {older, newer}: Two<unknown>,
  scopes: ReadonlySet<string>,
  side: Direction
): Found | undefined {
  const [was, is] = [readAs(older), readAs(newer)]
  // Who receives what the service sends looks for it where it was.
  const isSent = side === 'response'
  if (was.key !== is.key && maySendTheSame(older, newer)) return {kind: 'security-changed', was: was.said, is: is.said}
  if (was.key !== is.key) return {kind: isSent ? 'security-looser' : 'security-stricter', was: was.said, is: is.said}
  const gone = [...was.flows.keys()].some(name => !is.flows.has(name))
  const come = [...is.flows.keys()].some(name => !was.flows.has(name))
  const say = ({said, flows}: Scheme): string => [said, [...flows.keys()].join(' or ')].join(' by ')
  if (gone) return {kind: isSent ? 'security-changed' : 'security-stricter', was: say(was), is: say(is)}
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
  return come ? {kind: isSent ? 'security-changed' : 'security-looser', was: say(was), is: say(is)} : undefined
}

const addressesOf = ([was, is]: readonly unknown[]) => ({
  ...(typeof was === 'string' ? {was} : {}),
  ...(typeof is === 'string' ? {is} : {})
})
