import {describe, it} from 'vitest'
import {checkScenario, type Expected, get, history, type Release, type Scenario, spec} from './scenario.ts'

/** A scenario and the report that it should lead to. */
export type Row = readonly [name: string, scenario: Omit<Scenario, 'name'>, expected: Expected]

export const LOANS = get('/v1/loans')
export const SHELVES = get('/v1/shelves')
export const DEPRECATED_SHELVES = get('/v1/shelves', 'deprecated: true, x-replaced-by: GET /v1/loans, ')
export const shelvesWithSunset = (day: string) =>
  get('/v1/shelves', `deprecated: true, x-replaced-by: GET /v1/loans, x-sunset: "${day}", `)
export const WISHES = get('/v1-beta/wishes')
export const LOANS_AND_SHELVES = {'openapi.yaml': spec(LOANS, SHELVES)}
export const SHELVES_DEPRECATED = {'openapi.yaml': spec(LOANS, DEPRECATED_SHELVES)}
export const LOANS_ONLY = {'openapi.yaml': spec(LOANS)}

export const PASSES: Expected = {code: 0, verdicts: []}

export const FIRST_RELEASE: Release = [
  '1.0',
  '2024-01-15',
  ['added: GET /v1/loans', 'added: GET /v1/shelves', 'added: GET /v1-beta/wishes']
]
export const DEPRECATED = '{deprecated: GET /v1/shelves, replacement: GET /v1/loans}'
export const REMOVED = '{removed: GET /v1/shelves, replacement: GET /v1/loans}'
export const historyOn = (day: string, ...releases: readonly Release[]) =>
  [day, {'history.yaml': history([FIRST_RELEASE, ...releases])}] as const
export const historyFile = (...releases: readonly Release[]) => ({
  'history.yaml': history([FIRST_RELEASE, ...releases])
})
export const adoptedHistoryFile = (...releases: readonly Release[]) => ({
  'history.yaml': history([FIRST_RELEASE, ...releases])
})

/** Registers one test per row. They run concurrently: each has its own repository. */
export function checkScenarios(title: string, rows: readonly Row[]): void {
  describe.concurrent(title, () => {
    it.each(rows)('%s', (name, scenario, expected) => checkScenario({name, ...scenario}, expected))
  })
}
