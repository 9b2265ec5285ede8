import {affirm, type Formula, type Formulas, negate} from '../formula/formula.ts'
import type {Branch, Fork} from './branch.ts'

const MANY_FORKS = 8

/**
 * Splits a required property whose name is open by its name: each name that the forks mention, and any other. With many
 * forks, as in a closed object with many alternatives, one name decides most forks at once, and going through them one
 * after the other would never finish. Returns `undefined` if there are few forks or no such property.
 */
export function splitByName(branch: Branch, formulas: Formulas): Fork | undefined {
  if (branch.kind !== 'object' || branch.forks.length < MANY_FORKS) return undefined
  let mentioned: ReadonlySet<string> | undefined
  for (const of of branch.atoms) {
    const {formula, holds} = of
    if (holds || formula.is !== 'property' || formula.names.are !== 'others' || branch.named.has(formula)) continue
    if (formula.names.patterns.length > 0) continue
    mentioned ??= namesInForks(branch.forks)
    const {names} = formula.names
    const others = [...mentioned].filter(name => !names.includes(name))
    if (others.length === 0) continue
    branch.named.add(formula)
    const remaining = formulas.property({are: 'others', names: [...names, ...others].sort(), patterns: []}, formula.of)
    const under = (name: string): Formula => formulas.property({are: 'one', name}, formula.of)
    return {of, ways: [...others.map(name => [affirm(formulas.has(name)), negate(under(name))]), [negate(remaining)]]}
  }
  return undefined
}

/** Names that the forks mention directly. */
function namesInForks(forks: readonly Fork[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const {ways} of forks) {
    for (const {formula} of ways.flat()) {
      if (formula.is === 'property' && formula.names.are === 'one') names.add(formula.names.name)
    }
  }
  return names
}
