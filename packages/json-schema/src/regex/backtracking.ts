import {estimateBacktrackingSteps} from './backtracking-steps.ts'

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

const scanned = new Map<string, Repeats>()

function repeatsOf(pattern: string): Repeats {
  const before = scanned.get(pattern)
  if (before) return before
  const repeats = scan(pattern)
  if (scanned.size > 2000) scanned.clear()
  scanned.set(pattern, repeats)
  return repeats
}

/** Token of a pattern: an escape, a class, a group's start or end, `|`, a quantifier, or a single character. */
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|\)|\||[*+?]|\{(\d+)(,?)(\d*)\}|./gsu

function scan(pattern: string): Repeats {
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
}

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
