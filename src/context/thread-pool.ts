import type {Thread, Threads} from './context.ts'

/** What a thread sends: parts of the result as they are ready, then the rest of the result, or a fault. */
export type ThreadMessage = {readonly part: unknown} | {readonly result: unknown} | {readonly fault: string}

interface Assignment<Task> {
  readonly task: Task
  readonly report: (part: unknown) => void
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

interface StartedThread<Task> {
  readonly worker: Thread
  current?: Assignment<Task> | undefined
}

/**
 * Threads that each perform one task at a time. Tasks begin in the order in which they were given. A thread starts when
 * a task needs it. If it ends early, only its own task is rejected, and the next task starts another thread.
 */
export class ThreadPool<Task> {
  readonly #threads: Threads
  readonly #size: number
  readonly #megabytes: number | undefined
  readonly #waiting: Assignment<Task>[] = []
  readonly #started = new Set<StartedThread<Task>>()
  /** Threads that are about to start. */
  readonly #starting = new Set<Promise<void>>()
  #isClosed = false

  /** `megabytes` limits the heap of each thread; one that needs more ends, and its task is rejected. */
  constructor(threads: Threads, size: number, megabytes?: number) {
    this.#threads = threads
    this.#size = size
    this.#megabytes = megabytes
  }

  /** Performs a task in a thread. `report` receives the parts of the result that the thread sends ahead. */
  run(task: Task, report: (part: unknown) => void = () => {}): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error(CLOSED))
    return new Promise((resolve, reject) => {
      this.#waiting.push({task, report, resolve, reject})
      this.#assign()
    })
  }

  /** Ends all threads. Tasks that aren't finished are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const {reject} of this.#waiting.splice(0)) reject(new Error(CLOSED))
    await Promise.all(this.#starting)
    await Promise.all([...this.#started].map(({worker}) => worker.terminate()))
  }

  #assign(): void {
    const idle = [...this.#started].filter(({current}) => !current)
    for (const thread of idle) {
      const next = this.#waiting.shift()
      if (!next) return
      thread.current = next
      // `ref` makes the process wait for the thread. Threads without a task are unreferenced.
      thread.worker.ref()
      thread.worker.postMessage(next.task)
    }
    const free = this.#size - this.#started.size - this.#starting.size
    for (let count = Math.min(free, this.#waiting.length - this.#starting.size); count > 0; count--) this.#start()
  }

  #start(): void {
    const start = this.#threads
      .start(this.#megabytes)
      .then(
        worker => this.#add(worker),
        error => this.#waiting.shift()?.reject(error)
      )
      .finally(() => {
        this.#starting.delete(start)
        this.#assign()
      })
    this.#starting.add(start)
  }

  #add(worker: Thread): void {
    const thread: StartedThread<Task> = {worker}
    let problem: Error | undefined
    worker.unref()
    worker.on('message', received => {
      const message = received as ThreadMessage
      if ('part' in message) return thread.current?.report(message.part)
      const done = thread.current
      thread.current = undefined
      worker.unref()
      if ('result' in message) done?.resolve(message.result)
      else done?.reject(new Error(message.fault))
      this.#assign()
    })
    worker.on('error', error => {
      problem = error as Error
    })
    worker.on('exit', code => {
      this.#started.delete(thread)
      thread.current?.reject(problem ?? new Error(`The thread ended before its task did, with exit code ${code}.`))
      this.#assign()
    })
    this.#started.add(thread)
  }
}

const CLOSED = 'The threads are closed.'
