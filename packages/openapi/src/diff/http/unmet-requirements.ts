import type {SecurityRequirement} from '../../snapshot.ts'

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
