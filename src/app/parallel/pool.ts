import type {Context} from '../../context/context.ts'
import type {Task, Work} from '../../context/tasks.ts'
import {ThreadPool} from '../../context/thread-pool.ts'
import {placeOf} from '../../stores/files/workspace.ts'
import {performWork} from './perform-task.ts'

/** Performs tasks, several at a time where there are threads. */
export interface Pool {
  /** Number of tasks that run at the same time. More can be given; they wait. */
  readonly size: number
  /** Result of some work. Rejected if its thread ends early, such as when memory runs out; other tasks go on. */
  run(work: Work): Promise<unknown>
  /** Ends the threads. Without this, the process doesn't wait for threads that have no task. */
  close(): Promise<void>
}

/**
 * Opens a pool of so many threads. A single one is a thread, too, so that a task that needs too much memory fails alone.
 * Where there are no threads, tasks run in the calling thread.
 */
export function createPool(context: Context, jobs: number): Pool {
  if (!context.threads) return {size: 1, run: work => performWork(work, context), close: () => Promise.resolve()}
  const pool = new ThreadPool<Task>(context.threads, jobs)
  const place = placeOf(context)
  return {size: jobs, run: work => pool.run({...work, place}), close: () => pool.close()}
}
