import type {Context} from '../context.ts'
import type {Task} from './tasks.ts'

/** Performs a task in this thread. */
export async function performTask(task: Task, _context: Context): Promise<unknown> {
  throw new Error(`No task is called \`${task.kind}\`.`)
}
