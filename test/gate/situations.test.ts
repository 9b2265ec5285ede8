import {join} from 'node:path'
import {beforeAll, describe, expect, it} from 'vitest'
import {expectRefusal, folder, write} from '../cli/run.ts'
import {isFullRun} from '../tier.ts'
import {check, cloneOf, get, git, repositoryOf, spec, TODAY} from './scenario.ts'

// The variables and event files of CI systems. In each, a removal and an addition are checked.

const LINES = ['main', 'release/1.x'] as const
type Line = (typeof LINES)[number]
type Side = 'removes' | 'adds'

const [LOANS, HOTFIX] = [get('/v1/loans'), get('/v1/hot')]
/** The endpoints of each branch. Only the release branch has the second one. */
const ENDPOINTS: Readonly<Record<Line, readonly string[]>> = {main: [LOANS], 'release/1.x': [LOANS, HOTFIX]}
const SIDES: Readonly<Record<Side, (line: Line) => readonly string[]>> = {
  removes: line => ENDPOINTS[line].slice(0, -1),
  adds: line => [...ENDPOINTS[line], get('/v1/readers')]
}
const describeApi = (paths: readonly string[]) => (paths.length > 0 ? spec(...paths) : `${spec().trimEnd()} {}\n`)

/** A run of CI in a clone. */
interface Situation {
  /** What is checked out: the change, or the change merged into the target branch. */
  readonly head: 'change' | 'merge'
  /** Whether the target branch already has the change because it was pushed. */
  readonly isPushed?: true
  readonly env: (of: Commits) => Readonly<Record<string, string>>
  readonly event?: (of: Commits) => unknown
  /** Arguments of the check. */
  readonly args?: readonly string[]
  /** Arguments of the clone. */
  readonly clone?: readonly string[]
  /** The last preparation of the clone. */
  readonly alter?: (clone: string, of: Commits) => Promise<unknown>
  /** The text of the refusal if a fact is missing. */
  readonly refusal?: RegExp
  /** Whether the rules are those of the last commit because no target is known. */
  readonly isBaseTarget?: true
  /** How the report names the base if it isn't the merge base with the target branch. */
  readonly compared?: RegExp
}

/** The commits of a situation. */
interface Commits {
  readonly line: Line
  readonly change: string
  readonly merge: string
  /** The tip of the target branch before the change. */
  readonly before: string
}

const NO_COMMIT = '0'.repeat(40)
const OTHER_COMMIT = /doesn't have the commit `[0-9a-f]{7}` of the change/
const checkOutTarget = (clone: string, {before}: Commits) => git(clone, ['checkout', '--quiet', '--detach', before])
const pullRequest = ({line, change}: Commits) => ({pull_request: {base: {ref: line}, head: {sha: change}}})
const GITHUB = {CI: 'true', GITHUB_ACTIONS: 'true'}
const onGitHub =
  (event: string, more: (of: Commits) => object = () => ({})) =>
  (of: Commits) => ({
    ...GITHUB,
    GITHUB_EVENT_NAME: event,
    ...more(of)
  })
const pushed = (of: Commits, more: object = {}) => ({
  ref: `refs/heads/${of.line}`,
  before: of.before,
  repository: {default_branch: 'main'},
  ...more
})
const onPush = onGitHub('push', ({line}) => ({GITHUB_REF: `refs/heads/${line}`, GITHUB_REF_PROTECTED: 'true'}))
const GITLAB = {CI: 'true', GITLAB_CI: 'true', CI_DEFAULT_BRANCH: 'main'}
const onGitLab = (type: string) => (of: Commits) => ({
  ...GITLAB,
  CI_PIPELINE_SOURCE: 'merge_request_event',
  CI_MERGE_REQUEST_EVENT_TYPE: type,
  CI_MERGE_REQUEST_TARGET_BRANCH_NAME: of.line,
  CI_MERGE_REQUEST_DIFF_BASE_SHA: of.before,
  CI_COMMIT_BEFORE_SHA: NO_COMMIT
})
const AZURE = {TF_BUILD: 'True'}
const BITBUCKET = {CI: 'true', BITBUCKET_BUILD_NUMBER: '7'}
const JENKINS = {JENKINS_URL: 'https://ci.library.example/'}
const BUILDKITE = {CI: 'true', BUILDKITE: 'true', BUILDKITE_PIPELINE_DEFAULT_BRANCH: 'main'}
const CIRCLE = {CI: 'true', CIRCLECI: 'true'}
const WOODPECKER = {CI: 'woodpecker', CI_REPO_DEFAULT_BRANCH: 'main'}
const DRONE = {CI: 'true', DRONE: 'true', DRONE_REPO_BRANCH: 'main'}
const onWoodpecker = ({line, change}: Commits) => ({
  ...WOODPECKER,
  CI_PIPELINE_EVENT: 'pull_request',
  CI_COMMIT_SHA: change,
  CI_COMMIT_BRANCH: line,
  CI_COMMIT_SOURCE_BRANCH: 'work',
  CI_COMMIT_TARGET_BRANCH: line
})
const pushedOnWoodpecker = ({line, before}: Commits, more: object = {}) => ({
  ...WOODPECKER,
  CI_PIPELINE_EVENT: 'push',
  CI_COMMIT_BRANCH: line,
  CI_PREV_COMMIT_SHA: before,
  ...more
})

const BEFORE = /what was there before the push/
const UNKNOWN = /What to compare with isn't known/

const SITUATIONS: Readonly<Record<string, Situation>> = {
  'GitHub pull_request': {
    head: 'merge',
    env: onGitHub('pull_request', ({line}) => ({GITHUB_BASE_REF: line})),
    event: pullRequest
  },
  'GitHub pull_request of the head': {
    head: 'change',
    env: onGitHub('pull_request', ({line}) => ({GITHUB_BASE_REF: line})),
    event: pullRequest
  },
  'GitHub pull_request_target with the head': {
    head: 'change',
    env: onGitHub('pull_request_target', ({line}) => ({GITHUB_BASE_REF: line})),
    event: pullRequest
  },
  'GitHub pull_request_target with the target': {
    head: 'merge',
    env: onGitHub('pull_request_target', ({line}) => ({GITHUB_BASE_REF: line})),
    event: pullRequest,
    alter: checkOutTarget,
    refusal: OTHER_COMMIT
  },
  'GitHub merge_group': {
    head: 'merge',
    env: onGitHub('merge_group'),
    event: ({line, merge, before}) => ({
      merge_group: {base_ref: `refs/heads/${line}`, base_sha: before, head_sha: merge}
    })
  },
  'GitHub merge_group without its event file': {
    head: 'merge',
    env: onGitHub('merge_group', ({line}) => ({GITHUB_REF: `refs/heads/gh-readonly-queue/${line}/pr-7-1`})),
    refusal: /the event file names no branch/
  },
  'GitHub push': {head: 'merge', isPushed: true, env: onPush, event: of => pushed(of), compared: BEFORE},
  'GitHub push of several commits': {
    head: 'change',
    isPushed: true,
    env: onPush,
    event: of => pushed(of),
    compared: BEFORE
  },
  'GitHub push without its event file': {head: 'merge', isPushed: true, env: onPush, refusal: UNKNOWN},
  'GitHub force push': {
    head: 'merge',
    isPushed: true,
    env: onPush,
    event: of => pushed(of),
    // The target branch had another commit, which the push drops.
    alter: async clone =>
      git(clone, ['reset', '--quiet', '--soft', 'HEAD~1']).then(() =>
        git(clone, ['commit', '--quiet', '--message', 'Again'])
      ),
    compared: BEFORE
  },
  'GitHub force push over a commit that is not in the clone': {
    head: 'merge',
    isPushed: true,
    env: onPush,
    event: of => pushed(of, {before: 'f'.repeat(40)}),
    refusal: /git fetch origin f{40}/
  },
  'GitHub push of a tag': {
    head: 'merge',
    env: onGitHub('push', () => ({GITHUB_REF: 'refs/tags/v1.1'})),
    event: of => pushed(of, {ref: 'refs/tags/v1.1', before: NO_COMMIT}),
    refusal: /this run is for the tag `v1.1`/
  },
  'GitHub workflow_dispatch with a target': {
    head: 'change',
    env: onGitHub('workflow_dispatch', () => ({GITHUB_REF: 'refs/heads/work'})),
    event: ({line}) => ({inputs: {}, ref: `refs/heads/${line}`, repository: {default_branch: 'main'}}),
    args: ['--target', 'LINE']
  },
  'GitHub workflow_dispatch on the line': {
    head: 'merge',
    isPushed: true,
    env: onGitHub('workflow_dispatch', ({line}) => ({GITHUB_REF: `refs/heads/${line}`})),
    event: of => pushed(of, {before: undefined}),
    refusal: UNKNOWN
  },
  'GitLab merge request': {head: 'change', env: onGitLab('detached')},
  'GitLab merged results': {head: 'merge', env: onGitLab('merged_result')},
  'GitLab merge train': {head: 'merge', env: onGitLab('merge_train')},
  'GitLab merge request with the target': {
    head: 'merge',
    env: of => ({...onGitLab('detached')(of), CI_COMMIT_SHA: of.change}),
    alter: checkOutTarget,
    refusal: OTHER_COMMIT
  },
  'GitLab merge request in a fork': {
    head: 'change',
    env: of => ({...onGitLab('detached')(of), CI_MERGE_REQUEST_PROJECT_ID: '1', CI_PROJECT_ID: '2'}),
    refusal: /the pipeline runs in a fork/
  },
  'GitLab push': {
    head: 'merge',
    isPushed: true,
    env: of => ({
      ...GITLAB,
      CI_PIPELINE_SOURCE: 'push',
      CI_COMMIT_BRANCH: of.line,
      CI_COMMIT_BEFORE_SHA: of.before,
      CI_COMMIT_REF_PROTECTED: 'true'
    }),
    compared: BEFORE
  },
  'Azure Pipelines pull request': {
    head: 'merge',
    env: ({line}) => ({
      ...AZURE,
      BUILD_REASON: 'PullRequest',
      BUILD_SOURCEBRANCH: 'refs/pull/7/merge',
      SYSTEM_PULLREQUEST_TARGETBRANCH: `refs/heads/${line}`
    })
  },
  'Azure Pipelines pull request with the target': {
    head: 'merge',
    env: ({line, merge}) => ({
      ...AZURE,
      BUILD_REASON: 'PullRequest',
      BUILD_SOURCEVERSION: merge,
      SYSTEM_PULLREQUEST_TARGETBRANCH: `refs/heads/${line}`
    }),
    alter: checkOutTarget,
    refusal: OTHER_COMMIT
  },
  'Azure Pipelines push': {
    head: 'merge',
    isPushed: true,
    env: ({line}) => ({...AZURE, BUILD_REASON: 'IndividualCI', BUILD_SOURCEBRANCH: `refs/heads/${line}`}),
    refusal: UNKNOWN
  },
  'Azure Pipelines push with the commit before': {
    head: 'merge',
    isPushed: true,
    env: ({line}) => ({...AZURE, BUILD_REASON: 'IndividualCI', BUILD_SOURCEBRANCH: `refs/heads/${line}`}),
    args: ['--base', 'HEAD^1'],
    isBaseTarget: true,
    compared: /`?HEAD\^1/
  },
  'Bitbucket pull request': {
    head: 'change',
    env: ({line}) => ({...BITBUCKET, BITBUCKET_PR_ID: '7', BITBUCKET_PR_DESTINATION_BRANCH: line})
  },
  'Bitbucket pull request, merged before the run': {
    head: 'merge',
    env: ({line, change}) => ({
      ...BITBUCKET,
      BITBUCKET_PR_ID: '7',
      BITBUCKET_COMMIT: change,
      BITBUCKET_PR_DESTINATION_BRANCH: line
    })
  },
  'Bitbucket push': {
    head: 'merge',
    isPushed: true,
    env: ({line}) => ({...BITBUCKET, BITBUCKET_BRANCH: line}),
    refusal: UNKNOWN
  },
  'Jenkins change': {
    head: 'merge',
    env: ({line}) => ({...JENKINS, CHANGE_ID: '7', CHANGE_TARGET: line, BRANCH_NAME: 'PR-7'})
  },
  'Jenkins branch': {
    head: 'merge',
    isPushed: true,
    env: ({line, before}) => ({...JENKINS, BRANCH_NAME: line, GIT_PREVIOUS_SUCCESSFUL_COMMIT: before}),
    compared: BEFORE
  },
  'Jenkins first build of a branch': {
    head: 'merge',
    isPushed: true,
    env: ({line}) => ({...JENKINS, BRANCH_NAME: line}),
    refusal: UNKNOWN
  },
  'Buildkite pull request': {
    head: 'change',
    env: ({line}) => ({
      ...BUILDKITE,
      BUILDKITE_BRANCH: 'work',
      BUILDKITE_PULL_REQUEST: '7',
      BUILDKITE_PULL_REQUEST_BASE_BRANCH: line
    })
  },
  'Buildkite pull request of a commit without an ID': {
    head: 'change',
    env: ({line}) => ({
      ...BUILDKITE,
      BUILDKITE_BRANCH: 'work',
      BUILDKITE_COMMIT: 'HEAD',
      BUILDKITE_PULL_REQUEST: '7',
      BUILDKITE_PULL_REQUEST_BASE_BRANCH: line
    })
  },
  'Buildkite push': {
    head: 'merge',
    isPushed: true,
    env: ({line}) => ({...BUILDKITE, BUILDKITE_BRANCH: line, BUILDKITE_PULL_REQUEST: 'false'}),
    refusal: UNKNOWN
  },
  'Jenkins build of the same commit again': {
    head: 'merge',
    isPushed: true,
    env: ({line, merge}) => ({...JENKINS, BRANCH_NAME: line, GIT_PREVIOUS_COMMIT: merge}),
    refusal: /names the commit that is checked out \([0-9a-f]{7}\) as the one before/
  },
  'CircleCI pull request': {
    head: 'change',
    env: () => ({...CIRCLE, CIRCLE_BRANCH: 'work', CIRCLE_PULL_REQUEST: 'https://host.example/pull/7'}),
    refusal: /nothing names the target of the pull request.*`--target`/
  },
  'CircleCI branch': {
    head: 'change',
    env: () => ({...CIRCLE, CIRCLE_BRANCH: 'work'}),
    refusal: /CircleCI doesn't name the branch that `work` is for.*`--target`/
  },
  'CircleCI pull request with its target': {
    head: 'change',
    env: () => ({...CIRCLE, CIRCLE_BRANCH: 'work', CIRCLE_PULL_REQUEST: 'https://host.example/pull/7'}),
    args: ['--target', 'LINE']
  },
  'CircleCI branch with its target': {
    head: 'change',
    env: () => ({...CIRCLE, CIRCLE_BRANCH: 'work'}),
    args: ['--base', 'origin/LINE']
  },
  'CircleCI push': {
    head: 'merge',
    isPushed: true,
    env: ({line}) => ({...CIRCLE, CIRCLE_BRANCH: line}),
    refusal: UNKNOWN
  },
  'CircleCI push, compared with the target': {
    head: 'merge',
    isPushed: true,
    env: ({line}) => ({...CIRCLE, CIRCLE_BRANCH: line}),
    args: ['--base', 'origin/LINE'],
    refusal: /is the commit that is checked out/
  },
  'CircleCI tag': {
    head: 'merge',
    env: () => ({...CIRCLE, CIRCLE_TAG: 'v1.1'}),
    refusal: /this run is for the tag `v1.1`/
  },
  'Woodpecker pull request': {head: 'change', env: onWoodpecker},
  'Woodpecker pull request with the target': {
    head: 'merge',
    env: onWoodpecker,
    alter: checkOutTarget,
    refusal: OTHER_COMMIT
  },
  'Woodpecker push': {
    head: 'merge',
    isPushed: true,
    env: of => pushedOnWoodpecker(of, {CI_PREV_PIPELINE_EVENT: 'push'}),
    compared: BEFORE
  },
  // The previous pipeline is that of the pull request, which has what was merged.
  'Woodpecker push after a pull request': {
    head: 'change',
    isPushed: true,
    env: of => pushedOnWoodpecker(of, {CI_PREV_COMMIT_SHA: of.change, CI_PREV_PIPELINE_EVENT: 'pull_request'}),
    refusal: UNKNOWN
  },
  'Woodpecker pipeline of the same commit again': {
    head: 'merge',
    isPushed: true,
    env: of => pushedOnWoodpecker(of, {CI_PREV_COMMIT_SHA: of.merge, CI_PREV_PIPELINE_EVENT: 'push'}),
    refusal: /as the one before/
  },
  'Woodpecker tag': {
    head: 'merge',
    env: () => ({...WOODPECKER, CI_PIPELINE_EVENT: 'tag', CI_COMMIT_TAG: 'v1.1'}),
    refusal: /this run is for the tag `v1.1`/
  },
  'Woodpecker schedule': {
    head: 'merge',
    isPushed: true,
    env: ({line}) => ({...WOODPECKER, CI_PIPELINE_EVENT: 'cron', CI_COMMIT_BRANCH: line}),
    refusal: UNKNOWN
  },
  'Woodpecker with its shallow clone without contents': {
    head: 'change',
    env: onWoodpecker,
    clone: ['--depth', '1', '--filter=tree:0', '--no-single-branch'],
    refusal: /The clone is shallow.*git fetch/
  },
  'Drone pull request': {
    head: 'merge',
    env: ({line, change}) => ({
      ...DRONE,
      DRONE_BUILD_EVENT: 'pull_request',
      DRONE_PULL_REQUEST: '7',
      DRONE_BRANCH: line,
      DRONE_COMMIT_SHA: change,
      DRONE_TARGET_BRANCH: line
    })
  },
  'Drone push': {
    head: 'merge',
    isPushed: true,
    env: ({line, before}) => ({
      ...DRONE,
      DRONE_BUILD_EVENT: 'push',
      DRONE_BRANCH: line,
      DRONE_COMMIT_BEFORE: before,
      DRONE_TARGET_BRANCH: line
    }),
    compared: BEFORE
  },
  'Drone tag': {
    head: 'merge',
    env: () => ({...DRONE, DRONE_BUILD_EVENT: 'tag', DRONE_TAG: 'v1.1'}),
    refusal: /this run is for the tag `v1.1`/
  },
  'another CI system with `--base`': {head: 'change', env: () => ({CI: 'true'}), args: ['--base', 'origin/LINE']},
  'another CI system with `--target`': {head: 'change', env: () => ({CI: 'true'}), args: ['--target', 'origin/LINE']},
  'another CI system on the target branch': {
    head: 'merge',
    isPushed: true,
    env: () => ({CI: 'true'}),
    args: ['--base', 'origin/LINE'],
    refusal: /is the commit that is checked out/
  },
  'a shallow clone': {
    head: 'change',
    env: onGitHub('pull_request', ({line}) => ({GITHUB_BASE_REF: line})),
    clone: ['--depth', '1', '--no-single-branch'],
    refusal: /The clone is shallow/
  },
  'a shallow clone of the merge commit': {
    head: 'merge',
    env: onGitHub('pull_request', ({line}) => ({GITHUB_BASE_REF: line})),
    clone: ['--depth', '2', '--no-single-branch']
  },
  'a clone of only the branch': {
    head: 'change',
    env: onGitHub('pull_request', ({line}) => ({GITHUB_BASE_REF: line})),
    alter: (clone, {line}) => git(clone, ['update-ref', '-d', `refs/remotes/origin/${line}`]),
    refusal: /lacks the target branch `(.+)`\. Fetch it: `git fetch origin \+refs\/heads\/\1:refs\/remotes\/origin\/\1`/
  },
  'a sparse checkout without the description': {
    head: 'change',
    env: onGitHub('pull_request', ({line}) => ({GITHUB_BASE_REF: line})),
    alter: clone => git(clone, ['sparse-checkout', 'set', '--no-cone', '/tenure.yaml']),
    refusal: /left out of the sparse checkout/
  },
  'a sparse checkout with the description': {
    head: 'change',
    env: onGitHub('pull_request', ({line}) => ({GITHUB_BASE_REF: line})),
    alter: clone => git(clone, ['sparse-checkout', 'set', '--no-cone', '/tenure.yaml', '/openapi.yaml'])
  },
  'a clone without blobs': {
    head: 'change',
    env: onGitHub('pull_request', ({line}) => ({GITHUB_BASE_REF: line})),
    clone: ['--filter=blob:none'],
    refusal: /isn't in this clone, which leaves contents out/
  },
  'a clone without trees': {
    head: 'change',
    env: onGitHub('pull_request', ({line}) => ({GITHUB_BASE_REF: line})),
    clone: ['--filter=tree:0'],
    refusal: /isn't in this clone, which leaves contents out/
  },
  'a merge of the change with two other branches at once': {
    head: 'change',
    env: onGitHub('pull_request', ({line}) => ({GITHUB_BASE_REF: line})),
    alter: async (clone, {before, change}) => mergeAll(clone, change, await commitSides(clone, before))
  },
  'a worktree': {
    head: 'change',
    env: onGitHub('pull_request', ({line}) => ({GITHUB_BASE_REF: line})),
    alter: async (clone, {change}) => git(clone, ['worktree', 'add', '--quiet', '--detach', 'elsewhere', change])
  }
}

const NAMES = Object.keys(SITUATIONS)
const COMMITS = new Map<string, Commits>()
let origin = ''

/** Creates two commits on top of another one, in separate files, and returns them. */
async function commitSides(clone: string, before: string): Promise<string[]> {
  const commits: string[] = []
  for (const name of ['left.txt', 'right.txt']) {
    await git(clone, ['checkout', '--quiet', '--detach', before])
    write(clone, {[name]: name})
    await git(clone, ['add', name])
    await git(clone, ['commit', '--quiet', '--message', name])
    commits.push((await git(clone, ['rev-parse', 'HEAD'])).trim())
  }
  return commits
}

/** Merges several commits at once, checks the result out, and returns it. */
async function mergeAll(clone: string, into: string, commits: readonly string[]): Promise<string> {
  await git(clone, ['checkout', '--quiet', '--detach', into])
  await git(clone, ['merge', '--quiet', '--no-ff', '--message', 'All at once', ...commits])
  const parents = (await git(clone, ['rev-parse', 'HEAD^@'])).trim().split('\n')
  expect(parents).toHaveLength(commits.length + 1)
  return (await git(clone, ['rev-parse', 'HEAD'])).trim()
}

/** Commits the description to a new branch and returns the commit. */
async function commitApi(branch: string, from: string, paths: readonly string[]): Promise<string> {
  await git(origin, ['checkout', '--quiet', '-b', branch, from])
  write(origin, {'openapi.yaml': describeApi(paths)})
  await git(origin, ['commit', '--quiet', '--all', '--message', branch])
  write(origin, {'notes.txt': branch})
  await git(origin, ['add', '--all'])
  await git(origin, ['commit', '--quiet', '--message', 'Notes'])
  return (await git(origin, ['rev-parse', 'HEAD'])).trim()
}

beforeAll(async () => {
  const config = 'format: 1\nspec: openapi.yaml\npolicy: thirteen-months\n'
  origin = await repositoryOf({main: [['2024-06-01', {'openapi.yaml': spec(LOANS), 'tenure.yaml': config}]]})
  await git(origin, ['config', 'uploadpack.allowFilter', 'true'])
  await git(origin, ['config', 'uploadpack.allowAnySHA1InWant', 'true'])
  await git(origin, ['checkout', '--quiet', '-b', 'release/1.x'])
  write(origin, {'openapi.yaml': spec(LOANS, HOTFIX)})
  await git(origin, ['commit', '--quiet', '--all', '--message', 'A hot endpoint'], '2024-07-01')
  for (const line of LINES) {
    const before = (await git(origin, ['rev-parse', line])).trim()
    for (const side of ['removes', 'adds'] as const) {
      const change = await commitApi(`${side}-${line.replace('/', '-')}`, line, SIDES[side](line))
      await git(origin, ['checkout', '--quiet', '-b', `merged-${side}-${line.replace('/', '-')}`, line])
      await git(origin, ['merge', '--quiet', '--no-ff', '--message', 'Merge', change])
      const merge = (await git(origin, ['rev-parse', 'HEAD'])).trim()
      COMMITS.set(`${line} ${side}`, {line, change, merge, before})
    }
  }
  await git(origin, ['checkout', '--quiet', 'main'])
})

describe.concurrent.each(LINES)('a change for the branch %s', line => {
  // In quick runs, each situation is of one branch.
  const names = NAMES.filter((_, at) => isFullRun || LINES[at % LINES.length] === line)
  it.each(names)('in CI: %s', async name => {
    const {
      head,
      isPushed,
      env,
      event,
      args = [],
      clone: options = [],
      alter,
      refusal,
      compared,
      isBaseTarget
    } = SITUATIONS[name] as Situation
    for (const side of ['removes', 'adds'] as const) {
      const of = COMMITS.get(`${line} ${side}`) as Commits
      const clone = await cloneOf(origin, '--no-checkout', ...options)
      await git(clone, ['checkout', '--quiet', '--detach', of[head]])
      await git(clone, ['branch', '--quiet', '--delete', '--force', 'main'])
      await alter?.(clone, of)
      if (isPushed) await git(clone, ['update-ref', `refs/remotes/origin/${line}`, 'HEAD'])
      const file = join(folder({'event.json': JSON.stringify(event?.(of) ?? {})}), 'event.json')
      const at = name === 'a worktree' ? join(clone, 'elsewhere') : clone
      const result = await check(
        at,
        args.map(each => each.replace('LINE', line)),
        TODAY,
        {...env(of), ...(event ? {GITHUB_EVENT_PATH: file} : {})}
      )
      if (refusal) {
        expectRefusal(result)
        expect(result.err).toMatch(refusal)
        continue
      }
      expect(result.code, `${side}: ${result.out}${result.err}`).toBe(side === 'removes' ? 1 : 0)
      const {remarks: all, revisions} = JSON.parse(result.out)
      const remarks: string = all.join('\n')
      if (!isBaseTarget) expect(revisions.target.commit).toBe(of.before)
      else expect(revisions.base.commit).toBe(of.before)
      expect(remarks).toMatch(compared ?? new RegExp(`origin/${line}|where the work branched off from origin/${line}`))
    }
  })
})

describe.concurrent.each(['removes', 'adds'] as const)(
  'a change that %s an endpoint, with several merge bases',
  side => {
    it('is compared with each merge base', async () => {
      const {change, before} = COMMITS.get(`main ${side}`) as Commits
      const clone = await cloneOf(origin, '--no-checkout')
      const commits = await commitSides(clone, before)
      const target = await mergeAll(clone, before, commits)
      const head = await mergeAll(clone, change, commits)
      await git(clone, ['update-ref', 'refs/remotes/origin/main', target])
      const bases = (await git(clone, ['merge-base', '--all', target, head])).trim().split('\n')
      const {code, out} = await check(clone, [], TODAY, {
        ...GITHUB,
        GITHUB_EVENT_NAME: 'pull_request',
        GITHUB_BASE_REF: 'main'
      })
      const {remarks, revisions} = JSON.parse(out)
      expect({code, bases: bases.length}).toEqual({code: side === 'removes' ? 1 : 0, bases: 2})
      expect(remarks.join('\n')).toContain('because this change has several bases')
      expect([revisions.target.commit, bases.includes(revisions.base.commit)]).toEqual([target, true])
    })
  }
)

describe.concurrent('a push on GitHub', () => {
  /** Checks a commit that was pushed to a branch and returns the exit code and the remarks. */
  async function checkPush(branch: string, head: string, before: string, isProtected = 'false') {
    const clone = await cloneOf(origin, '--no-checkout')
    await git(clone, ['checkout', '--quiet', '--detach', head])
    const event = {ref: `refs/heads/${branch}`, before, repository: {default_branch: 'main'}}
    const {code, out} = await check(clone, [], TODAY, {
      ...GITHUB,
      GITHUB_EVENT_NAME: 'push',
      GITHUB_REF: event.ref,
      GITHUB_REF_PROTECTED: isProtected,
      GITHUB_EVENT_PATH: join(folder({'event.json': JSON.stringify(event)}), 'event.json')
    })
    return {code, remarks: JSON.parse(out).remarks.join('\n') as string}
  }
  const removal = (line: Line) => COMMITS.get(`${line} removes`) as Commits

  it('is compared with nothing if it creates the default branch', async () => {
    const {code, remarks} = await checkPush('main', removal('main').merge, NO_COMMIT)
    expect({code, remarks}).toEqual({code: 0, remarks: expect.stringContaining('the push created the branch')})
  })

  it('is compared with the merge base if its branch will be merged', async () => {
    const {change} = removal('main')
    const {code, remarks} = await checkPush('work', change, change)
    expect({code, remarks}).toEqual({code: 1, remarks: expect.stringContaining('origin/main (')})
  })

  it("is compared with both if its release branch isn't protected", async () => {
    const {merge, before} = removal('release/1.x')
    const {code, remarks} = await checkPush('release/1.x', merge, before)
    expect({code, remarks}).toEqual({
      code: 1,
      remarks: expect.stringContaining('because this change has several bases')
    })
  })
})
