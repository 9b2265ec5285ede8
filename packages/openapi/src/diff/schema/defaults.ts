import {type Node, rootNode, toSchemaSource} from '@tenure/json-schema/document/node'
import {writtenDigitsAt} from '@tenure/json-schema/exact-numbers'
import {isEqual} from '@tenure/json-schema/json-equality'
import type {SchemaSource} from '@tenure/json-schema/schema-source'
import {combine, type FlatSchema, flatten, keywordValues, mergeSchemas} from '../flatten/flatten.ts'

const copies = {needed: new WeakMap<Node, Node>(), free: new WeakMap<Node, Node>()}
const requiredCopies = new WeakSet<object>()

interface Both<Held> {
  readonly older: Held
  readonly newer: Held
}

/**
 * The schemas of a value that must be present, without their defaults if these differ, because they never apply. If a
 * value becomes required, its older default is ignored as well, because the new requirement is reported instead.
 */
export function dropUnusedDefaults(
  {older, newer}: Both<readonly Node[]>,
  isNeeded: Both<boolean>
): Both<readonly Node[]> {
  if (older.length === 0 || newer.length === 0 || !(isNeeded.older || isNeeded.newer)) return {older, newer}
  const [was, is] = [mergeSchemas(older), mergeSchemas(newer)]
  if (isEqual(effectiveDefaultOf(flatten(was)), effectiveDefaultOf(flatten(is)))) return {older, newer}
  return {older: [copySchema(was, true)], newer: [copySchema(is, isNeeded.newer)]}
}

/** Drops unused defaults from holders of schemas, such as parameters and contents, as `dropUnusedDefaults` does. */
export function dropUnusedDefaultsOfHolders<Held extends {readonly schema?: SchemaSource}>(
  {older, newer}: Both<Held>,
  isNeeded: Both<boolean>
): Both<Held> {
  if (!older.schema || !newer.schema) return {older, newer}
  const schemas = dropUnusedDefaults({older: [rootNode(older.schema)], newer: [rootNode(newer.schema)]}, isNeeded)
  const [[was], [is]] = [schemas.older, schemas.newer]
  return was && is
    ? {older: {...older, schema: toSchemaSource(was)}, newer: {...newer, schema: toSchemaSource(is)}}
    : {older, newer}
}

/** The value that applies if nothing is sent; `undefined` if there is none, or if the value must be present. */
export function effectiveDefaultOf(flat: FlatSchema): unknown {
  const [first] = isRequiredValue(flat) ? [] : keywordValues(flat, 'default')
  return first && (writtenDigitsAt(first.node.raw as object, 'default') ?? first.value)
}

/** Whether the value must be present, so that its own default never applies. */
const isRequiredValue = ({node: {raw}}: FlatSchema): boolean =>
  typeof raw === 'object' && raw !== null && requiredCopies.has(raw)

/** A copy of the schema, with or without its default, because other references to the same schema may be optional. */
function copySchema(node: Node, isNeeded: boolean): Node {
  const all = isNeeded ? copies.needed : copies.free
  const known = all.get(node)
  if (known) return known
  const other = combine(node, [node])
  if (isNeeded) requiredCopies.add(other.raw as object)
  all.set(node, other)
  return other
}
