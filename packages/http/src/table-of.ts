import type {Session} from '@tenure/core/app/session/session'
import type {Description} from '@tenure/core/descriptions/description'
import {findFinalReleases} from '@tenure/core/history/net-changes'
import type {Config} from '@tenure/core/inputs/config/file'
import {serverPath} from '@tenure/core/model/api/server-url'
import {defined} from '@tenure/core/model/defined'
import type {Event} from '@tenure/core/model/lifecycle/event'
import {type Lifecycle, latestTenureOf, type Tenure} from '@tenure/core/model/lifecycle/lifecycle'
import {sunsetDay, sunsetRelease} from '@tenure/core/model/lifecycle/sunsets'
import {covers, formatSubject, isEndpoint, isPrefix, type Target, targetKey} from '@tenure/core/model/subject/subject'
import type {Day} from '@tenure/core/model/time/date-range'
import {isCandidate} from '@tenure/core/model/time/release-branches'
import {type Moment, momentAt, type Timeline, withoutAssumedDay} from '@tenure/core/model/time/timeline'
import {findSupportedReplacement} from '@tenure/core/policy/end-status'
import {firstSecondOf} from './midnight.ts'
import type {TableEndpoint, TableMoment} from './runtime/header-table.ts'
import {encodeSegment, mayOverlap, parseTemplate} from './runtime/path-template.ts'

export const apiNameOf = ({config, history}: Session): string => config?.api ?? history.about.service

/** All endpoints of an API, those without an end, too. */
export function listTableEndpoints(session: Session, description?: Description): TableEndpoint[] {
  const {history, config} = session
  const usual = config?.traffic?.bases ?? basesOf(description, history.about.server)
  const found = new Map<string, TableEndpoint>()
  const add = (target: Target, bases: readonly string[], facts: Partial<TableEndpoint> = {}): void => {
    const place = placeOf(target)
    const known = [...new Set(bases.map(serverPath))]
    const isPlain = known.length === 0 || (known.length === 1 && known[0] === '')
    const key = targetKey(target)
    if (place && !found.has(key)) found.set(key, {...place, ...(isPlain ? {} : {bases: known}), ...facts})
  }
  const described = description?.listTargets() ?? []
  const isDescribed = new Set(described.map(targetKey))
  for (const lifecycle of history.lifecycles) {
    const {subject, bases = usual} = lifecycle
    if (subject.part) continue
    const facts = factsOf(lifecycle, session)
    const served = isDescribed.has(targetKey(subject.target)) ? withoutRemoval(facts, lifecycle, session) : facts
    add(subject.target, config?.traffic?.bases ?? bases, served)
  }
  for (const target of described) add(target, usual, factsOfPrefix(target, session))
  // An exception from a prefix needn't have a line of its own.
  for (const {except = []} of history.events) for (const {target, part} of except) if (!part) add(target, usual)
  return [...found.values()]
}

/**
 * What is served by the version that is described isn't removed: either its removal isn't released yet, or it was added
 * again.
 */
function withoutRemoval(
  {removed, ...facts}: Partial<TableEndpoint>,
  lifecycle: Lifecycle,
  {history: {timeline}}: Session
): Partial<TableEndpoint> {
  const {entry} = removalOf(latestTenureOf(lifecycle)) ?? {}
  return removed && (entry === undefined || timeline.entries[entry]?.pending !== true) ? {} : facts
}

/** What the most specific prefix says of an operation without a line of its own. One that is described isn't removed. */
function factsOfPrefix(target: Target, session: Session): Partial<TableEndpoint> {
  const prefixes = session.history.lifecycles.filter(
    ({subject}) => !subject.part && isPrefix(subject.target) && covers(subject, {target})
  )
  const [prefix] = prefixes.toSorted((a, b) => b.subject.target.text.length - a.subject.target.text.length)
  const {removed: _, ...facts} = prefix ? factsOf(prefix, session, target) : {}
  return facts
}

/** The endpoints that end, and those that could be mistaken for one of them. */
export function keepNeeded(endpoints: readonly TableEndpoint[]): TableEndpoint[] {
  const parsed = endpoints.map(each => ({
    endpoint: each,
    templates: (each.bases ?? ['']).map(base => parseTemplate(`${base}${each.path}`))
  }))
  const ending = parsed.filter(({endpoint}) => hasEnd(endpoint))
  const overlaps = (a: (typeof parsed)[number], b: (typeof parsed)[number]): boolean =>
    mayShareMethod(a.endpoint, b.endpoint) && a.templates.some(one => b.templates.some(other => mayOverlap(one, other)))
  return parsed
    .filter(each => hasEnd(each.endpoint) || ending.some(other => overlaps(each, other)))
    .map(({endpoint}) => endpoint)
}

export const hasEnd = ({deprecated, sunset, removed}: TableEndpoint): boolean =>
  deprecated !== undefined || sunset !== undefined || removed !== undefined

/** HEAD is answered as GET. */
const mayShareMethod = ({method: a}: TableEndpoint, {method: b}: TableEndpoint): boolean =>
  a === undefined || b === undefined || a === b || [a, b].toSorted().join(' ') === 'GET HEAD'

/** The method and the path of an operation or a prefix. `undefined` for anything else that has a name. */
function placeOf(target: Target): Pick<TableEndpoint, 'method' | 'path'> | undefined {
  if (target.isSentByService) return undefined
  if (isPrefix(target)) return {path: `${target.path}/**`}
  return isEndpoint(target) && target.verb !== undefined ? {method: target.verb, path: target.path} : undefined
}

/** The facts of a lifecycle. Of a prefix, only what doesn't except the target counts for it. */
function factsOf(lifecycle: Lifecycle, {history, policy, config}: Session, target?: Target): Partial<TableEndpoint> {
  const tenure = latestTenureOf(lifecycle)
  const isFor = ({event: {except = []}}: {readonly event: Event}): boolean =>
    target === undefined || !except.some(each => covers(each, {target}))
  const {timeline} = history
  const sunset = tenure.sunset && isFor(tenure.sunset) ? tenure.sunset : undefined
  const momentOf = (moment: Moment | undefined, day: Day | undefined): TableMoment | undefined =>
    moment && toTableMoment(moment, day, timeline, policy.timezone)
  const deprecated = deprecationOf(tenure.announcements.filter(isFor))
  const removed = releasedMoment(removalOf(tenure), timeline)
  const facts = defined({
    // What clients may count on is the later day.
    deprecated: momentOf(deprecated, deprecated && withoutAssumedDay(deprecated).when.latest),
    sunset: momentOf(sunset?.moment, sunsetDay(sunset, timeline)),
    removed: momentOf(removed, removed && withoutAssumedDay(removed).when.latest)
  })
  if (!hasEnd({path: '', ...facts})) return {}
  const replacement = findSupportedReplacement(lifecycle, history)
  const place = replacement && !replacement.part && isEndpoint(replacement.target) ? replacement.target : undefined
  return {
    ...facts,
    ...defined({
      replacement: replacement && formatSubject(replacement),
      successor: place?.verb === undefined || place.isSentByService ? undefined : place.path,
      links: linksOf(lifecycle.subject.target, config?.links ?? {})
    })
  }
}

/** The configured pages about an endpoint. A prefix has none for each method. */
function linksOf(target: Target, {deprecation, sunset}: NonNullable<Config['links']>): TableEndpoint['links'] {
  const {method, path = ''} = placeOf(target) ?? {}
  const fill = (url: string | undefined): string | undefined => {
    if (url === undefined || (method === undefined && url.includes('{method}'))) return undefined
    const segments = path
      .replace(/\/\*\*$/, '')
      .split('/')
      .slice(1)
    return url.replaceAll(/\{(method|path)\}/g, (_, name: string) =>
      name === 'method' ? (method ?? '').toLowerCase() : segments.map(encodeSegment).join('/')
    )
  }
  const links = defined({deprecation: fill(deprecation), sunset: fill(sunset)})
  return Object.keys(links).length > 0 ? links : undefined
}

/** When a tenure was first announced to end. A rescheduled sunset is no new deprecation. */
function deprecationOf(announcements: Tenure['announcements']): Moment | undefined {
  const first = announcements.find(({event}) => event.kind === 'deprecated') ?? announcements[0]
  return first?.moment
}

/** When a tenure ended by a removal. A sunset endpoint that still answers isn't removed. */
const removalOf = ({end}: Tenure): Moment | undefined => (end?.kind === 'removed' ? end.moment : end?.removal)

/** The moment of a release for clients: that of the final one for a candidate. `undefined` for a candidate of none. */
function releasedMoment(moment: Moment | undefined, timeline: Timeline): Moment | undefined {
  const {entry} = moment ?? {}
  if (entry === undefined || !isCandidate(timeline, entry)) return moment
  const final = findFinalReleases(timeline).get(entry)
  return final && momentAt(timeline, final.index)
}

function toTableMoment(moment: Moment, day: Day | undefined, timeline: Timeline, timezone: string): TableMoment {
  const release = sunsetRelease(moment, timeline)
  return defined({day, at: day === undefined ? undefined : firstSecondOf(day, timezone), release})
}

/** The base paths of a description. Without one, that of the server that the history names. */
function basesOf(description: Description | undefined, server: string | undefined): readonly string[] {
  const {base = '', otherBases = []} = description?.describeBriefly?.() ?? description?.describe() ?? {}
  // Servers with different paths have no common base path.
  const all = base === '' ? otherBases : [base, ...otherBases]
  // A placeholder without a scheme stands for the host: `{base_url}`.
  return all.length > 0 ? all : [(server ?? '').replace(/^(?=\{)/, '//')]
}
