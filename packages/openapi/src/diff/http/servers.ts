import type {Proof} from '@tenure/core/model/api/change'
import {HOST_PLACEHOLDER, normalizeOrigin, serverPath, trimTrailingSlashes} from '@tenure/core/model/api/server-url'
import {groupBy} from '@tenure/core/model/group-by'
import type {SourceLocation} from '@tenure/core/model/location'
import {memoize} from '@tenure/core/model/memoize'
import {isRecord} from '@tenure/json-schema/json'
import type {Operation, Server, Snapshot} from '../../snapshot.ts'
import {type DiffContext, type OlderNewer, reportChange, type Stop} from '../context.ts'

/** Compares servers by address. A removed and an added server are two changes. */
export function compareServers(context: DiffContext, site: Stop, servers: OlderNewer<readonly Server[]>): void {
  const {older, newer} = simplifyOwnHost(servers)
  const here: Stop = {...site, part: 'servers'}
  for (const {server, address} of findMissing(older, newer))
    reportChange(context, here, {kind: 'server-removed', about: address, old: server.place, was: address})
  for (const {server, address} of findMissing(newer, older))
    reportChange(context, here, {kind: 'server-added', about: address, new: server.place, is: address})
  compareServerDefaults(context, here, {older, newer})
}

/**
 * Compares the servers of one operation. If a side lists none, the host of the description is meant, so a server with
 * another path is a new base path.
 */
export function compareOperationServers(
  context: DiffContext,
  site: Stop,
  servers: OlderNewer<readonly Server[]>
): void {
  const {older, newer} = simplifyOwnHost(servers)
  const isUnsaid = older.length === 0 || newer.length === 0
  const [was, is] = [older, newer].map(([server]) => serverPath(server?.url)) as [string, string]
  const isHere = [...older, ...newer].flatMap(addressesOf).every(address => address === '')
  if (isUnsaid && isHere) return
  // A variable with another default has the same addresses as before.
  const isSame = areSame({older, newer})
  const isMove = was !== is && !isSame && shareHosts({older, newer}, {older: new Set([was]), newer: new Set([is])})
  if (isMove) compareServerDefaults(context, {...site, part: 'servers'}, {older, newer}, {isMove})
  else compareServers(context, site, {older, newer})
  if (was === is || isSame || !(isUnsaid || isMove)) return
  reportChange(context, site, {
    kind: 'base-path-changed',
    was: was || '/',
    is: is || '/',
    ...locateBasePath(context, {older, newer})
  })
}

/**
 * Whether the servers are the same except for the base path. A side that lists no server is assumed to use the other
 * side's.
 */
export function shareHosts(servers: OlderNewer<readonly Server[]>, bases: OlderNewer<ReadonlySet<string>>): boolean {
  const {older, newer} = simplifyOwnHost(servers)
  const [was, is] = [hostsBefore(older, bases.older), hostsBefore(newer, bases.newer)]
  const isUnsaid = was.length === 0 || is.length === 0
  return isUnsaid ? was.length < 2 && is.length < 2 : was.join() === is.join()
}

function hostsBefore(servers: readonly Server[], bases: ReadonlySet<string>): string[] {
  const longestFirst = [...bases].sort((a, b) => b.length - a.length)
  const hosts = servers.flatMap(addressesOf).map(url => {
    const base = longestFirst.find(each => url.endsWith(each)) ?? ''
    return url.slice(0, url.length - base.length)
  })
  return [...new Set(hosts)].sort()
}

/**
 * Where the base path is written on both sides, and whether the former servers are still listed, so that clients can
 * stay.
 */
export function locateBasePath(context: DiffContext, servers: OlderNewer<readonly Server[]>) {
  const {older, newer} = simplifyOwnHost(servers)
  const listed = new Set(newer.flatMap(server => [server.url, ...addressesOf(server)]))
  const isAccepted = older.length > 0 && findMissing(older, newer).length === 0
  const proof: Proof = older.every(({url}) => listed.has(url))
    ? {is: 'keeps'}
    : {is: 'undetermined', why: STILL_ACCEPTED}
  return {
    old: basePathPlace(context.older, servers.older),
    new: basePathPlace(context.newer, servers.newer),
    ...(isAccepted ? {proofs: {request: proof}} : {})
  }
}

function basePathPlace({format, root, placeAt}: Snapshot, [server]: readonly Server[]): SourceLocation {
  if (format === 'swagger-2.0') return placeAt(isRecord(root) && Object.hasOwn(root, 'basePath') ? '/basePath' : '')
  return server ? {...server.place, pointer: `${server.place.pointer}/url`} : placeAt('')
}

/**
 * The operations that a change of the description's servers affects, because they list none themselves. `undefined` if
 * the change is to be reported for the description, which is the case unless servers moved to operations or away from
 * them and stayed the same there.
 */
export function findOperationsWithOtherServers(
  {older, newer}: Pick<DiffContext, 'older' | 'newer'>,
  operations: readonly OlderNewer<Operation>[]
): readonly OlderNewer<Operation>[] | undefined {
  const isSwagger = [older, newer].some(({format}) => format === 'swagger-2.0')
  // In Swagger 2.0, an operation lists only schemes; their hosts are in the description.
  if (operations.length === 0 || (isSwagger && hostsOf(older) !== hostsOf(newer))) return undefined
  if (older.basePath === newer.basePath && areSame({older: older.servers, newer: newer.servers})) return undefined
  const met: OlderNewer<Operation>[] = []
  let hasMoved = false
  for (const two of operations) {
    const [was, is] = [two.older.details().servers, two.newer.details().servers]
    if (was.length === 0 && is.length === 0) met.push(two)
    else if (was.length === 0) hasMoved ||= areSame({older: older.servers, newer: is})
    else if (is.length === 0) hasMoved ||= areSame({older: was, newer: newer.servers})
  }
  return met.length === 0 || hasMoved ? met : undefined
}

const hostsOf = ({servers}: Pick<Snapshot, 'servers'>): string =>
  JSON.stringify([...new Set(servers.flatMap(addressesOf).map(url => url.replace(/^[a-z]+:(?=\/\/)/, '')))].sort())

function areSame(servers: OlderNewer<readonly Server[]>): boolean {
  const {older, newer} = simplifyOwnHost(servers)
  return findMissing(older, newer).length === 0 && findMissing(newer, older).length === 0
}

export const addressesOf = ({url, addresses}: Server): readonly string[] => addresses ?? [url]

/**
 * Whether fixed addresses became variables of the first server, which still includes them, so that its default base
 * path is no move.
 */
export function isAmongServerVariables(servers: OlderNewer<readonly Server[]>): boolean {
  const {older, newer} = simplifyOwnHost(servers)
  const [first] = newer
  const areFixed = older.length > 0 && older.every(({addresses}) => addresses === undefined)
  return areFixed && first?.addresses !== undefined && findMissing(older, [first]).length === 0
}

/**
 * The addresses that only the first list has. A server that has no address in common with the second list counts as one
 * address.
 */
function findMissing(servers: readonly Server[], others: readonly Server[]): {server: Server; address: string}[] {
  const isListed = addressMatcher(others)
  const reported = new Set<string>()
  return servers.flatMap(server => {
    const own = addressesOf(server)
    const left = own.filter(address => !isListed(address))
    const displayed = left.length === own.length ? [server.url] : left
    const fresh = left.length === 0 ? [] : displayed.filter(address => !reported.has(address))
    for (const address of fresh) reported.add(address)
    return fresh.map(address => ({server, address}))
  })
}

/** Tests whether servers have an address, or one with a variable that it results from. */
const addressMatcher = memoize((servers: readonly Server[]): ((address: string) => boolean) => {
  const all = new Set(servers.flatMap(addressesOf))
  const open = [...all].filter(address => address.includes('{}')).map(address => address.split('{}'))
  return address => all.has(address) || open.some(parts => isFilledFrom(parts, address))
})

/** Whether an address results from filling in the variables between these parts. */
function isFilledFrom([first = '', ...rest]: readonly string[], inner: string): boolean {
  if (!inner.startsWith(first) || !inner.endsWith(rest.at(-1) ?? '')) return false
  let at = first.length
  for (const part of rest.slice(0, -1)) {
    const next = inner.indexOf(part, at)
    if (next < 0) return false
    at = next + part.length
  }
  const last = rest.at(-1) ?? ''
  return inner.length - last.length >= at
}

// Swagger 2.0 can name schemes without a host; then the host is the one that serves the description.

const OWN_HOST_URL = new RegExp(`^[a-z][a-z0-9+.-]*://${HOST_PLACEHOLDER}`, 'i')

const isOnOwnHost = ({url}: Server): boolean => OWN_HOST_URL.test(url)

/** Reduces servers on the host of the description to their paths, unless both sides name schemes for that host. */
function simplifyOwnHost({older, newer}: OlderNewer<readonly Server[]>): OlderNewer<readonly Server[]> {
  if (older.some(isOnOwnHost) && newer.some(isOnOwnHost)) return {older, newer}
  return {older: withoutScheme(older), newer: withoutScheme(newer)}
}

function withoutScheme(servers: readonly Server[]): readonly Server[] {
  if (!servers.some(isOnOwnHost)) return servers
  const byPath = new Map(servers.map(server => [server.url.replace(OWN_HOST_URL, ''), server] as const))
  return [...byPath].flatMap(([url, server]) => (url === '' ? [] : [{...server, url}]))
}

const STILL_ACCEPTED = 'the former default may still be served'

/**
 * Reports changed defaults of server variables: clients that don't choose a value are sent elsewhere. Removed servers
 * are reported separately. `isMove`: the change of the base path is already reported, so only the host is compared.
 */
export function compareServerDefaults(
  context: DiffContext,
  site: Stop,
  {older, newer}: OlderNewer<readonly Server[]>,
  {isMove = false}: {readonly isMove?: boolean} = {}
): void {
  const filled = (servers: readonly Server[]) => servers.flatMap(server => fillDefaults(server, isMove))
  const [was, is] = [filled(older), filled(newer)]
  const [before, after] = [was, is].map(servers => new Set(servers.map(filledText))) as [Set<string>, Set<string>]
  const left = groupBy(
    is.filter(each => !before.has(filledText(each))),
    ({shape}) => shape
  )
  const paired = new Map<string, number>()
  for (const old of was) {
    if (after.has(filledText(old))) continue
    const at = paired.get(old.shape) ?? 0
    paired.set(old.shape, at + 1)
    const fresh = left.get(old.shape)?.[at]
    for (const [index, {value}] of old.variables.entries()) {
      const other = fresh?.variables[index]
      if (!fresh || !other || other.value === value) continue
      reportChange(context, site, {
        kind: 'default-changed',
        about: other.name,
        was: value,
        is: other.value,
        old: old.place,
        new: fresh.place,
        proofs: {request: {is: 'undetermined', why: STILL_ACCEPTED}}
      })
    }
  }
}

interface FilledServer extends Pick<Server, 'place'> {
  /** The address with numbered variables, because their names don't matter. */
  readonly shape: string
  readonly variables: readonly {readonly name: string; readonly value: string}[]
}

const filledText = ({shape, variables}: FilledServer): string =>
  JSON.stringify([shape, ...variables.map(({value}) => value)])

const HOST = /^(?:[^/?#]*:)?\/\/[^/?#]*/

function fillDefaults({template, defaults, place}: Server, isMove: boolean): FilledServer[] {
  const [written] = (isMove && template !== undefined ? HOST.exec(template) : undefined) ?? [isMove ? '' : template]
  const variables = new Map<string, {readonly at: number; readonly value: string}>()
  const shape = written?.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const value = defaults?.get(name)
    if (value === undefined) return whole
    const at = variables.get(name)?.at ?? variables.size
    variables.set(name, {at, value})
    return `{${at}}`
  })
  return shape === undefined || variables.size === 0
    ? []
    : [
        {
          shape: trimTrailingSlashes(normalizeOrigin(shape)),
          variables: [...variables].map(([name, {value}]) => ({name, value})),
          place
        }
      ]
}
