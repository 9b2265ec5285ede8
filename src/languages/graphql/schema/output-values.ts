import {findImplementations} from './reach.ts'
import {type GraphqlSchema, namedTypeOf} from './schema.ts'
import {listDepth} from './type-changes.ts'

/** A value that a type of the newer schema can have in a response and one of the older can't. `undefined` if none is known. */
export function findNewValue(
  [old, older]: readonly [type: string, schema: GraphqlSchema],
  [fresh, newer]: readonly [type: string, schema: GraphqlSchema]
): unknown {
  if (listDepth(old) !== listDepth(fresh)) return listDepth(fresh) > 0 ? [] : sampleOf(namedTypeOf(fresh), newer)
  const [was, is] = [namedTypeOf(old), namedTypeOf(fresh)]
  const found = newValueOf(was, older, is, newer)
  return found === undefined ? undefined : Array.from({length: listDepth(fresh)}).reduce(value => [value], found)
}

function newValueOf(was: string, older: GraphqlSchema, is: string, newer: GraphqlSchema): unknown {
  const known = possibleTypes(was, older)
  const added = [...possibleTypes(is, newer)].find(each => !known.has(each))
  if (known.size > 0 && added !== undefined) return {__typename: added}
  const values = older.types.get(was)?.values
  if (values && values.size > 0) {
    const others = [...(newer.types.get(is)?.values.keys() ?? [])]
    return others.find(each => !values.has(each)) ?? (others.length > 0 ? undefined : sampleOf(is, newer))
  }
  const sample = sampleOf(is, newer)
  return sample !== undefined && excludes(was, sample) ? sample : undefined
}

/** A value of a type that isn't an object. `undefined` for a scalar of the schema, whose values aren't known. */
function sampleOf(name: string, {types}: GraphqlSchema): unknown {
  const [value] = types.get(name)?.values.keys() ?? []
  if (value !== undefined) return value
  const possible = [...possibleTypes(name, {types})]
  return possible.length > 0 ? {__typename: possible[0]} : SAMPLES[name]
}

const SAMPLES: Readonly<Record<string, unknown>> = {Int: 1, Float: 0.5, Boolean: true, String: 'a', ID: 'a'}

/** Whether a built-in type never has the value in a response. */
function excludes(name: string, value: unknown): boolean {
  if (name === 'Int') return !Number.isInteger(value)
  if (name === 'Float') return typeof value !== 'number'
  if (name === 'Boolean') return typeof value !== 'boolean'
  return (name === 'String' || name === 'ID') && typeof value !== 'string'
}

/** The object types that a composite type can be. */
function possibleTypes(name: string, schema: Pick<GraphqlSchema, 'types'>): ReadonlySet<string> {
  const type = schema.types.get(name)
  if (type?.kind === 'object') return new Set([name])
  if (type?.kind === 'union') return new Set(type.members.keys())
  if (type?.kind !== 'interface') return new Set()
  const all = findImplementations(schema).get(name) ?? []
  return new Set(all.filter(each => schema.types.get(each)?.kind === 'object'))
}
