import {stepsOf} from './backtracking-steps.ts'

/** Steps that an engine may need at worst: some tenths of a second. */
const MAX_STEPS = 1e8
/** Repeats within repeats double the steps with each character. */
const MAX_LENGTH_NESTED = 16

/** What a pattern repeats, on its face. */
interface Repeats {
  /** Repeats that hold repeats or alternatives: these may be gone through in ever so many ways. */
  readonly areNested: boolean
  /** In how many ways each repeat and each choice may be gone through, one after the other. */
  readonly ways: readonly number[]
  /** All of it stands at the start of the text. */
  readonly isAnchored: boolean
}

/**
 * Whether an engine that goes back, as that of JavaScript does, is soon done with a text of such a length. Rather too
 * often not: what is not quick is decided by an automaton instead.
 */
export function isQuick(pattern: string, length: number): boolean {
  if (length <= MAX_LENGTH_NESTED) return true
  const {areNested, ways, isAnchored} = repeatsOf(pattern)
  // Where it does not say that the text starts with it, it may start anywhere.
  const steps = ways.reduce((product, more) => product * Math.min(more, length), isAnchored ? 1 : length)
  // Most patterns are quick at a glance: only the others are read.
  return (!areNested && steps <= MAX_STEPS) || stepsOf(pattern, length) <= MAX_STEPS
}

const known = new Map<string, Repeats>()

function repeatsOf(pattern: string): Repeats {
  const before = known.get(pattern)
  if (before) return before
  const repeats = read(pattern)
  if (known.size > 2000) known.clear()
  known.set(pattern, repeats)
  return repeats
}

/** A character with its escape, a class, or what opens, closes, parts or repeats. */
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|\)|\||[*+?]|\{(\d+)(,?)(\d*)\}|./gsu

function read(pattern: string): Repeats {
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
  /** What it holds may be gone through in several ways. */
  varies: boolean
}

function timesOf(token: string, from?: string, comma?: string, to?: string): {least: number; most: number} | undefined {
  if (token === '*') return {least: 0, most: Number.POSITIVE_INFINITY}
  if (token === '+') return {least: 1, most: Number.POSITIVE_INFINITY}
  if (token === '?') return {least: 0, most: 1}
  if (from === undefined) return undefined
  return {least: Number(from), most: to ? Number(to) : comma ? Number.POSITIVE_INFINITY : Number(from)}
}
