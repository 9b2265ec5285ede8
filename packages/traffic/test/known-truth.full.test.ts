import {expect, it} from 'vitest'
import {compareWithTruth} from './known-truth.ts'

it('a table of 1,000 operations, 90 days, and 500 callers names every caller and no other', async () => {
  const size = {operations: 1000, days: 90, callers: 500, lines: 100_000, seed: 11}
  const {answers} = await compareWithTruth(size)
  expect(answers).toBeGreaterThan(8000)
})
