import type {Server} from '../model/snapshot.ts'
import {type Stop, type Two, tell, type Walk} from './walk.ts'

/** Servers by address; one that went and one that came are two changes. */
export function compareServers(walk: Walk, stop: Stop, {older, newer}: Two<readonly Server[]>): void {
  const [was, is] = [older, newer].map(servers => new Map(servers.map(server => [server.url, server] as const)))
  for (const [url, {place}] of was ?? [])
    if (!is?.has(url))
      tell(walk, {...stop, part: 'servers'}, {kind: 'server-removed', about: url, old: place, was: url})
  for (const [url, {place}] of is ?? [])
    if (!was?.has(url)) tell(walk, {...stop, part: 'servers'}, {kind: 'server-added', about: url, new: place, is: url})
}
