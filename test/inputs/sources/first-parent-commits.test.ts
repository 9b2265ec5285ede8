import {expect, it} from 'vitest'
import {patternOf, selectTouching} from '../../../src/inputs/sources/first-parent-commits.ts'
import type {SourceRevision} from '../../../src/inputs/sources/source.ts'
import {inputError} from '../../../src/model/input-error.ts'
import {get, git, repositoryOf, type State, spec} from '../../gate/scenario.ts'
import {HERE} from '../../here.ts'

const SHELVES = get('/v1/shelves')
const MARKED = get('/v1/shelves', 'deprecated: true, ')
const HOLDS = get('/v1/holds')
const STATES: readonly (readonly string[])[] = [
  [SHELVES],
  [SHELVES, HOLDS],
  [MARKED, HOLDS],
  [MARKED],
  [MARKED, HOLDS],
  [SHELVES, HOLDS]
]

/** The positions of the selected releases, one for each state. */
async function select(unread?: number): Promise<readonly number[]> {
  const main = STATES.map((paths, at): State => [`2026-01-0${at + 1}`, {'openapi.yaml': spec(...paths)}])
  const cwd = await repositoryOf({main})
  const ids = (await git(cwd, ['rev-list', '--reverse', 'main'])).trim().split('\n')
  const all = ids.map((id, at): SourceRevision => {
    const tree = () => ({path: 'openapi.yaml'}) as ReturnType<SourceRevision['tree']>
    const missing = () => {
      throw inputError('It has no description.')
    }
    return at === unread ? {tree: missing} : {tree, commit: {id, day: '2026-01-01'}}
  })
  const found = selectTouching(HERE.git, cwd, {pattern: patternOf('mark', {}), files: []}, all)
  return found.map(each => all.indexOf(each))
}

it('selects the releases where a line with a mark changed, and those before them', async () => {
  expect(await select()).toEqual([0, 1, 2, 4, 5])
})

it('selects a release whose description is missing, with its neighbors', async () => {
  expect(await select(3)).toEqual([0, 1, 2, 3, 4, 5])
})
