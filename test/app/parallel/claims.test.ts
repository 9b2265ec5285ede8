import {expect, it} from 'vitest'
import {Claims} from '../../../src/app/parallel/claims.ts'

/** Lets the workers claim in turn, each as often as it says, until all is claimed. Returns what each of them claimed. */
function share(count: number, speeds: readonly number[]): number[][] {
  const shared = Claims.create(count)
  const workers = speeds.map(speed => ({speed, claims: new Claims(shared), own: [] as number[]}))
  while (workers[0]?.claims.left !== 0) {
    for (const {speed, claims, own} of workers) {
      for (let turn = 0; turn < speed; turn++) {
        const at = claims.claim(own.at(-1))
        if (at !== undefined) own.push(at)
      }
    }
  }
  return workers.map(({own}) => own)
}

const jumps = (own: readonly number[]): number =>
  own.filter((at, index) => index > 0 && at !== (own[index - 1] ?? 0) + 1).length

it('gives all to one worker in order', () => {
  expect(share(6, [1])).toEqual([[0, 1, 2, 3, 4, 5]])
})

it('gives two workers a half each', () => {
  expect(share(10, [1, 1])).toEqual([
    [0, 1, 2, 3, 4],
    [5, 6, 7, 8, 9]
  ])
})

it.each([
  [1, [1, 1]],
  [18, [1, 3]],
  [57, [2, 1, 5]],
  [200, [1, 1, 1, 1, 1, 1, 1]]
])('claims each of %i items once, with workers of the speeds %j', (count, speeds) => {
  const all = share(count, speeds)
  expect(all.flat().toSorted((a, b) => a - b)).toEqual([...Array(count).keys()])
  // A jump costs a description that is read twice.
  expect(all.reduce((sum, own) => sum + jumps(own), 0)).toBeLessThanOrEqual(speeds.length * 2 * Math.log2(count + 1))
})

it('says how many are left', () => {
  const claims = new Claims(Claims.create(3))
  claims.claim()
  expect(claims.left).toBe(2)
})
