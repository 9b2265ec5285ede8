import {parentPort} from 'node:worker_threads'
import type {Context} from '../app/context.ts'
import {performTask} from '../app/parallel/perform-task.ts'
import type {Task} from '../app/parallel/tasks.ts'
import type {ThreadMessage} from '../app/parallel/thread-pool.ts'
import {processContext} from './process-context.ts'

/** Context of a worker thread. It starts no further threads, and the main thread alone writes to the terminal. */
function threadContext(): Context {
  const {threads: _, ...own} = processContext()
  return {...own, out: () => {}, err: () => {}}
}

/** Performs the tasks that arrive at this thread, one after the other. */
function performTasks(): void {
  const context = threadContext()
  const send = (message: ThreadMessage): void => parentPort?.postMessage(message)
  parentPort?.on('message', async (task: Task) => {
    try {
      send({result: await performTask(task, context, part => send({part}))})
    } catch (error) {
      send({fault: error instanceof Error ? (error.stack ?? error.message) : String(error)})
    }
  })
}

performTasks()
