import type {ArgumentsCamelCase as Arguments, Argv} from 'yargs'
import type {Context} from '../app/context.ts'
import {type CommandName, describeCommand} from './overview.ts'

/** Command line definition of a command, and how to load its implementation. */
export interface Command {
  /**
   * Registers the command with yargs. If it's requested, `found` receives the function to run after yargs has finished.
   */
  register(cli: Argv, args: readonly string[], found: (run: Run) => void): void
}

export type Run = (context: Context) => Promise<number>

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
): Command => ({
  register(cli, args, found) {
    const {usage, describe} = describeCommand(name)
    cli.command(
      usage,
      // The overview lists the command.
      false,
      builder => build(builder.usage(`$0 ${usage}\n\n${describe}.`), args),
      options =>
        found(async context => {
          // For the gate, the target decides which plugins run.
          if (name !== 'check' && (options as {plugins?: boolean}).plugins === true)
            (await import('../app/plugin-choice.ts')).requirePlugins(
              options as {readonly config?: string; readonly plugins?: boolean}
            )
          return (await load()).run(options, context)
        })
    )
  }
})
