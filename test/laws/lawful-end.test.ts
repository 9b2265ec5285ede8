import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {InputError} from '../../src/model/input-error.ts'
import type {History} from '../../src/model/lifecycle/history.ts'
import type {Lifecycle} from '../../src/model/lifecycle/lifecycle.ts'
import {formatSubject, type Subject, subjectKey} from '../../src/model/subject/subject.ts'
import type {Day} from '../../src/model/time/date-range.ts'
import type {Judgment} from '../../src/model/verdict/judgment.ts'
import type {Policy} from '../../src/model/verdict/policy.ts'
import {
  type EarliestEndOfSupport,
  earliestEndOfSupport,
  latestTenureOf
} from '../../src/policy/earliest-end-of-support.ts'
import {judgeEnd} from '../../src/policy/judge-end-of-support.ts'
import {tries} from '../tier.ts'
import {historyIn, policyIn, type Written} from './judging.ts'
import {type World, worlds} from './worlds.ts'

/** Releases that no world below has; the last is a major one, as the policy may ask for. */
const [TOLD, LAST] = ['8.1', '9.0']

/** A world that ends before them. */
const isOver = ({entries, asOf, lines, policy}: World): boolean =>
  entries.every(({name, date}) => !/^v?8\./.test(name) && date.day <= asOf) &&
  !JSON.stringify([lines, policy]).includes(`"${LAST}"`)

/** What comes after: an announcement on the as-of day, where that was assumed, and a removal on the day. */
function ending(day: Day, {target, part}: Subject, {bounds}: EarliestEndOfSupport, {asOf}: World): Written[] {
  const subject = formatSubject({target})
  const announced = {release: TOLD, date: asOf, changes: [{deprecated: subject, ...part}]}
  const removed = {release: LAST, date: day, changes: [{removed: subject, ...part}]}
  return bounds.some(({assumed}) => assumed) ? [announced, removed] : [removed]
}

/**
 * What the judge says of an end on the day that is told as lawful. `undefined` where none is told or none can be made:
 * it waits for a successor, its promised end is over, or by what is told it may not even have come.
 */
function judgedOn(
  lawful: EarliestEndOfSupport,
  lifecycle: Lifecycle,
  policy: Policy,
  world: World
): Judgment | undefined {
  const {introduced, otherwise, end} = latestTenureOf(lifecycle)
  if (lawful.day === undefined || end || otherwise) return undefined
  if (introduced && introduced.moment.when.latest === undefined) return undefined
  if (lawful.bounds.some(({assumed, waitsFor}) => assumed && waitsFor)) return undefined
  const history = historyIn(world, 'told', ending(lawful.day, lifecycle.subject, lawful, world))
  const life = history.bySubject.get(subjectKey(lifecycle.subject))
  const tenure = life?.tenures.at(-1)
  const judgment = life && tenure && judgeEnd(life, tenure, policy, history)
  return judgment?.ended?.kind === 'removed' && !judgment.ended.perhaps ? judgment : undefined
}

/** The duties that were not kept, besides those that `when` names as conditions. */
function failures({bounds}: EarliestEndOfSupport, {requirements: duties, verdict}: Judgment): string[] {
  const needed = bounds.some(({successor}) => successor)
  const open = duties.filter(duty => duty.verdict !== 'compliant' && !(needed && duty.aspect === 'successor'))
  const others = duties.length === 0 && verdict === 'violation' ? ['violation'] : []
  return [...open.map(duty => `${duty.aspect} ${duty.verdict}`), ...others]
}

const inWorld = (world: World): {history: History; policy: Policy} | undefined => {
  try {
    return {history: historyIn(world, 'told'), policy: policyIn(world, 'told')}
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

describe('the day that is told as lawful', () => {
  // Of what is not known it says nothing: that only an exemption may be at stake is no doubt of the day.
  it('is one on which the judge finds every duty kept', () => {
    let told = 0
    fc.assert(
      fc.property(worlds, world => {
        const read = isOver(world) ? inWorld(world) : undefined
        for (const lifecycle of read?.history.lifecycles ?? []) {
          if (!read) return
          const lawful = earliestEndOfSupport(lifecycle, read.policy, read.history)
          const judgment = judgedOn(lawful, lifecycle, read.policy, world)
          if (!judgment) continue
          told++
          expect(failures(lawful, judgment), `${formatSubject(lifecycle.subject)} on ${lawful.day}`).toEqual([])
        }
      }),
      {numRuns: tries(3000), seed: 11}
    )
    expect(told).toBeGreaterThan(tries(500))
  })
})
