import {HOST_PLACEHOLDER} from '../../model/api/server-url.ts'
import type {Server} from '../../model/api/snapshot.ts'
import type {OlderNewer} from '../context.ts'

// Swagger 2.0 can name schemes without a host; then the host is the one that serves the description.

const OWN_HOST_URL = new RegExp(`^[a-z][a-z0-9+.-]*://${HOST_PLACEHOLDER}`, 'i')

const isOnOwnHost = ({url}: Server): boolean => OWN_HOST_URL.test(url)

/** Reduces servers on the host of the description to their paths, unless both sides name schemes for that host. */
export function simplifyOwnHost({older, newer}: OlderNewer<readonly Server[]>): OlderNewer<readonly Server[]> {
  if (older.some(isOnOwnHost) && newer.some(isOnOwnHost)) return {older, newer}
  return {older: withoutScheme(older), newer: withoutScheme(newer)}
}

function withoutScheme(servers: readonly Server[]): readonly Server[] {
  if (!servers.some(isOnOwnHost)) return servers
  const byPath = new Map(servers.map(server => [server.url.replace(OWN_HOST_URL, ''), server] as const))
  return [...byPath].flatMap(([url, server]) => (url === '' ? [] : [{...server, url}]))
}
