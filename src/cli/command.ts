import type {InferredOptionTypes, Options} from 'yargs'
import type {CollectingContext} from './print.ts'

/** An option or an argument: what yargs asks about it, and what completion and the command line ask. */
export interface OptionDefinition extends Options {
  readonly type?: 'string' | 'boolean'
  /** Whether the value is the name of a file. */
  readonly isFile?: boolean
  /** Whether the value is the name of an API. */
  readonly isApi?: boolean
  /** Whether the value is a list with commas, whose words a shell completes. */
  readonly isList?: boolean
  /** Whether it can be repeated, which gives one list with commas. */
  readonly isRepeatable?: boolean
  /** Whether `-` is standard input. */
  readonly isStandardInput?: boolean
}

export type OptionMap = Readonly<Record<string, OptionDefinition>>

/** A command as data: parsing, help, completion, and the reference page are made of it. */
export interface Command<Arguments extends OptionMap = OptionMap, Own extends OptionMap = OptionMap> {
  /** A sentence without its period. */
  readonly summary: string
  /** In the order of the command line. */
  readonly arguments: Arguments
  readonly options: Own
  readonly examples: readonly (readonly [line: string, meaning: string])[]
  /** What it prints for each of several APIs, or for all as one list. Missing if it can't answer for more than one. */
  readonly forEachApi?: 'report' | 'page' | 'list'
  /** Whether it prints sentences, which are wrapped to the terminal. Reports wrap themselves, documents aren't wrapped. */
  readonly isProse?: boolean
  /** Whether it only reads and prints, so that what it printed is printed again as long as nothing changes. */
  readonly isKept?: boolean
  /** Loads its work. `isCommand` says whether a word names a command, which the upgrade of old files asks. */
  readonly load: () => Promise<{
    readonly run: (
      options: NoInfer<InferredOptionTypes<Arguments & Own>>,
      context: CollectingContext,
      isCommand: (word: string) => boolean
    ) => number | Promise<number>
  }>
}

/** Defines a command whose work accepts the options that it has. */
export const defineCommand = <const Arguments extends OptionMap, const Own extends OptionMap>(
  command: Command<Arguments, Own>
): Command => command as unknown as Command
