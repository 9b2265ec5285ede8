import fc from 'fast-check'
import {expect, it} from 'vitest'
import {readPolicy} from '../../src/inputs/config/policy-file.ts'
import {HERE} from '../here.ts'
import {tries} from '../tier.ts'
import {compareDeclared, compareObserved, lastReleases, observedHistories} from './new-facts.ts'
import {worlds} from './worlds.ts'

/** `HISTORIES=10000 npx vitest run test/laws/new-facts.test.ts` tries more histories. */
const HISTORIES = Number(process.env.HISTORIES ?? tries(500, 50))

// An undetermined verdict may change: the new release can supply missing facts.
it('a new release of an API description changes no decided verdict', {timeout: 3_000_000}, () => {
  const policies = ['thirteen-months', 'kubernetes', 'github-rest', 'google-aip'].map(
    name => readPolicy(HERE.files, name).policy
  )
  let sum = 0
  fc.assert(
    fc.property(observedHistories, fc.constantFrom(...policies), (releases, policy) => {
      const {changed, decided} = compareObserved(releases, policy)
      expect(changed).toEqual([])
      sum += decided
    }),
    {numRuns: HISTORIES}
  )
  expect(sum).toBeGreaterThan(HISTORIES / 4)
})

it('a new release in a written history changes no decided verdict', {timeout: 3_000_000}, () => {
  let sum = 0
  fc.assert(
    fc.property(worlds, lastReleases, (world, last) => {
      const {changed, decided} = compareDeclared(world, last) ?? {changed: [], decided: 0}
      expect(changed).toEqual([])
      sum += decided
    }),
    {numRuns: HISTORIES}
  )
  expect(sum).toBeGreaterThan(HISTORIES / 4)
})
