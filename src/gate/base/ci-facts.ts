import {defined} from '../../model/defined.ts'
import type {Files} from '../../stores/files/files.ts'

// The facts about a change are read from variables of the CI systems, because the system sets them and a change can't.
// https://docs.github.com/actions/reference/workflows-and-actions/variables
// https://docs.gitlab.com/ci/variables/predefined_variables
// https://learn.microsoft.com/azure/devops/pipelines/build/variables
// https://support.atlassian.com/bitbucket-cloud/docs/variables-and-secrets
// https://www.jenkins.io/doc/book/pipeline/multibranch
// https://buildkite.com/docs/pipelines/configure/environment-variables

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
  readJenkins
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

function readGitLab(env: Variables): CiFacts | undefined {
  const {CI_MERGE_REQUEST_TARGET_BRANCH_NAME: target, CI_DEFAULT_BRANCH} = env
  if (!env.GITLAB_CI && !target && !env.CI_COMMIT_BEFORE_SHA) return undefined
  const run = readGitLabRun(env, target)
  return {system: 'GitLab', run, ...(CI_DEFAULT_BRANCH ? {defaultBranch: CI_DEFAULT_BRANCH} : {})}
}

function readGitLabRun(env: Variables, target: string | undefined): CiRun {
  const {CI_COMMIT_BRANCH: branch, CI_PIPELINE_SOURCE: source = 'push'} = env
  // In the pipeline of a fork, `origin` is the fork, whose branches its owner can push to.
  if (target && env.CI_MERGE_REQUEST_PROJECT_ID && env.CI_PROJECT_ID !== env.CI_MERGE_REQUEST_PROJECT_ID)
    return {kind: 'unclear', missing: 'the pipeline runs in a fork, which has other branches than the target'}
  if (target) return mergeInto(target, env.CI_COMMIT_SHA)
  if (source === 'merge_request_event')
    return {kind: 'unclear', missing: 'nothing names the target of the merge request'}
  if (env.CI_COMMIT_TAG) return {kind: 'tag', tag: env.CI_COMMIT_TAG}
  const name = branch || env.CI_COMMIT_REF_NAME
  if (source !== 'push') return {kind: 'other', event: source, ...(name ? {branch: name} : {})}
  return pushOf(name || (env.CI_DEFAULT_BRANCH ?? ''), env.CI_COMMIT_BEFORE_SHA, env.CI_COMMIT_REF_PROTECTED)
}

function readAzure(env: Variables): CiFacts | undefined {
  if (!env.TF_BUILD && !env.SYSTEM_PULLREQUEST_TARGETBRANCH) return undefined
  return {system: 'Azure Pipelines', run: readAzureRun(env)}
}

function readAzureRun(env: Variables): CiRun {
  const {BUILD_REASON: reason = 'run', BUILD_SOURCEBRANCH: ref = ''} = env
  const target = branchOf(env.SYSTEM_PULLREQUEST_TARGETBRANCH) ?? env.SYSTEM_PULLREQUEST_TARGETBRANCHNAME
  if (target) return mergeInto(target, env.BUILD_SOURCEVERSION)
  if (reason === 'PullRequest') return {kind: 'unclear', missing: 'nothing names the target of the pull request'}
  if (ref.startsWith('refs/tags/')) return {kind: 'tag', tag: ref.slice('refs/tags/'.length)}
  const branch = branchOf(ref)
  if (branch === undefined || !/^(?:IndividualCI|BatchedCI)$/.test(reason))
    return defined({kind: 'other', event: reason, branch})
  return pushOf(branch)
}

function readBitbucket(env: Variables): CiFacts | undefined {
  const {BITBUCKET_BUILD_NUMBER, BITBUCKET_PR_DESTINATION_BRANCH: target, BITBUCKET_BRANCH: branch} = env
  if (!BITBUCKET_BUILD_NUMBER && !target) return undefined
  const system = 'Bitbucket'
  if (target) return {system, run: mergeInto(target, env.BITBUCKET_COMMIT)}
  if (env.BITBUCKET_PR_ID)
    return {system, run: {kind: 'unclear', missing: 'nothing names the target of the pull request'}}
  if (env.BITBUCKET_TAG) return {system, run: {kind: 'tag', tag: env.BITBUCKET_TAG}}
  return {system, run: branch ? pushOf(branch) : {kind: 'other', event: 'run'}}
}

function readBuildkite(env: Variables): CiFacts | undefined {
  if (!env.BUILDKITE) return undefined
  const {BUILDKITE_PIPELINE_DEFAULT_BRANCH: defaultBranch} = env
  return {system: 'Buildkite', run: readBuildkiteRun(env), ...(defaultBranch ? {defaultBranch} : {})}
}

function readBuildkiteRun(env: Variables): CiRun {
  const {BUILDKITE_BRANCH: branch, BUILDKITE_SOURCE: source = 'webhook'} = env
  const isPull = Boolean(env.BUILDKITE_PULL_REQUEST) && env.BUILDKITE_PULL_REQUEST !== 'false'
  const target = env.BUILDKITE_MERGE_QUEUE_BASE_BRANCH || (isPull && env.BUILDKITE_PULL_REQUEST_BASE_BRANCH)
  if (target) return mergeInto(target, env.BUILDKITE_COMMIT)
  if (isPull) return {kind: 'unclear', missing: 'nothing names the target of the pull request'}
  if (env.BUILDKITE_TAG) return {kind: 'tag', tag: env.BUILDKITE_TAG}
  if (!branch || source !== 'webhook') return {kind: 'other', event: source, ...(branch ? {branch} : {})}
  return pushOf(branch)
}

function readJenkins(env: Variables): CiFacts | undefined {
  const {JENKINS_URL, CHANGE_TARGET: target, BRANCH_NAME: branch} = env
  if (!JENKINS_URL && !target) return undefined
  const system = 'Jenkins'
  if (target) return {system, run: {kind: 'merge', target}}
  if (env.CHANGE_ID) return {system, run: {kind: 'unclear', missing: 'nothing names the target of the change'}}
  if (env.TAG_NAME) return {system, run: {kind: 'tag', tag: env.TAG_NAME}}
  const before = env.GIT_PREVIOUS_SUCCESSFUL_COMMIT || env.GIT_PREVIOUS_COMMIT
  return {system, run: branch ? pushOf(branch, before) : {kind: 'other', event: 'run'}}
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
