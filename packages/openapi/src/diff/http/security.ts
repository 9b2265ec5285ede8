import {groupBy} from '@tenure/core/model/group-by'
import type {SourceLocation} from '@tenure/core/model/location'
import {memoize, memoizeTexts} from '@tenure/core/model/memoize'
import {memberTarget} from '@tenure/core/model/subject/field'
import type {Subject} from '@tenure/core/model/subject/subject'
import {isRecord, own} from '@tenure/json-schema/json'
import {isEqual} from '@tenure/json-schema/json-equality'
import type {LifecycleMarks, SecurityRequirement, SecurityScheme, Snapshot} from '../../snapshot.ts'
import {reachOf} from '../attribution/root-causes.ts'
import {type DiffContext, type OlderNewer, reportChange, type Stop} from '../context.ts'
import {announcedEndOf, diffLifecycleMarks} from '../lifecycle-marks.ts'
import {
  findSchemeChange,
  formatScheme,
  isSameScheme,
  maySendSameAuthorization,
  schemeMeaning,
  usesAuthorizationHeader
} from './security-schemes.ts'

/** The alternatives of a list of requirements. An empty list asks for nothing. */
const alternativesOf = (all: readonly SecurityRequirement[]): readonly SecurityRequirement[] =>
  all.length > 0 ? all : [new Map()]

const formatRequirement = (requirement: SecurityRequirement): string =>
  requirement.size === 0
    ? 'nothing'
    : [...requirement]
        .map(([name, scopes]) => (scopes.length > 0 ? `${name} (${scopes.join(', ')})` : name))
        .join(' and ')

/**
 * The newer names of renamed schemes, by their older names. A scheme of the same name that no operation uses doesn't
 * matter.
 */
function findRenamedSchemes(context: DiffContext): ReadonlyMap<string, string> {
  const before = knownNames.get(context)
  if (before) return before
  const {older, newer} = context
  const isInUse = (name: string, snapshot: Snapshot): boolean =>
    snapshot.schemes.has(name) && namesAskedFor(snapshot).has(name)
  const byMeaning = groupBy([...newer.schemes], ([, {raw}]) => schemeMeaning(raw))
  const names = new Map(
    [...older.schemes].flatMap(([name, scheme]) => {
      const sameSchemes = byMeaning.get(schemeMeaning(scheme.raw)) ?? []
      if (!sameSchemes.some(([each]) => each !== name) || isInUse(name, newer)) return []
      const sameScheme = sameSchemes.find(([each]) => each !== name && !isInUse(each, older))
      return sameScheme ? [[name, sameScheme[0]] as const] : []
    })
  )
  knownNames.set(context, names)
  return names
}

const knownNames = new WeakMap<DiffContext, ReadonlyMap<string, string>>()

/** The names of all schemes that an operation asks for. Many operations share one list of requirements. */
const namesAskedFor = memoize(({operations}: Snapshot): ReadonlySet<string> => {
  const lists = new Set(operations.map(operation => operation.details().security))
  return new Set([...lists].flatMap(all => [...namesIn(all)]))
})

const namesIn = memoize(
  (all: readonly SecurityRequirement[]): ReadonlySet<string> => new Set(all.flatMap(each => [...each.keys()]))
)

/**
 * The two schemes, if one was replaced by another that asks for the same, or may do so; `undefined` otherwise. Whether
 * it accepts the same credentials isn't known.
 */
function findSwap(
  context: DiffContext,
  was: readonly SecurityRequirement[],
  is: readonly SecurityRequirement[]
): OlderNewer<string> | undefined {
  const [[held], [wanted]] = [was, is]
  const [[older, scopes] = [], [newer, others] = []] = [[...(held ?? [])], [...(wanted ?? [])]].map(all =>
    all.length === 1 ? all[0] : []
  ) as [[string, readonly string[]]?, [string, readonly string[]]?]
  if (was.length !== 1 || is.length !== 1 || older === undefined || newer === undefined || older === newer)
    return undefined
  const [before, after] = [context.older.schemes.get(older)?.raw, context.newer.schemes.get(newer)?.raw]
  const isSame = isSameScheme(before, after)
    ? others?.every(scope => scopes?.includes(scope))
    : maySendSameAuthorization(before, after)
  return isSame ? {older, newer} : undefined
}

/** Whether a scheme is described differently but may ask for the same. Which scopes an API key had isn't known. */
function isDescribedDifferently({older, newer}: DiffContext, name: string): boolean {
  const [was, is] = [older.schemes.get(name)?.raw, newer.schemes.get(name)?.raw]
  return formatScheme(was) !== formatScheme(is) && maySendSameAuthorization(was, is)
}

const entriesOf = (requirement: SecurityRequirement): unknown => [...requirement]

/**
 * The credentials that an operation asks for. `sendsAuthorization`: a parameter asks for the `Authorization` header,
 * whatever it contains.
 */
export interface SecurityDemand {
  readonly security: readonly SecurityRequirement[]
  readonly place: SourceLocation
  readonly operation: SourceLocation
  readonly sendsAuthorization: () => boolean
}

/**
 * The requirements, extended by what the other side asks for in the `Authorization` header, because a parameter for
 * that header may have meant it.
 */
function addAuthorizationSchemes(
  {older, newer}: DiffContext,
  all: readonly SecurityRequirement[],
  others: readonly SecurityRequirement[]
): readonly SecurityRequirement[] {
  const authorizations = new Map<string, readonly string[]>()
  for (const [name, lists] of groupBy(
    others.flatMap(each => [...each]),
    ([scheme]) => scheme
  ))
    if ([older, newer].some(({schemes}) => usesAuthorizationHeader(schemes.get(name)?.raw)))
      authorizations.set(name, [...new Set(lists.flatMap(([, scopes]) => scopes))])
  return all.map(each => new Map([...authorizations, ...each]))
}

const AUTHORIZATION = 'Authorization'

/**
 * Whether a parameter now asks for the `Authorization` header, although OpenAPI 3 ignores it. If the author means what
 * is written, clients that don't send it may be rejected.
 */
function asksForHeader(
  {older: {schemes}, newer: {schemes: others, format}}: DiffContext,
  {older, newer}: OlderNewer<SecurityDemand>
): boolean {
  if (format === 'swagger-2.0' || older.sendsAuthorization() || !newer.sendsAuthorization()) return false
  const isInHeader = (name: string): boolean => usesAuthorizationHeader((others.get(name) ?? schemes.get(name))?.raw)
  return [older, newer].every(({security}) => alternativesOf(security).some(each => ![...each.keys()].some(isInHeader)))
}

const addAuthorization = (each: SecurityRequirement): SecurityRequirement => new Map([[AUTHORIZATION, []], ...each])

/** The maximum number of alternatives to which those of the other side are added. Beyond it, they count as others. */
const MAX_AUTHORIZATIONS = 1_000_000

const about = (all: readonly SecurityRequirement[]): string => all.map(formatRequirement).join(', or ')

interface ComparedRequirements {
  readonly was: readonly SecurityRequirement[]
  readonly is: readonly SecurityRequirement[]
  readonly words: {readonly was: string; readonly is: string}
  /** The older alternatives that no longer give access; in `opened`, the newer ones that gave none before. */
  readonly shut: readonly SecurityRequirement[]
  readonly opened: readonly SecurityRequirement[]
}

const knownComparisons = new WeakMap<DiffContext, WeakMap<object, WeakMap<object, ComparedRequirements>>>()

/** Compares two lists of alternatives, once for all operations that share them. */
function compareRequirements(
  context: DiffContext,
  older: readonly SecurityRequirement[],
  newer: readonly SecurityRequirement[]
): ComparedRequirements {
  const byOlder = knownComparisons.get(context) ?? new WeakMap<object, WeakMap<object, ComparedRequirements>>()
  knownComparisons.set(context, byOlder)
  const byNewer = byOlder.get(older) ?? new WeakMap<object, ComparedRequirements>()
  byOlder.set(older, byNewer)
  const known = byNewer.get(newer)
  if (known) return known
  const names = findRenamedSchemes(context)
  const is = alternativesOf(newer)
  const scopesOf = groupBy(
    is.flatMap(each => [...each]),
    ([name]) => name
  )
  const allScopes = memoizeTexts((name): readonly string[] | undefined =>
    isDescribedDifferently(context, name) ? (scopesOf.get(name) ?? []).flatMap(([, scopes]) => scopes) : undefined
  )
  const was = alternativesOf(older).map(
    held =>
      new Map(
        [...held].map(([old, scopes]) => {
          const name = names.get(old) ?? old
          return [name, allScopes(name) ?? scopes]
        })
      )
  )
  const compared = {
    was,
    is,
    words: {was: about(was), is: about(is)},
    shut: findUnmet(was, is),
    opened: findUnmet(is, was)
  }
  byNewer.set(newer, compared)
  return compared
}

/** Compares which credentials give access to an operation. */
export function compareSecurity(context: DiffContext, site: Stop, two: OlderNewer<SecurityDemand>): void {
  const {older, newer} = two
  const isSent = site.side === 'response'
  const isAsked = !isSent && asksForHeader(context, two)
  if (!isAsked && isEqual(older.security.map(entriesOf), newer.security.map(entriesOf))) return
  const {was, is, words, shut, opened} = compareRequirements(context, older.security, newer.security)
  const swap = shut.length > 0 ? findSwap(context, older.security, newer.security) : undefined
  if (swap) {
    const [old, fresh] = [context.older.schemes.get(swap.older)?.place, context.newer.schemes.get(swap.newer)?.place]
    const places = {old: old ?? older.place, new: fresh ?? newer.place}
    const fact = {about: swap.newer, was: swap.older, is: swap.newer, ...places}
    reportChange(context, {...site, part: 'security'}, {kind: 'security-changed', ...fact})
    return
  }
  const places = {old: older.place, new: newer.place}
  const here = {...site, part: 'security'}
  // Clients that sent the header as a parameter may have sent what a scheme asks for now, and the reverse.
  const [side, held, wanted] = shut.length > 0 ? ([older, was, is] as const) : ([newer, is, was] as const)
  const maySuffice = (): boolean =>
    side.sendsAuthorization() &&
    held.length * wanted.length <= MAX_AUTHORIZATIONS &&
    findUnmet(addAuthorizationSchemes(context, held, wanted), wanted).length === 0
  if (!isSent && shut.length + opened.length > 0 && maySuffice()) {
    const sent = about(held.map(addAuthorization))
    const both = shut.length > 0 ? {was: sent, is: words.is} : {was: words.was, is: sent}
    reportChange(context, here, {kind: 'security-changed', about: both.is, ...both, ...places})
    return
  }
  // Receivers of webhooks and callbacks know how the sender proves its identity, so that another way breaks them.
  if (shut.length > 0 && !(isSent && opened.length > 0))
    reportChange(context, here, {kind: 'security-stricter', about: about(shut), ...words, ...places})
  else if (isAsked) {
    const wants = about(is.map(addAuthorization))
    const fact = {about: wants, was: words.was, is: wants, old: older.operation, new: newer.operation}
    reportChange(context, here, {kind: 'security-changed', ...fact})
  } else if (opened.length > 0)
    reportChange(context, here, {kind: 'security-looser', about: about(opened), ...words, ...places})
}

const knownChanges = new WeakMap<DiffContext, readonly string[]>()

/** The names of schemes that changed, or that only one side declares. */
export function findChangedSchemes(context: DiffContext): readonly string[] {
  const {older, newer} = context
  const found =
    knownChanges.get(context) ??
    [...new Set([...older.schemes.keys(), ...newer.schemes.keys()])].filter(name => {
      const [was, is] = [older.schemes.get(name), newer.schemes.get(name)]
      if (was && is) return !isEqual(was.raw, is.raw)
      return !declares(was ? newer : older, name)
    })
  knownChanges.set(context, found)
  return found
}

/** Whether a scheme of that name is declared, even if it couldn't be read. */
function declares({root, format}: Snapshot, name: string): boolean {
  const section = format === 'swagger-2.0' ? ['securityDefinitions'] : ['components', 'securitySchemes']
  const held = section.reduce<unknown>(
    (container, key) => (isRecord(container) ? own(container, key) : undefined),
    root
  )
  return isRecord(held) && Object.hasOwn(held, name)
}

/** Reports schemes that an operation asks for and that changed under the same name. */
export function compareSecuritySchemes(
  context: DiffContext,
  site: Stop,
  {older, newer}: OlderNewer<() => readonly SecurityRequirement[]>
): void {
  const others = findChangedSchemes(context)
  if (others.length === 0) return
  const [before, after] = [older(), newer()]
  const [asked, asks] = [namesIn(before), namesIn(after)]
  const scopesOf = scopesByScheme(before, after)
  for (const name of others) {
    if (!asked.has(name) && !asks.has(name)) continue
    const [was, is] = [context.older.schemes.get(name), context.newer.schemes.get(name)]
    if (!was || !is) {
      // If only one side asks for it, that change is reported by itself.
      if (asked.has(name) && asks.has(name)) reportUndeclared(context, site, {older: was, newer: is})
      continue
    }
    const scopes = scopesOf().get(name) ?? new Set()
    const found = findSchemeChange({older: was.raw, newer: is.raw}, scopes, site.side)
    if (found)
      reportChange(context, {...site, part: 'security'}, {...found, about: name, old: was.place, new: is.place})
    reportLifecycleMarks(context, site, {older: was, newer: is})
  }
}

/** The scopes that both sides ask for, by scheme, collected once they are needed. */
function scopesByScheme(...sides: readonly (readonly SecurityRequirement[])[]) {
  let known: Map<string, Set<string>> | undefined
  return (): ReadonlyMap<string, ReadonlySet<string>> => {
    if (known) return known
    known = new Map()
    for (const [name, scopes] of sides.flat().flatMap(each => [...each])) {
      const all = known.get(name) ?? new Set()
      known.set(name, all)
      for (const scope of scopes) all.add(scope)
    }
    return known
  }
}

/** Reports a scheme that both sides ask for, but only one declares. */
function reportUndeclared(
  context: DiffContext,
  site: Stop,
  {older, newer}: OlderNewer<SecurityScheme | undefined>
): void {
  const say = (scheme: SecurityScheme | undefined): string | null => (scheme ? formatScheme(scheme.raw) : null)
  const name = older?.name ?? newer?.name ?? ''
  const fact = {about: name, was: say(older), is: say(newer), old: older?.place, new: newer?.place}
  reportChange(context, {...site, part: 'security'}, {kind: 'security-changed', ...fact})
}

/** Reports changes of a scheme's lifecycle marks, which belong to the scheme and not to the operations that use it. */
function reportLifecycleMarks(context: DiffContext, site: Stop, {older, newer}: OlderNewer<SecurityScheme>): void {
  const subject: Subject = {target: memberTarget(newer.name, '*')}
  for (const {kind, about, was, is} of diffLifecycleMarks(older.marks, newer.marks)) {
    const key = about as keyof LifecycleMarks
    const where = {old: older.marks[key]?.place ?? older.place, new: newer.marks[key]?.place ?? newer.place}
    context.rootCauses.addChange({
      kind,
      subject,
      component: newer.name,
      at: '',
      where,
      ...(about === undefined ? {} : {about}),
      ...(was === undefined ? {} : {old: was}),
      ...(is === undefined ? {} : {new: is}),
      ...announcedEndOf(older.marks),
      reaches: [reachOf({...site, part: 'security'})],
      proofs: {}
    })
  }
}

/** Whether a client that meets the one requirement also meets the other. */
const suffices = (held: SecurityRequirement, wanted: SecurityRequirement): boolean =>
  [...wanted].every(([scheme, scopes]) => {
    const own = held.get(scheme)
    return own !== undefined && (scopes.length === 0 || isSubset(scopes, own))
  })

function isSubset(scopes: readonly string[], others: readonly string[]): boolean {
  if (scopes.length === 1) return others.includes(scopes[0] as string)
  const all = new Set(others)
  return scopes.every(scope => all.has(scope))
}

/** A scheme, and each of its scopes. A requirement that suffices for another one has all keys of it. */
const keysOf = (requirement: SecurityRequirement): string[] =>
  [...requirement].flatMap(([scheme, scopes]) => [scheme, ...scopes.map(scope => `${scheme}\n${scope}`)])

/**
 * The requirements of the first list that suffice for none of the second. Each of these is looked up by its rarest key,
 * so that thousands of alternatives aren't all compared with each other.
 */
export function findUnmet(
  held: readonly SecurityRequirement[],
  wanted: readonly SecurityRequirement[]
): readonly SecurityRequirement[] {
  const counts = new Map<string, number>()
  const keyed = wanted.map(requirement => ({requirement, keys: keysOf(requirement)}))
  for (const {keys} of keyed) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  const byKey = new Map<string, SecurityRequirement[]>()
  for (const {requirement, keys} of keyed) {
    let rarest = keys[0]
    // A requirement without schemes asks for nothing, so every client meets it.
    if (rarest === undefined) return []
    for (const key of keys) if ((counts.get(key) ?? 0) < (counts.get(rarest) ?? 0)) rarest = key
    const known = byKey.get(rarest)
    if (known) known.push(requirement)
    else byKey.set(rarest, [requirement])
  }
  return held.filter(each => !keysOf(each).some(key => byKey.get(key)?.some(other => suffices(each, other))))
}
