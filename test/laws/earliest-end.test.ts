import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {InputError} from '../../src/model/input-error.ts'
import type {History} from '../../src/model/lifecycle/history.ts'
import {type Lifecycle, latestTenureOf} from '../../src/model/lifecycle/lifecycle.ts'
import {formatSubject, type Subject, subjectKey} from '../../src/model/subject/subject.ts'
import type {Day} from '../../src/model/time/date-range.ts'
import type {Judgment} from '../../src/model/verdict/judgment.ts'
import type {Policy} from '../../src/model/verdict/policy.ts'
import {type EarliestEndOfSupport, earliestEndOfSupport} from '../../src/policy/earliest-end-of-support.ts'
import {judgeEnd} from '../../src/policy/judge-end-of-support.ts'
import {tries} from '../tier.ts'
import {type HistoryEntry, historyIn, policyIn} from './judge-world.ts'
import {type World, worlds} from './worlds.ts'

/** Names of releases that no world below has. The last is a major release, which a policy may require. */
const [ANNOUNCING, REMOVING] = ['8.1', '9.0']

/** A world whose entries all come before these releases. */
const endsBefore = ({entries, asOf, lines, policy}: World): boolean =>
  entries.every(({name, date}) => !/^v?8\./.test(name) && date.day <= asOf) &&
  !JSON.stringify([lines, policy]).includes(`"${REMOVING}"`)

/** The entries that follow: an announcement on the as-of day where one was assumed, and a removal on the day. */
function removalEntries(
  day: Day,
  {target, part}: Subject,
  {bounds}: EarliestEndOfSupport,
  {asOf}: World
): HistoryEntry[] {
  const subject = formatSubject({target})
  const announced = {release: ANNOUNCING, date: asOf, changes: [{deprecated: subject, ...part}]}
  const removed = {release: REMOVING, date: day, changes: [{removed: subject, ...part}]}
  return bounds.some(({assumed}) => assumed) ? [announced, removed] : [removed]
}

/**
 * The judgment of a removal on the earliest day. `undefined` if there is no such day or no such removal can be made: it
 * waits for a successor, its sunset has passed, or the subject may not have been introduced yet.
 */
function judgedOn(
  earliest: EarliestEndOfSupport,
  lifecycle: Lifecycle,
  policy: Policy,
  world: World
): Judgment | undefined {
  const {introduced, otherwise, end} = latestTenureOf(lifecycle)
  if (earliest.day === undefined || end || otherwise) return undefined
  if (introduced && introduced.moment.when.latest === undefined) return undefined
  if (earliest.bounds.some(({assumed, waitsFor}) => assumed && waitsFor)) return undefined
  const history = historyIn(world, 'recorded', removalEntries(earliest.day, lifecycle.subject, earliest, world))
  const laterLifecycle = history.bySubject.get(subjectKey(lifecycle.subject))
  const tenure = laterLifecycle?.tenures.at(-1)
  const judgment = laterLifecycle && tenure && judgeEnd(laterLifecycle, tenure, policy, history)
  return judgment?.ended?.kind === 'removed' && !judgment.ended.perhaps ? judgment : undefined
}

/** The requirements that aren't met, except the ones that are stated as conditions. */
function failures({bounds}: EarliestEndOfSupport, {requirements: duties, verdict}: Judgment): string[] {
  const needed = bounds.some(({successor}) => successor)
  const open = duties.filter(duty => duty.verdict !== 'compliant' && !(needed && duty.aspect === 'successor'))
  const others = duties.length === 0 && verdict === 'violation' ? ['violation'] : []
  return [...open.map(duty => `${duty.aspect} ${duty.verdict}`), ...others]
}

const readWorld = (world: World): {history: History; policy: Policy} | undefined => {
  try {
    return {history: historyIn(world, 'recorded'), policy: policyIn(world, 'recorded')}
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

describe('the earliest end of support', () => {
  // Missing facts don't count: if only a waiver might apply, the day is still certain.
  it('is a day on which a removal meets every requirement', () => {
    let judgedCount = 0
    fc.assert(
      fc.property(worlds, world => {
        const read = endsBefore(world) ? readWorld(world) : undefined
        for (const lifecycle of read?.history.lifecycles ?? []) {
          if (!read) return
          const earliest = earliestEndOfSupport(lifecycle, read.policy, read.history, world.asOf)
          const judgment = judgedOn(earliest, lifecycle, read.policy, world)
          if (!judgment) continue
          judgedCount++
          expect(failures(earliest, judgment), `${formatSubject(lifecycle.subject)} on ${earliest.day}`).toEqual([])
        }
      }),
      {numRuns: tries(3000), seed: 11}
    )
    expect(judgedCount).toBeGreaterThan(tries(500))
  })

  it('is that of a plan, unless a clock waits or the plan begins later', () => {
    const kinds = new Map<string, number>()
    fc.assert(
      fc.property(worlds, world => {
        const read = readWorld(world)
        for (const lifecycle of read?.history.lifecycles ?? []) {
          if (!read) return
          const {kind, day, bounds} = earliestEndOfSupport(lifecycle, read.policy, read.history)
          const plan = earliestEndOfSupport(lifecycle, read.policy, read.history, world.asOf)
          const name = formatSubject(lifecycle.subject)
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
          if (kind === 'never' || kind === 'undetermined') expect(plan.kind, name).toBe(kind)
          if (kind === 'day' && day !== undefined && day >= world.asOf) expect(plan.day, name).toBe(day)
          if (kind === 'day' && plan.day !== day) expect(day !== undefined && day < world.asOf, name).toBe(true)
          expect(kind === 'after', name).toBe(
            kind !== 'undetermined' && kind !== 'never' && bounds.some(({assumed}) => assumed)
          )
        }
      }),
      {numRuns: tries(1000), seed: 12}
    )
    for (const kind of ['any', 'never', 'day', 'after']) expect(kinds.get(kind), kind).toBeGreaterThan(0)
  })
})
