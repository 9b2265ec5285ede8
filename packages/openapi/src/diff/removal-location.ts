import type {Change} from '@tenure/core/model/api/change'
import {escapePointerKey, parsePointer, type SourceLocation} from '@tenure/core/model/location'
import {memoize} from '@tenure/core/model/memoize'
import {isNamed, pathShape, type Target, targetKey} from '@tenure/core/model/subject/subject'
import {isRecord, own} from '@tenure/json-schema/json'
import type {Operation, Snapshot} from '../snapshot.ts'
import type {OlderNewer} from './context.ts'

/**
 * Returns a function that adds to each removal where the element is missing in the newer description: the nearest
 * ancestor that still exists, such as the path of a removed method or the operation of a removed parameter.
 */
export function createRemovalLocator({older, newer}: OlderNewer<Snapshot>): (change: Change) => Change {
  let known: OlderNewer<OperationIndex> | undefined
  const operations = (): OlderNewer<OperationIndex> => {
    known ??= {older: indexOperations(older), newer: indexOperations(newer)}
    return known
  }
  return change => {
    const {old, new: fresh} = change.where
    if (!old || fresh) return change
    const target = change.reaches[0]?.operation.target ?? change.subject.target
    return {...change, where: {old, missingFrom: removalLocationOf(old, target, {older, newer}, operations())}}
  }
}

/** Finds an operation by its exact spelling, or else by a path that differs only in the names of parameters. */
interface OperationIndex {
  readonly get: (target: Target) => Operation | undefined
  readonly all: readonly Operation[]
}

function indexOperations({operations}: Snapshot): OperationIndex {
  const keys = (keyOf: (target: Target) => string) => new Map(operations.map(each => [keyOf(each.target), each]))
  const [written, spelled] = [keys(({text}) => text), keys(targetKey)]
  return {all: operations, get: target => written.get(target.text) ?? spelled.get(targetKey(target))}
}

function removalLocationOf(
  old: SourceLocation,
  target: Target,
  {older, newer}: OlderNewer<Snapshot>,
  operations: OlderNewer<OperationIndex>
): SourceLocation {
  const owner = findOwner(target, operations)
  if (owner) {
    const was = operations.older.get(owner.target)?.place
    const way = was && keysBelow(was, old)
    // A separate component may still exist; then the operation is where the reference is missing.
    return way ? locationInside(owner, way) : owner.place
  }
  const removed = operations.older.get(target)
  const keys = removed
    ? keysOfPathItem(removed, newer.root)
    : old.source === older.source
      ? parsePointer(old.pointer ?? '')
      : []
  return newer.placeAt(pointerOf(existingKeys(newer.root, keys)))
}

/**
 * The operation in the newer description, or the operation that has it as a callback, whose own path may have changed;
 * `undefined` if there is neither.
 */
function findOwner(target: Target, {older, newer}: OlderNewer<OperationIndex>): Operation | undefined {
  const found = newer.get(target)
  if (found || !isNamed(target)) return found
  const {name} = target
  const caller = older.all.find(each => name.endsWith(` of ${each.target.text}`))
  return caller && newer.get(caller.target)
}

/** The keys from an operation down to an element in the same file; `undefined` if the element isn't there. */
function keysBelow(from: SourceLocation, to: SourceLocation): string[] | undefined {
  const isWithin = from.source === to.source && to.pointer?.startsWith(`${from.pointer}/`) === true
  return isWithin ? parsePointer((to.pointer ?? '').slice((from.pointer ?? '').length)) : undefined
}

function locationInside({place, rawParts: [raw]}: Operation, way: readonly string[]): SourceLocation {
  return {...place, pointer: `${place.pointer ?? ''}${pointerOf(existingKeys(raw, way))}`}
}

/**
 * The keys of an operation's path or webhook in the newer description, where its path parameters may have other names.
 */
function keysOfPathItem({kind, path}: Operation, root: unknown): string[] {
  const sections = kind === 'endpoint' ? ['paths', 'x-ms-paths'] : ['webhooks', 'x-webhooks']
  for (const section of sections) {
    const held = isRecord(root) ? own(root, section) : undefined
    if (!isRecord(held)) continue
    const key =
      kind === 'endpoint' ? keysByShape(held).get(pathShape(path)) : Object.hasOwn(held, path) ? path : undefined
    if (key !== undefined) return [section, key]
  }
  return [sections.find(each => isRecord(root) && Object.hasOwn(root, each)) ?? '']
}

/** The path keys of a section by their shape, without the names of parameters; the first key of each shape. */
const keysByShape = memoize(
  (section: object): ReadonlyMap<string, string> =>
    new Map(
      Object.keys(section)
        .toReversed()
        .map(key => [pathShape(key), key])
    )
)

/** The leading keys that still exist. They end at a list, because its items may have moved. */
function existingKeys(raw: unknown, way: readonly string[]): readonly string[] {
  let value = raw
  const end = way.findIndex(key => {
    const isThere = isRecord(value) && Object.hasOwn(value, key)
    value = isRecord(value) ? own(value, key) : undefined
    return !isThere
  })
  return end === -1 ? way : way.slice(0, end)
}

const pointerOf = (keys: readonly string[]): string => keys.map(key => `/${escapePointerKey(key)}`).join('')
