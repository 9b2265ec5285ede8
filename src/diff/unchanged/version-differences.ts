import type {Node} from '../../schema/document/node.ts'
import {isRecord} from '../../schema/json.ts'

/** What one version of the format takes for a word and another one does not, or takes for another word. */
const OF_A_VERSION: ReadonlySet<string> = new Set([
  ...['nullable', 'x-nullable', 'exclusiveMinimum', 'exclusiveMaximum', 'const', 'prefixItems', 'additionalItems'],
  ...['contains', 'if', 'propertyNames', 'patternProperties', 'dependencies', 'dependentRequired', 'dependentSchemas'],
  ...['unevaluatedProperties', 'unevaluatedItems', '$id', 'id', '$anchor', '$schema', '$dynamicRef', '$recursiveRef']
])

/** Words beside a reference that say nothing of values. */
const BESIDE: ReadonlySet<string> = new Set(['$ref', 'description', 'summary'])

const known = new WeakMap<object, boolean>()

/** Whether the same words mean the same on both sides: what `nullable` says in OpenAPI 3.0 it does not say in 3.1. */
export const areReadAlike = (raw: unknown, older: Node, newer: Node): boolean =>
  older.dialect === newer.dialect || typeof raw !== 'object' || raw === null || !holdsWords(raw)

/** Data with such a name in it is looked at for nothing, and no more than that. */
function holdsWords(start: object): boolean {
  const before = known.get(start)
  if (before !== undefined) return before
  let found = false
  const seen = new Set<object>([start])
  for (const raw of seen) {
    const keys = isRecord(raw) ? Object.keys(raw) : []
    const hasMore = keys.includes('$ref') && keys.some(key => !BESIDE.has(key))
    if (hasMore || keys.some(key => OF_A_VERSION.has(key)) || ('items' in raw && Array.isArray(raw.items))) {
      found = true
      break
    }
    for (const value of Object.values(raw)) if (typeof value === 'object' && value !== null) seen.add(value)
  }
  known.set(start, found)
  return found
}
