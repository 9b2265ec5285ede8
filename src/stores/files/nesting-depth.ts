import {formatPointer} from '../../model/location.ts'

/** The nesting limit of a JSON or YAML file, because parsers recurse once per level. Real files stay below 50. */
export const MAX_NESTING_DEPTH = 500
export const NESTING_TOO_DEEP = `Values are nested more than ${MAX_NESTING_DEPTH} levels deep.`

/** A list or map, with its key and parent. */
interface Level {
  readonly value: object
  readonly depth: number
  readonly key: string
  readonly above: Level | undefined
}

/**
 * The JSON pointer of the first list or map nested deeper than `levels`; `undefined` if there is none. Aliases are
 * followed, except into a cycle.
 */
export function findDeeperThan(levels: number, root: unknown): string | undefined {
  const deepest = new Map<object, number>()
  const open: Level[] = []
  const enter = (value: unknown, key: string, above: Level | undefined): void => {
    if (typeof value !== 'object' || value === null) return
    const depth = (above?.depth ?? 0) + 1
    const before = deepest.get(value)
    if (before !== undefined && (before >= depth || contains(above, value))) return
    deepest.set(value, depth)
    open.push({value, depth, key, above})
  }
  enter(root, '', undefined)
  for (let level = open.pop(); level; level = open.pop()) {
    if (level.depth > levels) return pointerOf(level)
    for (const [key, value] of Object.entries(level.value).reverse()) enter(value, key, level)
  }
  return undefined
}

function contains(within: Level | undefined, value: object): boolean {
  for (let level = within; level; level = level.above) if (level.value === value) return true
  return false
}

function pointerOf(level: Level): string {
  const keys: string[] = []
  for (let at = level; at.above; at = at.above) keys.push(at.key)
  return formatPointer(keys.reverse())
}
