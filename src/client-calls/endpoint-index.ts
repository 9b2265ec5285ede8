import {
  type ClientCall,
  type EndpointUsage,
  formatUrlTemplate,
  type UnresolvedCall,
  type UrlTemplate
} from '../model/api/client-call.ts'
import type {History} from '../model/lifecycle/history.ts'
import {type Subject, subjectKey} from '../model/subject/subject.ts'
import {type ApiOrigins, EndpointMatcher, type KnownEndpoint, type MatchResult} from './match-endpoints.ts'

/**
 * All endpoints of a history, including removed ones. `base` is the base path of endpoints that have none of their own.
 */
export function listEndpoints(history: History, base?: string): KnownEndpoint[] {
  return history.lifecycles.flatMap(({subject, bases = []}): KnownEndpoint[] => {
    const {target, part} = subject
    if (target.kind !== 'endpoint' || part) return []
    const all = bases.length > 0 ? bases : base === undefined ? [] : [base]
    return [{subject, method: target.method, path: target.path, bases: all}]
  })
}

/** Matches calls to the endpoints of a history. */
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
