import {relative, sep} from 'node:path'
import {bundledFile, packageFolder} from '../../read/files/installed-packages.ts'
import {type Inputs, traceInputs} from '../../read/input-trace.ts'
import type {Context} from '../context.ts'
import type {Answer} from './job.ts'
import {runJob} from './run-job.ts'

/** Answer to a job, and what it depends on besides the job and this build, by path from the working directory. */
export interface TracedAnswer {
  readonly answer: Answer
  readonly inputs: Inputs
}

/** Runs a job and records everything that it asks about files, folders, and repositories. */
export async function runTraced(job: unknown, context: Context): Promise<TracedAnswer> {
  const {result, inputs} = await traceInputs(() => runJob(job, context))
  // What belongs to this build changes with it.
  const own = [packageFolder('policies'), bundledFile('.')]
  const others = Object.entries(inputs).filter(
    ([path]) => !own.some(each => `${path}${sep}`.startsWith(`${each}${sep}`))
  )
  return {answer: result, inputs: Object.fromEntries(others.map(([path, aspects]) => [toRelative(path), aspects]))}
}

const toRelative = (path: string): string => relative('', path).split(sep).join('/') || '.'
