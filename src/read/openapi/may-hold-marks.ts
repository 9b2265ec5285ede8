import {isRecord} from '../../schema/json.ts'
import {MARK_KEYS} from './lifecycle-extensions.ts'

/** Examples and data, which can't mark anything. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const'])

/**
 * Whether a description contains any deprecation or sunset. If it does, the absence of a mark elsewhere is meaningful.
 */
export function containsMarks(root: unknown): boolean {
  if (hasDeprecatedOperation(root)) return true
  const seen = new Set<object>()
  const waiting: unknown[] = [root]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if (Array.isArray(value)) {
      for (const each of value) waiting.push(each)
      continue
    }
    for (const key in value) {
      const inner = (value as Readonly<Record<string, unknown>>)[key]
      if (inner === true ? MARK_KEYS.has(key) : key.startsWith('x-') && MARK_KEYS.has(key) && isSet(inner)) return true
      if (typeof inner === 'object' && !DATA.has(key)) waiting.push(inner)
    }
  }
  return false
}

const isSet = (value: unknown): boolean => value !== null && value !== false && value !== ''

/** A fast check first: most descriptions with marks mark an operation. */
function hasDeprecatedOperation(root: unknown): boolean {
  const paths = isRecord(root) && isRecord(root.paths) ? Object.values(root.paths) : []
  return paths.some(
    item => isRecord(item) && Object.values(item).some(each => isRecord(each) && each.deprecated === true)
  )
}
