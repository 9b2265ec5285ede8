import type {Command, OptionDefinition} from '../command.ts'
import {COMMANDS, type CommandName} from '../command-list.ts'

/** The commands that only read, by the names of the functions that call them. */
export const CALLED_COMMANDS = {
  audit: 'audit',
  changelog: 'changelog',
  check: 'check',
  diff: 'diff',
  due: 'due',
  explain: 'explain',
  nextVersion: 'next-version',
  notes: 'notes',
  upgrade: 'upgrade',
  usages: 'usages'
} as const satisfies Record<string, CommandName>

export type CalledCommand = keyof typeof CALLED_COMMANDS

/** Options that write a file or run code of others, and the format, which a call has apart. */
const COMMAND_LINE_ONLY: ReadonlySet<string> = new Set([
  'plugins',
  'output',
  'write',
  'check',
  'write-baseline',
  'format'
])

export interface RequestOption extends OptionDefinition {
  /** Name on the command line. */
  readonly name: string
}

export const calledCommand = (called: CalledCommand): Command => COMMANDS[CALLED_COMMANDS[called]]

/** Options and arguments that a request can have, by their names in it: those of the command line in camelCase. */
export function requestOptions(called: CalledCommand): Map<string, RequestOption> {
  const {arguments: positionals, options} = calledCommand(called)
  const taken = Object.entries({...positionals, ...options}).filter(([name]) => !COMMAND_LINE_ONLY.has(name))
  return new Map(
    taken.map(([name, option]) => [
      name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      {...option, name}
    ])
  )
}
