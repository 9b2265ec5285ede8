import type {Context} from '../../context/context.ts'
import {inputError} from '../../model/input-error.ts'

export interface JobsOption {
  /** Number of threads, as written. */
  readonly jobs?: string | undefined
}

/**
 * Number of threads to work with: the value of `--jobs`, otherwise one for each core. Throws an `InputError` if the
 * value isn't a number.
 */
export function countJobs({jobs}: JobsOption, {threads}: Context): number {
  if (jobs === undefined) return threads?.cores ?? 1
  if (/^[1-9]\d{0,2}$/.test(jobs)) return Number(jobs)
  throw inputError(`\`--jobs ${jobs}\` isn't a number of threads. Write a number from 1 to 999.`, undefined, '--jobs 2')
}
