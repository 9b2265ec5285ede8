import {distance} from 'fastest-levenshtein'
import {requiredOf} from '../flatten/flatten.ts'
import {keepsProof} from '../proof/proofs.ts'
import {createDemandProof, type SchemaDiffContext} from '../schema-diff-context.ts'
import {
  demandProperty,
  onlyInDirection,
  propertyDirectionOf,
  proveExtraProperty,
  type SchemaProperties,
  samplesWithoutProperty
} from './properties.ts'

/**
 * Guesses that a property was renamed, if only one was removed and only one added, with the same schema and a similar
 * name; `undefined` otherwise.
 */
export function findRenamedProperty(
  context: SchemaDiffContext,
  found: {was: SchemaProperties; is: SchemaProperties; added: readonly string[]; removed: readonly string[]}
): {from: string; to: string} | undefined {
  const {was, is, added, removed} = found
  const [[from, ...others], [to, ...more]] = [removed, added]
  if (from === undefined || to === undefined || others.length > 0 || more.length > 0) return undefined
  const [olds, news] = [was.get(from) ?? [], is.get(to) ?? []]
  const [old, fresh] = [olds[0], news[0]]
  if (!old || !fresh || !isSimilarName(from, to)) return undefined
  if (olds.length !== 1 || news.length !== 1 || !context.changedReferences.isUnchanged(old, fresh)) return undefined
  if (requiredOf(context.older).has(from) !== requiredOf(context.newer).has(to)) return undefined
  const isRequired = requiredOf(context.newer).has(to)
  const [lost, wanted] = [from, to].map(name =>
    createDemandProof(context, [], {demands: demandProperty(name), candidates: samplesWithoutProperty(context, name)})
  )
  context.report({
    kind: 'renamed',
    about: to,
    old: {node: old, steps: []},
    new: {node: fresh, steps: []},
    was: from,
    is: to,
    ...onlyInDirection(propertyDirectionOf(olds)),
    prove: side => {
      if (isRequired) return (side === 'request' ? wanted : lost)?.(side) ?? keepsProof()
      return side === 'request' ? proveExtraProperty(context, from, olds, side) : keepsProof()
    }
  })
  return {from, to}
}

function isSimilarName(a: string, b: string): boolean {
  const [left, right] = [a, b].map(name => name.toLowerCase().replaceAll(/[_-]/g, ''))
  if (left === undefined || right === undefined) return false
  return left === right || distance(left, right) <= Math.min(left.length, right.length) / 3
}
