import process from 'node:process'
import {expect} from 'vitest'

/** The factor between the sizes of the two inputs. */
const FACTOR = 16
/** Four times the ratio of linear growth, and a quarter of that of quadratic growth. */
const BOUND = FACTOR ** 1.5
const ATTEMPTS = 3

/** Milliseconds of processor time, without the time of other processes. */
function timeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const {user, system} = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The time of the fastest run, since a busy machine and garbage collection only add time. */
export const fastestOf = (runs: number, work: () => unknown): number =>
  Math.min(...Array.from({length: runs}, () => timeOf(work)))

/**
 * Expects the time of the work to grow linearly with its input. It compares ratios instead of seconds, and one fast run
 * is enough. A ratio four times too large fails; a search in each step makes it 16 times too large. @param workOn
 * prepares an input of a multiple of the size, and returns the work to measure.
 */
export function expectLinearGrowth(workOn: (times: number) => () => unknown): void {
  const small = workOn(1)
  // The first runs compile the code.
  const once = fastestOf(ATTEMPTS, small)
  const large = workOn(FACTOR)
  let ratio = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && ratio >= BOUND; attempt++) ratio = Math.min(ratio, timeOf(large) / once)
  expect(ratio, 'time for 16 times the size').toBeLessThan(BOUND)
}
