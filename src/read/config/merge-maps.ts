type Tree = {readonly [key: string]: unknown}
const isTree = (value: unknown): value is Tree => value !== null && typeof value === 'object' && !Array.isArray(value)

/** Merges maps key by key; any other value of the child replaces the parent's. */
export function mergeMaps(parent: unknown, child: unknown): unknown {
  if (child === undefined) return parent
  if (!isTree(parent) || !isTree(child)) return child
  const keys = [...new Set([...Object.keys(parent), ...Object.keys(child)])]
  return Object.fromEntries(keys.map(key => [key, mergeMaps(parent[key], child[key])]))
}
