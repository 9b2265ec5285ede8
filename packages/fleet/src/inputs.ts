import {sep} from 'node:path'
import type {Context} from '@tenure/core/context/context'
import type {Files} from '@tenure/core/stores/files/files'
import {bundledFile, packageFolder} from '@tenure/core/stores/files/installed-packages'
import {traceWorkspace} from '@tenure/core/stores/files/workspace'
import type {Inputs} from '@tenure/core/stores/input-trace'
import type {ApiJob} from './configured-job.ts'
import type {Answer} from './job.ts'
import {answerJob} from './run-job.ts'

/**
 * The answer to a job, and what was read for it by path from the working directory. Besides that, it depends only on
 * the job and this build.
 */
export interface TracedAnswer {
  readonly answer: Answer
  readonly inputs: Inputs
}

/** Runs a job and records everything that it reads of files, folders, and repositories. */
export async function runTraced(job: ApiJob, context: Context): Promise<TracedAnswer> {
  const {workspace, inputs} = traceWorkspace(context)
  const answer = await answerJob(job.id, () => job, workspace)
  // Files of this build aren't recorded, because the state of an API contains a hash of the build.
  const own = [packageFolder('policies'), bundledFile('.')]
  const others = Object.entries(inputs()).filter(
    ([path]) => !own.some(each => `${path}${sep}`.startsWith(`${each}${sep}`))
  )
  return {
    answer,
    inputs: Object.fromEntries(others.map(([path, aspects]) => [toRelative(context.files, path), aspects]))
  }
}

const toRelative = (files: Files, path: string): string => files.relative('', path).split(sep).join('/') || '.'
