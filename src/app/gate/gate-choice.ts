import process from 'node:process'
import {readText} from '../../read/files/file-system.ts'

/** Base to compare with, from the options and the CI environment. */
export const gateChoice = ({base}: {readonly base?: string | undefined}) => ({
  base,
  target: targetBranch(),
  pushed: commitBeforePush(),
  isCi: Boolean(process.env.CI)
})

/** Target branch of the pull request or merge request that CI runs for. */
const targetBranch = (): string | undefined =>
  process.env.GITHUB_BASE_REF || process.env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME || undefined

/** Commit before the push that CI runs for. A push may contain several commits. */
function commitBeforePush(): string | undefined {
  const {GITHUB_EVENT_NAME, GITHUB_EVENT_PATH, CI_COMMIT_BEFORE_SHA} = process.env
  if (GITHUB_EVENT_NAME !== 'push' || !GITHUB_EVENT_PATH) return CI_COMMIT_BEFORE_SHA || undefined
  try {
    const {before} = JSON.parse(readText(GITHUB_EVENT_PATH)) as {readonly before?: unknown}
    return typeof before === 'string' ? before : undefined
  } catch {
    // Falls back to the last commit.
    return undefined
  }
}
