// The reviewed list of pairs that give no line.

import {readFileSync} from 'node:fs'
import {parse} from 'yaml'
import type {Edit, Pair} from './pairs.ts'

type OneOrMore = string | readonly string[]

/** A pattern for similar pairs. A key that is left out matches all. */
interface PairPattern {
  readonly owner?: OneOrMore
  readonly about?: OneOrMore
  readonly keyword?: readonly string[]
  readonly edits?: readonly Edit[]
}

export interface SilentPairs {
  readonly reason: string
  /** Whether the pairs do matter, and the comparison does not detect them yet. */
  readonly isOpen?: true
  readonly pairs: readonly PairPattern[]
}

export const SILENT_PAIRS: readonly SilentPairs[] = parse(readFileSync('test/completeness/silent.yaml', 'utf8'))

const matchers = new Map<string, RegExp>()

function matches(patterns: OneOrMore | undefined, text: string): boolean {
  return (
    patterns === undefined ||
    [patterns].flat().some(pattern => {
      const matcher =
        matchers.get(pattern) ??
        new RegExp(
          `^${pattern
            .split('*')
            .map(part => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
            .join('.*')}$`
        )
      matchers.set(pattern, matcher)
      return matcher.test(text)
    })
  )
}

/** The pattern that a silent pair matches, or `undefined` if the pair isn't reviewed. */
export function reviewOf({owner, description, keyword, edit}: Pair): PairPattern | undefined {
  return PATTERNS.find(
    each =>
      matches(each.owner, owner) &&
      matches(each.about, description) &&
      (each.keyword?.includes(keyword) ?? true) &&
      (each.edits?.includes(edit) ?? true)
  )
}

export const PATTERNS: readonly PairPattern[] = SILENT_PAIRS.flatMap(({pairs}) => pairs)
