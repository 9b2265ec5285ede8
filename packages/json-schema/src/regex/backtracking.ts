import type {CharSet, Concatenation, Element, Expression, NoParent} from 'refa'
import {memoizeTexts} from '../memoize.ts'
import {parsePattern} from './automata.ts'

/** Maximum number of steps of a regex engine: a few tenths of a second. */
const MAX_STEPS = 1e8
/** Longest text for nested repeats, which double the steps with each character. */
const MAX_LENGTH_NESTED = 16

/** Repeats of a pattern, found without parsing it. */
interface Repeats {
  /** Whether repeats contain repeats or alternatives, which can match in exponentially many ways. */
  readonly areNested: boolean
  /** Number of ways to match each repeat and each choice, one after the other. */
  readonly ways: readonly number[]
  /** Whether every match starts at the start of the text. */
  readonly isAnchored: boolean
}

/**
 * Whether a backtracking regex engine, such as that of JavaScript, is fast for a text of this length. In doubt it is
 * not, and an automaton is used instead.
 */
export function isFastPattern(pattern: string, length: number): boolean {
  if (length <= MAX_LENGTH_NESTED) return true
  const {areNested, ways, isAnchored} = repeatsOf(pattern)
  // A pattern that is not anchored can start anywhere.
  const steps = ways.reduce((product, more) => product * Math.min(more, length), isAnchored ? 1 : length)
  // Most patterns are fast by this estimate. Only the others are parsed.
  return (!areNested && steps <= MAX_STEPS) || estimateBacktrackingSteps(pattern, length) <= MAX_STEPS
}

/** Token of a pattern: an escape, a class, a group's start or end, `|`, a quantifier, or a single character. */
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|\)|\||[*+?]|\{(\d+)(,?)(\d*)\}|./gsu

const repeatsOf = memoizeTexts((pattern): Repeats => {
  const ways: number[] = []
  let areNested = false
  let last: Group | undefined
  const open: Group[] = [{alternatives: 1, varies: false}]
  for (const [token, from, comma, to] of pattern.matchAll(TOKEN)) {
    const times = timesOf(token, from, comma, to)
    const around = open.at(-1)
    if (!around) break
    if (times) {
      if (last?.varies && times.most > 1) areNested = true
      if (times.most === times.least) continue
      ways.push(times.most - times.least + 1)
      around.varies = true
      continue
    }
    last = undefined
    if (token.startsWith('(')) open.push({alternatives: 1, varies: false})
    else if (token === '|') {
      around.alternatives++
      around.varies = true
    } else if (token === ')') {
      last = open.pop()
      ways.push(around.alternatives)
      const outer = open.at(-1)
      if (outer && around.varies) outer.varies = true
    }
  }
  return {areNested, ways, isAnchored: pattern.startsWith('^') && open[0]?.alternatives === 1}
}, 2000)

interface Group {
  alternatives: number
  /** Whether the contents of the group can match in several ways. */
  varies: boolean
}

function timesOf(token: string, from?: string, comma?: string, to?: string): {least: number; most: number} | undefined {
  if (token === '*') return {least: 0, most: Number.POSITIVE_INFINITY}
  if (token === '+') return {least: 1, most: Number.POSITIVE_INFINITY}
  if (token === '?') return {least: 0, most: 1}
  if (from === undefined) return undefined
  return {least: Number(from), most: to ? Number(to) : comma ? Number.POSITIVE_INFINITY : Number(from)}
}

type Part = NoParent<Element>
type Row = NoParent<Concatenation>

/**
 * Estimate, rather too high than too low, of the steps that a backtracking regex engine takes for a text of this
 * length; infinite if a nested repeat can match in exponentially many ways.
 */
function estimateBacktrackingSteps(pattern: string, length: number): number {
  const expression = parse(pattern)
  if (!expression) return Number.POSITIVE_INFINITY
  // Each way runs along the text and, unless the pattern is anchored, can start anywhere in it.
  const isAnchored = expression.alternatives.every(({elements: [first]}) => first && isStart(first))
  return countWays(expression.alternatives, length) * length * (isAnchored ? 1 : length)
}

const parse = memoizeTexts((pattern): NoParent<Expression> | undefined => {
  try {
    return parsePattern(pattern, true)
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}, 2000)

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
