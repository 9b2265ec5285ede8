import {expect, it} from 'vitest'
import {compareWithTruth} from './known-truth.ts'

it('a table of generated logs names every caller and no other', async () => {
  const {answers, free} = await compareWithTruth({operations: 62, days: 30, callers: 40, lines: 20_000, seed: 7})
  expect(answers).toBeGreaterThan(300)
  // The windows without gaps have operations that nothing calls.
  expect(free).toBeGreaterThan(0)
})
