// The days on which descriptions of a branch showed an announcement that a history claims.

import {expect, it} from 'vitest'
import {readHistoryText} from '../../../src/inputs/history/file.ts'
import {createDescriptionDays} from '../../../src/observations/description-days.ts'
import {NO_CACHE} from '../../../src/stores/cache.ts'
import {openWorkspace} from '../../../src/stores/files/workspace.ts'
import {get, git, repositoryOf, type State, spec} from '../../gate/scenario.ts'
import {sample} from '../../tier.ts'

const marked = (more = ''): string => get('/v1/shelves', `deprecated: true, ${more}`)

it.each(
  sample([
    ['deprecated: GET /v1/shelves', '2026-06-01', '2025-03-01'],
    ['deprecated: GET /v1/shelves, sunset: 2027-01-01', '2026-06-01', '2025-03-01'],
    ['rescheduled: GET /v1/shelves, sunset: 2027-02-01', '2026-06-01', '2025-04-01'],
    // Shown only later than claimed: the first day counts.
    ['rescheduled: GET /v1/shelves, sunset: 2027-02-01', '2025-03-15', '2025-04-01'],
    ['deprecated: GET /v1/shelves, sunset: 2027-03-01', '2026-06-01', undefined],
    ['deprecated: GET /v1/loans', '2026-06-01', undefined]
  ])
)('{%s}, claimed for %s, was shown on %s', async (line, latest, day) => {
  const main: State[] = [
    ['2025-02-01', {'openapi.yaml': spec(get('/v1/shelves'), get('/v1/loans'))}],
    ['2025-03-01', {'openapi.yaml': spec(marked('x-sunset: 2027-01-01, '), get('/v1/loans'))}],
    ['2025-04-01', {'openapi.yaml': spec(marked('x-sunset: 2027-02-01, '), get('/v1/loans'))}]
  ]
  const cwd = await repositoryOf({main})
  const tip = (await git(cwd, ['rev-parse', 'HEAD'])).trim()
  const {declared} = readHistoryText(
    `service: Lending Library API\nreleases: [{release: next, changes: [{${line}}]}]\n`,
    'history.yaml'
  )
  const [event] = declared.events
  const find = createDescriptionDays(
    openWorkspace(cwd, {}),
    () => ({tip, spec: 'openapi.yaml', reading: {}, timezone: 'UTC'}),
    () => NO_CACHE
  )
  expect(event && find(event, {latest})).toBe(day)
})
