import {inputError} from '@tenure/core/model/input-error'
import * as z from 'zod'
import type {ActionContext} from './action-context.ts'
import {ApiError, createApi, repeatOnFault} from './github-api.ts'
import {type PullRequest, repositoryOf, type WorkflowRun} from './github-event.ts'

/** What a finished workflow run was for, and the branch that it is to be merged into. */
export interface FinishedChange {
  readonly sha: string
  readonly base: string
}

/** Pull request of a finished workflow run. */
export type FoundPullRequest = PullRequest & FinishedChange

/** Group of a merge queue, in a branch that GitHub names after the target. `undefined` if the run was for something else. */
export function findQueue(
  {event, sha, branch = '', repository}: WorkflowRun,
  {env}: ActionContext
): FinishedChange | undefined {
  const [, base] = /^gh-readonly-queue\/(.+)\/pr-\d+-[\da-f]{40,64}$/.exec(branch) ?? []
  return event === 'merge_group' && base !== undefined && repository === repositoryOf(env) ? {sha, base} : undefined
}

const openPullRequest = z.object({
  number: z.int(),
  user: z.object({login: z.string(), id: z.int()}).nullish(),
  head: z.object({sha: z.string(), repo: z.object({full_name: z.string()}).nullish()}),
  base: z.object({ref: z.string()})
})

/** The events of runs that check a pull request. */
const PULL_REQUEST_EVENT = /^pull_request(?:_review)?$/

/**
 * Finds the open pull requests whose head is the commit of the run. GitHub is asked, so that nothing which the run left,
 * and a fork may have written, can choose one.
 */
export async function findPullRequests(
  {event, sha, branch, repository}: WorkflowRun,
  context: ActionContext
): Promise<FoundPullRequest[]> {
  if (!PULL_REQUEST_EVENT.test(event) || branch === undefined || repository === undefined) return []
  const head = encodeURIComponent(`${repository.split('/', 1)[0]}:${branch}`)
  const found: FoundPullRequest[] = []
  for await (const item of createApi(context).list(`/pulls?state=open&head=${head}`)) {
    const {data} = openPullRequest.safeParse(item)
    if (data?.head.sha !== sha || data.head.repo?.full_name !== repository) continue
    const {number, user, base} = data
    const author = user ? {author: {name: user.login, id: String(user.id)}} : {}
    found.push({number, sha, base: base.ref, isFork: repository !== repositoryOf(context.env), ...author})
  }
  return found
}

/** Throws an `InputError` if something else is checked out than the commit of the run. */
export function assertCommitOfRun({sha}: WorkflowRun, {git}: ActionContext): void {
  const head = git.output('.', ['rev-parse', 'HEAD'])?.toString('utf8').trim()
  if (head === sha) return
  throw inputError(
    `The checkout isn't the commit \`${sha.slice(0, 7)}\` of the finished run. Set \`ref: \${{ github.event.workflow_run.head_sha }}\` for \`actions/checkout\`.`
  )
}

/** Result of the check on a commit. GitHub shows the latest of each name. */
export interface CommitStatus {
  readonly context: string
  readonly state: 'success' | 'failure' | 'error'
  readonly description: string
}

/** Sets the status of a commit. Throws an `InputError` that names the permission if the token isn't allowed to. */
export async function setStatus(sha: string, status: CommitStatus, context: ActionContext): Promise<void> {
  const {env} = context
  const page = `${env.GITHUB_SERVER_URL || 'https://github.com'}/${repositoryOf(env)}/actions/runs/${env.GITHUB_RUN_ID ?? ''}`
  try {
    const api = createApi(context)
    await repeatOnFault(() => api.send('POST', `/statuses/${sha}`, {...status, target_url: page}), context)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw inputError(
      `The commit has no status: ${error.message} Give the job \`permissions: {contents: read, pull-requests: read, statuses: write}\`.`
    )
  }
}
