import {expect, it} from 'vitest'
import {Claims} from '../../../src/context/claims.ts'
import {sample} from '../../tier.ts'

/** Lets workers of these speeds claim items in turn until all are claimed, and returns the items of each worker. */
function share(count: number, speeds: readonly number[]): number[][] {
  const shared = Claims.create(count)
  const workers = speeds.map(speed => ({speed, claims: new Claims(shared), items: [] as number[]}))
  while (workers[0]?.claims.left !== 0) {
    for (const {speed, claims, items} of workers) {
      for (let turn = 0; turn < speed; turn++) {
        const at = claims.claim(items.at(-1))
        if (at !== undefined) items.push(at)
      }
    }
  }
  return workers.map(({items}) => items)
}

const jumps = (items: readonly number[]): number =>
  items.filter((at, index) => index > 0 && at !== (items[index - 1] ?? 0) + 1).length

it('one worker claims all items in order', () => {
  expect(share(6, [1])).toEqual([[0, 1, 2, 3, 4, 5]])
})

it('two workers claim one half each', () => {
  expect(share(10, [1, 1])).toEqual([
    [0, 1, 2, 3, 4],
    [5, 6, 7, 8, 9]
  ])
})

it.each(
  sample([
    [1, [1, 1]],
    [18, [1, 3]],
    [57, [2, 1, 5]],
    [200, [1, 1, 1, 1, 1, 1, 1]]
  ])
)('each of %i items is claimed once by workers of the speeds %j', (count, speeds) => {
  const shares = share(count, speeds)
  expect(shares.flat().toSorted((a, b) => a - b)).toEqual([...Array(count).keys()])
  // A jump makes a worker read a description again.
  expect(shares.reduce((sum, items) => sum + jumps(items), 0)).toBeLessThanOrEqual(
    speeds.length * 2 * Math.log2(count + 1)
  )
})

it('`left` is the number of unclaimed items', () => {
  const claims = new Claims(Claims.create(3))
  claims.claim()
  expect(claims.left).toBe(2)
})
