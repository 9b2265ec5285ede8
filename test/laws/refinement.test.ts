import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import type {Judgement} from '../../src/model/judgement.ts'
import {judged} from './judging.ts'
import {worlds} from './worlds.ts'

const isDecided = (judgement: Judgement | undefined): boolean =>
  judgement?.verdict === 'kept' || judgement?.verdict === 'broken'

describe('making a date exact', () => {
  it.each([
    ['told', 'half'],
    ['half', 'all'],
    ['told', 'all']
  ] as const)('from what is %s to %s: what was kept stays kept, what was broken stays broken', (less, more) => {
    fc.assert(
      fc.property(worlds, world => {
        const before = judged(world, less)
        const after = judged(world, more)
        for (const [about, judgement] of before) {
          const sharper = after.get(about)
          if (!isDecided(judgement) || !sharper) continue
          expect(sharper.verdict, about).toBe(judgement.verdict)
        }
      }),
      {numRuns: 1500, seed: 20261121}
    )
  })

  it('decides some of what was open', () => {
    let decided = 0
    fc.assert(
      fc.property(worlds, world => {
        const after = judged(world, 'all')
        for (const [about, judgement] of judged(world, 'told')) {
          if (judgement.verdict === 'undetermined' && isDecided(after.get(about))) decided++
        }
      }),
      {numRuns: 1500, seed: 20261121}
    )
    expect(decided).toBeGreaterThan(100)
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
      {numRuns: 1500, seed: 7}
    )
  })
})
