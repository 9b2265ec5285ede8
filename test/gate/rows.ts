import {describe, it} from 'vitest'
import {type Expected, get, history, hold, type Release, type Scenario, spec} from './scenario.ts'

/** A scenario, and what should come of it. */
export type Row = readonly [name: string, scenario: Omit<Scenario, 'name'>, expected: Expected]

export const LOANS = get('/v1/loans')
export const SHELVES = get('/v1/shelves')
export const MARKED = get('/v1/shelves', 'deprecated: true, x-replaced-by: GET /v1/loans, ')
export const SUNSET = (day: string) =>
  get('/v1/shelves', `deprecated: true, x-replaced-by: GET /v1/loans, x-sunset: "${day}", `)
export const WISHES = get('/v1-beta/wishes')
export const BOTH = {'openapi.yaml': spec(LOANS, SHELVES)}
export const MARK = {'openapi.yaml': spec(LOANS, MARKED)}
export const ONE = {'openapi.yaml': spec(LOANS)}

export const FINE: Expected = {code: 0, verdicts: []}

export const FIRST: Release = [
  '1.0',
  '2024-01-15',
  ['added: GET /v1/loans', 'added: GET /v1/shelves', 'added: GET /v1-beta/wishes']
]
export const DEPRECATED = '{deprecated: GET /v1/shelves, replacement: GET /v1/loans}'
export const REMOVED = '{removed: GET /v1/shelves, replacement: GET /v1/loans}'
export const at = (day: string, ...releases: readonly Release[]) =>
  [day, {'history.yaml': history([FIRST, ...releases])}] as const
export const told = (...releases: readonly Release[]) => ({'history.yaml': history([FIRST, ...releases])})
export const adopted = (...releases: readonly Release[]) => ({
  'history.yaml': history([FIRST, ...releases], 'adopted: 2025-01-10\n')
})

/** Each row by its name, many at a time: each has a repository and a process of its own. */
export function holdAll(title: string, rows: readonly Row[]): void {
  describe.concurrent(title, () => {
    it.each(rows)('%s', (name, scenario, expected) => hold({name, ...scenario}, expected))
  })
}
