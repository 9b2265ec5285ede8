import {join} from 'node:path'
import {Worker} from 'node:worker_threads'
import {describe, expect, it} from 'vitest'
import type {Threads} from '../../../src/app/context.ts'
import type {CompareWork} from '../../../src/app/parallel/tasks.ts'
import {compareAhead} from '../../../src/app/snapshots/compare-ahead.ts'
import {ContentIds} from '../../../src/app/snapshots/content-ids.ts'
import {type ObservedSource, observeSource} from '../../../src/app/snapshots/observe.ts'
import {openReleases} from '../../../src/inputs/sources/open-source.ts'
import type {ReleaseSource} from '../../../src/inputs/sources/source.ts'
import {defined} from '../../../src/model/defined.ts'
import {type Cache, NO_CACHE} from '../../../src/stores/files/cache.ts'
import {folder, REPOSITORY} from '../../cli/run.ts'
import {get, git, repositoryOf, spec} from '../../gate/scenario.ts'
import {HERE} from '../../here.ts'

/** Threads of the bundle. They count the comparisons that they send, and the calling thread waits for the first. */
class CountingThreads implements Threads {
  readonly cores = 2
  sent = 0
  #claims: Int32Array | undefined
  #isWaiting = true

  start(): Promise<Worker> {
    const worker = new Worker(join(REPOSITORY, 'dist', 'thread.cjs'), {env: {...process.env, TENURE_CACHE: 'off'}})
    const post = worker.postMessage.bind(worker)
    worker.postMessage = (task: CompareWork) => {
      this.#claims ??= new Int32Array(task.claims)
      post(task)
    }
    worker.on('message', (message: {part?: unknown[]}) => {
      if (message.part && message.part.length > 0) this.sent++
    })
    return Promise.resolve(worker)
  }

  /** Blocks the calling thread until another has claimed something, because small comparisons are faster than a start. */
  progress = (done: number): void => {
    const claims = this.#claims
    const deadline = Date.now() + 120_000
    // What a thread has claimed and sent already is among what is done.
    while (claims && this.#isWaiting && this.sent === 0) {
      // The calling thread alone has claimed all that is done, and one more.
      const isClaimed = claims.reduce((sum, each) => sum + each, 0) > done + 1
      if (isClaimed || Date.now() > deadline) this.#isWaiting = false
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

const MANY = 24
const names = [...Array(MANY).keys()]
/** Descriptions that each add an operation, mark one as deprecated, and remove one. */
const descriptions = names.map(at =>
  spec(...[...Array(40).keys()].map(number => get(`/v1/shelf${at + number}`, number < 3 ? 'deprecated: true, ' : '')))
)

/** Releases of a folder. The unreadable one is followed by readable ones, and patches of 1.x come after 2.0. */
function folderOf(unreadable?: number): string {
  const versions = names.map(at => (at > 12 && at % 2 === 0 ? `1.${at}` : at > 11 ? `2.${at}` : `1.${at}`))
  return folder({
    'releases.json': JSON.stringify({
      releases: names.map(at => ({
        version: versions[at],
        date: `2024-${String(1 + Math.floor(at / 2)).padStart(2, '0')}-${at % 2 === 0 ? '01' : '15'}`,
        file: `${at}.yaml`
      }))
    }),
    ...Object.fromEntries(names.map(at => [`${at}.yaml`, at === unreadable ? 'openapi: [' : (descriptions[at] ?? '')]))
  })
}

async function repository(): Promise<string> {
  const cwd = await repositoryOf({
    main: names.map(at => [
      `2024-${String(1 + Math.floor(at / 2)).padStart(2, '0')}-${at % 2 === 0 ? '01' : '15'}`,
      {'openapi.yaml': at === 7 ? 'openapi: [' : (descriptions[at] ?? '')}
    ])
  })
  for (const at of names.filter(each => each % 3 !== 1)) await git(cwd, ['tag', `v1.${at}`, `HEAD~${MANY - 1 - at}`])
  return cwd
}

async function observe(
  source: ReleaseSource,
  threads: (Threads & {progress?: (done: number) => void}) | undefined,
  jobs: number,
  cache: Cache = NO_CACHE
): Promise<Pick<ObservedSource, 'releases' | 'leftOut'>> {
  const options = {
    workspace: HERE,
    cache,
    ids: new ContentIds(cache),
    threads,
    jobs,
    worth: 0.001,
    leastShare: 0,
    ...defined({progress: threads?.progress})
  }
  const {releases, leftOut} = observeSource(source, await compareAhead(source, options))
  return {releases, leftOut}
}

describe.concurrent('the same observations with any number of threads', () => {
  it.each([
    ['a folder with two branches', () => openReleases(HERE, folderOf(), {timezone: 'UTC'})],
    ['an unreadable release', () => openReleases(HERE, folderOf(9), {timezone: 'UTC'})],
    [
      'tags, with commits between them',
      async () => openReleases(HERE, await repository(), {tags: '*', timezone: 'UTC'})
    ],
    ['the commits of a branch', async () => openReleases(HERE, await repository(), {branch: 'main', timezone: 'UTC'})]
  ])('%s', async (_, open) => {
    const source = await open()
    const alone = await observe(source, undefined, 1)
    expect(alone.releases.filter(({observed}) => observed).length).toBeGreaterThan(10)
    for (const jobs of [2, 7]) {
      const threads = new CountingThreads()
      expect(await observe(source, threads, jobs)).toEqual(alone)
      expect(threads.sent).toBeGreaterThan(0)
    }
  })
})

describe.concurrent('threads that fail', () => {
  it.each([
    ['end at once', 'process.exit(1)'],
    [
      'claim and never answer',
      "require('node:worker_threads').parentPort.on('message', ({claims}) => { new Int32Array(claims).fill(1); process.exit(1) })"
    ]
  ])('cost only time when they %s', async (_, code) => {
    const source = openReleases(HERE, folderOf(), {timezone: 'UTC'})
    const threads = {cores: 2, start: () => Promise.resolve(new Worker(code, {eval: true}))}
    expect(await observe(source, threads, 2)).toEqual(await observe(source, undefined, 1))
  })
})

it('starts no thread where everything is cached, where the work is small, or where the machine is busy', async () => {
  const source = openReleases(HERE, folderOf(), {timezone: 'UTC'})
  const kept = new Map<string, Uint8Array>()
  const cache: Cache = {get: key => kept.get(key), put: (key, bytes) => void kept.set(key, bytes)}
  const first = await observe(source, undefined, 1, cache)
  let started = 0
  const threads: Threads = {
    cores: 2,
    start() {
      started++
      return Promise.reject(new Error('A thread was started.'))
    }
  }
  const options = {workspace: HERE, cache, ids: new ContentIds(cache), threads, jobs: 2, worth: 100_000}
  expect(observeSource(source, await compareAhead(source, options)).releases).toEqual(first.releases)
  // No thread gets a hundred processors.
  const busy = {...options, cache: NO_CACHE, ids: new ContentIds(NO_CACHE), worth: 0.001, leastShare: 100}
  expect(observeSource(source, await compareAhead(source, busy)).releases).toEqual(first.releases)
  expect(started).toBe(0)
})

it('reports how many comparisons are done', async () => {
  const source = openReleases(HERE, folderOf(), {timezone: 'UTC'})
  const seen: number[] = []
  const threads = new CountingThreads()
  const progress = (done: number, all: number): void => {
    threads.progress(done)
    expect(all).toBe(MANY)
    seen.push(done)
  }
  const options = {
    workspace: HERE,
    cache: NO_CACHE,
    ids: new ContentIds(NO_CACHE),
    threads,
    jobs: 2,
    worth: 0.001,
    leastShare: 0,
    progress
  }
  observeSource(source, await compareAhead(source, options))
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  // The last comparison of each thread is shown only while it runs.
  expect(seen.at(-1)).toBeGreaterThanOrEqual(MANY - 2)
})
