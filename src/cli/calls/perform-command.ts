import type {Context} from '../../context/context.ts'
import {readReleasesOption} from '../../inputs/sources/git-repository.ts'
import {COMMANDS, type CommandName, isCommandName} from '../command-list.ts'
import {wrapOutput} from '../output.ts'

/** A command with the values of its options, as yargs reads them. */
export interface CommandRequest {
  readonly name: CommandName
  readonly options: Readonly<Record<string, unknown>>
}

/** Loads a command and runs it. Returns its exit code. */
export async function performCommand({name, options: given}: CommandRequest, context: Context): Promise<number> {
  const command = COMMANDS[name]
  const {releases} = given
  const options = typeof releases === 'string' ? {...given, ...readReleasesOption(releases)} : given
  // For the gate, the target decides which plugins run.
  if (name !== 'check' && options.plugins === true)
    (await import('../../gate/plugins/plugin-choice.ts')).requirePlugins(options, context)
  const start = async (shown: Context): Promise<number> => (await command.load()).run(options, shown, isCommandName)
  if (command.isKept) return (await import('../kept-output.ts')).printKept(name, options, context, start)
  return start(wrapOutput(command, options.format, context))
}
