// Edits of known direction on component schemas of real API descriptions. `npm run mutation` makes many more.
import {readFileSync} from 'node:fs'
import {expect, test} from 'vitest'
import {parse} from 'yaml'
import {described} from './mutants.ts'
import {mutate} from './mutation.ts'

const COMPONENTS = new URL('../../../fixtures/schemas/components.yaml', import.meta.url)
const parts = parse(readFileSync(COMPONENTS, 'utf8')) as {origin: string; license: string; description: unknown}[]

test('every component of the fixture names its origin and a license that permits its use', () => {
  for (const {origin, license} of parts) {
    expect(origin).toMatch(/^[\w-]+\/[\w-]+, /)
    expect(license).toMatch(/^(MIT|Apache-2\.0)$/)
  }
})

test('a schema with one widening or narrowing edit is compared as wider or narrower', () => {
  const score = mutate(
    parts.flatMap(({description}) => described(description) ?? []),
    1,
    200
  )
  expect(score.wrong).toEqual([])
  expect(score.mutants).toBe(200)
  const answered = score.right + score.undetermined
  expect(score.right).toBeGreaterThanOrEqual(0.98 * answered)
  // The edits vary enough in direction and kind.
  expect(score.withoutWitness).toBeLessThan(50)
  expect(Object.keys(score.edits).length).toBeGreaterThan(12)
})
