import type {CharSet, Concatenation, Element, Expression, NoParent} from 'refa'
import {parsePattern} from './automata.ts'

type Part = NoParent<Element>
type Row = NoParent<Concatenation>

const parsed = new Map<string, NoParent<Expression> | undefined>()

/**
 * Estimate, rather too high than too low, of the steps that a backtracking regex engine takes for a text of this
 * length; infinite if a nested repeat can match in exponentially many ways.
 */
export function estimateBacktrackingSteps(pattern: string, length: number): number {
  const expression = parse(pattern)
  if (!expression) return Number.POSITIVE_INFINITY
  // Each way runs along the text and, unless the pattern is anchored, can start anywhere in it.
  const isAnchored = expression.alternatives.every(({elements: [first]}) => first && isStart(first))
  return countWays(expression.alternatives, length) * length * (isAnchored ? 1 : length)
}

function parse(pattern: string): NoParent<Expression> | undefined {
  if (parsed.has(pattern)) return parsed.get(pattern)
  let expression: NoParent<Expression> | undefined
  try {
    expression = parsePattern(pattern, true)
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
  if (parsed.size > 2000) parsed.clear()
  parsed.set(pattern, expression)
  return expression
}

const countWays = (rows: readonly Row[], length: number): number =>
  rows.reduce((sum, row) => sum + countRowWays(row, length), rows.length > 1 ? 1 : 0)

const countRowWays = ({elements}: Row, length: number): number =>
  elements.reduce(
    (product, part, at) => product * (endsBefore(part, elements[at + 1]) ? 1 : countPartWays(part, length)),
    1
  )

/** Whether a repeat can end at one position only, because what follows has none of its characters. */
const endsBefore = (part: Part, next: Part | undefined): boolean =>
  part.type === 'Quantifier' &&
  next?.type === 'CharacterClass' &&
  countWays(part.alternatives, 2) === 1 &&
  charactersIn(part).every(each => each.isDisjointWith(next.characters))

/** Whether an element is `^`: no character stands before it. */
const isStart = (part: Part): boolean =>
  part.type === 'Assertion' && part.kind === 'behind' && part.negate && charactersIn(part).every(each => each.isAll)

function countPartWays(part: Part, length: number): number {
  if (part.type === 'CharacterClass') return 1
  if (part.type === 'Unknown') return Number.POSITIVE_INFINITY
  const inside = Math.max(1, countWays(part.alternatives, length))
  if (part.type !== 'Quantifier') return inside
  const times = Math.min(part.max - part.min + 1, length)
  if (inside === 1) return times
  return part.max <= 1 || part.alternatives.every(isDelimited) ? times * inside : Number.POSITIVE_INFINITY
}

/**
 * Whether each round begins or ends with a character that is nowhere else in it, so that it is clear where a round
 * ends. Within a round there must be only one way to match, so at most one part varies in length.
 */
function isDelimited({elements}: Row, _: number, rows: readonly unknown[]): boolean {
  const parts = elements.filter(({type}) => type !== 'Assertion')
  const varying = parts.filter(part => countPartWays(part, 2) > 1)
  return (
    rows.length === 1 &&
    varying.length <= 1 &&
    varying.every(part => part.type === 'Quantifier' && countWays(part.alternatives, 2) === 1) &&
    ([parts[0], parts.at(-1)] as const).some(
      edge =>
        edge?.type === 'CharacterClass' &&
        parts.every(part => part === edge || charactersIn(part).every(each => each.isDisjointWith(edge.characters)))
    )
  )
}

function charactersIn(part: Part): readonly CharSet[] {
  if (part.type === 'CharacterClass') return [part.characters]
  return 'alternatives' in part ? part.alternatives.flatMap(({elements}) => elements.flatMap(charactersIn)) : []
}
