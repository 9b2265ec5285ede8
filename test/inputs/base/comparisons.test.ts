// With what a change is compared, and whose rules bind it: what the CI system says decides, and not a name.

import {describe, expect, it} from 'vitest'
import {type ComparisonSearch, findComparisons} from '../../../src/gate/base/base-commit.ts'
import type {CiRun} from '../../../src/gate/base/ci-facts.ts'
import {openSourceRepository} from '../../../src/inputs/sources/git-repository.ts'
import {openWorkspace} from '../../../src/stores/files/workspace.ts'
import {git, repositoryOf} from '../../gate/scenario.ts'
import {sample} from '../../tier.ts'

/** A repository with the commits of a branch `work` and of `main`, which moved on since. */
async function branches() {
  const cwd = await repositoryOf({
    main: [
      ['2026-01-01', {'a.txt': 'first'}],
      ['2026-01-02', {'a.txt': 'start'}]
    ],
    branch: [
      ['2026-01-03', {'b.txt': 'work'}],
      ['2026-01-04', {'b.txt': 'more work'}]
    ],
    later: [['2026-01-05', {'a.txt': 'later'}]]
  })
  const idOf = async (name: string): Promise<string> => (await git(cwd, ['rev-parse', name])).trim()
  const [work, before, main, start] = await Promise.all(['work', 'work~1', 'main', 'main~1'].map(idOf))
  const workspace = openWorkspace(cwd, {})
  const search = (head: string | undefined, run: CiRun | undefined): ComparisonSearch => ({
    repository: openSourceRepository(workspace, '.'),
    head: head ?? '',
    isDirty: () => false,
    base: undefined,
    target: undefined,
    hasReleaseBase: false,
    ci: run && {system: 'CI', run}
  })
  /** The base and the target of each comparison, by their names here. */
  const compared = (head: string | undefined, run: CiRun | undefined): string[] => {
    const names = new Map([
      [work, 'work'],
      [before, 'before'],
      [main, 'main'],
      [start, 'start']
    ])
    const found = findComparisons(workspace.git, search(head, run))
    if ('lacks' in found) return [found.lacks]
    return found.map(
      ({base, target}) => `${names.get(base.id)} by ${names.get(target.id)}${target.isOwn ? ', its own' : ''}`
    )
  }
  return {compared, work, before, main, start}
}

describe('the push to a branch', () => {
  const OWN = 'before by before, its own'
  const MERGED = 'start by main'

  it.each(
    sample([
      ['release/1.x', true, [OWN]],
      ['release/1.x', false, [OWN, MERGED]],
      ['release/1.x', undefined, [OWN, MERGED]],
      ['work', true, [OWN, MERGED]],
      ['work', false, [MERGED]],
      ['work', undefined, [MERGED]],
      ['release', false, [MERGED]],
      ['v2', true, [OWN]]
    ])
  )('%s, which is protected: %s, is compared with %j', async (branch, isProtected, expected) => {
    const {compared, work, before = ''} = await branches()
    const protection = isProtected === undefined ? {} : {isProtected}
    expect(compared(work, {kind: 'push', branch, before, ...protection})).toEqual(expected)
  })

  it('that created it is compared with the default branch', async () => {
    const {compared, work} = await branches()
    const run = {kind: 'push', branch: 'release/1.x', before: '0'.repeat(40), isProtected: true} as const
    expect(compared(work, run)).toEqual([MERGED])
  })
})

describe('a pull request', () => {
  it('is compared from where it began, by the rules of its target', async () => {
    const {compared, work = '', before = ''} = await branches()
    expect(compared(work, {kind: 'merge', target: 'main', head: work})).toEqual(['start by main'])
    expect(compared(work, {kind: 'merge', target: 'main', head: before})).toEqual(['start by main'])
    expect(compared(work, {kind: 'merge', target: 'main'})).toEqual(['start by main'])
  })

  it('is not checked if something else is checked out', async () => {
    const {compared, work = '', main, before} = await branches()
    for (const head of [main, before])
      expect(() => compared(head, {kind: 'merge', target: 'main', head: work})).toThrow("doesn't have the commit")
    expect(() => compared(work, {kind: 'merge', target: 'main', head: 'a'.repeat(40)})).toThrow(
      "doesn't have the commit"
    )
  })
})
