import {performance} from 'node:perf_hooks'
import process from 'node:process'
import {setImmediate} from 'node:timers/promises'
import {Claims} from '../context/claims.ts'
import type {Threads} from '../context/context.ts'
import type {CompareResults, Comparison, Task, Work} from '../context/tasks.ts'
import {ThreadPool} from '../context/thread-pool.ts'
import type {TreeOrigin} from '../documents/file-tree.ts'
import {createBaseFinder} from '../history/observed/from-snapshots.ts'
import type {ReleaseSource, SourceRelease} from '../inputs/sources/source.ts'
import {defined} from '../model/defined.ts'
import {ignoreInputErrors} from '../model/input-error.ts'
import {holdResults} from '../stores/cache.ts'
import {placeOf, type Workspace} from '../stores/files/workspace.ts'
import {ContentIds} from './content-ids.ts'
import {type ObserveOptions, toUnobserved} from './observe.ts'
import {ReleaseDiffs} from './release-diffs.ts'

/**
 * Milliseconds of remaining work from which on another thread saves time: a thread has to load and optimize the code
 * again, and to read descriptions that the calling thread reads, too. The first comparisons take longer than those that
 * remain.
 */
const WORTH_A_THREAD = 1000

/**
 * Share of a processor's time that each thread must have had before another one is started. If it is less, other
 * programs keep the processors busy, and another thread would only take time from these.
 */
const LEAST_SHARE = 0.75

export interface ParallelOptions extends ObserveOptions {
  readonly ids: ContentIds
  readonly workspace: Workspace
  readonly threads: Threads | undefined
  /** Number of threads that compare, with the calling one. */
  readonly jobs: number
  /** Milliseconds of remaining work from which on another thread is started (default: `WORTH_A_THREAD`). */
  readonly worth?: number
  /**
   * Share of a processor's time that each thread must have had before another one is started (default: `LEAST_SHARE`).
   */
  readonly leastShare?: number
}

/**
 * Compares the releases of a source in several threads, and returns options with which `observeSource` finds the
 * results in its cache. `observeSource` still decides and reports everything, so a comparison that is missing or
 * superfluous only costs time.
 */
export async function compareAhead({releases}: ReleaseSource, options: ParallelOptions): Promise<ObserveOptions> {
  const {workspace, threads, jobs, progress, worth = WORTH_A_THREAD, leastShare = LEAST_SHARE} = options
  // Threads read the files on disk.
  if (!threads || jobs === 1 || releases.length < MIN_RELEASES || !workspace.files.areOnDisk) return options
  const {reading} = options.ids
  const cache = holdResults(options.ids.cache)
  const ids = new ContentIds(cache, reading)
  const origins = releases.map(release => originOf(release, ids))
  // A thread can't open what is only in memory.
  if (origins.includes('memory')) return options
  const pairs = pairReleases(releases, at => origins[at] !== undefined)
  const comparisons = pairs.map(([newer, older]) => defined({newer: origins[newer], older: origins[older ?? -1]}))
  const diffs = new ReleaseDiffs(ids)
  const shared = Claims.create(pairs.length)
  const claims = new Claims(shared)
  const work: Work = {
    kind: 'compare',
    comparisons: comparisons as Comparison[],
    claims: shared,
    reading
  }
  const task: Task = {...work, place: placeOf(workspace)}
  const pool = new ThreadPool<Task>(threads, jobs - 1)
  const running: Promise<unknown>[] = []
  let done = 0
  /** Milliseconds of processor time so far: what all threads could have used, and what they did use. */
  const spent = {available: 0, used: 0}
  let finish = (): void => {}
  const finished = new Promise<void>(resolve => {
    finish = resolve
  })
  try {
    for (let at = claims.claim(); at !== undefined; at = claims.claim(at)) {
      const [newer, older] = (pairs[at] as Pair).map(index => releases[index ?? -1]) as [SourceRelease, SourceRelease?]
      progress?.(done, pairs.length, newer.name)
      const [start, before] = [performance.now(), process.cpuUsage()]
      // `observeSource` reports what can't be read.
      ignoreInputErrors(() => diffs.prepare(newer, older))
      const took = performance.now() - start
      const {user, system} = process.cpuUsage(before)
      spent.available += took * (1 + running.length)
      spent.used += (user + system) / 1000
      done++
      const isFree = spent.used >= spent.available * leastShare
      const left = isFree ? Math.min(jobs - 1, Math.floor((took * claims.left) / worth)) : 0
      while (running.length < left) running.push(pool.run(task, receive).catch(() => undefined))
      // Lets the event loop deliver the messages of the threads.
      await setImmediate()
    }
    // Waits for the comparisons of other threads, but not for a thread that has just started and has nothing to do.
    if (done < pairs.length) await Promise.race([finished, Promise.all(running)])
  } finally {
    void pool.close()
  }
  return {
    ids,
    ...(progress ? {progress: (index, all, name) => index >= done && progress(index, all, name)} : {})
  }

  function receive(results: unknown): void {
    for (const [key, bytes] of results as CompareResults) cache.hold(key, bytes)
    done++
    if (done === pairs.length) finish()
    else progress?.(done, pairs.length, '')
  }
}

const MIN_RELEASES = 3

/**
 * Compares the releases of a source in this thread, the newest first, as long as `isOver` is false. Returns how many of
 * the oldest aren't compared. The results are in the cache of `ids`.
 */
export function compareNewestFirst(
  {releases}: ReleaseSource,
  {ids, progress}: Required<ObserveOptions>,
  isOver: () => boolean
): number {
  const diffs = new ReleaseDiffs(ids)
  const pairs = pairReleases(releases, at => originOf(releases[at] as SourceRelease, ids) !== undefined).toReversed()
  for (const [done, [newer, older]] of pairs.entries()) {
    if (done > 0 && isOver()) return Math.min(newer + 1, releases.length - 1)
    const [release, base] = [releases[newer] as SourceRelease, releases[older ?? -1]]
    progress(done, pairs.length, release.name)
    // `observeSource` reports what can't be read.
    ignoreInputErrors(() => diffs.prepare(release, base))
  }
  return 0
}

type Pair = readonly [newer: number, older: number | undefined]

/** Each readable release with the one that it's compared with, as indexes. */
function pairReleases(releases: readonly SourceRelease[], isReadable: (at: number) => boolean): Pair[] {
  const findBase = createBaseFinder(releases.map(toUnobserved))
  return releases.flatMap((_, at): Pair[] => (isReadable(at) ? [[at, findBase(at, isReadable)]] : []))
}

/** Where the files of a release are. `undefined` if they can't be read. */
function originOf(release: SourceRelease, ids: ContentIds): TreeOrigin | 'memory' | undefined {
  return ignoreInputErrors(() => ids.treeOf(release).origin ?? 'memory')
}
