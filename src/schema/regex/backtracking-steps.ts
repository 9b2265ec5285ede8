import type {CharSet, Concatenation, Element, Expression, NoParent} from 'refa'
import {expressionOf} from './automata.ts'

type Part = NoParent<Element>
type Row = NoParent<Concatenation>

const known = new Map<string, NoParent<Expression> | undefined>()

/**
 * How many steps an engine that goes back may need for a text of such a length, rather too many than too few; without
 * end, where a repeat within a repeat may be gone through in ever so many ways.
 */
export function stepsOf(pattern: string, length: number): number {
  const expression = read(pattern)
  if (!expression) return Number.POSITIVE_INFINITY
  // Each way goes along the text, and may start anywhere, unless the pattern says otherwise.
  const isAnchored = expression.alternatives.every(({elements: [first]}) => first && isStart(first))
  return waysOf(expression.alternatives, length) * length * (isAnchored ? 1 : length)
}

function read(pattern: string): NoParent<Expression> | undefined {
  if (known.has(pattern)) return known.get(pattern)
  let expression: NoParent<Expression> | undefined
  try {
    expression = expressionOf(pattern, true)
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
  if (known.size > 2000) known.clear()
  known.set(pattern, expression)
  return expression
}

const waysOf = (rows: readonly Row[], length: number): number =>
  rows.reduce((sum, row) => sum + waysAlong(row, length), rows.length > 1 ? 1 : 0)

const waysAlong = ({elements}: Row, length: number): number =>
  elements.reduce(
    (product, part, at) => product * (endsBefore(part, elements[at + 1]) ? 1 : waysThrough(part, length)),
    1
  )

/** What is repeated can end at one place only: what comes then is none of it. */
const endsBefore = (part: Part, next: Part | undefined): boolean =>
  part.type === 'Quantifier' &&
  next?.type === 'CharacterClass' &&
  waysOf(part.alternatives, 2) === 1 &&
  charactersIn(part).every(each => each.isDisjointWith(next.characters))

/** `^`: no character stands before. */
const isStart = (part: Part): boolean =>
  part.type === 'Assertion' && part.kind === 'behind' && part.negate && charactersIn(part).every(each => each.isAll)

function waysThrough(part: Part, length: number): number {
  if (part.type === 'CharacterClass') return 1
  if (part.type === 'Unknown') return Number.POSITIVE_INFINITY
  const inside = Math.max(1, waysOf(part.alternatives, length))
  if (part.type !== 'Quantifier') return inside
  const times = Math.min(part.max - part.min + 1, length)
  if (inside === 1) return times
  return part.max <= 1 || part.alternatives.every(isDelimited) ? times * inside : Number.POSITIVE_INFINITY
}

/**
 * Each round begins, or ends, with a character that is nowhere else in it, so that it is plain where one ends; and in
 * between there is one way through it, for but one part is of any length.
 */
function isDelimited({elements}: Row, _: number, rows: readonly unknown[]): boolean {
  const parts = elements.filter(({type}) => type !== 'Assertion')
  const varying = parts.filter(part => waysThrough(part, 2) > 1)
  return (
    rows.length === 1 &&
    varying.length <= 1 &&
    varying.every(part => part.type === 'Quantifier' && waysOf(part.alternatives, 2) === 1) &&
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
