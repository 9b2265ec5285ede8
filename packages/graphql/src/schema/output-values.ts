import {findImplementations} from './reach.ts'
import type {GraphqlSchema} from './schema.ts'
import {itemOf} from './type-changes.ts'

/** A type as written, with the schema that defines it. */
type TypeIn = readonly [type: string, schema: GraphqlSchema]

/** A value that a type of the newer schema can have in a response and one of the older can't. `undefined` if none is known. */
export function findNewValue([old, older]: TypeIn, [fresh, newer]: TypeIn): unknown {
  if (old.endsWith('!') && !fresh.endsWith('!')) return null
  const [was, is] = [old, fresh].map(each => each.replace(/!$/, '')) as [string, string]
  const [wasList, isList] = [was.startsWith('['), is.startsWith('[')]
  if (wasList && isList) {
    const item = findNewValue([itemOf(was), older], [itemOf(is), newer])
    return item === undefined ? undefined : [item]
  }
  if (isList) return []
  return wasList ? (sampleOf(is, newer) ?? '1') : newValueOf(was, older, is, newer)
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

/** A value of a type that isn't a list. `undefined` for a scalar of the schema, whose values aren't known. */
function sampleOf(name: string, schema: GraphqlSchema): unknown {
  const [value] = schema.types.get(name)?.values.keys() ?? []
  if (value !== undefined) return value
  const [possible] = possibleTypes(name, schema)
  return possible === undefined ? SAMPLES[name] : {__typename: possible}
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
function possibleTypes(name: string, schema: GraphqlSchema): ReadonlySet<string> {
  const type = schema.types.get(name)
  if (type?.kind === 'object') return new Set([name])
  if (type?.kind === 'union') return new Set(type.members.keys())
  if (type?.kind !== 'interface') return new Set()
  const all = findImplementations(schema).get(name) ?? []
  return new Set(all.filter(each => schema.types.get(each)?.kind === 'object'))
}
