import {join} from 'node:path'
import {EXIT} from '../../../src/cli/exit-codes.ts'
import {documentationPage} from '../../../src/model/documentation.ts'
import {createTemporaryFolder, writeFileAtomically} from '../../../src/stores/files/write-file.ts'
import type {ActionContext} from './action-context.ts'
import {type PullRequest, readPullRequest} from './github-event.ts'
import {type CheckInputs, readCheckInputs} from './inputs.ts'
import {warnOfComment, withMarker, writeComment} from './pull-request-comment.ts'
import {annotate, reportFailure, writeOutputs, writeSummary} from './runner-files.ts'
import {addUpReports, type JsonReport} from './totals.ts'

/** File that `comment/action.yml` takes from the artifact. */
export const COMMENT_FILE = 'comment.md'

/** The largest report to read, in bytes: the maximum length of a string in Node.js. */
const MAX_REPORT = 2 ** 29 - 24

/** Checks the change, passes the result to the runner, and comments on the pull request. Returns the exit code. */
export async function checkAction(context: ActionContext): Promise<number> {
  try {
    const inputs = readCheckInputs(context.env)
    const folder = createTemporaryFolder('tenure-', context.env.RUNNER_TEMP || undefined)
    const comment = join(folder, COMMENT_FILE)
    const formats = [...inputs.formats, `markdown=${comment}`, `json=${join(folder, 'report.json')}`]
    const code = await context.check([...inputs.args, `--format=${formats.join(',')}`])
    await handOn(folder, inputs, context)
    return EXIT_CODES.includes(code) ? code : EXIT.failed
  } catch (error) {
    reportFailure(error, context)
    return EXIT.failed
  }
}

/** Codes of a finished check. Any other one, such as that of a killed process, is a failure. */
const EXIT_CODES: readonly number[] = Object.values(EXIT)

/** Passes the reports in the folder on to later steps, to the summary of the job, and to the pull request. */
async function handOn(folder: string, inputs: CheckInputs, context: ActionContext): Promise<void> {
  const {env} = context
  // There is a report for each API, and none if `check` rejects the command line.
  const reports = context.files
    .listFolder(folder)
    .filter(name => name.endsWith('.json'))
    .map(name => join(folder, name))
  if (reports.length === 0) return writeOutputs(context.files, {verdict: 'undetermined'}, env)
  const {violations, warnings, verdict} = addUpReports(
    reports.map(path => JSON.parse(context.files.readText(path, MAX_REPORT)) as JsonReport)
  )
  const path = join(folder, COMMENT_FILE)
  const counts = {violations: String(violations), warnings: String(warnings), verdict, report: reports.join('\n')}
  if (!context.files.exists(path)) return writeOutputs(context.files, counts, env)
  const markdown = withMarker(context.files.readText(path), inputs.commentKey)
  writeFileAtomically(context, path, markdown)
  writeOutputs(context.files, {...counts, comment: path}, env)
  writeSummary(context.files, markdown, env)
  if (inputs.comment) await commentOn(markdown, context)
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
const FORK_REMEDY = `A fork's token is read-only. Let \`comment/action.yml\` write the comment, as ${documentationPage('guide/gate-in-ci')} shows.`
