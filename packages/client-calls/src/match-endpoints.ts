import {
  type ClientCall,
  type EndpointUsage,
  formatUrlTemplate,
  type UnresolvedCall,
  type UrlTemplate
} from '@tenure/core/model/api/client-call'
import type {History} from '@tenure/core/model/lifecycle/history'
import {isEndpoint, type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import {looksLikeMarker} from '@tenure/core/model/subject/version-marker'

/** An endpoint of the history, with its possible base paths. */
export interface KnownEndpoint {
  readonly subject: Subject
  readonly method: string
  readonly path: string
  readonly bases: readonly string[]
}

/** Where the API is served: hosts and base paths. */
export interface ApiOrigins {
  readonly hosts: ReadonlySet<string>
  /** Base paths in client code, from the `--base-url` option. */
  readonly bases: readonly string[]
}

/** All endpoints that share a path. */
export interface EndpointMatch {
  readonly key: string
  readonly endpoints: KnownEndpoint[]
  readonly segments: readonly Segment[]
}

interface Segment {
  readonly text: string
  readonly pattern?: RegExp
}

interface Entry {
  readonly spot: EndpointMatch
  /** The path segments including those of the base path. */
  readonly whole: readonly Segment[]
}

/** Where an address leads: to endpoints, elsewhere, or undetermined because of missing information. */
export type MatchResult =
  | {readonly kind: 'endpoint'; readonly spot: EndpointMatch}
  | {readonly kind: 'other'}
  | {readonly kind: 'open'; readonly missing: string}

/** Placeholder for a part of an address that isn't known. */
const HOLE = '\u0000'
const OTHER: MatchResult = {kind: 'other'}

const LOCAL =
  /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|host\.docker\.internal|[^.]+\.(?:local|test|localhost))(?::\d+)?$/

/** Finds endpoints of a history by the addresses under which clients call them. */
export class EndpointMatcher {
  readonly #origins: ApiOrigins
  readonly #entries: Entry[] = []
  readonly #known = new Map<string, MatchResult>()

  constructor(endpoints: readonly KnownEndpoint[], origins: ApiOrigins) {
    this.#origins = origins
    const spots = new Map<string, EndpointMatch>()
    for (const endpoint of endpoints) {
      const segments = segmentsOf(endpoint.path).map(parseSegment)
      const key = segments.map(({text, pattern}) => (pattern ? pattern.source : text)).join('/')
      const known = spots.get(key)
      if (known) {
        known.endpoints.push(endpoint)
        continue
      }
      const spot: EndpointMatch = {key, endpoints: [endpoint], segments}
      spots.set(key, spot)
      const bases = new Set(endpoint.bases.length > 0 ? endpoint.bases : [''])
      for (const base of bases) this.#entries.push({spot, whole: [...segmentsOf(base).map(parseSegment), ...segments]})
    }
  }

  find(address: UrlTemplate): MatchResult {
    const names: string[] = []
    const text = address
      .map(piece => {
        if (typeof piece === 'string') return piece
        names.push(piece.name)
        return HOLE
      })
      .join('')
    const known = this.#known.get(text)
    // An undetermined result names the unknown variables, so that it isn't reused for other addresses.
    if (known && known.kind !== 'open') return known
    const lead = this.#find(text, names)
    this.#known.set(text, lead)
    return lead
  }

  #find(text: string, names: readonly string[]): MatchResult {
    const whole = text.slice(Math.max(0, text.search(/(?:https?|wss?):\/\/(?!.*(?:https?|wss?):\/\/)/i)))
    const cut = whole.split(/[?#]/, 1)[0] ?? ''
    const undetermined = (missing: string): MatchResult => ({kind: 'open', missing})
    const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/]*)(.*)$/is.exec(cut)
    if (host) return this.#onHost(host[1] ?? '', host[2] ?? '', names)
    if (cut.startsWith('/')) return this.#fromRoot(cut, names)
    if (!cut.startsWith(HOLE)) return /^[\w.-]+(?:\/|$)/.test(cut) ? this.#belowUnknownBase(`/${cut}`, names) : OTHER
    const rest = cut.slice(1)
    if (rest === '') return undetermined(`what \`${names[0]}\` is`)
    return rest.startsWith('/') ? this.#belowUnknownBase(rest, names) : this.#belowUnknownBase(`/${rest}`, names)
  }

  #onHost(host: string, path: string, names: readonly string[]): MatchResult {
    const {hosts} = this.#origins
    const bare = host
      .toLowerCase()
      .replace(/^[^@]*@/, '')
      .replace(/:(?:80|443)$/, '')
    if (hosts.has(bare)) return this.#fromRoot(path, names, true)
    // An unknown part directly after the host might be the whole path.
    const [known = ''] = bare.split(HOLE)
    if (path === '' && known !== bare && hosts.has(known)) return {kind: 'open', missing: `what \`${names[0]}\` is`}
    if (host.includes(HOLE) || LOCAL.test(bare)) return this.#belowUnknownBase(path, names)
    if (hosts.size > 0) return OTHER
    const lead = this.#fromRoot(path, names)
    return lead.kind === 'endpoint'
      ? {kind: 'open', missing: `whether \`${bare}\` is this API (--base-url https://${bare})`}
      : OTHER
  }

  /** Finds a path that starts at the root of the API or page. `isHere` is set if the host is known to serve the API. */
  #fromRoot(path: string, names: readonly string[], isHere = false): MatchResult {
    const segments = requestSegments(path)
    const exact = mostSpecific(this.#entries.filter(({whole}) => matches(whole, segments)))
    if (exact) return {kind: 'endpoint', spot: exact}
    for (const base of this.#origins.bases) {
      const start = segmentsOf(base)
      if (!start.every((each, at) => segments[at] === each)) continue
      const found = mostSpecific(this.#entries.filter(({spot}) => matches(spot.segments, segments.slice(start.length))))
      if (found) return {kind: 'endpoint', spot: found}
    }
    const bare = mostSpecific(this.#entries.filter(({spot}) => matches(spot.segments, segments)))
    if (bare)
      return isSpecific(bare, segments)
        ? {kind: 'endpoint', spot: bare}
        : {kind: 'open', missing: missingBase(segments)}
    return this.#unmatched(segments, names, isHere)
  }

  /** Finds a path below an unknown base. Only an unambiguous match counts. */
  #belowUnknownBase(path: string, names: readonly string[]): MatchResult {
    const segments = requestSegments(path)
    if (segments.length === 0) return OTHER
    const ends = this.#entries.filter(({whole}) => {
      const over = whole.length - segments.length
      const tail = whole.slice(over)
      return (
        over >= 0 &&
        whole.slice(0, over).every(({pattern}) => !pattern) &&
        // A path that consists only of parameters matches anything.
        tail.some(({pattern}) => !pattern) &&
        matches(tail, segments)
      )
    })
    const full = mostSpecific(
      ends.filter(({whole, spot}) => whole.length === segments.length || spot.segments.length === segments.length)
    )
    const found = full ?? onlyMatch(ends)
    if (found)
      return isSpecific(found, segments)
        ? {kind: 'endpoint', spot: found}
        : {kind: 'open', missing: missingBase(segments)}
    if (ends.length > 0)
      return {
        kind: 'open',
        missing: `what \`${names[0] ?? 'the base'}\` is: ${new Set(ends.map(({spot}) => spot)).size} paths end so`
      }
    return this.#unmatched(segments, names)
  }

  /** Result for a path without a match: undetermined if its unknown segments might match an endpoint. */
  #unmatched(segments: readonly string[], names: readonly string[], isHere = false): MatchResult {
    if (!segments.some(each => each.includes(HOLE))) return OTHER
    const telling = isHere || segments.some(each => !each.startsWith(HOLE))
    const isPossible = this.#entries.some(({whole, spot}) =>
      [whole, spot.segments].some(each => mightMatch(each, segments))
    )
    const missing = names.length > 0 ? names.map(name => `\`${name}\``).join(', ') : 'a part of the path'
    return telling && isPossible ? {kind: 'open', missing: `what ${missing} ${names.length > 1 ? 'are' : 'is'}`} : OTHER
  }
}

const missingBase = (segments: readonly string[]): string =>
  `which base \`/${segments.join('/').replaceAll(HOLE, '{…}')}\` follows (\`--base-url /\` where none of the API's own)`

const segmentsOf = (path: string): string[] => path.split('/').filter(each => each !== '' && each !== '.')

function parseSegment(text: string): Segment {
  if (!/\{[^{}]*\}/.test(text)) return {text}
  const parts = text.split(/\{[^{}]*\}/).map(each => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return {text, pattern: new RegExp(`^${parts.join('(.+)')}$`, 's')}
}

/** A path segment such as `:id`, `{id}`, or `[id]` in client code, which stands for any value. */
const PLACEHOLDER = /^(?::\w+|\{[^{}]*\}|\[\w+\]|<\w+>)$/

const requestSegments = (path: string): string[] => segmentsOf(path).map(each => (PLACEHOLDER.test(each) ? HOLE : each))

/** The text of a segment that ends with an unknown part. `undefined` for any other segment. */
const textBeforeHole = (segment: string): string | undefined =>
  segment.length > 1 && segment.indexOf(HOLE) === segment.length - 1 ? segment.slice(0, -1) : undefined

function matches(pattern: readonly Segment[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every(({text, pattern: open}, at) => {
      const segment = segments[at] ?? ''
      if (open) return open.test(segment)
      // An unknown part directly after the last segment is a query or empty.
      if (at === segments.length - 1 && textBeforeHole(segment) === text) return true
      return segment === text || safelyDecoded(segment) === text
    })
  )
}

function safelyDecoded(segment: string): string {
  try {
    return segment.includes('%') ? decodeURIComponent(segment) : segment
  } catch {
    return segment
  }
}

/**
 * Whether an address might match a path. An unknown part stands for any text within its segment, and at the end for any
 * number of further segments.
 */
function mightMatch(pattern: readonly Segment[], segments: readonly string[]): boolean {
  const isLong = segments.at(-1)?.endsWith(HOLE) && pattern.length > segments.length
  if (pattern.length !== segments.length && !isLong) return false
  return segments.every((segment, at) => {
    const part = pattern[at]
    if (!part) return false
    if (part.pattern) return part.pattern.test(segment)
    return segment === part.text || (segment.includes(HOLE) && holePattern(segment).test(part.text))
  })
}

const holePattern = (segment: string): RegExp =>
  new RegExp(
    `^${segment
      .split(HOLE)
      .map(each => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's'
  )

/**
 * Whether an address is specific enough to identify an endpoint without its base: it contains a version marker or two
 * words of the path.
 */
function isSpecific({segments: pattern}: EndpointMatch, segments: readonly string[]): boolean {
  const own = new Set(pattern.flatMap(({text, pattern: open}) => (open ? [] : [text])))
  const named = segments.filter(each => own.has(each) || own.has(textBeforeHole(each) ?? ''))
  return segments.some(looksLikeMarker) || new Set(named).size >= 2
}

/** The most specific path: from left to right, literal segments take precedence over parameters. */
function mostSpecific(entries: readonly Entry[]): EndpointMatch | undefined {
  const rank = ({whole}: Entry): string =>
    whole.map(({pattern}) => (pattern ? (pattern.source === '^(.+)$' ? '2' : '1') : '0')).join('')
  return entries.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))[0]?.spot
}

function onlyMatch(entries: readonly Entry[]): EndpointMatch | undefined {
  const spots = new Set(entries.map(({spot}) => spot))
  return spots.size === 1 ? entries[0]?.spot : undefined
}

/**
 * All endpoints of a history, including removed ones. `base` is the base path of endpoints that have none of their own.
 */
export function listEndpoints(history: History, base?: string): KnownEndpoint[] {
  return history.lifecycles.flatMap(({subject, bases = []}): KnownEndpoint[] => {
    const {target, part} = subject
    if (!isEndpoint(target) || target.verb === undefined || part) return []
    const all = bases.length > 0 ? bases : base === undefined ? [] : [base]
    return [{subject, method: target.verb, path: target.path, bases: all}]
  })
}

/** Assigns client calls to the endpoints of a history. */
export class EndpointIndex {
  readonly #seen = new Map<string, number>()
  readonly #endpoints: EndpointMatcher

  constructor(endpoints: readonly KnownEndpoint[], origins: ApiOrigins) {
    this.#endpoints = new EndpointMatcher(endpoints, origins)
  }

  /** Whether an alternative of the call leads to an endpoint. */
  leadsToEndpoint({targets: ways}: ClientCall): boolean {
    return ways.some(({address}) => this.#endpoints.find(address).kind === 'endpoint')
  }

  findUsage(call: ClientCall): EndpointUsage | UnresolvedCall | undefined {
    const {place, form, hasUnknownCallee: isHanded} = call
    // An argument of an unknown function is a call only if it looks like an address.
    const ways = isHanded ? call.targets.filter(({address}) => looksWhole(address)) : call.targets
    const results = ways.map(way => ({way, lead: this.#endpoints.find(way.address)}))
    const found = results.flatMap(({way, lead}) => {
      const endpoints = lead.kind === 'endpoint' ? endpointsOfMethod(lead, way.method) : []
      return endpoints.length > 0 ? [{way, endpoints}] : []
    })
    const [first] = found
    if (first) {
      const endpoints = uniqueSubjects(found.flatMap(each => each.endpoints))
      const isCertain = found.every(each => each.way.method !== undefined || each.endpoints.length === 1)
      const address = formatUrlTemplate(first.way.address)
      return {place, form, address, key: this.#keyOf(place.source, endpoints), endpoints, isCertain}
    }
    const open = results.find(({lead}) => lead.kind === 'open')
    if (open?.lead.kind !== 'open' || results.some(({lead}) => lead.kind === 'endpoint')) return undefined
    if (isHanded && typeof open.way.address[0] !== 'string') return undefined
    return {place, form, address: formatUrlTemplate(open.way.address), missing: open.lead.missing}
  }

  /** A key for a usage: its file and its position among the usages of the same endpoints there. */
  #keyOf(source: string, endpoints: readonly Subject[]): string {
    const about = `${source} ${endpoints.map(subjectKey).join(', ')}`
    const before = this.#seen.get(about) ?? 0
    this.#seen.set(about, before + 1)
    return `${source}#${before + 1}`
  }
}

function looksWhole([first, second]: UrlTemplate): boolean {
  if (typeof first === 'string') return /^(?:\/[^/\s]|https?:\/\/|\/\/)/.test(first)
  return typeof second === 'string' && second.startsWith('/')
}

function endpointsOfMethod({spot}: Extract<MatchResult, {kind: 'endpoint'}>, method: string | undefined): Subject[] {
  const {endpoints} = spot
  return endpoints.filter(each => method === undefined || each.method === method).map(({subject}) => subject)
}

const uniqueSubjects = (subjects: readonly Subject[]): Subject[] => [...new Set(subjects)]
