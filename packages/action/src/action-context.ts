import type {Environment} from '@tenure/core/context/context'
import type {Workspace} from '@tenure/core/stores/files/workspace'

/** Everything outside of the program that an action uses. */
export interface ActionContext extends Workspace {
  /** Inputs (`INPUT_…`) and the variables of the runner. */
  readonly env: Environment
  /** Writes to the log, in which the runner finds workflow commands. */
  out(text: string): void
  readonly fetch: typeof fetch
  wait(milliseconds: number): Promise<unknown>
  /** Returns a signal that aborts a request after this time. */
  limit(milliseconds: number): AbortSignal
  /** Runs a command line of tenure, with other values of some variables, and returns its exit code. */
  check(args: readonly string[], variables?: Environment): Promise<number>
}
