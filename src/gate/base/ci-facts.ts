import {defined} from '../../model/defined.ts'
import type {Files} from '../../stores/files/files.ts'

// The facts about a change are read from variables of the CI systems, because the system sets them and a change can't.
// https://docs.github.com/actions/reference/workflows-and-actions/variables
// https://docs.gitlab.com/ci/variables/predefined_variables
// https://learn.microsoft.com/azure/devops/pipelines/build/variables
// https://support.atlassian.com/bitbucket-cloud/docs/variables-and-secrets
// https://www.jenkins.io/doc/book/pipeline/multibranch
// https://buildkite.com/docs/pipelines/configure/environment-variables
// https://circleci.com/docs/reference/variables
// https://woodpecker-ci.org/docs/usage/environment
// https://docs.drone.io/pipeline/environment/reference

/** What a CI system runs for. */
export type CiRun =
  /** A change that is to be merged into a branch. `head` is a commit that the checkout must contain. */
  | {readonly kind: 'merge'; readonly target: string; readonly head?: string}
  /** The commits that were pushed to a branch. */
  | PushRun
  | {readonly kind: 'tag'; readonly tag: string}
  /** Something else, such as a schedule, on a branch. */
  | {readonly kind: 'other'; readonly event: string; readonly branch?: string}
  /** A fact is missing without which the run can't be judged. */
  | {readonly kind: 'unclear'; readonly missing: string}

/** A push to a branch. */
export interface PushRun {
  readonly kind: 'push'
  readonly branch: string
  /** The commit of the branch before the push; all zeros if the push created it; omitted if the system doesn't say. */
  readonly before?: string
  /** Whether the branch is protected; omitted if the system doesn't say. */
  readonly isProtected?: boolean
  /** Set if the branch may be that of a pull request, whose target the system doesn't name. */
  readonly isTargetUnknown?: true
}

/** The facts of a run in CI. */
export interface CiFacts {
  /** The name of the system. */
  readonly system: string
  readonly run: CiRun
  /** The default branch of the repository, if the system names it. */
  readonly defaultBranch?: string
}

type Variables = Readonly<Record<string, string | undefined>>

/** Reads the facts of the run from the variables of the environment; `undefined` outside of CI. */
export function readCiFacts(files: Files, env: Variables): CiFacts | undefined {
  for (const read of SYSTEMS) {
    const facts = read(env, files)
    if (facts) return facts
  }
  return env.CI ? {system: 'CI', run: {kind: 'other', event: 'run'}} : undefined
}

/** A reader for each CI system, which returns `undefined` without the variables that only this system sets. */
const SYSTEMS: readonly ((env: Variables, files: Files) => CiFacts | undefined)[] = [
  readGitHub,
  readGitLab,
  readAzure,
  readBitbucket,
  readBuildkite,
  readJenkins,
  readCircle,
  readWoodpecker,
  readDrone
]

function readGitHub(env: Variables, files: Files): CiFacts | undefined {
  const {GITHUB_ACTIONS, GITHUB_EVENT_NAME: event, GITHUB_BASE_REF} = env
  if (!GITHUB_ACTIONS && !event && !GITHUB_BASE_REF) return undefined
  const payload = readEvent(files, env.GITHUB_EVENT_PATH)
  const defaultBranch = textAt(payload, 'repository', 'default_branch')
  const run = readGitHubRun(env, payload)
  return defined({system: 'GitHub', run, defaultBranch})
}

function readGitHubRun(env: Variables, payload: unknown): CiRun {
  const event = env.GITHUB_EVENT_NAME || 'run'
  const ref = env.GITHUB_REF || textAt(payload, 'ref') || ''
  if (event === 'merge_group') {
    const target = branchOf(textAt(payload, 'merge_group', 'base_ref'))
    const head = textAt(payload, 'merge_group', 'head_sha')
    return target === undefined
      ? {kind: 'unclear', missing: 'the event file names no branch that the merge queue is for'}
      : defined({kind: 'merge', target, head})
  }
  const target = env.GITHUB_BASE_REF || textAt(payload, 'pull_request', 'base', 'ref')
  const head = textAt(payload, 'pull_request', 'head', 'sha')
  if (target !== undefined) return defined({kind: 'merge', target, head})
  if (/^pull_request/.test(event)) return {kind: 'unclear', missing: 'nothing names the target of the pull request'}
  const branch = branchOf(ref)
  if (branch?.startsWith('gh-readonly-queue/'))
    return {kind: 'unclear', missing: 'a merge queue is judged in the event `merge_group`, not `push`'}
  if (ref.startsWith('refs/tags/')) return {kind: 'tag', tag: ref.slice('refs/tags/'.length)}
  if (event !== 'push' || branch === undefined) return defined({kind: 'other', event, branch})
  return pushOf(branch, textAt(payload, 'before'), env.GITHUB_REF_PROTECTED)
}

/** What a system says of a run, each under a name of its own. */
interface RunVariables {
  /** The branch that a change is for. */
  readonly target?: string | undefined
  /** The commit of the change. */
  readonly head?: string | undefined
  /** What the system calls a change that is to be merged, if the run is for one. */
  readonly request?: string | false | undefined
  readonly tag?: string | undefined
  readonly branch?: string | undefined
  /** `push`, or what else started the run. */
  readonly event: string
  readonly before?: string | undefined
  readonly isProtected?: string | undefined
}

const factsOf = (system: string, variables: RunVariables, defaultBranch?: string): CiFacts => ({
  system,
  run: runOf(variables),
  ...(defaultBranch ? {defaultBranch} : {})
})

function runOf({target, head, request, tag, branch, event, before, isProtected}: RunVariables): CiRun {
  if (target) return mergeInto(target, head)
  if (request) return {kind: 'unclear', missing: `nothing names the target of the ${request}`}
  if (tag) return {kind: 'tag', tag}
  if (branch === undefined || event !== 'push') return {kind: 'other', event, ...(branch ? {branch} : {})}
  return pushOf(branch, before, isProtected)
}

function readGitLab(env: Variables): CiFacts | undefined {
  const {CI_MERGE_REQUEST_TARGET_BRANCH_NAME: target, CI_DEFAULT_BRANCH, CI_PIPELINE_SOURCE: source = 'push'} = env
  if (!env.GITLAB_CI && !target && !env.CI_COMMIT_BEFORE_SHA) return undefined
  // In the pipeline of a fork, `origin` is the fork, whose branches its owner can push to.
  if (target && env.CI_MERGE_REQUEST_PROJECT_ID && env.CI_PROJECT_ID !== env.CI_MERGE_REQUEST_PROJECT_ID) {
    const missing = 'the pipeline runs in a fork, which has other branches than the target'
    return {system: 'GitLab', run: {kind: 'unclear', missing}}
  }
  const variables = {
    ...{target, head: env.CI_COMMIT_SHA, request: source === 'merge_request_event' && 'merge request'},
    ...{tag: env.CI_COMMIT_TAG, event: source, before: env.CI_COMMIT_BEFORE_SHA},
    branch:
      env.CI_COMMIT_BRANCH || env.CI_COMMIT_REF_NAME || (source === 'push' ? (CI_DEFAULT_BRANCH ?? '') : undefined),
    isProtected: env.CI_COMMIT_REF_PROTECTED
  }
  return factsOf('GitLab', variables, CI_DEFAULT_BRANCH)
}

function readAzure(env: Variables): CiFacts | undefined {
  const {BUILD_REASON: reason = 'run', BUILD_SOURCEBRANCH: ref = ''} = env
  if (!env.TF_BUILD && !env.SYSTEM_PULLREQUEST_TARGETBRANCH) return undefined
  return factsOf('Azure Pipelines', {
    target: branchOf(env.SYSTEM_PULLREQUEST_TARGETBRANCH) ?? env.SYSTEM_PULLREQUEST_TARGETBRANCHNAME,
    ...{head: env.BUILD_SOURCEVERSION, request: reason === 'PullRequest' && 'pull request'},
    ...{tag: /^refs\/tags\/(.+)/.exec(ref)?.[1], branch: branchOf(ref)},
    event: /^(?:IndividualCI|BatchedCI)$/.test(reason) ? 'push' : reason
  })
}

function readBitbucket(env: Variables): CiFacts | undefined {
  const {BITBUCKET_BUILD_NUMBER, BITBUCKET_PR_DESTINATION_BRANCH: target, BITBUCKET_BRANCH: branch} = env
  if (!BITBUCKET_BUILD_NUMBER && !target) return undefined
  const request = env.BITBUCKET_PR_ID && 'pull request'
  const facts = {target, head: env.BITBUCKET_COMMIT, request, tag: env.BITBUCKET_TAG, branch}
  return factsOf('Bitbucket', {...facts, event: branch ? 'push' : 'run'})
}

function readBuildkite(env: Variables): CiFacts | undefined {
  if (!env.BUILDKITE) return undefined
  const {BUILDKITE_SOURCE: source = 'webhook', BUILDKITE_MERGE_QUEUE_BASE_BRANCH: queue} = env
  const isPull = Boolean(env.BUILDKITE_PULL_REQUEST) && env.BUILDKITE_PULL_REQUEST !== 'false'
  const variables = {
    target: queue || (isPull ? env.BUILDKITE_PULL_REQUEST_BASE_BRANCH : undefined),
    ...{head: env.BUILDKITE_COMMIT, request: isPull && 'pull request'},
    ...{tag: env.BUILDKITE_TAG, branch: env.BUILDKITE_BRANCH, event: source === 'webhook' ? 'push' : source}
  }
  return factsOf('Buildkite', variables, env.BUILDKITE_PIPELINE_DEFAULT_BRANCH)
}

function readJenkins(env: Variables): CiFacts | undefined {
  const {JENKINS_URL, CHANGE_TARGET: target, BRANCH_NAME: branch} = env
  if (!JENKINS_URL && !target) return undefined
  const before = env.GIT_PREVIOUS_SUCCESSFUL_COMMIT || env.GIT_PREVIOUS_COMMIT
  const facts = {target, request: env.CHANGE_ID && 'change', tag: env.TAG_NAME, branch, before}
  return factsOf('Jenkins', {...facts, event: branch ? 'push' : 'run'})
}

/** CircleCI starts the run of a pull request as that of a push to its branch. */
function readCircle(env: Variables): CiFacts | undefined {
  if (!env.CIRCLECI) return undefined
  const {CIRCLE_TAG: tag, CIRCLE_BRANCH: branch} = env
  const request = (env.CIRCLE_PULL_REQUEST || env.CIRCLE_PR_NUMBER) && 'pull request'
  const facts = factsOf('CircleCI', {request, tag, branch, event: branch ? 'push' : 'run'})
  return facts.run.kind === 'push' ? {...facts, run: {...facts.run, isTargetUnknown: true}} : facts
}

function readWoodpecker(env: Variables): CiFacts | undefined {
  const {CI_PIPELINE_EVENT: event = 'run'} = env
  if (env.CI !== 'woodpecker' && !env.CI_PIPELINE_EVENT) return undefined
  const isPull = event.startsWith('pull_request')
  const variables = {
    ...{target: isPull ? env.CI_COMMIT_TARGET_BRANCH : undefined, head: env.CI_COMMIT_SHA},
    ...{request: isPull && 'pull request', tag: env.CI_COMMIT_TAG, branch: env.CI_COMMIT_BRANCH, event},
    // The pipeline before this one can be that of a pull request, whose commit has what was merged.
    before: env.CI_PREV_PIPELINE_EVENT === 'push' ? env.CI_PREV_COMMIT_SHA : undefined
  }
  return factsOf('Woodpecker', variables, env.CI_REPO_DEFAULT_BRANCH)
}

function readDrone(env: Variables): CiFacts | undefined {
  if (!env.DRONE) return undefined
  const {DRONE_BUILD_EVENT: event = 'run'} = env
  const isPull = event === 'pull_request' || Boolean(env.DRONE_PULL_REQUEST)
  const variables = {
    ...{target: isPull ? env.DRONE_TARGET_BRANCH : undefined, head: env.DRONE_COMMIT_SHA},
    ...{request: isPull && 'pull request', tag: env.DRONE_TAG, branch: env.DRONE_BRANCH, event},
    before: env.DRONE_COMMIT_BEFORE
  }
  return factsOf('Drone', variables, env.DRONE_REPO_BRANCH)
}

/** A run for a change. A variable that isn't the ID of a commit, such as `HEAD`, says nothing of what is checked. */
const mergeInto = (target: string, head: string | undefined): CiRun =>
  defined({kind: 'merge', target, head: /^[\da-f]{40,64}$/.test(head ?? '') ? head : undefined})

const pushOf = (branch: string, before?: string, isProtected?: string): PushRun => ({
  kind: 'push',
  branch,
  ...(before ? {before} : {}),
  ...(isProtected ? {isProtected: isProtected === 'true'} : {})
})

/** The name of a branch from its ref or name; `undefined` if it is another ref. */
function branchOf(ref: string | undefined): string | undefined {
  if (ref?.startsWith('refs/heads/')) return ref.slice('refs/heads/'.length)
  return ref && !ref.startsWith('refs/') ? ref : undefined
}

/** The content of the event file, which is read once for each command; `undefined` if it can't be read. */
function readEvent(whole: Files, path: string | undefined): unknown {
  if (!path) return undefined
  return whole.remember(`event ${path}`, files => {
    try {
      return JSON.parse(files.readText(path))
    } catch {
      return undefined
    }
  })
}

/** The text at these keys; `undefined` if there is none. */
function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  let at = value
  for (const key of keys) at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined
  return typeof at === 'string' && at !== '' ? at : undefined
}
