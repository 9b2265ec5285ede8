import {parentPort} from 'node:worker_threads'
import {performWork} from '../../app/parallel/perform-task.ts'
import type {Context} from '../../context/context.ts'
import type {Task} from '../../context/tasks.ts'
import type {ThreadMessage} from '../../context/thread-pool.ts'
import {memoizeTexts} from '../../model/memoize.ts'
import {openPlace} from '../../stores/files/workspace.ts'
import {processContext} from '../process-context.ts'
import {registerPackages} from '../registry/register-packages.ts'

/** Context of a worker thread. It starts no further threads, and the main thread alone writes to the terminal. */
function threadContext(): Context {
  const {threads: _, ...own} = processContext()
  return {...own, out: () => {}, err: () => {}}
}

/** Performs the tasks that arrive at this thread, one after the other. */
function performTasks(): void {
  registerPackages()
  const own = threadContext()
  // Tasks of one place share what git has answered.
  const contextAt = memoizeTexts((place): Context => ({...own, ...openPlace(JSON.parse(place))}), 4)
  const send = (message: ThreadMessage): void => parentPort?.postMessage(message)
  parentPort?.on('message', async (task: Task) => {
    try {
      send({result: await performWork(task, contextAt(JSON.stringify(task.place)), part => send({part}))})
    } catch (error) {
      send({fault: error instanceof Error ? (error.stack ?? error.message) : String(error)})
    }
  })
}

performTasks()
