import {OWN_HOST} from '../../model/api/server-url.ts'
import type {Server} from '../../model/api/snapshot.ts'
import type {Two} from '../context.ts'

// Swagger 2.0 may say the schemes and no host: then it is the one that the document is had from.

const OWN = new RegExp(`^[a-z][a-z0-9+.-]*://${OWN_HOST}`, 'i')

const isOwn = ({url}: Server): boolean => OWN.test(url)

/** Schemes of the own host say something only beside others of it: else the address is a path. */
export function besideOwnHost({older, newer}: Two<readonly Server[]>): Two<readonly Server[]> {
  if (older.some(isOwn) && newer.some(isOwn)) return {older, newer}
  return {older: withoutScheme(older), newer: withoutScheme(newer)}
}

function withoutScheme(servers: readonly Server[]): readonly Server[] {
  if (!servers.some(isOwn)) return servers
  const byPath = new Map(servers.map(server => [server.url.replace(OWN, ''), server] as const))
  return [...byPath].flatMap(([url, server]) => (url === '' ? [] : [{...server, url}]))
}
