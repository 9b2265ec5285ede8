import {rootNode} from '@tenure/json-schema/document/node'
import type {DeclaredParameter, Operation, Parameter} from '../../snapshot.ts'
import type {DiffContext, OlderNewer} from '../context.ts'
import {equalsIgnoringDocumentation} from '../documentation.ts'
import {mayBeExplodedObject} from './exploded-query.ts'

/**
 * The parameters of two operations, except those that are the same on both sides together with everything they refer
 * to. Most are the same and needn't be read: they have no effect on the comparison of the others, as long as the paths
 * are the same and no object is sent as its properties.
 */
export function readChangedParameters(
  context: DiffContext,
  {older, newer}: OlderNewer<Operation>
): OlderNewer<readonly Parameter[]> {
  const [was, is] = [older.details(), newer.details()]
  const all = () => ({older: was.parameters, newer: is.parameters})
  if (older.path !== newer.path || context.older.format !== context.newer.format) return all()
  const others = new Map(is.declaredParameters.map(each => [keyOf(each), each]))
  const same = new Set<DeclaredParameter>()
  const before = was.declaredParameters.filter(each => {
    const other = others.get(keyOf(each))
    if (!other || !isSame(context, {older: each, newer: other})) return true
    same.add(other)
    return false
  })
  const after = is.declaredParameters.filter(each => !same.has(each))
  if (same.size === 0) return all()
  const changed = {older: before.flatMap(each => each.read() ?? []), newer: after.flatMap(each => each.read() ?? [])}
  return [...changed.older, ...changed.newer].some(mayBeExplodedObject) ? all() : changed
}

const keyOf = ({name, in: place}: DeclaredParameter): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`

/** Whether two parameters have the same text, apart from documentation, and refer to nothing that differs. */
function isSame({changedReferences}: DiffContext, {older, newer}: OlderNewer<DeclaredParameter>): boolean {
  const [was, is] = [older.source(), newer.source()]
  return (
    equalsIgnoringDocumentation(was.schema, is.schema) &&
    changedReferences.isUnchangedInside(was.schema, rootNode(was), rootNode(is))
  )
}
