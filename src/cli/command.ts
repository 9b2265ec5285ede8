import type {ArgumentsCamelCase as Arguments, Argv, Options} from 'yargs'
import type {Context} from '../context/context.ts'
import {readReleasesOption} from '../inputs/sources/git-repository.ts'
import {sayShared} from './options/options.ts'
import {runWithOutput} from './output.ts'
import {type CommandName, describeCommand} from './overview.ts'

/** Command line definition of a command, and how to load its implementation. */
export interface Command {
  /** Registers the command with yargs, which throws a `RequestedCommand` if it's requested. */
  register(cli: Argv, args: readonly string[]): void
  /** Its options and its arguments, by name. */
  describeOptions(): DescribedOptions
  /** What a command line with these options asks for. */
  request(options: Readonly<Record<string, unknown>>): RequestedCommand
}

type OptionMap = Readonly<Record<string, Options>>

export interface DescribedOptions {
  readonly options: OptionMap
  readonly positionals: OptionMap
}

export type Run = (context: Context) => Promise<number>

/** What to run. It's thrown out of yargs, which would otherwise render the help page of the command first. */
export class RequestedCommand {
  readonly options: Readonly<Record<string, unknown>>
  readonly run: Run
  constructor(options: Readonly<Record<string, unknown>>, run: Run) {
    this.options = options
    this.run = run
  }
}

/** Usage error reported by yargs, with the options that it knows. */
export class WrongUsage extends Error {
  readonly options: readonly string[]

  constructor(message: string, options: readonly string[]) {
    super(message)
    this.options = options
  }
}

/**
 * Defines a command. Its usage and description come from the overview, and its implementation is loaded when it's
 * requested.
 */
export const defineCommand = <Options>(
  name: CommandName,
  build: (builder: Argv, args: readonly string[]) => Argv<Options>,
  load: () => Promise<{
    readonly run: (options: NoInfer<Arguments<Options>>, context: Context) => number | Promise<number>
  }>
): Command => {
  const request: Command['request'] = given =>
    new RequestedCommand(given, async context => {
      const {releases} = given
      const options = typeof releases === 'string' ? {...given, ...readReleasesOption(releases)} : given
      // For the gate, the target decides which plugins run.
      if (name !== 'check' && (options as {plugins?: boolean}).plugins === true)
        (await import('../gate/plugins/plugin-choice.ts')).requirePlugins(
          options as {readonly config?: string; readonly plugins?: boolean},
          context
        )
      const {run} = await load()
      return runWithOutput(name, options.format as string | undefined, context, shown => run(options as never, shown))
    })
  const describeOptions = (): DescribedOptions => recordOptions(builder => void build(builder, []))
  return {
    request,
    register(cli, args) {
      const {usage, describe} = describeCommand(name)
      cli.command(
        usage,
        // No description for the help of yargs, because the overview lists the command.
        false,
        builder =>
          build(builder.usage(`$0 ${usage}\n\n${describe}.`), args).epilogue(sayShared(describeOptions().options)),
        options => {
          throw request(options)
        }
      )
    },
    describeOptions
  }
}

/**
 * Records what a definition asks of yargs. yargs itself describes the options of a command only while it parses one.
 */
function recordOptions(define: (builder: Argv) => void): DescribedOptions {
  const options: Record<string, Options> = {}
  const positionals: Record<string, Options> = {}
  const builder = {
    options: (more: OptionMap) => Object.assign(options, more) && builder,
    positional: (name: string, option: Options) => Object.assign(positionals, {[name]: option}) && builder,
    example: () => builder
  }
  define(builder as unknown as Argv)
  return {options, positionals}
}
