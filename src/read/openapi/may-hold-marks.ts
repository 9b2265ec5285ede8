import {isRecord} from '../../schema/json.ts'
import {MARKS} from './lifecycle-extensions.ts'

/** What is an example of data, or data itself, says nothing of the API. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Whether a description marks anything as deprecated, or promises any end: then its silence tells something too. */
export function holdsMarks(root: unknown): boolean {
  if (marksOperation(root)) return true
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
      if (inner === true ? MARKS.has(key) : key.startsWith('x-') && MARKS.has(key) && isSaid(inner)) return true
      if (typeof inner === 'object' && !DATA.has(key)) waiting.push(inner)
    }
  }
  return false
}

const isSaid = (value: unknown): boolean => value !== null && value !== false && value !== ''

/** Where anything is marked, mostly an operation is, which is seen without a look at all the rest. */
function marksOperation(root: unknown): boolean {
  const paths = isRecord(root) && isRecord(root.paths) ? Object.values(root.paths) : []
  return paths.some(
    item => isRecord(item) && Object.values(item).some(each => isRecord(each) && each.deprecated === true)
  )
}
