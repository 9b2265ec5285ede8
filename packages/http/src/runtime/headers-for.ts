import type {HeaderTable, TableEndpoint} from './header-table.ts'
import {addLinks, type HeaderLink} from './link-header.ts'
import {
  compareTemplates,
  type EndpointTemplate,
  encodeSegment,
  expandTemplate,
  matchPath,
  parsePath,
  parseTemplate,
  type RequestParameter
} from './path-template.ts'

export interface HeaderOptions {
  /** The path before those of the table, or several, in place of the base paths in the table: `/api`. */
  readonly prefix?: string | readonly string[] | undefined
  /** Whether removed endpoints are answered with 410. */
  readonly gone?: boolean | undefined
  /** What clients write before the path of a successor, in place of what they wrote before this path. */
  readonly successorBase?: string | undefined
}

/** The headers that announce an end, as far as they have something to say. */
export interface AnnouncementHeaders {
  /** When it was or will be deprecated (RFC 9745). */
  readonly Deprecation?: string
  /** When it stops being served (RFC 8594). */
  readonly Sunset?: string
  /** Where to read about it, and what to use in its place (RFC 8288). */
  readonly Link?: string
}

/** A problem document (RFC 9457). */
export interface GoneProblem {
  readonly title: 'Gone'
  readonly status: 410
  readonly detail: string
  readonly successor?: string
}

export interface EndpointAnswer {
  /** What the table has for this request. Missing if it says nothing of it. */
  readonly endpoint?: TableEndpoint
  readonly headers: AnnouncementHeaders
  readonly links: readonly HeaderLink[]
  /** The body of an answer 410, if the endpoint was removed and the options ask for it. */
  readonly gone?: GoneProblem
}

/**
 * Answers which headers a request gets. The target is a path or a URL, with or without a query; `day` (in the time zone of the
 * API, default: now) decides which removals have come. `mount` is the path under which the caller is mounted.
 */
export type HeadersFor = (method: string, target: string, day?: string, mount?: string) => EndpointAnswer

const NONE: EndpointAnswer = {headers: {}, links: []}

/** A template of the table under one of its base paths. */
export interface Candidate {
  readonly endpoint: TableEndpoint
  readonly base: string
  readonly template: EndpointTemplate
}

/** Opens a table. Throws an error if it isn't one. */
export function createHeaders(table: HeaderTable, options: HeaderOptions = {}): HeadersFor {
  if (table?.format !== 1 || !Array.isArray(table.endpoints))
    throw new Error('This is no table of format 1. Write one with `tenure headers`.')
  const prefixes = options.prefix === undefined ? undefined : [options.prefix].flat().map(parsePath)
  const candidatesOf = groupByLength(listCandidates(table, prefixes !== undefined))
  return (method, target, day, mount = '') => {
    const path = parsePath(target)
    const hasSlash = /^[^?#]*\/(?:[?#]|$)/.test(target)
    for (const before of prefixes ?? (mount === '' ? [[]] : [parsePath(mount), []])) {
      if (!before.every((each, at) => path[at] === each)) continue
      const rest = path.slice(before.length)
      const found = findCandidate(candidatesOf(rest.length), method.toUpperCase(), rest, {day, hasSlash})
      if (found) return toAnswer(found, before, day, options)
    }
    return NONE
  }
}

/** The templates of a table, the most specific first. */
export const listCandidates = ({endpoints}: HeaderTable, withoutBases: boolean): Candidate[] =>
  endpoints
    .flatMap(endpoint => {
      const bases = withoutBases ? [''] : (endpoint.bases ?? [''])
      return bases.map((base): Candidate => ({endpoint, base, template: parseTemplate(`${base}${endpoint.path}`)}))
    })
    .toSorted((a, b) => compareTemplates(a.template, b.template))

/** The templates that can fit a path of so many segments, in their order. Every request asks for them. */
function groupByLength(candidates: readonly Candidate[]): (length: number) => readonly Candidate[] {
  const prefixes = candidates.filter(({template}) => template.isPrefix)
  const groups = new Map<number, Candidate[]>()
  for (const {template} of candidates) {
    const {length} = template.segments
    if (template.isPrefix || groups.has(length)) continue
    const own = candidates.filter(each => !each.template.isPrefix && each.template.segments.length === length)
    groups.set(length, [...own, ...prefixes])
  }
  return length => groups.get(length) ?? prefixes
}

interface Found extends Candidate {
  readonly parameters: readonly RequestParameter[]
}

/** What is served comes before what was removed, an endpoint before a prefix, and the most specific template first. */
function findCandidate(
  candidates: readonly Candidate[],
  method: string,
  path: readonly string[],
  {day, hasSlash}: {readonly day: string | undefined; readonly hasSlash: boolean}
): Found | undefined {
  const found: Found[] = []
  // Every request runs this, so nothing is made of a template that doesn't fit.
  for (const each of candidates) {
    const parameters = hasMethod(each.endpoint, method) ? matchPath(each.template, path) : undefined
    if (parameters) found.push({...each, parameters})
  }
  for (const isPrefix of [false, true]) {
    const own = found.filter(each => each.template.isPrefix === isPrefix)
    const served = own.filter(each => !isRemovedOn(each.endpoint, day))
    const [first, ...others] = served.length > 0 ? served : own
    if (!first) continue
    const equal = others.filter(each => compareTemplates(each.template, first.template) === 0)
    // Servers answer HEAD where they answer GET, unless it's described.
    const all = [first, ...equal]
    // Both paths are answered by most servers, but one that is described counts for itself.
    const same = all.filter(({endpoint: {path: own}}) => own.endsWith('/') === hasSlash)
    const fitting = same.length > 0 ? same : all
    return fitting.find(each => each.endpoint.method === method) ?? fitting[0]
  }
  return undefined
}

/** `OPTIONS` is asked by browsers and not by clients, so it only has what is about it alone. */
const hasMethod = ({method}: TableEndpoint, asked: string): boolean =>
  method === undefined ? asked !== 'OPTIONS' : method === asked || (asked === 'HEAD' && method === 'GET')

/** A removal without a day counts: the table is that of the version that runs. */
export function isRemovedOn({removed}: TableEndpoint, day: string | undefined): boolean {
  if (!removed) return false
  if (removed.day === undefined || removed.at === undefined) return true
  return day === undefined ? removed.at * 1000 <= Date.now() : removed.day <= day
}

function toAnswer(
  {endpoint, base, parameters}: Found,
  before: readonly string[],
  day: string | undefined,
  options: HeaderOptions
): EndpointAnswer {
  const {successor} = endpoint
  const to = successor === undefined ? undefined : successorOf(successor, {base, parameters}, before, options)
  const links = [...pagesOf(endpoint), ...(to === undefined ? [] : [{target: to, relation: 'successor-version'}])]
  const Link = addLinks(undefined, links)
  return {
    endpoint,
    links,
    headers: {...datesOf(endpoint), ...(Link === undefined ? {} : {Link})},
    ...(options.gone && isRemovedOn(endpoint, day) ? {gone: problemOf(endpoint, to)} : {})
  }
}

/** Where a request finds the successor: next to its own path, with its own parameters. `undefined` if these don't fit. */
function successorOf(
  template: string,
  {base, parameters}: Pick<Found, 'base' | 'parameters'>,
  before: readonly string[],
  {successorBase}: HeaderOptions
): string | undefined {
  if (successorBase !== undefined) {
    const path = expandTemplate(template, parameters)
    return path === undefined ? undefined : `${successorBase}${path}`
  }
  const path = expandTemplate(`${base}${template}`, parameters)
  return path === undefined ? undefined : `${before.map(each => `/${encodeSegment(each)}`).join('')}${path}`
}

/** The dates of an endpoint as headers. A sunset must not be earlier than the deprecation (RFC 9745, 4). */
export function datesOf({deprecated, sunset}: TableEndpoint): Omit<AnnouncementHeaders, 'Link'> {
  const [from, to] = [deprecated?.at, sunset?.at]
  return {
    ...(from === undefined ? {} : {Deprecation: `@${Math.min(from, to ?? from)}`}),
    ...(to === undefined ? {} : {Sunset: new Date(to * 1000).toUTCString()})
  }
}

/** The pages about the end of an endpoint. */
export const pagesOf = ({links = {}}: TableEndpoint): HeaderLink[] =>
  (['deprecation', 'sunset'] as const).flatMap(relation => {
    const target = links[relation]
    return target === undefined ? [] : [{target, relation, type: 'text/html'}]
  })

/** The body of an answer 410. */
export function problemOf({method, path, removed, replacement}: TableEndpoint, successor?: string): GoneProblem {
  const name = method === undefined ? path : `${method} ${path}`
  const when = removed?.day === undefined ? '' : ` on ${removed.day}`
  const remedy = replacement === undefined ? '' : ` Use ${replacement}.`
  return {
    title: 'Gone',
    status: 410,
    detail: `${name} was removed${when}.${remedy}`,
    ...(successor === undefined ? {} : {successor})
  }
}
