import {readText} from '../../read/files/file-system.ts'
import type {Context, Environment} from '../context.ts'

/** Base to compare with, from the options and the CI environment. */
export const gateChoice = ({base}: {readonly base?: string | undefined}, {env}: Pick<Context, 'env'>) => ({
  base,
  // Target branch of the pull request or merge request that CI runs for.
  target: env.GITHUB_BASE_REF || env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME || undefined,
  pushed: commitBeforePush(env),
  isCi: Boolean(env.CI)
})

/** Commit before the push that CI runs for. A push may contain several commits. */
function commitBeforePush({GITHUB_EVENT_NAME, GITHUB_EVENT_PATH, CI_COMMIT_BEFORE_SHA}: Environment) {
  if (GITHUB_EVENT_NAME !== 'push' || !GITHUB_EVENT_PATH) return CI_COMMIT_BEFORE_SHA || undefined
  try {
    const {before} = JSON.parse(readText(GITHUB_EVENT_PATH)) as {readonly before?: unknown}
    return typeof before === 'string' ? before : undefined
  } catch {
    // Falls back to the last commit.
    return undefined
  }
}
