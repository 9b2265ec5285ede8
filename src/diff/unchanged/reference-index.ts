import {DATA, holdsNames, PROSE} from '../documentation.ts'

type Dynamic = '$dynamicRef' | '$recursiveRef'

/** What a piece refers to, each reference once. */
export interface References {
  readonly plain: readonly string[]
  /** Where these lead depends on the way to the piece. */
  readonly dynamic: readonly (readonly [Dynamic, string])[]
  /** Some stand in a part with an address of its own: where they lead is only seen from there. */
  readonly areInside: boolean
}

export const NO_REFERENCES: References = {plain: [], dynamic: [], areInside: false}

/** Most schemas are a type and some words, and most others one reference: nothing, where there is more to look at. */
function glanced(raw: object): References | undefined {
  let reference: string | undefined
  for (const key in raw) {
    const value = (raw as Readonly<Record<string, unknown>>)[key]
    if (typeof value === 'object') {
      if (value !== null && !PROSE.has(key) && !DATA.has(key)) return undefined
    } else if (key === '$ref' && typeof value === 'string') reference = value
    else if (REFERENCES.has(key)) return undefined
  }
  return reference === undefined ? NO_REFERENCES : {...NO_REFERENCES, plain: [reference]}
}

/** Beyond so many objects it is worth knowing which were seen: aliases of aliases. */
const MANY = 1_000_000
const DYNAMIC: ReadonlySet<string> = new Set(['$dynamicRef', '$recursiveRef'])
const REFERENCES: ReadonlySet<string> = new Set(['$ref', ...DYNAMIC])

/**
 * All references that say something. One in a value may be among them: that costs a look, and nothing else. `areNames`:
 * the keys are names that somebody chose.
 */
export function referencesIn(start: object, ownNames = false): References {
  const atOnce = ownNames ? undefined : glanced(start)
  if (atOnce) return atOnce
  const plain = new Set<string>()
  const dynamic = new Map<string, readonly [Dynamic, string]>()
  let areInside = false
  const seen = new Set<object>()
  const open: object[] = [start]
  const names: boolean[] = [ownNames]
  /** Only with parts of their own address is it known of each object whether it stands in one. */
  let inside: WeakSet<object> | undefined
  let objects = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const areNames = names.pop() === true
    if (++objects > MANY) {
      if (seen.has(next)) continue
      seen.add(next)
    }
    const record = next as Readonly<Record<string, unknown>>
    const isList = Array.isArray(next)
    if (!isList && !areNames && next !== start && typeof record.$id === 'string') {
      inside ??= new WeakSet()
      inside.add(next)
    }
    const isInside = inside?.has(next) === true
    for (const key in record) {
      const inner = record[key]
      if (typeof inner === 'object' && inner !== null) {
        if (!isList && !areNames && (PROSE.has(key) || DATA.has(key))) continue
        open.push(inner)
        names.push(!isList && !areNames && holdsNames(key))
        if (isInside) inside?.add(inner)
      } else if (typeof inner === 'string' && REFERENCES.has(key) && !isList) {
        // What leads to another place of the same part leads to what was seen to be the same.
        if (isInside && (DYNAMIC.has(key) || !LEADS_ALIKE.test(inner))) areInside = true
        else if (DYNAMIC.has(key)) dynamic.set(`${key} ${inner}`, [key as Dynamic, inner])
        else plain.add(inner)
      }
    }
  }
  return {plain: [...plain], dynamic: [...dynamic.values()], areInside}
}

/** Within the part, or by a whole address. */
const LEADS_ALIKE = /^(#|[a-z][a-z0-9+.-]*:)/i
