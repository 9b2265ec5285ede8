import {findChangedInput} from '../../read/changed-inputs.ts'
import type {Context} from '../context.ts'
import type {Task} from './tasks.ts'

/** Performs a task in this thread. `report` receives the parts of the result that are there before the others. */
export async function performTask(
  task: Task,
  context: Context,
  report: (part: unknown) => void = () => {}
): Promise<unknown> {
  // Loaded on demand, because what a thread performs lies above the threads.
  switch (task.kind) {
    case 'job':
      return (await import('../fleet/inputs.ts')).runTraced(task.job, context)
    case 'inputs':
      return findChangedInput(task.inputs)
    case 'compare':
      return (await import('../snapshots/compare-share.ts')).compareShare(task, context.cache(), report)
  }
}
