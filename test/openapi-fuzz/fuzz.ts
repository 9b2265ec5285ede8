import {dump} from 'js-yaml'
import {dice} from '../../packages/json-schema/test/random.ts'
import {descriptionOf, type Written} from './descriptions.ts'
import {edited, isEndless} from './edits.ts'
import {judge, type Verdict} from './judge.ts'
import {type DescriptionPair, shrink} from './shrink.ts'

export interface Tally {
  pairs: number
  compatible: number
  breaking: number
  undetermined: number
  /** Values that one side accepts, tried on the other side if no change is reported as breaking. */
  tried: number
  witnesses: number
  readonly failures: string[]
}

interface FuzzOptions {
  /** Whether rarer keywords occur, too: maps, number formats, excluded values. Default: `true`. */
  readonly isWide?: boolean
  /** Called before each pair. */
  readonly started?: (seed: number) => void
}

/** Compares random pairs from a seed on; each pair has its own seed. */
export function fuzz(seed: number, pairs: number, {isWide = true, started}: FuzzOptions = {}): Tally {
  const tally: Tally = {pairs: 0, compatible: 0, breaking: 0, undetermined: 0, tried: 0, witnesses: 0, failures: []}
  for (let at = seed; at < seed + pairs; at++) {
    started?.(at)
    const [roll, extra] = [dice(at), isWide ? dice(at + 7_919) : () => 1]
    const older = firstOf(() => descriptionOf(roll, extra))
    const pair = {older, newer: firstOf(() => edited(older, roll, extra))}
    const verdict = judge(pair.older, pair.newer, at)
    tally.pairs++
    tally[verdict.is]++
    tally.tried += verdict.tried
    tally.witnesses += verdict.witnesses
    if (verdict.failures.length > 0) tally.failures.push(describeFailures(at, pair, verdict))
  }
  return tally
}

function firstOf(make: () => Written): Written {
  for (;;) {
    const made = make()
    if (!isEndless(made)) return made
  }
}

function describeFailures(seed: number, initial: DescriptionPair, {failures}: Verdict): string {
  const kinds = new Set(failures.map(({is}) => is))
  const failuresOf = ({older, newer}: DescriptionPair) => {
    // A description may be unusable after parts were left out.
    try {
      return judge(older, newer, seed).failures.filter(({is}) => kinds.has(is))
    } catch {
      return []
    }
  }
  const smallest = shrink(initial, smaller => failuresOf(smaller).length > 0)
  const lines = failuresOf(smallest).map(each => `# ${each.is}: ${each.message}`)
  const written = (document: object): string => dump(document, {noRefs: true})
  return [`# pair ${seed}`, ...lines, written(smallest.older), '---', written(smallest.newer)].join('\n')
}
