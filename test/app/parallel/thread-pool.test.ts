import {Worker} from 'node:worker_threads'
import {afterEach, expect, it} from 'vitest'
import type {Threads} from '../../../src/context/context.ts'
import {ThreadPool} from '../../../src/context/thread-pool.ts'

type Task = {readonly say: number} | {readonly crash: true} | {readonly fail: true} | {readonly fill: true}

const CODE = `
const {parentPort, threadId} = require('node:worker_threads')
parentPort.on('message', task => {
  if (task.crash) process.exit(7)
  if (task.fail) return parentPort.postMessage({fault: 'Error: it failed'})
  if (task.fill) { const all = []; for (;;) all.push(new Array(1000).fill(all.length)) }
  parentPort.postMessage({part: 'half of ' + task.say})
  parentPort.postMessage({result: [task.say, threadId]})
})`

const started: Worker[] = []
const ended = new Set<Worker>()
const threads: Threads = {
  cores: 2,
  start() {
    const worker = new Worker(CODE, {eval: true, resourceLimits: {maxOldGenerationSizeMb: 16}})
    started.push(worker)
    worker.on('exit', () => ended.add(worker))
    return Promise.resolve(worker)
  }
}
const openPools: ThreadPool<Task>[] = []
function createThreads(size: number): ThreadPool<Task> {
  const pool = new ThreadPool<Task>(threads, size)
  openPools.push(pool)
  return pool
}
afterEach(async () => {
  await Promise.all(openPools.splice(0).map(pool => pool.close()))
  expect(started.filter(worker => !ended.has(worker))).toEqual([])
  started.splice(0)
})

const numbersOf = (results: readonly unknown[]): unknown[] => results.map(result => (result as [number, number])[0])

it('performs every task with at most as many threads as its size', async () => {
  const pool = createThreads(2)
  const numbers = [...Array(20).keys()]
  expect(numbersOf(await Promise.all(numbers.map(say => pool.run({say}))))).toEqual(numbers)
  expect(started).toHaveLength(2)
})

it('starts a thread only for a task, and reuses it', async () => {
  const pool = createThreads(4)
  expect(started).toHaveLength(0)
  const first = await pool.run({say: 1})
  const second = await pool.run({say: 2})
  expect([first, second].map(result => (result as [number, number])[1])).toEqual([
    (first as [number, number])[1],
    (first as [number, number])[1]
  ])
  expect(started).toHaveLength(1)
})

it('reports the parts of a result before the result', async () => {
  const parts: unknown[] = []
  await createThreads(1).run({say: 3}, part => parts.push(part))
  expect(parts).toEqual(['half of 3'])
})

it.each([
  ['crashes', {crash: true}, 'exit code 7'],
  ['fails', {fail: true}, 'it failed'],
  ['runs out of memory', {fill: true}, 'out of memory']
] as const)('rejects only the task whose thread %s', async (_, failingTask, reason) => {
  const pool = createThreads(2)
  const results = await Promise.allSettled(
    [{say: 1}, failingTask, {say: 2}, {say: 3}].map(task => pool.run(task as Task))
  )
  expect(results.map(({status}) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(String((results[1] as PromiseRejectedResult).reason)).toContain(reason)
})

it('rejects all tasks with the reason if no thread can start', async () => {
  const pool = new ThreadPool<Task>({cores: 1, start: () => Promise.reject(new Error('no threads here'))}, 2)
  const results = await Promise.allSettled([1, 2, 3].map(say => pool.run({say})))
  expect(results.map(each => String((each as PromiseRejectedResult).reason))).toEqual(
    Array(3).fill('Error: no threads here')
  )
})

it('rejects unfinished tasks when it is closed', async () => {
  const pool = createThreads(1)
  const results = Promise.allSettled([1, 2, 3].map(() => pool.run({fill: true})))
  await pool.close()
  expect((await results).map(({status}) => status)).toEqual(Array(3).fill('rejected'))
  await expect(pool.run({say: 1})).rejects.toThrow('closed')
})
