import {pathOfServer} from '../model/address.ts'
import type {Server} from '../model/snapshot.ts'
import {besideOwnHost} from './own-host.ts'
import {compareDefaults} from './server-defaults.ts'
import {type Stop, type Two, tell, type Walk} from './walk.ts'

/** Servers by address; one that went and one that came are two changes. */
export function compareServers(walk: Walk, stop: Stop, servers: Two<readonly Server[]>): void {
  const {older, newer} = besideOwnHost(servers)
  const here: Stop = {...stop, part: 'servers'}
  for (const {server, address} of missing(older, newer))
    tell(walk, here, {kind: 'server-removed', about: address, old: server.place, was: address})
  for (const {server, address} of missing(newer, older))
    tell(walk, here, {kind: 'server-added', about: address, new: server.place, is: address})
  compareDefaults(walk, here, {older, newer})
}

/**
 * Servers of one operation. Where none is said at all, it is where the document is: a server with another path is a new
 * base path.
 */
export function compareOwnServers(walk: Walk, stop: Stop, servers: Two<readonly Server[]>): void {
  const {older, newer} = besideOwnHost(servers)
  const isUnsaid = older.length === 0 || newer.length === 0
  const [was, is] = [older, newer].map(([server]) => pathOfServer(server?.url)) as [string, string]
  const isAlone = older.length < 2 && newer.length < 2
  const isHere = [...older, ...newer].flatMap(addressesOf).every(address => address === '')
  if (isUnsaid && isHere) return
  if (!isUnsaid || !isAlone || was === is) compareServers(walk, stop, {older, newer})
  if (!isUnsaid || was === is) return
  tell(walk, stop, {
    kind: 'base-path-changed',
    was: was || '/',
    is: is || '/',
    old: older[0]?.place ?? walk.older.placeAt(''),
    new: newer[0]?.place ?? walk.newer.placeAt('')
  })
}

const addressesOf = ({url, addresses}: Server): readonly string[] => addresses ?? [url]

/** The addresses that only the first ones have. A server that is not there at all is one address. */
function missing(servers: readonly Server[], others: readonly Server[]): {server: Server; address: string}[] {
  const all = others.flatMap(addressesOf)
  const told = new Set<string>()
  return servers.flatMap(server => {
    const own = addressesOf(server)
    const left = own.filter(address => !all.some(other => holds(other, address)))
    const shown = left.length === own.length ? [server.url] : left
    const fresh = left.length === 0 ? [] : shown.filter(address => !told.has(address))
    for (const address of fresh) told.add(address)
    return fresh.map(address => ({server, address}))
  })
}

/** Whether an address is another one, or one that a variable of it may be filled to. */
function holds(outer: string, inner: string): boolean {
  if (outer === inner) return true
  const [first = '', ...rest] = outer.split('{}')
  if (rest.length === 0 || !inner.startsWith(first)) return false
  let at = first.length
  for (const part of rest.slice(0, -1)) {
    const next = inner.indexOf(part, at)
    if (next < 0) return false
    at = next + part.length
  }
  const last = rest.at(-1) ?? ''
  return inner.endsWith(last) && inner.length - last.length >= at
}
