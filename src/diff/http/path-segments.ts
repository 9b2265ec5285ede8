import type {Operation, Parameter, SchemaSource} from '../../model/api/snapshot.ts'
import {enter, nodeOf} from '../../schema/document/node.ts'
import type {Two} from '../context.ts'
import {flatten, NOT_EMPTY, typesOf} from '../flatten/flatten.ts'
import {sourceOf} from '../proof/proofs.ts'

const made = new WeakMap<object, object>()

/** A parameter that is all of a segment of the path: left empty it would make another path. */
export function filled({older, newer}: Two<Parameter>, paths: Two<Pick<Operation, 'path'>>): Two<Parameter> {
  const isFilled = isSegment(older, paths.older) && isSegment(newer, paths.newer)
  if (!isFilled || !older.schema || !newer.schema) return {older, newer}
  return {
    older: {...older, schema: withoutEmpty(older.schema)},
    newer: {...newer, schema: withoutEmpty(newer.schema)}
  }
}

/** Of the other styles a character stands before even an empty value. */
const isSegment = ({name, in: place, style}: Parameter, {path}: Pick<Operation, 'path'>): boolean =>
  place === 'path' && style === 'simple' && path.split('/').includes(`{${name}}`)

function withoutEmpty(source: SchemaSource): SchemaSource {
  const {raw, resource, pointer} = nodeOf(source)
  if (typeof raw !== 'object' || raw === null || !typesOf(flatten(nodeOf(source))).has('string')) return source
  const schema = made.get(raw) ?? {allOf: [raw, NOT_EMPTY]}
  made.set(raw, schema)
  return sourceOf(enter({raw: schema, resource, pointer}))
}
