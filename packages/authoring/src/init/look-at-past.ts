import type {Context} from '@tenure/core/context/context'
import type {Task} from '@tenure/core/context/tasks'
import {ThreadPool} from '@tenure/core/context/thread-pool'
import {defined} from '@tenure/core/model/defined'
import {placeOf} from '@tenure/core/stores/files/workspace'
import {type PastJob, type PastPreview, type PastProgress, previewPast} from './past-preview.ts'

/** Milliseconds after which no older release is read, which leaves time to judge, and after which the look is given up. */
const READING = 25_000
const ENDING = 57_000
/** Milliseconds after which the progress line is shown again. */
const TICK = 500
/** Limit of the heap of the thread. The process needs about as much besides. */
const MEGABYTES = 250

/** A look at the past that was given up: the oldest release that was read, else the newest one, and why. */
export interface EndedLook {
  readonly since?: string
  readonly why: string
}

/**
 * Judges the past of an API in a thread with limits of time and memory. `undefined` if its releases can't be read,
 * which `audit` and `record` report.
 */
export async function lookAtPast(
  job: Omit<PastJob, 'limit'>,
  context: Context
): Promise<PastPreview | EndedLook | undefined> {
  const limited: PastJob = {...job, limit: READING}
  let latest: PastProgress | undefined
  let since: string | undefined
  const report = (progress: PastProgress): void => {
    since = latest?.release
    latest = progress
    show()
  }
  const show = (): void =>
    context.progress(latest?.done ?? 0, latest?.all, `${latest?.release ?? 'the past'}  (Ctrl-C ends it)`)
  const {threads, files} = context
  if (!threads || !files.areOnDisk) return previewPast(limited, context, report).finally(() => context.progress())
  const pool = new ThreadPool<Task>(threads, 1, MEGABYTES)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void pool.close()
  }, ENDING)
  // A release can take long, so the line appears before the first one is read.
  const tick = setInterval(show, TICK)
  try {
    const work = {kind: 'other', performer: 'past', data: limited, place: placeOf(context)} as const
    return (await pool.run(work, part => report(part as PastProgress))) as PastPreview | undefined
  } catch (error) {
    const isFull = (error as {readonly code?: unknown}).code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (!isLate && !isFull) throw error
    return defined({since: since ?? latest?.release, why: isLate ? 'a minute' : '500 MB'})
  } finally {
    clearTimeout(timer)
    clearInterval(tick)
    context.progress()
    void pool.close()
  }
}
