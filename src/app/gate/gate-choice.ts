import process from 'node:process'
import {readText} from '../../read/files/file-system.ts'

/** What is compared with, as far as the surroundings tell. */
export const choiceOf = ({base}: {readonly base?: string | undefined}) => ({
  base,
  target: targetBranch(),
  pushed: pushedFrom(),
  isCi: Boolean(process.env.CI)
})

/** In CI the branch that a change is to be merged into is named by the surroundings. */
const targetBranch = (): string | undefined =>
  process.env.GITHUB_BASE_REF || process.env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME || undefined

/** In CI the state before a push is named by the surroundings: more than one commit may have come with it. */
function pushedFrom(): string | undefined {
  const {GITHUB_EVENT_NAME, GITHUB_EVENT_PATH, CI_COMMIT_BEFORE_SHA} = process.env
  if (GITHUB_EVENT_NAME !== 'push' || !GITHUB_EVENT_PATH) return CI_COMMIT_BEFORE_SHA || undefined
  try {
    const {before} = JSON.parse(readText(GITHUB_EVENT_PATH)) as {readonly before?: unknown}
    return typeof before === 'string' ? before : undefined
  } catch {
    // What is not told is found out from the last commit.
    return undefined
  }
}
