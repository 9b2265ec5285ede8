import type {TreeOrigin} from '../../read/document/file-tree.ts'
import type {Inputs} from '../../read/input-trace.ts'

/** Work for a thread, as data that can be sent to it. */
export type Task = JobTask | InputsTask | CompareTask

/** Runs one job of a fleet. Its result is a `TracedAnswer`. */
export interface JobTask {
  readonly kind: 'job'
  readonly job: unknown
}

/** Asks again about all paths that a job has asked about. Its result is the first that has changed, if any. */
export interface InputsTask {
  readonly kind: 'inputs'
  readonly inputs: Inputs
}

/** Compares releases, together with the other threads that were given the same claims. */
export interface CompareTask {
  readonly kind: 'compare'
  readonly comparisons: readonly Comparison[]
  readonly claims: SharedArrayBuffer
}

/** A description to compare with an older one, or to describe alone if there is none. */
export interface Comparison {
  readonly newer: TreeOrigin
  readonly older?: TreeOrigin
}

/** Results of one comparison, by their keys in the cache. */
export type CompareResults = readonly (readonly [key: string, bytes: Uint8Array])[]
