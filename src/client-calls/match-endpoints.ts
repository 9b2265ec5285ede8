import type {Address} from '../model/api/client-call.ts'
import type {Subject} from '../model/subject/subject.ts'
import {looksLikeMarker} from '../model/subject/version-marker.ts'

/** An endpoint of the history, with what may stand before its path. */
export interface Endpoint {
  readonly subject: Subject
  readonly method: string
  readonly path: string
  readonly bases: readonly string[]
}

/** Where the API is: hosts, and paths before its own. */
export interface Origins {
  readonly hosts: ReadonlySet<string>
  /** What stands in code where the base does, as the user says. */
  readonly bases: readonly string[]
}

/** All endpoints on one path. */
export interface Spot {
  readonly key: string
  readonly endpoints: Endpoint[]
  readonly segments: readonly Segment[]
}

interface Segment {
  readonly text: string
  readonly pattern?: RegExp
}

interface Entry {
  readonly spot: Spot
  /** The path with its base. */
  readonly whole: readonly Segment[]
}

/** Where an address leads: to endpoints, elsewhere, or nobody can tell, for want of something. */
export type Lead =
  | {readonly kind: 'endpoint'; readonly spot: Spot}
  | {readonly kind: 'other'}
  | {readonly kind: 'open'; readonly missing: string}

/** Stands for what code leaves open. */
const HOLE = '\u0000'
const OTHER: Lead = {kind: 'other'}

const LOCAL =
  /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|host\.docker\.internal|[^.]+\.(?:local|test|localhost))(?::\d+)?$/

/** The endpoints of a history, by the addresses under which they are called. */
export class Endpoints {
  readonly #origins: Origins
  readonly #entries: Entry[] = []
  readonly #known = new Map<string, Lead>()

  constructor(endpoints: readonly Endpoint[], origins: Origins) {
    this.#origins = origins
    const spots = new Map<string, Spot>()
    for (const endpoint of endpoints) {
      const segments = segmentsOf(endpoint.path).map(segmentOf)
      const key = segments.map(({text, pattern}) => (pattern ? pattern.source : text)).join('/')
      const known = spots.get(key)
      if (known) {
        known.endpoints.push(endpoint)
        continue
      }
      const spot: Spot = {key, endpoints: [endpoint], segments}
      spots.set(key, spot)
      const bases = new Set(endpoint.bases.length > 0 ? endpoint.bases : [''])
      for (const base of bases) this.#entries.push({spot, whole: [...segmentsOf(base).map(segmentOf), ...segments]})
    }
  }

  find(address: Address): Lead {
    const names: string[] = []
    const text = address
      .map(piece => {
        if (typeof piece === 'string') return piece
        names.push(piece.name)
        return HOLE
      })
      .join('')
    const known = this.#known.get(text)
    // Which names it leaves open is said of those that cannot be told alone.
    if (known && known.kind !== 'open') return known
    const lead = this.#find(text, names)
    this.#known.set(text, lead)
    return lead
  }

  #find(text: string, names: readonly string[]): Lead {
    const whole = text.slice(Math.max(0, text.search(/(?:https?|wss?):\/\/(?!.*(?:https?|wss?):\/\/)/i)))
    const cut = whole.split(/[?#]/, 1)[0] ?? ''
    const said = (missing: string): Lead => ({kind: 'open', missing})
    const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/]*)(.*)$/is.exec(cut)
    if (host) return this.#onHost(host[1] ?? '', host[2] ?? '', names)
    if (cut.startsWith('/')) return this.#rooted(cut, names)
    if (!cut.startsWith(HOLE)) return /^[\w.-]+(?:\/|$)/.test(cut) ? this.#behind(`/${cut}`, names) : OTHER
    const rest = cut.slice(1)
    if (rest === '') return said(`what \`${names[0]}\` is`)
    return rest.startsWith('/') ? this.#behind(rest, names) : this.#behind(`/${rest}`, names)
  }

  #onHost(host: string, path: string, names: readonly string[]): Lead {
    const {hosts} = this.#origins
    const bare = host
      .toLowerCase()
      .replace(/^[^@]*@/, '')
      .replace(/:(?:80|443)$/, '')
    if (hosts.has(bare)) return this.#rooted(path, names, true)
    // What is put behind the host may be all of the path.
    const [known = ''] = bare.split(HOLE)
    if (path === '' && known !== bare && hosts.has(known)) return {kind: 'open', missing: `what \`${names[0]}\` is`}
    if (host.includes(HOLE) || LOCAL.test(bare)) return this.#behind(path, names)
    if (hosts.size > 0) return OTHER
    const lead = this.#rooted(path, names)
    return lead.kind === 'endpoint'
      ? {kind: 'open', missing: `whether \`${bare}\` is this API (--base-url https://${bare})`}
      : OTHER
  }

  /** From the root of the API, or of the page. `isHere`: the API is known to be there. */
  #rooted(path: string, names: readonly string[], isHere = false): Lead {
    const segments = askedSegments(path)
    const exact = best(this.#entries.filter(({whole}) => matches(whole, segments)))
    if (exact) return {kind: 'endpoint', spot: exact}
    for (const base of this.#origins.bases) {
      const start = segmentsOf(base)
      if (!start.every((each, at) => segments[at] === each)) continue
      const found = best(this.#entries.filter(({spot}) => matches(spot.segments, segments.slice(start.length))))
      if (found) return {kind: 'endpoint', spot: found}
    }
    const bare = best(this.#entries.filter(({spot}) => matches(spot.segments, segments)))
    if (bare)
      return isTelling(bare, segments) ? {kind: 'endpoint', spot: bare} : {kind: 'open', missing: baseAsked(segments)}
    return this.#left(segments, names, isHere)
  }

  /** Behind a base that nobody knows: only what cannot be anything else. */
  #behind(path: string, names: readonly string[]): Lead {
    const segments = askedSegments(path)
    if (segments.length === 0) return OTHER
    const ends = this.#entries.filter(({whole}) => {
      const over = whole.length - segments.length
      const tail = whole.slice(over)
      return (
        over >= 0 &&
        whole.slice(0, over).every(({pattern}) => !pattern) &&
        // A value alone may be anything.
        tail.some(({pattern}) => !pattern) &&
        matches(tail, segments)
      )
    })
    const full = best(
      ends.filter(({whole, spot}) => whole.length === segments.length || spot.segments.length === segments.length)
    )
    const found = full ?? single(ends)
    if (found)
      return isTelling(found, segments) ? {kind: 'endpoint', spot: found} : {kind: 'open', missing: baseAsked(segments)}
    if (ends.length > 0)
      return {
        kind: 'open',
        missing: `what \`${names[0] ?? 'the base'}\` is: ${new Set(ends.map(({spot}) => spot)).size} paths end so`
      }
    return this.#left(segments, names)
  }

  /** A part of the path that is left open may be any word. */
  #left(segments: readonly string[], names: readonly string[], isHere = false): Lead {
    if (!segments.some(each => each.includes(HOLE))) return OTHER
    const telling = isHere || segments.some(each => !each.startsWith(HOLE))
    const isPossible = this.#entries.some(({whole, spot}) =>
      [whole, spot.segments].some(each => mayMatch(each, segments))
    )
    const missing = names.length > 0 ? names.map(name => `\`${name}\``).join(', ') : 'a part of the path'
    return telling && isPossible ? {kind: 'open', missing: `what ${missing} ${names.length > 1 ? 'are' : 'is'}`} : OTHER
  }
}

const baseAsked = (segments: readonly string[]): string =>
  `which base \`/${segments.join('/').replaceAll(HOLE, '{…}')}\` follows (\`--base-url /\` where none of the API's own)`

const segmentsOf = (path: string): string[] => path.split('/').filter(each => each !== '' && each !== '.')

function segmentOf(text: string): Segment {
  if (!/\{[^{}]*\}/.test(text)) return {text}
  const parts = text.split(/\{[^{}]*\}/).map(each => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return {text, pattern: new RegExp(`^${parts.join('(.+)')}$`, 's')}
}

/** `:id`, `{id}` and `[id]` stand for values, as holes do. */
const PLACEHOLDER = /^(?::\w+|\{[^{}]*\}|\[\w+\]|<\w+>)$/

const askedSegments = (path: string): string[] => segmentsOf(path).map(each => (PLACEHOLDER.test(each) ? HOLE : each))

/** The word before a hole that ends it. */
const beforeHole = (segment: string): string | undefined =>
  segment.length > 1 && segment.indexOf(HOLE) === segment.length - 1 ? segment.slice(0, -1) : undefined

function matches(pattern: readonly Segment[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every(({text, pattern: open}, at) => {
      const segment = segments[at] ?? ''
      if (open) return open.test(segment)
      // What follows the last word at once is a query, or nothing.
      if (at === segments.length - 1 && beforeHole(segment) === text) return true
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

/** With each part that is left open as any word, or as more than one at the end, be it glued to the last word. */
function mayMatch(pattern: readonly Segment[], segments: readonly string[]): boolean {
  const isLong = segments.at(-1)?.endsWith(HOLE) && pattern.length > segments.length
  if (pattern.length !== segments.length && !isLong) return false
  return segments.every((segment, at) => {
    const part = pattern[at]
    if (!part) return false
    if (part.pattern) return part.pattern.test(segment)
    return segment === part.text || (segment.includes(HOLE) && openly(segment).test(part.text))
  })
}

const openly = (segment: string): RegExp =>
  new RegExp(
    `^${segment
      .split(HOLE)
      .map(each => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's'
  )

/** What is written carries the marker of a version, or two words of the endpoint's own. */
function isTelling({segments: pattern}: Spot, segments: readonly string[]): boolean {
  const own = new Set(pattern.flatMap(({text, pattern: open}) => (open ? [] : [text])))
  const said = segments.filter(each => own.has(each) || own.has(beforeHole(each) ?? ''))
  return segments.some(looksLikeMarker) || new Set(said).size >= 2
}

/** The most specific path: words go before what may be any word, from the left. */
function best(entries: readonly Entry[]): Spot | undefined {
  const rank = ({whole}: Entry): string =>
    whole.map(({pattern}) => (pattern ? (pattern.source === '^(.+)$' ? '2' : '1') : '0')).join('')
  return entries.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))[0]?.spot
}

function single(entries: readonly Entry[]): Spot | undefined {
  const spots = new Set(entries.map(({spot}) => spot))
  return spots.size === 1 ? entries[0]?.spot : undefined
}
