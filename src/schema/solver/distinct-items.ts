import {type Formulas, negate} from '../formula/formula.ts'
import {canonicalText, type Json} from '../json.ts'
import {EMPTY_RESULT, foundValue, type Goal, type SearchResult, unknownResult, type ValueSearch} from './result.ts'

const MAX_ITEMS = 120

/**
 * Finds values for all items, no two of them equal. This is exact, because an item with as many possible values as
 * there are items always has a free one.
 */
export function findDistinctItems(goals: readonly Goal[], formulas: Formulas, ask: ValueSearch): SearchResult {
  if (goals.length > MAX_ITEMS) return unknownResult('too many items that must differ')
  const lists: Json[][] = []
  let sure = true
  for (const goal of goals) {
    const values: Json[] = []
    while (values.length < goals.length) {
      const answer = ask.find(values.length ? [...goal, negate(formulas.among(values))] : goal)
      if (answer.is === 'unknown') return answer
      if (answer.is === 'empty') break
      sure &&= answer.sure
      values.push(answer.value)
    }
    if (values.length === 0) return sure ? EMPTY_RESULT : unknownResult('items that must differ')
    lists.push(values)
  }
  const chosen = match(lists)
  if (!chosen) return sure ? EMPTY_RESULT : unknownResult('items that must differ')
  return foundValue(chosen, sure)
}

/** Assigns one value to each item by augmenting paths; `undefined` if that is impossible. */
function match(lists: readonly (readonly Json[])[]): Json[] | undefined {
  const keys = lists.map(list => list.map(canonicalText))
  const owners = new Map<string, number>()
  const assign = (at: number, tried: Set<string>): boolean => {
    for (const key of keys[at] ?? []) {
      if (tried.has(key)) continue
      tried.add(key)
      const other = owners.get(key)
      if (other !== undefined && !assign(other, tried)) continue
      owners.set(key, at)
      return true
    }
    return false
  }
  for (let at = 0; at < lists.length; at++) if (!assign(at, new Set())) return undefined
  const chosen: Json[] = []
  for (const [key, at] of owners) chosen[at] = JSON.parse(key) as Json
  return chosen
}
