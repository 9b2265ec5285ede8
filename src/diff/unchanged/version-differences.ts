import type {Node} from '../../schema/document/node.ts'
import {isRecord} from '../../schema/json.ts'

/** Keywords that only some versions of the format know, or that mean something else in some of them. */
const VERSIONED_KEYWORDS: ReadonlySet<string> = new Set([
  ...['nullable', 'x-nullable', 'exclusiveMinimum', 'exclusiveMaximum', 'const', 'prefixItems', 'additionalItems'],
  ...['contains', 'if', 'propertyNames', 'patternProperties', 'dependencies', 'dependentRequired', 'dependentSchemas'],
  ...['unevaluatedProperties', 'unevaluatedItems', '$id', 'id', '$anchor', '$schema', '$dynamicRef', '$recursiveRef']
])

/** Keys beside a reference that don't constrain values. */
const DOCUMENTATION_SIBLINGS: ReadonlySet<string> = new Set(['$ref', 'description', 'summary'])

const known = new WeakMap<object, boolean>()

/** Whether the same text means the same on both sides: `nullable` has an effect in OpenAPI 3.0, but not in 3.1. */
export const hasSameMeaning = (raw: unknown, older: Node, newer: Node): boolean =>
  older.dialect === newer.dialect || typeof raw !== 'object' || raw === null || !containsVersionedKeyword(raw)

/**
 * Whether a value contains such a keyword. If plain data contains the same name, the only cost is a needless
 * comparison.
 */
function containsVersionedKeyword(start: object): boolean {
  const before = known.get(start)
  if (before !== undefined) return before
  let found = false
  const seen = new Set<object>([start])
  for (const raw of seen) {
    const keys = isRecord(raw) ? Object.keys(raw) : []
    const hasMore = keys.includes('$ref') && keys.some(key => !DOCUMENTATION_SIBLINGS.has(key))
    if (hasMore || keys.some(key => VERSIONED_KEYWORDS.has(key)) || ('items' in raw && Array.isArray(raw.items))) {
      found = true
      break
    }
    for (const value of Object.values(raw)) if (typeof value === 'object' && value !== null) seen.add(value)
  }
  known.set(start, found)
  return found
}
