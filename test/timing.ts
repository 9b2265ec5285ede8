import process from 'node:process'
import {expect} from 'vitest'

/** How many times as large the larger input is. */
const FACTOR = 16
/** Four times what is linear, and a quarter of what is quadratic. */
const BOUND = FACTOR ** 1.5
const ATTEMPTS = 3

/** Milliseconds of processor time, of which other processes take none. */
function timeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const {user, system} = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Time of the fastest of some runs: a busy machine and collected garbage only ever add to it. */
export const fastestOf = (runs: number, work: () => unknown): number =>
  Math.min(...Array.from({length: runs}, () => timeOf(work)))

/**
 * Expects work to take about as many times as long as its input is large. Ratios are compared, never seconds, and one
 * fast run among some is enough. What takes four times as long as it should fails, and a search in each round takes 16.
 * @param workOn prepares an input of so many times the size, and returns the work that is timed.
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
