// Which pull requests a finished run is for, whatever a fork wrote.

import {describe, expect, it} from 'vitest'
import {folder} from '../../../test/cli/run.ts'
import {HERE} from '../../../test/here.ts'
import {sample} from '../../../test/tier.ts'
import type {ActionContext} from '../src/action-context.ts'
import {findPullRequests} from '../src/finished-run.ts'
import {readPullRequest, type WorkflowRun} from '../src/github-event.ts'

const SHA = 'a'.repeat(40)
const OTHER = 'b'.repeat(40)
const ENV = {GITHUB_REPOSITORY: 'library/lending', INPUT_TOKEN: 'secret'}

const contextOf = (pulls: readonly unknown[]): ActionContext => ({
  ...HERE,
  env: ENV,
  out: () => undefined,
  check: () => Promise.resolve(0),
  wait: () => Promise.resolve(),
  limit: () => new AbortController().signal,
  fetch: () => Promise.resolve(Response.json(pulls))
})

const RUN: WorkflowRun = {event: 'pull_request', sha: SHA, branch: 'loans', repository: 'eve/lending'}
const pull = (number: number, repository: string | undefined, sha = SHA): object => ({
  number,
  user: {login: 'eve', id: 3},
  head: {sha, repo: repository === undefined ? null : {full_name: repository}},
  base: {ref: 'main'}
})

const numbersOf = async (run: WorkflowRun, pulls: readonly object[]): Promise<number[]> =>
  (await findPullRequests(run, contextOf(pulls))).map(({number}) => number)

describe('a finished run is for', () => {
  it.each<[string, object, number[]]>(
    sample([
      ['the pull request of its branch and commit', pull(7, 'eve/lending'), [7]],
      ['no pull request with another commit', pull(7, 'eve/lending', OTHER), []],
      ['no pull request of another fork with the same commit', pull(8, 'mallory/lending'), []],
      ['no pull request of the repository with the same commit', pull(9, 'library/lending'), []],
      ['no pull request of a deleted fork', pull(10, undefined), []]
    ])
  )('%s', async (_, found, numbers) => {
    expect(await numbersOf(RUN, [found])).toEqual(numbers)
  })

  it.each(
    sample([
      ['pull_request', [7]],
      ['pull_request_review', [7]],
      ['pull_request_target', []],
      ['pull_request_review_comment', []],
      ['push', []],
      ['workflow_dispatch', []],
      ['schedule', []]
    ])
  )('its pull request after the event `%s`: %j', async (event, numbers) => {
    expect(await numbersOf({...RUN, event}, [pull(7, 'eve/lending')])).toEqual(numbers)
  })

  it('none if its branch or repository was deleted', async () => {
    const {branch: _, ...withoutBranch} = RUN
    const {repository: __, ...withoutRepository} = RUN
    for (const run of [withoutBranch, withoutRepository])
      expect(await numbersOf(run, [pull(7, 'eve/lending')])).toEqual([])
  })

  it('all of its branch, so that its user can refuse several', async () => {
    expect(await numbersOf(RUN, [pull(7, 'eve/lending'), pull(8, 'eve/lending')])).toEqual([7, 8])
  })
})

it.each<[repository: string | undefined | null, isFork: boolean]>(
  sample([
    ['library/lending', false],
    ['eve/lending', true],
    [undefined, true],
    [null, true]
  ])
)('a pull request from %s is one of a fork: %s', (repository, isFork) => {
  const repo = repository === undefined ? {} : {repo: repository === null ? null : {full_name: repository}}
  const event = {pull_request: {number: 7, head: {sha: SHA, ...repo}, user: null}}
  const path = `${folder({'event.json': JSON.stringify(event)})}/event.json`
  expect(readPullRequest(HERE.files, {...ENV, GITHUB_EVENT_PATH: path})).toEqual({number: 7, sha: SHA, isFork})
})
