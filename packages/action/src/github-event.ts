import type {Environment} from '@tenure/core/context/context'
import {inputError} from '@tenure/core/model/input-error'
import type {Files} from '@tenure/core/stores/files/files'
import * as z from 'zod'

// The parts of GitHub's events that the actions use: https://docs.github.com/webhooks/webhook-events-and-payloads.

const repository = z.object({full_name: z.string()})

const pullRequestEvent = z.object({
  pull_request: z.object({
    number: z.int().positive(),
    // A fork can be deleted while its pull request is open.
    head: z.object({repo: repository.nullish(), sha: z.string().optional()}),
    user: z.object({login: z.string(), id: z.int()}).nullish()
  })
})

const workflowRunEvent = z.object({
  workflow_run: z.object({
    event: z.string(),
    head_sha: z.string().regex(/^[0-9a-f]{40,64}$/),
    head_branch: z.string().nullish(),
    head_repository: repository.nullish()
  })
})

/** Pull request that started the workflow. */
export interface PullRequest {
  readonly number: number
  readonly isFork: boolean
  /** Last commit when the event happened. */
  readonly sha?: string
  readonly author?: {readonly name: string; readonly id: string}
}

/** Workflow run whose end started this workflow. */
export interface WorkflowRun {
  readonly event: string
  /** Commit that was checked. */
  readonly sha: string
  /** Branch and repository of the commit. Both are missing if they were deleted. */
  readonly branch?: string
  readonly repository?: string
}

/** Reads the pull request of the event. `undefined` if something else started the workflow. */
export function readPullRequest(files: Files, env: Environment): PullRequest | undefined {
  const {success, data} = pullRequestEvent.safeParse(readEvent(files, env))
  if (!success) return undefined
  const {number, head, user} = data.pull_request
  return {
    number,
    isFork: head.repo?.full_name !== repositoryOf(env),
    ...(head.sha === undefined ? {} : {sha: head.sha}),
    ...(user ? {author: {name: user.login, id: String(user.id)}} : {})
  }
}

/** Reads the workflow run of the event. Throws an `InputError` if something else started the workflow. */
export function readWorkflowRun(files: Files, env: Environment): WorkflowRun {
  const {success, data} = workflowRunEvent.safeParse(readEvent(files, env))
  if (!success) {
    throw inputError('The event has no `workflow_run`. Use this action in a workflow with `on: workflow_run`.')
  }
  const {event, head_sha: sha, head_branch: branch, head_repository: head} = data.workflow_run
  return {event, sha, ...(branch ? {branch} : {}), ...(head ? {repository: head.full_name} : {})}
}

/** `OWNER/NAME` of the repository that the workflow runs in. */
export function repositoryOf({GITHUB_REPOSITORY: name = ''}: Environment): string {
  if (/^[\w.-]+\/[\w.-]+$/.test(name)) return name
  throw inputError('`GITHUB_REPOSITORY` is missing. Run this as a step of a GitHub workflow.')
}

function readEvent(files: Files, {GITHUB_EVENT_PATH: path}: Environment): unknown {
  if (!path) throw inputError('`GITHUB_EVENT_PATH` is missing. Run this as a step of a GitHub workflow.')
  try {
    return JSON.parse(files.readText(path))
  } catch (error) {
    if (error instanceof SyntaxError) throw inputError('The event is not JSON.', {source: path})
    throw error
  }
}
