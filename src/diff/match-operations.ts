import type {Operation, Snapshot} from '../model/api/snapshot.ts'
import {groupBy} from '../model/group-by.ts'
import {pathShape} from '../model/subject/subject.ts'

/**
 * The key that finds an operation on the other side. Templates that differ only in the names of path parameters share a
 * key.
 */
export type OperationKey = (
  operation: Pick<Operation, 'kind' | 'method' | 'path' | 'target'>,
  snapshot: Snapshot
) => string

interface OperationPairs {
  /** The newer operation of each pair, by the older one. */
  readonly pairs: ReadonlyMap<Operation, Operation>
  readonly keyOf: OperationKey
  /** Whether the base path moved into the paths, or out of them. */
  readonly isBasePathMoved: boolean
}

const withoutBase: OperationKey = ({method, path, kind, target}) =>
  kind === 'endpoint' ? `${method} ${pathShape(path)}` : JSON.stringify(target)
const withBase: OperationKey = (operation, {basePath: base}) =>
  withoutBase({...operation, path: `${base}${operation.path}`}, {basePath: base} as Snapshot)

/**
 * Pairs the operations of two descriptions. If several path templates have the same shape (`/shelves/{id}` and
 * `/shelves/{name}`), those with the same spelling are paired first, and then the only two that remain.
 */
export function pairOperations(older: Snapshot, newer: Snapshot): OperationPairs {
  const keyOf = keysFor(older, newer)
  const isInPaths = keyOf === withBase
  const writtenIn = ({path}: Operation, {basePath: base}: Snapshot): string => (isInPaths ? `${base}${path}` : path)
  const others = groupBy(newer.operations, each => keyOf(each, newer))
  const pairs = new Map<Operation, Operation>()
  for (const [key, olds] of groupBy(older.operations, each => keyOf(each, older))) {
    const open = new Set(others.get(key))
    const left = olds.filter(was => {
      const same = [...open].find(is => writtenIn(was, older) === writtenIn(is, newer))
      if (!same) return true
      pairs.set(was, same)
      return !open.delete(same)
    })
    const [[was], [is]] = [left, [...open]]
    if (was && is && left.length === 1 && open.size === 1) pairs.set(was, is)
  }
  return {pairs, keyOf, isBasePathMoved: isInPaths}
}

/** Chooses the key. The base path isn't part of it, unless it moved into the paths, or out of them. */
function keysFor(older: Snapshot, newer: Snapshot): OperationKey {
  if (older.basePath === newer.basePath) return withoutBase
  const shared = (key: OperationKey): number => {
    const keys = new Set(older.operations.map(each => key(each, older)))
    return newer.operations.filter(each => keys.has(key(each, newer))).length
  }
  return shared(withBase) > shared(withoutBase) ? withBase : withoutBase
}
