import {endpointLink, releaseLink} from '../picture/links.ts'

/** Page state stored in the URL fragment: `#/endpoint/GET%20/v1/loans?q=loans&state=live`. */
export interface UrlState {
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
  /** Grouping of the rows; empty for the default. */
  readonly by: string
}

export const NO_FILTERS: Filters = {q: '', state: [], verdict: [], stability: '', method: '', by: ''}

export function parseUrlState(hash: string): UrlState {
  const at = hash.indexOf('?')
  const path = at < 0 ? hash : hash.slice(0, at)
  const parameters = new URLSearchParams(at < 0 ? '' : hash.slice(at + 1))
  const list = (name: string): string[] => (parameters.get(name) ?? '').split(',').filter(each => each !== '')
  const filters: Filters = {
    q: parameters.get('q') ?? '',
    state: list('state'),
    verdict: list('verdict'),
    stability: parameters.get('stability') ?? '',
    method: parameters.get('method') ?? '',
    by: parameters.get('by') ?? ''
  }
  const endpoint = decodeAfter(path, '#/endpoint/')
  const release = decodeAfter(path, '#/release/')
  return {
    filters,
    ...(endpoint === undefined ? {} : {endpoint}),
    ...(release === undefined ? {} : {release})
  }
}

/** The decoded rest of the path, or `undefined` if it has another prefix or can't be decoded, as people edit URLs. */
function decodeAfter(path: string, start: string): string | undefined {
  if (!path.startsWith(start)) return undefined
  try {
    return decodeURIComponent(path.slice(start.length))
  } catch {
    return undefined
  }
}

export function formatUrlState({endpoint, release, filters}: UrlState): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) {
    const text = typeof value === 'string' ? value : value.join(',')
    if (text !== '') parameters.set(name, text)
  }
  const query = parameters.size > 0 ? `?${parameters}` : ''
  const path = endpoint !== undefined ? endpointLink(endpoint) : release !== undefined ? releaseLink(release) : '#/'
  return path === '#/' && query === '' ? '#' : path + query
}
