import type {Inputs} from '../../read/input-trace.ts'

/** Work for a thread, as data that can be sent to it. */
export type Task = JobTask | InputsTask

/** Runs one job of a fleet. Its result is a `TracedAnswer`. */
export interface JobTask {
  readonly kind: 'job'
  readonly job: unknown
}

/** Asks again about all paths that a job has asked about. Its result is the first that has changed, if any. */
export interface InputsTask {
  readonly kind: 'inputs'
  readonly inputs: Inputs
}
