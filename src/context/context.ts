import {inputError} from '../model/input-error.ts'
import type {SourceLocation} from '../model/location.ts'
import {type Day, parseDateRange} from '../model/time/date-range.ts'
import type {Policy} from '../model/verdict/policy.ts'
import type {Rule} from '../rule.ts'
import type {Cache} from '../stores/cache.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import type {Environment} from '../stores/git/environment.ts'

export type {Environment} from '../stores/git/environment.ts'

/** The methods of a worker thread that we use. The package can't count on the types of Node.js. */
export interface Thread {
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  ref(): void
  unref(): void
  terminate(): Promise<unknown>
}

/** Worker threads of this program. */
export interface Threads {
  /** Number of processors that the process may use. */
  readonly cores: number
  /** Starts a thread that performs tasks. It ends with an error if its heap needs more than `megabytes`. */
  start(megabytes?: number): Promise<Thread>
}

/** Plugin that runs in this process: its path in the config file, the location of that entry, and the file to load. */
export interface RunningPlugin {
  readonly path: string
  readonly place: SourceLocation
  readonly file: string
  /** Folder that imports of the plugin can't leave. */
  readonly root: string
  /** Root folder as shown in messages, relative to the working directory. */
  readonly shownRoot: string
}

/** Plugins that run in this process. */
export interface PluginRun {
  /** Whether the process was started to run them. */
  readonly isOwnProcess: boolean
  readonly running: readonly RunningPlugin[]
  /** Called with the path of a plugin before its code runs. */
  entered(plugin: string): void
  /** Returns what Node.js prints about a syntax error in an ES module `[stdin]`: its line, which the error lacks. */
  checkSyntax(source: string): string
  /** All rules, with those of the plugins. Throws an `InputError` if a plugin can't be loaded. Missing without plugins. */
  readonly rules?: () => readonly Rule[]
}

export const NO_PLUGINS: PluginRun = {isOwnProcess: false, running: [], entered: () => undefined, checkSyntax: () => ''}

/** Everything outside of the program that a command uses. Paths are relative to the folder of the workspace. */
export interface Context extends Workspace {
  /** Writes to standard output, or to whatever stands in for it. */
  out(text: string): void
  /** Writes to standard error. */
  err(text: string): void
  /** Whether standard output is a terminal that supports colors. */
  readonly color: boolean
  /** Width of the terminal in columns, if standard output is one. */
  readonly width?: number
  /** Environment variables as the user set them. */
  readonly env: Environment
  /** Reports the progress of long-running work. Without arguments, the work is done. */
  progress(done?: number, all?: number, name?: string): void
  /** Current day in a time zone. */
  today(timezone: string): Day
  /** Command that starts this program again, without its arguments. Only plugins need it. */
  readonly program: readonly string[]
  readonly plugins: PluginRun
  /** The descriptions that commands have written for this command, by everything that they depend on. */
  readonly generated: Map<string, ReadonlyMap<string, Uint8Array>>
  /** Results of earlier runs. Opened on the first call. */
  cache(): Cache
  /** Worker threads. Missing where the program isn't bundled: everything then runs in the calling thread. */
  readonly threads?: Threads
}

/**
 * Day on which to judge: the value of `--as-of`, otherwise today in the policy's time zone. Throws an `InputError` if
 * the day doesn't exist.
 */
export function asOfDay(
  options: {readonly 'as-of'?: string | undefined},
  context: Context,
  policy: Pick<Policy, 'timezone'>
): string {
  const requested = options['as-of']
  if (requested === undefined) return context.today(policy.timezone)
  if (/^\d{4}-\d{2}-\d{2}$/.test(requested) && parseDateRange(requested)) return requested
  throw inputError(`\`--as-of ${requested}\` isn't a day that exists. Write one such as \`2026-03-02\`.`)
}
