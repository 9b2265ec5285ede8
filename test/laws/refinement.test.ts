import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import type {Judgment} from '../../src/model/verdict/judgment.ts'
import {tries} from '../tier.ts'
import {judged} from './judging.ts'
import {worlds} from './worlds.ts'

const isDecided = (judgment: Judgment | undefined): boolean =>
  judgment?.verdict === 'compliant' || judgment?.verdict === 'violation'

type Judged = ReadonlyMap<string, Judgment>

/** What was kept stays kept, what was broken stays broken. Tells how much of what was open is decided. */
function expectRefined(before: Judged, after: Judged, more: string): number {
  let decided = 0
  for (const [about, judgment] of before) {
    const sharper = after.get(about)
    if (!sharper) continue
    if (isDecided(judgment)) expect(sharper.verdict, `${about}, ${more}`).toBe(judgment.verdict)
    else if (judgment.verdict === 'undetermined' && isDecided(sharper)) decided++
  }
  return decided
}

describe('making a date exact', () => {
  // Each world is judged once for each amount that is known, and every two of them are compared.
  it('what was kept stays kept, what was broken stays broken, some of what was open is decided', () => {
    let decided = 0
    fc.assert(
      fc.property(worlds, world => {
        const [told, half, all] = [judged(world, 'told'), judged(world, 'half'), judged(world, 'all')]
        expectRefined(told, half, 'from what is told to half')
        expectRefined(half, all, 'from half to all')
        decided += expectRefined(told, all, 'from what is told to all')
      }),
      {numRuns: tries(1500), seed: 20261121}
    )
    expect(decided).toBeGreaterThan(tries(100))
  })
})

describe('what is undetermined', () => {
  it('names the facts that are missing', () => {
    fc.assert(
      fc.property(worlds, world => {
        for (const [about, {verdict, missing}] of judged(world, 'told')) {
          if (verdict === 'undetermined') expect(missing, about).not.toEqual([])
          else expect(missing, about).toEqual([])
        }
      }),
      {numRuns: tries(1500), seed: 7}
    )
  })
})
