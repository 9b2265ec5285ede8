// Counts which line the pairs give, and finds silent ones without a reviewed reason.

import {answerTo, answerToMistyped, LINES, type Line} from './answers.ts'
import {SPECIFICATIONS, type Specification} from './meta-schemas.ts'
import {type Pair, pairsOf} from './pairs.ts'
import {PATTERNS, reviewOf, SILENT_PAIRS} from './silent-pairs.ts'

export interface CountedPairs {
  readonly specifications: readonly {
    readonly name: Specification
    readonly lines: Readonly<Record<Line, number>>
    /** The lines for values of the wrong type. */
    readonly mistyped: Readonly<Partial<Record<Line, number>>>
  }[]
  readonly reasons: readonly {readonly reason: string; readonly isOpen: boolean; readonly count: number}[]
  /** Silent pairs that the list doesn't contain, and values of the wrong type that are silent or compatible, in short form. */
  readonly unreviewed: readonly string[]
  /** Patterns of the list that match no silent pair. */
  readonly stale: readonly string[]
}

/** Compares every pair, or every `share`-th one. */
export function countPairs(share = 1): CountedPairs {
  const counts = new Map(PATTERNS.map(pattern => [pattern, 0]))
  const unreviewed: string[] = []
  const specifications = SPECIFICATIONS.map(name => {
    const lines = Object.fromEntries(LINES.map(line => [line, 0])) as Record<Line, number>
    const mistyped: Partial<Record<Line, number>> = {}
    let at = 0
    for (const pair of pairsOf(name)) {
      if (at++ % share !== 0) continue
      if (pair.edit === 'mistyped') {
        const line = answerToMistyped(pair)
        if (line === 'silent' || line === 'compatible') unreviewed.push(describePair(pair))
        if (line) mistyped[line] = (mistyped[line] ?? 0) + 1
        continue
      }
      const line = answerTo(pair)
      lines[line]++
      if (line !== 'silent') continue
      const pattern = reviewOf(pair)
      if (pattern) counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
      else unreviewed.push(describePair(pair))
    }
    return {name, lines, mistyped}
  })
  return {
    specifications,
    reasons: SILENT_PAIRS.map(({reason, isOpen = false, pairs}) => ({
      reason,
      isOpen,
      count: pairs.reduce((sum, pattern) => sum + (counts.get(pattern) ?? 0), 0)
    })),
    unreviewed,
    stale: [...counts].flatMap(([pattern, count]) => (count === 0 ? [JSON.stringify(pattern)] : []))
  }
}

const describePair = ({specification, description, owner, keyword, edit, pointer}: Pair): string =>
  `${specification}, ${description}: \`${keyword}\` of ${owner} ${edit} at ${pointer}`
