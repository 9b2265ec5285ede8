import {rootNode, toSchemaSource} from '@tenure/json-schema/document/node'
import type {Parameter, Snapshot} from '../../snapshot.ts'
import {acceptedTypesOf, type FlatSchema, flatten, mergeSchemas, propertiesOf, requiredOf} from '../flatten/flatten.ts'

/**
 * Splits exploded objects in the query into parameters with the names of their properties, which are sent in the same
 * way. An object is split only if the other side has such a parameter, and not the object.
 */
export function splitExplodedObjects(
  parameters: readonly Parameter[],
  others: readonly Parameter[],
  snapshot: Snapshot
): readonly Parameter[] {
  const names = new Set(others.map(({name, in: place}) => `${place} ${name}`))
  const own = new Set(parameters.map(({name, in: place}) => `${place} ${name}`))
  return parameters.flatMap(parameter => {
    const {in: place, name} = parameter
    const parts = names.has(`${place} ${name}`) ? [] : propertyParametersOf(parameter, snapshot)
    const isSpread = parts.some(part => names.has(`${place} ${part.name}`) && !own.has(`${place} ${part.name}`))
    return isSpread ? parts.filter(part => !own.has(`${place} ${part.name}`)) : [parameter]
  })
}

/**
 * Pairs exploded objects that were renamed, because their own name isn't sent. Two match if they share a property, or
 * if both document none.
 */
export function pairRenamedObjects(
  removed: readonly Parameter[],
  added: readonly Parameter[]
): {older: Parameter; newer: Parameter}[] {
  const left = added.flatMap(newer => objectOf(newer) ?? [])
  return removed.flatMap(each => {
    const older = objectOf(each)
    const at = older ? left.findIndex(newer => older.in === newer.in && haveInCommon(older.names, newer.names)) : -1
    const [match] = at < 0 ? [] : left.splice(at, 1)
    return match ? [{older: each, newer: match.parameter}] : []
  })
}

const haveInCommon = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  some.size === 0 ? others.size === 0 : [...some].some(name => others.has(name))

function objectOf(parameter: Parameter) {
  const flat = explodedSchemaOf(parameter)
  return flat && {parameter, in: parameter.in, names: new Set(propertiesOf(flat).keys())}
}

/** Whether a parameter may be an object whose properties are sent without its own name. */
export const mayBeExplodedObject = (parameter: Parameter): boolean => explodedSchemaOf(parameter) !== undefined

/** The schema of an object whose properties are sent without its own name; `undefined` for other parameters. */
function explodedSchemaOf({in: place, style, explode, schema}: Parameter): FlatSchema | undefined {
  if (!schema || !explode || style !== 'form' || (place !== 'query' && place !== 'cookie')) return undefined
  const flat = flatten(rootNode(schema))
  return [...acceptedTypesOf(flat)].every(type => type === 'object' || type === 'null') ? flat : undefined
}

function propertyParametersOf(parameter: Parameter, {placeAt}: Snapshot): Parameter[] {
  const {required} = parameter
  const flat = explodedSchemaOf(parameter)
  if (!flat) return []
  const needed = requiredOf(flat)
  return [...propertiesOf(flat)].map(([name, nodes]) => {
    const node = mergeSchemas(nodes)
    return {
      ...parameter,
      name,
      required: required && needed.has(name),
      place: placeAt(node.pointer, node.resource.document.address),
      schema: toSchemaSource(node),
      life: {}
    }
  })
}
