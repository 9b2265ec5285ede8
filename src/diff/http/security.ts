import type {Life, Requirement, SecurityScheme, Snapshot} from '../../model/api/snapshot.ts'
import type {Place} from '../../model/location.ts'
import type {Subject} from '../../model/subject/subject.ts'
import {isRecord, own} from '../../schema/json.ts'
import {reachOf} from '../attribution/root-causes.ts'
import {type Stop, type Two, tell, type Walk} from '../context.ts'
import {isEqual} from '../json-equality.ts'
import {announcedIn, livesDiffer} from '../lifecycle-marks.ts'
import {isInAuthorization, isSameScheme, maySendTheSame, saidOf, schemeChange} from './security-schemes.ts'

/** Nobody is asked where nothing is required. */
const alternativesOf = (all: readonly Requirement[]): readonly Requirement[] => (all.length > 0 ? all : [new Map()])

/** Whether who meets the one requirement meets the other. */
const suffices = (held: Requirement, wanted: Requirement): boolean =>
  [...wanted].every(([scheme, scopes]) => scopes.every(scope => held.get(scheme)?.includes(scope)) && held.has(scheme))

const say = (requirement: Requirement): string =>
  requirement.size === 0
    ? 'nothing'
    : [...requirement]
        .map(([name, scopes]) => (scopes.length > 0 ? `${name} (${scopes.join(', ')})` : name))
        .join(' and ')

/**
 * What schemes of the older document are called in the newer one, where they are the same under another name. An entry
 * that nobody asks for, left there or waiting there, is not in the way.
 */
function namesOfSchemes(walk: Walk): ReadonlyMap<string, string> {
  const before = renamed.get(walk)
  if (before) return before
  const {older, newer} = walk
  const isInUse = (name: string, snapshot: Snapshot): boolean =>
    snapshot.schemes.has(name) && isAskedFor(name, snapshot)
  const names = new Map(
    [...older.schemes].flatMap(([name, scheme]) => {
      const twins = [...newer.schemes].filter(([each, {raw}]) => each !== name && isSameScheme(scheme.raw, raw))
      if (twins.length === 0 || isInUse(name, newer)) return []
      const twin = twins.find(([each]) => !isInUse(each, older))
      return twin ? [[name, twin[0]] as const] : []
    })
  )
  renamed.set(walk, names)
  return names
}

const renamed = new WeakMap<Walk, ReadonlyMap<string, string>>()

const isAskedFor = (name: string, {operations}: Snapshot): boolean =>
  operations.some(operation => operation.details().security.some(each => each.has(name)))

/**
 * One scheme instead of another one that asks for the same, and both are in use, or that may: whose key it is may be
 * another matter.
 */
function swapped(walk: Walk, was: readonly Requirement[], is: readonly Requirement[]): Two<string> | undefined {
  const [[held], [wanted]] = [was, is]
  const [[older, scopes] = [], [newer, others] = []] = [[...(held ?? [])], [...(wanted ?? [])]].map(all =>
    all.length === 1 ? all[0] : []
  ) as [[string, readonly string[]]?, [string, readonly string[]]?]
  if (was.length !== 1 || is.length !== 1 || older === undefined || newer === undefined || older === newer)
    return undefined
  const [before, after] = [walk.older.schemes.get(older)?.raw, walk.newer.schemes.get(newer)?.raw]
  const isSame = isSameScheme(before, after)
    ? others?.every(scope => scopes?.includes(scope))
    : maySendTheSame(before, after)
  return isSame ? {older, newer} : undefined
}

/** Whether a scheme asks for what it may have asked for in other words: which scopes a key had nobody can tell. */
function isSaidOtherwise({older, newer}: Walk, name: string): boolean {
  const [was, is] = [older.schemes.get(name)?.raw, newer.schemes.get(name)?.raw]
  return saidOf(was) !== saidOf(is) && maySendTheSame(was, is)
}

const said = (requirement: Requirement): unknown => [...requirement]

/** What an operation asks for. `sendsAuthorization`: a parameter asks for that header, whatever is to be in it. */
export interface Asked {
  readonly security: readonly Requirement[]
  readonly place: Place
  readonly operation: Place
  readonly sendsAuthorization: () => boolean
}

/** What is asked for beside the header `Authorization`: what the other side wants in it may be what was meant. */
function withAuthorization(
  {older, newer}: Walk,
  all: readonly Requirement[],
  others: readonly Requirement[]
): readonly Requirement[] {
  const meant = new Map<string, readonly string[]>()
  for (const [name, scopes] of others.flatMap(each => [...each]))
    if ([older, newer].some(({schemes}) => isInAuthorization(schemes.get(name)?.raw)))
      meant.set(name, [...(meant.get(name) ?? []), ...scopes])
  return all.map(each => new Map([...meant, ...each]))
}

const AUTHORIZATION = 'Authorization'

/**
 * Whether a parameter asks for that header now, which OpenAPI 3 ignores: who came without it may be turned away, if the
 * author meant what is written.
 */
function asksForHeader(
  {older: {schemes}, newer: {schemes: others, format}}: Walk,
  {older, newer}: Two<Asked>
): boolean {
  if (format === 'swagger-2.0' || older.sendsAuthorization() || !newer.sendsAuthorization()) return false
  const isInHeader = (name: string): boolean => isInAuthorization((others.get(name) ?? schemes.get(name))?.raw)
  return [older, newer].every(({security}) => alternativesOf(security).some(each => ![...each.keys()].some(isInHeader)))
}

const withHeader = (each: Requirement): Requirement => new Map([[AUTHORIZATION, []], ...each])

/** Who was let in and is not now, and the reverse. */
export function compareSecurity(walk: Walk, stop: Stop, two: Two<Asked>): void {
  const {older, newer} = two
  const isSent = stop.side === 'response'
  const isAsked = !isSent && asksForHeader(walk, two)
  if (!isAsked && isEqual(older.security.map(said), newer.security.map(said))) return
  const names = namesOfSchemes(walk)
  const is = alternativesOf(newer.security)
  const was = alternativesOf(older.security).map(
    held =>
      new Map(
        [...held].map(([old, scopes]) => {
          const name = names.get(old) ?? old
          return [name, isSaidOtherwise(walk, name) ? is.flatMap(each => each.get(name) ?? []) : scopes]
        })
      )
  )
  const unmet = (held: readonly Requirement[], wanted: readonly Requirement[]): readonly Requirement[] =>
    held.filter(each => !wanted.some(other => suffices(each, other)))
  const [shut, opened] = [unmet(was, is), unmet(is, was)]
  const swap = shut.length > 0 ? swapped(walk, older.security, newer.security) : undefined
  if (swap) {
    const [old, fresh] = [walk.older.schemes.get(swap.older)?.place, walk.newer.schemes.get(swap.newer)?.place]
    const places = {old: old ?? older.place, new: fresh ?? newer.place}
    const fact = {about: swap.newer, was: swap.older, is: swap.newer, ...places}
    tell(walk, {...stop, part: 'security'}, {kind: 'security-changed', ...fact})
    return
  }
  const places = {old: older.place, new: newer.place}
  const words = {was: was.map(say).join(', or '), is: is.map(say).join(', or ')}
  const here = {...stop, part: 'security'}
  const about = (all: readonly Requirement[]): string => all.map(say).join(', or ')
  // Who sent that header as a parameter may have sent what is asked for by a scheme now, and the reverse.
  const [side, held, wanted] = shut.length > 0 ? ([older, was, is] as const) : ([newer, is, was] as const)
  const isMeant = (): boolean =>
    side.sendsAuthorization() && unmet(withAuthorization(walk, held, wanted), wanted).length === 0
  if (!isSent && shut.length + opened.length > 0 && isMeant()) {
    const sent = about(held.map(withHeader))
    const both = shut.length > 0 ? {was: sent, is: words.is} : {was: words.was, is: sent}
    tell(walk, here, {kind: 'security-changed', about: both.is, ...both, ...places})
    return
  }
  // Of what the service sends receivers were told how it proves who it is: there, one more way breaks.
  if (shut.length > 0 && !(isSent && opened.length > 0))
    tell(walk, here, {kind: 'security-stricter', about: about(shut), ...words, ...places})
  else if (isAsked) {
    const wants = about(is.map(withHeader))
    const fact = {about: wants, was: words.was, is: wants, old: older.operation, new: newer.operation}
    tell(walk, here, {kind: 'security-changed', ...fact})
  } else if (opened.length > 0) tell(walk, here, {kind: 'security-looser', about: about(opened), ...words, ...places})
}

const known = new WeakMap<Walk, readonly string[]>()

/** The schemes of which something is said that was not, or of which nothing is said any more. */
export function otherSchemes(walk: Walk): readonly string[] {
  const {older, newer} = walk
  const found =
    known.get(walk) ??
    [...new Set([...older.schemes.keys(), ...newer.schemes.keys()])].filter(name => {
      const [was, is] = [older.schemes.get(name), newer.schemes.get(name)]
      if (was && is) return !isEqual(was.raw, is.raw)
      return !declares(was ? newer : older, name)
    })
  known.set(walk, found)
  return found
}

/** Whether something stands under that name, though it could not be read. */
function declares({root, format}: Snapshot, name: string): boolean {
  const shelf = format === 'swagger-2.0' ? ['securityDefinitions'] : ['components', 'securitySchemes']
  const held = shelf.reduce<unknown>((holder, key) => (isRecord(holder) ? own(holder, key) : undefined), root)
  return isRecord(held) && Object.hasOwn(held, name)
}

/** What operations ask for is another thing now, under the same name. */
export function compareSchemes(walk: Walk, stop: Stop, {older, newer}: Two<() => readonly Requirement[]>): void {
  const others = otherSchemes(walk)
  if (others.length === 0) return
  const [before, after] = [older(), newer()]
  const requirements = [...before, ...after]
  for (const name of others) {
    const [was, is] = [walk.older.schemes.get(name), walk.newer.schemes.get(name)]
    if (!was || !is) {
      // Where it is asked for on one side only, that is told by itself.
      if ([before, after].every(all => all.some(each => each.has(name))))
        tellUnknown(walk, stop, {older: was, newer: is})
      continue
    }
    if (!requirements.some(each => each.has(name))) continue
    const scopes = new Set(requirements.flatMap(each => each.get(name) ?? []))
    const found = schemeChange({older: was.raw, newer: is.raw}, scopes, stop.side)
    if (found) tell(walk, {...stop, part: 'security'}, {...found, about: name, old: was.place, new: is.place})
    tellLife(walk, stop, {older: was, newer: is})
  }
}

/** The name is still asked for, or was before: what it stands for is said on one side only. */
function tellUnknown(walk: Walk, stop: Stop, {older, newer}: Two<SecurityScheme | undefined>): void {
  const say = (scheme: SecurityScheme | undefined): string => (scheme ? saidOf(scheme.raw) : 'unknown')
  const name = older?.name ?? newer?.name ?? ''
  const fact = {about: name, was: say(older), is: say(newer), old: older?.place, new: newer?.place}
  tell(walk, {...stop, part: 'security'}, {kind: 'security-changed', ...fact})
}

/** What is said of the end of a scheme is told of it, and not of who asks for it. */
function tellLife(walk: Walk, stop: Stop, {older, newer}: Two<SecurityScheme>): void {
  const subject: Subject = {target: {kind: 'resource-field', resource: newer.name, name: '*'}}
  for (const {kind, about, was, is} of livesDiffer(older.life, newer.life)) {
    const key = about as keyof Life
    const where = {old: older.life[key]?.place ?? older.place, new: newer.life[key]?.place ?? newer.place}
    walk.ledger.add({
      kind,
      subject,
      component: newer.name,
      at: '',
      where,
      ...(about === undefined ? {} : {about}),
      ...(was === undefined ? {} : {old: was}),
      ...(is === undefined ? {} : {new: is}),
      ...announcedIn(older.life),
      reaches: [reachOf({...stop, part: 'security'})],
      proofs: {}
    })
  }
}
