import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import type {Judgment, MissingFact} from '../../src/model/verdict/judgment.ts'
import {earliestEndOfSupport} from '../../src/policy/earliest-end-of-support.ts'
import {tries} from '../tier.ts'
import {historyIn, judgeWorld, policyIn, writtenIn} from './judge-world.ts'
import {writeDate} from './partial-dates.ts'
import {type World, worlds} from './worlds.ts'

const isDecided = (judgment: Judgment | undefined): boolean =>
  judgment?.verdict === 'compliant' || judgment?.verdict === 'violation'

type Judgments = ReadonlyMap<string, Judgment>

/** Expects that decided verdicts stay the same. Returns how many undetermined ones become decided. */
function expectRefined(before: Judgments, after: Judgments, more: string): number {
  let decided = 0
  for (const [about, judgment] of before) {
    const refined = after.get(about)
    if (!refined) continue
    if (isDecided(judgment)) expect(refined.verdict, `${about}, ${more}`).toBe(judgment.verdict)
    else if (judgment.verdict === 'undetermined' && isDecided(refined)) decided++
  }
  return decided
}

describe('making dates exact', () => {
  // Each world is judged once for each amount of detail, and every pair of results is compared.
  it('changes no compliant or violation verdict, and decides some that were undetermined', () => {
    let decided = 0
    fc.assert(
      fc.property(worlds, world => {
        const [recorded, half, all] = [
          judgeWorld(world, 'recorded'),
          judgeWorld(world, 'half'),
          judgeWorld(world, 'all')
        ]
        expectRefined(recorded, half, 'from recorded dates to half of the exact ones')
        expectRefined(half, all, 'from half of the exact dates to all')
        decided += expectRefined(recorded, all, 'from recorded dates to all exact ones')
      }),
      {numRuns: tries(1500), seed: 20261121}
    )
    expect(decided).toBeGreaterThan(tries(100))
  })
})

describe('an undetermined verdict', () => {
  it('names the missing facts, and no other verdict does', () => {
    fc.assert(
      fc.property(worlds, world => {
        for (const [about, {verdict, missing}] of judgeWorld(world, 'recorded')) {
          if (verdict === 'undetermined') expect(missing, about).not.toEqual([])
          else expect(missing, about).toEqual([])
        }
      }),
      {numRuns: tries(1500), seed: 7}
    )
  })
})

/** The facts that verdicts and the earliest ends of support lack. */
function findMissingFacts(world: World): MissingFact[] {
  const [history, policy] = [historyIn(world, 'recorded'), policyIn(world, 'recorded')]
  const earliest = history.lifecycles.map(lifecycle => earliestEndOfSupport(lifecycle, policy, history))
  return [
    ...[...judgeWorld(world, 'recorded').values()].flatMap(({missing}) => missing),
    ...earliest.flatMap(({missing, earlier, bounds}) => [
      ...missing,
      ...(earlier?.missing ?? []),
      ...bounds.flatMap(bound => bound.doubt?.missing ?? [])
    ])
  ]
}

describe('a missing date', () => {
  it('is one that the history does not state, or states only in part', () => {
    let named = 0
    fc.assert(
      fc.property(worlds, world => {
        const text = writtenIn(world, 'recorded')
        const releases = new Map(world.entries.map(({name, date}) => [`release ${name}`, writeDate(date, 'recorded')]))
        for (const {fact, of, known} of findMissingFacts(world)) {
          const what = `${fact} of ${of}, known: ${known}`
          if (fact === 'waiver-day') expect(text, what).toMatch(new RegExp(`"${of}":"\\d{4}(-\\d{2})?"`))
          if (fact !== 'date' && fact !== 'start') continue
          if (releases.has(of)) expect(known, what).toBe(releases.get(of))
          else if (known !== undefined) expect(text, what).toContain(`"${known}"`)
          expect(known ?? of, what).not.toMatch(/^\d{4}-\d{2}-\d{2}$/)
          named++
        }
      }),
      {numRuns: tries(1500), seed: 20261128}
    )
    expect(named).toBeGreaterThan(tries(500))
  })
})
