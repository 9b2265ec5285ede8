import type {Parameter, Snapshot} from '../model/snapshot.ts'
import {nodeOf} from '../schema/node.ts'
import {flatten, propertiesOf, requiredOf, typesOf} from './flat.ts'
import {sourceOf} from './proofs.ts'
import {together} from './together.ts'

/**
 * An exploded object in the query is on the wire what parameters are that have the names of its properties. Where the
 * other side has such a parameter, and not the object, it is taken for these.
 */
export function spreadOut(
  parameters: readonly Parameter[],
  others: readonly Parameter[],
  snapshot: Snapshot
): readonly Parameter[] {
  const names = new Set(others.map(({name, in: place}) => `${place} ${name}`))
  const own = new Set(parameters.map(({name, in: place}) => `${place} ${name}`))
  return parameters.flatMap(parameter => {
    const {in: place, name} = parameter
    const parts = names.has(`${place} ${name}`) ? [] : partsOf(parameter, snapshot)
    const isSpread = parts.some(part => names.has(`${place} ${part.name}`) && !own.has(`${place} ${part.name}`))
    return isSpread ? parts.filter(part => !own.has(`${place} ${part.name}`)) : [parameter]
  })
}

function partsOf(parameter: Parameter, {placeAt}: Snapshot): Parameter[] {
  const {in: place, style, explode, schema, required} = parameter
  if (!schema || !explode || style !== 'form' || (place !== 'query' && place !== 'cookie')) return []
  const flat = flatten(nodeOf(schema))
  if ([...typesOf(flat)].some(type => type !== 'object' && type !== 'null')) return []
  const needed = requiredOf(flat)
  return [...propertiesOf(flat)].map(([name, nodes]) => {
    const node = together(nodes)
    return {
      ...parameter,
      name,
      required: required && needed.has(name),
      place: placeAt(node.pointer, node.resource.book.address),
      schema: sourceOf(node),
      life: {}
    }
  })
}
