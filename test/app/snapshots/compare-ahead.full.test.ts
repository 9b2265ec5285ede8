import {join} from 'node:path'
import {Worker} from 'node:worker_threads'
import {describe, expect, it} from 'vitest'
import type {Threads} from '../../../src/context/context.ts'
import type {CompareWork} from '../../../src/context/tasks.ts'
import {openReleases} from '../../../src/inputs/sources/open-source.ts'
import type {ReleaseSource} from '../../../src/inputs/sources/source.ts'
import {defined} from '../../../src/model/defined.ts'
import {compareAhead} from '../../../src/observations/compare-ahead.ts'
import {ContentIds} from '../../../src/observations/content-ids.ts'
import {type ObservedSource, observeSource} from '../../../src/observations/observe.ts'
import {type Cache, NO_CACHE} from '../../../src/stores/cache.ts'
import {folder, REPOSITORY} from '../../cli/run.ts'
import {get, git, repositoryOf, spec} from '../../gate/scenario.ts'
import {HERE} from '../../here.ts'
import {sample} from '../../tier.ts'

/** Threads of the build. They count the comparisons that they send, and the calling thread waits for the first. */
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

  /**
   * Blocks the calling thread until another has claimed something, because small comparisons are faster than its start.
   */
  progress = (done: number): void => {
    const claims = this.#claims
    const deadline = Date.now() + 120_000
    // Comparisons that a thread has already claimed and sent are included in `done`.
    while (claims && this.#isWaiting && this.sent === 0) {
      // More is claimed than the calling thread alone could have claimed.
      const isClaimed = claims.reduce((sum, each) => sum + each, 0) > done + 1
      if (isClaimed || Date.now() > deadline) this.#isWaiting = false
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

const MANY = 24
const names = [...Array(MANY).keys()]
/** Descriptions that each add an operation, deprecate one, and remove one. */
const descriptions = names.map(at =>
  spec(...[...Array(40).keys()].map(number => get(`/v1/shelf${at + number}`, number < 3 ? 'deprecated: true, ' : '')))
)

/** Releases in a folder. Readable releases follow the unreadable one, and patches of 1.x come after 2.0. */
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

describe.concurrent('observations are the same with any number of threads:', () => {
  it.each(
    sample([
      ['a folder with two branches', () => openReleases(HERE, folderOf(), {timezone: 'UTC'})],
      ['an unreadable release', () => openReleases(HERE, folderOf(9), {timezone: 'UTC'})],
      [
        'tags with commits between them',
        async () => openReleases(HERE, await repository(), {tags: '*', timezone: 'UTC'})
      ],
      ['the commits of a branch', async () => openReleases(HERE, await repository(), {branch: 'main', timezone: 'UTC'})]
    ])
  )('%s', async (_, open) => {
    const source = await open()
    const withoutThreads = await observe(source, undefined, 1)
    expect(withoutThreads.releases.filter(({observed}) => observed).length).toBeGreaterThan(10)
    for (const jobs of [2, 7]) {
      const threads = new CountingThreads()
      expect(await observe(source, threads, jobs)).toEqual(withoutThreads)
      expect(threads.sent).toBeGreaterThan(0)
    }
  })
})

describe.concurrent('failing threads', () => {
  it.each([
    ['exit at once', 'process.exit(1)'],
    [
      'claim everything and exit',
      "require('node:worker_threads').parentPort.on('message', ({claims}) => { new Int32Array(claims).fill(1); process.exit(1) })"
    ]
  ])('only slow the comparison down if they %s', async (_, code) => {
    const source = openReleases(HERE, folderOf(), {timezone: 'UTC'})
    const threads = {cores: 2, start: () => Promise.resolve(new Worker(code, {eval: true}))}
    expect(await observe(source, threads, 2)).toEqual(await observe(source, undefined, 1))
  })
})

it('no thread starts if everything is cached, the work is small, or the machine is busy', async () => {
  const source = openReleases(HERE, folderOf(), {timezone: 'UTC'})
  const entries = new Map<string, Uint8Array>()
  const cache: Cache = {get: key => entries.get(key), put: (key, bytes) => void entries.set(key, bytes)}
  const first = await observe(source, undefined, 1, cache)
  let started = 0
  const threads: Threads = {
    cores: 2,
    start() {
      started++
      return Promise.reject(new Error('A thread was started.'))
    }
  }
  const options = {workspace: HERE, ids: new ContentIds(cache), threads, jobs: 2, worth: 100_000}
  expect(observeSource(source, await compareAhead(source, options)).releases).toEqual(first.releases)
  // No thread gets the share of a hundred processors.
  const busyOptions = {...options, ids: new ContentIds(), worth: 0.001, leastShare: 100}
  expect(observeSource(source, await compareAhead(source, busyOptions)).releases).toEqual(first.releases)
  expect(started).toBe(0)
})

it('progress reports how many comparisons are done', async () => {
  const source = openReleases(HERE, folderOf(), {timezone: 'UTC'})
  const reported: number[] = []
  const threads = new CountingThreads()
  const progress = (done: number, total: number): void => {
    threads.progress(done)
    expect(total).toBe(MANY)
    reported.push(done)
  }
  const options = {
    workspace: HERE,
    ids: new ContentIds(),
    threads,
    jobs: 2,
    worth: 0.001,
    leastShare: 0,
    progress
  }
  observeSource(source, await compareAhead(source, options))
  expect(reported).toEqual(reported.toSorted((a, b) => a - b))
  // The last comparison of each thread is reported only while it runs.
  expect(reported.at(-1)).toBeGreaterThanOrEqual(MANY - 2)
})
