import type {ArgumentsCamelCase as Arguments, Argv} from 'yargs'
import type {Io} from '../app/io.ts'
import {type CommandName, told} from '../app/overview.ts'

/** How a command is read from the command line, and where the rest of it is. */
export interface Command {
  /** Makes yargs know it. When it is asked for, `found` is handed what runs it: not before yargs is done. */
  register(cli: Argv, found: (run: Run) => void): void
}

export type Run = (io: Io) => Promise<number>

/** The name leads to its page in the overview. What runs the command is loaded when it is asked for. */
export const defineCommand = <Options>(
  name: CommandName,
  build: (builder: Argv) => Argv<Options>,
  load: () => Promise<{readonly run: (options: NoInfer<Arguments<Options>>, io: Io) => number | Promise<number>}>
): Command => ({
  register(cli, found) {
    const {usage, describe} = told(name)
    cli.command(
      usage,
      // The overview lists it.
      false,
      builder => build(builder.usage(`$0 ${usage}\n\n${describe}.`)),
      options =>
        found(async io => {
          // The gate decides by its target.
          if (name !== 'check' && (options as {plugins?: boolean}).plugins === true)
            (await import('../app/plugin-choice.ts')).assurePlugins(
              options as {readonly config?: string; readonly plugins?: boolean}
            )
          return (await load()).run(options, io)
        })
    )
  }
})
