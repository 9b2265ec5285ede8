import {join} from 'node:path'
import {EXIT} from '@tenure/core/cli/exit-codes'
import {inputError} from '@tenure/core/model/input-error'
import type {Files} from '@tenure/core/stores/files/files'
import type {ActionContext} from './action-context.ts'
import {COMMENT_FILE} from './check-action.ts'
import {findPullRequests} from './finished-run.ts'
import {repeatOnFault} from './github-api.ts'
import {readWorkflowRun, repositoryOf, type WorkflowRun} from './github-event.ts'
import {inputOf} from './inputs.ts'
import {MAX_COMMENT_LENGTH, warnOfComment, writeComment} from './pull-request-comment.ts'
import {annotate, reportFailure} from './runner-files.ts'
import {approveComment} from './untrusted-comment.ts'

/** The largest comment to read, in bytes: as many characters as GitHub accepts, with up to four bytes each. */
const MAX_BYTES = 4 * MAX_COMMENT_LENGTH

const FORK_NOTE =
  'A workflow of a fork reported this, and a fork can report what it likes. The conclusion of the check itself decides.'

/**
 * Comments on the pull request of a finished workflow run, with the report that the run left as an artifact. A run of a
 * fork's pull request can't comment itself, and what it left can be anything. Returns the exit code.
 */
export async function commentAction(context: ActionContext): Promise<number> {
  try {
    const run = readWorkflowRun(context.files, context.env)
    const artifact = readArtifact(context.files, inputOf('folder', context.env))
    if (artifact === undefined) {
      annotate('notice', 'No comment: the run left none.', context)
      return EXIT.fine
    }
    const isFork = run.repository !== repositoryOf(context.env)
    await commentOnRun(run, approveComment(artifact, isFork ? FORK_NOTE : undefined), context)
    return EXIT.fine
  } catch (error) {
    reportFailure(error, context)
    return EXIT.failed
  }
}

/** Reads the comment in the artifact: one file with a fixed name, and no link. `undefined` if nothing was downloaded. */
function readArtifact(files: Files, folder: string): string | undefined {
  if (folder === '') throw inputError('Input `folder` is missing. Name the folder that the artifact was downloaded to.')
  if (files.isLink(folder) || (files.exists(folder) && !files.isFolder(folder)))
    throw inputError(`\`${folder}\` isn't a folder. Download the artifact first.`)
  if (!files.exists(folder)) return undefined
  const path = join(folder, COMMENT_FILE)
  if (files.isLink(path) || !files.isFile(path)) {
    throw inputError(`The artifact has no file \`${COMMENT_FILE}\`. Upload the output \`comment\` of the check.`)
  }
  return files.readText(path, MAX_BYTES)
}

async function commentOnRun(run: WorkflowRun, body: string, context: ActionContext): Promise<void> {
  try {
    const found = await repeatOnFault(() => findPullRequests(run, context), context)
    const [pull] = found
    if (pull && found.length === 1) await writeComment(pull.number, body, context)
    else {
      const count = found.length === 0 ? 'no open pull request has' : `${found.length} open pull requests have`
      annotate('notice', `No comment: ${count} the commit \`${run.sha}\` as its head.`, context)
    }
  } catch (error) {
    warnOfComment(error, PERMISSIONS, context)
  }
}

const PERMISSIONS = 'Give the job `permissions: {actions: read, pull-requests: write}`.'
