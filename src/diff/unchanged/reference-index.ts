import {DATA_KEYWORDS, DOCUMENTATION_KEYS, hasNamesAsKeys} from '../documentation.ts'

type Dynamic = '$dynamicRef' | '$recursiveRef'

/** The references of a part, each once. */
export interface PartReferences {
  readonly plain: readonly string[]
  /** References whose target depends on the path to the part. */
  readonly dynamic: readonly (readonly [Dynamic, string])[]
  /** Whether some are in a subschema with its own `$id`, and can only be resolved from there. */
  readonly hasRelocated: boolean
}

export const NO_REFERENCES: PartReferences = {plain: [], dynamic: [], hasRelocated: false}

/** The references of a schema without nested schemas, which most are; `undefined` if it needs a full search. */
function referencesOfFlatSchema(raw: object): PartReferences | undefined {
  let reference: string | undefined
  for (const key in raw) {
    const value = (raw as Readonly<Record<string, unknown>>)[key]
    if (typeof value === 'object') {
      if (value !== null && !DOCUMENTATION_KEYS.has(key) && !DATA_KEYWORDS.has(key)) return undefined
    } else if (key === '$ref' && typeof value === 'string') reference = value
    else if (REFERENCES.has(key)) return undefined
  }
  return reference === undefined ? NO_REFERENCES : {...NO_REFERENCES, plain: [reference]}
}

/** The number of objects after which visited ones are remembered, because of nested YAML aliases. */
const MAX_UNTRACKED = 1_000_000
const DYNAMIC: ReadonlySet<string> = new Set(['$dynamicRef', '$recursiveRef'])
const REFERENCES: ReadonlySet<string> = new Set(['$ref', ...DYNAMIC])

/**
 * All references of a part that have an effect. A reference inside plain data can be among them, which only costs a
 * lookup. `ownNames`: the keys are names that the author chose.
 */
export function referencesIn(start: object, ownNames = false): PartReferences {
  const atOnce = ownNames ? undefined : referencesOfFlatSchema(start)
  if (atOnce) return atOnce
  const plain = new Set<string>()
  const dynamic = new Map<string, readonly [Dynamic, string]>()
  let areInside = false
  const seen = new Set<object>()
  const open: object[] = [start]
  const names: boolean[] = [ownNames]
  /** The objects in subschemas with their own `$id`, only tracked if there are any. */
  let inside: WeakSet<object> | undefined
  let objects = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const areNames = names.pop() === true
    if (++objects > MAX_UNTRACKED) {
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
        if (!isList && !areNames && (DOCUMENTATION_KEYS.has(key) || DATA_KEYWORDS.has(key))) continue
        open.push(inner)
        names.push(!isList && !areNames && hasNamesAsKeys(key))
        if (isInside) inside?.add(inner)
      } else if (typeof inner === 'string' && REFERENCES.has(key) && !isList) {
        // A reference to another place in the same subschema leads to what was found to be the same.
        if (isInside && (DYNAMIC.has(key) || !SAME_TARGET.test(inner))) areInside = true
        else if (DYNAMIC.has(key)) dynamic.set(`${key} ${inner}`, [key as Dynamic, inner])
        else plain.add(inner)
      }
    }
  }
  return {plain: [...plain], dynamic: [...dynamic.values()], hasRelocated: areInside}
}

/** References within the same subschema, or by an absolute URI. */
const SAME_TARGET = /^(#|[a-z][a-z0-9+.-]*:)/i
