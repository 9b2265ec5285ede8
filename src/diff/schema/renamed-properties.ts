import {distance} from 'fastest-levenshtein'
import {requiredOf} from '../flatten/flatten.ts'
import {keeps} from '../proof/proofs.ts'
import {ask, type Desk} from '../schema-diff-context.ts'
import {demandName, onlyOn, type Properties, proveExtra, wayOf, withoutName} from './properties.ts'

/**
 * Guesses that a property was renamed, if only one was removed and only one added, with the same schema and a similar
 * name; `undefined` otherwise.
 */
export function renamedIn(
  context: Desk,
  found: {was: Properties; is: Properties; added: readonly string[]; removed: readonly string[]}
): {from: string; to: string} | undefined {
  const {was, is, added, removed} = found
  const [[from, ...others], [to, ...more]] = [removed, added]
  if (from === undefined || to === undefined || others.length > 0 || more.length > 0) return undefined
  const [olds, news] = [was.get(from) ?? [], is.get(to) ?? []]
  const [old, fresh] = [olds[0], news[0]]
  if (!old || !fresh || !isSimilarName(from, to)) return undefined
  if (olds.length !== 1 || news.length !== 1 || !context.dirt.isClean(old, fresh)) return undefined
  if (requiredOf(context.older).has(from) !== requiredOf(context.newer).has(to)) return undefined
  const isRequired = requiredOf(context.newer).has(to)
  const [lost, wanted] = [from, to].map(name =>
    ask(context, [], {demands: demandName(name), candidates: withoutName(context, name)})
  )
  context.tell({
    kind: 'renamed',
    about: to,
    old: {node: old, steps: []},
    new: {node: fresh, steps: []},
    was: from,
    is: to,
    ...onlyOn(wayOf(olds)),
    prove: side => {
      if (isRequired) return (side === 'request' ? wanted : lost)?.(side) ?? keeps()
      return side === 'request' ? proveExtra(context, from, olds, side) : keeps()
    }
  })
  return {from, to}
}

function isSimilarName(a: string, b: string): boolean {
  const [left, right] = [a, b].map(name => name.toLowerCase().replaceAll(/[_-]/g, ''))
  if (left === undefined || right === undefined) return false
  return left === right || distance(left, right) <= Math.min(left.length, right.length) / 3
}
