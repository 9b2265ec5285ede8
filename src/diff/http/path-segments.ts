import type {Operation, Parameter, SchemaSource} from '../../model/api/snapshot.ts'
import {nodeAt, rootNode} from '../../schema/document/node.ts'
import type {OlderNewer} from '../context.ts'
import {acceptedTypesOf, flatten, NOT_EMPTY} from '../flatten/flatten.ts'
import {toSchemaSource} from '../proof/proofs.ts'

const nonEmptySchemas = new WeakMap<object, object>()

/**
 * Excludes the empty text from a parameter that is a whole path segment, because without it the path is another one.
 */
export function excludeEmptySegments(
  {older, newer}: OlderNewer<Parameter>,
  paths: OlderNewer<Pick<Operation, 'path'>>
): OlderNewer<Parameter> {
  const isFilled = isSegment(older, paths.older) && isSegment(newer, paths.newer)
  if (!isFilled || !older.schema || !newer.schema) return {older, newer}
  return {
    older: {...older, schema: withoutEmpty(older.schema)},
    newer: {...newer, schema: withoutEmpty(newer.schema)}
  }
}

/** Whether a parameter is a whole path segment. Other styles write a character before even an empty value. */
const isSegment = ({name, in: place, style}: Parameter, {path}: Pick<Operation, 'path'>): boolean =>
  place === 'path' && style === 'simple' && path.split('/').includes(`{${name}}`)

function withoutEmpty(source: SchemaSource): SchemaSource {
  const {raw, resource, pointer} = rootNode(source)
  if (typeof raw !== 'object' || raw === null || !acceptedTypesOf(flatten(rootNode(source))).has('string'))
    return source
  const schema = nonEmptySchemas.get(raw) ?? {allOf: [raw, NOT_EMPTY]}
  nonEmptySchemas.set(raw, schema)
  return toSchemaSource(nodeAt({raw: schema, resource, pointer}))
}
