import {join} from 'node:path'
import {EXIT} from '@tenure/core/cli/exit-codes'
import type {Environment} from '@tenure/core/context/context'
import {documentationPage} from '@tenure/core/model/documentation'
import type {WrittenReport} from '@tenure/core/outputs/report/json-format'
import {createTemporaryFolder, removeFile, writeFileAtomically} from '@tenure/core/stores/files/write-file'
import type {ActionContext} from './action-context.ts'
import {collectApprovals} from './approvals.ts'
import {assertCommitOfRun, type FinishedChange, findPullRequests, findQueue, setStatus} from './finished-run.ts'
import {repeatOnFault} from './github-api.ts'
import {type PullRequest, readPullRequest, readWorkflowRun} from './github-event.ts'
import {type CheckInputs, inputOf, readCheckInputs} from './inputs.ts'
import {warnOfComment, withMarker, writeComment} from './pull-request-comment.ts'
import {annotate, reportFailure, writeOutputs, writeSummary} from './runner-files.ts'
import {addUpReports, type JsonReport, reportsIn} from './totals.ts'

/** File that `comment/action.yml` takes from the artifact. */
export const COMMENT_FILE = 'comment.md'

/** The largest report to read, in bytes: the maximum length of a string in Node.js. */
const MAX_REPORT = 2 ** 29 - 24

/** Checks the change, passes the result to the runner, and comments on the pull request. Returns the exit code. */
export async function checkAction(context: ActionContext): Promise<number> {
  try {
    const inputs = readCheckInputs(context.env)
    return inputs.status === ''
      ? await checkChange(inputs, undefined, context)
      : await checkFinishedRun(inputs, context)
  } catch (error) {
    reportFailure(error, context)
    return EXIT.failed
  }
}

/**
 * Checks the pull request or the merge queue of a finished run, and sets the result as the status of its commit. This
 * workflow runs on the default branch, so it has secrets that the run of a fork hasn't.
 */
async function checkFinishedRun(inputs: CheckInputs, context: ActionContext): Promise<number> {
  const run = readWorkflowRun(context.files, context.env)
  const queue = findQueue(run, context)
  const found = queue ? [] : await repeatOnFault(() => findPullRequests(run, context), context)
  const [pull] = found
  const change = queue ?? pull
  if (!change || found.length > 1) {
    const count = found.length === 0 ? 'no open pull request has' : `${found.length} open pull requests have`
    annotate('notice', `No status: ${count} the commit \`${run.sha}\` as its head.`, context)
    return EXIT.fine
  }
  assertCommitOfRun(run, context)
  const event = queue ? queueEvent(queue) : pullRequestEvent(change)
  // Whatever fails, an earlier status of the commit is replaced.
  const code = await checkChange(inputs, pull, runOnEvent(event, context)).catch(error => {
    reportFailure(error, context)
    return EXIT.failed
  })
  const state = code === EXIT.fine ? 'success' : code === EXIT.failed ? 'error' : 'failure'
  await setStatus(change.sha, {context: inputs.status, state, description: DESCRIPTIONS[state]}, context)
  return code
}

const DESCRIPTIONS = {
  success: 'The deprecation policy is kept to.',
  failure: 'The deprecation policy is violated, or an approval is missing.',
  error: 'The change could not be checked.'
}

async function checkChange(
  inputs: CheckInputs,
  pull: PullRequest | undefined,
  context: ActionContext
): Promise<number> {
  const folder = createTemporaryFolder('tenure-', context.env.RUNNER_TEMP || undefined)
  const formats = [
    ...inputs.formats.map(printLater(folder)),
    `markdown=${join(folder, COMMENT_FILE)}`,
    `json=${join(folder, REPORT_FILE)}`
  ]
  const args = [...inputs.args, `--format=${formats.join(',')}`]
  const code = await checkWithApprovals(args, folder, pull ?? openPullRequest(context), context)
  for (const path of listFiles(folder, PRINTED, context)) context.out(context.files.readText(path, MAX_REPORT))
  await handOn(folder, inputs, context)
  return EXIT_CODES.includes(code) ? code : EXIT.failed
}

/** Event of GitHub, with the variables by which the check knows it. */
interface CheckedEvent {
  readonly payload: object
  readonly variables: Environment
}

const pullRequestEvent = ({base, sha}: FinishedChange): CheckedEvent => ({
  payload: {pull_request: {base: {ref: base}, head: {sha}}},
  variables: {GITHUB_EVENT_NAME: 'pull_request', GITHUB_BASE_REF: base}
})

const queueEvent = ({base, sha}: FinishedChange): CheckedEvent => ({
  payload: {merge_group: {base_ref: `refs/heads/${base}`, head_sha: sha}},
  variables: {GITHUB_EVENT_NAME: 'merge_group'}
})

/** The context in which the check finds the target, as in a run that the event started. */
function runOnEvent({payload, variables}: CheckedEvent, context: ActionContext): ActionContext {
  const path = join(createTemporaryFolder('tenure-', context.env.RUNNER_TEMP || undefined), 'event.json')
  writeFileAtomically(context, path, JSON.stringify(payload))
  return {...context, check: args => context.check(args, {...variables, GITHUB_EVENT_PATH: path})}
}

/**
 * Runs the check. If waivers of the change need approval, GitHub is asked who approved the pull request, and the check
 * runs again. The first run alone says whose approval is needed, by the target branch.
 */
async function checkWithApprovals(
  args: readonly string[],
  folder: string,
  pullRequest: PullRequest | undefined,
  context: ActionContext
): Promise<number> {
  const code = await context.check(args)
  const owners = readReports(folder, context).flatMap(report =>
    'notChecked' in report ? [] : (report.newWaivers?.list ?? []).flatMap(neededOwners)
  )
  if (!pullRequest || owners.length === 0 || inputOf('approvals', context.env) !== '') return code
  const approvals = await collectApprovals(pullRequest, owners, context)
  const path = join(createTemporaryFolder('tenure-', context.env.RUNNER_TEMP || undefined), 'approvals.json')
  writeFileAtomically(context, path, JSON.stringify(approvals))
  for (const each of listFiles(folder, /./, context)) removeFile(context, each)
  return context.check([...args, `--approvals=${path}`])
}

/** Files whose content the action prints, in order. */
const PRINTED = /^printed-/

/** A report for standard output goes to a file first, because the check may run again. */
const printLater =
  (folder: string) =>
  (formats: string): string =>
    formats
      .split(',')
      .map((each, at) => (each.includes('=') ? each : `${each}=${join(folder, `printed-${at}.txt`)}`))
      .join(',')

/** Pull request of the event. `undefined` if nothing can be asked about it. */
const openPullRequest = ({files, env}: ActionContext): PullRequest | undefined =>
  env.GITHUB_EVENT_PATH && inputOf('token', env) !== '' ? readPullRequest(files, env) : undefined

type NewWaiver = NonNullable<WrittenReport['newWaivers']>['list'][number]

const neededOwners = ({counts, needs = []}: NewWaiver): string[] => (counts ? [] : needs.flatMap(({owners}) => owners))

const REPORT_FILE = 'report.json'

/** The reports of all APIs. None if `check` rejects the command line. */
function readReports(folder: string, {files}: ActionContext): JsonReport[] {
  const path = join(folder, REPORT_FILE)
  return files.exists(path) ? reportsIn(files.readText(path, MAX_REPORT)) : []
}

const listFiles = (folder: string, name: RegExp, {files}: ActionContext): string[] =>
  files
    .listFolder(folder)
    .filter(each => name.test(each))
    .map(each => join(folder, each))

/** Codes of a finished check. Any other one, such as that of a killed process, is a failure. */
const EXIT_CODES: readonly number[] = Object.values(EXIT)

/** Passes the reports in the folder on to later steps, to the summary of the job, and to the pull request. */
async function handOn(folder: string, inputs: CheckInputs, context: ActionContext): Promise<void> {
  const {env} = context
  const read = readReports(folder, context)
  if (read.length === 0) return writeOutputs(context.files, {verdict: 'undetermined'}, env)
  const {violations, warnings, verdict} = addUpReports(read)
  const path = join(folder, COMMENT_FILE)
  const counts = {
    violations: String(violations),
    warnings: String(warnings),
    verdict,
    report: join(folder, REPORT_FILE)
  }
  if (!context.files.exists(path)) return writeOutputs(context.files, counts, env)
  const markdown = withMarker(context.files.readText(path), inputs.commentKey)
  writeFileAtomically(context, path, markdown)
  writeOutputs(context.files, {...counts, comment: path}, env)
  writeSummary(context.files, markdown, env)
  if (inputs.comment) await commentOn(inputs.mention ? withMentions(markdown, read) : markdown, context)
}

/** The comment with the names of those who have to approve something as mentions, which notify them. */
function withMentions(markdown: string, reports: readonly JsonReport[]): string {
  const whole = reports.flatMap(report => ('notChecked' in report ? [] : [report]))
  const owners = [
    ...whole.flatMap(({findings}) => findings.flatMap(({verdict, owners: each = []}) => (verdict ? each : []))),
    ...whole.flatMap(({newWaivers}) => (newWaivers?.list ?? []).flatMap(neededOwners))
  ].filter(each => /^@[\w-]+(?:\/[\w.-]+)?$/.test(each))
  return [...new Set(owners)].reduce((text, each) => text.replaceAll(`\`${each}\``, each), markdown)
}

/** Comments on the pull request of the event. A failure is only a warning: the check has its own result. */
async function commentOn(markdown: string, context: ActionContext): Promise<void> {
  let pullRequest: PullRequest | undefined
  try {
    pullRequest = readPullRequest(context.files, context.env)
    if (pullRequest) await writeComment(pullRequest.number, markdown, context)
    else annotate('notice', 'No comment: no pull request started this workflow.', context)
  } catch (error) {
    warnOfComment(error, pullRequest?.isFork ? FORK_REMEDY : PERMISSIONS, context)
  }
}

const PERMISSIONS = 'Give the job `permissions: {contents: read, pull-requests: write}`.'
const FORK_REMEDY = `A fork's token is read-only. Let \`comment/action.yml\` write the comment, as ${documentationPage('guide/approval')} shows.`
