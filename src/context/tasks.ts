import type {ReadingChoice, TreeOrigin} from '../documents/file-tree.ts'
import type {WorkspacePlace} from '../stores/files/workspace.ts'
import type {Inputs} from '../stores/input-trace.ts'

/** Work, as data that can be sent to a thread. */
export type Work = InputsWork | CompareWork | OtherWork

/** Work for a thread, and where it is done. */
export type Task = Work & {readonly place: WorkspacePlace}

/** Work of a package, which its own performer does. */
export interface OtherWork {
  readonly kind: 'other'
  readonly performer: string
  readonly data: unknown
}

/** Checks all files and folders that a job has read. The result is the first that has changed since, if any. */
export interface InputsWork {
  readonly kind: 'inputs'
  readonly inputs: Inputs
}

/** Compares releases. Several threads share the list by the same claims. */
export interface CompareWork {
  readonly kind: 'compare'
  readonly comparisons: readonly Comparison[]
  readonly claims: SharedArrayBuffer
  readonly reading: ReadingChoice
}

/** A description to compare with an older one, or to describe alone if there is none. */
export interface Comparison {
  readonly newer: TreeOrigin
  readonly older?: TreeOrigin
}

/** Results of one comparison, by their keys in the cache. */
export type CompareResults = readonly (readonly [key: string, bytes: Uint8Array])[]
