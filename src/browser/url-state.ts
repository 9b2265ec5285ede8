import {endpointLink, releaseLink} from '../render/timeline/links.ts'

/** What the page shows, as its address tells it: `#/endpoint/GET%20/v1/loans?q=loans&state=live`. */
export interface Place {
  readonly endpoint?: string
  readonly release?: string
  readonly filters: Filters
}

export interface Filters {
  readonly q: string
  readonly state: readonly string[]
  readonly verdict: readonly string[]
  readonly stability: string
  readonly method: string
  /** How rows are grouped; empty for the usual way. */
  readonly by: string
}

export const NO_FILTERS: Filters = {q: '', state: [], verdict: [], stability: '', method: '', by: ''}

export function readPlace(hash: string): Place {
  const at = hash.indexOf('?')
  const path = at < 0 ? hash : hash.slice(0, at)
  const asked = new URLSearchParams(at < 0 ? '' : hash.slice(at + 1))
  const list = (name: string): string[] => (asked.get(name) ?? '').split(',').filter(each => each !== '')
  const filters: Filters = {
    q: asked.get('q') ?? '',
    state: list('state'),
    verdict: list('verdict'),
    stability: asked.get('stability') ?? '',
    method: asked.get('method') ?? '',
    by: asked.get('by') ?? ''
  }
  const endpoint = after(path, '#/endpoint/')
  const release = after(path, '#/release/')
  return {
    filters,
    ...(endpoint === undefined ? {} : {endpoint}),
    ...(release === undefined ? {} : {release})
  }
}

/** Addresses are written by people, too: what cannot be decoded leads nowhere. */
function after(path: string, start: string): string | undefined {
  if (!path.startsWith(start)) return undefined
  try {
    return decodeURIComponent(path.slice(start.length))
  } catch {
    return undefined
  }
}

export function writePlace({endpoint, release, filters}: Place): string {
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) {
    const text = typeof value === 'string' ? value : value.join(',')
    if (text !== '') asked.set(name, text)
  }
  const query = asked.size > 0 ? `?${asked}` : ''
  const path = endpoint !== undefined ? endpointLink(endpoint) : release !== undefined ? releaseLink(release) : '#/'
  return path === '#/' && query === '' ? '#' : path + query
}
