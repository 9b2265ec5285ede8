import {expect, it} from 'vitest'
import {openSourceRepository} from '../../../src/inputs/sources/git-repository.ts'
import {findReleaseTags} from '../../../src/inputs/sources/tags.ts'
import {openWorkspace} from '../../../src/stores/files/workspace.ts'
import {git, repositoryOf} from '../../gate/scenario.ts'

/** The days of releases, whose commits and tags have these days. A tag with the day of its commit has no day itself. */
async function daysOf(...tags: readonly (readonly [name: string, committed: string, tagged: string])[]) {
  const cwd = await repositoryOf({main: tags.map(([name, committed]) => [committed, {'a.txt': name}])})
  const ids = (await git(cwd, ['rev-list', '--reverse', 'main'])).trim().split('\n')
  for (const [at, [name, committed, tagged]] of tags.entries()) {
    const options = tagged === committed ? [] : ['--annotate', '--message', name]
    await git(cwd, ['tag', ...options, name, ids[at] ?? ''], tagged)
  }
  const workspace = openWorkspace(cwd, {})
  const {releases} = findReleaseTags(workspace.git, openSourceRepository(workspace, '.'), {}, 'UTC')
  return releases.map(({date}) => date)
}

it.each([
  ['has the day of its tag', ['v1.0.0', '2026-01-10', '2026-01-12'], '2026-01-12'],
  ['has the day of its commit, if that is later', ['v1.0.0', '2026-01-10', '2026-01-08'], '2026-01-10'],
  ['is no younger than the next one of its line', ['v1.0.0', '2026-01-10', '2026-09-10'], '2026-03-10'],
  ['is older than the next one of its line', ['v1.0.0', '2026-01-10', '2026-03-09'], '2026-03-09'],
  ['of another line can be younger', ['v0.9.0', '2026-01-10', '2026-09-10'], '2026-09-10']
] as const)('a release %s', async (_, tag, day) => {
  const later = [
    ['v1.0.1', '2026-03-10', '2026-03-10'],
    ['v1.0.2', '2026-06-10', '2026-06-10']
  ] as const
  expect((await daysOf(tag, ...later)).toSorted()).toEqual([day, '2026-03-10', '2026-06-10'].toSorted())
})
