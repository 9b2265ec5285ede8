/** Work for a thread, as data that can be sent to it. */
export type Task = JobTask

/** Runs one job of a fleet. Its result is the answer to the job. */
export interface JobTask {
  readonly kind: 'job'
  readonly job: unknown
}
