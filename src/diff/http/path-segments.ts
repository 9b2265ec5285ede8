import type {Operation, Parameter, SchemaSource} from '../../model/api/snapshot.ts'
import {enter, nodeOf} from '../../schema/document/node.ts'
import type {Two} from '../context.ts'
import {flatten, NOT_EMPTY, typesOf} from '../flatten/flatten.ts'
import {sourceOf} from '../proof/proofs.ts'

const nonEmptySchemas = new WeakMap<object, object>()

/**
 * Excludes the empty text from a parameter that is a whole path segment, because without it the path is another one.
 */
export function filled({older, newer}: Two<Parameter>, paths: Two<Pick<Operation, 'path'>>): Two<Parameter> {
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
  const {raw, resource, pointer} = nodeOf(source)
  if (typeof raw !== 'object' || raw === null || !typesOf(flatten(nodeOf(source))).has('string')) return source
  const schema = nonEmptySchemas.get(raw) ?? {allOf: [raw, NOT_EMPTY]}
  nonEmptySchemas.set(raw, schema)
  return sourceOf(enter({raw: schema, resource, pointer}))
}
