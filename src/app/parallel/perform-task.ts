import type {Context} from '../context.ts'
import type {Task} from './tasks.ts'

/** Performs a task in this thread. */
export async function performTask(task: Task, context: Context): Promise<unknown> {
  // Loaded on demand, because what a thread performs lies above the threads.
  const {findChangedInput, runTraced} = await import('../fleet/inputs.ts')
  return task.kind === 'job' ? runTraced(task.job, context) : findChangedInput(task.inputs)
}
