import {expect, test} from 'vitest'
import {fuzz} from './fuzz.ts'

test('no other validator contradicts the answers to random pairs of schemas', async () => {
  const {wrong, undetermined, keeps, breaks, tried} = await fuzz(1, 2000)
  expect(wrong).toEqual([])
  expect(undetermined).toBeLessThan(20)
  expect(Math.min(keeps, breaks)).toBeGreaterThan(500)
  expect(tried).toBeGreaterThan(5000)
})
