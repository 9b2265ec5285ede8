import type {Place} from '../model/place.ts'
import type {Requirement} from '../model/snapshot.ts'
import {isEqual} from './equality.ts'
import {isSameScheme, schemeChange} from './schemes.ts'
import {type Stop, type Two, tell, type Walk} from './walk.ts'

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

/** What schemes of the older document are called in the newer one, where they are the same under another name. */
function namesOfSchemes({older, newer}: Walk): ReadonlyMap<string, string> {
  const fresh = [...newer.schemes].filter(([name]) => !older.schemes.has(name))
  return new Map(
    [...older.schemes].flatMap(([name, scheme]) => {
      const twin = newer.schemes.has(name) ? undefined : fresh.find(([, other]) => isSameScheme(scheme.raw, other.raw))
      return twin ? [[name, twin[0]] as const] : []
    })
  )
}

/** Who was let in and is not now, and the reverse. */
export function compareSecurity(
  walk: Walk,
  stop: Stop,
  two: Two<{security: readonly Requirement[]; place: Place}>
): void {
  const {older, newer} = two
  const names = namesOfSchemes(walk)
  const was = alternativesOf(older.security).map(
    held => new Map([...held].map(([name, scopes]) => [names.get(name) ?? name, scopes]))
  )
  const is = alternativesOf(newer.security)
  const shut = was.filter(held => !is.some(wanted => suffices(held, wanted)))
  const opened = is.filter(held => !was.some(wanted => suffices(held, wanted)))
  const places = {old: older.place, new: newer.place}
  const said = {was: was.map(say).join(', or '), is: is.map(say).join(', or ')}
  if (shut.length > 0)
    tell(
      walk,
      {...stop, part: 'security'},
      {kind: 'security-stricter', about: shut.map(say).join(', or '), ...said, ...places}
    )
  else if (opened.length > 0)
    tell(
      walk,
      {...stop, part: 'security'},
      {kind: 'security-looser', about: opened.map(say).join(', or '), ...said, ...places}
    )
}

/** The schemes of which something is said that was not. */
const otherSchemes = ({older, newer}: Walk): string[] =>
  [...older.schemes].flatMap(([name, was]) => {
    const is = newer.schemes.get(name)
    return is && !isEqual(was.raw, is.raw) ? [name] : []
  })

const known = new WeakMap<Walk, readonly string[]>()

/** What operations ask for is another thing now, under the same name. */
export function compareSchemes(walk: Walk, stop: Stop, {older, newer}: Two<() => readonly Requirement[]>): void {
  const others = known.get(walk) ?? otherSchemes(walk)
  known.set(walk, others)
  if (others.length === 0) return
  const requirements = [...older(), ...newer()]
  for (const name of others) {
    const [was, is] = [walk.older.schemes.get(name), walk.newer.schemes.get(name)]
    if (!was || !is || !requirements.some(each => each.has(name))) continue
    const scopes = new Set(requirements.flatMap(each => each.get(name) ?? []))
    const found = schemeChange({older: was.raw, newer: is.raw}, scopes)
    if (found) tell(walk, {...stop, part: 'security'}, {...found, about: name, old: was.place, new: is.place})
  }
}
