import type {OptionDefinition} from '../command.ts'
import {COMMANDS, type CommandName} from '../command-list.ts'

/** The commands that only read, which programs can call. */
export const CALLED_COMMANDS = [
  ...(['audit', 'changelog', 'check', 'diff', 'due'] as const),
  ...(['explain', 'next-version', 'notes', 'upgrade', 'usages'] as const)
] satisfies CommandName[]

export type CalledCommand = (typeof CALLED_COMMANDS)[number]

/** Options that write a file or run code of others, and the format, which a call has apart. */
const COMMAND_LINE_ONLY: ReadonlySet<string> = new Set([
  'plugins',
  'output',
  'write',
  'check',
  'write-baseline',
  'format'
])

/** An option with its name on the command line. */
export type RequestOption = OptionDefinition & {readonly name: string}

/** Name of a command or an option in a program: `nextVersion`. */
export const toCamelCase = (name: string): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Options and arguments that a request can have, by their names in it. */
export const requestOptions = (command: CalledCommand): Map<string, RequestOption> =>
  new Map(
    Object.entries({...COMMANDS[command].arguments, ...COMMANDS[command].options})
      .filter(([name]) => !COMMAND_LINE_ONLY.has(name))
      .map(([name, option]) => [toCamelCase(name), {...option, name}])
  )
